"""The proof: what the saved picture holds of each brand picture, against the library's own file.

It shares no code with what laid them there, reads PNGs with another decoder than wrote them, and
never takes from the picture under test what to expect of it.
"""

from __future__ import annotations

import hashlib
import io
import math
import struct
import zlib
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING, Any

import numpy as np
import numpy.typing as npt

from nukki.catalog.artwork_png import MAX_PIXELS
from nukki.catalog.placement import BLENDED, quad_in_frame
from nukki.core.png import chunks
from nukki.errors import InputError, StorageError

if TYPE_CHECKING:
    from PIL import Image

    from nukki.catalog.placement import Given, Placement, Stand

Byte = npt.NDArray[np.uint8]
Float = npt.NDArray[np.float32]
Mask = npt.NDArray[np.bool_]
Span = tuple[slice, slice]

OPAQUE = 255
# Of what is resampled: levels beyond the range of a pixel's own neighbours, and levels by which
# all differ in the mean beyond what their contrast explains. Two good filters differ by up to 16
# and by 1 (211 places of 46 pictures, some of stripes one pixel wide). A wrong colour differs by
# more in the one, what lies two pixels beside its place in the other; of one pixel only what has
# sharp edges does.
TOLERANCE = 20.0
MEAN_TOLERANCE = 2.0
_RINGS = 0.1  # of a step, by which Lanczos overshoots it
_OF_CONTRAST = 0.15  # by which two filters differ where every pixel has an edge
_OF_EDGES = 0.3  # and where no pixel is full, of dots and gaps as wide as one
_ENOUGH = 64  # pixels that have a mean worth the name
_FINER = 2  # samples to each side of a pixel, and of what shrinks less
_MOST = 4_000_000  # samples at once
_DAMAGED = (OSError, ValueError, SyntaxError)  # what Pillow raises for it
_KIND, _RGBA_OF_8_BIT = slice(24, 26), b"\x08\x06"  # of a PNG: bit depth and colour type
_SPREAD = 3  # px around a blended or resampled picture in which its edge may lie


@dataclass(frozen=True)
class Entry:
    """What is known of a brand picture: `file`, the library's bytes, pinned by `sha256`, where it
    stands in the frame and how it was given. Entries come in the order of the request."""

    index: int
    stand: Stand
    given: Given
    file: bytes
    sha256: str
    placement: Placement


@dataclass(frozen=True)
class CoreCheck:
    """`core_px` of the picture are its core, `visible_px` of them neither covered nor outside;
    `sha256` is that of their expected bytes, by rows. `matched`: the saved picture holds them;
    `right_px` of them it does. `worst`: the largest difference in levels, of a resampled one
    beyond what its neighbours explain. What is blended has no bytes to be held to.
    """

    index: int
    given: Given
    core_px: int
    visible_px: int
    sha256: str
    matched: bool
    right_px: int
    worst: float


@dataclass(frozen=True)
class _Expected:
    """Pixels (h, w, 4) at (x, y) of the finished picture; `core` of them are held to, `cover` may
    hide what lies below, and reaches `reach` px beyond them on each side. Of a resampled one
    `extremes` finds the least and the most (4, h, w) of its own pixels there, premultiplied."""

    rgba: Byte
    x: int
    y: int
    core: Mask
    cover: Mask
    reach: int = 0
    extremes: Callable[[], tuple[Float, Float]] | None = None


def check(
    png: bytes,
    entries: Sequence[Entry],
    offset: tuple[int, int],
    frame: tuple[int, int],
    objects: bytes | None = None,
) -> tuple[CoreCheck, ...]:
    """Hold the saved picture against every entry, in their order.

    `png` and, where a picture stands behind them, `objects` (their layer) are the bytes as saved;
    `offset` (x, y) is where the corner of both lies in the `frame` (width, height). Raises
    StorageError asset-input-changed for a library's file that is not the pinned one.
    """
    expected = [_expected(entry, offset) for entry in entries]
    rows = max((one.y + one.core.shape[0] for one in expected), default=1)
    saved = _opened(png, rows)
    hiding = None if objects is None else _opened(objects, rows)
    found = []
    for at, (entry, wanted) in enumerate(zip(entries, expected, strict=True)):
        later = [
            other
            for place, (one, other) in enumerate(zip(entries, expected, strict=True))
            if _is_over(one, place, entry, at)
        ]
        seen = wanted.core & _inside(wanted, offset, frame) & ~_covered(wanted, later)
        if entry.stand == "behind":
            seen &= ~_hidden(wanted, hiding)
        found.append(_compared(entry, wanted, seen, saved))
    return tuple(found)


