"""Watercolour: paper is never painted, light washes let the ground through."""

import numpy as np
import pytest

from nukki.catalog.look import WatercolorLook
from nukki.engines.render.placed import Placed
from nukki.engines.render.vector.paint import paint
from nukki.engines.render.vector.washes import PAPER_WHITE, pigment
from tests.engines.render.vector_scenes import BALL, DISC, PALETTE, WHITE, Art, Part, silent

CALM = WatercolorLook(
    wobble=0, pooling=0, granulation=0, bleed=0, flow=0, splashes=0, pencil=0, body=0.5
)
PALE = Art((0, 0, 32, 32), (Part(DISC, (0.75, 0.88, 1.0)),))


def middle(art, look):
    placed = [Placed(art, "", 0, 0, 1.2)]
    return paint(placed, look, PALETTE, 3, 128, 128, silent).rgba[70:80, 50:60].astype(float)


@pytest.mark.parametrize(("art", "most"), [(PALE, 0.9), (WHITE, 0.85)], ids=["pale", "white"])
def test_a_light_wash_is_translucent(art, most):
    alpha = middle(art, WatercolorLook())[..., 3].mean() / 255
    assert 0.3 < alpha < most


def test_body_decides_how_much_ground_shows_and_not_how_it_looks_on_white():
    thin = middle(PALE, CALM.model_copy(update={"body": 0.0}))
    thick = middle(PALE, CALM.model_copy(update={"body": 1.0}))
    assert thin[..., 3].mean() < 0.6 * thick[..., 3].mean()
    on_white = [m[..., :3] * m[..., 3:] / 255 + 255 - m[..., 3:] for m in (thin, thick)]
    assert np.abs(on_white[0] - on_white[1]).max() <= 2


def test_pigment_pools_at_the_edge():
    look = CALM.model_copy(update={"pooling": 1.0})
    placed = [Placed(BALL, "", 0, 0, 1.2)]
    rgba = paint(placed, look, PALETTE, 3, 256, 256, silent).rgba.astype(float)
    row = rgba[128, :128, :3].sum(axis=1)
    edge = int(np.argmax(rgba[128, :, 3] > 200))
    assert row[edge : edge + 4].min() < row[edge + 25 : edge + 35].mean() - 20


def test_drops_fall_near_the_object_and_keep_off_the_edge():
    placed = [Placed(BALL, "", 0, 0, 0.8)]
    calm = paint(placed, CALM, PALETTE, 3, 256, 256, silent).rgba[..., 3]
    wild = CALM.model_copy(update={"splashes": 1.0})
    splashed = paint(placed, wild, PALETTE, 3, 256, 256, silent).rgba[..., 3]
    drops = np.argwhere((splashed > 60) & (calm < 5))
    assert len(drops) > 20
    assert drops.min() >= 6
    assert drops.max() < 250


def test_white_is_painted_as_its_cool_shade():
    assert np.exp(-pigment((1.0, 1.0, 1.0))) == pytest.approx(PAPER_WHITE, abs=1e-3)


def test_pigment_of_a_colour_gives_that_colour_back():
    assert np.exp(-pigment((0.2, 0.5, 0.9))) == pytest.approx((0.2, 0.5, 0.9), abs=1e-3)
