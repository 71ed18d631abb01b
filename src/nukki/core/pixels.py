"""The only place that converts pixels: depth, sRGB and linear light, straight and premultiplied.

Sizes are (H, W, C). Floats are float32 in 0..1. Alpha is always linear coverage.
"""

from __future__ import annotations

from typing import Any

import numpy as np
import numpy.typing as npt

Float = npt.NDArray[np.float32]
Byte = npt.NDArray[np.uint8]
Pixels = npt.NDArray[np.uint8] | npt.NDArray[np.uint16]


def words(rgba: npt.NDArray[Any]) -> npt.NDArray[Any]:
    """(H, W, 4) contiguous, 8 or 16 bit, as (H·W,) of one word a pixel: they gather much faster.

    A view. Little-endian, so that alpha is the highest quarter.
    """
    return rgba.reshape(-1, 4).view(f"<u{4 * rgba.itemsize}")[:, 0]


def to_linear(encoded: Float) -> Float:
    """sRGB-encoded values to linear light (IEC 61966-2-1)."""
    low = encoded / np.float32(12.92)
    high = ((encoded + np.float32(0.055)) / np.float32(1.055)) ** np.float32(2.4)
    return np.where(encoded <= np.float32(0.04045), low, high).astype(np.float32)


def to_srgb(linear: Float) -> Float:
    """Linear light to sRGB-encoded values; negatives become 0, values above 1 are kept."""
    light = np.maximum(linear, np.float32(0))
    low = light * np.float32(12.92)
    high = np.float32(1.055) * light ** np.float32(1 / 2.4) - np.float32(0.055)
    return np.where(light <= np.float32(0.0031308), low, high).astype(np.float32)


def to_bytes(values: Float) -> Byte:
    """0..1 to 0..255, rounded (never truncated) and clipped."""
    return np.asarray(np.clip(np.rint(values * np.float32(255)), 0, 255), np.uint8)


def to_float(values: Pixels) -> Float:
    """0..255 or 0..65535, by the dtype, to 0..1."""
    return values.astype(np.float32) / np.float32(np.iinfo(values.dtype).max)


def to_8_bit(values: Pixels) -> Byte:
    """Pixels of either depth at 8 bit, rounded; contiguous, and not copied where they are both.

    >>> to_8_bit(np.array([0, 128, 129, 65535], np.uint16)).tolist()
    [0, 0, 1, 255]
    """
    if values.dtype == np.uint8:
        return np.ascontiguousarray(values, np.uint8)
    return ((values.astype(np.uint32) + 128) // 257).astype(np.uint8)


def to_lab(encoded: Float) -> Float:
    """(N, 3) sRGB-encoded values to CIE L*a*b*, in which Euclidean distances are ΔE (1976)."""
    import cv2

    return np.asarray(cv2.cvtColor(encoded[None], cv2.COLOR_RGB2LAB)[0], np.float32)


def premultiply(straight: Float) -> Float:
    """(H, W, 4) straight to premultiplied, same encoding."""
    result = straight.copy()
    result[..., :3] *= straight[..., 3:]
    return result


def unpremultiply(premultiplied: Float) -> Float:
    """(H, W, 4) premultiplied to straight; colour is 0 where alpha is 0."""
    result = premultiplied.copy()
    alpha = premultiplied[..., 3:]
    np.divide(premultiplied[..., :3], alpha, out=result[..., :3], where=alpha > 0)
    result[..., :3][np.broadcast_to(alpha <= 0, result[..., :3].shape)] = 0
    return result


def straighten(rgba: Pixels) -> None:
    """(H, W, 4) premultiplied to straight in place, rounded as integers, in strips of rows.

    Colour that is brighter than its alpha allows is clipped.

    >>> grey = np.array([[[64, 64, 64, 128]]], np.uint8)
    >>> straighten(grey)
    >>> grey.tolist()
    [[[128, 128, 128, 128]]]
    """
    full = np.uint64(np.iinfo(rgba.dtype).max)
    for rows in np.array_split(rgba, max(1, rgba.shape[0] // 256)):
        alpha = rows[..., 3:].astype(np.uint64)
        colour = (rows[..., :3].astype(np.uint64) * full + alpha // 2) // np.maximum(alpha, 1)
        rows[..., :3] = np.minimum(colour, full)


def over(top: Byte, bottom: Byte) -> Byte:
    """Straight (H, W, 4) `top` over straight `bottom`, blended in sRGB as browsers do."""
    a = premultiply(to_float(top))
    b = premultiply(to_float(bottom))
    return to_bytes(unpremultiply(a + b * (np.float32(1) - a[..., 3:])))
