"""Alpha in a band between object and background that is known on both of its sides, over any
background: colours are sampled along both sides, then the picture's local colour lines decide.

The closed form of Levin, Lischinski and Weiss (2008) with samples as its data term, solved without
ever writing its matrix down.
"""

from __future__ import annotations

import cv2
import numpy as np
import numpy.typing as npt

from nukki.alpha.source import Float
from nukki.core.nearest import nearest

Mask = npt.NDArray[np.bool_]
Index = npt.NDArray[np.intp]

SAMPLES = 3  # colours from each side; 4 are .5 % better at twice the price
GOLDEN = 2.39996  # radians; successive samples look in directions far apart
NOISE = 0.05  # the distance of colours (of √3) that counts as much as an alpha far from the prior
PRIOR = 0.4
BELIEF = 0.3  # weight of the prior itself where no samples can be trusted
DATA = 0.05  # weight of the samples against the colour lines; .01 to .2 differ by 2 %
FLAT = 1e-4  # variance below which a window of 3 x 3 says nothing
ROUNDS, ENOUGH = 8, 1e-3  # 15 rounds smear hair, where the windows know nothing
CUT = 0.02  # what is left of rounding and of few rounds: below is 0, above 1 − CUT is 1


def matte(rgb: Float, prior: Float, inside: Mask, outside: Mask) -> Float:
    """(H, W) float32 alpha: 1 in `inside`, 0 in `outside`, solved between them.

    `rgb` (H, W, 3) float32 0..1, `prior` (H, W) float32 0..1: what a model says of the band.
    """
    alpha = np.where(inside, 1, np.where(outside, 0, prior)).astype(np.float32)
    band = np.flatnonzero(~(inside | outside))
    if not band.size or not inside.any() or not outside.any():
        return alpha
    found, trust = _sampled(rgb, prior, inside, outside, band)
    less = np.float32(BELIEF) * (1 - trust)
    found = np.asarray((trust * found + less * prior.ravel()[band]) / (trust + less), np.float32)
    alpha.ravel()[band] = found
    solved = _Lines(rgb, band).solve(alpha, band, found, np.float32(DATA) * (trust + less))
    alpha.ravel()[band] = np.clip((solved - CUT) / (1 - 2 * CUT), 0, 1)
    return alpha


def colour_lines(rgb: Float, alpha: Float) -> Float:
    """(H, W, 4) float32: α ≈ line[:3] · rgb + line[3] around every pixel of partial alpha.

    The mean over the windows that hold the pixel; elsewhere the line is flat.
    """
    lines = np.zeros((*alpha.shape, 4), np.float32)
    lines[..., 3] = alpha
    band = np.flatnonzero((alpha > 0) & (alpha < 1))
    if band.size:
        at, found = _Lines(rgb, band).fitted(rgb, alpha)
        lines.reshape(-1, 4)[at] = found
    return lines


def _sampled(
    rgb: Float, prior: Float, inside: Mask, outside: Mask, band: Index
) -> tuple[Float, Float]:
    """Alpha by the best pair of colours, one of each side, and how far it can be trusted, (N,)."""
    colours = rgb.reshape(-1, 3)
    shown, wanted = colours[band], prior.ravel()[band]
    fronts, backs = (_nearby(side, band) for side in (inside, outside))
    best = np.full(band.size, np.inf, np.float32)
    alpha = np.zeros(band.size, np.float32)
    for i, front in enumerate(fronts):
        for j, back in enumerate(backs):
            away = colours[front] - colours[back]
            squared = np.einsum("nc,nc->n", away, away) + np.float32(1e-4)
            from_back = shown - colours[back]
            a = np.clip(np.einsum("nc,nc->n", from_back, away) / squared, 0, 1)
            rest = np.linalg.norm(from_back - a[:, None] * away, axis=1)
            cost = (rest + PRIOR * NOISE * np.abs(a - wanted)) / NOISE
            cost += 0.15 * (i + j) / SAMPLES  # near colours first
            cost += 0.05 / (np.sqrt(squared) + 0.02)  # sides alike in colour tell nothing
            better = cost < best
            best[better], alpha[better] = cost[better], a[better]
    return alpha, np.exp(-best / 2).astype(np.float32)


