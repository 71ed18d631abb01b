"""The background of a picture as a smooth surface of colour, fitted to what the picture shows."""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np
import numpy.typing as npt

from nukki.alpha.source import Colour, Float, Pixels

# A fit on 128 x 128 samples is as good as one on every pixel and costs the same for 100 MP.
_SAMPLES = 128
_ROUNDS = 6
_SETTLED = 1 / 4096  # of the samples, fewer of which no longer move the surface
_START = 0.12  # how far (Euclidean, 0..1) a ring pixel may lie from the ring's dominant colour
_NEAR = 3.5  # inliers lie within this many sigmas in every channel
_FLOOR = 1 / 510  # noise of rounding to 8 bit
_LEAST_SIDE = 8
_LEAST_RING = 0.4
_MOST_NOISE = 12 / 255

_ROUGH = 3 / 255  # noise below this is not worth a surface of a higher degree
_POWERS = 5

Bool = npt.NDArray[np.bool_]
Double = npt.NDArray[np.float64]
Terms = list[list[tuple[int, int]]]


@dataclass(frozen=True)
class Backdrop:
    """A background surface: per channel a polynomial in x and y (−½..½).

    `sigma` (3,) float32 is the noise per channel, `colour` the median of the surface, `share` the
    share of the picture that fits it, `ring_share` that of the border ring; all in 0..1. `solid`:
    the ring fits it widely enough, and closely enough, to key the picture against it.
    """

    coefficients: Float  # (5, 5, 3): of y^i x^j
    shape: tuple[int, int]
    sigma: Float
    colour: Colour
    share: float
    ring_share: float
    solid: bool

    def at(self, rows: slice, columns: slice = slice(None)) -> Float:
        """The surface on a block of the picture, (h, w, 3) float32 in 0..1."""
        y = np.vander(_axis(self.shape[0])[rows], _POWERS, increasing=True)
        x = np.vander(_axis(self.shape[1])[columns], _POWERS, increasing=True)
        across = np.einsum("ijc,wj->iwc", self.coefficients, x)
        surface = y @ across.reshape(_POWERS, -1)
        np.clip(surface, 0, 1, out=surface)
        return np.asarray(surface.reshape(len(y), len(x), 3), np.float32)


@dataclass(frozen=True)
class _Samples:
    """A coarse grid of the picture: colour (n, 3), where it is (n,), what lies on the ring."""

    grid: tuple[int, int]
    colour: Float
    x: Double
    y: Double
    ring: Bool


@dataclass(frozen=True)
class _Fit:
    """A surface through samples: its values there (n, 3), and the noise around it (3,)."""

    coefficients: Float
    surface: Float
    sigma: Float


def fit(rgb: Pixels, hint: Colour | None = None, *, ring_only: bool = False) -> Backdrop:
    """Fit the background of (H, W, 3) `rgb`, starting from the dominant colour of its border.

    A surface of degree 2 comes first, and one of degree 4 (a spot of light on the backing) is
    taken where it leaves clearly less. `hint` is where the start is looked for first; a hint
    that the border does not show is ignored. `ring_only` keeps the fit to the border ring and
    to round falloffs, for translucent objects, whose pixels would pass for background.
    """
    samples = _sample(rgb, 0.04 if ring_only else 0.03)
    allowed = samples.ring if ring_only else np.ones_like(samples.ring)
    inside = allowed & _close(samples, hint)
    found = _rounds(samples, inside, _ROUND if ring_only else _terms(2), allowed)
    if not ring_only and float(found.sigma.max()) > max(_ROUGH, 1.3 * _grain(rgb)):
        bent = _rounds(samples, _fits(samples, found), _terms(4), allowed)
        if float(bent.sigma.max()) < 0.8 * float(found.sigma.max()):
            found = bent
    near = _fits(samples, found)
    ring_share = float(near[samples.ring].mean())
    wide = min(rgb.shape[:2]) >= _LEAST_SIDE and ring_share >= _LEAST_RING
    solid = wide and float(found.sigma.max()) <= _MOST_NOISE
    red, green, blue = np.median(found.surface[::7], axis=0).clip(0, 1).tolist()
    return Backdrop(
        found.coefficients,
        (rgb.shape[0], rgb.shape[1]),
        found.sigma,
        (red, green, blue),
        float(near.mean()),
        ring_share,
        solid,
    )


def _terms(degree: int) -> list[list[tuple[int, int]]]:
    """Powers (of y, of x) up to a degree, each with a coefficient of its own."""
    return [[(i, n - i)] for n in range(degree + 1) for i in range(n + 1)]


_ROUND = [[(0, 0)], [(0, 1)], [(1, 0)], [(0, 2), (2, 0)]]  # x² and y² share one


