"""A small WebP with alpha of a picture, made with Pillow alone: the server has no numpy loaded."""

from __future__ import annotations

import io
import struct
import zlib

from nukki.core.png import HEAD_BYTES, size_of
from nukki.errors import InputError

MAX_PIXELS = 16_000_000  # decoded they take 64 MB
# How Pillow says that a PNG is damaged, beside its own error types.
_FLAWS = (OSError, SyntaxError, ValueError, EOFError, struct.error, zlib.error)


def make(data: bytes, side: int) -> bytes:
    """The bytes of a PNG as a WebP whose longer side is at most `side`; nothing is enlarged.

    Averaged premultiplied, so no hidden colour comes through. Raises InputError picture-too-large
    or picture-damaged.
    """
    from PIL import Image

    width, height = size_of(data[:HEAD_BYTES]) or (0, 0)
    if width * height > MAX_PIXELS:
        raise InputError("picture-too-large", width=width, height=height)
    try:
        image = Image.open(io.BytesIO(data), formats=("PNG",))
        shown = image.convert("RGBA" if image.has_transparency_data else "RGB")
        shown.thumbnail((side, side), Image.Resampling.LANCZOS)
        buffer = io.BytesIO()
        shown.save(buffer, "WEBP", quality=85, method=4)
    except _FLAWS:
        raise InputError("picture-damaged") from None
    return buffer.getvalue()
