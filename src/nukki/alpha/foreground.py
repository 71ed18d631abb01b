"""The object's own colour where a picture shows a mixture: multilevel estimation.

After Germer, Uelwer, Conrad and Harmeling (2020): the colours F and B of each pixel explain it by
I = αF + (1−α)B and change little where alpha changes little. Solved from one pixel up, coarse
levels everywhere, fine ones only where alpha is partial: elsewhere the picture itself is known.
"""

from __future__ import annotations

import math
from typing import Any

import cv2
import numpy as np
import numpy.typing as npt

from nukki.alpha.source import Float, Pixels
from nukki.core.pixels import to_float

COARSE = 32  # up to this side a level is solved everywhere; the paper's figure as well
ROUNDS_COARSE, ROUNDS_FINE = 10, 3
SMALL = 512  # a side; twice that costs four times as much and is .1 % better
LARGE = 1536  # a side; 4096² would take 4 s and 0.8 GB, and its colours change no faster
FAINT = 1e-5  # the weight of a neighbour with the same alpha; keeps the system solvable
_CROSS = cv2.getStructuringElement(cv2.MORPH_CROSS, (3, 3))


def estimate(rgb: Pixels, alpha: Float) -> Pixels:
    """The straight colour of the object, (H, W, 3) in the dtype of `rgb`.

    `alpha` (H, W) float32 0..1. Pixels of alpha 1 keep their values, pixels of alpha 0 become 0.
    """
    band = (alpha > 0) & (alpha < 1)
    straight = rgb.copy()
    straight[alpha <= 0] = 0
    if not band.any():
        return straight
    rows, columns = _box(band)
    at = band[rows, columns]
    part, mask = rgb[rows, columns], np.ascontiguousarray(alpha[rows, columns])
    inside = straight[rows, columns]
    full = np.float32(np.iinfo(rgb.dtype).max)
    inside[at] = np.rint(_solve(part, mask, at) * full)
    return straight


def _box(band: npt.NDArray[np.bool_]) -> tuple[slice, slice]:
    """The rows and columns around the band, wide enough to hold colours that are known."""
    high, wide = band.shape
    rows, columns = np.flatnonzero(band.any(1)), np.flatnonzero(band.any(0))
    margin = 16
    return (
        slice(max(0, rows[0] - margin), min(high, rows[-1] + margin + 1)),
        slice(max(0, columns[0] - margin), min(wide, columns[-1] + margin + 1)),
    )


