"""What the chunks of a PNG say of it, before anything of its size is decoded: whether it is whole,
and what its pixels are."""

from __future__ import annotations

import math
import struct
import zlib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from nukki.catalog import artwork_colour
from nukki.catalog.artwork_colour import FIELD, PROFILE
from nukki.core import picture_kinds, png
from nukki.errors import Fault, InputError

MAX_BYTES = 10 * 1024 * 1024
MIN_SIDE = 16
MAX_SIDE = 8192
MAX_PIXELS = 4096 * 4096  # four times what the largest picture has
DEEP = "artwork-deep"  # with PROFILE what a conversion takes away

_GREY, _RGB, _PALETTE, _GREY_ALPHA, _RGBA = 0, 2, 3, 4, 6
_DEPTHS = {
    _GREY: (1, 2, 4, 8, 16),
    _RGB: (8, 16),
    _PALETTE: (1, 2, 4, 8),
    _GREY_ALPHA: (8, 16),
    _RGBA: (8, 16),
}
_SAMPLES = {_GREY: 1, _RGB: 3, _PALETTE: 1, _GREY_ALPHA: 2, _RGBA: 4}
_CRITICAL = frozenset((b"IHDR", b"PLTE", b"IDAT", b"IEND"))
_BEFORE_PIXELS = frozenset(
    (b"PLTE", b"tRNS", b"cICP", b"iCCP", b"sRGB", b"gAMA", b"cHRM", b"sBIT", b"bKGD")
)
_ANIMATION = frozenset((b"acTL", b"fcTL", b"fdAT"))
_END = b"IEND\xaeB`\x82"
# The passes of an interlaced PNG: first column, columns apart, first row, rows apart.
_ADAM7 = (
    *((0, 8, 0, 8), (4, 8, 0, 8), (0, 4, 4, 8), (2, 4, 0, 4)),
    *((0, 2, 2, 4), (1, 2, 0, 2), (0, 1, 1, 2)),
)
_INFLATE = 1024 * 1024
_UPRIGHT = 1


@dataclass(frozen=True)
class Head:
    """A whole PNG: its size, `palette` (PNG-8), `interlaced`, and its chunks beside the pixels."""

    width: int
    height: int
    depth: int
    kind: int
    interlaced: bool
    chunks: Mapping[bytes, bytes]

    @property
    def palette(self) -> bool:
        """Whether it has at most 256 colours."""
        return self.kind == _PALETTE

    @property
    def grey(self) -> bool:
        """Whether its colours are levels of grey."""
        return self.kind in (_GREY, _GREY_ALPHA)


def head_of(data: bytes, size: int) -> Head:
    """Read all but the pixels of a file of `size` bytes, of which `data` may be only the beginning
    where they are too many; raises InputError artwork-… for what is no PNG, or no whole one."""
    _require_png(data)
    if size > MAX_BYTES:
        raise too_many_bytes(size)
    if data[12:16] == b"CgBI":
        raise InputError("artwork-foreign", found="CgBI")
    if len(data) < png.HEAD_BYTES + 5 or data[8:16] != b"\0\0\0\x0dIHDR":
        raise InputError("artwork-truncated" if len(data) < 33 else "artwork-damaged")
    width, height, depth, kind, *methods, interlaced = struct.unpack(">IIBBBBB", data[16:29])
    known = depth in _DEPTHS.get(kind, ()) and methods == [0, 0] and interlaced <= 1
    if not known or not width or not height:
        raise InputError("artwork-damaged")
    _require_size(width, height)
    chunks, pixels = _walked(data)
    head = Head(width, height, depth, kind, bool(interlaced), chunks)
    if head.palette:
        _require_palette(head)
    if not _ANIMATION & chunks.keys():
        _require_pixels(head, pixels)
    return head