def _nearby(side: Mask, band: Index) -> list[Index]:
    """For each pixel of the band some pixels of that side: the one nearest to it, and those
    nearest to points around it, as flat indices."""
    known = nearest((~side).astype(np.uint8))
    high, wide = side.shape
    row, column = np.divmod(band, wide)
    reach = 1.5 * max(2.0, float(np.percentile(known.distance.ravel()[band], 90)))
    found = [known.source(band)]
    for k in range(1, SAMPLES):
        turn, far = GOLDEN * k, reach * np.sqrt(k / SAMPLES)
        rows = np.clip(row + round(far * np.sin(turn)), 0, high - 1)
        columns = np.clip(column + round(far * np.cos(turn)), 0, wide - 1)
        found.append(known.source(rows * wide + columns))
    return found


class _Lines:
    """The matting Laplacian over the windows of 3 x 3 that touch the band, as its factors.

    `windows` (N, 9) flat indices; `spread` (N, 9, 3) colours less their mean, and `inverse`
    (N, 9, 3) the same times the inverse of their covariance.
    """

    def __init__(self, rgb: Float, band: Index) -> None:
        high, wide = rgb.shape[:2]
        near = np.zeros((high, wide), np.uint8)
        near.ravel()[band] = 1
        near = np.asarray(cv2.dilate(near, np.ones((3, 3), np.uint8)), np.uint8)
        near[[0, -1]] = near[:, [0, -1]] = 0
        steps = np.array([row * wide + column for row in (-1, 0, 1) for column in (-1, 0, 1)])
        self.windows: Index = np.flatnonzero(near)[:, None] + steps
        colours = rgb.reshape(-1, 3)[self.windows]
        self.spread: Float = colours - colours.mean(1, keepdims=True)
        covariance = np.einsum("nki,nkj->nij", self.spread, self.spread) / 9
        covariance += np.eye(3, dtype=np.float32) * np.float32(FLAT / 9)
        self.inverse: Float = self.spread @ np.linalg.inv(covariance)
        self.size = high * wide

    def times(self, values: Float) -> Float:
        """The Laplacian times flat values: how far each is from the line of each window."""
        inside = values[self.windows]
        inside -= inside.mean(1, keepdims=True)
        slope = np.einsum("nki,nk->ni", self.inverse, inside)
        inside -= np.einsum("nki,ni->nk", self.spread, slope) / 9
        return self._gather(inside)

    def fitted(self, rgb: Float, alpha: Float) -> tuple[Index, Float]:
        """The pixels that the windows hold, and the mean of their lines there, (N, 4)."""
        inside = alpha.ravel()[self.windows]
        mean = inside.mean(1)
        slope = np.einsum("nki,nk->ni", self.inverse, inside - mean[:, None]) / 9
        centre = rgb.reshape(-1, 3)[self.windows].mean(1)
        offset = mean - np.einsum("ni,ni->n", slope, centre)
        count = np.bincount(self.windows.ravel(), minlength=self.size)
        at = np.flatnonzero(count)
        parts = [
            self._gather(np.repeat(part[:, None], 9, 1))[at] / count[at]
            for part in (*slope.T, offset)
        ]
        return at, np.stack(parts, 1).astype(np.float32)

    def diagonal(self) -> Float:
        """The Laplacian's diagonal, flat."""
        own = 1 - (1 + np.einsum("nki,nki->nk", self.spread, self.inverse)) / 9
        return self._gather(own)

    def solve(self, alpha: Float, band: Index, wanted: Float, weight: Float) -> Float:
        """Alpha at the band that fits the lines and the wanted values, by conjugate gradients."""
        x = alpha.ravel().copy()
        data = np.maximum(weight, np.float32(1e-6))
        precondition = 1 / (self.diagonal()[band] + data)
        rest = data * wanted - self.times(x)[band] - data * x[band]
        step = precondition * rest
        size = start = float(rest @ step)
        direction = step.copy()
        whole = np.zeros_like(x)
        for _ in range(ROUNDS):
            if size <= ENOUGH * ENOUGH * start:
                break
            whole[band] = direction
            image = self.times(whole)[band] + data * direction
            length = size / float(direction @ image)
            x[band] += np.float32(length) * direction
            rest -= np.float32(length) * image
            step = precondition * rest
            before, size = size, float(rest @ step)
            direction = step + np.float32(size / before) * direction
        return np.asarray(x[band], np.float32)

    def _gather(self, values: Float) -> Float:
        summed = np.bincount(self.windows.ravel(), values.ravel(), minlength=self.size)
        return summed.astype(np.float32)
