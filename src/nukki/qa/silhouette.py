"""Walks across the silhouette: what a person sees from the backdrop into the object.

A leftover of the old background shows as a plateau of one colour between backdrop and object that
is neither's. Rims of light and glass fade, glows have no hard edge, and dark or grey objects have
no second colour at all; so none of them is taken for a halo.
"""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np
import numpy.typing as npt

from nukki.core.pixels import words

Byte = npt.NDArray[np.uint8]
Float = npt.NDArray[np.floating]
Index = npt.NDArray[np.intp]
Mask = npt.NDArray[np.bool_]

BACKDROPS = np.array([[0, 0, 0], [255, 255, 255], [128, 128, 128], [0, 90, 255]], np.float32)
WALKS = 512  # enough for a share to ±4 %
OUTSIDE = 3  # px before the silhouette; an anti-aliased edge is over by then
INSIDE = 20  # px behind it: a ring of 10 px and twice 4 px of the object's own colour
VISIBLE_STEP = 24.0  # levels of 255 that a ring must stand out by, on two backdrops
CALM = 32.0  # levels from pixel to pixel; more is a line or a shape, not shading
FLAT = 0.3  # a plateau varies by less than this share of the step
WIDEST = 10  # px; anything wider is a border that somebody drew
WIDEST_SHARE = 0.025
_UNIT = 128  # levels; scales the unknown colour to the size of the other unknowns
_CROSS = cv2.getStructuringElement(cv2.MORPH_CROSS, (3, 3))


@dataclass(frozen=True)
class Walks:
    """N walks of T steps of 1 px, from OUTSIDE px before the edge inwards.

    `colour` (N, T, 3) straight 0..255 and `alpha` (N, T) 0..1, float32; `hard` (N,) says where
    alpha rises within a few pixels, as it does on everything that is cut and not glowing.
    `pixels` (N, T) are flat indices into the picture; `edge` (N,) are those of the silhouette.
    """

    colour: Float
    alpha: Float
    hard: Mask
    pixels: Index

    @property
    def edge(self) -> Index:
        """Flat indices of the silhouette's pixels."""
        found: Index = self.pixels[:, OUTSIDE]
        return found

    def at(self, step: int) -> int:
        """The index of the pixel `step` px inside the silhouette."""
        return OUTSIDE + step


def walk(rgba: Byte, threshold: int) -> Walks:
    """Sample (H, W, 4) uint8 straight, contiguous, across the silhouette of alpha ≥ `threshold`."""
    alpha = cv2.extractChannel(rgba, 3)
    smooth = cv2.GaussianBlur(np.asarray(alpha, np.uint8), (9, 9), 2)
    y, x = np.divmod(_edge(np.asarray(alpha, np.uint8), threshold), alpha.shape[1])
    pixels = _paths(np.asarray(smooth, np.uint8), y, x)
    path = words(rgba)[pixels]
    steps = np.ascontiguousarray(path).view(np.uint8).reshape(*path.shape, 4).astype(np.float32)
    opacity = steps[..., 3] / np.float32(255)
    peak = opacity[:, OUTSIDE:].max(axis=1, initial=0.0)
    hard = (opacity[:, 0] <= 0.15 * peak) & (opacity[:, OUTSIDE + 2] >= 0.7 * peak)
    return Walks(steps[..., :3], opacity, hard, pixels)


@dataclass(frozen=True)
class Rings:
    """Rings of one foreign colour: which of N walks cross one, its greatest width and its tone."""

    found: Mask
    width: int
    tone: Float

    @property
    def share(self) -> float:
        """Share of the silhouette, 0..1."""
        return float(np.count_nonzero(self.found) / len(self.found)) if len(self.found) else 0.0


def rings(walks: Walks, longer_side: int, *, solid: bool) -> Rings:
    """The ring width, 2 px to 10 px or 2.5 % of the longer side, that most walks cross.

    Judged over four backdrops. `solid`: the object is opaque, so what lies behind the ring must
    be so as well.
    """
    nothing = Rings(np.zeros(len(walks.hard), np.bool_), 0, np.zeros(3))
    if not walks.hard.any():
        return nothing
    stretches = _Stretches(walks)
    widest = int(np.clip(round(WIDEST_SHARE * longer_side), 2, WIDEST))
    every = [_of_width(stretches, width, solid) for width in range(2, widest + 1)]
    best = max(every, key=lambda each: each.share)
    width = max(each.width for each in every if each.share >= best.share / 2)
    found = nothing.found.copy()
    found[walks.hard] = best.found
    return Rings(found, width, best.tone)


