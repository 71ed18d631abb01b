"""Cuts gone wrong in known ways, made from pictures with known alpha over a known key colour.

All pictures are (H, W, 4) uint8 straight, sources (H, W, 3) uint8, sRGB, blended as browsers do.
"""

from __future__ import annotations

import cv2
import numpy as np
import numpy.typing as npt

Byte = npt.NDArray[np.uint8]
Colour = tuple[int, int, int]

KEYS: dict[str, Colour] = {
    "green": (0, 177, 64),
    "magenta": (230, 26, 230),
    "blue": (20, 60, 230),
    "grey": (128, 128, 128),
    "black": (5, 5, 5),
    "white": (250, 250, 250),
}
VISIBLE = 8


def over(rgba: Byte, key: Colour) -> Byte:
    """The picture a generator would hand over: the object on the key colour."""
    alpha = rgba[..., 3:].astype(np.float32) / 255
    mixed = rgba[..., :3] * alpha + np.asarray(key, np.float32) * (1 - alpha)
    return np.rint(mixed).astype(np.uint8)


def ring(rgba: Byte, key: Colour, width: int) -> Byte:
    """A mask too large by `width` px over the composite: the edge carries the key at full alpha.

    What was see-through becomes a plate, as every plain mask makes of it.
    """
    return np.dstack([over(rgba, key), _grown(rgba, width)])


def rim(rgba: Byte, key: Colour, width: int) -> Byte:
    """The true cutout, glass still see-through, over a rim of the key `width` px wide."""
    coverage = _grown(rgba, width).astype(np.float32) / 255
    around = np.where(rgba[..., 3] >= VISIBLE, 0, coverage)[..., None]
    alpha = rgba[..., 3:].astype(np.float32) / 255
    whole = alpha + around * (1 - alpha)
    mixed = rgba[..., :3] * alpha + np.asarray(key, np.float32) * around * (1 - alpha)
    colour = mixed / np.maximum(whole, 1e-6)
    return np.rint(np.dstack([colour, 255 * whole])).clip(0, 255).astype(np.uint8)


def fringe(rgba: Byte, key: Colour, strength: float) -> Byte:
    """The true alpha, but `strength` of the key's share left in the colour of partial pixels."""
    share = strength * (1 - rgba[..., 3:].astype(np.float32) / 255)
    mixed = rgba[..., :3] * (1 - share) + np.asarray(key, np.float32) * share
    return np.dstack([np.rint(mixed).astype(np.uint8), rgba[..., 3]])


def _grown(rgba: Byte, width: int) -> Byte:
    """Anti-aliased mask of what is visible, grown by `width` px."""
    mask = np.where(rgba[..., 3] >= VISIBLE, np.uint8(255), np.uint8(0))
    disc = cv2.getStructuringElement(cv2.MORPH_ELLIPSE, (2 * width + 1, 2 * width + 1))
    return np.asarray(cv2.GaussianBlur(cv2.dilate(mask, disc), (3, 3), 0.5), np.uint8)
