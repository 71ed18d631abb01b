"""Figures of a cutout against its truth: alignment by offset, and what each figure notices."""

import numpy as np
import pytest

from nukki.qa.golden import compare, pictures
from nukki.qa.golden.case import Thresholds
from nukki.qa.golden.compare import MEASURES, Figures, Placed
from tests.qa.golden import folders

TRUTH = Placed(folders.disc())
SIZE = (96, 96)
PERFECT = Figures(1.0, 1.0, 0.0, 0.0)


def changed(**channels):
    """The disc with its alpha or colour replaced."""
    rgba = folders.disc()
    if "alpha" in channels:
        rgba[..., 3] = channels["alpha"](rgba[..., 3])
    if "colour" in channels:
        rgba[..., :3] = channels["colour"]
    return Placed(rgba)


def test_the_truth_itself_is_perfect():
    assert compare.compare(TRUTH, TRUTH, SIZE) == PERFECT


@pytest.mark.parametrize("crop", [0, 1, 7, 15])
def test_crops_of_the_same_cutout_are_aligned_by_their_offsets(crop):
    rgba = folders.disc()
    part = Placed(rgba[crop : 96 - crop, crop : 96 - crop], (crop, crop))
    assert compare.compare(part, pictures.cropped(rgba), SIZE) == PERFECT
    assert compare.compare(part, pictures.cropped(rgba)) == PERFECT


def test_a_crop_that_is_one_pixel_off_still_gives_figures():
    shifted = compare.compare(Placed(TRUTH.rgba, (1, 0)), TRUTH)
    assert 0.9 < shifted.alpha_iou < 1
    assert 0 < shifted.soft_alpha_mae < 0.05
    assert 0 < shifted.recomposition < 4


def test_a_placed_picture_may_reach_beyond_the_canvas():
    placed = Placed(np.full((4, 4, 4), 255, np.uint8), (-2, 3))
    canvas = placed.on(5, 5)
    assert canvas[3:, :2].min() == 255
    assert canvas.sum() == 2 * 2 * 4 * 255
    assert Placed(placed.rgba, (40, 40)).on(5, 5).sum() == 0


@pytest.mark.parametrize(
    ("found", "worse"),
    [
        (changed(alpha=lambda a: np.where(a >= 128, 255, 0)), {"ssim", "soft_alpha_mae"}),
        (changed(alpha=lambda a: np.maximum(a, 40)), {"soft_alpha_mae", "recomposition"}),
        (changed(colour=(190, 60, 60)), {"ssim", "recomposition"}),
        (changed(alpha=lambda a: a // 2), set(MEASURES)),
        (changed(alpha=lambda a: a * 0), set(MEASURES)),
    ],
    ids=["binary", "veil", "tinted", "faint", "empty"],
)
def test_each_fault_is_seen_by_the_figures_that_are_about_it(found, worse):
    figures = compare.compare(found, TRUTH, SIZE)
    assert worse <= {name for name in MEASURES if getattr(figures, name) != getattr(PERFECT, name)}


def test_two_empty_pictures_agree():
    empty = Placed(np.zeros((8, 8, 4), np.uint8))
    assert compare.compare(empty, empty) == PERFECT


def test_a_threshold_counts_as_kept_when_it_is_just_reached():
    limits = Thresholds(
        ssim_min=0.9, alpha_iou_min=0.8, soft_alpha_mae_max=0.1, recomposition_max=2.0
    )
    assert compare.judge(Figures(0.9, 0.8, 0.1, 2.0), limits) == ()
    missed = compare.judge(Figures(0.89, 0.8, 0.11, 2.0), limits)
    assert [miss.measure for miss in missed] == ["ssim", "soft_alpha_mae"]


def test_the_difference_picture_shows_the_worst_ground():
    ghost = folders.disc()
    ghost[..., 3] = 0
    levels = compare.difference(ghost, folders.disc())
    assert levels[0, 0] == 0
    assert levels[48, 48] == pytest.approx(215, abs=1)  # on white: 255 − 40
