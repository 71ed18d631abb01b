"""What JPEG does to edges is recognised, and taken back where it can be."""

from __future__ import annotations

import cv2
import numpy as np
import pytest

from nukki.alpha.background import fit
from nukki.alpha.jpeg import halved, ripple, sharpened
from nukki.alpha.unmix import unmix
from tests.alpha import pictures
from tests.alpha.pictures import Byte, Truth

SIZE = 320


@pytest.fixture(scope="module")
def wheel() -> Truth:
    return pictures.multicolour(SIZE)


@pytest.mark.parametrize("quality", [95, 75, 50])
@pytest.mark.parametrize("backing", ["green", "grey"])
def test_halved_chroma_is_recognised(wheel: Truth, backing: str, quality: int) -> None:
    picture = pictures.jpeg(pictures.photo(wheel, pictures.BACKINGS[backing]), quality)
    assert halved(picture)
    assert halved(picture[1:, 3:])  # wherever its pairs begin


@pytest.mark.parametrize("backing", ["green", "grey"])
def test_other_faults_are_not_taken_for_it(wheel: Truth, backing: str) -> None:
    clean = pictures.photo(wheel, pictures.BACKINGS[backing])
    whole = [cv2.IMWRITE_JPEG_QUALITY, 90, cv2.IMWRITE_JPEG_SAMPLING_FACTOR, 0x111111]
    full = np.asarray(cv2.imdecode(cv2.imencode(".jpg", clean, whole)[1], cv2.IMREAD_COLOR))
    grainy = pictures.grain(clean / np.float32(255), 6)
    for picture in (clean, pictures.blurred(clean), pictures.ringing(clean), grainy, full):
        assert not halved(picture)


def test_soft_chroma_beside_neutral_edges_is_left_alone() -> None:
    y, x = np.mgrid[:SIZE, :SIZE]
    picture = np.full((SIZE, SIZE, 3), 250, np.uint8)
    picture[(x % 24 < 4) & (y > 40) & (y < 280)] = 60
    glow = np.exp(-((x - 160) ** 2 + (y - 160) ** 2) / 900)[..., None]
    assert not halved((picture * (1 - glow) + (90, 200, 60) * glow).astype(np.uint8))


@pytest.mark.parametrize(("quality", "left"), [(95, 0.6), (85, 0.75)])
def test_sharper_chroma_is_nearer_to_the_picture_before(
    wheel: Truth, quality: int, left: float
) -> None:
    before = pictures.photo(wheel, pictures.GREEN)
    stored = pictures.jpeg(before, quality)
    edges = (wheel.alpha > 0) & (wheel.alpha < 1)
    assert _off(sharpened(stored), before)[edges].mean() < left * _off(stored, before)[edges].mean()


def test_depth_and_luma_are_kept(wheel: Truth) -> None:
    stored = pictures.jpeg(pictures.photo(wheel, pictures.GREY), 90)
    fine = sharpened(stored.astype(np.uint16) * np.uint16(257))
    assert fine.dtype == np.uint16
    assert np.abs(fine / 257.0 - sharpened(stored)).max() <= 0.51
    inside = (sharpened(stored) > 0).all(2) & (sharpened(stored) < 255).all(2)
    luma = [cv2.cvtColor(image, cv2.COLOR_RGB2GRAY) for image in (stored, sharpened(stored))]
    assert np.abs(luma[0].astype(int) - luma[1])[inside].max() <= 2


def test_ripples_are_measured_beside_edges_alone(wheel: Truth) -> None:
    def noise(picture: Byte) -> float:
        off = picture / np.float32(255) - fit(picture).at(slice(None))
        return ripple(np.linalg.norm(off, axis=2).astype(np.float32))

    clean = pictures.photo(wheel, pictures.GREEN)
    assert noise(clean) == pytest.approx(2 * 3**0.5 / 255, rel=0.1)
    smooth = pictures.photo(wheel, pictures.GREEN, 0)
    assert noise(pictures.jpeg(smooth, 80)) > 3 * noise(smooth)
    assert ripple(np.zeros((64, 64), np.float32)) == 0


def test_a_usual_jpeg_leaves_no_specks_beside_the_object(wheel: Truth) -> None:
    matte = {}
    for backing in ("green", "magenta"):
        picture = pictures.jpeg(pictures.photo(wheel, pictures.BACKINGS[backing], 0), 85)
        matte[backing] = unmix(picture, fit(picture)).alpha / np.float32(255)
    for alpha in matte.values():
        assert np.abs(alpha - wheel.alpha).mean() < 0.003


def _off(picture: Byte, other: Byte) -> np.ndarray:
    return np.abs(picture.astype(int) - other).sum(2)
