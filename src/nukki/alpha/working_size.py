"""Matting at a size that a solver can bear, brought back to full size along the picture's edges."""

from __future__ import annotations

from collections.abc import Callable

import cv2
import numpy as np

from nukki.alpha import local_matte
from nukki.alpha.source import Byte, Float

_MARGIN = 32  # pixels of known surroundings that a solver sees
_STRIP = 256  # rows


def solve_small(rgb: Byte, trimap: Byte, most: int, solver: Callable[[Byte, Byte], Float]) -> Float:
    """Alpha (H, W) float32 by a `solver` that sees at most `most` pixels.

    It sees no more than the surroundings of what is unknown. Known pixels are 0 or 1 exactly.
    """
    alpha: Float = (trimap == 255).astype(np.float32)
    rows, columns = _surroundings((trimap > 0) & (trimap < 255))
    part, map_part = np.ascontiguousarray(rgb[rows, columns]), trimap[rows, columns].copy()
    scale = min(1.0, float(np.sqrt(most / map_part.size)))
    if scale == 1:
        found = solver(part, map_part)
    else:
        small, small_map = _smaller(part, map_part, scale)
        found = _enlarged(part, small, solver(small, small_map))
    unknown = (map_part > 0) & (map_part < 255)
    alpha[rows, columns][unknown] = np.clip(found[unknown], 0, 1)
    return alpha


def _surroundings(unknown: np.ndarray[tuple[int, ...], np.dtype[np.bool_]]) -> tuple[slice, slice]:
    spans = []
    for axis in (1, 0):
        at = np.flatnonzero(unknown.any(axis))
        spans.append(slice(max(0, int(at[0]) - _MARGIN), int(at[-1]) + _MARGIN + 1))
    return spans[0], spans[1]


def _smaller(rgb: Byte, trimap: Byte, scale: float) -> tuple[Byte, Byte]:
    """Both at `scale`; a pixel is known only if all that it stands for is known alike."""
    size = (max(1, round(rgb.shape[1] * scale)), max(1, round(rgb.shape[0] * scale)))
    small = cv2.resize(rgb, size, interpolation=cv2.INTER_AREA)
    object_share = cv2.resize(
        (trimap == 255).astype(np.float32), size, interpolation=cv2.INTER_AREA
    )
    back_share = cv2.resize((trimap == 0).astype(np.float32), size, interpolation=cv2.INTER_AREA)
    small_map = np.full(size[::-1], 128, np.uint8)
    small_map[object_share > 0.999] = 255
    small_map[back_share > 0.999] = 0
    return np.asarray(small, np.uint8), small_map


def _enlarged(rgb: Byte, small: Byte, alpha: Float) -> Float:
    """`alpha` of the `small` picture at the size of `rgb`: its colour lines, interpolated, applied
    to the colours of the large one, in strips."""
    lines = local_matte.colour_lines(small.astype(np.float32) / np.float32(255), alpha)
    height, width = rgb.shape[:2]
    found = np.empty((height, width), np.float32)
    x, y = (_centres(n, m) for n, m in ((width, small.shape[1]), (height, small.shape[0])))
    for top in range(0, height, _STRIP):
        rows = slice(top, top + _STRIP)
        at_y, at_x = np.meshgrid(y[rows], x, indexing="ij")
        line = cv2.remap(lines, at_x, at_y, cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
        shown = rgb[rows].astype(np.float32) / np.float32(255)
        found[rows] = np.einsum("hwc,hwc->hw", line[..., :3], shown) + line[..., 3]
    return found


def _centres(many: int, few: int) -> Float:
    """Where the centres of `many` pixels lie among `few`, in pixels of the few."""
    return np.asarray((np.arange(many) + 0.5) * (few / many) - 0.5, np.float32)
