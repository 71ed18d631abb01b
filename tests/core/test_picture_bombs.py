"""Small files that would cost hours or gigabytes, and large ones that only look like it."""

from __future__ import annotations

import struct
import time
import zlib

import pytest
from PIL import Image

from nukki.core.picture import open_picture
from nukki.errors import InputError
from tests.core.test_picture import chunk_png, only, saved, some


def test_pages_beyond_the_cap_of_a_tiff_are_not_looked_for() -> None:
    first = saved(Image.new("L", (4, 4)), "TIFF")
    (at,) = struct.unpack_from("<I", first, 4)
    entries = first[at : at + 2 + 12 * int.from_bytes(first[at : at + 2], "little")]
    pages, many = bytearray(first[:at]), 60_000
    for page in range(many):
        following = len(pages) + len(entries) + 4 if page < many - 1 else 0
        pages += entries + struct.pack("<I", following)
    since = time.process_time()
    with pytest.raises(InputError) as refused:
        open_picture(bytes(pages))
    assert refused.value.code == "picture-too-many-frames"
    assert time.process_time() - since < 5


def test_a_jpeg_of_endless_scans_is_damaged() -> None:
    data = saved(some(64, 64), "JPEG", progressive=True)
    assert open_picture(data).kind == "JPEG"
    scan = data[data.rindex(b"\xff\xda") : -2]
    with pytest.raises(InputError) as refused:
        open_picture(data[:-2] + scan * 1000 + data[-2:])
    assert refused.value.code == "picture-damaged"


@pytest.mark.parametrize(
    "chunk",
    [
        (b"iCCP", b"ICC profile\0\0"),
        (b"zTXt", b"Raw profile type exif\0\0"),
        (b"iTXt", b"XML:com.adobe.xmp\0\1\0\0\0"),
    ],
    ids=lambda chunk: chunk[0].decode(),
)
def test_what_programs_write_beside_a_picture_may_be_long(chunk: tuple[bytes, bytes]) -> None:
    text = zlib.compress(bytes(3_000_000))
    data = chunk_png(8, 2, bytes(4 * 13), (4, 4), (chunk[0], chunk[1] + text))
    assert only(data).rgb.shape == (4, 4, 3)
