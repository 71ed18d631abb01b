"""Reductions: right in linear light, no hidden colour, no dark rim, nothing enlarged."""

import numpy as np
import pytest

from nukki.review.resize import opaque_smaller, smaller


def test_a_checker_of_black_and_white_becomes_the_grey_that_eyes_see():
    board = np.full((8, 8, 4), 255, np.uint8)
    board[..., :3] = ((np.add.outer(np.arange(8), np.arange(8)) % 2) * 255)[..., None]
    assert np.unique(smaller(board, 4, 4)[..., :3]).tolist() == [188]  # sRGB of half the light
    assert np.unique(opaque_smaller(board[..., :3], 4, 4)).tolist() == [188]


def test_hidden_colour_never_leaks_into_an_edge():
    picture = np.zeros((6, 6, 4), np.uint8)
    picture[...] = (0, 255, 0, 0)
    picture[:, :3] = (200, 40, 90, 255)
    half = smaller(picture, 2, 2)
    assert half[0, 0].tolist() == [200, 40, 90, 255]
    assert half[0, 1].tolist() == [200, 40, 90, 0]
    third = smaller(picture, 3, 6)
    assert third[0, 1].tolist() == [200, 40, 90, 128]


def test_the_mean_of_alpha_is_kept():
    rng = np.random.default_rng(1)
    picture = rng.integers(0, 256, (64, 48, 4), np.uint8)
    small = smaller(picture, 17, 23)
    assert small.shape == (23, 17, 4)
    assert abs(small[..., 3].mean() - picture[..., 3].mean()) < 0.5


def test_the_same_size_is_the_same_picture():
    picture = np.random.default_rng(2).integers(0, 256, (5, 7, 4), np.uint8)
    assert smaller(picture, 7, 5) is picture


@pytest.mark.parametrize("size", [(8, 5), (7, 6), (0, 5), (7, 0)])
def test_nothing_is_enlarged(size):
    with pytest.raises(ValueError, match="7x5"):
        smaller(np.zeros((5, 7, 4), np.uint8), *size)


def test_an_empty_picture_stays_empty():
    assert not smaller(np.zeros((8, 8, 4), np.uint8), 3, 3).any()
