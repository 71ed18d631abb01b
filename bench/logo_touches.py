"""What SVG cannot give the logos: soft edges, halos, gradients around a middle, letters cut out.

Pictures are (H, W, 4) uint8, straight.
"""

from __future__ import annotations

from collections.abc import Callable

import cv2
import numpy as np
import numpy.typing as npt

Byte = npt.NDArray[np.uint8]


def haloed(reach: float, colour: tuple[int, int, int]) -> Callable[[Byte], Byte]:
    """A glow of `colour` that falls off over `reach` px around what is there."""

    def apply(rgba: Byte) -> Byte:
        alpha = rgba[..., 3].astype(np.float32) / 255
        away = cv2.distanceTransform((alpha < 0.5).astype(np.uint8), cv2.DIST_L2, 5)
        halo = 0.8 * np.clip(1 - away / (1.9 * reach), 0, 1) ** 2.2
        own = rgba[..., :3].astype(np.float32) * alpha[..., None]
        behind = np.asarray(colour, np.float32) * (halo * (1 - alpha))[..., None]
        whole = alpha + halo * (1 - alpha)
        return _straight(own + behind, whole)

    return apply


def feathered(sigma: float) -> Callable[[Byte], Byte]:
    """Edges that fade over some `sigma` px; what is deep inside stays opaque."""

    def apply(rgba: Byte) -> Byte:
        alpha = rgba[..., 3].astype(np.float32) / 255
        colour = rgba[..., :3].astype(np.float32) * alpha[..., None]
        soft = cv2.GaussianBlur(alpha, (0, 0), sigma)
        tone = cv2.GaussianBlur(colour, (0, 0), sigma) / np.maximum(soft, 1e-4)[..., None]
        inside = np.clip(cv2.distanceTransform((alpha > 0.99).astype(np.uint8), cv2.DIST_L2, 5)
                         / (3 * sigma), 0, 1)[..., None]  # fmt: skip
        whole = np.clip((soft - 0.02) / 0.94, 0, 1)
        own = rgba[..., :3].astype(np.float32)
        return _straight((inside * own + (1 - inside) * tone) * whole[..., None], whole)

    return apply


def turned(colours: npt.NDArray[np.integer]) -> Callable[[Byte], Byte]:
    """Coloured by a gradient around the middle, from the first colour through all and back."""

    def apply(rgba: Byte) -> Byte:
        height, width = rgba.shape[:2]
        y, x = np.mgrid[:height, :width].astype(np.float32)
        turn = np.arctan2(y - height / 2, x - width / 2) / (2 * np.pi) % 1 * len(colours)
        ring = np.vstack([colours, colours[:1]]).astype(np.float32)
        at = np.arange(len(ring))
        tone = np.dstack([np.interp(turn, at, ring[:, channel]) for channel in range(3)])
        result = rgba.copy()
        result[..., :3] = np.rint(tone)
        return result

    return apply


def punched(rgba: Byte) -> Byte:
    """Where it is black it is cut out, and the edge of the hole has the colour around it."""
    alpha = rgba[..., 3].astype(np.float32)
    tone = rgba[..., :3].astype(np.float32)
    solid = np.median(tone[(alpha == 255) & (tone.max(axis=2) > 24)], axis=0)
    kept = np.clip(tone @ solid / (solid @ solid), 0, 1)
    whole = np.where(alpha > 0, kept * alpha / 255, 0).astype(np.float32)
    return _straight(solid.astype(np.float32) * whole[..., None], whole)


def _straight(premultiplied: npt.NDArray[np.float32], alpha: npt.NDArray[np.float32]) -> Byte:
    colour = premultiplied / np.maximum(alpha, 1 / 512)[..., None]
    colour[alpha < 1 / 512] = 0
    return np.asarray(np.clip(np.rint(np.dstack([colour, alpha * 255])), 0, 255), np.uint8)
