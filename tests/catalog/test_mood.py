"""Moods from words and reference pictures."""

from __future__ import annotations

import struct
import zlib
from pathlib import Path

import numpy as np
import pytest
from PIL import Image

from nukki.catalog.mood import read_mood, reference_palette
from nukki.errors import ShapeError

# text: the signs of warmth, brightness and vividness
MOODS = {
    "따뜻한 느낌": (1, 1, 0),
    "차가운 겨울": (-1, 1, -1),
    "시원하고 청량하게": (-1, 1, 1),
    "파스텔톤의 은은한 분위기": (0, 1, -1),
    "밤": (-1, -1, 0),
    "어두운 네온": (-1, -1, 1),
    "선명하고 쨍한 색감": (0, 1, 1),
    "빈티지한 무드": (1, -1, -1),
    "흑백": (0, 0, -1),
    "bright": (0, 1, 1),
    "a warm, cozy mood": (1, 0, -1),
    "soft pastel colours": (1, 1, -1),
    "moody": (-1, -1, -1),
    "vivid summer": (-1, 1, 1),
    "sunset": (1, -1, 1),
    "monochrome": (0, 0, -1),
    "": (0, 0, 0),
}


@pytest.mark.parametrize("text", MOODS)
def test_words_shift_light_and_colour(text: str) -> None:
    mood = read_mood(free_text=text)
    signs = [int(np.sign(value)) for value in (mood.warmth, mood.brightness, mood.vividness)]
    assert tuple(signs) == MOODS[text]
    assert mood.ignored == ()


def test_unknown_words_of_the_free_text_are_listed_and_those_of_the_campaign_are_not() -> None:
    mood = read_mood("여름 빙글 대축제", "따뜻한 파스텔 느낌, 말캉, quirky")
    assert mood.understood == ("따뜻한", "파스텔", "여름")
    assert mood.ignored == ("말캉", "quirky")


def test_campaign_words_count_half() -> None:
    whole, half = read_mood(free_text="겨울"), read_mood(campaign_text="겨울")
    assert half.warmth == pytest.approx(whole.warmth / 2)


def test_a_mood_never_leaves_its_range() -> None:
    mood = read_mood(free_text="노을 따뜻한 가을 햇살 " * 50)
    assert (mood.warmth, mood.brightness) == (1, 1)


def test_a_night_is_no_chestnut_sweet() -> None:
    assert read_mood(free_text="밤양갱").ignored == ("밤양갱",)


def test_reference_colours_pull_the_mood() -> None:
    warm, cold = read_mood(reference_colours=["#ff8800"]), read_mood(reference_colours=["#0044cc"])
    assert warm.warmth > 0.3
    assert cold.warmth < -0.3
    assert read_mood(reference_colours=["#777777"]).vividness == -0.5


def picture(path: Path, *bands: tuple[int, int, int]) -> Path:
    rows = np.repeat(np.asarray(bands, np.uint8)[:, None], 60, axis=1)
    Image.fromarray(np.repeat(rows, [30 - 8 * i for i in range(len(bands))], axis=0)).save(path)
    return path


@pytest.mark.parametrize("suffix", ["png", "webp", "jpg"])
def test_the_palette_of_a_picture_lists_its_largest_colours_first(
    tmp_path: Path, suffix: str
) -> None:
    palette = reference_palette(picture(tmp_path / f"a.{suffix}", (250, 40, 40), (20, 60, 220)))
    first, second = (np.array([int(c[i : i + 2], 16) for i in (1, 3, 5)]) for c in palette[:2])
    assert np.abs(first - [250, 40, 40]).max() < 12
    assert np.abs(second - [20, 60, 220]).max() < 12


def test_the_palette_is_the_same_every_time(tmp_path: Path) -> None:
    noise = np.random.default_rng(1).integers(0, 255, (90, 90, 3), np.uint8)
    Image.fromarray(noise).save(tmp_path / "noise.png")
    palettes = {reference_palette(tmp_path / "noise.png") for _ in range(3)}
    assert len(palettes) == 1
    assert 1 <= len(palettes.pop()) <= 5


def test_transparent_pixels_have_no_colour(tmp_path: Path) -> None:
    rgba = np.zeros((20, 20, 4), np.uint8)
    rgba[..., 0] = 255
    rgba[:10, :, 3] = 255
    rgba[10:, :, 2] = 255
    Image.fromarray(rgba).save(tmp_path / "a.png")
    assert reference_palette(tmp_path / "a.png") == ("#ff0000",)
    Image.fromarray(rgba * np.uint8([1, 1, 1, 0])).save(tmp_path / "b.png")
    assert reference_palette(tmp_path / "b.png") == ()


def huge_png() -> bytes:
    """A few bytes that claim to be 60,000 pixels a side."""
    head = struct.pack(">IIBBBBB", 60_000, 60_000, 8, 2, 0, 0, 0)
    chunk = b"IHDR" + head
    return (
        b"\x89PNG\r\n\x1a\n"
        + struct.pack(">I", len(head)) + chunk + struct.pack(">I", zlib.crc32(chunk))
        + struct.pack(">I", 0) + b"IDAT" + struct.pack(">I", zlib.crc32(b"IDAT"))
    )  # fmt: skip


def gif() -> bytes:
    return b"GIF89a\x01\x00\x01\x00\x80\x00\x00\x00\x00\x00\xff\xff\xff!\xf9\x04\x00;"


def medium_png() -> bytes:
    """Between our limit and Pillow's own: 7,000 pixels a side."""
    head = struct.pack(">IIBBBBB", 7_000, 7_000, 8, 2, 0, 0, 0)
    return huge_png()[:16] + head + struct.pack(">I", zlib.crc32(b"IHDR" + head)) + huge_png()[33:]


@pytest.mark.parametrize(
    ("picture", "colours"),
    [
        (Image.new("RGB", (1, 1), "#ff0000"), ("#ff0000",)),
        (Image.fromarray(np.full((9, 9), 0x8080, np.uint16)), ("#808080",)),
    ],
    ids=["one pixel", "sixteen bits"],
)
def test_odd_pictures_have_their_colours_too(tmp_path, picture, colours) -> None:
    picture.save(tmp_path / "a.png")
    assert reference_palette(tmp_path / "a.png") == colours


REFUSED = {
    "empty": (b"", "reference-unreadable"),
    "text": (b"hello", "reference-unreadable"),
    "gif": (gif(), "reference-unreadable"),
    "bomb": (huge_png(), "reference-unreadable"),
    "large": (medium_png(), "reference-too-many-pixels"),
    "cut": (b"\x89PNG\r\n\x1a\n\x00\x00", "reference-unreadable"),
    "heavy": (b"\0" * 20_000_001, "reference-too-large"),
}


@pytest.mark.parametrize("kind", REFUSED)
def test_a_hostile_reference_is_refused(tmp_path: Path, kind: str) -> None:
    data, code = REFUSED[kind]
    (tmp_path / "a.png").write_bytes(data)
    with pytest.raises(ShapeError) as caught:
        reference_palette(tmp_path / "a.png")
    assert caught.value.code == code


def test_a_missing_reference_is_refused(tmp_path: Path) -> None:
    with pytest.raises(ShapeError) as caught:
        reference_palette(tmp_path / "none.png")
    assert caught.value.code == "reference-missing"
