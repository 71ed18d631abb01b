"""Dust, veil and pinholes go; hair, sparkles, glow and anti-aliasing stay as they are."""

from __future__ import annotations

import numpy as np
import pytest

from nukki.alpha.background import fit
from nukki.alpha.cleanup import Cleaned, cleanup
from nukki.alpha.source import Float, Pixels
from nukki.alpha.unmix import Matte, unmix
from tests.alpha import pictures
from tests.alpha.pictures import Canvas, Truth

SIZE = 512


def of_alpha(alpha: Pixels, rgb: Pixels | None = None) -> Cleaned:
    """The cleaning of a matte of one orange, on green."""
    full = np.iinfo(alpha.dtype).max
    if rgb is None:
        rgb = np.full((*alpha.shape, 3), np.array([0.9, 0.5, 0.1]) * full, alpha.dtype)
    return cleanup(rgb, Matte(alpha, rgb.copy(), 0.0), pictures.GREEN)


def disc(size: int = SIZE) -> pictures.Byte:
    canvas = Canvas(size)
    canvas.disc((0.5, 0.5), 0.2, (0.9, 0.5, 0.1))
    return np.rint(canvas.truth().alpha * 255).astype(np.uint8)


@pytest.mark.parametrize("name", ["bag", "hair", "soft", "multicolour", "dark"])
@pytest.mark.parametrize("key", ["green", "grey"])
def test_exact_alpha_passes_untouched(name: str, key: str) -> None:
    truth = pictures.OBJECTS[name](256)
    picture = pictures.photo(truth, pictures.BACKINGS[key], noise=0)
    alpha = np.rint(truth.alpha * 255).astype(np.uint8)
    cleaned = cleanup(picture, Matte(alpha, picture.copy(), 0.0), pictures.BACKINGS[key])
    changed = cleaned.matte.alpha != alpha
    assert changed.mean() < 5e-4
    assert cleaned.specks == 0
    assert np.array_equal(cleaned.matte.colour, picture)


@pytest.mark.parametrize("key", ["green", "grey"])
def test_what_the_key_made_of_hair_is_kept(key: str) -> None:
    truth = pictures.hair(384)
    picture = pictures.photo(truth, pictures.BACKINGS[key])
    backdrop = fit(picture)
    matte = unmix(picture, backdrop)
    cleaned = cleanup(picture, matte, backdrop.colour)
    errors = [np.abs(m.alpha / 255 - truth.alpha).mean() for m in (matte, cleaned.matte)]
    assert errors[1] < errors[0] + 2e-4
    lost = matte.alpha.astype(int) - cleaned.matte.alpha
    assert np.count_nonzero(lost > 0) < 1e-4 * lost.size


def test_dust_goes_and_is_counted() -> None:
    alpha = disc()
    dusty = alpha.copy()
    rng = np.random.default_rng(3)
    spots = [(y, x) for y in range(20, SIZE, 40) for x in range(20, SIZE, 40)]
    far = [(y, x) for y, x in spots if not alpha[y - 16 : y + 16, x - 16 : x + 16].any()]
    for y, x in far:
        dusty[y : y + rng.integers(1, 3), x] = rng.integers(30, 256)
    cleaned = of_alpha(dusty)
    assert np.array_equal(cleaned.matte.alpha, alpha)
    assert cleaned.specks == len(far)
    (remark,) = cleaned.remarks
    assert remark.code == "cleanup-specks"
    assert remark.context == {"count": len(far)}


def star(canvas: Canvas, x: float, y: float, reach: float) -> None:
    for turn in (0, np.pi / 2):
        angle = np.array([0, np.pi / 2, np.pi, 3 * np.pi / 2])
        arms = np.array([reach, reach / 4, reach, reach / 4])
        points = np.stack([np.cos(angle + turn) * arms, np.sin(angle + turn) * arms], 1)
        canvas.area(points + np.array([x, y]), (1.0, 0.95, 0.6))


@pytest.mark.parametrize(
    ("place", "reach"),
    [((0.1, 0.12), 0.008), ((0.9, 0.4), 0.02), ((0.715, 0.5), 0.0035)],
    ids=["far", "large", "tiny but near"],
)
def test_sparkles_stay(place: tuple[float, float], reach: float) -> None:
    canvas = Canvas(SIZE)
    canvas.disc((0.5, 0.5), 0.2, (0.9, 0.5, 0.1))
    star(canvas, *place, reach)
    alpha = np.rint(canvas.truth().alpha * 255).astype(np.uint8)
    cleaned = of_alpha(alpha)
    assert np.array_equal(cleaned.matte.alpha, alpha)


