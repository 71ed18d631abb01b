"""The background of a picture as a smooth surface of colour, fitted to what the picture shows."""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np
import numpy.typing as npt

from nukki.alpha.source import Colour, Float, Pixels

# A fit on 256 x 256 samples is as good as one on every pixel and costs the same for 100 MP.
_SAMPLES = 256
_ROUNDS = 6
_START = 0.12  # how far (Euclidean, 0..1) a ring pixel may lie from the ring's dominant colour
_NEAR = 3.5  # inliers lie within this many sigmas in every channel
_FLOOR = 1 / 510  # noise of rounding to 8 bit
_LEAST_SIDE = 8
_LEAST_RING = 0.4
_MOST_NOISE = 12 / 255

Bool = npt.NDArray[np.bool_]


@dataclass(frozen=True)
class Backdrop:
    """A background surface: per channel a polynomial of degree 2 in x and y (−½..½).

    `sigma` (3,) float32 is the noise per channel, `colour` the median of the surface, `share` the
    share of the picture that fits it, `ring_share` that of the border ring; all in 0..1. `solid`:
    the ring fits it widely enough, and closely enough, to key the picture against it.
    """

    coefficients: Float  # (6, 3) for 1, x, y, x², xy, y²
    shape: tuple[int, int]
    sigma: Float
    colour: Colour
    share: float
    ring_share: float
    solid: bool

    def at(self, rows: slice, columns: slice = slice(None)) -> Float:
        """The surface on a block of the picture, (h, w, 3) float32 in 0..1."""
        y = _axis(self.shape[0])[rows, None, None]
        x = _axis(self.shape[1])[columns, None]
        one, by_x, by_y, by_xx, by_xy, by_yy = self.coefficients
        surface = y * (by_y + by_xy * x)[None]
        surface += (one + by_x * x + by_xx * x * x)[None]
        surface += y * y * by_yy
        return np.asarray(np.clip(surface, 0, 1, out=surface), np.float32)


@dataclass(frozen=True)
class _Samples:
    """A coarse grid of the picture: colour (n, 3), basis (n, 6), which samples lie on the ring."""

    grid: tuple[int, int]
    colour: Float
    basis: npt.NDArray[np.float64]
    ring: Bool


def fit(rgb: Pixels, hint: Colour | None = None, *, ring_only: bool = False) -> Backdrop:
    """Fit the background of (H, W, 3) `rgb`, starting from the dominant colour of its border.

    `hint` is where the start is looked for first; a hint that the border does not show is
    ignored. `ring_only` keeps the fit to the border ring and to round falloffs, for translucent
    objects, whose pixels would pass for background.
    """
    samples = _sample(rgb, 0.04 if ring_only else 0.03)
    terms = _ROUND if ring_only else _FREE
    inside = samples.ring & (_gap(samples.colour, _start(samples, hint)) < _START)
    coefficients, sigma = _solve(samples, inside, terms)
    for _ in range(_ROUNDS):
        inside = _fits(samples, coefficients, sigma)
        inside &= samples.ring if ring_only else _outside(inside, samples)
        if np.count_nonzero(inside) < len(terms):
            break
        coefficients, sigma = _solve(samples, inside, terms)
    near = _fits(samples, coefficients, sigma)
    ring_share = float(near[samples.ring].mean())
    wide = min(rgb.shape[:2]) >= _LEAST_SIDE and ring_share >= _LEAST_RING
    solid = wide and float(sigma.max()) <= _MOST_NOISE
    median = np.median(samples.basis[::7] @ coefficients, axis=0).clip(0, 1)
    colour = (float(median[0]), float(median[1]), float(median[2]))
    share = float(near.mean())
    return Backdrop(coefficients, rgb.shape[:2], sigma, colour, share, ring_share, bool(solid))


# Which columns of the basis are free: each row adds up columns that share one coefficient.
_FREE = np.eye(6, dtype=np.float32)
_ROUND = np.float32(
    [[1, 0, 0, 0, 0, 0], [0, 1, 0, 0, 0, 0], [0, 0, 1, 0, 0, 0], [0, 0, 0, 1, 0, 1]]
)


def _axis(length: int) -> Float:
    return (np.arange(length, dtype=np.float32) + np.float32(0.5)) / np.float32(
        length
    ) - np.float32(0.5)


def _sample(rgb: Pixels, ring: float) -> _Samples:
    height, width = rgb.shape[:2]
    rows = slice(None, None, -(-height // _SAMPLES))
    columns = slice(None, None, -(-width // _SAMPLES))
    coarse = rgb[rows, columns].astype(np.float32) / np.float32(np.iinfo(rgb.dtype).max)
    h, w = coarse.shape[:2]
    y, x = np.meshgrid(_axis(height)[rows], _axis(width)[columns], indexing="ij")
    basis = np.stack([np.ones_like(x), x, y, x * x, x * y, y * y], axis=-1).reshape(-1, 6)
    basis = basis.astype(np.float64)
    edge = max(1, round(ring * min(h, w)))
    on_ring = np.ones((h, w), bool)
    on_ring[edge : h - edge, edge : w - edge] = False
    return _Samples((h, w), coarse.reshape(-1, 3), basis, on_ring.ravel())


def _gap(colour: Float, centre: Float) -> Float:
    return np.asarray(np.linalg.norm(colour - centre, axis=1), np.float32)


def _start(samples: _Samples, hint: Colour | None) -> Float:
    """The colour that most of the ring is close to, or the hint when the ring shows it."""
    ring = samples.colour[samples.ring]
    some = ring[:: max(1, len(ring) // 1024)]
    if hint is not None:
        centre = np.asarray(hint, np.float32)
        if (_gap(some, centre) < _START).mean() >= _LEAST_RING:
            return centre
    square = (some * some).sum(1)
    apart = square[:, None] + square[None] - 2 * some @ some.T
    crowd = (apart < _START**2).sum(1)
    close = apart[int(crowd.argmax())] < _START**2
    return np.asarray(np.median(some[close], axis=0), np.float32)


def _solve(samples: _Samples, inside: Bool, terms: Float) -> tuple[Float, Float]:
    # In float32 the normal equations cost 0.7 levels at the centre of a 4 % vignette.
    weighted = (samples.basis * inside[:, None]) @ terms.T
    normal = weighted.T @ samples.basis @ terms.T
    solution = np.linalg.lstsq(normal, weighted.T @ samples.colour, rcond=1e-10)[0]
    coefficients = (terms.T @ solution).astype(np.float32)
    rest = np.abs(_rest(samples, coefficients)[inside])
    sigma = np.float32(1.4826) * np.median(rest, axis=0) + np.float32(_FLOOR)
    return coefficients, np.asarray(sigma, np.float32)


def _rest(samples: _Samples, coefficients: Float) -> Float:
    return np.asarray(samples.colour - samples.basis.astype(np.float32) @ coefficients)


def _fits(samples: _Samples, coefficients: Float, sigma: Float) -> Bool:
    rest = np.abs(_rest(samples, coefficients))
    return np.asarray((rest < np.float32(_NEAR) * sigma).all(axis=1))


def _outside(inside: Bool, samples: _Samples) -> Bool:
    """Those inliers that hang together with the ring: an object may hold the colour as well."""
    area = inside.reshape(samples.grid).astype(np.uint8)
    _, label = cv2.connectedComponents(area, connectivity=8)
    reached = np.unique(label.ravel()[samples.ring & inside])
    return inside & np.isin(label.ravel(), reached)
