"""What the colours of a picture say of an object that a network has found roughly."""

from __future__ import annotations

import numpy as np
import pytest

from nukki.alpha import colour_odds

SIZE = 96
RED, GREY = (200, 40, 30), (120, 122, 119)


def ring_on_gravel():
    """A red ring on grey gravel, and its mask; its hole shows gravel."""
    y, x = np.mgrid[:SIZE, :SIZE] - SIZE / 2
    far = np.hypot(x, y)
    truth = (far > 16) & (far < 34)
    rgb = np.where(truth[..., None], RED, GREY) + np.random.default_rng(1).integers(
        -20, 20, (SIZE, SIZE, 3)
    )
    return rgb.astype(np.uint8), truth, far


def test_a_hole_that_the_network_half_fills_is_background_by_its_colour():
    rgb, truth, far = ring_on_gravel()
    score = np.where(truth, 0.98, np.where(far <= 16, 0.85, 0.01)).astype(np.float32)
    moved = colour_odds.weighed(rgb, score)
    assert moved[far < 14].max() < 0.1
    assert moved[truth].min() > 0.8
    assert moved.dtype == np.float32


def test_what_the_network_is_wholly_sure_of_no_colour_takes_away():
    rgb, _, far = ring_on_gravel()
    score = np.where(far < 34, 1, 0).astype(np.float32)
    moved = colour_odds.weighed(rgb, score)
    assert moved[far < 34].min() > 0.5
    assert moved[far > 36].max() < 0.1


def test_colours_that_both_sides_share_say_nothing():
    rgb = np.random.default_rng(2).integers(100, 140, (SIZE, SIZE, 3), np.uint8)
    score = np.tile(np.linspace(0, 1, SIZE, dtype=np.float32), (SIZE, 1))
    assert np.abs(colour_odds.weighed(rgb, score) - score).mean() < 0.03


@pytest.mark.parametrize("value", [0.0, 0.5, 1.0])
@pytest.mark.parametrize("form", [(1, 1), (1, 700), (700, 1), (3, 5)])
def test_any_form_and_any_score_is_answered(form, value):
    rgb = np.full((*form, 3), 90, np.uint8)
    moved = colour_odds.weighed(rgb, np.full(form, value, np.float32))
    assert moved.shape == form
    assert np.abs(moved - value).max() < 0.01