def fringe(walks: Walks) -> tuple[float, Mask]:
    """How strongly partial pixels carry a foreign colour, in levels at the point of alpha 0.

    Also tells the walks, (N,), whose partial pixels differ visibly from their object.

    In I = αF + (1 − α)C kept as colour, the error against the object's own F is s(1 − α)(C − F)
    with one C for the whole picture. A rim of light has an error too, but one that goes on from
    the change between the firm pixels behind it; a mirror's error follows nothing. So the fitted
    s(C − F) counts by the share of the error that it alone explains. 0 when less than a third of
    the silhouette is hard enough to tell.
    """
    first, firm = walks.at(2), steady(walks)
    near = slice(walks.at(-1), walks.at(1) + 1)
    alpha, colour = walks.alpha[firm, near], walks.colour[firm]
    partial = (alpha > 0.1) & (alpha < 0.9)
    if 3 * np.count_nonzero(firm) < len(firm) or np.count_nonzero(partial) < 16:
        return 0.0, np.zeros(len(firm), np.bool_)
    row = np.nonzero(partial)[0]
    own = colour[row, first]
    trend, error = own - colour[row, first + 1], colour[:, near][partial] - own
    where = np.zeros(len(firm), np.bool_)
    where[np.flatnonzero(firm)[row[np.abs(error).max(axis=1) >= VISIBLE_STEP]]] = True
    return _foreign((1 - alpha[partial])[:, None], own, trend, error), where


def steady(walks: Walks) -> Mask:
    """Walks, (N,), behind whose hard edge the object is opaque and keeps its colour for 3 px.

    Where it does not, as behind a pen line or at the rim of a tiny ball, nobody can say which
    colour the partial pixels should have.
    """
    inner = walks.alpha[:, walks.at(2) : walks.at(4)] >= 0.97
    outer = walks.colour[:, walks.at(1)], walks.alpha[:, walks.at(1)]
    own, next_ = walks.colour[:, walks.at(2)], walks.colour[:, walks.at(3)]
    step = np.where(outer[1] >= 0.97, np.abs(outer[0] - own).max(axis=1), 0)
    step = np.maximum(step, np.abs(own - next_).max(axis=1))
    calm: Mask = walks.hard & inner.all(axis=1) & (step <= CALM)
    return calm


def overshoot(backdrop: Float, ring: Float, body: Float) -> Float:
    """(n,) levels by which `ring` leaves the range between `backdrop` and `body`, (n, 3) each.

    What lies between the two looks like an anti-aliased edge.
    """
    low, high = np.minimum(backdrop, body), np.maximum(backdrop, body)
    beyond: Float = np.maximum(np.maximum(low - ring, ring - high), 0).max(axis=1)
    return beyond


def _edge(alpha: Byte, threshold: int) -> Index:
    solid = cv2.inRange(alpha, threshold, 255)
    inner = cv2.erode(solid, _CROSS, borderType=cv2.BORDER_CONSTANT, borderValue=0)
    edge = np.flatnonzero(np.asarray(solid) != np.asarray(inner))
    if edge.size <= WALKS:
        return edge
    return edge[np.linspace(0, edge.size - 1, WALKS).astype(np.intp)]


def _paths(smooth: Byte, y: Index, x: Index) -> Index:
    """(N, T) flat indices along the steepest rise of alpha; walks without a direction are left."""
    height, width = smooth.shape
    left, right = np.maximum(x - 1, 0), np.minimum(x + 1, width - 1)
    above, below = np.maximum(y - 1, 0), np.minimum(y + 1, height - 1)
    dx = smooth[y, right].astype(np.float32) - smooth[y, left]
    dy = smooth[below, x].astype(np.float32) - smooth[above, x]
    length = np.hypot(dx, dy)
    sure = length >= 2
    step = np.arange(-OUTSIDE, INSIDE + 1, dtype=np.float32)
    px = np.rint(x[sure, None] + (dx[sure] / length[sure])[:, None] * step)
    py = np.rint(y[sure, None] + (dy[sure] / length[sure])[:, None] * step)
    inside_y, inside_x = np.clip(py, 0, height - 1), np.clip(px, 0, width - 1)
    return np.asarray(inside_y * width + inside_x, np.intp)


