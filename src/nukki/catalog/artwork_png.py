"""What the chunks of a PNG say of it, before anything of its size is decoded: whether it is whole,
what its pixels are, and by which colours they are meant."""

from __future__ import annotations

import math
import struct
import zlib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from nukki.catalog import asset_colour
from nukki.core import colour_profile, picture_kinds, png
from nukki.errors import Fault, InputError

if TYPE_CHECKING:
    from PIL import Image

MAX_BYTES = 10 * 1024 * 1024
MIN_SIDE = 16
MAX_SIDE = 8192
MAX_PIXELS = 4096 * 4096  # four times what the largest picture has
FIELD = "file"
PROFILE, DEEP = "artwork-profile", "artwork-deep"  # what a conversion takes away

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
_SRGB_CICP = bytes((1, 13, 0, 1))
_SRGB_GAMMA = 45_455
_SRGB_PRIMARIES = (31_270, 32_900, 64_000, 33_000, 30_000, 60_000, 15_000, 6_000)
_NEAR = 1_000  # of 100,000: how far programs round apart
_SAME_COLOUR = 3  # of 255: what two writings of sRGB differ by
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
    return [*found, *_colour_faults(head)]


def convertible(head: Head, faults: Sequence[Fault]) -> bool:
    """Whether nothing but colours and depth stands against a file, and both have a way to sRGB."""
    codes = {fault.code for fault in faults}
    if not codes or codes - {PROFILE, DEEP}:
        return False
    if PROFILE not in codes:
        return True
    if b"iCCP" in head.chunks and b"cICP" not in head.chunks:
        space = _unpacked(head.chunks[b"iCCP"])[16:20]
        return space == (b"GRAY" if head.kind == _GREY_ALPHA else b"RGB ")
    return asset_colour.source_of(head.chunks) is not None


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


def _colour_faults(head: Head) -> list[Fault]:
    """Colours that are not sRGB's: they would look otherwise in a picture, though no byte differs.

    A PNG that says it several times is meant as the first of these says.
    """
    if (cicp := head.chunks.get(b"cICP")) is not None:
        return [] if cicp == _SRGB_CICP else [_profile(_cicp_name(cicp))]
    if (packed := head.chunks.get(b"iCCP")) is not None:
        return _icc_faults(head, packed)
    if b"sRGB" in head.chunks:
        return []
    gamma = head.chunks.get(b"gAMA", b"")
    if len(gamma) == 4 and abs(int.from_bytes(gamma, "big") - _SRGB_GAMMA) > _NEAR:
        return [_profile(f"gamma {100_000 / max(1, int.from_bytes(gamma, 'big')):.2f}")]
    primaries = head.chunks.get(b"cHRM", b"")
    if len(primaries) == 32:
        told = struct.unpack(">8I", primaries)
        if any(abs(a - b) > _NEAR for a, b in zip(told, _SRGB_PRIMARIES, strict=True)):
            return [_profile(_named(told))]
    return []


def _icc_faults(head: Head, packed: bytes) -> list[Fault]:
    profile = _unpacked(packed)
    shown = packed.partition(b"\0")[0][:79].decode("latin-1").strip()
    opened = colour_profile.opened(profile) if profile else None
    if opened is None:
        return [Fault(FIELD, "artwork-profile-damaged", shown if shown.isprintable() else None)]
    from PIL import ImageCms

    told = str(ImageCms.getProfileDescription(opened)).strip()
    described = (told if told.isprintable() and told else shown)[:60]
    return [] if _is_srgb(profile, head) else [_profile(described)]


def _unpacked(packed: bytes) -> bytes:
    """The profile of an iCCP chunk; empty for one that is damaged or has no end."""
    stream = zlib.decompressobj()
    try:
        profile = stream.decompress(packed.partition(b"\0")[2][1:], colour_profile.MAX_PROFILE)
    except zlib.error:
        return b""
    return b"" if stream.unconsumed_tail else profile


def _is_srgb(profile: bytes, head: Head) -> bool:
    """Whether colours stay what they are, to rounding, when they are taken through the profile."""
    import numpy as np
    from PIL import Image

    if head.kind == _GREY_ALPHA:
        curve = colour_profile.grey_curve(profile)
        return curve is not None and bool(
            np.abs(curve - np.arange(256, dtype=np.float32)).max() <= _SAME_COLOUR
        )
    steps = np.array([0, 51, 102, 153, 204, 255], np.uint8)
    grid = np.stack(np.meshgrid(steps, steps, steps), -1).reshape(6, 36, 3)
    shown: Image.Image | None = colour_profile.to_srgb(Image.fromarray(grid), profile)
    if shown is None:
        return False
    return bool(np.abs(np.asarray(shown, np.int16) - grid).max() <= _SAME_COLOUR)


def _profile(found: str) -> Fault:
    return Fault(FIELD, PROFILE, found)


def _named(primaries: tuple[int, ...]) -> str:
    for name, places in asset_colour.NAMES.items():
        if all(abs(a - 100_000 * b) <= _NEAR for a, b in zip(primaries, places, strict=True)):
            return name
    return "cHRM"


def _cicp_name(cicp: bytes) -> str:
    primaries = {9: "BT.2020", 12: "Display P3"}
    named = primaries.get(cicp[0] if cicp else 0, "cICP")
    transfer = {16: " PQ", 18: " HLG"}
    return named + transfer.get(cicp[1] if len(cicp) > 1 else 0, "")
