"""Matting at a size that a solver can bear, brought back to full size along the picture's edges."""

from __future__ import annotations

from collections.abc import Callable
from typing import cast

import cv2
import numpy as np
import numpy.typing as npt

from nukki.alpha import local_matte
from nukki.alpha.source import Byte, Float, Pixels
from nukki.core.pixels import to_float

_MARGIN = 32  # pixels of known surroundings that a solver sees
_STRIP = 1_000_000  # pixels at once


def solve_small(rgb: Byte, trimap: Byte, most: int, solver: Callable[[Byte, Byte], Float]) -> Float:
    """Alpha (H, W) float32 by a `solver` that sees at most `most` pixels.

    It sees no more than the surroundings of what is unknown. Known pixels are 0 or 1 exactly.
    """
    alpha: Float = (trimap == 255).astype(np.float32)
    rows, columns = _surroundings(unknown(trimap))
    part, map_part = np.ascontiguousarray(rgb[rows, columns]), trimap[rows, columns].copy()
    scale = min(1.0, float(np.sqrt(most / map_part.size)))
    if scale == 1:
        found = solver(part, map_part)
    else:
        small, small_map = _smaller(part, map_part, scale)
        found = enlarged(part, to_float(small), solver(small, small_map))
    at = unknown(map_part)
    alpha[rows, columns][at] = np.clip(found[at], 0, 1)
    return alpha


def unknown(trimap: Byte) -> npt.NDArray[np.bool_]:
    """What a trimap (H, W) leaves open: all that is neither 0 nor 255."""
    return np.asarray((trimap > 0) & (trimap < 255))


def _surroundings(area: npt.NDArray[np.bool_]) -> tuple[slice, slice]:
    spans = []
    for axis in (1, 0):
        at = np.flatnonzero(area.any(axis))
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


def enlarged(rgb: Pixels | Float, working: Float, alpha: Float) -> Float:
    """`alpha` of the small picture `working` at the size of `rgb`, (H, W), led by its colours.

    `rgb` (H, W, 3) in its own dtype or float32 0..1, `working` (h, w, 3) float32 0..1. The local
    colour lines of the small picture are interpolated, then applied to the large one, in strips of
    bounded memory.
    """
    if rgb.shape[:2] == alpha.shape:
        return alpha
    high, wide = rgb.shape[:2]
    lines = local_matte.colour_lines(working, alpha)
    result = np.asarray(cv2.resize(alpha, (wide, high), interpolation=cv2.INTER_LINEAR), np.float32)
    step = max(1, _STRIP // wide)
    for top in range(0, high, step):
        strip = result[top : top + step]
        row, column = np.nonzero((strip > 0) & (strip < 1))
        y = (row + top + 0.5) * (alpha.shape[0] / high) - 0.5
        x = (column + 0.5) * (alpha.shape[1] / wide) - 0.5
        line = _between(lines, y, x)
        shown = _in_unit(rgb[top + row, column])
        strip[row, column] = np.clip((line[:, :3] * shown).sum(1) + line[:, 3], 0, 1)
    return result


def _between(values: Float, y: npt.NDArray[np.float64], x: npt.NDArray[np.float64]) -> Float:
    """`values` (h, w, C) at points between its pixels, bilinear, (N, C)."""
    high, wide = values.shape[:2]
    y, x = np.clip(y, 0, high - 1), np.clip(x, 0, wide - 1)
    top, left = y.astype(np.intp), x.astype(np.intp)
    below, right = np.minimum(top + 1, high - 1), np.minimum(left + 1, wide - 1)
    dy, dx = ((part - whole).astype(np.float32)[:, None] for part, whole in ((y, top), (x, left)))
    upper = values[top, left] * (1 - dx) + values[top, right] * dx
    lower = values[below, left] * (1 - dx) + values[below, right] * dx
    return np.asarray(upper * (1 - dy) + lower * dy, np.float32)


def _in_unit(rgb: Pixels | Float) -> Float:
    if np.issubdtype(rgb.dtype, np.floating):
        return np.asarray(rgb, np.float32)
    return to_float(cast(Pixels, rgb))
