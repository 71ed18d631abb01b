"""Alpha from the same object over two backgrounds, and which pairs are no such thing."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import cv2
import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from PIL import Image

from nukki import catalog
from nukki.alpha.source import Source
from nukki.alpha.two_background import two_background
from nukki.errors import AlphaError
from tests.alpha import translucent as glass

SIDE = 192
SAMPLES = Path(catalog.__file__).parent / "samples"
BALL = glass.ball(SIDE)
TINTED = glass.ball(SIDE, (0.3, 0.5, 0.9))


def cut(first: Any, second: Any) -> Any:
    return two_background(Source(first, "translucent", other=second))


@pytest.mark.parametrize(
    ("first", "second", "worst"),
    [
        (glass.WHITE, glass.BLACK, 1.01),
        (glass.GREEN, glass.MAGENTA, 2.0),
        (glass.GREY, glass.BLACK, 2.0),
        (glass.WHITE, glass.GREY, 6.0),
    ],
)
@pytest.mark.parametrize("truth", [BALL, TINTED])
def test_glass_comes_back_to_the_rounding_of_its_pictures(
    first: Any, second: Any, worst: float, truth: Any
) -> None:
    result = cut(glass.on(*truth, first), glass.on(*truth, second))
    found = result.rgba[..., 3] / 255
    assert np.abs(found - truth[0]).max() * 255 <= worst
    assert not found[truth[0] == 0].any()
    assert glass.recomposition(result.rgba, *truth) < 0.6
    assert result.confidence > 0.98
    assert {remark.code for remark in result.remarks} <= {"pair-place-unknown"}


def test_sixteen_bits_stay_sixteen_and_are_exact() -> None:
    pair = [glass.on(*BALL, back, dtype=np.uint16) for back in (glass.WHITE, glass.BLACK)]
    result = cut(*pair)
    assert result.rgba.dtype == np.uint16
    assert np.abs(result.rgba[..., 3] / 65535 - BALL[0]).max() < 2e-5
    assert glass.recomposition(result.rgba, *BALL) < 0.01


@pytest.mark.parametrize("noise", [1, 2, 4])
def test_noise_costs_what_it_must_and_makes_no_haze(noise: float) -> None:
    pair = [
        glass.on(*BALL, back, noise, seed) for seed, back in enumerate((glass.WHITE, glass.BLACK))
    ]
    result = cut(*pair)
    found = result.rgba[..., 3] / 255
    assert np.abs(found - BALL[0])[BALL[0] > 0].mean() < 0.0035 * noise
    away = cv2.dilate((BALL[0] > 0).astype(np.uint8), np.ones((13, 13))) == 0
    assert np.count_nonzero(found[away]) < 1e-3 * away.sum()


def test_opaque_pixels_keep_the_bytes_of_the_first_picture() -> None:
    y, x = np.mgrid[:SIDE, :SIDE]
    alpha = np.clip(60.5 - np.hypot(x - SIDE / 2, y - SIDE / 2), 0, 1).astype(np.float32)
    colour = np.random.default_rng(3).uniform(0.2, 0.8, (SIDE, SIDE, 3)).astype(np.float32)
    light = cv2.GaussianBlur(colour, (0, 0), 2) * alpha[..., None]
    first, second = (glass.on(alpha, light, b, 1, 5) for b in (glass.GREEN, glass.MAGENTA))
    rgba = cut(first, second).rgba
    whole = rgba[..., 3] == 255
    assert whole.sum() > 0.95 * (alpha == 1).sum()
    assert np.array_equal(rgba[whole][:, :3], first[whole])


@pytest.mark.parametrize("x", [0.25, 0.5, 1.5, 12])
@pytest.mark.parametrize(
    "backs", [(glass.WHITE, glass.BLACK), (glass.GREEN, glass.MAGENTA)], ids=["bw", "chroma"]
)
def test_a_shift_is_caught_and_said_in_pixels(x: float, backs: Any) -> None:
    second = TINTED[1] + (1 - TINTED[0])[..., None] * np.float32(backs[1])
    with pytest.raises(AlphaError) as caught:
        cut(glass.on(*TINTED, backs[0]), glass.stored(glass.moved(second, x, 0)))
    assert caught.value.code == "pair-shifted"
    assert abs(float(caught.value.context["x"]) - x) < 0.08
    assert abs(float(caught.value.context["y"])) < 0.08


@pytest.mark.parametrize("step", [(1, 0), (-2, 1), (0, 8)])
@pytest.mark.parametrize("dtype", [np.uint8, np.uint16])
def test_a_shift_by_whole_pixels_is_undone_without_loss(step: Any, dtype: Any) -> None:
    first, second = (glass.on(*TINTED, back, dtype=dtype) for back in (glass.GREEN, glass.MAGENTA))
    result = cut(first, np.roll(second, step[::-1], axis=(0, 1)))
    assert np.array_equal(result.rgba, cut(first, second).rgba)
    (remark,) = result.remarks
    assert remark.code == "pair-moved"
    assert (int(remark.context["x"]), int(remark.context["y"])) == step


def _turned(picture: Any, degrees: float, zoom: float) -> Any:
    matrix = cv2.getRotationMatrix2D((SIDE / 2, SIDE / 2), degrees, zoom)
    return cv2.warpAffine(picture, matrix, (SIDE, SIDE), flags=cv2.INTER_CUBIC)


def _pair(back: Any, other: Any, gain: float = 1, zoom: float = 1) -> tuple[Any, Any]:
    second = _turned(TINTED[1], 0, zoom) + (1 - _turned(TINTED[0], 0, zoom))[..., None] * (
        np.float32(other)
    )
    return glass.on(*TINTED, back), glass.stored(gain * second)


BUSY = np.random.default_rng(1).integers(0, 255, (SIDE, SIDE, 3), dtype=np.uint8)


@pytest.mark.parametrize(
    ("pair", "codes"),
    [
        (_pair(glass.WHITE, glass.BLACK, gain=1.08), {"pair-gain"}),
        (_pair(glass.GREEN, glass.MAGENTA, gain=0.96), {"pair-gain"}),
        (_pair(glass.WHITE, glass.BLACK, zoom=1.08), {"pair-redrawn", "pair-alone"}),
        (_pair(glass.WHITE, (0.95, 0.95, 0.95)), {"pair-alike"}),
        ((_pair(glass.WHITE, glass.BLACK)[0], BUSY), {"pair-background-busy"}),
        ((BUSY, _pair(glass.WHITE, glass.BLACK)[0]), {"pair-background-busy"}),
        (
            (np.full((64, 64, 3), 255, np.uint8), np.zeros((64, 64, 3), np.uint8)),
            {"pair-empty"},
        ),
        ((BUSY, None), {"pair-none"}),
    ],
    ids=["gain", "dimmer", "zoom", "alike", "busy second", "busy first", "empty", "alone"],
)
@pytest.mark.parametrize("language", ["en", "ko"])
def test_a_pair_of_two_objects_is_refused_with_its_cause(
    pair: Any, codes: set[str], language: str
) -> None:
    with pytest.raises(AlphaError) as caught:
        cut(*pair)
    assert caught.value.code in codes
    assert "{" not in caught.value.message(language) + caught.value.hint(language)
    assert caught.value.hint(language)


def test_another_object_over_the_other_background_is_refused() -> None:
    second = glass.on(*glass.ball(SIDE, (0.9, 0.3, 0.2)), glass.BLACK)
    with pytest.raises(AlphaError):
        cut(glass.on(*TINTED, glass.WHITE), np.ascontiguousarray(second[:, ::-1]))
    y, x = np.mgrid[:SIDE, :SIDE]
    alpha = (np.hypot(x - 96, y - 96) < 50).astype(np.float32)
    red, blue = (alpha[..., None] * np.float32(c) for c in ((0.9, 0.1, 0.1), (0.1, 0.1, 0.9)))
    with pytest.raises(AlphaError) as caught:
        cut(glass.on(alpha, red, glass.WHITE), glass.on(alpha, blue, glass.BLACK))
    assert caught.value.code in {"pair-recoloured", "pair-overshoot"}


@pytest.mark.parametrize("passes", [(0.8, 0.95, 0.9), (0.9, 0.35, 0.3)])
def test_coloured_glass_is_taken_and_its_cost_said(passes: Any) -> None:
    through, light = glass.filter_glass(SIDE, passes)
    result = cut(glass.stored(light + through), glass.stored(light))
    (remark,) = (r for r in result.remarks if r.code != "pair-place-unknown")
    assert remark.code == "pair-tinted"
    found = result.rgba.astype(np.float32) / 255
    over_white = found[..., :3] * found[..., 3:] + 1 - found[..., 3:]
    there = found[..., 3] > 0
    cost = np.abs(over_white - light - through)[there].mean() * 255
    assert float(remark.context["found"]) == pytest.approx(cost, rel=0.1, abs=0.3)
    assert 0.5 < result.confidence < 1


@pytest.mark.parametrize("name", ["sp-glass-1", "sp-glass-2", "sp-neon-glow-1", "sp-neon-glow-2"])
@pytest.mark.parametrize(
    "backs", [(glass.WHITE, glass.BLACK), (glass.GREEN, glass.MAGENTA)], ids=["bw", "chroma"]
)
def test_our_own_renders_are_no_shifted_pairs(name: str, backs: Any) -> None:
    with Image.open(SAMPLES / f"{name}.webp") as file:
        rgba = np.pad(np.asarray(file.convert("RGBA")), ((24, 24), (24, 24), (0, 0)))
    alpha = np.float32(rgba[..., 3]) / 255
    light = np.float32(rgba[..., :3]) / 255 * alpha[..., None]
    result = cut(*(glass.on(alpha, light, back) for back in backs))
    assert np.abs(result.rgba[..., 3] / 255 - alpha).max() * 255 <= 2
    assert {remark.code for remark in result.remarks} <= {"pair-place-unknown"}


def test_glow_is_solved_as_glass_is() -> None:
    truth = glass.neon(SIDE)
    result = cut(glass.on(*truth, glass.WHITE), glass.on(*truth, glass.BLACK))
    assert np.abs(result.rgba[..., 3] / 255 - truth[0]).max() * 255 <= 1.01


colours = st.tuples(*[st.floats(0, 1)] * 3)


@settings(max_examples=25, deadline=None)
@given(first=colours, second=colours, inside=colours, alpha=st.floats(0.1, 1))
def test_any_flat_thing_comes_back_or_is_refused(
    first: Any, second: Any, inside: Any, alpha: float
) -> None:
    y, x = np.mgrid[:48, :48]
    plane = np.float32(alpha) * (np.hypot(x - 24, y - 24) < 15).astype(np.float32)
    light = plane[..., None] * np.float32(inside)
    pair = [glass.on(plane, light, back) for back in (first, second)]
    apart = float(np.linalg.norm(np.subtract(first, second)))
    try:
        result = cut(*pair)
    except AlphaError as refusal:
        # What looks like its background everywhere cannot be told from a redrawn object.
        assert refusal.code in {"pair-alike", "pair-empty", "pair-alone"}  # noqa: PT017
        return
    bound = 1.5 + 1.3 / apart
    assert np.abs(result.rgba[..., 3] / 255 - plane).max() * 255 <= bound


@pytest.mark.parametrize("seed", range(6))
def test_a_perfect_pair_of_facetted_glass_is_never_refused(seed: int) -> None:
    alpha, light = _facets(seed)
    backs = [(glass.WHITE, glass.BLACK), (glass.GREEN, glass.MAGENTA), (glass.GREY, glass.BLACK)]
    first, second = (glass.on(alpha, light, back) for back in backs[seed % 3])
    result = cut(first, second)
    assert result.facts["pair_placed_by"] == "channels"
    assert result.remarks == ()


@pytest.mark.parametrize("seed", range(3))
def test_facetted_glass_that_moved_is_never_proven_to_lie_right(seed: int) -> None:
    alpha, light = _facets(seed)
    first = glass.on(alpha, light, glass.WHITE)
    with pytest.raises(AlphaError) as caught:
        cut(first, glass.stored(glass.moved(light, 0.5, 0)))
    assert caught.value.code in {"pair-shifted", "pair-overshoot", "pair-alone"}


def _facets(seed: int) -> tuple[Any, Any]:
    """Fourteen triangles of glass around a point, each with a tint and an alpha of its own."""
    rng = np.random.default_rng(seed)
    alpha, tint = np.zeros((256, 256), np.float32), np.zeros((256, 256, 3), np.float32)
    points = rng.uniform(50, 206, (14, 2)).astype(np.float32)
    hull, middle = cv2.convexHull(points)[:, 0], points.mean(0)
    for one, next_one in zip(hull, np.roll(hull, -1, 0), strict=True):
        facet = [np.int32([one, next_one, middle])]
        cv2.fillPoly(alpha, facet, rng.uniform(0.1, 0.9), cv2.LINE_AA)
        cv2.fillPoly(tint, facet, rng.uniform(0, 1, 3).tolist(), cv2.LINE_AA)
    alpha, tint = (cv2.GaussianBlur(plane, (0, 0), 0.7) for plane in (alpha, tint))
    return alpha, tint * alpha[..., None]
