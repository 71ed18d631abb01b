"""PNG files: exact pixels, whole chunks, equal bytes, and refusal of what is hostile."""

from __future__ import annotations

import io
import json
import struct
import xml.etree.ElementTree as ET
import zlib
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from hypothesis.extra.numpy import arrays
from PIL import Image

from nukki.core import apng, png
from nukki.errors import InputError


def _chunk(kind: bytes, body: bytes) -> bytes:
    return struct.pack(">I", len(body)) + kind + body + struct.pack(">I", zlib.crc32(kind + body))


def _header(width: int, height: int) -> bytes:
    return _chunk(b"IHDR", struct.pack(">IIBBBBB", width, height, 8, 6, 0, 0, 0))


def _with_text(body: bytes) -> bytes:
    whole = png.encode(np.zeros((1, 1, 4), np.uint8))
    return whole[:33] + _chunk(b"iTXt", body) + whole[33:]


@pytest.fixture
def picture() -> np.ndarray:
    return np.random.default_rng(7).integers(0, 256, (37, 53, 4), np.uint8)


@settings(max_examples=40, deadline=None)
@given(arrays(np.uint8, st.tuples(st.integers(1, 9), st.integers(1, 9), st.just(4))))
def test_pixels_survive_a_foreign_decoder_and_ours(pixels: np.ndarray) -> None:
    data = png.encode(pixels, {"seed": 1})
    assert np.array_equal(np.asarray(Image.open(io.BytesIO(data))), pixels)
    assert np.array_equal(png.decode(data), pixels)


def test_equal_input_gives_equal_bytes_whatever_the_order_of_settings(picture: np.ndarray) -> None:
    assert png.encode(picture, {"a": 1, "b": 2}) == png.encode(picture.copy(), {"b": 2, "a": 1})


def test_every_chunk_has_a_true_crc_and_stands_before_the_pixels(picture: np.ndarray) -> None:
    kinds = [kind for kind, _ in png.chunks(png.encode(picture, {"seed": 3}))]
    assert kinds[:4] == [b"IHDR", b"sRGB", b"iTXt", b"iTXt"]
    assert kinds[-1] == b"IEND"
    assert b"tIME" not in kinds


def test_a_foreign_decoder_sees_srgb_settings_and_the_synthetic_mark(picture: np.ndarray) -> None:
    image = Image.open(io.BytesIO(png.encode(picture, {"brief": "작은 화분", "seed": 2**60})))
    image.load()
    assert image.info["srgb"] == 0
    assert json.loads(image.text["nukki"]) == {"brief": "작은 화분", "seed": 2**60}
    packet = image.text["XML:com.adobe.xmp"]
    root = ET.fromstring(packet[packet.index("<x:") : packet.rindex("<?xpacket")])
    (mark,) = root.iter("{http://iptc.org/std/Iptc4xmpExt/2008-02-29/}DigitalSourceType")
    assert mark.text == "http://cv.iptc.org/newscodes/digitalsourcetype/algorithmicMedia"


def test_settings_come_back_from_the_file(picture: np.ndarray, tmp_path: Path) -> None:
    path = tmp_path / "한글 이름.png"
    path.write_bytes(png.encode(picture, {"seed": 5, "pack": ["sp-glass"]}))
    assert png.read_settings(path) == {"seed": 5, "pack": ["sp-glass"]}
    assert np.array_equal(png.read(path), picture)


def test_settings_that_another_program_compressed_still_come_back(tmp_path: Path) -> None:
    path = tmp_path / "resaved.png"
    path.write_bytes(_with_text(b"nukki\0\1\0\0\0" + zlib.compress(b'{"seed":9}')))
    assert png.read_settings(path) == {"seed": 9}


@pytest.mark.parametrize(
    ("body", "code"),
    [
        (b"other\0\0\0\0\0{}", "png-no-settings"),
        (b"nukki\0", "png-settings-invalid"),
        (b"nukki\0\0\0\0\0[1]", "png-settings-invalid"),
        (b"nukki\0\0\0\0\0{nope", "png-settings-invalid"),
        (b"nukki\0\0\0\0\0\xff\xfe\xff", "png-settings-invalid"),
        (b"nukki\0\0\0\0\0" + b"[" * 200_000, "png-settings-invalid"),
        (b"nukki\0\1\0\0\0not zlib", "png-settings-invalid"),
        (b"nukki\0\1\0\0\0" + zlib.compress(b" " * 9_000_000), "png-settings-invalid"),
    ],
    ids=["none", "short", "a list", "no JSON", "no UTF-8", "deep", "no zlib", "bomb"],
)
def test_settings_that_cannot_be_trusted_are_refused(
    body: bytes, code: str, tmp_path: Path
) -> None:
    path = tmp_path / "x.png"
    path.write_bytes(_with_text(body))
    with pytest.raises(InputError) as caught:
        png.read_settings(path)
    assert caught.value.code == code


WHOLE = png.encode(np.full((4, 4, 4), 9, np.uint8))
BAD_PIXELS = _chunk(b"IDAT", zlib.compress(b"\0" * 3))


