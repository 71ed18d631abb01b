"""The shadow under the object, blended in sRGB as browsers do."""

from __future__ import annotations

from typing import Any

import cv2
import numpy as np
import numpy.typing as npt

Byte = npt.NDArray[np.uint8]


def under(rgba: Byte, shadow: Byte) -> tuple[Byte, dict[str, Any]]:
    """`rgba` over `shadow`, both (H, W, 4) uint8 straight contiguous, and the record of the step.

    Opaque object pixels and pixels without shadow keep their bytes; where the object is absent the
    shadow's bytes stand. Only what lies between is computed, and rounded once.
    """
    alpha = cv2.extractChannel(rgba, 3)
    cast = cv2.inRange(cv2.extractChannel(shadow, 3), 1, 255)
    result = rgba.copy()
    absent = cv2.bitwise_and(cast, cv2.inRange(alpha, 0, 0))
    cv2.copyTo(shadow, absent, result)
    mixed = np.flatnonzero(cv2.bitwise_and(cast, cv2.inRange(alpha, 1, 254)) != 0)
    pixels = result.reshape(-1, 4).view("<u4")[:, 0]  # one word a pixel gathers much faster
    top = pixels[mixed].view(np.uint8).reshape(-1, 4)
    bottom = shadow.reshape(-1, 4).view("<u4")[:, 0][mixed].view(np.uint8).reshape(-1, 4)
    pixels[mixed] = _over(top, bottom).view("<u4")[:, 0]
    return result, {"shadow_px": int(cv2.countNonZero(cast)), "mixed_px": int(mixed.size)}


def _over(top: Byte, bottom: Byte) -> Byte:
    """(N, 4) over (N, 4), straight; the result's alpha is never 0."""
    a = top[:, 3].astype(np.float32)
    b = bottom[:, 3] * (255 - a) / np.float32(255)
    whole = a + b
    share = a / whole
    result = np.empty_like(top)
    for channel in range(3):  # columns, because N x 1 broadcasts are slow
        under_it = bottom[:, channel].astype(np.float32)
        result[:, channel] = np.rint(under_it + share * (top[:, channel] - under_it))
    result[:, 3] = np.rint(whole)
    return result
