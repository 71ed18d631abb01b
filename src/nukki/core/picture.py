"""Any picture a person has, as frames of pixels: upright, straight, in an RGB space that is told.

A file is taken for what its bytes are, never for its name. Caps are checked before anything of
their size is decoded, so memory is bounded by `MAX_BYTES` plus about 16 bytes a pixel of one frame.
"""

from __future__ import annotations

import io
import logging
import re
import struct
import warnings
import zlib
from collections import deque
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any

from nukki.core import colour_profile, files, heif, picture_kinds, png, quiet
from nukki.core.picture_kinds import Kind
from nukki.core.png import Tags
from nukki.errors import InputError

if TYPE_CHECKING:
    from PIL import Image

    from nukki.core.picture_decode import Decoded, Pixels

MAX_BYTES = 256 * 1024 * 1024
MAX_PIXELS = 10_240 * 10_240  # "100 MP" cameras deliver up to 101.8 million pixels
MAX_SIDE = 65_535  # the longest that JPEG knows
MAX_FRAMES = 1_000
MAX_ALL_PIXELS = 4_000_000_000  # of all frames: an hour of work, not a day
MAX_SCANS = 200  # of a JPEG; progressive ones have ten

# How the decoders say that a file is damaged, beside their own error types; found by mutating
# files of every kind.
_FLAWS = (
    OSError,
    SyntaxError,
    ValueError,
    TypeError,
    LookupError,
    ArithmeticError,
    EOFError,
    RuntimeError,
    AttributeError,
    struct.error,
    zlib.error,
)
_ANIMATED = ("GIF", "WEBP", "PNG", "AVIF")
_SOURCE_TYPE = re.compile(rb"cv\.iptc\.org/newscodes/digitalsourcetype/([A-Za-z]{4,40})")
_REDUCED = 1  # of TIFF's NewSubfileType: a smaller copy of another page
_MARKER = re.compile(rb"\xff[^\x00\x01\xd0-\xd7\xff]")  # of a JPEG, where a length follows
_END, _SCAN = 0xD9, 0xDA


@dataclass(frozen=True)
class Frame:
    """One picture: `rgb` (H, W, 3) uint8 or uint16, `alpha` (H, W) of the same dtype, straight,
    or None where nothing is transparent; `duration_ms` is 0 for what does not move."""

    rgb: Pixels
    alpha: Pixels | None
    duration_ms: int = 0


@dataclass(frozen=True)
class Picture:
    """A picture that was opened; its frames are decoded one at a time, as they are asked for.

    `animated`: the frames follow each other in time (the pages of a TIFF do not). `tags`: what a
    PNG of these pixels says of them. `remarks`: codes of what could not be kept.
    """

    kind: Kind
    count: int
    animated: bool
    loop: int
    tags: Tags
    remarks: tuple[str, ...]
    _data: bytes = field(repr=False)
    _pages: Sequence[int] = field(repr=False)
    _first: Frame = field(repr=False)

    def frames(self) -> Iterator[Frame]:
        """Every frame, composed as it is shown; raises InputError where one is damaged."""
        yield self._first
        if self.count == 1:
            return
        with _reading():
            image = _opened(self._data, self.kind)
        for page in self._pages[1:]:
            with _reading():
                decoded = _decoded(self._data, image, page)
                shown = _duration(image) if self.animated else 0
            yield Frame(decoded.rgb, decoded.alpha, shown)


