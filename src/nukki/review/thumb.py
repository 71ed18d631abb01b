"""A small WebP with alpha of a picture, made with Pillow alone: the server has no numpy loaded."""

from __future__ import annotations

import io
import struct
import zlib

from nukki.errors import InputError

MAX_PIXELS = 16_000_000  # decoded they take 64 MB
# How Pillow says that a PNG is damaged, beside its own error types.
_FLAWS = (OSError, SyntaxError, ValueError, EOFError, struct.error, zlib.error)


def make(png: bytes, side: int) -> bytes:
    """The bytes of a PNG as a WebP whose longer side is at most `side`; nothing is enlarged.

    Averaged premultiplied, so no hidden colour comes through. Raises InputError picture-too-large
    or picture-damaged.
    """
    from PIL import Image

    try:
        image = Image.open(io.BytesIO(png), formats=("PNG",))
        if image.width * image.height > MAX_PIXELS:
            raise InputError("picture-too-large", width=image.width, height=image.height)
        shown = image.convert("RGBA" if image.has_transparency_data else "RGB")
        shown.thumbnail((side, side), Image.Resampling.LANCZOS)
        buffer = io.BytesIO()
        shown.save(buffer, "WEBP", quality=85, method=4)
    except (*_FLAWS, Image.DecompressionBombError):
        raise InputError("picture-damaged") from None
    return buffer.getvalue()
