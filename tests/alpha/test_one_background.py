"""Glass and light over one known background: what comes back, and the bound that is stated."""

from __future__ import annotations

from typing import Any

import cv2
import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from nukki.alpha.one_background import one_background
from nukki.alpha.source import Source
from nukki.errors import AlphaError
from tests.alpha import translucent as glass

SIDE = 192
PURE_GREEN, BLUE, NIGHT = (0.0, 1.0, 0.0), (0.0, 0.0, 1.0), (0.02, 0.02, 0.02)
CLEAR = glass.ball(SIDE)
TINTS = {"blue": glass.ball(SIDE, (0.3, 0.5, 0.9)), "amber": glass.ball(SIDE, (0.9, 0.6, 0.2))}


def cut(truth: Any, back: Any, noise: float = 0, material: Any = "translucent") -> Any:
    return one_background(Source(glass.on(*truth, back, noise), material))


def error(result: Any, alpha: Any) -> float:
    return float(np.abs(result.rgba[..., 3] / 255 - alpha)[alpha > 0].mean())


@pytest.mark.parametrize(
    ("back", "noise", "most"),
    [
        (PURE_GREEN, 0, 0.002),
        (BLUE, 0, 0.002),
        (glass.GREEN, 0, 0.003),
        (glass.MAGENTA, 0, 0.003),
        (PURE_GREEN, 2, 0.009),
        (glass.GREEN, 2, 0.011),
    ],
)
def test_clear_glass_on_a_saturated_key_is_exact(back: Any, noise: float, most: float) -> None:
    result = cut(CLEAR, back, noise)
    assert result.facts["assumption"] == "neutral"
    assert error(result, CLEAR[0]) < most
    assert error(result, CLEAR[0]) < result.facts["bound"] + 0.002
    assert result.confidence > 0.94


@pytest.mark.parametrize("back", [PURE_GREEN, glass.GREEN, BLUE, glass.MAGENTA, glass.BLACK])
@pytest.mark.parametrize("tint", TINTS)
@pytest.mark.parametrize("noise", [0, 2])
def test_tinted_glass_stays_within_its_stated_bound(tint: str, back: Any, noise: float) -> None:
    truth = TINTS[tint]
    result = cut(truth, back, noise)
    assert result.facts["assumption"] == "tinted"
    assert error(result, truth[0]) < min(0.05, float(result.facts["bound"]))
    assert 0.75 < result.confidence < 0.95


def test_clear_glass_over_black_is_a_lower_bound_and_says_so() -> None:
    result = cut(CLEAR, glass.BLACK)
    found = result.rgba[..., 3] / 255
    assert result.facts["assumption"] == "minimal"
    assert (found <= CLEAR[0] + 1.5 / 255).all()
    assert error(result, CLEAR[0]) < result.facts["bound"]
    assert result.confidence < 0.8


@pytest.mark.parametrize(("back", "noise"), [(glass.BLACK, 0), (NIGHT, 0), (NIGHT, 2)])
def test_light_over_black_comes_back_as_it_was_added(back: Any, noise: float) -> None:
    truth = glass.neon(SIDE)
    result = cut(truth, back, noise, "glow")
    assert result.facts["assumption"] == "additive"
    assert error(result, truth[0]) < 0.002 + 0.003 * noise
    over_black = result.rgba[..., :3].astype(np.float32) * result.rgba[..., 3:] / 255
    assert np.abs(over_black / 255 - truth[1]).mean() < 0.001 + 0.0015 * noise


@pytest.mark.parametrize("back", [glass.WHITE, glass.GREY, (0.9, 0.88, 0.9)])
@pytest.mark.parametrize("truth", [CLEAR, TINTS["blue"]])
@pytest.mark.parametrize("language", ["en", "ko"])
def test_a_background_that_hides_glass_is_refused_with_a_better_one_named(
    truth: Any, back: Any, language: str
) -> None:
    with pytest.raises(AlphaError) as caught:
        cut(truth, back)
    assert caught.value.code == "one-background-hides"
    assert "#" in caught.value.message(language)
    assert caught.value.hint(language)


@pytest.mark.parametrize("noise", [1, 3])
@pytest.mark.parametrize("back", [glass.GREEN, glass.MAGENTA, NIGHT])
def test_noise_and_vignette_leave_no_haze_around_the_object(back: Any, noise: float) -> None:
    axis = np.linspace(-1, 1, SIDE, dtype=np.float32)
    vignette = 1 - 0.04 * (axis[:, None] ** 2 + axis**2)
    result = cut(TINTS["blue"], np.float32(back) * vignette[..., None], noise)
    away = cv2.dilate((TINTS["blue"][0] > 0).astype(np.uint8), np.ones((13, 13))) == 0
    haze = result.rgba[..., 3][away]
    assert np.count_nonzero(haze) < 2e-3 * haze.size
    assert haze.max() < 10


def test_sixteen_bits_stay_sixteen() -> None:
    picture = glass.on(*CLEAR, PURE_GREEN, dtype=np.uint16)
    result = one_background(Source(picture, "translucent"))
    assert result.rgba.dtype == np.uint16
    assert np.abs(result.rgba[..., 3] / 65535 - CLEAR[0]).max() < 1e-3


def test_an_opaque_part_keeps_its_bytes() -> None:
    alpha = CLEAR[0].copy()
    light = CLEAR[1].copy()
    alpha[80:110, 80:110], light[80:110, 80:110] = 1, (0.4, 0.4, 0.4)
    picture = glass.on(alpha, light, PURE_GREEN)
    rgba = one_background(Source(picture, "translucent")).rgba
    assert (rgba[82:108, 82:108, 3] == 255).all()
    assert np.array_equal(rgba[82:108, 82:108, :3], picture[82:108, 82:108])


@pytest.mark.parametrize(
    ("picture", "code"),
    [
        (np.full((64, 64, 3), 90, np.uint8), "one-background-empty"),
        (np.random.default_rng(2).integers(0, 255, (64, 64, 3), np.uint8), "one-background-busy"),
        (np.zeros((1, 1, 3), np.uint8), "one-background-busy"),
    ],
)
def test_pictures_without_glass_or_background_are_refused(picture: Any, code: str) -> None:
    with pytest.raises(AlphaError) as caught:
        one_background(Source(picture, "translucent"))
    assert caught.value.code == code


@settings(max_examples=25, deadline=None)
@given(grey=st.floats(0, 1), alpha=st.floats(0.15, 1), back=st.sampled_from([PURE_GREEN, BLUE]))
def test_any_grey_on_a_pure_key_comes_back(grey: float, alpha: float, back: Any) -> None:
    y, x = np.mgrid[:64, :64]
    plane = np.float32(alpha) * (np.hypot(x - 32, y - 32) < 18).astype(np.float32)
    result = cut((plane, np.repeat(plane[..., None] * np.float32(grey), 3, 2)), back)
    assert np.abs(result.rgba[..., 3] / 255 - plane).max() * 255 < 2
