"""The shadow under the object, blended in sRGB as browsers do."""

from __future__ import annotations

from typing import Any, TypeVar

import cv2
import numpy as np
import numpy.typing as npt

from nukki.core.pixels import words

Pixels = TypeVar("Pixels", bound=npt.NDArray[Any])


def under(rgba: Pixels, shadow: Pixels) -> tuple[Pixels, dict[str, Any]]:
    """`rgba` over `shadow`, both (H, W, 4) uint8 or uint16 straight contiguous, and the record.

    Opaque object pixels and pixels without shadow keep their bytes; where the object is absent the
    shadow's bytes stand. Only what lies between is computed, and rounded once.
    """
    full = int(np.iinfo(rgba.dtype).max)
    alpha = cv2.extractChannel(rgba, 3)
    cast = cv2.inRange(cv2.extractChannel(shadow, 3), 1, full)
    result = rgba.copy()
    absent = cv2.bitwise_and(cast, cv2.inRange(alpha, 0, 0))
    cv2.copyTo(shadow, absent, result)
    mixed = np.flatnonzero(cv2.bitwise_and(cast, cv2.inRange(alpha, 1, full - 1)) != 0)
    pixels = words(result)
    top = pixels[mixed].view(rgba.dtype).reshape(-1, 4)
    bottom = words(shadow)[mixed].view(rgba.dtype).reshape(-1, 4)
    pixels[mixed] = words(_over(top, bottom, full))
    return result, {"shadow_px": int(cv2.countNonZero(cast)), "mixed_px": int(mixed.size)}


def _over(top: Pixels, bottom: Pixels, full: int) -> Pixels:
    """(N, 4) over (N, 4), straight; the result's alpha is never 0."""
    a = top[:, 3].astype(np.float32)
    b = bottom[:, 3] * (full - a) / np.float32(full)
    whole = a + b
    share = a / whole
    result: Any = np.empty_like(top)
    for channel in range(3):  # columns, because N x 1 broadcasts are slow
        under_it = bottom[:, channel].astype(np.float32)
        result[:, channel] = np.rint(under_it + share * (top[:, channel] - under_it))
    result[:, 3] = np.rint(whole)
    mixed: Pixels = result
    return mixed
