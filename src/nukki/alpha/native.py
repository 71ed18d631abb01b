"""The strategy for candidates that carry their own alpha: clear its haze, judge it, keep the rest.

Alpha and colour of every visible pixel stay as the engine drew them.
"""

from __future__ import annotations

from typing import Any

import cv2
import numpy as np
import numpy.typing as npt

from nukki.alpha.result import AlphaResult
from nukki.alpha.source import Source
from nukki.core.pixels import to_8_bit
from nukki.errors import AlphaError

STRATEGY_ID = "native_alpha"
LEAST = 0.0  # a binary mask is a poor matte but may be meant, as in pixel art
SURE = 0.25
# Layer decoders leave a veil of about 1/255 in empty places; above 12 % it is no veil but picture.
HAZE_CEILING = 32
_CROSS = cv2.getStructuringElement(cv2.MORPH_CROSS, (3, 3))


def native_alpha(source: Source) -> AlphaResult:
    """Take a picture that has alpha at its word.

    Alpha up to the haze level becomes 0; an exact render has no haze and comes back unchanged.
    Raises AlphaError when there is no alpha, when it is full everywhere (nothing was cut out) or
    0 everywhere.
    """
    if source.alpha is None:
        raise AlphaError("native-alpha-none")
    alpha = to_8_bit(source.alpha)
    if int(source.alpha.min()) == source.full:
        raise AlphaError("native-alpha-opaque")
    level = haze(alpha)
    if int(alpha.max()) <= level:
        raise AlphaError("native-alpha-empty")
    kept = source.alpha if not level else np.where(alpha > level, source.alpha, 0)
    rgba = np.dstack([source.rgb, kept.astype(source.rgb.dtype)])
    facts = {"haze": float(level)}
    return AlphaResult(rgba, STRATEGY_ID, confidence(alpha, level), facts=facts)


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
