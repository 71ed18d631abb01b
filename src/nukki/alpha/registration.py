"""How far one picture of an object has moved against another, to a hundredth of a pixel.

Over two backgrounds an object differs in contrast, and its edges may even change sign. So small
tiles are compared up to a factor and an offset of their own.
"""

from __future__ import annotations

from dataclasses import dataclass, field

import cv2
import numpy as np
import numpy.typing as npt

Float = npt.NDArray[np.float32]
Double = npt.NDArray[np.float64]

TILE = 16
MOST_PIXELS = 4_000_000
FEWEST_TILES = 6
_ROUNDS = 4
_SMOOTH = 1.0  # px; two pictures that are equally soft can be told apart by less than a pixel
_CLEAR = 6.0  # a tile counts when its contrast is this many times the noise
_FAINT = 0.01
_STEEP = 2.0  # times the noise a slope per pixel must be to tell of place across the line
_FEWEST_PIXELS = 64
_EXPLAINED = 0.5
_ODD = 0.001  # share of a tile's contrast that even a perfect one leaves unexplained


@dataclass(frozen=True)
class Registration:
    """`x`, `y`: pixels to the right and down by which the second picture lies off the first.

    `error`: standard error of that, in pixels, from how the tiles disagree.
    `scatter`: pixels by which sharp edges disagree with that shift, in the middle.
    `agreement` 0..1: share of the second picture's contrast that the first one explains.
    `tiles`: how many could be compared; with fewer than FEWEST_TILES nothing is known and
    the rest is 0, 0, 0, 0 and 1.
    """

    x: float
    y: float
    error: float
    scatter: float
    agreement: float
    tiles: int

    @property
    def length(self) -> float:
        """The shift in pixels."""
        return float(np.hypot(self.x, self.y))


@dataclass
class ChannelPlace:
    """What the channels say of the place of a pair, gathered block by block.

    Across the line from one background to the other, both pictures hold the same light at each
    pixel, whatever alpha is; so there even facetted glass can be compared without a model. A grey
    object before two greys has nothing across that line, and stays unknown.
    """

    noise: float  # standard deviation of a channel's difference, rounding included
    normal: Double = field(default_factory=lambda: np.zeros((2, 2)))
    right: Double = field(default_factory=lambda: np.zeros(2))
    energy: float = 0.0
    count: int = 0

    def add(self, difference: Float, second: Float, apart: Float, own: slice) -> None:
        """Count the rows `own` of a block: I1 - I2, I2 and B1 - B2, each (h, w, 3)."""
        unit = apart / np.sqrt(np.einsum("hwc,hwc->hw", apart, apart))[..., None]
        rest, across, down = (
            (v - np.einsum("hwc,hwc->hw", v, unit)[..., None] * unit)[own]
            for v in (
                difference,
                cv2.Sobel(second, cv2.CV_32F, 1, 0, scale=1 / 8),
                cv2.Sobel(second, cv2.CV_32F, 0, 1, scale=1 / 8),
            )
        )
        steep = np.einsum("hwc,hwc->hw", across, across) + np.einsum("hwc,hwc->hw", down, down)
        used = steep > (_STEEP * self.noise) ** 2
        slopes = np.stack([across[used], down[used]]).astype(np.float64)
        off = rest[used].astype(np.float64)
        self.normal += np.einsum("inc,jnc->ij", slopes, slopes)
        self.right += np.einsum("inc,nc->i", slopes, off)
        self.energy += float(np.einsum("nc,nc->", off, off))
        self.count += len(off)

    def within(self, most: float) -> bool:
        """Whether they prove that the second picture is off by less than `most` px: noise alone
        explains what differs, the best shift is small, and is known well."""
        if self.count < _FEWEST_PIXELS:
            return False
        shift, error, left = self._best()
        explained = left < 2 * self.noise**2 * 2 * self.count  # two directions, twice the power
        return bool(explained and float(np.hypot(*shift)) + 4 * error < most)

    def beyond(self, least: float) -> Double | None:
        """The shift in px, (2,), if they prove one of more than `least`: it explains most of what
        differs, which is more than noise."""
        if self.count < _FEWEST_PIXELS or self.energy < 4 * self.noise**2 * self.count:
            return None
        shift, error, left = self._best()
        proven = left < _EXPLAINED * self.energy and float(np.hypot(*shift)) - 4 * error > least
        return shift if proven else None

    def _best(self) -> tuple[Double, float, float]:
        """The shift that explains most, its standard error, and the energy that it leaves."""
        inverse = np.linalg.inv(self.normal + np.eye(2) * 1e-9)
        shift = inverse @ self.right
        error = self.noise * float(np.sqrt(np.linalg.eigvalsh(inverse)[-1]))
        return shift, error, self.energy - float(self.right @ shift)


