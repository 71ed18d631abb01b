"""Frames that are PNGs already, joined into one animated PNG without being coded again."""

from __future__ import annotations

import struct
from collections.abc import Sequence

from nukki.core import png
from nukki.errors import InputError

_REPLACE, _KEEP = 0, 0  # blend: the frame replaces the canvas; dispose: it stays until then


def join(frames: Sequence[bytes], durations_ms: Sequence[int], loop: int = 0) -> bytes:
    """An APNG of whole frames; `loop` 0 plays without end.

    Everything but pixels (colours, settings) is taken from the first frame. Raises InputError
    when the frames differ in size or depth.
    """
    control = struct.pack(">II", len(frames), loop)
    parts = [png.SIGNATURE]
    number = 0
    shape = b""
    for index, (frame, duration) in enumerate(zip(frames, durations_ms, strict=True)):
        begun = False
        for kind, body in png.chunks(frame):
            if kind == b"IHDR":
                if index and body != shape:
                    raise InputError("picture-frames-differ")
                shape = body
                if not index:
                    parts += [png.chunk(kind, body), png.chunk(b"acTL", control)]
            elif kind == b"IDAT":
                if not begun:
                    parts.append(png.chunk(b"fcTL", _control(number, shape, duration)))
                    begun, number = True, number + 1
                if index:
                    parts.append(png.chunk(b"fdAT", struct.pack(">I", number) + body))
                    number += 1
                else:
                    parts.append(png.chunk(kind, body))
            elif not index and kind != b"IEND":
                parts.append(png.chunk(kind, body))
    return b"".join([*parts, png.chunk(b"IEND", b"")])


def _control(number: int, shape: bytes, duration_ms: int) -> bytes:
    width, height = struct.unpack(">II", shape[:8])
    place = struct.pack(">IIIII", number, width, height, 0, 0)
    return place + struct.pack(">HHBB", duration_ms, 1000, _KEEP, _REPLACE)