def _is_over(one: Entry, place: int, entry: Entry, at: int) -> bool:
    """Whether `one` is stacked over `entry`: what stands behind the objects is below all others."""
    return (one.stand != "behind", place) > (entry.stand != "behind", at)


def _compared(entry: Entry, wanted: _Expected, seen: Mask, saved: Image.Image | None) -> CoreCheck:
    bytes_ = wanted.rgba[seen]
    core, visible = int(np.count_nonzero(wanted.core)), len(bytes_)
    digest = hashlib.sha256(bytes_.tobytes()).hexdigest()
    if entry.given in BLENDED:
        return CoreCheck(entry.index, entry.given, core, visible, digest, True, visible, 0.0)
    there = None if saved is None else _part(saved, wanted)
    if there is None or not visible:
        return CoreCheck(entry.index, entry.given, core, visible, digest, False, 0, 255.0)
    if entry.given == "exact":
        got = there[seen]
        if hashlib.sha256(got.tobytes()).hexdigest() == digest:
            return CoreCheck(entry.index, "exact", core, visible, digest, True, visible, 0.0)
        apart = np.abs(got.astype(np.int16) - bytes_).max(axis=1)
        right = int(np.count_nonzero(apart == 0))
        return CoreCheck(
            entry.index, "exact", core, visible, digest, False, right, float(apart.max())
        )
    beyond, mean = _beyond(wanted.rgba, there, seen)
    if wanted.extremes and (mean > MEAN_TOLERANCE or float(beyond.max()) > TOLERANCE):
        beyond, mean = _beyond(wanted.rgba, there, seen, wanted.extremes())
    right = int(np.count_nonzero(beyond <= TOLERANCE)) if mean <= MEAN_TOLERANCE else 0
    same = right == visible
    worst = round(float(beyond.max()), 2)
    return CoreCheck(entry.index, "resampled", core, visible, digest, same, right, worst)


def _beyond(
    wanted: Byte, there: Byte, seen: Mask, extremes: tuple[Float, Float] | None = None
) -> tuple[Float, float]:
    """Of each pixel seen, by how many levels it lies outside what it and its neighbours should be;
    and by how much more than their contrast explains all of them differ in the mean. All
    premultiplied; of a pixel that is not full, all that could lie under it is allowed.

    `extremes` are allowed as well: a sharper filter keeps them where details are as fine as a
    pixel, and to find them takes as long as all else.
    """
    own, got = _light(wanted), _light(there)
    low, high = _around(own, np.minimum), _around(own, np.maximum)
    if extremes is not None:
        low, high = np.minimum(low, extremes[0]), np.maximum(high, extremes[1])
    contrast = high - low
    over = np.float32(_RINGS) * contrast
    under = OPAQUE - low[3]
    beyond = np.maximum(got - (high + over + under), low - over - got).max(axis=0)
    mean = 0.0
    if np.count_nonzero(seen) >= _ENOUGH:
        apart = np.maximum(own - got, got - own - (OPAQUE - own[3])).max(axis=0)
        share = np.where(own[3] == OPAQUE, np.float32(_OF_CONTRAST), np.float32(_OF_EDGES))
        mean = float((np.maximum(apart, 0) - share * contrast.max(axis=0))[seen].mean())
        if mean > MEAN_TOLERANCE:
            beyond = apart  # what is told of it then
    return np.maximum(beyond[seen], 0), mean


def _around(light: Float, extreme: Any) -> Float:
    """The least or greatest of each pixel and its eight neighbours; beyond the box is nothing."""
    wide = np.pad(light, ((0, 0), (1, 1), (1, 1)))
    rows = extreme(extreme(wide[:, :-2], wide[:, 1:-1]), wide[:, 2:])
    found: Float = extreme(extreme(rows[..., :-2], rows[..., 1:-1]), rows[..., 2:])
    return found


def _light(rgba: Byte) -> Float:
    """Premultiplied, (4, h, w): extremes over planes take a fifth of the time."""
    light = np.ascontiguousarray(rgba.transpose(2, 0, 1), np.float32)
    light[:3] *= light[3] / np.float32(OPAQUE)
    return light