def register(first: Float, second: Float, noise: float) -> Registration:
    """Compare two (H, W) float32 pictures of what stands out from its background.

    `noise` is the larger standard deviation of the two. Pictures above MOST_PIXELS are compared
    at a smaller size; the answer is in pixels of the full one.
    """
    scale = min(1.0, float(np.sqrt(MOST_PIXELS / first.size)))
    if scale < 1:
        size = (round(first.shape[1] * scale), round(first.shape[0] * scale))
        first, second = (_small(s, size) for s in (first, second))
    soft_first, soft_second = (_soft(s) for s in (first, second))
    floor = max(_FAINT, _CLEAR * noise * scale / 3)
    shift = _coarse(soft_first, soft_second)
    found = Registration(0.0, 0.0, 0.0, 0.0, 1.0, 0)
    for _ in range(_ROUNDS):
        back = np.array([[1, 0, shift[0]], [0, 1, shift[1]]], np.float32)
        moved = cv2.warpAffine(
            soft_second,
            back,
            soft_second.shape[::-1],
            flags=cv2.INTER_CUBIC | cv2.WARP_INVERSE_MAP,
            borderMode=cv2.BORDER_REPLICATE,
        )
        step, found = _compare(soft_first, np.asarray(moved, np.float32), floor, shift, scale)
        shift = shift + step
        if found.tiles < FEWEST_TILES or np.hypot(*step) < 0.01:
            break
    return found


def _coarse(first: Float, second: Float) -> npt.NDArray[np.float64]:
    """Whole pixels by which the edges of `second` lie off those of `first`."""
    window = cv2.createHanningWindow(first.shape[::-1], cv2.CV_32F)
    edges = [
        cv2.magnitude(cv2.Sobel(s, cv2.CV_32F, 1, 0), cv2.Sobel(s, cv2.CV_32F, 0, 1))
        for s in (first, second)
    ]
    shift, response = cv2.phaseCorrelate(edges[0], edges[1], window)
    near = np.hypot(shift[0], shift[1]) < min(first.shape) / 8
    return np.array([round(d) if near and response > 0.05 else 0 for d in shift], np.float64)


def _small(picture: Float, size: tuple[int, int]) -> Float:
    return np.asarray(cv2.resize(picture, size, interpolation=cv2.INTER_AREA), np.float32)


def _soft(picture: Float) -> Float:
    return np.asarray(cv2.GaussianBlur(picture, (0, 0), _SMOOTH), np.float32)