def test_every_pixel_of_pixel_art_may_be_meant() -> None:
    alpha = np.zeros((64, 64), np.uint8)
    alpha[20:40, 20:40] = 255
    alpha[5, 5] = 255
    assert np.array_equal(of_alpha(alpha).matte.alpha, alpha)


def glowing(size: int) -> Float:
    y, x = np.mgrid[0:size, 0:size] / size - 0.5
    return np.clip(1.6 * np.exp(-((np.hypot(x, y) / 0.15) ** 2)), 0, 1).astype(np.float32)


@pytest.mark.parametrize("dtype", [np.uint8, np.uint16])
def test_a_glow_keeps_every_level_down_to_its_end(dtype: type) -> None:
    alpha = np.rint(glowing(SIZE) * np.iinfo(dtype).max).astype(dtype)
    cleaned = of_alpha(alpha)
    moved = np.abs(cleaned.matte.alpha.astype(np.float32) - alpha) / np.iinfo(dtype).max
    assert moved[alpha < 0.9 * np.iinfo(dtype).max].max() == 0
    assert moved.max() < 0.03


def test_a_veil_over_the_whole_picture_goes() -> None:
    alpha = np.maximum(disc(), np.random.default_rng(1).integers(1, 4, (SIZE, SIZE), np.uint8))
    cleaned = of_alpha(alpha)
    assert cleaned.haze == 3
    assert not cleaned.matte.alpha[0].any()
    assert np.array_equal(cleaned.matte.alpha[alpha > 3], alpha[alpha > 3])


def test_shallow_dents_in_a_solid_part_are_filled_with_their_own_bytes() -> None:
    alpha = disc()
    rng = np.random.default_rng(2)
    for y, x in rng.integers(220, 290, (60, 2)):
        alpha[y, x] = rng.integers(150, 255)
    rgb = rng.integers(0, 256, (SIZE, SIZE, 3), np.uint8)
    matte = Matte(alpha, np.zeros_like(rgb), 0.0)
    cleaned = cleanup(rgb, matte, pictures.GREEN)
    dents = (alpha < 255) & (cleaned.matte.alpha == 255)
    assert (cleaned.matte.alpha[215:295, 215:295] == 255).all()
    assert np.array_equal(cleaned.matte.colour[dents], rgb[dents])
    assert cleaned.pinholes == np.count_nonzero(dents)
    assert not np.shares_memory(cleaned.matte.alpha, alpha)


@pytest.mark.parametrize(
    ("tone", "filled"),
    [((0.05, 0.66, 0.3), True), ((0.9, 0.2, 0.1), False)],
    ids=["like", "unlike"],
)
def test_a_pinhole_is_filled_only_where_noise_can_have_made_it(
    tone: tuple[float, float, float], filled: bool
) -> None:
    alpha = disc()
    rgb = np.rint(np.full((SIZE, SIZE, 3), tone) * 255).astype(np.uint8)
    alpha[250:253, 250:252] = 0
    rgb[250:253, 250:252] = np.rint(np.array(pictures.GREEN) * 255)
    cleaned = of_alpha(alpha, rgb)
    assert (cleaned.matte.alpha[251, 251] == 255) == filled


@pytest.mark.parametrize("quality", [95, 85])
def test_jpeg_leaves_less_after_than_before(quality: int) -> None:
    truth: Truth = pictures.bag(384)
    picture = pictures.jpeg(pictures.photo(truth, pictures.GREY), quality)
    backdrop = fit(picture)
    matte = unmix(picture, backdrop)
    cleaned = cleanup(picture, matte, backdrop.colour)
    errors = [np.abs(m.alpha / 255 - truth.alpha).mean() for m in (matte, cleaned.matte)]
    assert errors[1] <= errors[0]


@pytest.mark.parametrize("shape", [(1, 1), (1, 9), (3, 2), (40, 700)])
@pytest.mark.parametrize("value", [0, 90, 255])
def test_any_size_is_taken(shape: tuple[int, int], value: int) -> None:
    assert of_alpha(np.full(shape, value, np.uint8)).matte.alpha.shape == shape