def _expected(entry: Entry, offset: tuple[int, int]) -> _Expected:
    if hashlib.sha256(entry.file).hexdigest() != entry.sha256:
        raise StorageError("asset-input-changed", found=entry.sha256[:12])
    own = _decoded(entry.file)
    if own is None:
        raise StorageError("asset-input-changed", found=entry.sha256[:12])
    placed = entry.placement
    exact = placed.scale == 1 and placed.rotate == 0 and placed.tilt == "none"
    rgba = own if exact else _resampled(own, placed)
    core = rgba[..., 3] == OPAQUE
    if not core.any():  # of strokes so thin that no pixel is full, what is covered most
        core = rgba[..., 3] >= max(1, min(OPAQUE, int(rgba[..., 3].max())) // 2)
    cover, reach = rgba[..., 3] > 0, 0
    if not exact or entry.given in BLENDED:
        cover, reach = _spread(np.pad(cover, _SPREAD)), _SPREAD
    extremes = None if exact else partial(_extremes, own, placed)
    x, y = placed.x - offset[0], placed.y - offset[1]
    return _Expected(rgba, x, y, core, cover, reach, extremes)


def _spread(mask: Mask) -> Mask:
    for _ in range(_SPREAD):
        wide = np.pad(mask, 1)
        mask = wide[:-2, 1:-1] | wide[2:, 1:-1] | wide[1:-1, :-2] | wide[1:-1, 2:] | mask
    return mask


def _resampled(own: Byte, placed: Placement) -> Byte:
    """The file at its place by plain sampling, many to a pixel, and their mean."""
    from PIL import Image

    coarse, finer = _steps(placed)
    rounded = _rounded(own, coarse)
    back = _back(own.shape[1], own.shape[0], placed, finer, coarse)
    size = placed.width * finer, placed.height * finer
    # Samples outside are nothing.
    fine = rounded.transform(size, Image.Transform.PERSPECTIVE, back, Image.Resampling.BICUBIC)
    small = fine.resize((placed.width, placed.height), Image.Resampling.LANCZOS)
    mean = np.asarray(small, np.float32)
    straight = np.where(mean[..., 3:] > 0, mean * OPAQUE / np.maximum(mean[..., 3:], 1), 0)
    straight[..., 3] = mean[..., 3]
    return np.asarray(np.clip(np.rint(straight), 0, OPAQUE), np.uint8)


def _extremes(own: Byte, placed: Placement) -> tuple[Float, Float]:
    """The least and the most of the file's pixels about the middle of each pixel of the box."""
    from PIL import Image, ImageFilter

    coarse, _ = _steps(placed)
    rounded = _rounded(own, coarse)
    back = _back(own.shape[1], own.shape[0], placed, 1, coarse)

    def there(rank: ImageFilter.Filter) -> Float:
        planes = (
            plane.filter(rank).transform(
                (placed.width, placed.height),
                Image.Transform.PERSPECTIVE,
                back,
                Image.Resampling.NEAREST,
            )
            for plane in rounded.split()
        )
        return np.stack([np.asarray(plane, np.float32) for plane in planes])

    return there(ImageFilter.MinFilter(3)), there(ImageFilter.MaxFilter(3))


def _steps(placed: Placement) -> tuple[int, int]:
    """How many of the file's pixels a side are averaged first, and how many samples a side are
    taken of a pixel; where so many are too many, more are averaged, so that none is passed over."""
    coarse = max(1, math.floor(0.5 / placed.scale))
    finer = max(_FINER, math.ceil(1 / (placed.scale * coarse)))
    while finer > 1 and finer * finer * placed.width * placed.height > _MOST:
        finer -= 1
    return max(coarse, round(1 / (placed.scale * finer))), finer


def _rounded(own: Byte, coarse: int) -> Image.Image:
    """The file premultiplied (the small "a" says so), so many of its pixels a side made one."""
    from PIL import Image

    height, width = own.shape[:2]
    whole = np.pad(own, ((0, -height % coarse), (0, -width % coarse), (0, 0)))  # to even blocks
    return Image.fromarray(whole, "RGBA").convert("RGBa").reduce(coarse)


def _back(width: int, height: int, placed: Placement, finer: int, coarse: int) -> tuple[float, ...]:
    """The eight numbers of the projection from samples of the box back into the file."""
    corners = quad_in_frame(width, height, placed)
    own = ((0, 0), (width, 0), (width, height), (0, height))
    rows, wanted = [], []
    for (u, v), (x, y) in zip(own, corners, strict=True):
        a, b, s, t = (x - placed.x) * finer, (y - placed.y) * finer, u / coarse, v / coarse
        rows += [(a, b, 1, 0, 0, 0, -a * s, -b * s), (0, 0, 0, a, b, 1, -a * t, -b * t)]
        wanted += [s, t]
    return tuple(np.linalg.solve(np.array(rows, np.float64), np.array(wanted, np.float64)))


def _inside(wanted: _Expected, offset: tuple[int, int], frame: tuple[int, int]) -> Mask:
    """What of it lies in the frame."""
    height, width = wanted.core.shape
    x = np.arange(width) + wanted.x + offset[0]
    y = np.arange(height) + wanted.y + offset[1]
    inside: Mask = ((y >= 0) & (y < frame[1]))[:, None] & (x >= 0) & (x < frame[0])
    return inside


def _covered(wanted: _Expected, later: Sequence[_Expected]) -> Mask:
    """What of it later pictures cover."""
    covered = np.zeros(wanted.core.shape, np.bool_)
    for other in later:
        height, width = other.cover.shape
        x, y = other.x - other.reach - wanted.x, other.y - other.reach - wanted.y
        here = _meeting(wanted.core.shape, x, y, height, width)
        if here is not None:
            mine, theirs = here
            covered[mine] |= other.cover[theirs]
    return covered


def _hidden(wanted: _Expected, objects: Image.Image | None) -> Mask:
    """What of it lies behind the objects; all of it where nobody knows where they are."""
    if objects is None:
        return np.ones(wanted.core.shape, np.bool_)
    hidden: Mask = _part(objects, wanted)[..., 3] > 0
    return hidden


def _part(saved: Image.Image, wanted: _Expected) -> Byte:
    """The saved pixels where this one is expected; nothing beyond the picture's border."""
    height, width = wanted.core.shape
    box = (wanted.x, wanted.y, wanted.x + width, wanted.y + height)
    return np.asarray(saved.crop(box), np.uint8)


def _meeting(
    shape: tuple[int, ...], x: int, y: int, height: int, width: int
) -> tuple[Span, Span] | None:
    """Where a picture of `shape` and one of `height` x `width` at (x, y) of it meet, in each."""
    left, top = max(0, x), max(0, y)
    right, bottom = min(shape[1], x + width), min(shape[0], y + height)
    if left >= right or top >= bottom:
        return None
    mine = slice(top, bottom), slice(left, right)
    return mine, (slice(top - y, bottom - y), slice(left - x, right - x))


def _opened(data: bytes, rows: int) -> Image.Image | None:
    """The upper `rows` of a PNG of 8 bit RGBA, decoded by Pillow; None for anything else and for
    what is damaged anywhere: all that is not decoded still has its checksums.

    Of 16 bit Pillow takes the upper eight, where other decoders round.
    """
    from PIL import Image

    try:
        for _ in chunks(data):
            pass
        if data[_KIND] != _RGBA_OF_8_BIT:
            return None
        image = Image.open(io.BytesIO(_upper(data, rows)), formats=("PNG",))
        image.load()
    except (InputError, struct.error, *_DAMAGED, Image.DecompressionBombError):
        return None
    return image if image.mode == "RGBA" else None


def _upper(data: bytes, rows: int) -> bytes:
    """A PNG that ends below so many rows: decoding is most of what the check costs."""
    width, height, depth, kind, *_, interlaced = struct.unpack(">IIBBBBB", data[16:29])
    if not 0 < rows < height or interlaced:
        return data
    head = b"IHDR" + struct.pack(">IIBBBBB", width, rows, depth, kind, 0, 0, 0)
    return data[:12] + head + struct.pack(">I", zlib.crc32(head)) + data[33:]


def _decoded(data: bytes) -> Byte | None:
    """(h, w, 4) of a library's file, whose kind may be another; None for what is damaged, or larger
    than the library takes."""
    from PIL import Image

    try:
        with Image.open(io.BytesIO(data), formats=("PNG",)) as image:
            if image.width * image.height > MAX_PIXELS:
                return None
            return np.asarray(image.convert("RGBA"), np.uint8)
    except (*_DAMAGED, Image.DecompressionBombError):
        return None
