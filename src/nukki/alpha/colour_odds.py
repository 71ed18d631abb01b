"""What a picture's own colours say of where its object is: how much more often each is seen in
the object than in the background, weighed against what a network says."""

from __future__ import annotations

import cv2
import numpy as np
import numpy.typing as npt

from nukki.alpha.source import Byte, Float

CELLS = 16  # per channel
SAMPLES = 256  # a side; colours are counted on a grid, which costs the same for any picture
ROUNDS = 3  # each counts by what the one before it found
FAINT = 2e-5  # a share of all pixels that says nothing
MOST = 4.0  # logits; more than that a colour never says
LOSS, GAIN = 2.0, 1.25  # what a colour may take from an object, and add to it
# Colours count in full up to the first share that both sides have in common, and not at all from
# the second: things before a wall or gravel share up to .25, where odds would tear holes into the
# cloth and metal of photographs from .28 on.
SHARED = (0.25, 0.28)
SURE = 1e-5  # scores are at least this far from 0 and 1
AWAY = 1e-4  # no colour makes more than one half of this

Cells = npt.NDArray[np.uint16]


def weighed(rgb: Byte, score: Float) -> Float:
    """(H, W) float32 0..1: the network's `score` (H, W), moved by the odds of the colours.

    Where object and background have too many colours in common, these say nothing.
    """
    rows, columns = (slice(None, None, -(-side // SAMPLES)) for side in score.shape)
    few, guess = _cells(rgb[rows, columns]), score[rows, columns]
    belief = _logit(guess)
    for _ in range(ROUNDS):
        odds = _odds(few, guess)
        guess = _share(belief + odds[few])
    rows, columns = _box(score > AWAY)
    if not score[rows, columns].size:
        return np.array(score, np.float32)
    near = cv2.blur(odds[_cells(rgb[rows, columns])], (3, 3))
    moved = np.array(score, np.float32)
    moved[rows, columns] = _share(_logit(score[rows, columns]) + near)
    return moved


def _cells(rgb: Byte) -> Cells:
    """The cell of each pixel's colour."""
    q = (rgb // (256 // CELLS)).astype(np.uint16)
    return (q[..., 0] * CELLS + q[..., 1]) * CELLS + q[..., 2]


def _odds(cells: Cells, guess: Float) -> Float:
    """The logit that each cell adds, (cells,) float32."""
    front, back = (_histogram(cells, part) for part in (guess, 1 - guess))
    overlap = float(np.minimum(front, back).sum())
    odds = np.clip(np.log((front + FAINT) / (back + FAINT)), -MOST, MOST)
    apart = np.clip((SHARED[1] - overlap) / (SHARED[1] - SHARED[0]), 0, 1)
    weight = np.where(odds > 0, GAIN, LOSS) * apart
    return np.asarray(weight * odds, np.float32)


def _histogram(cells: Cells, weight: Float) -> Float:
    """The share of each cell in all that is weighed, smoothed into its neighbours; sums to 1."""
    flat = np.bincount(cells.ravel(), weight.ravel(), CELLS**3)
    count: npt.NDArray[np.float64] = flat.reshape(CELLS, CELLS, CELLS).astype(np.float64)
    for axis in range(3):
        padded = np.pad(count, [(int(axis == n),) * 2 for n in range(3)], mode="edge")
        a, b, c = (np.take(padded, range(k, k + CELLS), axis) for k in range(3))
        count = (a + 2 * b + c) / 4
    return np.asarray(count.ravel() / max(float(count.sum()), 1e-9), np.float32)


def _logit(score: Float) -> Float:
    s = np.clip(score, np.float32(SURE), np.float32(1 - SURE))
    return np.asarray(cv2.log(s / (1 - s)), np.float32)


def _share(logit: Float) -> Float:
    return np.asarray(1 / (1 + cv2.exp(-logit)), np.float32)


def _box(possible: npt.NDArray[np.bool_]) -> tuple[slice, slice]:
    """The rows and columns that hold all of it."""
    rows, columns = (np.flatnonzero(possible.any(axis)) for axis in (1, 0))
    if not rows.size:
        return slice(0), slice(0)
    return slice(int(rows[0]), int(rows[-1]) + 1), slice(int(columns[0]), int(columns[-1]) + 1)
