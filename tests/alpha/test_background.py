"""The fit finds the background's own surface, whatever stands before it."""

from __future__ import annotations

import cv2
import numpy as np
import pytest

from nukki.alpha.background import Backdrop, fit
from tests.alpha import pictures

SIZE = 256
ALL = slice(None)


@pytest.mark.parametrize("name", ["bag", "hair", "multicolour", "soft"])
@pytest.mark.parametrize("backing", ["white", "grey", "green", "magenta", "black"])
def test_a_vignetted_backing_is_found_to_half_a_level(name: str, backing: str) -> None:
    colour = pictures.BACKINGS[backing]
    found = fit(pictures.photo(pictures.OBJECTS[name](SIZE), colour))
    # Where a channel is clipped at 0 or 255, half of its noise is lost and the mean moves.
    allowed = 1.0 if min(colour) == 0 or max(colour) == 1 else 0.5
    assert np.abs(found.at(ALL) - pictures.backing(SIZE, colour)).max() * 255 < allowed
    assert found.solid
    assert found.ring_share > 0.98
    assert np.allclose(found.colour, colour, atol=0.02)


@pytest.mark.parametrize("noise", [0.0, 2.0, 4.0, 8.0])
def test_noise_is_measured(noise: float) -> None:
    found = fit(pictures.photo(pictures.bag(SIZE), pictures.GREY, noise))
    assert found.sigma * 255 == pytest.approx(noise + 0.5, abs=0.4)
    assert found.solid


def test_rows_and_columns_give_the_same_values_as_the_whole() -> None:
    found = fit(pictures.photo(pictures.bag(SIZE), pictures.GREEN))
    whole = found.at(ALL)
    assert whole.dtype == np.float32
    assert np.allclose(found.at(slice(30, 47)), whole[30:47], atol=1e-6)
    assert np.allclose(found.at(slice(30, 47), slice(9, 99, 4)), whole[30:47, 9:99:4], atol=1e-6)


@pytest.mark.parametrize("sides", ["bottom", "left and bottom"])
def test_an_object_that_touches_the_frame_does_not_spoil_the_fit(sides: str) -> None:
    backing = pictures.backing(SIZE, pictures.GREY)
    picture = backing.copy()
    picture[SIZE // 2 :, SIZE // 5 :] = (0.7, 0.1, 0.1)
    if sides != "bottom":
        picture[SIZE // 3 :, :60] = (0.7, 0.1, 0.1)
    found = fit(pictures.grain(picture, 2), pictures.GREY)
    assert np.abs(found.at(slice(0, SIZE // 3)) - backing[: SIZE // 3]).max() * 255 < 1
    assert found.ring_share < 0.8


def test_a_hint_that_the_border_does_not_show_is_ignored() -> None:
    picture = pictures.photo(pictures.bag(SIZE), pictures.GREEN)
    assert np.array_equal(fit(picture, (1.0, 0.0, 0.0)).at(ALL), fit(picture).at(ALL))
    assert np.allclose(fit(picture, pictures.GREEN).at(ALL), fit(picture).at(ALL), atol=1e-3)


def test_a_spot_of_light_on_the_backing_is_followed() -> None:
    axis = np.linspace(-0.5, 0.5, SIZE, dtype=np.float32)
    spot = np.exp(-4 * (axis[:, None] ** 2 + axis[None] ** 2))
    backing = 0.35 + 0.4 * spot[..., None] * np.ones(3, np.float32)
    truth = pictures.ball(SIZE, (0.8, 0.1, 0.1))
    found = fit(pictures.grain(truth.over(backing), 1))
    bare = truth.alpha == 0
    assert np.abs(found.at(ALL) - backing)[bare].max() * 255 < 4
    assert found.solid


def test_the_ring_alone_is_fitted_where_the_object_lets_the_backing_through() -> None:
    backing = pictures.backing(SIZE, pictures.GREEN)
    alpha = np.zeros((SIZE, SIZE), np.float32)
    cv2.circle(alpha, (SIZE // 2, SIZE // 2), SIZE // 3, 0.03, -1)
    glass = pictures.Truth(np.ones_like(backing), alpha)
    found = fit(pictures.grain(glass.over(backing), 1), ring_only=True)
    assert np.abs(found.at(ALL) - backing).max() * 255 < 1.2


def test_two_depths_agree() -> None:
    eight = pictures.photo(pictures.bag(SIZE), pictures.GREY)
    sixteen = eight.astype(np.uint16) * np.uint16(257)
    assert np.allclose(fit(eight).at(ALL), fit(sixteen).at(ALL), atol=1e-5)


@pytest.mark.parametrize("shape", [(1, 1), (1, 9), (9, 1), (3, 3), (7, 400), (8, 8), (2, 3000)])
@pytest.mark.parametrize("dtype", [np.uint8, np.uint16])
@pytest.mark.parametrize("ring_only", [True, False])
def test_tiny_pictures_are_answered(
    shape: tuple[int, int], dtype: type[np.uint8 | np.uint16], ring_only: bool
) -> None:
    rng = np.random.default_rng(3)
    found = fit(rng.integers(0, 255, (*shape, 3)).astype(dtype), ring_only=ring_only)
    assert found.at(ALL).shape == (*shape, 3)
    assert np.isfinite(found.at(ALL)).all()
    assert not found.solid or min(shape) >= 8


def _landscape() -> Backdrop:
    rng = np.random.default_rng(5)
    rough = cv2.GaussianBlur(rng.normal(0, 1, (SIZE, SIZE, 3)).astype(np.float32), (0, 0), 5)
    return fit(pictures.grain(0.5 + rough / rough.std() * 0.15, 2))


def test_what_is_no_solid_background_is_not_called_one() -> None:
    rng = np.random.default_rng(2)
    assert not fit(rng.integers(0, 256, (SIZE, SIZE, 3)).astype(np.uint8)).solid
    assert not _landscape().solid
