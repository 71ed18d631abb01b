"""A brand picture at its place: the very bytes where nothing turns it."""

import numpy as np
import pytest

from nukki.catalog.placement import Placement, box_of
from nukki.finishing.warp import Patch, in_place, patch_of


def picture(seed=0, size=(30, 20)):
    return np.random.default_rng(seed).integers(0, 256, (size[1], size[0], 4), np.uint8)


def test_at_scale_1_the_pixels_are_the_files_own():
    rgba = picture()
    found = in_place(rgba, Placement(x=-4, y=9, width=30, height=20, scale=1))
    assert (found.x, found.y) == (-4, 9)
    assert np.array_equal(found.rgba, rgba)


@pytest.mark.parametrize(
    "turned",
    [{"scale": 0.5}, {"scale": 1.0, "rotate": 0.5}, {"scale": 1.0, "tilt": "slight"}],
)
def test_what_does_not_keep_its_bytes_fills_the_box_of_its_placement(turned):
    width, height = box_of(30, 20, **turned)
    placed = Placement(x=3, y=4, width=width, height=height, **turned)
    found = in_place(picture(), placed)
    assert (found.x, found.y, found.width, found.height) == (3, 4, width, height)
    assert not placed.keeps_bytes


@pytest.mark.parametrize("at", [(-10, -5), (0, 0), (90, 70), (200, 200), (-50, 5)])
def test_a_patch_is_clipped_to_the_frame_as_the_whole_would_be(at):
    patch = Patch(picture(), *at)
    wide = np.zeros((400, 500, 4), np.uint8)
    wide[100 + at[1] : 120 + at[1], 100 + at[0] : 130 + at[0]] = patch.rgba
    inside = patch.clipped(100, 80)
    assert np.array_equal(patch.on_frame(100, 80), wide[100:180, 100:200])
    if inside.rgba.size:
        assert np.array_equal(wide[100:180, 100:200][inside.box], inside.rgba)


def test_a_layer_gives_back_the_patch_that_it_holds():
    rgba = picture()
    rgba[..., 3] |= 1
    found = patch_of(Patch(rgba, 12, 7).on_frame(90, 60))
    assert (found.x, found.y) == (12, 7)
    assert np.array_equal(found.rgba, rgba)
    assert patch_of(np.zeros((9, 9, 4), np.uint8)).rgba.size == 0


def test_what_is_no_picture_is_no_patch():
    with pytest.raises(ValueError, match="uint8"):
        Patch(np.zeros((4, 4, 3), np.uint8), 0, 0)
