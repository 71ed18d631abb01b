"""The colour of what was brought back: the drawing's, without the background in it."""

import numpy as np
import pytest

from nukki.finishing.recolour import recolour

GREEN, RED = np.array([0, 178, 77], np.float32), np.array([200, 40, 30], np.float32)
WIDE, HIGH = 60, 40


def drawing(soft=1.0):
    """A red half plane on green whose edge is `soft` pixels wide, and its true alpha 0..1."""
    x = np.arange(WIDE) + 0.5
    alpha = np.clip((x - 30.3) / soft + 0.5, 0, 1).astype(np.float32)
    alpha = np.tile(alpha, (HIGH, 1))
    rgb = GREEN + alpha[..., None] * (RED - GREEN)
    return np.rint(rgb).astype(np.uint8), alpha


def cutout(rgb, alpha):
    return np.dstack([rgb, alpha]).astype(np.uint8)


BEHIND = np.broadcast_to(GREEN, (HIGH, WIDE, 3))


@pytest.mark.parametrize("soft", [1.0, 2.0, 3.0])
def test_a_mixed_edge_that_is_brought_back_has_no_background_in_it(soft):
    rgb, alpha = drawing(soft)
    matte = np.rint(255 * alpha).astype(np.uint8)
    empty = np.zeros((HIGH, WIDE, 4), np.uint8)
    found = recolour(empty, rgb, matte, BEHIND)
    edge = (matte > 12) & (matte < 255)
    assert edge.any()
    assert np.abs(found[edge][:, :3].astype(int) - RED).max() <= 3
    plain = recolour(empty, rgb, matte)
    assert np.array_equal(plain[edge][:, :3], rgb[edge])


def test_what_is_full_again_within_the_object_is_the_drawing_itself():
    rgb, _ = drawing()
    rgb[:, 40:] = np.random.default_rng(0).integers(90, 255, (HIGH, 20, 3))
    cut = cutout(rgb, np.full((HIGH, WIDE), 120))
    cut[..., :3] = 7  # what a matte that was wrong here made of the colour
    matte = np.full((HIGH, WIDE), 255, np.uint8)
    found = recolour(cut, rgb, matte, BEHIND)
    assert np.array_equal(found[:, 45:, :3], rgb[:, 45:])


def test_background_that_is_brought_back_is_background():
    rgb, _ = drawing()
    matte = np.zeros((HIGH, WIDE), np.uint8)
    matte[5:9, 5:9] = 255
    found = recolour(np.zeros((HIGH, WIDE, 4), np.uint8), rgb, matte, BEHIND)
    assert np.array_equal(found[5:9, 5:9, :3], rgb[5:9, 5:9])


def test_a_part_in_the_colour_of_the_background_keeps_its_lines():
    """A leaf on green: no object is near, of which its veins could be a mixture."""
    rgb = np.tile(GREEN.astype(np.uint8), (HIGH, WIDE, 1))
    rgb[20, 10:50] = (30, 140, 60)
    matte = np.full((HIGH, WIDE), 255, np.uint8)
    found = recolour(np.zeros((HIGH, WIDE, 4), np.uint8), rgb, matte, BEHIND)
    assert np.array_equal(found[..., :3], rgb)


def test_a_colour_that_no_mixture_explains_is_kept():
    """A black outline, two pixels wide, between red and green."""
    rgb, _ = drawing()
    rgb[:, 29:31] = 0
    matte = np.full((HIGH, WIDE), 255, np.uint8)
    found = recolour(np.zeros((HIGH, WIDE, 4), np.uint8), rgb, matte, BEHIND)
    assert np.array_equal(found[:, 29:31, :3], rgb[:, 29:31])


def test_only_pixels_that_gained_alpha_change_colour():
    rng = np.random.default_rng(3)
    rgb, _ = drawing()
    cut = rng.integers(0, 256, (HIGH, WIDE, 4), np.uint8)
    matte = cut[..., 3].copy()
    matte[10:20, 25:35] = rng.integers(0, 256, (10, 10))
    before = cut.copy()
    found = recolour(cut, rgb, matte, BEHIND)
    same = matte <= cut[..., 3]
    assert np.array_equal(found[same][:, :3], cut[same][:, :3])
    assert np.array_equal(found[..., 3], matte)
    assert np.array_equal(cut, before)


def test_a_little_more_alpha_moves_colour_a_little():
    rgb = np.full((9, 9, 3), 200, np.uint8)
    cut = cutout(np.full((9, 9, 3), 100), np.full((9, 9), 200))
    colours = [
        int(recolour(cut, rgb, np.full((9, 9), alpha, np.uint8))[4, 4, 0])
        for alpha in (200, 205, 228, 254, 255)
    ]
    assert colours == sorted(colours)
    assert (colours[0], colours[-1]) == (100, 200)
    assert colours[1] < 112