def _solve(rgb: Pixels, alpha: Float, band: npt.NDArray[np.bool_]) -> Float:
    """F in 0..1 at the pixels of the band, (N, 3) float32.

    A large picture's colours are solved at half its size, and at LARGE at most; what a pixel of it
    mixes is its own all the same.
    """
    high, wide = alpha.shape
    side = min(LARGE, max(SMALL, max(high, wide) // 2))
    small: npt.NDArray[Any] = rgb
    a = alpha
    if max(high, wide) > side:
        factor = side / max(high, wide)
        size = (max(1, round(wide * factor)), max(1, round(high * factor)))
        small = cv2.resize(rgb, size, interpolation=cv2.INTER_AREA)
        a = np.asarray(cv2.resize(alpha, size, interpolation=cv2.INTER_AREA), np.float32)
        a[a < 1e-4], a[a > 1 - 1e-4] = 0, 1  # means of equals are off by rounding
    F, B = _levels(small, a)
    row, column = np.nonzero(band)
    near = (row * a.shape[0] // high, column * a.shape[1] // wide)
    return _explained(F[near], B[near], to_float(rgb[band]), alpha[band][:, None])


def _levels(rgb: Pixels, alpha: Float) -> tuple[Float, Float]:
    """F and B (H, W, 3), true where alpha is partial, from one pixel up."""
    high, wide = alpha.shape
    levels = max(1, math.ceil(math.log2(max(high, wide))))
    F = _mean(rgb, alpha > 0.9)
    B = _mean(rgb, alpha < 0.1)
    for level in range(levels + 1):
        width, height = (max(1, round(side ** (level / levels))) for side in (wide, high))
        F, B = (_nearest(values, width, height) for values in (F, B))
        a = _nearest(alpha, width, height)
        picture = _nearest(rgb, width, height)
        coarse = max(width, height) <= COARSE
        if coarse:
            unknown = np.ones(a.shape, np.uint8)
        else:  # the pixels next to partial ones lend them their colours
            partial = ((a > 0) & (a < 1)).astype(np.uint8)
            unknown = np.asarray(cv2.dilate(partial, _CROSS), np.uint8)
            F, B = (_pinned(v, picture, a == k) for v, k in ((F, 1), (B, 0)))
        _relax(F, B, picture, a, unknown, ROUNDS_COARSE if coarse else ROUNDS_FINE)
    return F, B


def _explained(f: Float, b: Float, shown: Float, a: Float) -> Float:
    """F after the smallest change of F and B, all (N, 3), that explains the picture exactly.

    It halves the error that few rounds leave on hair, and costs nothing.
    """
    rest = shown - a * f - (1 - a) * b
    return np.asarray(np.clip(f + rest * a / (a * a + (1 - a) ** 2), 0, 1), np.float32)


def _relax(
    F: Float,
    B: Float,
    picture: Pixels,
    alpha: Float,
    unknown: npt.NDArray[np.uint8],
    rounds: int,
) -> None:
    """Jacobi rounds of the 2x2 system of each unknown pixel; changes F and B (h, w, 3) in place."""
    at = np.flatnonzero(unknown)
    if not at.size:
        return
    around = _neighbours(at, alpha.shape)
    a = alpha.ravel()[at]
    weights = [np.abs(alpha.ravel()[near] - a)[:, None] + np.float32(FAINT) for near in around]
    a = a[:, None]
    S = weights[0] + weights[1] + weights[2] + weights[3]
    ff, fb, bb = a * a + S, a * (1 - a), (1 - a) ** 2 + S
    scale = 1 / (ff * bb - fb * fb)
    shown = to_float(picture.reshape(-1, 3)[at])
    flat_f, flat_b = F.reshape(-1, 3), B.reshape(-1, 3)
    for _ in range(rounds):
        f, b = a * shown, (1 - a) * shown
        for near, weight in zip(around, weights, strict=True):
            f += weight * flat_f[near]
            b += weight * flat_b[near]
        flat_f[at] = np.clip((bb * f - fb * b) * scale, 0, 1)
        flat_b[at] = np.clip((ff * b - fb * f) * scale, 0, 1)


def _neighbours(at: npt.NDArray[np.intp], form: tuple[int, int]) -> list[npt.NDArray[np.intp]]:
    """Flat indices of the pixels left, right, above and below; a border pixel is its own."""
    high, wide = form
    row, column = np.divmod(at, wide)
    return [
        at - (column > 0),
        at + (column < wide - 1),
        at - wide * (row > 0),
        at + wide * (row < high - 1),
    ]


def _pinned(values: Float, picture: Pixels, known: npt.NDArray[np.bool_]) -> Float:
    values[known] = to_float(picture[known])
    return values


def _mean(rgb: Pixels, chosen: npt.NDArray[np.bool_]) -> Float:
    """The mean colour of the chosen pixels, or of all, as a picture of one pixel."""
    some = rgb[chosen] if chosen.any() else rgb.reshape(-1, 3)
    mean = np.asarray(some.mean(0, dtype=np.float64) / np.iinfo(rgb.dtype).max, np.float32)
    return mean.reshape(1, 1, 3)


def _nearest(values: npt.NDArray[Any], width: int, height: int) -> npt.NDArray[Any]:
    high, wide = values.shape[:2]
    if (high, wide) == (height, width):
        return values
    rows = (np.arange(height) * high) // height
    columns = (np.arange(width) * wide) // width
    found: npt.NDArray[Any] = values[rows[:, None], columns]
    return found
