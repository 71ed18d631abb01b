"""Photoshop documents with layers, written from the published description of the format.

8 bit sRGB; every layer at its own rectangle with straight alpha; groups; XMP. Rows are packed as
PackBits, the one packing that every reader of PSD knows. Equal input gives equal bytes.
"""

from __future__ import annotations

import struct
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

import numpy as np
import numpy.typing as npt

from nukki.core import colour_profile

Byte = npt.NDArray[np.uint8]
Plane = npt.NDArray[np.uint8]
Blend = Literal["normal", "multiply", "screen"]

MAX_SIDE = 30_000  # what the format knows
MAX_NAME = 255

_BLENDS: dict[str, bytes] = {
    "normal": b"norm",
    "multiply": b"mul ",
    "screen": b"scrn",
    "through": b"pass",
}
_RGB, _DEPTH = 3, 8
_RLE = 1
_RED, _ALPHA = 0, -1
_HIDDEN, _NO_PIXELS = 2, 16  # flags of a layer
_OPEN_GROUP, _END_OF_GROUP = 1, 3  # types of a section divider
_RESOLUTION, _PROFILE, _XMP = 1005, 1039, 1060
_PER_INCH = 72


@dataclass(frozen=True)
class Layer:
    """Pixels (h, w, 4) uint8 straight sRGB, with their corner at (`left`, `top`) of the canvas."""

    name: str
    rgba: Byte
    left: int = 0
    top: int = 0
    blend: Blend = "normal"
    visible: bool = True


@dataclass(frozen=True)
class Group:
    """Layers under one name; what lies below shines through as if there were no group."""

    name: str
    layers: tuple[Layer, ...]
    visible: bool = True


def encode(flat: Byte, entries: Sequence[Layer | Group], xmp: bytes) -> bytes:
    """A document; `entries` from the lowest to the topmost.

    `flat` (H, W, 4) uint8 straight is how the visible layers look together: programs that read no
    layers show it. `xmp` is an XMP packet. Raises ValueError for pixels of another form.
    """
    for rgba in (flat, *(layer.rgba for layer in _layers(entries))):
        if rgba.ndim != 3 or rgba.shape[2] != 4 or rgba.dtype != np.uint8 or not rgba.size:
            raise ValueError(f"expected (H, W, 4) uint8 pixels, got {rgba.shape} {rgba.dtype}")
    height, width = flat.shape[:2]
    if max(height, width) > MAX_SIDE:
        raise ValueError(f"expected at most {MAX_SIDE} px a side, got {width}x{height}")
    header = struct.pack(">4sH6xHIIHH", b"8BPS", 1, 4, height, width, _DEPTH, _RGB)
    no_palette = struct.pack(">I", 0)
    return b"".join([header, no_palette, _resources(xmp), _layer_section(entries), _merged(flat)])


def _layers(entries: Sequence[Layer | Group]) -> list[Layer]:
    return [
        layer
        for entry in entries
        for layer in (entry.layers if isinstance(entry, Group) else (entry,))
    ]


def _resources(xmp: bytes) -> bytes:
    per_inch = struct.pack(">IHHIHH", _PER_INCH << 16, 1, 1, _PER_INCH << 16, 1, 1)
    parts = ((_RESOLUTION, per_inch), (_PROFILE, colour_profile.srgb()), (_XMP, xmp))
    body = b"".join(_resource(number, data) for number, data in parts)
    return struct.pack(">I", len(body)) + body


def _resource(number: int, body: bytes) -> bytes:
    unnamed = b"\0\0"
    head = b"8BIM" + struct.pack(">H", number) + unnamed + struct.pack(">I", len(body))
    return head + body + b"\0" * (len(body) % 2)


def _layer_section(entries: Sequence[Layer | Group]) -> bytes:
    records, pixels = [], []
    for entry in entries:
        for record, planes in _written(entry):
            records.append(record)
            pixels.append(planes)
    # A negative count says that the alpha of the merged picture is the document's transparency.
    info = struct.pack(">h", -len(records)) + b"".join(records) + b"".join(pixels)
    info += b"\0" * (-len(info) % 4)
    no_masks = struct.pack(">I", 0)
    body = struct.pack(">I", len(info)) + info + no_masks
    return struct.pack(">I", len(body)) + body


def _written(entry: Layer | Group) -> list[tuple[bytes, bytes]]:
    """(record, channels) of a layer; of a group also of the dividers below and above its layers."""
    if isinstance(entry, Layer):
        return [_pixel_layer(entry)]
    below = _divider("</Layer group>", _END_OF_GROUP, visible=True)
    above = _divider(entry.name, _OPEN_GROUP, visible=entry.visible)
    return [below, *map(_pixel_layer, entry.layers), above]


