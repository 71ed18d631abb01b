"""Every field of a traced look changes the picture: no dead option in a pack."""

from collections.abc import Iterator
from functools import lru_cache
from typing import Any, get_args

import numpy as np
import pytest
from pydantic import BaseModel

from nukki.catalog import look as looks
from nukki.catalog.concept import Subject
from nukki.catalog.look import Glass, Metal, Mood, Neon, Plastic, Texture, TraceLook
from nukki.engines.engine import DrawRequest
from nukki.engines.render.draw import Studio
from nukki.engines.render.variant import SAFE
from tests.engines.render import solids

pytestmark = pytest.mark.slow

SIDE = 64
ART = solids.art(solids.BOX, colour=(0.85, 0.35, 0.2))
# Where one value does not say enough: what else must be set for the field to speak, and its value.
OTHER: dict[str, Any] = {
    "projection": "isometric", "rig": "rim", "kind": "dimples", "pull": "#2040ff", "ior": 1.8,
    "tube": 2.0, "exposure": 1.4, "elevation": 35.0, "turn": 20.0, "lens": 30.0, "saturation": 0.3,
    "sheen": 1.0, "warmth": 0.8,
}  # fmt: skip
MATERIALS = get_args(get_args(looks.Material)[0])
PARTS = ("bevel", "lighting", "camera", "texture", "colour")


PLAIN = TraceLook(colour=looks.Colour(adherence=0.3, pull="#ffffff", pull_amount=0.3))
ROUGH = PLAIN.model_copy(update={"texture": Texture(kind="grain", scale=0.3, strength=1.0)})
# The back of a body is seen from the side only.
ASIDE = PLAIN.model_copy(update={"camera": looks.Camera(turn=45.0, elevation=40.0)})


def changed(model: BaseModel, field: str) -> BaseModel:
    """The model with another value in one field."""
    value = getattr(model, field)
    other = OTHER.get(field, 1.0 if not isinstance(value, float) or value < 0.6 else 0.1)
    assert other != value, field
    return type(model).model_validate({**model.model_dump(), field: other})


def cases() -> Iterator[tuple[str, TraceLook, TraceLook]]:
    """The name of every field, a look in which it has something to act on, and another value."""
    for part in PARTS:
        before = {"texture": ROUGH, "bevel": ASIDE}.get(part, PLAIN)
        model = getattr(before, part)
        for field in type(model).model_fields:
            yield f"{part}.{field}", before, before.model_copy(update={part: changed(model, field)})
    for kind in MATERIALS:
        before = PLAIN.model_copy(update={"material": kind()})
        for field in set(kind.model_fields) - {"kind"}:
            yield (
                f"{kind.__name__}.{field}",
                before,
                before.model_copy(update={"material": changed(before.material, field)}),
            )


CASES = sorted(cases(), key=lambda case: case[0])


@pytest.fixture(scope="module", autouse=True)
def _mitsuba() -> None:
    import mitsuba as mi

    mi.set_variant(SAFE)
    mi.set_log_level(mi.LogLevel.Error)


@lru_cache(maxsize=8)
def drawn_once(look: str) -> np.ndarray:
    return drawn(TraceLook.model_validate_json(look))


def drawn(look: TraceLook) -> np.ndarray:
    subject = Subject(word="box", source="icon", ref="package")
    request = DrawRequest(
        width=SIDE, height=SIDE, seeds=(3,), prompt="", negative="", subjects=(subject,), look=look,
        palette=("#2266cc",), mood=Mood(), shadow="none", pins={"variant": SAFE, "spp": "1"},
    )  # fmt: skip
    return Studio(request, [(subject, ART)]).draw(0, 3, solids.silent).rgba


def test_all_materials_are_among_the_cases() -> None:
    assert {Plastic, Glass, Metal, Neon} == set(MATERIALS)


@pytest.mark.parametrize(
    ("before", "after"), [case[1:] for case in CASES], ids=[case[0] for case in CASES]
)
def test_the_field_changes_the_picture(before: TraceLook, after: TraceLook) -> None:
    one = drawn_once(before.model_dump_json()).astype(np.int16)
    other = drawn(after).astype(np.int16)
    visible = (one[..., 3] > 0) | (other[..., 3] > 0)
    assert np.abs(one - other)[visible].max() >= 8
