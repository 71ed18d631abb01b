"""How far from the background an object's colours reach, per direction of colour.

Strands thinner than a pixel, and blurred ones, nowhere show their own colour. What they show points
the same way from the background as strands of their kind that lie denser, which tell how far.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

import cv2
import numpy as np
import numpy.typing as npt

from nukki.alpha.regions import Regions
from nukki.alpha.source import Byte, Float, Pixels
from nukki.core.nearest import Index

_CELLS = 24  # per axis of the cube around the unit vectors: directions within 5 degrees are one
_LEAST = 12  # px that a direction needs
_MOST = 60_000  # px that are read
_REACH = 0.9  # of the strengths in one direction, those below how far it reaches
_SHORT = 0.7  # of that reach, below which a thin part is no more taken for opaque
_WEAK = 0.85  # the same for what lies deeper, between gaps
_MOST_LIFT = 3.0
_SHADED = 0.9  # cosine between object's colour and I − B, from which on shade looks like alpha
_RIM = 0.12  # of the pixels around, that lie next to bare ones where strands are
_GAPS = 25  # px around bare pixels, in which hair lets the background through

Bool = npt.NDArray[np.bool_]


@dataclass(frozen=True)
class Palette:
    """`reach` (_CELLS³,): the length of I − B that the object's colours have in each direction,
    0 where it shows none, and `spread`, the share of it by which their lengths differ."""

    reach: Float
    spread: Float

    def at(self, difference: Float, strength: Float) -> Float:
        """How far colours reach in the direction of (n, 3) `difference`, (n,)."""
        return np.asarray(self.reach[_cell(difference, strength)], np.float32)


def palette(difference: Float, strength: Float, seeds: Byte) -> Palette:
    """Read from (h, w, 3) I − B and its length at what seems to show the object alone."""
    at = np.flatnonzero(seeds)
    at = at[:: max(1, at.size // _MOST)]
    found = strength.ravel()[at]
    cell = _cell(difference.reshape(-1, 3)[at], found)
    order = np.lexsort((found, cell))
    cell, found = cell[order], found[order]
    first = np.flatnonzero(np.diff(cell, prepend=-1))
    count = np.diff(first, append=len(cell))
    reach, spread = (np.zeros(_CELLS**3, np.float32) for _ in range(2))
    if at.size:
        last = first + np.int_(_REACH * (count - 1))
        reach[cell[first]] = np.where(count >= _LEAST, found[last], 0)
        mean, square = (np.add.reduceat(found**power, first) / count for power in (1, 2))
        deviation = np.sqrt(np.maximum(square - mean * mean, 0)) / np.maximum(mean, 1e-6)
        spread[cell[first]] = np.where(count >= _LEAST, deviation, 0)
    return Palette(reach, spread)


@dataclass(frozen=True)
class Relief:
    """`regions` without the opaque parts that are mixtures after all, and (h, w) `lift`: by how
    much I − B of a seed is to be multiplied to have the object's own colour. `doubt`: the sum
    over strands of what alpha may be off by, as their lengths differ where shade looks like alpha.
    """

    regions: Regions
    lift: Float
    doubt: float


def relieved(
    picture: Pixels, difference: Float, strength: Float, found: Regions, sigma: float
) -> Relief:
    """Compare what was `found` in a picture, given (h, w, 3) I − B and its length, with how far
    the object's colours reach."""
    lift = np.ones_like(strength)
    near = _strands(found.bare)
    if not near.any():
        return Relief(found, lift, 0.0)
    colours = palette(difference, strength, found.seeds)
    deep = np.flatnonzero(found.core & near & (1 - found.even))
    core = found.core.copy()
    core.ravel()[deep[_share(colours, picture, difference, strength, deep) < _WEAK]] = 0
    thin = np.flatnonzero(found.seeds & near & (1 - core) & (1 - _flat(strength, sigma)))
    share = _share(colours, picture, difference, strength, thin)
    short = share < _SHORT
    lift.ravel()[thin[short]] = np.minimum(1 / share[short], _MOST_LIFT)
    loose = np.flatnonzero(found.seen & near & (1 - core))
    doubt = _doubt(colours, picture, difference, strength, loose)
    return Relief(replace(found, core=core), lift, doubt)


def _share(
    colours: Palette, picture: Pixels, difference: Float, strength: Float, at: Index
) -> Float:
    """The pixels' strength as a share of what their direction reaches, (n,); 1 where unknown, and
    where shade looks like alpha."""
    own, off = strength.ravel()[at], difference.reshape(-1, 3)[at]
    reach = colours.at(off, own)
    reach[_shaded(picture.reshape(-1, 3)[at], off, own, reach)] = 0
    return np.asarray(own / np.maximum(reach, np.maximum(own, np.float32(1e-6))), np.float32)


def _doubt(
    colours: Palette, picture: Pixels, difference: Float, strength: Float, at: Index
) -> float:
    own, off = strength.ravel()[at], difference.reshape(-1, 3)[at]
    shaded = _shaded(picture.reshape(-1, 3)[at], off, own, colours.at(off, own))
    return float(colours.spread[_cell(off[shaded], own[shaded])].sum()) / 2


def _shaded(shown: Pixels, off: Float, own: Float, reach: Float) -> Bool:
    """Where light and shade of the object move its colour along the line to the background."""
    face = shown * np.float32(1 / np.iinfo(shown.dtype).max)
    face += off * (reach / np.maximum(own, np.float32(1e-3)) - 1)[:, None]
    along, length = (np.einsum("ij,ij->i", face, other) for other in (off, face))
    return np.asarray((along * along > _SHADED**2 * length * own * own) & (reach > 0))


def _strands(bare: Byte) -> Byte:
    """1 where there is much more outline than a smooth edge has: hair, grass, fringes."""
    rim = (1 - bare) & _mask(cv2.dilate(bare, np.ones((3, 3), np.uint8)))
    return _mask(cv2.boxFilter(rim, cv2.CV_32F, (_GAPS, _GAPS)) > _RIM)


def _cell(difference: Float, strength: Float) -> Index:
    unit = difference * (np.float32(0.5) / np.maximum(strength, np.float32(1e-3)))[:, None]
    cells = np.minimum((unit + np.float32(0.5)) * _CELLS, _CELLS - 1).astype(np.intp)
    return np.asarray((cells[:, 0] * _CELLS + cells[:, 1]) * _CELLS + cells[:, 2], np.intp)


def _flat(strength: Float, sigma: float) -> Byte:
    """1 where 3 x 3 px are of one strength: wide enough to show their own colour."""
    box = np.ones((3, 3), np.uint8)
    spread = cv2.dilate(strength, box) - cv2.erode(strength, box)
    return _mask(spread < 0.08 * strength + 3 * sigma)


def _mask(where: npt.NDArray[np.generic]) -> Byte:
    return np.asarray(where, np.uint8)
