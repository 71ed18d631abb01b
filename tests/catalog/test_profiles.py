"""Models and assets: what a brief may name, and the remedy where it may not."""

import pytest

from nukki.catalog import assets, profiles
from nukki.core.storage import Folder
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


def test_an_asset_must_be_in_the_library(tmp_path):
    with pytest.raises(InputError) as caught:
        assets.require("link-logo-3d", Folder(tmp_path))
    assert caught.value.code == "asset-missing"
    (tmp_path / "assets").mkdir()
    (tmp_path / "assets" / "manifest.yaml").write_text("link-logo-3d: {}\n", encoding="utf-8")
    assert assets.require("link-logo-3d:dark", Folder(tmp_path)) == "link-logo-3d"
    with pytest.raises(InputError) as caught:
        assets.require("link-logo", Folder(tmp_path))
    assert caught.value.context["nearest"] == "link-logo-3d"


@pytest.mark.parametrize("name", ["../etc", "Logo", "a b", "", "a:b:c", "-a"])
def test_an_asset_name_never_reaches_a_path(name, tmp_path):
    with pytest.raises(InputError) as caught:
        assets.require(name, Folder(tmp_path))
    assert caught.value.code == "asset-name"


def test_a_damaged_library_is_said_to_be_damaged(tmp_path):
    (tmp_path / "assets").mkdir()
    (tmp_path / "assets" / "manifest.yaml").write_text("[1, 2]", encoding="utf-8")
    with pytest.raises(InputError) as caught:
        assets.require("a", Folder(tmp_path))
    assert caught.value.code == "assets-manifest"
