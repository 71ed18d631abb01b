"""Where a faint thing is still a thing and no longer noise."""

from __future__ import annotations

import cv2
import numpy as np
import numpy.typing as npt

from nukki.alpha.background import Backdrop

Float = npt.NDArray[np.float32]
Bool = npt.NDArray[np.bool_]

REACH = 8  # pixels that a decision looks around itself; strips overlap by as much
_WINDOW = 5
_CLIPPED = 1.7  # on pure white or black half of the noise is cut off and the rest looks smaller
_SIGMAS = 4.5


def noise_of(back: Backdrop) -> float:
    """Standard deviation (0..1) of a picture around its background, 0 for one without noise."""
    noise = np.maximum(back.sigma - np.float32(1 / 510), 0)
    colour = np.asarray(back.colour, np.float32)
    clipped = np.minimum(colour, 1 - colour) < 2 * noise
    return float((noise * np.where(clipped, _CLIPPED, 1)).max())


def support(strength: Float, noise: float) -> Bool:
    """Which pixels of (H, W) `strength`, 0 where nothing is and of either sign, are something.

    `noise` is the standard deviation per pixel. A mean over 5 x 5 pixels must stand out from its
    own noise, or one pixel by far; 3 pixels around are kept, since edges fade into the noise.
    Without noise everything but 0 belongs.
    """
    mean = np.abs(cv2.blur(strength, (_WINDOW, _WINDOW)))
    found = mean > _SIGMAS * noise / _WINDOW
    found |= np.abs(strength) > 2 * _SIGMAS * noise
    if noise <= 0:
        return np.asarray(strength != 0)
    wide = cv2.dilate(found.astype(np.uint8), np.ones((7, 7), np.uint8))
    return np.asarray(wide > 0)


def largest(values: Float) -> Float:
    """The largest of three channels, (..., 3) to (...); numpy's own is five times slower."""
    pair = np.maximum(values[..., 0], values[..., 1])
    return np.asarray(np.maximum(pair, values[..., 2], out=pair), np.float32)
