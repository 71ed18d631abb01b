"""Smaller pictures whose edges stay true: averaged as premultiplied linear light, never enlarged.

A mean of encoded values is too dark, and a mean of straight colour lets hidden colour in.
"""

from __future__ import annotations

from typing import Any

import cv2
import numpy as np
import numpy.typing as npt

from nukki.core.nearest import nearest
from nukki.core.pixels import Float, to_bytes, to_linear, to_srgb

Byte = npt.NDArray[np.uint8]

REACH = 8  # pixels beyond the edge that keep its colour, for programs that resize once more


def smaller(rgba: Byte, width: int, height: int) -> Byte:
    """(H, W, 4) uint8 straight sRGB, reduced to `width` x `height`, each at most what it was.

    Every new pixel is the mean of exactly the area that it covers. Raises ValueError for a size
    that would enlarge.
    """
    if rgba.shape[:2] == (height, width):
        return rgba
    if not (0 < width <= rgba.shape[1] and 0 < height <= rgba.shape[0]):
        raise ValueError(f"expected at most {rgba.shape[1]}x{rgba.shape[0]}, got {width}x{height}")
    alpha = _mean(rgba[..., 3].astype(np.float32) / np.float32(255), width, height)
    result = np.zeros((height, width, 4), np.uint8)
    result[..., 3] = to_bytes(alpha)
    weight: Float = np.asarray(np.maximum(alpha, 1e-6), np.float32)
    for channel in range(3):  # one at a time: a quarter of the memory
        light = _LINEAR[rgba[..., channel]]
        light *= rgba[..., 3].astype(np.float32) / np.float32(255)
        mean: Float = np.asarray(_mean(light, width, height) / weight, np.float32)
        result[..., channel] = to_bytes(to_srgb(mean))
    return with_hidden_colour(result)


def opaque_smaller(rgb: Byte, width: int, height: int) -> Byte:
    """(H, W, 3) uint8 without alpha, reduced in the same way."""
    if rgb.shape[:2] == (height, width):
        return rgb
    planes = [
        to_bytes(to_srgb(_mean(_LINEAR[rgb[..., channel]], width, height))) for channel in range(3)
    ]
    return np.ascontiguousarray(np.dstack(planes), np.uint8)


def with_hidden_colour(rgba: Byte) -> Byte:
    """Pixels of alpha 0 near a visible one take its colour, all others become 0; a new picture."""
    hidden = (rgba[..., 3] == 0).astype(np.uint8)
    result = rgba.copy()
    result[hidden == 1] = 0
    if hidden.all() or not hidden.any():
        return result
    visible = nearest(hidden)
    band = np.flatnonzero((hidden.ravel() == 1) & (visible.distance.ravel() <= REACH))
    flat: Any = result.reshape(-1, 4)
    flat[band, :3] = flat[visible.source(band), :3]
    return result


def _mean(values: Float, width: int, height: int) -> Float:
    return np.asarray(cv2.resize(values, (width, height), interpolation=cv2.INTER_AREA), np.float32)


_LINEAR: Float = to_linear(np.arange(256, dtype=np.float32) / np.float32(255))
