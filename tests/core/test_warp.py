"""One resampling: true alpha, no ringing outside it, and colours that hidden ones do not touch."""

import math

import numpy as np
import pytest
from PIL import Image

from nukki.core.warp import warped

RED = (200, 30, 40)


def plate(width=80, height=60, hidden=(0, 255, 0)):
    """An opaque plate within a transparent border whose hidden colour is another."""
    rgba = np.zeros((height, width, 4), np.uint8)
    rgba[..., :3] = hidden
    rgba[10:-10, 10:-10] = (*RED, 255)
    return rgba


def corners(width, height, scale=1.0, degrees=0.0, at=(0.0, 0.0)):
    turn = math.radians(degrees)
    return [
        (
            at[0] + scale * (math.cos(turn) * x - math.sin(turn) * y),
            at[1] + scale * (math.sin(turn) * x + math.cos(turn) * y),
        )
        for x, y in ((0, 0), (width, 0), (width, height), (0, height))
    ]


WAYS = [(0.5, 0, (0, 0)), (0.37, 0, (0.3, 0.8)), (0.1, 0, (0, 0)), (1.0, 17, (40, 5)),
        (0.6, -30, (5, 50)), (0.2, 45, (30, 2))]  # fmt: skip


@pytest.mark.parametrize(("scale", "degrees", "at"), WAYS)
def test_hidden_colour_never_bleeds_and_alpha_is_clean(scale, degrees, at):
    made = warped(plate(), corners(80, 60, scale, degrees, at), (0, 0, 110, 110))
    seen = made[..., 3] > 0
    assert np.abs(made[seen][:, :3].astype(int) - RED).max() <= 2
    assert (made[~seen] == 0).all()
    area = made[..., 3].astype(float).sum() / 255
    assert area == pytest.approx(60 * 40 * scale**2, rel=0.03)


@pytest.mark.parametrize(("scale", "degrees", "at"), WAYS)
def test_what_is_whole_stays_whole_and_what_is_empty_empty(scale, degrees, at):
    """Lanczos alone would leave faint rings of alpha along every hard edge."""
    made = warped(plate(), corners(80, 60, scale, degrees, at), (0, 0, 110, 110))
    whole, empty = _within(scale, degrees, at, 110, -1), ~_within(scale, degrees, at, 110, 1)
    assert (made[whole][:, 3] == 255).all()
    assert (made[empty][:, 3] == 0).all()


def _within(scale, degrees, at, side, more):
    """Pixels whose middle lies in the plate, grown by `more` px."""
    turn = math.radians(degrees)
    y, x = np.mgrid[0:side, 0:side] + 0.5
    x, y = x - at[0], y - at[1]
    u = (math.cos(turn) * x + math.sin(turn) * y) / scale
    v = (-math.sin(turn) * x + math.cos(turn) * y) / scale
    grown = more / scale
    return (u > 10 - grown) & (u < 70 + grown) & (v > 10 - grown) & (v < 50 + grown)


@pytest.mark.parametrize("turns", [1, 2, 3])
def test_quarter_turns_are_the_pixels_themselves(turns):
    rng = np.random.default_rng(1)
    rgba = rng.integers(0, 256, (20, 30, 4), np.uint8)
    rgba[..., 3] = 255
    spots = [corners(30, 20, 1, 90, (20, 0)), corners(30, 20, 1, 180, (30, 20)),
             corners(30, 20, 1, 270, (0, 30))]  # fmt: skip
    wanted = np.rot90(rgba, -turns)
    made = warped(rgba, spots[turns - 1], (0, 0, wanted.shape[1], wanted.shape[0]))
    assert np.abs(made.astype(int) - wanted).max() <= 1


def test_fine_stripes_become_their_mean_and_no_moire():
    rgba = np.full((400, 400, 4), 255, np.uint8)
    rgba[:, ::2, :3] = 0
    for scale, degrees, box in ((0.25, 0, 100), (0.2, 10, 80)):
        made = warped(rgba, corners(400, 400, scale, degrees, (15, 0)), (0, 0, box, box))
        inner = made[30:50, 30:50, :3]
        assert np.abs(inner.astype(int) - 127.5).max() <= 12


def test_scaling_alone_agrees_with_pillow_on_an_opaque_picture():
    rng = np.random.default_rng(2)
    small = rng.integers(0, 256, (12, 16, 3), np.uint8)
    rgb = np.asarray(Image.fromarray(small).resize((160, 120), Image.Resampling.BICUBIC))
    rgba = np.dstack([rgb, np.full(rgb.shape[:2], 255, np.uint8)])
    made = warped(rgba, corners(160, 120, 0.5), (0, 0, 80, 60))
    theirs = Image.fromarray(rgb).resize((80, 60), Image.Resampling.LANCZOS)
    inside = (slice(4, -4), slice(4, -4))
    assert np.abs(made[inside][..., :3].astype(int) - np.asarray(theirs)[inside]).max() <= 1
    assert (made[..., 3] == 255).all()


def test_equal_input_gives_equal_bytes_and_the_input_stays():
    rgba = plate()
    before = rgba.copy()
    spots = corners(80, 60, 0.6, 12, (20, 5))
    one, two = (warped(rgba, spots, (0, 0, 90, 70)) for _ in range(2))
    assert np.array_equal(one, two)
    assert np.array_equal(rgba, before)