def _pixel_layer(layer: Layer) -> tuple[bytes, bytes]:
    height, width = layer.rgba.shape[:2]
    order = ((_ALPHA, 3), (_RED, 0), (_RED + 1, 1), (_RED + 2, 2))
    planes = [(number, _packed_plane(layer.rgba[..., plane])) for number, plane in order]
    box = (layer.top, layer.left, layer.top + height, layer.left + width)
    flags = 0 if layer.visible else _HIDDEN
    record = _record(layer.name, box, planes, _BLENDS[layer.blend], flags, b"")
    return record, b"".join(data for _, data in planes)


def _divider(name: str, kind: int, *, visible: bool) -> tuple[bytes, bytes]:
    empty = struct.pack(">H", 0)
    planes = [(number, empty) for number in (_ALPHA, _RED, _RED + 1, _RED + 2)]
    through = _BLENDS["through"]
    section = _tagged(b"lsct", struct.pack(">I", kind) + b"8BIM" + through)
    flags = _NO_PIXELS | 8 | (0 if visible else _HIDDEN)
    blend = through if kind == _OPEN_GROUP else _BLENDS["normal"]
    record = _record(name, (0, 0, 0, 0), planes, blend, flags, section)
    return record, b"".join(data for _, data in planes)


def _record(
    name: str,
    box: tuple[int, int, int, int],
    planes: Sequence[tuple[int, bytes]],
    blend: bytes,
    flags: int,
    extra: bytes,
) -> bytes:
    channels = b"".join(struct.pack(">hI", number, len(data)) for number, data in planes)
    opaque, clipping = 255, 0
    head = struct.pack(">4iH", *box, len(planes)) + channels
    head += b"8BIM" + blend + struct.pack(">BBBx", opaque, clipping, flags)
    no_mask, no_ranges = struct.pack(">I", 0), struct.pack(">I", 0)
    rest = no_mask + no_ranges + _short_name(name) + _tagged(b"luni", _unicode(name)) + extra
    return head + struct.pack(">I", len(rest)) + rest


def _tagged(key: bytes, body: bytes) -> bytes:
    padded = body + b"\0" * (-len(body) % 4)
    return b"8BIM" + key + struct.pack(">I", len(padded)) + padded


def _short_name(name: str) -> bytes:
    """The name for readers that know no Unicode, as a Pascal string of a multiple of 4 bytes."""
    coded = name.encode("ascii", "replace")[:31]
    text = bytes([len(coded)]) + coded
    return text + b"\0" * (-len(text) % 4)


def _unicode(name: str) -> bytes:
    coded = name[:MAX_NAME].encode("utf-16-be")
    return struct.pack(">I", len(coded) // 2) + coded


def _merged(flat: Byte) -> bytes:
    """The picture for readers without layers: its colour laid over white, as Photoshop keeps it."""
    alpha = flat[..., 3:].astype(np.uint32)
    over_white = (flat[..., :3] * alpha + 255 * (255 - alpha) + 127) // 255
    planes = [over_white[..., channel].astype(np.uint8) for channel in range(3)]
    packed = [_packed_rows(plane) for plane in (*planes, flat[..., 3])]
    sizes = b"".join(struct.pack(f">{len(rows)}H", *map(len, rows)) for rows in packed)
    return struct.pack(">H", _RLE) + sizes + b"".join(b"".join(rows) for rows in packed)


def _packed_plane(plane: Plane) -> bytes:
    rows = _packed_rows(plane)
    sizes = struct.pack(f">{len(rows)}H", *map(len, rows))
    return struct.pack(">H", _RLE) + sizes + b"".join(rows)


def _packed_rows(plane: Plane) -> list[bytes]:
    return [pack_bits(row) for row in np.ascontiguousarray(plane)]


def pack_bits(row: Plane) -> bytes:
    """(W,) uint8 as PackBits: runs of three and more are repeated, all else stands as it is.

    >>> pack_bits(np.array([7, 7, 7, 7, 1, 2], np.uint8)).hex()
    'fd07010102'
    """
    edges = np.flatnonzero(np.diff(row)) + 1
    starts = np.concatenate(([0], edges))
    lengths = np.diff(np.concatenate((starts, [row.size])))
    long = np.flatnonzero(lengths >= 3)
    data, packed, done = row.tobytes(), bytearray(), 0
    for start, length in zip(starts[long].tolist(), lengths[long].tolist(), strict=True):
        _add_literals(packed, data[done:start])
        _add_run(packed, data[start], length)
        done = start + length
    _add_literals(packed, data[done:])
    return bytes(packed)


def _add_literals(packed: bytearray, data: bytes) -> None:
    for at in range(0, len(data), 128):
        piece = data[at : at + 128]
        packed.append(len(piece) - 1)
        packed += piece


def _add_run(packed: bytearray, value: int, length: int) -> None:
    while length >= 2:
        now = min(length, 128)
        packed += bytes((257 - now, value))
        length -= now
    if length:
        packed += bytes((0, value))
