"""Layers of an object where a person took some of it away again."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

Byte = npt.NDArray[np.uint8]


def thinned(layer: str, pixels: Byte, before: Byte, after: Byte) -> Byte:
    """A layer where the object's alpha (H, W) fell from `before` to `after`, in proportion.

    `pixels` are (H, W, 4) uint8 straight, whose alpha falls with it; of a `tint` the colour rises
    to white, and (H, W, 3) is given back. The object's own `shadow` stays as it lies.
    """
    if layer == "shadow":
        return pixels
    result = pixels if layer != "tint" else np.ascontiguousarray(pixels[..., :3])
    at = np.flatnonzero((after < before).ravel())
    if not at.size:
        return result
    left = after.ravel()[at].astype(np.float32) / before.ravel()[at]
    result = result.copy()
    flat = result.reshape(-1, result.shape[2])
    if layer == "tint":  # white multiplies nothing
        flat[at] = np.rint(255 - (255 - flat[at].astype(np.float32)) * left[:, None])
    else:
        flat[at, 3] = np.rint(flat[at, 3] * left)
    return result