def _axis(length: int) -> Float:
    middles = (np.arange(length, dtype=np.float32) + np.float32(0.5)) / np.float32(length)
    return np.asarray(middles - np.float32(0.5), np.float32)


def _sample(rgb: Pixels, ring: float) -> _Samples:
    height, width = rgb.shape[:2]
    rows = slice(None, None, -(-height // _SAMPLES))
    columns = slice(None, None, -(-width // _SAMPLES))
    coarse = rgb[rows, columns].astype(np.float32) / np.float32(np.iinfo(rgb.dtype).max)
    h, w = coarse.shape[:2]
    y, x = np.meshgrid(_axis(height)[rows], _axis(width)[columns], indexing="ij")
    edge = max(1, round(ring * min(h, w)))
    on_ring = np.ones((h, w), bool)
    on_ring[edge : h - edge, edge : w - edge] = False
    flat = coarse.reshape(-1, 3)
    return _Samples((h, w), flat, x.ravel().astype(float), y.ravel().astype(float), on_ring.ravel())


def _gap(colour: Float, centre: Float) -> Float:
    return np.asarray(np.linalg.norm(colour - centre, axis=1), np.float32)


def _grain(rgb: Pixels) -> float:
    """Noise along the first and last row, 0..1: what no smooth surface can take away."""
    ends = rgb[:: max(1, rgb.shape[0] - 1)].astype(np.float32)
    if ends.shape[1] < 2:
        return 0.0
    apart = np.median(np.abs(np.diff(ends, axis=1)), axis=(0, 1)).max()
    return 1.4826 * float(apart) / 2**0.5 / np.iinfo(rgb.dtype).max


def _close(samples: _Samples, hint: Colour | None) -> Bool:
    """Samples near the colour that most of the ring is near to, or near to the hint when the
    ring shows it."""
    ring = samples.colour[samples.ring]
    some = ring[:: max(1, len(ring) // 1024)]
    centre = None if hint is None else np.asarray(hint, np.float32)
    if centre is None or (_gap(some, centre) < _START).mean() < _LEAST_RING:
        square = np.einsum("ij,ij->i", some, some)
        crowd = (square[:, None] + square[None] - 2 * some @ some.T < _START**2).sum(1)
        close = _gap(some, some[int(crowd.argmax())]) < _START
        centre = np.median(some[close], axis=0)
    return np.asarray((_gap(samples.colour, centre) < _START) & samples.ring)


def _rounds(samples: _Samples, inside: Bool, terms: Terms, allowed: Bool) -> _Fit:
    """Least squares on the inliers, and inliers anew, until both have settled."""
    rows = [sum(samples.y**i * samples.x**j for i, j in shared) for shared in terms]
    basis = np.stack(rows)
    found = _solve(samples, basis, inside, terms)
    for _ in range(_ROUNDS):
        before, inside = inside, _outside(_fits(samples, found) & allowed, samples)
        if np.count_nonzero(inside) < len(terms):
            break
        if np.count_nonzero(inside != before) < _SETTLED * inside.size:
            break
        found = _solve(samples, basis, inside, terms)
    return found


def _solve(samples: _Samples, basis: Double, inside: Bool, terms: Terms) -> _Fit:
    # In float32 the normal equations cost 0.7 levels at the centre of a 4 % vignette. `basis` is
    # (terms, n): as tall products of (n, terms) they take up to 100 times as long in OpenBLAS.
    weighted = basis * inside
    solution = np.linalg.lstsq(weighted @ basis.T, weighted @ samples.colour, rcond=1e-10)[0]
    surface = np.ascontiguousarray((solution.T @ basis).T, np.float32)
    rest = np.abs(samples.colour[inside] - surface[inside])
    sigma = np.float32(1.4826) * np.median(rest, axis=0) + np.float32(_FLOOR)
    coefficients = np.zeros((_POWERS, _POWERS, 3), np.float32)
    for shared, value in zip(terms, solution, strict=True):
        for i, j in shared:
            coefficients[i, j] = value
    return _Fit(coefficients, surface, np.asarray(sigma, np.float32))


def _fits(samples: _Samples, found: _Fit) -> Bool:
    near = np.abs(samples.colour - found.surface) < np.float32(_NEAR) * found.sigma
    return np.asarray(near.all(axis=1))


def _outside(inside: Bool, samples: _Samples) -> Bool:
    """Those inliers that hang together with the ring: an object may hold the colour as well."""
    area = inside.reshape(samples.grid).astype(np.uint8)
    label = cv2.connectedComponents(area, connectivity=8)[1].ravel()
    reached = np.zeros(int(label.max()) + 1, bool)
    reached[label[samples.ring & inside]] = True
    return np.asarray(inside & reached[label])
