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

Byte = npt.NDArray[np.uint8]
Float = npt.NDArray[np.floating]
Index = npt.NDArray[np.intp]

BACKDROPS = np.array([[0, 0, 0], [255, 255, 255], [128, 128, 128], [0, 90, 255]], np.float32)
WALKS = 512  # enough for a share to ±4 %
OUTSIDE = 3  # px before the silhouette; an anti-aliased edge is over by then
INSIDE = 20  # px behind it: a ring of 10 px and twice 4 px of the object's own colour
VISIBLE_STEP = 24.0  # levels of 255 that a ring must stand out by, on two backdrops
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
    """

    colour: Float
    alpha: Float
    hard: npt.NDArray[np.bool_]

    def at(self, step: int) -> int:
        """The index of the pixel `step` px inside the silhouette."""
        return OUTSIDE + step


def walk(rgba: Byte, threshold: int) -> Walks:
    """Sample (H, W, 4) uint8 straight, contiguous, across the silhouette of alpha ≥ `threshold`."""
    alpha = cv2.extractChannel(rgba, 3)
    smooth = cv2.GaussianBlur(np.asarray(alpha, np.uint8), (9, 9), 2)
    y, x = np.divmod(_edge(np.asarray(alpha, np.uint8), threshold), alpha.shape[1])
    path = rgba.reshape(-1, 4).view("<u4")[:, 0][_paths(np.asarray(smooth, np.uint8), y, x)]
    steps = np.ascontiguousarray(path).view(np.uint8).reshape(*path.shape, 4).astype(np.float32)
    opacity = steps[..., 3] / np.float32(255)
    peak = opacity[:, OUTSIDE:].max(axis=1, initial=0.0)
    hard = (opacity[:, 0] <= 0.15 * peak) & (opacity[:, OUTSIDE + 2] >= 0.7 * peak)
    return Walks(steps[..., :3], opacity, hard)


def ring_share(walks: Walks, longer_side: int, *, solid: bool) -> float:
    """Share of the silhouette, 0..1, that lies behind a ring of one foreign colour.

    Judged over four backdrops for every ring width from 2 px to 10 px or 2.5 % of the longer
    side. `solid`: the object is opaque, so what lies behind the ring must be so as well.
    """
    if not walks.hard.any():
        return 0.0
    stretches = _Stretches(walks)
    widest = int(np.clip(round(WIDEST_SHARE * longer_side), 2, WIDEST))
    return max(_share_of_width(stretches, width, solid) for width in range(2, widest + 1))


def fringe_levels(walks: Walks) -> float:
    """How strongly partial pixels carry a foreign colour, in levels at the point of alpha 0.

    In I = αF + (1 − α)C kept as colour, the error against the object's own F is s(1 − α)(C − F)
    with one C for the whole picture. A rim of light has an error too, but one that goes on from
    the change between the firm pixels behind it; a mirror's error follows nothing. So the fitted
    s(C − F) counts by the share of the error that it alone explains. 0 when less than a third of
    the silhouette is hard enough to tell.
    """
    first = walks.at(2)
    firm = walks.hard & (walks.alpha[:, first : first + 2] >= 0.97).all(axis=1)
    near = slice(walks.at(-1), walks.at(1) + 1)
    alpha, colour = walks.alpha[firm, near], walks.colour[firm]
    partial = (alpha > 0.1) & (alpha < 0.9)
    if 3 * np.count_nonzero(firm) < len(firm) or np.count_nonzero(partial) < 16:
        return 0.0
    row = np.nonzero(partial)[0]
    own = colour[row, first]
    trend = own - colour[row, first + 1]
    return _foreign((1 - alpha[partial])[:, None], own, trend, colour[:, near][partial] - own)


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
        hard, count = walks.hard, len(walks.hard)
        alpha = walks.alpha[hard, :, None].astype(np.float64)
        black = walks.colour[hard] * alpha
        seen = np.concatenate([black, black + 255 * (1 - alpha)], axis=2)
        self.count = count
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


def _share_of_width(stretches: _Stretches, width: int, solid: bool) -> float:
    # One pixel at either end of the ring is left out: anti-aliasing mixes it. The body is asked
    # twice, because a rim of light goes on changing where a leftover ring has ended.
    ring, body, deep = (1, width), (width + 2, width + 6), (width + 6, width + 10)
    at_ring, at_body = stretches.mean(*ring), stretches.mean(*body)
    step = np.sort(_overshoot(at_ring, at_body), axis=0)[-2]  # the second backdrop sees it too
    unrest = np.maximum(stretches.unrest(*ring), stretches.unrest(*body))
    drift = np.abs(stretches.mean(*deep) - at_body).max(axis=1)
    ring_alpha = stretches.alpha(*ring).mean(axis=1)
    body_alpha = stretches.alpha(width + 2, width + 10).min(axis=1)
    filled = body_alpha >= (0.7 * ring_alpha if solid else 0.05)
    found = (step >= VISIBLE_STEP) & (np.maximum(unrest, drift) <= FLAT * step) & filled
    if not found.any():
        return 0.0
    tone = at_ring[found]
    alike = np.abs(tone - np.median(tone, axis=0)).max(axis=1) <= 2 * VISIBLE_STEP
    return float(np.count_nonzero(alike) / stretches.count)


def _overshoot(ring: Float, body: Float) -> Float:
    """(B, n) levels by which the ring leaves the range between backdrop and body."""
    worst = np.empty((len(BACKDROPS), len(ring)))
    for row, backdrop in enumerate(BACKDROPS):
        share = backdrop / 255
        over_ring = ring[:, :3] + (ring[:, 3:] - ring[:, :3]) * share
        over_body = body[:, :3] + (body[:, 3:] - body[:, :3]) * share
        low, high = np.minimum(backdrop, over_body), np.maximum(backdrop, over_body)
        beyond = np.maximum(low - over_ring, over_ring - high)
        worst[row] = np.maximum(beyond, 0).max(axis=1)
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
