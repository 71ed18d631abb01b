"""The pixels of strokes: how far each is covered, and what that makes of a matte.

Everything is computed within the box of the single stroke; the formulas stand in `strokes`.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from nukki.review.strokes import LINES, Stroke

Byte = npt.NDArray[np.uint8]
Float = npt.NDArray[np.float32]
Double = npt.NDArray[np.float64]

_FAR = np.float32(1e12)
_STRIP = 256  # rows of a lasso at once


@dataclass(frozen=True)
class Cover:
    """How far the pixels of a box are covered, (h, w) float32 in 0..1."""

    rows: slice
    columns: slice
    share: Float


def apply(matte: Byte, strokes: Sequence[Stroke], limit: Byte | None = None) -> Byte:
    """(H, W) uint8 after all strokes; see `strokes.apply`."""
    result = matte.copy()
    for stroke in strokes:
        found = cover(stroke, matte.shape)
        if found is None:
            continue
        box = found.rows, found.columns
        before = result[box].astype(np.float32)
        share = found.share * np.float32(stroke.opacity)
        if stroke.tool == "restore":
            top = np.float32(255) if limit is None else limit[box].astype(np.float32)
            after = before + share * np.maximum(top - before, 0)
        else:
            after = before * (1 - share)
        result[box] = np.floor(after + np.float32(0.5))
    return result


def cover(stroke: Stroke, shape: tuple[int, ...]) -> Cover | None:
    """What a stroke covers of a picture of this shape; None when all of it lies beside it."""
    return _brush(stroke, shape) if stroke.kind == "brush" else _lasso(stroke, shape)


def _brush(stroke: Stroke, shape: tuple[int, ...]) -> Cover | None:
    stamps = np.array([stamp for stamp in stroke.stamps() if stamp[2] > 0])
    if not stamps.size:
        return None
    middle, width = _edge(stamps[:, 2], stroke.hardness)
    reach = middle + width / 2
    low, high = stamps[:, :2] - reach[:, None], stamps[:, :2] + reach[:, None]
    on = ((high > 0) & (low < (shape[1], shape[0]))).all(axis=1)
    if not on.any():
        return None
    stamps, first, last = stamps[on], _first(low[on]), _last(high[on], shape)
    x0, y0 = first.min(axis=0).tolist()
    x1, y1 = last.max(axis=0).tolist()
    boxes = np.hstack([first - (x0, y0), last - (x0, y0)]).tolist()
    away = (np.arange(x0, x1) + 0.5, np.arange(y0, y1) + 0.5)
    draw = _even if np.ptp(stamps[:, 2]) == 0 else _uneven
    share = draw(stamps, boxes, away, stroke.hardness)
    return Cover(slice(y0, y1), slice(x0, x1), share)


def _edge(radius: Double, hardness: float) -> tuple[Double, Double]:
    """The middle and the width of the edge of stamps."""
    return radius * (1 + hardness) / 2, np.maximum(1.0, (1 - hardness) * radius)


def _first(low: Double) -> npt.NDArray[np.int64]:
    return np.maximum(np.floor(low), 0).astype(np.int64)


def _last(high: Double, shape: tuple[int, ...]) -> npt.NDArray[np.int64]:
    return np.minimum(np.ceil(high), (shape[1], shape[0])).astype(np.int64)


def _even(
    stamps: Double, boxes: list[list[int]], away: tuple[Double, Double], hardness: float
) -> Float:
    """Stamps of one radius: the nearest one covers a pixel most."""
    nearest = np.full((away[1].size, away[0].size), _FAR, np.float32)
    for part, squared in _squared(nearest, stamps, boxes, away):
        np.minimum(part, squared, out=part)
    return _profile(nearest, float(stamps[0, 2]), hardness)


def _uneven(
    stamps: Double, boxes: list[list[int]], away: tuple[Double, Double], hardness: float
) -> Float:
    share = np.zeros((away[1].size, away[0].size), np.float32)
    radii = stamps[:, 2].tolist()
    for radius, (part, squared) in zip(radii, _squared(share, stamps, boxes, away), strict=True):
        np.maximum(part, _profile(squared, radius, hardness), out=part)
    return share


def _squared(
    canvas: Float, stamps: Double, boxes: list[list[int]], away: tuple[Double, Double]
) -> Iterator[tuple[Float, Float]]:
    """For each stamp its part of the canvas, and the squared distances there."""
    for (x, y, _), (left, top, right, bottom) in zip(stamps.tolist(), boxes, strict=True):
        across = np.square(away[0][left:right] - x).astype(np.float32)
        down = np.square(away[1][top:bottom] - y).astype(np.float32)
        yield canvas[top:bottom, left:right], down[:, None] + across


def _profile(squared: Float, radius: float, hardness: float) -> Float:
    """The cover by squared distance, written over it."""
    middle, width = _edge(np.array(radius), hardness)
    t = np.sqrt(squared, out=squared)
    np.subtract(np.float32(middle + width / 2), t, out=t)
    t *= np.float32(1 / width)
    np.clip(t, 0, 1, out=t)
    smooth = np.float32(3) - np.float32(2) * t
    smooth *= t
    smooth *= t
    smooth *= np.float32(min(1.0, 2 * radius))
    return smooth


def _lasso(stroke: Stroke, shape: tuple[int, ...]) -> Cover | None:
    corners = np.array(stroke.corners())
    left, top = (max(0, math.floor(value)) for value in corners.min(axis=0))
    right = min(shape[1], math.ceil(float(corners[:, 0].max())))
    bottom = min(shape[0], math.ceil(float(corners[:, 1].max())))
    if left >= right or top >= bottom:
        return None
    edges = np.hstack([corners, np.roll(corners, -1, axis=0)])
    strips = [
        _filled(edges, slice(row, min(row + _STRIP, bottom)), slice(left, right))
        for row in range(top, bottom, _STRIP)
    ]
    return Cover(slice(top, bottom), slice(left, right), np.concatenate(strips))


def _filled(edges: Double, rows: slice, columns: slice) -> Float:
    """The inside of a polygon in a strip of rows, (h, w) float32."""
    height, width = rows.stop - rows.start, columns.stop - columns.start
    line, x = _crossings(edges, LINES * rows.start, LINES * rows.stop)
    x = np.clip(x, columns.start, columns.stop) - columns.start
    order = np.lexsort((x, line))
    line, x = line[order], x[order]
    # Each line meets the outline an even number of times: in, out, in, out.
    sign = np.where(np.arange(x.size) % 2, -1.0, 1.0) / LINES
    pixel = np.floor(x)
    part = x - pixel
    place = (line // LINES) * (width + 2) + pixel.astype(np.int64)
    cells = height * (width + 2)
    change = np.bincount(place, sign * (1 - part), cells)
    change += np.bincount(place + 1, sign * part, cells)
    inside = np.cumsum(change.reshape(height, width + 2), axis=1)[:, :width]
    return np.clip(inside, 0, 1).astype(np.float32)


def _crossings(edges: Double, first: int, end: int) -> tuple[npt.NDArray[np.int64], Double]:
    """Where edges (n, 4) meet the lines from `first` to `end`: numbers from 0, and x."""
    y0, y1 = edges[:, 1], edges[:, 3]
    begin = np.ceil(LINES * np.minimum(y0, y1) - 0.5).clip(first, end).astype(np.int64)
    stop = np.ceil(LINES * np.maximum(y0, y1) - 0.5).clip(first, end).astype(np.int64)
    count = stop - begin
    which = np.repeat(np.arange(len(edges)), count)
    before = np.repeat(np.cumsum(count) - count, count)
    line = begin[which] + np.arange(which.size) - before
    from_x, from_y, to_x, to_y = edges[which].T
    share = ((line + 0.5) / LINES - from_y) / (to_y - from_y)
    return line - first, from_x + share * (to_x - from_x)
