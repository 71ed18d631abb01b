"""What is left of a known background: along the silhouette, and against the source picture.

A ring of the old background is a plateau in exactly its colour that ends at a step. A dark object,
a black rim of chrome or a shadow may come near that colour, but has no such step behind it.
"""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np
import numpy.typing as npt

from nukki.core.pixels import to_lab
from nukki.qa.silhouette import (
    BACKDROPS,
    OUTSIDE,
    VISIBLE_STEP,
    Float,
    Index,
    Walks,
    overshoot,
    steady,
)

Byte = npt.NDArray[np.uint8]
Mask = npt.NDArray[np.bool_]
Colour = tuple[float, float, float]

WIDTHS = (*range(1, 9), 10, 13, 16)  # px of leftover, as far as the walks reach
PLAIN_WIDTH = 8  # a wider border in a colour that shading can have is one that somebody drew
NEAR = 10.0  # levels (Euclidean) from the background that count as it: noise of σ 4, JPEG
NEAR_SHARE = 0.06  # of the step between background and object, added to NEAR
NEAR_EACH = 0.35  # of that step, for any one pixel of the plateau
STEP_SHARE = 0.7  # of the whole change from background to object lies in the step; shading creeps
SATURATED = 100  # levels between channels; no shading or reflection turns into such a colour
GLOW_NEAR = 16.0
LEAST_JUDGED = 0.15  # of the silhouette must differ from the background, or nothing can be told
CELL = 8  # px; how finely the background is measured around the object
_SAMPLES = 8192
_GUARD = np.ones((7, 7), np.uint8)  # blur and anti-aliasing beside the object


