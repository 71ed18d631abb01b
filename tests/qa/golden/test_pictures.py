"""Pictures of a case that nobody should trust."""

import io
import struct
import zlib

import pytest
from PIL import Image

from nukki.errors import InputError
from nukki.qa.golden import pictures


def claimed(width, height):
    """A PNG that claims a size and holds one row."""

    def chunk(kind, body):
        return (
            struct.pack(">I", len(body)) + kind + body + struct.pack(">I", zlib.crc32(kind + body))
        )

    head = struct.pack(">IIBBBBB", width, height, 8, 2, 0, 0, 0)
    rows = chunk(b"IDAT", zlib.compress(bytes(64)))
    return b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", head) + rows + chunk(b"IEND", b"")


def small(kind):
    stream = io.BytesIO()
    Image.new("RGB", (8, 8)).save(stream, kind)
    return stream.getvalue()


@pytest.mark.parametrize(
    ("data", "code"),
    [
        (claimed(60_000, 60_000), "golden-picture-large"),
        (claimed(12_000, 9_000), "golden-picture-large"),
        (claimed(5_000, 10), "golden-picture-large"),
        (b"a text", "golden-picture-foreign"),
        (b"", "golden-picture-foreign"),
        (small("PNG")[:44], "golden-picture-unreadable"),
    ],
    ids=["bomb", "half a bomb", "too wide", "text", "empty", "cut off"],
)
def test_a_picture_that_cannot_be_used_is_refused_in_a_sentence(tmp_path, data, code):
    (tmp_path / "input.png").write_bytes(data)
    with pytest.raises(InputError) as caught:
        pictures.read(tmp_path / "input.png")
    assert caught.value.code == code
    assert "input.png" in caught.value.message("ko")
