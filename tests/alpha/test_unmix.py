"""Alpha and colour come back from a known background within stated bounds."""

from __future__ import annotations

import functools

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from nukki.alpha.background import fit
from nukki.alpha.unmix import MARGIN, STRIP, Matte, unmix
from tests.alpha import pictures
from tests.alpha.pictures import Byte, Colour, Truth

SIZE = 320


@functools.cache
def truth(name: str) -> Truth:
    return pictures.OBJECTS[name](SIZE)


def cut(picture: Byte) -> Matte:
    return unmix(picture, fit(picture))


def rgba(matte: Matte) -> Byte:
    return np.dstack([matte.colour, matte.alpha])


# Bounds: alpha error over the canvas, recomposition error in levels; half as much again as found.
CLEAN = {
    "bag": (0.008, 2.0),
    "hair": (0.03, 4.0),
    "soft": (0.0025, 0.5),
    "multicolour": (0.0006, 0.1),
    "dark": (0.0006, 0.15),
    "navy": (0.0006, 0.15),
    "chrome": (0.0006, 0.25),
}


@pytest.mark.parametrize("name", CLEAN)
@pytest.mark.parametrize("backing", ["green", "magenta", "grey"])
def test_clean_pictures_are_cut_within_their_bounds(name: str, backing: str) -> None:
    if (name, backing) == ("chrome", "grey"):
        name = "dark"  # metal that mirrors the backing's own grey has no edge there
    found = rgba(cut(pictures.photo(truth(name), pictures.BACKINGS[backing])))
    alpha, recomposed = CLEAN[name]
    assert pictures.alpha_error(found, truth(name)) < alpha
    assert pictures.recomposition_error(found, truth(name)) < recomposed


@pytest.mark.parametrize("width", [2.0, 6.0, 12.0, 20.0])
def test_soft_edges_keep_their_width(width: float) -> None:
    soft = pictures.soft(SIZE, width)
    matte = cut(pictures.photo(soft, pictures.GREEN))
    band = (soft.alpha > 0) & (soft.alpha < 1)
    assert np.abs(matte.alpha / 255 - soft.alpha)[band].mean() < 0.03


@pytest.mark.parametrize("backing", ["green", "grey"])
def test_what_is_opaque_keeps_its_bytes(backing: str) -> None:
    picture = pictures.photo(truth("multicolour"), pictures.BACKINGS[backing])
    matte = cut(picture)
    whole = matte.alpha == 255
    assert whole.mean() > 0.35
    assert np.array_equal(matte.colour[whole], picture[whole])
    inside = pictures.cv2.erode(np.uint8(truth("multicolour").alpha == 1), np.ones((7, 7))) > 0
    assert (matte.alpha[inside] == 255).mean() > 0.998


def test_nothing_of_the_picture_is_changed() -> None:
    picture = pictures.photo(truth("bag"), pictures.GREEN)
    before = picture.copy()
    cut(picture)
    assert np.array_equal(picture, before)


@pytest.mark.parametrize(
    ("fault", "leak", "error"),
    [("jpeg 85", 0.0045, 0.006), ("ringing", 0.002, 0.003), ("blur", 0.004, 0.005)],
)
def test_what_a_file_format_or_decoder_leaves_beside_edges_does_not_leak(
    fault: str, leak: float, error: float
) -> None:
    wheel = truth("multicolour")
    picture = pictures.photo(wheel, pictures.GREEN)
    faulty = {
        "jpeg 85": lambda: pictures.jpeg(picture, 85),
        "ringing": lambda: pictures.ringing(picture),
        "blur": lambda: pictures.blurred(picture),
    }[fault]()
    matte = cut(faulty)
    assert matte.alpha[wheel.alpha == 0].mean() / 255 < leak
    assert pictures.alpha_error(rgba(matte), wheel) < error


def test_two_depths_agree_within_one_level() -> None:
    eight = pictures.photo(truth("hair"), pictures.GREEN)
    matte, fine = cut(eight), cut(eight.astype(np.uint16) * np.uint16(257))
    assert fine.alpha.dtype == np.uint16
    assert np.abs(fine.alpha / 257.0 - matte.alpha).max() <= 1
    seen = matte.alpha > 0
    assert np.abs(fine.colour / 257.0 - matte.colour)[seen].max() <= 1


def test_strips_join_without_a_seam(monkeypatch: pytest.MonkeyPatch) -> None:
    picture = pictures.photo(truth("hair"), pictures.GREEN)
    whole = cut(picture)
    assert picture.shape[0] * picture.shape[1] < STRIP
    monkeypatch.setattr("nukki.alpha.unmix.STRIP", MARGIN * SIZE)
    joined = cut(picture)
    assert np.abs(joined.alpha.astype(int) - whole.alpha).mean() < 0.15


def test_doubt_rises_with_noise() -> None:
    doubts = [cut(pictures.photo(truth("multicolour"), pictures.GREEN, n)).doubt for n in (1, 4, 8)]
    assert doubts == sorted(doubts)
    assert doubts[0] < 0.03
    assert doubts[-1] > 0.05


@pytest.mark.parametrize("shape", [(1, 1), (1, 9), (9, 1), (3, 3), (2, 700)])
def test_tiny_pictures_are_answered(shape: tuple[int, int]) -> None:
    picture = np.random.default_rng(1).integers(0, 256, (*shape, 3)).astype(np.uint8)
    matte = cut(picture)
    assert matte.alpha.shape == shape
    assert matte.colour.shape == picture.shape


colours = st.tuples(*[st.integers(0, 255)] * 3).map(lambda c: (c[0] / 255, c[1] / 255, c[2] / 255))


@settings(max_examples=25, deadline=None, derandomize=True)
@given(
    colours,
    colours,
    st.lists(st.tuples(*[st.floats(0.25, 0.75)] * 2, st.floats(0.05, 0.2)), min_size=1, max_size=4),
    st.integers(0, 3),
)
def test_any_shape_in_any_colour_comes_back(
    behind: Colour, face: Colour, discs: list[tuple[float, float, float]], noise: int
) -> None:
    contrast = float(np.linalg.norm(np.subtract(face, behind)))
    canvas = pictures.Canvas(96)
    for x, y, radius in discs:
        canvas.disc((x, y), radius, face)
    shape = canvas.truth()
    if contrast < 0.15:
        return
    matte = cut(pictures.photo(shape, behind, float(noise)))
    # Noise σ moves alpha by σ / contrast; 8 bit adds half a level, curved edges a little more.
    bound = 0.02 + 3 * (noise + 0.5) / 255 / contrast
    edge = (shape.alpha > 0) & (shape.alpha < 1)
    assert np.abs(matte.alpha / 255 - shape.alpha)[edge].mean() < bound
    inside = pictures.cv2.erode(np.uint8(shape.alpha == 1), np.ones((5, 5))) > 0
    outside = pictures.cv2.dilate(np.uint8(shape.alpha > 0), np.ones((5, 5))) == 0
    assert (matte.alpha[inside] == 255).all()
    assert matte.alpha[outside].mean() < 0.05
