"""The figures of matting, against cases worked out by hand and against scikit-image."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
import numpy.typing as npt
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from skimage.metrics import structural_similarity

from nukki.qa import metrics

Float = npt.NDArray[np.float32]

ERRORS = [metrics.mae, metrics.mse, metrics.sad, metrics.grad, metrics.conn, metrics.soft_alpha_mae]
LIKENESSES = [metrics.iou, metrics.ssim]
GREY_50 = 0.46633  # sRGB of L* = 50
WHITE = (1.0, 1.0, 1.0)


def alphas(*rows: list[float]) -> Float:
    return np.array(rows, np.float32)


def noise(seed: int, *shape: int) -> Float:
    return np.random.default_rng(seed).random(shape, np.float32)


@settings(max_examples=25, deadline=None)
@given(seed=st.integers(0, 2**32 - 1), height=st.integers(11, 40), width=st.integers(11, 40))
def test_what_equals_the_truth_is_perfect(seed: int, height: int, width: int) -> None:
    alpha = noise(seed, height, width)
    assert [error(alpha, alpha.copy()) for error in ERRORS] == pytest.approx([0] * len(ERRORS))
    assert [like(alpha, alpha.copy()) for like in LIKENESSES] == pytest.approx([1, 1], abs=1e-6)
    rgba = noise(seed, height, width, 4)
    assert metrics.recomposition(rgba, rgba.copy()) == 0


@pytest.mark.parametrize(
    ("figure", "expected"),
    [
        (metrics.mae, (0.5 + 0.2) / 4),
        (metrics.mse, (0.25 + 0.04) / 4),
        (metrics.sad, (0.5 + 0.2) / 1000),
        (metrics.soft_alpha_mae, (0.5 + 0.2) / 3),
        (metrics.iou, 1.0),
    ],
)
def test_plain_figures_of_four_pixels(figure: Callable[..., float], expected: float) -> None:
    found, truth = alphas([1, 0.4], [0.2, 0]), alphas([0.5, 0.4], [0.4, 0])
    assert figure(found, truth) == pytest.approx(expected)


@pytest.mark.parametrize("figure", [*ERRORS, metrics.iou])
def test_where_leaves_out_what_lies_outside(figure: Callable[..., float]) -> None:
    found = np.zeros((40, 40), np.float32)
    found[5:30, 5:30] = 1
    truth = found.copy()
    truth[8, 8] = 0.2
    far = np.zeros(found.shape, np.bool_)
    far[20:] = True
    assert figure(found, truth, far) == pytest.approx(1 if figure is metrics.iou else 0)
    assert figure(found, truth, ~far) != pytest.approx(1 if figure is metrics.iou else 0)


def test_an_impulse_has_the_gradient_of_two_unit_kernels() -> None:
    found = np.zeros((21, 21), np.float32)
    found[10, 10] = 1
    assert metrics.grad(found, np.zeros_like(found)) == pytest.approx(0.002)


@pytest.mark.parametrize(
    ("found", "truth", "expected"),
    [
        (1, 0, 1),  # detached and only in one of them
        (1, 1, 0),  # detached in both: equally lost
        (0, 0.1, 0),  # a gap below .15 does not count
        (0, 0.2, 0.2),
    ],
)
def test_connectedness_of_a_detached_pixel(found: float, truth: float, expected: float) -> None:
    a, b = (np.zeros((6, 6), np.float32) for _ in range(2))
    a[:3] = b[:3] = 1
    a[5, 5], b[5, 5] = found, truth
    assert metrics.conn(a, b) == pytest.approx(expected / 1000)


@pytest.mark.parametrize(
    ("found", "truth", "expected"),
    [(0.5, 1, 0.5), (0.4, 0.5, 0), (0.35, 0.35, 0), (0.2, 0.38, 0.18)],
)
def test_connectedness_of_an_attached_pixel(found: float, truth: float, expected: float) -> None:
    a, b = (np.zeros((6, 6), np.float32) for _ in range(2))
    a[:3] = b[:3] = 1
    a[3, 3], b[3, 3] = found, truth
    assert metrics.conn(a, b) == pytest.approx(expected / 1000)


def test_a_corner_does_not_connect() -> None:
    a, b = (np.zeros((6, 6), np.float32) for _ in range(2))
    a[:3, :3] = b[:3, :3] = 1
    a[3, 3] = 1
    b[3, 3] = 0.5
    assert metrics.conn(a, b) == pytest.approx(0.5 / 1000)


def test_intersection_over_union_counts_what_is_at_least_half() -> None:
    assert metrics.iou(alphas([1, 0.5, 0.49, 0]), alphas([0.5, 0, 1, 0])) == pytest.approx(1 / 3)


def test_two_empty_pictures_agree() -> None:
    empty = np.zeros((4, 4), np.float32)
    assert metrics.iou(empty, empty) == 1
    assert metrics.soft_alpha_mae(empty, empty) == 0


def test_the_canvas_does_not_dilute_the_error_of_soft_alpha() -> None:
    found, truth = np.zeros((100, 100), np.float32), np.zeros((100, 100), np.float32)
    found[0, 0], truth[0, 0] = 0.5, 1
    assert metrics.soft_alpha_mae(found, truth) == 0.5


def test_white_where_nothing_should_be_is_seen_over_black_and_blue() -> None:
    found = np.ones((3, 3, 4), np.float32)
    truth = np.zeros((3, 3, 4), np.float32)
    blue = (0.9 + 0.8 + 0.2) / 3
    assert metrics.recomposition(found, truth) == pytest.approx(255 * (1 + 0 + blue) / 3)


def test_hidden_colour_is_not_seen() -> None:
    found, truth = noise(1, 5, 5, 4), noise(2, 5, 5, 4)
    found[..., 3] = truth[..., 3] = 0
    assert metrics.recomposition(found, truth) == 0


@pytest.mark.parametrize("shape", [(40, 50), (33, 21, 3)])
def test_ssim_is_that_of_scikit_image(shape: tuple[int, ...]) -> None:
    truth = noise(4, *shape)
    truth[5:20, 3:15] = 0.5
    found = np.clip(truth + 0.2 * noise(5, *shape) - 0.1, 0, 1)
    peer = structural_similarity(
        found,
        truth,
        data_range=1.0,
        channel_axis=2 if len(shape) == 3 else None,
        gaussian_weights=True,
        sigma=1.5,
        use_sample_covariance=False,
    )
    assert metrics.ssim(found, truth) == pytest.approx(float(peer), abs=1e-4)


def test_ssim_of_a_picture_smaller_than_its_window_is_refused() -> None:
    small = np.zeros((10, 40), np.float32)
    with pytest.raises(ValueError, match="at least 11"):
        metrics.ssim(small, small)


@pytest.mark.parametrize(
    ("own", "edge", "background", "expected"),
    [
        (0.0, GREY_50, WHITE, 50),  # the edge leans to white
        (GREY_50, 0.0, WHITE, -50),  # the edge leans away from it
        (0.3, 0.3, WHITE, 0),
        (1.0, 0.0, WHITE, 0),  # an object of the background's colour has nowhere to lean
    ],
)
def test_a_halo_is_signed_towards_the_background(
    own: float, edge: float, background: tuple[float, float, float], expected: float
) -> None:
    found = np.zeros((8, 8, 4), np.float32)
    found[:4] = (own, own, own, 1)
    found[4] = (edge, edge, edge, 0.5)
    assert metrics.halo(found, background) == pytest.approx(expected, abs=0.2)


@pytest.mark.parametrize("alpha", [0.0, 0.5, 1.0])
def test_without_an_edge_beside_something_firm_there_is_no_halo(alpha: float) -> None:
    found = noise(3, 8, 8, 4)
    found[..., 3] = alpha
    assert metrics.halo(found, (0.0, 1.0, 0.0)) == 0
