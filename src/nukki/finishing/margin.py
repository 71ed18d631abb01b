"""Room around the object: the same on all four sides."""

from __future__ import annotations

import math
from typing import Any

import numpy as np
import numpy.typing as npt

Byte = npt.NDArray[np.uint8]

SHARE = 0.05


def margin_px(width: int, height: int) -> int:
    """5 % of the longer side, rounded up, so that even a single pixel gets a border.

    >>> margin_px(813, 400)
    41
    """
    return math.ceil(SHARE * max(width, height))


def pad(pixels: Byte, margin: int, fill: int = 0) -> tuple[Byte, dict[str, Any]]:
    """(H, W, C) with `margin` pixels of `fill` on every side, and the record of the step."""
    height, width, channels = pixels.shape
    shape = (height + 2 * margin, width + 2 * margin, channels)
    padded = np.full(shape, fill, pixels.dtype) if fill else np.zeros(shape, pixels.dtype)
    padded[margin : margin + height, margin : margin + width] = pixels
    return padded, {"margin_px": margin, "share": SHARE}
