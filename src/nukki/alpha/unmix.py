"""Alpha and colour of an opaque object over a background that is known: I = αF + (1−α)B.

Only the band around the silhouette is solved, from the colours of the object's opaque parts
nearby (seeds). What is fully opaque keeps its bytes.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Protocol

import numpy as np
import numpy.typing as npt

from nukki.alpha.colour_lines import Band, Solved, explain
from nukki.alpha.jpeg import halved, ripple, sharpened
from nukki.alpha.palette import relieved
from nukki.alpha.regions import regions
from nukki.alpha.source import Float, Pixels
from nukki.core.nearest import Index

STRIP = 4_000_000  # pixels looked at at once; each takes about 60 bytes
MARGIN = 64  # a strip sees this many rows past its border, farther than seeds are looked for

Plane = npt.NDArray[np.uint8] | npt.NDArray[np.uint16]
Bool = npt.NDArray[np.bool_]


class Backing(Protocol):
    """What lies behind the object: a fitted backdrop, or one with a shadow on it."""

    @property
    def sigma(self) -> Float:
        """Noise per channel, (3,) in 0..1."""
        ...

    def at(self, rows: slice) -> Float:
        """The colour in these rows, (h, W, 3) float32 in 0..1."""
        ...


@dataclass(frozen=True)
class Matte:
    """`alpha` (H, W) and straight `colour` (H, W, 3), both in the picture's dtype.

    `colour` holds the picture's own bytes where alpha is full, and also where it is 0. `doubt`
    0..1: the error of alpha that noise and what stayed unexplained lead one to expect, mean over
    the pixels that were solved. `soft` 0..1: how much of the outline is a ramp over many pixels.
    """

    alpha: Plane
    colour: Pixels
    doubt: float = 0.0
    soft: float = 0.0


def unmix(rgb: Pixels, backing: Backing) -> Matte:
    """Solve (H, W, 3) `rgb` against what lies behind its object."""
    height, width = rgb.shape[:2]
    matte = Matte(np.zeros((height, width), rgb.dtype), rgb.copy())
    tally = _Tally(halved(rgb))
    for outer, inner in _strips(height, width):
        _solve_strip(rgb, backing, matte, outer, inner, tally)
    soft = tally.soft / max(1, tally.outline)
    return replace(matte, doubt=tally.doubt / max(1, tally.solved), soft=soft)


@dataclass
class _Tally:
    """Sums over strips: of doubts and the pixels they are about, of pixels on soft and on all
    outlines. `halved`: chroma has to be made sharp first."""

    halved: bool
    doubt: float = 0.0
    solved: int = 0
    soft: int = 0
    outline: int = 0


def _strips(height: int, width: int) -> Iterator[tuple[slice, slice]]:
    """(rows to look at, rows to solve), so that memory does not grow with the picture."""
    step = max(MARGIN, STRIP // width)
    for top in range(0, height, step):
        stop = min(top + step, height)
        yield slice(max(0, top - MARGIN), min(height, stop + MARGIN)), slice(top, stop)


def _solve_strip(
    rgb: Pixels, backing: Backing, matte: Matte, outer: slice, inner: slice, tally: _Tally
) -> None:
    picture = sharpened(rgb[outer]) if tally.halved else rgb[outer]
    difference, strength = _difference(picture, backing, outer)
    sigma = float(np.linalg.norm(backing.sigma))
    if tally.halved:
        sigma = max(sigma, ripple(strength))
    relief = relieved(picture, difference, strength, regions(strength, sigma), sigma)
    found = relief.regions
    within = slice(inner.start - outer.start, inner.stop - outer.start)
    full = matte.alpha.dtype.type(np.iinfo(rgb.dtype).max)
    matte.alpha[inner] = found.core[within] * full
    outline = found.outline[within]
    tally.outline += int(np.count_nonzero(outline))
    tally.soft += int(np.count_nonzero(outline & found.ramp[within]))
    at = np.flatnonzero(found.seen.ravel() > found.core.ravel())
    if not at.size:
        return
    band = Band(
        at, picture.reshape(-1, 3), strength, difference.reshape(-1, 3)[at], sigma, relief.lift
    )
    solved = explain(band, found.seeds)
    tally.doubt += float(solved.doubt.sum()) + relief.doubt
    tally.solved += at.size
    _write(matte, at + outer.start * rgb.shape[1], solved, inner)


def _difference(picture: Pixels, backing: Backing, rows: slice) -> tuple[Float, Float]:
    """I − B (h, W, 3) and its length (h, W), 0..1."""
    difference = picture.astype(np.float32)
    difference *= np.float32(1 / np.iinfo(picture.dtype).max)
    difference -= backing.at(rows)
    return difference, np.sqrt(np.einsum("ijk,ijk->ij", difference, difference))


def _write(matte: Matte, at: Index, solved: Solved, rows: slice) -> None:
    """Colour is written only where the rounded alpha is partial, so full ones keep their bytes."""
    full = np.iinfo(matte.alpha.dtype).max
    level = np.rint(solved.alpha * full)
    width = matte.alpha.shape[1]
    mine = (at >= rows.start * width) & (at < rows.stop * width)
    matte.alpha.ravel()[at[mine]] = level[mine]
    partial = mine & (level > 0) & (level < full)
    matte.colour.reshape(-1, 3)[at[partial]] = np.rint(solved.colour[partial] * full)
