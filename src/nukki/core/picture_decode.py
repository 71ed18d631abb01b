"""One frame of an opened picture as pixels: any mode of Pillow, and 16 bit where it has them.

Pillow rounds colour of 16 bit to 8; OpenCV reads it exactly, so such PNG and TIFF go to OpenCV.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

import numpy as np
import numpy.typing as npt

from nukki.core import colour_profile
from nukki.core.pixels import straighten
from nukki.errors import InputError

if TYPE_CHECKING:
    from PIL import Image

Pixels = npt.NDArray[np.uint8] | npt.NDArray[np.uint16]
Any2D = npt.NDArray[Any]

ORIENTATION = 274
# Tags of TIFF, and values of theirs.
_BITS, _COMPRESSION, _PHOTOMETRIC, _PLANAR, _EXTRA_SAMPLES = 258, 259, 262, 284, 338
_NONE, _WHITE_IS_ZERO, _SEPARATE, _PREMULTIPLIED = 1, 0, 2, 1
# EXIF orientation to what turns the stored rows into the picture as it is looked at.
_TURNS: dict[int, Callable[[Any2D], Any2D]] = {
    2: np.fliplr,
    3: lambda a: np.rot90(a, 2),
    4: np.flipud,
    5: lambda a: np.swapaxes(a, 0, 1),
    6: lambda a: np.rot90(a, -1),
    7: lambda a: np.rot90(np.swapaxes(a, 0, 1), 2),
    8: np.rot90,
}


@dataclass(frozen=True)
class Decoded:
    """`rgb` (H, W, 3) and `alpha` (H, W) straight or None; `converted`: the pixels are sRGB now,
    whatever profile the file carries. `remarks` are codes of what could not be kept."""

    rgb: Pixels
    alpha: Pixels | None
    converted: bool = False
    remarks: tuple[str, ...] = ()


def decode(image: Image.Image, deep: Pixels | None = None) -> Decoded:
    """The pixels of the frame at which `image` stands; `deep` are its 16-bit samples if known.

    Raises InputError for samples that are no colours, and Pillow's errors for damaged data.
    """
    profile = image.info.get("icc_profile")
    if deep is not None:
        return _deep(deep, image, profile)
    match image.mode:
        case "CMYK" | "LAB":
            return _other_space(image, profile)
        case "F" | "I":
            raise InputError("picture-samples")
        case mode if mode.startswith("I;16"):
            return _deep_grey(image, profile)
        case "1" | "L" | "LA" | "La":
            return _shallow_grey(image, profile)
    transparent = image.has_transparency_data
    pixels = np.asarray(image.convert("RGBA" if transparent else "RGB"))
    return replace(split(pixels), remarks=_rounded(image))


def turned(picture: Decoded, orientation: int) -> Decoded:
    """The picture as it is looked at, for an EXIF orientation of 1 to 8."""
    turn = _TURNS.get(orientation)
    if turn is None:
        return picture
    rgb = np.ascontiguousarray(turn(picture.rgb))
    alpha = None if picture.alpha is None else np.ascontiguousarray(turn(picture.alpha))
    return replace(picture, rgb=rgb, alpha=alpha)


def deep_samples(data: bytes, image: Image.Image, page: int) -> Pixels | None:
    """The 16-bit samples of a PNG or TIFF, (H, W), or (H, W, 3 or 4) in the order RGB(A), straight.

    None for what has no more than 8 bit, or is stored in a way that only Pillow reads.
    """
    import cv2
    from cv2.utils import logging

    if not _is_deep(data, image):
        return None
    level = logging.setLogLevel(logging.LOG_LEVEL_SILENT)  # what it finds is said by us, once
    try:
        if image.format == "TIFF":
            _, found = cv2.imdecodemulti(
                np.frombuffer(data, np.uint8), cv2.IMREAD_UNCHANGED, range=(page, page + 1)
            )
            samples = found[0] if found else None
        else:
            samples = cv2.imdecode(np.frombuffer(data, np.uint8), cv2.IMREAD_UNCHANGED)
    except cv2.error as error:
        raise InputError("picture-damaged") from error
    finally:
        logging.setLogLevel(level)
    if samples is None or samples.dtype != np.uint16 or samples.shape[1::-1] != image.size:
        raise InputError("picture-damaged")
    return _in_our_order(np.asarray(samples, np.uint16), image)


def _rounded(image: Image.Image) -> tuple[str, ...]:
    """Whether 16 bit were read with 8, as of planes or CMYK."""
    tags: Any = getattr(image, "tag_v2", {})
    if max(tags.get(_BITS, (8,))) <= 8:
        return ()
    if tags.get(_PLANAR) == _SEPARATE and tags.get(_COMPRESSION, 1) == _NONE:
        raise InputError("picture-planes")  # Pillow would mix their bytes up
    return ("picture-rounded",)


def _is_deep(data: bytes, image: Image.Image) -> bool:
    if image.format == "PNG":
        return data[24] == 16 and image.mode != "I;16"
    if image.format != "TIFF" or image.mode not in ("RGB", "RGBA"):
        return False
    tags: Any = image.tag_v2  # type: ignore[attr-defined]
    return set(tags.get(_BITS, ())) == {16} and tags.get(_PLANAR, 1) != _SEPARATE


def _in_our_order(samples: npt.NDArray[np.uint16], image: Image.Image) -> Pixels:
    import cv2

    if samples.ndim == 2:
        return samples
    if samples.shape[2] == 3:
        return np.asarray(cv2.cvtColor(samples, cv2.COLOR_BGR2RGB), np.uint16)
    rgba = np.asarray(cv2.cvtColor(samples, cv2.COLOR_BGRA2RGBA), np.uint16)
    tags: Any = getattr(image, "tag_v2", {})
    if tags.get(_EXTRA_SAMPLES, (0,))[0] == _PREMULTIPLIED:
        straighten(rgba)
    return rgba


def _deep(samples: Pixels, image: Image.Image, profile: bytes | None) -> Decoded:
    if samples.ndim == 3 and image.mode not in ("LA", "La"):
        return split(samples)
    if samples.ndim == 2:
        return _grey(samples, None, profile)
    return _grey(np.ascontiguousarray(samples[..., 0]), samples[..., 3], profile)


def _deep_grey(image: Image.Image, profile: bytes | None) -> Decoded:
    grey = np.asarray(image).astype(np.uint16)
    tags: Any = getattr(image, "tag_v2", {})
    if tags.get(_PHOTOMETRIC) == _WHITE_IS_ZERO:
        grey = np.uint16(65535) - grey
    clear = image.info.get("transparency")  # the one level of a PNG that stands for nothing
    alpha = None if clear is None else np.where(grey == clear, 0, 65535).astype(np.uint16)
    return _grey(grey, alpha, profile)


def _shallow_grey(image: Image.Image, profile: bytes | None) -> Decoded:
    if image.has_transparency_data:
        both = np.asarray(image.convert("LA"), np.uint8)
        return _grey(np.ascontiguousarray(both[..., 0]), both[..., 1], profile)
    return _grey(np.asarray(image.convert("L"), np.uint8), None, profile)


def _grey(grey: Any, alpha: Any2D | None, profile: bytes | None) -> Decoded:
    curve = colour_profile.grey_curve(profile)
    if curve is not None:
        grey = _along(curve, grey)
    rgb = np.repeat(grey[..., None], 3, axis=2)
    return Decoded(rgb, _or_none(alpha), converted=curve is not None)


def _along(curve: npt.NDArray[np.float32], grey: Any2D) -> Pixels:
    full = int(np.iinfo(grey.dtype).max)
    levels = np.interp(np.arange(full + 1), np.linspace(0, full, 256), curve)
    table: Any = np.rint(levels * (full / 255)).astype(grey.dtype)
    shown: Pixels = table[grey]
    return shown


def _other_space(image: Image.Image, profile: bytes | None) -> Decoded:
    shown = colour_profile.to_srgb(image, profile)
    remarks: tuple[str, ...] = () if shown is not None else ("picture-cmyk-guessed",)
    rgb = np.asarray(image.convert("RGB") if shown is None else shown)
    return Decoded(rgb, None, converted=True, remarks=(*remarks, *_rounded(image)))


def split(pixels: Any2D) -> Decoded:
    """(H, W, 3 or 4) straight pixels as colour and alpha."""
    if pixels.shape[2] == 3:
        return Decoded(pixels, None)
    return Decoded(np.ascontiguousarray(pixels[..., :3]), _or_none(pixels[..., 3]))


def _or_none(alpha: Any2D | None) -> Pixels | None:
    """Alpha that is full everywhere says nothing: most programs write it without being asked."""
    if alpha is None or int(alpha.min()) == np.iinfo(alpha.dtype).max:
        return None
    return np.ascontiguousarray(alpha)
