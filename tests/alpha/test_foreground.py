"""The object's own colour where pixels mix it with what lay behind."""

from __future__ import annotations

import numpy as np
import pytest

from nukki.alpha import foreground
from tests.alpha import pictures

SIZE = 256


def photo(truth, background):
    """The truth over a background, 8 bit, and its alpha as 8 bit would store it."""
    shown = np.rint(255 * np.clip(truth.over(background), 0, 1)).astype(np.uint8)
    return shown, (np.rint(truth.alpha * 255) / 255).astype(np.float32)


def waves():
    """A background of several colours that runs smoothly through them."""
    y, x = np.mgrid[:SIZE, :SIZE].astype(np.float32) / SIZE
    return np.dstack([0.5 + 0.4 * np.sin(7 * x + k + 3 * y) for k in (0, 2, 4)]).astype(np.float32)


def error(colour, alpha, truth):
    rgba = np.dstack([colour, np.rint(alpha * 255).astype(np.uint8)])
    return pictures.recomposition_error(rgba, truth)


# PyMatting 1.1.16, estimate_foreground_ml with its defaults, on the same pictures.
@pytest.mark.parametrize(("name", "peer"), [("bag", 0.245), ("hair", 1.311)])
def test_the_error_is_no_worse_than_the_peer_s(name, peer):
    truth = getattr(pictures, name)(SIZE)
    shown, alpha = photo(truth, waves())
    found = error(foreground.estimate(shown, alpha), alpha, truth)
    assert found <= peer
    assert found < 0.6 * error(shown, alpha, truth)


@pytest.mark.parametrize("dtype", [np.uint8, np.uint16])
def test_opaque_pixels_keep_their_values_and_hidden_ones_hold_nothing(dtype):
    rng = np.random.default_rng(3)
    rgb = rng.integers(0, np.iinfo(dtype).max, (40, 50, 3), dtype=dtype, endpoint=True)
    alpha = np.clip(rng.normal(0.5, 0.8, (40, 50)), 0, 1).astype(np.float32)
    colour = foreground.estimate(rgb, alpha)
    assert colour.dtype == dtype
    assert np.array_equal(colour[alpha == 1], rgb[alpha == 1])
    assert not colour[alpha == 0].any()


@pytest.mark.parametrize("value", [0.0, 0.5, 1.0])
@pytest.mark.parametrize("form", [(1, 1), (1, 9), (9, 1), (2, 3)])
def test_alpha_may_be_the_same_everywhere(form, value):
    rgb = np.full((*form, 3), 90, np.uint8)
    colour = foreground.estimate(rgb, np.full(form, value, np.float32))
    assert colour.tolist() == np.full((*form, 3), 90 if value else 0).tolist()


def test_a_colour_is_found_exactly_where_both_sides_are_flat():
    alpha = np.tile(np.clip(np.linspace(-0.5, 1.5, 60), 0, 1).astype(np.float32), (20, 1))
    red, blue = np.array([0.8, 0.2, 0.2]), np.array([0.1, 0.2, 0.9])
    rgb = np.rint(255 * (alpha[..., None] * red + (1 - alpha[..., None]) * blue)).astype(np.uint8)
    colour = foreground.estimate(rgb, alpha)
    seen = alpha > 0.1
    assert np.abs(colour[seen] / 255 - red).max() < 0.02


def test_a_large_picture_is_solved_smaller_and_still_explains_itself():
    side = foreground.LARGE + 200
    y, x = np.mgrid[:side, :side].astype(np.float32)
    alpha = np.clip((600 - np.hypot(x - 800, y - 800)) / 9, 0, 1)
    front, back = np.array([0.9, 0.6, 0.1]), np.array([0.1, 0.5, 0.3])
    shown = alpha[..., None] * front + (1 - alpha[..., None]) * back
    colour = foreground.estimate(np.rint(255 * shown).astype(np.uint8), alpha) / 255
    assert np.abs(colour - front)[alpha > 0.2].max() < 0.03
