"""Native alpha is taken at its word: only haze goes, and pictures without alpha are refused."""

from __future__ import annotations

import numpy as np
import pytest

from bench import specimens
from nukki.alpha import native
from nukki.alpha.source import Source, of_rgba
from nukki.errors import AlphaError


@pytest.mark.parametrize("name", specimens.CLEAN)
def test_an_exact_render_has_no_haze_and_keeps_every_byte(name: str) -> None:
    rgba = specimens.CLEAN[name][0](160)
    result = native.native_alpha(of_rgba(rgba, "opaque"))
    assert native.haze(rgba[..., 3]) == 0
    assert np.array_equal(result.rgba, rgba)
    assert result.strategy_id == "native_alpha"


def test_haze_is_cleared_and_what_stands_above_it_is_kept() -> None:
    rgba = specimens.neon(200)
    veil = np.random.default_rng(1).integers(1, 4, rgba.shape[:2], np.uint8)
    rgba[..., 3] = np.maximum(rgba[..., 3], veil)
    before = rgba.copy()
    result = native.native_alpha(of_rgba(rgba, "opaque"))
    assert native.haze(rgba[..., 3]) == 3
    assert (result.rgba[0, :, 3] == 0).all()
    kept = before[..., 3] > 3
    assert np.array_equal(result.rgba[kept], before[kept])
    assert np.array_equal(rgba, before)


def test_a_glow_that_reaches_the_frame_at_one_side_is_not_haze() -> None:
    alpha = np.zeros((100, 100), np.uint8)
    alpha[:, :20] = np.linspace(30, 0, 20).astype(np.uint8)
    assert native.haze(alpha) == 0


@pytest.mark.parametrize(
    ("alpha", "code"),
    [(255, "native-alpha-opaque"), (0, "native-alpha-empty"), (2, "native-alpha-empty")],
    ids=["all opaque", "all clear", "only haze"],
)
@pytest.mark.parametrize("shape", [(1, 1), (1, 7), (30, 20)])
def test_a_picture_that_only_claims_alpha_is_refused(
    alpha: int, code: str, shape: tuple[int, int]
) -> None:
    rgba = np.full((*shape, 4), alpha, np.uint8)
    with pytest.raises(AlphaError) as caught:
        native.native_alpha(of_rgba(rgba, "opaque"))
    assert caught.value.code == code
    assert caught.value.hint("en")
    assert caught.value.hint("ko")


def test_confidence_is_high_for_soft_edges_and_zero_for_a_binary_mask() -> None:
    soft = specimens.disc(300)
    hard = soft.copy()
    hard[..., 3] = np.where(hard[..., 3] >= 128, 255, 0)
    assert native.native_alpha(of_rgba(soft, "opaque")).confidence > 0.9
    assert native.native_alpha(of_rgba(specimens.glass(300), "opaque")).confidence == 1.0
    assert native.native_alpha(of_rgba(hard, "opaque")).confidence == 0.0


def test_confidence_falls_with_haze() -> None:
    rgba = specimens.disc(300)
    rgba[..., 3] = np.maximum(rgba[..., 3], 16)
    assert native.native_alpha(of_rgba(rgba, "opaque")).confidence < 0.55


def test_a_picture_without_alpha_is_refused() -> None:
    with pytest.raises(AlphaError) as caught:
        native.native_alpha(Source(np.zeros((4, 4, 3), np.uint8)))
    assert caught.value.code == "native-alpha-none"


def test_sixteen_bit_alpha_is_kept_and_judged_alike() -> None:
    rgba = specimens.disc(120, softness=3.0)
    deep = rgba.astype(np.uint16) * 257
    result = native.native_alpha(of_rgba(deep, "opaque"))
    assert result.rgba.dtype == np.uint16
    assert np.array_equal(result.rgba, deep)
    assert result.confidence == native.native_alpha(of_rgba(rgba, "opaque")).confidence