@dataclass(frozen=True)
class Backing:
    """The background behind any pixel, in levels: measured beside it, else the one known colour.

    `cells` (h, w, 3) float32 covers the source picture in squares of CELL px; None without one.
    """

    colour: Float
    cells: Float | None

    def at(self, y: Index, x: Index) -> Float:
        """(N, 3) background at pixels (N,) of the source; beyond its frame, that of the border."""
        if self.cells is None:
            return np.broadcast_to(self.colour, (len(y), 3))
        rows = np.clip(y // CELL, 0, self.cells.shape[0] - 1)
        columns = np.clip(x // CELL, 0, self.cells.shape[1] - 1)
        found: Float = self.cells[rows, columns]
        return found


def backing(colour: Colour, source: Byte | None = None, alpha: Byte | None = None) -> Backing:
    """Measure the background where `alpha` (H, W) shows nothing of `source` (H, W, 3).

    `colour` is 0..1. Close cells count most; where an object leaves none, the known colour holds.
    """
    known = 255 * np.asarray(colour, np.float32)
    if source is None or alpha is None:
        return Backing(known, None)
    free = cv2.bitwise_not(cv2.dilate(np.asarray(cv2.inRange(alpha, 1, 255)), _GUARD))
    size = (-(-alpha.shape[1] // CELL), -(-alpha.shape[0] // CELL))
    seen = cv2.bitwise_and(source, source, mask=free)
    total = cv2.resize(seen, size, interpolation=cv2.INTER_AREA).astype(np.float32)
    weight = cv2.resize(free, size, interpolation=cv2.INTER_AREA).astype(np.float32) / 255
    near, wide = (3, 3), (9, 9)
    summed = cv2.blur(total, near) + 0.05 * cv2.blur(total, wide) + 1e-4 * known
    weights = cv2.blur(weight, near) + 0.05 * cv2.blur(weight, wide) + 1e-4
    cells = summed / weights[..., None]
    strange = np.abs(cells - known).max(axis=2) > 64  # a part of the object that was not cut out
    return Backing(known, np.where(strange[..., None], known, cells).astype(np.float32))


@dataclass(frozen=True)
class Residue:
    """Of N walks: where the old background is left, and where it would be told from the object."""

    found: Mask
    judged: Mask

    @property
    def share(self) -> float:
        """Share of the judged silhouette, 0..1; 0 when too little of it can be judged."""
        judged = np.count_nonzero(self.judged)
        if judged < max(1.0, LEAST_JUDGED * len(self.judged)):
            return 0.0
        return float(np.count_nonzero(self.found) / judged)


def residue(walks: Walks, known: Float, *, fading: bool) -> Residue:
    """Find the background `known` (N, 3, levels) as a plateau at the edge of each walk.

    `fading`: the object is a glow, which never ends at a hard edge; where it does in the colour of
    the background, that is left over, whatever lies behind.
    """
    firm = walks.alpha[:, OUTSIDE : OUTSIDE + 3].max(axis=1, initial=0.0)
    hard = walks.alpha[:, 0] <= 0.15 * firm
    if fading:
        ring, _ = _mean(walks, 0, 2)
        judged = hard & (firm >= 0.5)
        return Residue(judged & (np.linalg.norm(ring - known, axis=1) <= GLOW_NEAR), judged)
    found, judged = np.zeros(len(hard), np.bool_), np.zeros(len(hard), np.bool_)
    for width in WIDTHS:
        visible, plateau = _of_width(walks, known, width)
        judged |= hard & visible
        found |= hard & visible & plateau
    return Residue(found, judged)


def tint(walks: Walks, known: Float) -> tuple[float, Mask]:
    """Background left in partial pixels: ΔE at the point of alpha 0, positive towards it.

    Least squares of one s over all partial pixels in error = s(1 − α)(B − F) + (g + h(1 − α)) ·
    trend, where F is the object's colour just behind and the trend is how F changes there; what
    the trend alone explains is a rim of light, and not blamed on s. Also tells the walks, (N,),
    that lie closer to the background than their object. 0 when less than a third of the
    silhouette is hard and differs from the background.
    """
    first = walks.at(2)
    step = known[:, None] - walks.colour
    told = np.linalg.norm(step[:, first], axis=1) >= 2 * VISIBLE_STEP
    firm = steady(walks) & told
    near = slice(walks.at(-1), walks.at(1) + 1)
    partial = (walks.alpha[:, near] > 0.1) & (walks.alpha[:, near] < 0.9) & firm[:, None]
    row = np.nonzero(partial)[0]
    if 3 * np.count_nonzero(firm) < len(firm) or len(row) < 16:
        return 0.0, np.zeros(len(firm), np.bool_)
    own = walks.colour[row, first]
    absent = (1 - walks.alpha[:, near][partial])[:, None]
    error, towards = walks.colour[:, near][partial] - own, known[row] - own
    trend = own - walks.colour[row, first + 1]
    s, explained = _towards(absent, towards, trend, error)
    nearer = (error * towards).sum(axis=1) > 0.25 * absent[:, 0] * (towards**2).sum(axis=1)
    distance = np.linalg.norm(_lab(known[row]) - _lab(own), axis=1).mean()
    where = np.zeros(len(firm), np.bool_)
    where[row[nearer]] = True
    return float(s * explained * distance), where


def recomposition(
    rgba: Byte, source: Byte, behind: Backing, offset: tuple[int, int]
) -> tuple[float, Index]:
    """How far the cutout over its background is from the source, in levels over partial pixels.

    `rgba` (h, w, 4) straight; `offset` (x, y) of its corner in `source` (H, W, 3). The mean of
    the largest channel's error, and the flat indices of pixels whose error exceeds VISIBLE_STEP.
    """
    partial = np.flatnonzero(cv2.inRange(cv2.extractChannel(rgba, 3), 8, 247))
    partial = partial[:: max(1, partial.size // _SAMPLES)]
    y, x = np.divmod(partial, rgba.shape[1])
    inside = _inside(y + offset[1], x + offset[0], source)
    partial, y, x = partial[inside], y[inside], x[inside]
    if partial.size < 16:
        return 0.0, np.zeros(0, np.intp)
    own = rgba.reshape(-1, 4)[partial].astype(np.float32)
    alpha = own[:, 3:] / 255
    there = behind.at(y + offset[1], x + offset[0])
    again = own[:, :3] * alpha + there * (1 - alpha)
    error = np.abs(again - source[y + offset[1], x + offset[0]]).max(axis=1)
    return float(error.mean()), partial[error > VISIBLE_STEP]


def _lab(levels: Float) -> Float:
    return to_lab(np.asarray(levels / 255, np.float32))


def _of_width(walks: Walks, known: Float, width: int) -> tuple[Mask, Mask]:
    """Where a ring of this width would be seen before the body, and where there is one."""
    ring, ring_alpha = _mean(walks, 0, width)
    body, body_alpha = _mean(walks, width + 1, width + 4)
    deep, deep_alpha = _mean(walks, width + 4, width + 8)
    opacity = walks.alpha[:, OUTSIDE : OUTSIDE + max(2, width)].max(axis=1)
    visible = _seen(known, opacity, body, body_alpha) & (body_alpha > 0.05)
    step = np.linalg.norm(body - known, axis=1)
    whole = np.linalg.norm(deep - known, axis=1)
    each = np.linalg.norm(walks.colour[:, OUTSIDE : OUTSIDE + width] - known[:, None], axis=2).max(
        axis=1
    )
    flat = np.linalg.norm(ring - known, axis=1) <= NEAR + NEAR_SHARE * step
    flat &= (each <= NEAR_EACH * step) & (ring_alpha >= 0.4)
    sudden = (step >= STEP_SHARE * whole) | (deep_alpha < 0.3)
    unlike_shading = np.ptp(known, axis=1) >= SATURATED
    return visible, flat & (unlike_shading | (sudden & (width <= PLAIN_WIDTH)))


def _mean(walks: Walks, start: int, stop: int) -> tuple[Float, Float]:
    """Mean colour (N, 3) by alpha, and mean alpha (N,), from `start` to before `stop` px inside."""
    alpha = walks.alpha[:, OUTSIDE + start : OUTSIDE + stop, None]
    colour = walks.colour[:, OUTSIDE + start : OUTSIDE + stop]
    weight = alpha.sum(axis=1)
    mean: Float = (colour * alpha).sum(axis=1) / np.maximum(weight, 1e-3)
    return mean, weight[:, 0] / (stop - start)


def _seen(ring: Float, ring_alpha: Float, body: Float, body_alpha: Float) -> Mask:
    """Whether the ring stands out on any backdrop."""
    steps = [
        overshoot(
            backdrop,
            ring * ring_alpha[:, None] + backdrop * (1 - ring_alpha[:, None]),
            body * body_alpha[:, None] + backdrop * (1 - body_alpha[:, None]),
        )
        for backdrop in BACKDROPS
    ]
    seen: Mask = np.max(steps, axis=0) >= VISIBLE_STEP
    return seen


def _towards(absent: Float, towards: Float, trend: Float, error: Float) -> tuple[float, float]:
    """s of `tint`, and the share of the error's squares that it alone explains."""
    system = np.stack(
        [(absent * towards).ravel(), trend.ravel(), (absent * trend).ravel()], axis=1
    ).astype(np.float64)
    right = error.astype(np.float64).ravel()
    answer = np.linalg.lstsq(system, right, rcond=None)[0]
    alone = np.linalg.lstsq(system[:, 1:], right, rcond=None)[0]
    left = np.square(right - system @ answer).sum()
    left_by_trend = np.square(right - system[:, 1:] @ alone).sum()
    explained = 1 - left / left_by_trend if left_by_trend > left else 0.0
    return float(answer[0]), float(explained)


def _inside(y: Index, x: Index, picture: Byte) -> Mask:
    height, width = picture.shape[:2]
    inside: Mask = (y >= 0) & (y < height) & (x >= 0) & (x < width)
    return inside