def load(path: Path) -> bytes:
    """The bytes of a file that may be a picture; raises InputError for all that cannot be one."""
    try:
        if path.is_dir():
            raise InputError("picture-folder")
        data = files.read_bytes(path, MAX_BYTES + 1)
    except FileNotFoundError:
        raise InputError("picture-missing") from None
    except (OSError, ValueError) as error:
        reason = getattr(error, "strerror", None) or str(error)
        raise InputError("picture-unreadable", reason=reason) from error
    if len(data) > MAX_BYTES:
        raise InputError("picture-too-many-bytes", allowed=MAX_BYTES // 2**20)
    return data


def open_picture(source: Path | bytes) -> Picture:
    """Open a file, or its bytes, and decode the first frame.

    Raises InputError, with one clear sentence, for whatever is no picture, is damaged, or is
    larger than the caps.
    """
    data = source if isinstance(source, bytes) else load(source)
    if len(data) > MAX_BYTES:
        raise InputError("picture-too-many-bytes", allowed=MAX_BYTES // 2**20)
    kind = picture_kinds.kind_of(data[: picture_kinds.HEAD_BYTES])
    if kind == "HEIF":
        return _heif(data)
    with _reading():
        _check_head(data, kind)
        image = _opened(data, kind)
        pages = _pages(image)
        decoded = _decoded(data, image, pages[0])
        animated = len(pages) > 1 and kind in _ANIMATED
        first = Frame(decoded.rgb, decoded.alpha, _duration(image) if animated else 0)
        tags, remarks = _tags(data, image, decoded)
        loop = _whole(image.info.get("loop"), 0) if animated else 0
    return Picture(
        kind, len(pages), animated, loop, tags, (*decoded.remarks, *remarks), data, pages, first
    )


def _heif(data: bytes) -> Picture:
    """The one picture that a HEIC file shows, whatever else lies beside it."""
    size, found = heif.size_and_pixels(data, MAX_PIXELS)
    _check_size(*size)
    if found is None:
        raise InputError("picture-damaged")
    from nukki.core import picture_decode

    fits = colour_profile.is_rgb(found.profile)
    remarks = ("picture-profile-dropped",) if found.profile and not fits else ()
    tags = Tags(found.profile if fits else None, source_type=_source_type(found.xmp))
    decoded = picture_decode.split(found.pixels)
    first = Frame(decoded.rgb, decoded.alpha)
    return Picture("HEIF", 1, False, 0, tags, remarks, data, (0,), first)


@contextmanager
def _reading() -> Iterator[None]:
    """What a decoder says in its own way, said in ours; its warnings are for programmers."""
    from PIL import Image

    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        try:
            yield
        except MemoryError:
            raise InputError("picture-no-memory") from None
        except Image.DecompressionBombError:
            raise InputError("picture-bomb", allowed=MAX_PIXELS // 1_000_000) from None
        except _FLAWS as error:
            raise InputError("picture-damaged") from error


def _check_head(data: bytes, kind: Kind) -> None:
    """Refuse what opening would not: a canvas whose memory is taken at once, a PNG whose
    checksums are wrong, which decoders show with black or random rows, and endless scans."""
    if kind == "PNG":
        try:
            deque(png.chunks(data), maxlen=0)
        except InputError as error:
            raise InputError("picture-damaged") from error
    if kind == "JPEG":
        _check_scans(data)
    if kind == "WEBP" and data[12:16] == b"VP8X":
        width = int.from_bytes(data[24:27], "little") + 1
        height = int.from_bytes(data[27:30], "little") + 1
        _check_size(width, height)


def _check_scans(data: bytes) -> None:
    """A scan takes a hundred bytes, and the decoder a walk over all of the picture: a megabyte of
    them would keep it for hours."""
    at, scans = 2, 0
    while found := _MARKER.search(data, at):
        at = found.end()
        kind = data[at - 1]
        if kind == _END:
            return
        scans += kind == _SCAN
        if scans > MAX_SCANS:
            raise InputError("picture-damaged")
        at += int.from_bytes(data[at : at + 2], "big")


def _check_size(width: int, height: int) -> None:
    if width < 1 or height < 1:
        raise InputError("picture-damaged")
    if width * height > MAX_PIXELS or max(width, height) > MAX_SIDE:
        allowed, side = MAX_PIXELS // 1_000_000, MAX_SIDE
        raise InputError(
            "picture-too-many-pixels", width=width, height=height, allowed=allowed, side=side
        )


def _opened(data: bytes, kind: Kind) -> Image.Image:
    from PIL import Image, PngImagePlugin, UnidentifiedImageError

    # Pillow takes profiles and XMP above 1 MiB for bombs; those of printers and editors are not.
    PngImagePlugin.MAX_TEXT_CHUNK = colour_profile.MAX_PROFILE
    logging.getLogger("PIL").addHandler(logging.NullHandler())  # it would print what is raised
    formats = ("JPEG", "MPO") if kind == "JPEG" else (kind,)
    try:
        image = Image.open(io.BytesIO(data), formats=formats)
    except UnidentifiedImageError as error:
        # A TIFF may hold samples of any kind; every other file is simply damaged.
        code = "picture-unidentified" if kind == "TIFF" else "picture-damaged"
        raise InputError(code) from error
    _check_size(*image.size)
    return image


def _pages(image: Image.Image) -> Sequence[int]:
    """The numbers of the frames that are shown; a still has one."""
    if image.format not in (*_ANIMATED, "TIFF"):
        # A phone's JPEG or HEIC may carry a depth map or a burst beside the picture itself.
        return (image.tell(),)
    count = _count(image)
    if count > MAX_FRAMES:
        raise InputError("picture-too-many-frames", allowed=MAX_FRAMES)
    if image.format == "TIFF":
        return _tiff_pages(image, count)
    if count * image.width * image.height > MAX_ALL_PIXELS:
        raise InputError("picture-too-long", found=count, allowed=MAX_ALL_PIXELS // 1_000_000)
    # A PNG may hold a still for programs that do not know animation; it is not part of it.
    hidden = int(bool(image.info.get("default_image")) and count > 1)
    return range(hidden, count)


def _count(image: Image.Image) -> int:
    """How many frames there are. Pillow compares each page of a TIFF with all before it, so they
    are looked for up to the cap only: a file of 7 MB can have 60,000."""
    if image.format != "TIFF":
        return _whole(getattr(image, "n_frames", 1), 1)
    for page in range(1, MAX_FRAMES + 1):
        try:
            image.seek(page)
        except EOFError:
            return page
    return MAX_FRAMES + 1


def _tiff_pages(image: Any, count: int) -> Sequence[int]:
    pages, total = [], 0
    for page in range(count):
        image.seek(page)
        if 50706 in image.tag_v2:
            raise InputError("picture-raw", found="DNG")
        if not _whole(image.tag_v2.get(254), 0) & _REDUCED:
            _check_size(*image.size)
            total += image.width * image.height
            pages.append(page)
    if not pages:
        raise InputError("picture-raw", found="TIFF")
    if total > MAX_ALL_PIXELS:
        raise InputError("picture-too-long", found=count, allowed=MAX_ALL_PIXELS // 1_000_000)
    return pages


def _decoded(data: bytes, image: Image.Image, page: int) -> Decoded:
    from nukki.core import picture_decode

    if image.tell() != page:
        image.seek(page)
    _check_size(*image.size)
    deep = None
    with quiet.no_stderr():
        if not (image.format == "PNG" and getattr(image, "is_animated", False)):
            deep = picture_decode.deep_samples(data, image, page)
        if deep is None:
            image.load()
    decoded = picture_decode.decode(image, deep)
    if deep is not None and image.format == "TIFF":
        return decoded  # OpenCV has turned it
    return picture_decode.turned(decoded, _orientation(image))


def _orientation(image: Image.Image) -> int:
    """1 to 8; what cannot be read says nothing."""
    from nukki.core.picture_decode import ORIENTATION

    try:
        return _whole(image.getexif().get(ORIENTATION), 1)
    except _FLAWS:
        return 1


def _duration(image: Image.Image) -> int:
    return min(max(_whole(image.info.get("duration"), 0), 0), 65_535)


def _whole(value: object, otherwise: int) -> int:
    """`value` as an integer, where it is a number at all."""
    try:
        return round(float(value))  # type: ignore[arg-type]
    except (TypeError, ValueError, OverflowError):
        return otherwise


def _tags(data: bytes, image: Image.Image, decoded: Decoded) -> tuple[Tags, tuple[str, ...]]:
    profile: bytes | None = image.info.get("icc_profile") or None
    chunks = png.colour_chunks(data) if image.format == "PNG" else ()
    remarks: tuple[str, ...] = ()
    if decoded.converted:
        profile, chunks = None, ()
    elif profile is not None and not colour_profile.is_rgb(profile):
        profile, remarks = None, ("picture-profile-dropped",)
    if profile is not None:  # a PNG may say one of the two
        chunks = tuple(chunk for chunk in chunks if chunk[0] != b"sRGB")
    return Tags(profile, chunks, _per_metre(image), _source_type(_xmp(image))), remarks


def _per_metre(image: Image.Image) -> tuple[int, int] | None:
    dpi = image.info.get("dpi")
    if not isinstance(dpi, tuple) or len(dpi) != 2:
        return None
    x, y = (_whole(_metric(value), 0) for value in dpi)
    return (x, y) if 0 < x < 2**31 and 0 < y < 2**31 else None


def _metric(dpi: object) -> float:
    try:
        return float(dpi) / 0.0254  # type: ignore[arg-type]
    except (TypeError, ValueError, ArithmeticError):
        return 0.0


def _xmp(image: Image.Image) -> bytes:
    found = image.info.get("xmp") or image.info.get("XML:com.adobe.xmp") or b""
    return found.encode() if isinstance(found, str) else bytes(found)


def _source_type(xmp: bytes) -> str | None:
    """The IPTC mark of synthetic media that the file carries: it has to outlive the cut."""
    found = _SOURCE_TYPE.search(xmp)
    return found[1].decode() if found else None
