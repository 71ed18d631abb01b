"""No foreign colour under the cutout: what alpha hides takes the colour of what it shows.

The colour of a native candidate's visible pixels is true already and is never touched; hidden
pixels matter because resizing and texture filters mix them in.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, TypeVar

import cv2
import numpy as np
import numpy.typing as npt

from nukki.core.nearest import nearest
from nukki.core.pixels import words

Byte = npt.NDArray[np.uint8]
Index = npt.NDArray[np.intp]
Pixels = TypeVar("Pixels", bound=npt.NDArray[Any])

REACH = 8  # a 16-fold reduction still finds true colour there; more only makes the PNG larger
# The search takes 17 bytes a pixel. A larger picture is searched in strips, which overlap by
# twice the reach.
STRIP_PX = 16_000_000


def decontaminate(rgba: Pixels) -> tuple[Pixels, dict[str, Any]]:
    """Spread colour under alpha 0 and clear the rest; (H, W, 4) uint8 or uint16 straight.

    Hidden pixels up to 8 px from a visible one take the nearest visible pixel's colour, all others
    become 0. Alpha and visible pixels keep their bytes. Returns a new picture and the record.
    """
    alpha = cv2.extractChannel(rgba, 3)
    hidden = np.asarray(cv2.inRange(alpha, 0, 0), np.uint8)
    result: Any = cv2.bitwise_and(rgba, rgba, mask=cv2.bitwise_not(hidden))
    packed = words(result)
    colour = (1 << 24 * rgba.itemsize) - 1  # all of a word but alpha
    bled = 0
    for band, source in _nearest_visible(hidden):
        packed[band] = packed[source] & colour
        bled += band.size
    return result, {"reach_px": REACH, "bled_px": bled}


def _nearest_visible(hidden: Byte) -> Iterator[tuple[Index, Index]]:
    """Flat indices of hidden pixels within reach, and of the visible pixel nearest to each."""
    height, width = hidden.shape
    rows = max(1, STRIP_PX // width)
    for top in range(0, height, rows):
        start, end = max(0, top - 2 * REACH), min(height, top + rows + 2 * REACH)
        strip = hidden[start:end]
        if not strip.any() or strip.all():
            continue
        visible = nearest(strip)
        own = visible.distance[top - start : top - start + rows]
        band = np.flatnonzero(cv2.inRange(own, 0.5, REACH + 0.5) != 0)
        source = visible.source(band + (top - start) * width)
        yield band + top * width, source + start * width
