"""No foreign colour under the cutout: what alpha hides takes the colour of what it shows.

The colour of a native candidate's visible pixels is true already and is never touched; hidden
pixels matter because resizing and texture filters mix them in.
"""

from __future__ import annotations

from typing import Any

import cv2
import numpy as np
import numpy.typing as npt

from nukki.core.nearest import nearest

Byte = npt.NDArray[np.uint8]

REACH = 8  # a 16-fold reduction still finds true colour there; more only makes the PNG larger


def decontaminate(rgba: Byte) -> tuple[Byte, dict[str, Any]]:
    """Spread colour under alpha 0 and clear the rest; (H, W, 4) uint8 straight.

    Hidden pixels up to 8 px from a visible one take the nearest visible pixel's colour, all others
    become 0. Alpha and visible pixels keep their bytes. Returns a new picture and the record.
    """
    alpha = cv2.extractChannel(rgba, 3)
    hidden = np.asarray(cv2.inRange(alpha, 0, 0), np.uint8)
    result = np.asarray(cv2.bitwise_and(rgba, rgba, mask=cv2.bitwise_not(hidden)), np.uint8)
    band, source = _nearest_visible(hidden)
    packed = result.reshape(-1, 4).view("<u4")[:, 0]
    packed[band] = packed[source] & 0x00FFFFFF
    return result, {"reach_px": REACH, "bled_px": int(band.size)}


def _nearest_visible(hidden: Byte) -> tuple[npt.NDArray[np.intp], npt.NDArray[np.intp]]:
    """Flat indices of hidden pixels within reach, and of the visible pixel nearest to each."""
    none = np.zeros(0, np.intp)
    if not hidden.any() or hidden.all():
        return none, none
    visible = nearest(hidden)
    band = np.flatnonzero(cv2.inRange(visible.distance, 0.5, REACH + 0.5) != 0)
    return band, visible.source(band)
