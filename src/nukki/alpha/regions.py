"""Which pixels show background, which the object alone, and which may be a mixture of both.

All of it is read from one plane: how far each pixel's colour is from the background behind it.
"""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np
import numpy.typing as npt

from nukki.alpha.source import Byte, Float

_RAMP_REACH = 41  # px: a soft edge wider than half of this is taken for shading
_RAMP_RATIO = 0.75  # strength at 3 px over that at 6 px: 1 at hard edges, 0.93 with 15 % spill,
# 0.97 after a blur of 0.8 px, 0.5 on a ramp of 12 px
_RAMP_EVEN = 0.7  # of the variance of strength at the edge, what depth must account for

Bool = npt.NDArray[np.bool_]


@dataclass(frozen=True)
class Regions:
    """(h, w) uint8 masks, 0 or 1: `seen` before the background, `core` surely opaque, `seeds`
    where the object's own colour shows, core included; `ramp` around soft edges, `bare` where
    a pixel by itself looks like background, `even` amid patches of one colour."""

    seen: Byte
    core: Byte
    seeds: Byte
    ramp: Byte
    bare: Byte
    even: Byte

    @property
    def outline(self) -> Byte:
        """1 on what is seen next to what is not."""
        return self.seen & _mask(cv2.dilate(1 - self.seen, _box(3)))


def regions(strength: Float, sigma: float) -> Regions:
    """Divide (h, w) `strength`, the length of I − B in 0..1, given the noise's length `sigma`."""
    bare = _mask(strength < 2.4 * sigma + 1.5 / 255)
    quiet = _mask(cv2.morphologyEx(bare, cv2.MORPH_OPEN, _box(3)))
    quiet |= _mask(strength < 2.0 * sigma)
    seen = _mask(cv2.morphologyEx(1 - quiet, cv2.MORPH_OPEN, _box(2)))
    seen |= _mask(strength > max(0.04, 6 * sigma))
    seen |= (1 - bare) & _mask(cv2.dilate(seen, _box(3)))  # the faint side of an edge
    crest = np.asarray(cv2.dilate(strength, _box(9)), np.float32)
    # Dense hair has gaps of less than a pixel: near any bare pixel, weak ones may be mixtures.
    mixed = _mask(strength < 0.95 * crest - 1.5 * sigma)
    gap = bare | (_mask(strength < 0.35 * crest) & _mask(cv2.dilate(bare, _box(49))))
    mixed &= _mask(cv2.dilate(gap, _box(11)))
    even = _even(strength, sigma)
    mixed &= 1 - even
    ridge = 0.92 * crest
    ramp = _ramps(strength, seen & _mask(strength > 0.15 * crest))
    if ramp.any():
        top = np.asarray(cv2.dilate(strength, _box(_RAMP_REACH)), np.float32)
        mixed |= ramp & seen & _mask(strength < 0.97 * top - 1.5 * sigma)
        ridge = np.where(ramp > 0, 0.97 * top, ridge)
    core = _mask(cv2.erode(seen, _box(5))) & (1 - mixed)
    thin = seen & _mask(strength >= ridge) & _mask(strength > max(0.06, 5 * sigma))
    return Regions(seen, core, core | thin, ramp, bare, even)


def _even(strength: Float, sigma: float) -> Byte:
    """1 amid patches of one colour: a gap between strands is never that."""
    spread = cv2.dilate(strength, _box(5)) - cv2.erode(strength, _box(5))
    return _mask((spread < 0.1 * strength + 3 * sigma) & (strength > 8 * sigma))


def _ramps(strength: Float, body: Byte) -> Byte:
    """1 around edges that rise slowly and evenly over many pixels; `body` is what is seen without
    the faint rim of artefacts."""
    depth = np.asarray(cv2.distanceTransform(body, cv2.DIST_L2, 3), np.float32)
    outer, outer_count = _near(strength, (depth > 2.5) & (depth < 3.5))
    inner, inner_count = _near(strength, (depth > 5.5) & (depth < 6.5))
    slow = (outer_count > 0.02) & (inner_count > 0.6 * outer_count)  # thin parts have no inside
    slow &= outer * inner_count < _RAMP_RATIO * inner * outer_count
    slow &= (depth > 0) & (depth < 6.5)
    if slow.any():
        slow &= _follows(strength, depth)
    return _mask(cv2.dilate(_mask(slow), _box(_RAMP_REACH)))


def _follows(strength: Float, depth: Float) -> Bool:
    """Where strength near the edge is a matter of depth, not of stripes or strands."""
    rim = (depth > 0) & (depth < 6.5)
    s, count = _near(strength, rim)
    d, _ = _near(depth, rim)
    ss, dd, sd = (_near(a * b, rim)[0] for a, b in _pairs(strength, depth))
    count = np.maximum(count, np.float32(1e-3))
    shared = sd / count - s * d / count**2
    own = (ss / count - (s / count) ** 2) * (dd / count - (d / count) ** 2)
    return np.asarray((shared > 0) & (shared * shared > _RAMP_EVEN * own))


def _pairs(a: Float, b: Float) -> tuple[tuple[Float, Float], ...]:
    return ((a, a), (b, b), (a, b))


def _near(values: Float, where: Bool) -> tuple[Float, Float]:
    """Sum of `values` where the mask holds, and how often it does, per pixel of a 15 px box."""
    weight = where.astype(np.float32)
    total = cv2.boxFilter(values * weight, -1, (15, 15))
    return np.asarray(total, np.float32), np.asarray(
        cv2.boxFilter(weight, -1, (15, 15)), np.float32
    )


def _mask(where: npt.NDArray[np.generic]) -> Byte:
    return np.asarray(where, np.uint8)


def _box(side: int) -> Byte:
    return np.ones((side, side), np.uint8)
