"""Models: what a brief may name, and the remedy where it may not."""

import pytest

from nukki.catalog import profiles
from nukki.errors import InputError


@pytest.mark.parametrize("model", [None, "render"])
def test_the_embedded_renderer_is_the_default_model(model):
    assert profiles.resolve(model, "render").engine == "render"


@pytest.mark.parametrize(
    ("model", "engine", "code", "nearest"),
    [
        ("qwen-image", "render", "model-needs-engine", "render"),
        ("flux2-dev", "render", "model-needs-engine", "render"),
        ("qwen-imag", "render", "model-unknown", "qwen-image"),
        ("rendr", "render", "model-unknown", "render"),
        ("zzz", "render", "model-unknown", "render"),
        (None, "local-comfy", "engine-not-here", None),
    ],
)
def test_a_model_without_its_engine_is_refused_with_the_remedy(model, engine, code, nearest):
    with pytest.raises(InputError) as caught:
        profiles.resolve(model, engine)
    assert (caught.value.code, caught.value.context.get("nearest")) == (code, nearest)