def too_many_bytes(size: int) -> InputError:
    """Why a file of `size` bytes is refused."""
    shown = math.ceil(10 * size / 2**20) / 10  # rounded, 10 MiB and a byte would be what is allowed
    allowed = str(MAX_BYTES // 2**20)
    return InputError("artwork-too-many-bytes", found=f"{shown:.1f}", allowed=allowed)


def faults(head: Head) -> list[Fault]:
    """What artwork may not be, though it is a sound PNG."""
    found = []
    if _ANIMATION & head.chunks.keys():
        found.append(Fault(FIELD, "artwork-animated"))
    if head.depth == 16:
        found.append(Fault(FIELD, DEEP))
    if head.kind in (_GREY, _RGB):
        keyed = b"tRNS" in head.chunks
        found.append(Fault(FIELD, "artwork-keyed" if keyed else "artwork-no-alpha"))
    elif head.palette and b"tRNS" not in head.chunks:
        found.append(Fault(FIELD, "artwork-no-alpha"))
    if _orientation(head.chunks.get(b"eXIf")) != _UPRIGHT:
        found.append(Fault(FIELD, "artwork-turned"))
    return [*found, *artwork_colour.faults(head.chunks, grey=head.grey)]


def convertible(head: Head, faults: Sequence[Fault]) -> bool:
    """Whether nothing but colours and depth stands against a file, and both have a way to sRGB."""
    codes = {fault.code for fault in faults}
    if not codes or codes - {PROFILE, DEEP}:
        return False
    return PROFILE not in codes or artwork_colour.convertible(head.chunks, grey=head.grey)


def _require_png(data: bytes) -> None:
    try:
        kind = picture_kinds.kind_of(data[: picture_kinds.HEAD_BYTES])
    except InputError as error:
        if error.code == "picture-empty":
            raise InputError("artwork-empty") from None
        if error.code == "picture-svg":
            raise InputError("artwork-vector", found="SVG") from None
        named = error.context.get("found")
        code = {"picture-vector": "artwork-vector", "picture-project": "artwork-project"}
        if named is None:
            raise InputError("artwork-unknown") from None
        raise InputError(code.get(error.code, "artwork-not-png"), found=named) from None
    if kind != "PNG":
        raise InputError("artwork-not-png", found={"WEBP": "WebP", "HEIF": "HEIC"}.get(kind, kind))


def _require_size(width: int, height: int) -> None:
    found = f"{width} × {height}"
    if max(width, height) > MAX_SIDE or width * height > MAX_PIXELS:
        allowed = f"{MAX_PIXELS // 1_000_000}"
        raise InputError("artwork-large", found=found, allowed=allowed, nearest=MAX_SIDE)
    if min(width, height) < MIN_SIDE:
        raise InputError("artwork-small", found=found, allowed=str(MIN_SIDE))


def _walked(data: bytes) -> tuple[dict[bytes, bytes], list[bytes]]:
    """The chunks beside the pixels, the first of each kind, and the pieces of the pixels."""
    others: dict[bytes, bytes] = {}
    pixels: list[bytes] = []
    ended = False  # whether the pixels were followed by another part
    length = len(png.SIGNATURE)
    try:
        for kind, body in png.chunks(data):
            length += 12 + len(body)
            if kind == b"IDAT":
                if ended:  # other parts lie between: not every decoder goes on
                    raise InputError("artwork-damaged")
                pixels.append(body)
                continue
            if kind[:1].isupper() and (kind not in _CRITICAL or kind in others):
                raise InputError("artwork-foreign", found=kind.decode("ascii", "replace"))
            if kind in _BEFORE_PIXELS and (pixels or kind in others):
                raise InputError("artwork-damaged")  # decoders differ in which they believe
            ended = bool(pixels)
            others.setdefault(kind, body)
    except InputError as error:
        if error.code.startswith("artwork-"):
            raise
        raise InputError("artwork-damaged" if _END in data else "artwork-truncated") from None
    if length < len(data):
        raise InputError("artwork-trailing", found=f"{len(data) - length:,}")
    return others, pixels


def _require_palette(head: Head) -> None:
    """Refuse a palette that is none, or transparency of more colours than it has."""
    entries, rest = divmod(len(head.chunks.get(b"PLTE", b"")), 3)
    order = [kind for kind in head.chunks if kind in (b"PLTE", b"tRNS")]
    clear = len(head.chunks.get(b"tRNS", b""))
    if rest or not 1 <= entries <= 2**head.depth or clear > entries or order[0] != b"PLTE":
        raise InputError("artwork-damaged")


def _require_pixels(head: Head, pieces: list[bytes]) -> None:
    """Refuse pixels that are fewer or more than the size says: decoders show them as they like."""
    expected, made = _raw_bytes(head), 0
    stream = zlib.decompressobj()
    try:
        for piece in pieces:
            rest = piece
            while rest:
                made += len(stream.decompress(rest, _INFLATE))
                if made > expected:
                    raise InputError("artwork-damaged")
                rest = stream.unconsumed_tail
    except zlib.error:
        raise InputError("artwork-damaged") from None
    made += len(stream.flush())
    if made != expected or not stream.eof or stream.unused_data:
        raise InputError("artwork-damaged")


def _raw_bytes(head: Head) -> int:
    """How many bytes the pixels have: a filter byte a row, and the samples."""
    bits = head.depth * _SAMPLES[head.kind]

    def rows(width: int, height: int) -> int:
        return height * (1 + (width * bits + 7) // 8)

    if not head.interlaced:
        return rows(head.width, head.height)
    return sum(
        rows(-(-(head.width - x) // across), -(-(head.height - y) // down))
        for x, across, y, down in _ADAM7
        if head.width > x and head.height > y
    )


def _orientation(exif: bytes | None) -> int:
    """1 to 8 as EXIF says it; what cannot be read says nothing."""
    if exif is None:
        return _UPRIGHT
    from PIL import Image

    found = Image.Exif()
    try:
        found.load(exif)
        value = found.get(0x0112, _UPRIGHT)
    except (OSError, SyntaxError, ValueError, TypeError, LookupError, struct.error):
        return _UPRIGHT
    return value if isinstance(value, int) and 1 <= value <= 8 else _UPRIGHT