class _Stretches:
    """Means and unrest of any stretch of the walks, from running sums.

    The six channels are the picture over black and over white; every other backdrop lies between.
    """

    def __init__(self, walks: Walks) -> None:
        hard = walks.hard
        alpha = walks.alpha[hard, :, None].astype(np.float64)
        black = walks.colour[hard] * alpha
        seen = np.concatenate([black, black + 255 * (1 - alpha)], axis=2)
        self._alpha = walks.alpha[hard]
        self._sum = np.pad(np.cumsum(seen, axis=1), ((0, 0), (1, 0), (0, 0)))
        self._squares = np.pad(np.cumsum(seen**2, axis=1), ((0, 0), (1, 0), (0, 0)))

    def mean(self, start: int, stop: int) -> Float:
        """(n, 6) means from `start` to before `stop`, in px behind the silhouette."""
        first, last = OUTSIDE + start, OUTSIDE + stop
        mean: Float = (self._sum[:, last] - self._sum[:, first]) / (last - first)
        return mean

    def unrest(self, start: int, stop: int) -> Float:
        """(n,) standard deviation along the stretch, the largest of the six channels."""
        first, last = OUTSIDE + start, OUTSIDE + stop
        square = (self._squares[:, last] - self._squares[:, first]) / (last - first)
        variance = np.maximum(square - self.mean(start, stop) ** 2, 0)
        unrest: Float = np.sqrt(variance.max(axis=1))
        return unrest

    def alpha(self, start: int, stop: int) -> Float:
        """(n, stop − start) alpha of the stretch."""
        return self._alpha[:, OUTSIDE + start : OUTSIDE + stop]


def _of_width(stretches: _Stretches, width: int, solid: bool) -> Rings:
    # One pixel at either end of the ring is left out: anti-aliasing mixes it. The body is asked
    # twice, because a rim of light goes on changing where a leftover ring has ended.
    ring, body, deep = (1, width), (width + 2, width + 6), (width + 6, width + 10)
    at_ring, at_body = stretches.mean(*ring), stretches.mean(*body)
    step = np.sort(_over_backdrops(at_ring, at_body), axis=0)[-2]  # the second sees it too
    unrest = np.maximum(stretches.unrest(*ring), stretches.unrest(*body))
    drift = np.abs(stretches.mean(*deep) - at_body).max(axis=1)
    ring_alpha = stretches.alpha(*ring).mean(axis=1)
    body_alpha = stretches.alpha(width + 2, width + 10).min(axis=1)
    filled = body_alpha >= (0.7 * ring_alpha if solid else 0.05)
    found = (step >= VISIBLE_STEP) & (np.maximum(unrest, drift) <= FLAT * step) & filled
    if not found.any():
        return Rings(found, width, np.zeros(3))
    tone = np.median(at_ring[found], axis=0)
    found &= np.abs(at_ring - tone).max(axis=1) <= 2 * VISIBLE_STEP
    return Rings(found, width, tone[:3])


def _over_backdrops(ring: Float, body: Float) -> Float:
    """(B, n) overshoot over each backdrop; (n, 6) over black and over white."""
    worst = np.empty((len(BACKDROPS), len(ring)))
    for row, backdrop in enumerate(BACKDROPS):
        share = backdrop / 255
        over_ring = ring[:, :3] + (ring[:, 3:] - ring[:, :3]) * share
        over_body = body[:, :3] + (body[:, 3:] - body[:, :3]) * share
        worst[row] = overshoot(backdrop, over_ring, over_body)
    return worst


def _foreign(absent: Float, own: Float, trend: Float, error: Float) -> float:
    """Mean size of s(C − F), times the share of the error's squares that it explains.

    Least squares for sC, s, g and h in error = (1 − α)(sC − sF) + (g + h(1 − α)) · trend, over N
    pixels and three channels; `absent` is 1 − α, (N, 1), the others (N, 3). Foreign colour is
    held down slightly, so that what the trend can explain as well is not blamed on it.
    """
    count = len(own)
    system = np.zeros((3 * count, 6))
    for channel in range(3):
        rows = slice(channel * count, (channel + 1) * count)
        system[rows, channel] = absent[:, 0] * _UNIT
        system[rows, 3] = -absent[:, 0] * own[:, channel]
        system[rows, 4] = trend[:, channel]
        system[rows, 5] = absent[:, 0] * trend[:, channel]
    right = error.T.ravel()
    held = np.vstack([system, np.eye(4, 6) * 2 * np.sqrt(count)])
    answer = np.linalg.lstsq(held, np.append(right, np.zeros(4)), rcond=None)[0]
    alone = np.linalg.lstsq(system[:, 4:], right, rcond=None)[0]
    left = np.square(right - system @ answer).sum()
    left_by_trend = np.square(right - system[:, 4:] @ alone).sum()
    explained = 1 - left / left_by_trend if left_by_trend > left else 0.0
    foreign = answer[:3] * _UNIT - answer[3] * own
    return float(np.abs(foreign).max(axis=1).mean() * explained)