def _compare(
    first: Float, second: Float, floor: float, shift: npt.NDArray[np.float64], scale: float
) -> tuple[npt.NDArray[np.float64], Registration]:
    """The step that is still missing to `shift`, and the registration as it would be then."""
    across = cv2.Sobel(first, cv2.CV_32F, 1, 0, scale=1 / 8)
    down = cv2.Sobel(first, cv2.CV_32F, 0, 1, scale=1 / 8)
    s, t, gx, gy = (_tiles(np.asarray(p)) for p in (first, second, across, down))
    used = (s.std(1) > floor) & (t.std(1) > floor)
    if np.count_nonzero(used) < FEWEST_TILES:
        return np.zeros(2), Registration(0.0, 0.0, 0.0, 0.0, 1.0, int(np.count_nonzero(used)))
    s, t, gx, gy = (p[used] - p[used].mean(1, keepdims=True) for p in (s, t, gx, gy))
    energy = np.einsum("np,np->n", s, s)
    factor = np.einsum("np,np->n", s, t) / energy
    slopes = (
        np.stack([_without(gx, s, energy), _without(gy, s, energy)], -1) * factor[:, None, None]
    )
    rest = t - factor[:, None] * s
    # Where one factor does not lead from one picture to the other, a tile knows little of place.
    odd = rest - np.einsum("npi,ni->np", slopes, _own_step(slopes, rest))
    weight = 1 / (np.einsum("np,np->n", odd, odd) + _ODD * np.einsum("np,np->n", t, t))
    normal = np.einsum("n,npi,npj->ij", weight, slopes, slopes)
    right = -np.einsum("n,npi,np->i", weight, slopes, rest)
    inverse = np.linalg.inv(normal + np.eye(2) * 1e-9)
    step = inverse @ right
    rest = rest + slopes @ step
    pulls = weight[:, None] * np.einsum("npi,np->ni", slopes, rest)
    error = float(np.sqrt(np.linalg.eigvalsh(inverse @ (pulls.T @ pulls) @ inverse)[-1])) / scale
    contrast = np.einsum("np,np->n", t, t)
    agreement = 1 - float(np.mean(np.einsum("np,np->n", rest, rest) / contrast))
    whole = (shift + step) / scale
    scatter = _scatter(slopes, rest, weight) / scale
    agreement = min(max(agreement, 0.0), 1.0)
    return step, Registration(float(whole[0]), float(whole[1]), error, scatter, agreement, len(s))


def _own_step(slopes: Float, rest: Float) -> Float:
    """The step each tile would take alone, (n, 2), for what no step explains in `rest`."""
    normal = np.einsum("npi,npj->nij", slopes, slopes)
    normal += (
        np.eye(2, dtype=np.float32)
        * (normal.trace(axis1=1, axis2=2)[:, None, None] + 1e-9)
        * (np.float32(1e-3))
    )
    right = np.einsum("npi,np->ni", slopes, rest)
    return np.asarray(np.linalg.solve(normal, right[..., None])[..., 0], np.float32)


def _without(slope: Float, s: Float, energy: Float) -> Float:
    """The part of a gradient that no change of contrast can imitate."""
    share = np.einsum("np,np->n", slope, s) / energy
    return np.asarray(slope - share[:, None] * s, np.float32)


def _scatter(slopes: Float, rest: Float, weight: Float) -> float:
    """Pixels by which the sharpest quarter of the tiles still disagrees, in the middle."""
    matrices = np.einsum("npi,npj->nij", slopes, slopes)
    values, vectors = np.linalg.eigh(matrices)
    sharpness = values[:, 1] * weight
    sharp = sharpness >= np.percentile(sharpness, 75)
    along = np.einsum("npi,ni->np", slopes[sharp], vectors[sharp, :, 1])
    offsets = np.einsum("np,np->n", along, rest[sharp]) / np.maximum(values[sharp, 1], 1e-9)
    return float(np.median(np.abs(offsets)))


def _tiles(picture: Float) -> Float:
    """(H, W) cut into (tiles, TILE²); what is left over at the right and below is dropped."""
    rows, columns = picture.shape[0] // TILE, picture.shape[1] // TILE
    whole = picture[: rows * TILE, : columns * TILE]
    cut = whole.reshape(rows, TILE, columns, TILE).swapaxes(1, 2)
    return np.ascontiguousarray(cut.reshape(-1, TILE * TILE))
