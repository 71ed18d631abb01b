"""Light to pixels: nothing is darkened at the edge, tones keep their order, alpha stays linear."""

import numpy as np
import pytest

from nukki.core.pixels import to_linear
from nukki.engines.render import develop
from nukki.engines.render.tracer import Features

COLOUR = np.float32([0.6, 0.3, 0.1])


def disc(side: int = 64, radius: float = 22) -> np.ndarray:
    """Coverage of a disc with a soft edge one pixel wide."""
    y, x = np.mgrid[0:side, 0:side] + 0.5 - side / 2
    return np.clip(radius - np.hypot(x, y) + 0.5, 0, 1).astype(np.float32)


def test_straight_colour_is_the_object_s_right_up_to_and_beyond_its_edge() -> None:
    alpha = disc()
    found = develop.straight(COLOUR * alpha[..., None], alpha)
    assert found == pytest.approx(np.broadcast_to(COLOUR, found.shape), abs=1e-4)


def test_empty_pixels_take_the_nearest_colour() -> None:
    alpha = np.zeros((8, 16), np.float32)
    alpha[:, 2], alpha[:, 13] = 1, 1
    colour = np.zeros((8, 16, 3), np.float32)
    colour[:, 2], colour[:, 13] = (1, 0, 0), (0, 0, 1)
    found = develop.straight(colour, alpha)
    assert found[:, :5] == pytest.approx(np.broadcast_to((1, 0, 0), (8, 5, 3)), abs=0.01)
    assert found[:, 11:] == pytest.approx(np.broadcast_to((0, 0, 1), (8, 5, 3)), abs=0.01)
    assert found.sum(-1) == pytest.approx(1, abs=0.01)


@pytest.mark.parametrize("alpha", [np.zeros((4, 4)), np.ones((4, 4))], ids=["empty", "full"])
def test_a_picture_without_an_edge_needs_no_spreading(alpha: np.ndarray) -> None:
    alpha = alpha.astype(np.float32)
    found = develop.straight(COLOUR * alpha[..., None], alpha)
    assert found == pytest.approx(COLOUR * alpha[..., None], abs=1e-6)


def test_denoising_removes_noise_and_leaves_no_dark_fringe() -> None:
    draw = np.random.default_rng(1)
    alpha = disc()
    noisy = COLOUR * draw.gamma(4, 1 / 4, (64, 64, 1)).astype(np.float32)
    albedo = COLOUR * alpha[..., None]
    normal = np.float32([0, 0, 1]) * alpha[..., None]
    features = Features(np.ascontiguousarray(albedo), np.ascontiguousarray(normal), alpha)
    before = np.abs(noisy - COLOUR)[alpha > 0].mean()
    clean = develop.denoise(np.ascontiguousarray(noisy), features, alpha)
    error = np.abs(clean - COLOUR)
    assert error[alpha > 0].mean() < 0.25 * before
    edge = (alpha > 0.05) & (alpha < 0.95)
    assert clean[edge].mean() == pytest.approx(COLOUR.mean(), rel=0.08)


def test_denoised_glass_stays_light_that_can_be() -> None:
    draw = np.random.default_rng(2)
    black = draw.gamma(2, 0.2, (48, 48, 3)).astype(np.float32)
    through = draw.normal(0.7, 0.05, (48, 48, 3)).astype(np.float32)
    clean, clear = develop.denoise_pair(black, through)
    assert clean.min() >= 0
    assert 0 <= clear.min() <= clear.max() <= 1
    assert clear.mean() == pytest.approx(0.7, abs=0.012)
    assert clear.std() < 0.4 * through.std()


def test_the_tone_curve_leaves_dark_and_middle_light_alone() -> None:
    light = np.linspace(0, 0.69, 50, dtype=np.float32)[:, None] * np.ones(3, np.float32)
    assert develop.tone(light, 1.0) == pytest.approx(light, abs=1e-5)


def test_the_tone_curve_keeps_order_and_never_passes_white() -> None:
    light = np.linspace(0, 60, 600, dtype=np.float32)[:, None] * np.ones(3, np.float32)
    found = develop.tone(light, 1.0)
    assert np.all(np.diff(found, axis=0) >= -1e-6)
    assert found.max() <= 1 + 1e-5
    assert found[-1].min() > 0.99


def test_exposure_is_a_factor_on_light() -> None:
    light = np.full((2, 2, 3), 0.2, np.float32)
    assert develop.tone(light, 1.5) == pytest.approx(1.5 * light)


def test_a_bright_yellow_stays_yellow_and_a_lamp_turns_white() -> None:
    yellow = np.float32([[1.4, 1.0, 0.1]])
    _, green, blue = develop.tone(yellow, 1.0)[0]
    assert blue < 0.35 * green
    lamp = develop.tone(yellow * 60, 1.0)[0]
    assert lamp.min() > 0.4


def test_alpha_is_passed_on_as_it_is_and_colour_is_encoded() -> None:
    alpha = disc()
    linear = np.full((64, 64, 3), 0.25, np.float32)
    found = develop.encoded(linear, alpha)
    assert np.array_equal(found[..., 3], alpha)
    assert to_linear(np.ascontiguousarray(found[..., :3])) == pytest.approx(linear, abs=1e-5)
