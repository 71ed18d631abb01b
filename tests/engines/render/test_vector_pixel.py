"""Pixel art: whole cells, few colours, no orphans, upright objects."""

import numpy as np
import pytest

from nukki.catalog.look import PixelLook
from nukki.engines.render.placed import Placed
from nukki.engines.render.vector.paint import paint
from nukki.engines.render.vector.ramps import limited, ramp_of
from tests.engines.render.vector_scenes import BALL, GIFT, PALETTE, scene, silent

HARD = PixelLook(glow=0.0, cells=64)


def cells_of(look, placed=None, side=256, cell=4):
    rgba = paint(placed or scene(), look, PALETTE, 1, side, side, silent).rgba
    blocks = rgba.reshape(side // cell, cell, side // cell, cell, 4)
    return rgba, blocks


def test_every_cell_is_a_block_of_one_colour():
    _, blocks = cells_of(HARD)
    assert (blocks == blocks[:, :1, :, :1]).all()


def test_cells_stay_whole_when_the_frame_is_no_multiple_of_them():
    rgba = paint(scene(), HARD, PALETTE, 1, 250, 330, silent).rgba
    steps = np.flatnonzero((rgba[1:] != rgba[:-1]).any(axis=(1, 2))) + 1
    assert set(np.diff(steps) % 4) == {0}


@pytest.mark.parametrize("size", [5, 8, 16])
def test_no_more_colours_than_asked_for(size):
    rgba, _ = cells_of(HARD.model_copy(update={"colours": size}))
    assert 3 <= len(np.unique(rgba[rgba[..., 3] > 0][:, :3], axis=0)) <= size


def test_without_glow_alpha_is_the_cells_and_with_it_soft():
    hard, _ = cells_of(HARD)
    assert set(np.unique(hard[..., 3])) == {0, 255}
    soft, _ = cells_of(HARD.model_copy(update={"glow": 0.6}))
    assert len(np.unique(soft[..., 3])) > 40
    assert np.array_equal(soft[hard[..., 3] == 255], hard[hard[..., 3] == 255])


def test_there_are_no_orphans():
    _, blocks = cells_of(HARD.model_copy(update={"dither": 0.0}))
    small = blocks[:, 0, :, 0].astype(int)
    padded = np.pad(small, ((1, 1), (1, 1), (0, 0)))
    kin = np.zeros(small.shape[:2], bool)
    for y in range(3):
        for x in range(3):
            if (y, x) != (1, 1):
                kin |= (padded[y : y + 64, x : x + 64] == small).all(axis=2)
    assert kin.all()


def test_an_outline_one_cell_wide_lies_around_the_object():
    ball = [Placed(BALL, "ball", 0.0, 0.0, 1.0)]
    bare, _ = cells_of(HARD.model_copy(update={"outline": 0.0}), ball)
    lined, _ = cells_of(HARD, ball)
    added = (lined[..., 3] > 0) & (bare[..., 3] == 0)
    assert lined[added][:, :3].mean() < bare[bare[..., 3] > 0][:, :3].mean() * 0.6
    middle = added[128]
    assert middle.sum() == 8, "one cell of four pixels on either side"


@pytest.mark.parametrize(("roll", "upright"), [(6.0, True), (-15.0, True), (40.0, False)])
def test_small_rolls_are_set_straight_and_large_ones_are_meant(roll, upright):
    straight, _ = cells_of(HARD, [Placed(GIFT, "", 0, 0, 1.0)])
    rolled, _ = cells_of(HARD, [Placed(GIFT, "", 0, 0, 1.0, roll=roll)])
    assert np.array_equal(straight, rolled) == upright


def test_a_ramp_runs_from_light_to_outline():
    base, shade, light, outline = (sum(tone) for tone in ramp_of((0.2, 0.6, 0.9), PixelLook()))
    assert light > base > shade > outline


def test_tones_near_a_colour_of_the_pack_become_it():
    near, far = (1.0, 0.36, 0.38), (0.1, 0.5, 0.1)
    chosen = limited([near, far], np.array([5, 5]), ["#ff5a5f"], 8)
    assert chosen[0] == pytest.approx((1.0, 0x5A / 255, 0x5F / 255), abs=0.003)
    assert chosen[1] == pytest.approx(far, abs=0.003)


def test_the_heavier_of_two_joined_tones_stays_itself():
    tones = [(0.9, 0.1, 0.1), (0.85, 0.1, 0.1), (0.1, 0.1, 0.9)]
    chosen = limited(tones, np.array([90, 10, 50]), [], 2)
    assert chosen[1] == pytest.approx(tones[0], abs=0.003)
    assert chosen[2] == pytest.approx(tones[2], abs=0.003)