@pytest.mark.parametrize(
    ("data", "code"),
    [
        (b"", "png-not-png"),
        (b"GIF89a", "png-not-png"),
        (png.SIGNATURE, "png-damaged"),
        (WHOLE[:-20], "png-damaged"),
        (WHOLE[:60] + b"\0" + WHOLE[61:], "png-damaged"),
        (png.SIGNATURE + _chunk(b"IEND", b""), "png-damaged"),
        (png.SIGNATURE + _header(0, 4) + BAD_PIXELS + _chunk(b"IEND", b""), "png-damaged"),
        (png.SIGNATURE + _header(4, 4) + BAD_PIXELS + _chunk(b"IEND", b""), "png-damaged"),
        (
            png.SIGNATURE + _header(60_000, 60_000) + BAD_PIXELS + _chunk(b"IEND", b""),
            "png-too-many-pixels",
        ),
    ],
    ids=["empty", "gif", "head", "cut", "crc", "no header", "no width", "no rows", "bomb"],
)
def test_a_file_that_is_no_whole_png_is_refused(data: bytes, code: str) -> None:
    with pytest.raises(InputError) as caught:
        png.decode(data)
    assert caught.value.code == code


def test_too_many_bytes_are_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(png, "MAX_BYTES", len(WHOLE) - 1)
    with pytest.raises(InputError) as caught:
        png.decode(WHOLE)
    assert caught.value.code == "png-too-many-bytes"


def test_a_missing_file_is_a_person_s_mistake(tmp_path: Path) -> None:
    with pytest.raises(InputError) as caught:
        png.read(tmp_path / "none.png")
    assert caught.value.code == "png-unreadable"


@pytest.mark.parametrize("mode", ["1", "L", "LA", "P", "RGB", "RGBA", "I;16"])
def test_every_kind_of_png_becomes_rgba(mode: str) -> None:
    buffer = io.BytesIO()
    grey = np.array([[0, 255], [255, 0]], np.uint8)
    if mode == "I;16":
        Image.fromarray(grey.astype(np.uint16) * 257).save(buffer, "PNG")
    else:
        Image.fromarray(grey).convert(mode).save(buffer, "PNG")
    pixels = png.decode(buffer.getvalue())
    assert pixels.shape == (2, 2, 4)
    assert np.array_equal(pixels[..., 0], grey)
    assert (pixels[..., 3] == 255).all()


@pytest.mark.parametrize(
    "pixels",
    [np.zeros((2, 2, 3), np.uint8), np.zeros((2, 2, 4), np.int32), np.zeros((0, 2, 4), np.uint8)],
    ids=["rgb", "32 bit", "empty"],
)
def test_pixels_of_another_form_are_not_written(pixels: np.ndarray) -> None:
    with pytest.raises(ValueError, match="expected"):
        png.encode(pixels)


def test_settings_without_bound_are_not_written() -> None:
    with pytest.raises(ValueError, match="settings"):
        png.encode(np.zeros((1, 1, 4), np.uint8), {"x": "y" * png.MAX_SETTINGS})


def test_16_bit_travels_whole_with_what_it_says_of_itself() -> None:
    pixels = np.random.default_rng(5).integers(0, 65536, (6, 4, 4)).astype(np.uint16)
    tags = png.Tags(profile=b"not opened here", per_metre=(11811, 11811))
    data = png.encode(pixels, {"a": 1}, tags)
    found = dict(png.chunks(data))
    assert found[b"IHDR"][8:10] == b"\x10\x06"
    assert zlib.decompress(found[b"iCCP"].partition(b"\0\0")[2]) == b"not opened here"
    assert found[b"pHYs"] == struct.pack(">IIB", 11811, 11811, 1)
    assert b"sRGB" not in found
    assert png.SOURCE_TYPE.encode() not in data


def test_settings_can_be_put_in_afterwards() -> None:
    pixels = np.zeros((2, 2, 4), np.uint8)
    tags = png.Tags()
    late = png.stamped(png.encode(pixels, None, tags), {"a": 1})
    assert dict(png.chunks(late)) == dict(png.chunks(png.encode(pixels, {"a": 1}, tags)))


def test_frames_of_two_sizes_make_no_animation() -> None:
    frames = [png.encode(np.zeros((2, width, 4), np.uint8)) for width in (2, 3)]
    with pytest.raises(InputError, match="size"):
        apng.join(frames, [10, 10])


@pytest.mark.parametrize("kind", [np.uint8, np.uint16])
def test_a_sparse_picture_is_packed_in_another_way_and_holds_the_same(kind):
    rgba = np.zeros((400, 500, 4), kind)
    rgba[100:160, 200:290] = np.random.default_rng(3).integers(0, 256, (60, 90, 4))
    one, other = png.encode(rgba), png.encode(rgba, sparse=True)
    assert one != other
    assert np.array_equal(png.decode(one), png.decode(other))
    assert len(other) < 1.1 * len(one)
