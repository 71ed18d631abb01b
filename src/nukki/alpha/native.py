"""The strategy for candidates that carry their own alpha: clear its haze, judge it, keep the rest.

Alpha and colour of every visible pixel stay as the engine drew them.
"""

from __future__ import annotations

from typing import Any

import cv2
import numpy as np
import numpy.typing as npt

from nukki.alpha.result import AlphaResult
from nukki.errors import AlphaError

Byte = npt.NDArray[np.uint8]

STRATEGY_ID = "native_alpha"
# Layer decoders leave a veil of about 1/255 in empty places; above 12 % it is no veil but picture.
HAZE_CEILING = 32
_CROSS = cv2.getStructuringElement(cv2.MORPH_CROSS, (3, 3))


def native_alpha(rgba: Byte) -> AlphaResult:
    """Take (H, W, 4) uint8 straight pixels at their word.

    Alpha up to the haze level becomes 0; an exact render has no haze and comes back unchanged.
    Raises AlphaError when alpha is 255 everywhere (nothing was cut out) or 0 everywhere.
    """
    alpha = cv2.extractChannel(rgba, 3)
    if int(alpha.min()) == 255:
        raise AlphaError("native-alpha-opaque")
    level = haze(alpha)
    if int(alpha.max()) <= level:
        raise AlphaError("native-alpha-empty")
    return AlphaResult(_without_haze(rgba, alpha, level), STRATEGY_ID, confidence(alpha, level))


def haze(alpha: npt.NDArray[Any]) -> int:
    """Level of the veil in (H, W) uint8 alpha, read from the border ring of 1 px; 0 for none.

    A veil lies everywhere, so most of the ring must be veiled; a glow or an object that reaches
    the frame at one side is no veil. The level is the 99th percentile of the ring.
    """
    ring = np.concatenate([alpha[0], alpha[-1], alpha[1:-1, 0], alpha[1:-1, -1]])
    low = ring[ring < HAZE_CEILING]
    if 2 * np.count_nonzero(low) <= ring.size:
        return 0
    return int(np.percentile(low, 99, method="higher"))


def confidence(alpha: npt.NDArray[Any], level: int) -> float:
    """How far (H, W) uint8 alpha looks like a true matte, 0..1.

    The product of two measurements: the share of the silhouette (pixels of alpha ≥ 128 next to a
    lower one) that is partial itself or touches a partial pixel, hence 0 for a binary mask; and
    1 − haze / HAZE_CEILING, hence 1 for a clean border.
    """
    solid = np.asarray(alpha >= 128, np.uint8)
    inner = cv2.erode(solid, _CROSS, borderType=cv2.BORDER_REPLICATE)
    edge = np.flatnonzero(solid.ravel() > inner.ravel())
    clean = 1.0 - level / HAZE_CEILING
    if not edge.size:  # nothing is solid: all that is visible is partial
        return clean
    partial = np.asarray((alpha > level) & (alpha < 255), np.uint8)
    touched = cv2.dilate(partial, _CROSS).ravel()[edge]
    return float(np.count_nonzero(touched) / edge.size * clean)


def _without_haze(rgba: Byte, alpha: npt.NDArray[Any], level: int) -> Byte:
    if not level:
        return rgba
    cleared = rgba.copy()
    cleared[..., 3][alpha <= level] = 0
    return cleared
