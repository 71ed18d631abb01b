"""Opaque objects on a solid background, cut from end to end, and how sure the result is."""

from __future__ import annotations

import numpy as np
import pytest

from nukki import i18n
from nukki.alpha import segment as track
from nukki.alpha.segment import SURE, segment
from nukki.alpha.source import Byte, Source
from nukki.errors import AlphaError
from tests.alpha import pictures

SIZE = 256


def drawn(name: str, backing: str, noise: float = 2.0) -> Byte:
    return pictures.photo(pictures.OBJECTS[name](SIZE), pictures.BACKINGS[backing], noise)


@pytest.mark.parametrize("name", ["bag", "multicolour", "navy", "soft", "hair"])
@pytest.mark.parametrize("backing", ["green", "grey"])
def test_a_plain_backing_gives_a_sure_cutout(name: str, backing: str) -> None:
    picture = drawn(name, backing)
    result = segment(Source(picture, background=pictures.BACKINGS[backing]))
    assert result.strategy_id == track.STRATEGY_ID
    assert result.confidence >= SURE
    assert result.background is not None
    assert np.allclose(result.background, pictures.BACKINGS[backing], atol=0.02)
    assert {"noise", "inlier_share", "ring_share", "doubt", "soft_share"} <= set(result.facts)
    assert result.facts["noise"] == pytest.approx(2.5, abs=0.4)
    assert not result.layers
    whole = result.rgba[..., 3] == 255
    assert np.array_equal(result.rgba[whole][:, :3], picture[whole])


def test_the_colour_an_engine_named_is_only_a_hint() -> None:
    picture = drawn("bag", "green")
    told = segment(Source(picture, background=pictures.MAGENTA))
    assert np.array_equal(told.rgba, segment(Source(picture)).rgba)


def test_sixteen_bits_stay_sixteen_bits() -> None:
    eight = drawn("multicolour", "green")
    fine = segment(Source(eight.astype(np.uint16) * np.uint16(257)))
    coarse = segment(Source(eight))
    assert fine.rgba.dtype == np.uint16
    assert np.abs(fine.rgba[..., 3] / 257.0 - coarse.rgba[..., 3]).max() <= 1


@pytest.mark.parametrize("language", ["en", "ko"])
@pytest.mark.parametrize("noise", [0, 2, 5])
def test_a_picture_of_nothing_is_refused_with_advice(language: str, noise: int) -> None:
    bare = pictures.grain(pictures.backing(SIZE, pictures.GREY), noise)
    with pytest.raises(AlphaError) as caught:
        segment(Source(bare))
    assert caught.value.code == "segment-nothing"
    assert caught.value.message(language)
    assert i18n.hint("segment-nothing", language)


def checkered() -> Byte:
    tiles = np.kron(np.indices((8, 8)).sum(0) % 2, np.ones((SIZE // 8, SIZE // 8)))
    board = 0.4 + 0.3 * tiles[..., None] * np.ones(3)
    return pictures.grain(pictures.bag(SIZE).over(board.astype(np.float32)), 2)


def textured() -> Byte:
    rough = np.random.default_rng(0).normal(0, 1, (SIZE, SIZE, 3)).astype(np.float32)
    smooth = np.asarray(pictures.cv2.GaussianBlur(rough, (0, 0), 3))
    surface = smooth / smooth.std() * 0.03 + 0.6
    return pictures.grain(pictures.bag(SIZE).over(surface), 1)


@pytest.mark.parametrize(
    "picture",
    [
        pytest.param(checkered(), id="a checkered floor"),
        pytest.param(textured(), id="a cloth"),
        pytest.param(drawn("bag", "green", 30), id="noise"),
    ],
)
def test_what_the_key_cannot_explain_goes_to_the_model(picture: Byte) -> None:
    with pytest.raises(AlphaError) as caught:
        segment(Source(picture))
    assert caught.value.code.startswith("salient-")


def sureness(picture: Byte) -> float:
    """The confidence of the key; 0 where it hands the picture on to the model."""
    try:
        return segment(Source(picture)).confidence
    except AlphaError as refusal:
        if not refusal.code.startswith("salient-"):
            raise
        return 0.0


def room() -> Byte:
    walls = np.full((SIZE, SIZE, 3), 0.8, np.float32)
    walls[SIZE * 2 // 3 :] = (0.5, 0.4, 0.3)
    return pictures.grain(pictures.bag(SIZE).over(walls), 2)


@pytest.mark.parametrize(
    "picture",
    [
        pytest.param(room(), id="a floor that meets a wall"),
        pytest.param(drawn("chrome", "black"), id="metal that mirrors a black room"),
        pytest.param(drawn("chrome", "grey"), id="metal that mirrors a grey room"),
    ],
)
def test_what_may_be_wrong_is_not_called_sure(picture: Byte) -> None:
    assert sureness(picture) < SURE


def test_confidence_falls_as_noise_rises() -> None:
    noises = (1, 4, 8)
    found = [segment(Source(drawn("multicolour", "grey", n))).confidence for n in noises]
    assert found == sorted(found, reverse=True)
    assert found[-1] < found[0] - 0.05


@pytest.mark.parametrize("shape", [(1, 1), (1, 30), (3, 3), (7, 7), (8, 8)])
def test_tiny_pictures_end_in_a_cutout_or_a_reason(shape: tuple[int, int]) -> None:
    picture = np.random.default_rng(1).integers(0, 256, (*shape, 3)).astype(np.uint8)
    assert sureness(picture) < SURE
