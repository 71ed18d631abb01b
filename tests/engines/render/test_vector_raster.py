"""Coverage masks: where a part lies, how much of a pixel it covers, and no seams."""

import numpy as np
import pytest

from nukki.catalog.art import Art, Part
from nukki.engines.render.placed import Placed
from nukki.engines.render.vector.canvas import settle
from nukki.engines.render.vector.raster import Frame, bounds, cut, cut_all

SQUARE = "M8 8H24V24H8Z"
LEFT_HALF, RIGHT_HALF = "M0 0H16.3V32H0Z", "M16.3 0H32V32H16.3Z"


def art(*paths):
    return Art((0, 0, 32, 32), tuple(Part(path, (1.0, 0.0, 0.0)) for path in paths))


@pytest.mark.parametrize(
    ("path", "box"),
    [
        (SQUARE, (8, 8, 24, 24)),
        ("M16 2A14 14 0 1 1 16 30A14 14 0 1 1 16 2Z", (2, 2, 30, 30)),
        ("M0 0C0 40 32 40 32 0Z", (0, 0, 32, 30)),
    ],
)
def test_bounds_are_those_of_the_curve_and_not_of_its_handles(path, box):
    assert bounds(path) == pytest.approx(box, abs=0.02)


@pytest.mark.parametrize("roll", [0, 30, 90])
@pytest.mark.parametrize("samples", [1, 2, 3])
def test_a_square_covers_its_own_area_and_centre(roll, samples):
    frame = Frame(200, 200, samples)
    cutout = cut(Placed(art(SQUARE), "", 0.3, 0.2, 0.8, roll=roll), frame, pad=4)
    cover = cutout.cover
    assert cover.sum() / samples**2 == pytest.approx(80 * 80, rel=0.01)
    y, x = np.mgrid[: cover.shape[0], : cover.shape[1]] + 0.5
    assert ((x * cover).sum() / cover.sum() + cutout.left) / samples == pytest.approx(130, abs=0.1)
    assert ((y * cover).sum() / cover.sum() + cutout.top) / samples == pytest.approx(80, abs=0.1)


def test_a_roll_is_counter_clockwise():
    bar = art("M0 15H32V17H0Z")
    cover = cut(Placed(bar, "", 0, 0, 1.6, roll=30), Frame(100, 100), pad=0).cover
    height, width = cover.shape
    right = cover[:, width * 3 // 4 :]
    assert np.argwhere(right > 0.5)[:, 0].mean() < height / 2, "its right end rises"


def test_parts_that_abut_leave_no_seam():
    frame = Frame(100, 100)
    cutout = cut(Placed(art(LEFT_HALF, RIGHT_HALF), "", 0, 0, 1.0), frame, pad=3)
    layer = np.zeros((cutout.height, cutout.width, 4), np.float32)
    for stencil in cutout.stencils:
        cover = stencil.cover[..., None] / np.float32(255)
        spot = layer[stencil.rows, stencil.columns]
        spot *= 1 - cover
        spot += cover
    middle = settle(layer, cutout, 1)[10:-10, 10:-10, 3]
    assert layer[10:-10, 10:-10, 3].min() < 0.95, "the bare composite has the seam"
    assert middle.min() > 0.995


def test_a_translucent_part_shows_the_colour_it_makes_on_what_it_lies_on():
    two = Art(
        (0, 0, 32, 32),
        (Part("M0 0H32V32H0Z", (0.0, 0.0, 1.0)), Part(SQUARE, (1.0, 1.0, 1.0), opacity=0.5)),
    )
    cutout = cut(Placed(two, "", 0, 0, 1.0), Frame(64, 64), pad=2)
    assert cutout.solid_colours()[1] == pytest.approx((0.5, 0.5, 1.0))


def test_objects_come_far_to_near_and_those_out_of_sight_not_at_all():
    frame = Frame(64, 64)
    near = Placed(art(SQUARE), "near", 0.5, 0, 0.5, depth=2)
    far = Placed(art(SQUARE), "far", -0.5, 0, 0.5, depth=1)
    gone = Placed(art(SQUARE), "gone", 5, 0, 0.5, depth=0)
    cutouts = cut_all([near, gone, far], frame, pad=0)
    assert [cutout.left < 32 for cutout in cutouts] == [True, False]


def test_an_object_larger_than_the_frame_is_clipped_to_it():
    cutout = cut(Placed(art(SQUARE), "", 0, 0, 50.0), Frame(64, 48), pad=9)
    assert (cutout.left, cutout.top, cutout.width, cutout.height) == (0, 0, 64, 48)
    assert cutout.cover.min() == 1.0


@pytest.mark.parametrize(("side", "samples"), [(256, 3), (1024, 2), (1280, 2), (2048, 1)])
def test_samples_grow_scarce_as_frames_grow(side, samples):
    assert Frame.supersampled(side, side).samples == samples
