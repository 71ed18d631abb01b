"""The pictures of a case as arrays: its input, and the cutout that is expected of it."""

from __future__ import annotations

import importlib.util
import io
import warnings
from dataclasses import dataclass
from pathlib import Path

import cv2
import numpy as np
import numpy.typing as npt

from nukki.core import files, hashing
from nukki.errors import InputError
from nukki.qa.golden import degrade
from nukki.qa.golden.case import Photo, Stored
from nukki.qa.golden.compare import Placed

Byte = npt.NDArray[np.uint8]
Bool = npt.NDArray[np.bool_]

MAX_BYTES = 16 * 2**20
MAX_SIDE = 4096
BAND = 3  # px beside an edge that blur, ringing and JPEG reach into


@dataclass(frozen=True)
class Input:
    """What a strategy is given: (H, W, 3) uint8, alpha (H, W) where the picture has one, and the
    same object over a second background where there is one."""

    rgb: Byte
    alpha: Byte | None = None
    other: Byte | None = None


def given(stored: Stored) -> Input:
    """The picture to cut; InputError when a file is missing, damaged or too large."""
    picture = stored.case.picture
    if picture.photo is not None:
        return Input(_on_photo(stored, picture.photo))
    pixels = read(stored.folder / str(picture.file))
    alpha = pixels[..., 3] if pixels.shape[2] == 4 else None
    other = None if picture.other is None else read(stored.folder / picture.other)
    if other is not None and other.shape[:2] != pixels.shape[:2]:
        raise InputError("golden-sizes-differ", found=picture.other, case=stored.case.id)
    return Input(pixels[..., :3], alpha, None if other is None else other[..., :3])


def expected(stored: Stored, picture: Byte) -> Placed:
    """The cutout to compare with, for `picture` (H, W, 3) uint8.

    Deep inside an opaque object the expected colour is the picture's own byte, grain included: a
    cutout may not change it. An accepted result has all its colours from the picture.
    """
    wanted = stored.case.expected
    pixels = read(stored.folder / wanted.file)
    x, y = wanted.offset
    height, width = pixels.shape[:2]
    colour = picture[y : y + height, x : x + width]
    if colour.shape[:2] != (height, width):
        raise InputError("golden-sizes-differ", found=wanted.file, case=stored.case.id)
    if not wanted.truth:
        return Placed(np.concatenate([colour, pixels[..., :1]], axis=2), wanted.offset)
    if pixels.shape[2] != 4:
        raise InputError("golden-no-alpha", found=wanted.file, case=stored.case.id)
    if stored.case.picture.other is None:
        inside = _inside(pixels[..., 3])
        pixels = np.where(inside, np.dstack([colour, pixels[..., 3]]), pixels)
    return Placed(pixels, wanted.offset)


def photo(wanted: Photo, height: int, width: int) -> Byte:
    """The crop of a photo in the package scikit-image; InputError golden-photo-missing."""
    found = importlib.util.find_spec("skimage")
    if found is None or found.origin is None:
        raise InputError("golden-photo-missing", found=wanted.file)
    file = Path(found.origin).parent / "data" / wanted.file
    if not file.is_file():
        raise InputError("golden-photo-missing", found=wanted.file)
    if hashing.of_file(file) != wanted.sha256:
        raise InputError("golden-photo-other", found=wanted.file)
    pixels = read(file)[..., :3]
    crop = pixels[wanted.top : wanted.top + height, wanted.left : wanted.left + width]
    if crop.shape[:2] != (height, width):
        raise InputError("golden-photo-other", found=wanted.file)
    return np.ascontiguousarray(crop)


def read(file: Path) -> Byte:
    """A picture as (H, W, 3) or (H, W, 4) uint8, grey ones as (H, W, 3)."""
    from PIL import Image, UnidentifiedImageError

    try:
        data = files.read_bytes(file, MAX_BYTES + 1)
        if len(data) > MAX_BYTES:
            raise InputError("golden-picture-large", found=file.name, case=file.parent.name)
        with warnings.catch_warnings(), Image.open(io.BytesIO(data)) as opened:
            warnings.simplefilter("error")
            if max(opened.size) > MAX_SIDE:
                raise InputError("golden-picture-large", found=file.name, case=file.parent.name)
            has_alpha = "A" in opened.getbands() or "transparency" in opened.info
            return np.asarray(opened.convert("RGBA" if has_alpha else "RGB"), np.uint8)
    except (Image.DecompressionBombError, Image.DecompressionBombWarning):
        raise InputError("golden-picture-large", found=file.name, case=file.parent.name) from None
    except UnidentifiedImageError:
        raise InputError("golden-picture-foreign", found=file.name, case=file.parent.name) from None
    except (OSError, SyntaxError, ValueError) as error:
        reason = getattr(error, "strerror", None) or str(error)
        raise InputError(
            "golden-picture-unreadable", found=file.name, case=file.parent.name, reason=reason
        ) from None


def webp(pixels: Byte) -> bytes:
    """(H, W, 3 or 4) uint8 as lossless WebP that keeps hidden colour too."""
    from PIL import Image

    stream = io.BytesIO()
    mode = "RGBA" if pixels.shape[2] == 4 else "RGB"
    Image.fromarray(np.ascontiguousarray(pixels), mode).save(
        stream, "WEBP", lossless=True, quality=50, method=4, exact=True
    )
    return stream.getvalue()


def cropped(rgba: Byte) -> Placed:
    """(H, W, 4) straight cut to what is visible, hidden colour cleared; the offset is kept."""
    rows = np.flatnonzero(rgba[..., 3].any(axis=1))
    columns = np.flatnonzero(rgba[..., 3].any(axis=0))
    if not rows.size:
        return Placed(rgba[:1, :1].copy(), (0, 0))
    top, bottom, left, right = rows[0], rows[-1] + 1, columns[0], columns[-1] + 1
    crop = rgba[top:bottom, left:right].copy()
    crop[crop[..., 3] == 0] = 0
    return Placed(crop, (int(left), int(top)))


def _inside(alpha: Byte) -> Bool:
    """(H, W, 1): opaque and at least BAND px away from everything that is not."""
    opaque = np.pad(np.asarray(alpha == 255, np.uint8), 1)
    distance = cv2.distanceTransform(opaque, cv2.DIST_L2, 5)[1:-1, 1:-1]
    return np.asarray(distance > BAND, np.bool_)[..., None]


def _on_photo(stored: Stored, wanted: Photo) -> Byte:
    """The photo, and on it the expected object if its truth is known."""
    side = stored.case.drawn.size
    backing = photo(wanted, side, side)
    if not stored.case.expected.truth:
        return backing
    placed = Placed(read(stored.folder / stored.case.expected.file), stored.case.expected.offset)
    return degrade.pasted(placed.on(side, side), backing)
