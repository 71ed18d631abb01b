"""What generators leave in a cutout: a veil, specks far from anything, pinholes in solid parts.

Whatever hangs together with the object stays, however faint: hair, glow, sparkles near by. No edge
is made harder; strong alpha is completed, and taken away only with a whole speck.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any

import cv2
import numpy as np
import numpy.typing as npt

from nukki.alpha.gate import enclosed
from nukki.alpha.native import haze
from nukki.alpha.result import Remark
from nukki.alpha.source import Colour, Pixels
from nukki.alpha.unmix import Matte, Plane
from nukki.core.nearest import Index

Mask = npt.NDArray[np.uint8]

NOMINAL = 1 << 20  # px; sizes of specks and pinholes are given for a picture of 1024 x 1024
LEAST_PICTURE = 1 << 16  # px; in smaller ones a speck may be all there is of an eye
SPECK = 10.0  # px of full alpha and full contrast; smaller is dust when far from any object
NEAR, NEAR_SPECK = 0.015, 0.25  # of the side; how much smaller dust is there, where sparkles are
FAINT_SPECK = 4.0  # how much larger a speck may be that is nowhere half opaque
CONTRAST = 0.35  # of the backing's colour, from which on a speck is something drawn
PINHOLE = 12  # px
PINHOLE_CONTRAST = 0.12  # below it, object and backing are so alike that noise makes holes
MAP_SIDE = 512
MOST_SPECKS = 20_000
BAND = 1 << 20  # px that are in work at once
_BOX = np.ones((3, 3), np.uint8)


@dataclass(frozen=True)
class Cleaned:
    """The matte without its faults, and what was done: `haze` in levels of 255, counts of specks
    dropped and of pixels in solid parts that were made opaque."""

    matte: Matte
    haze: int = 0
    specks: int = 0
    pinholes: int = 0

    @property
    def remarks(self) -> tuple[Remark, ...]:
        """What a person should know: something that was visible is gone."""
        return (Remark("cleanup-specks", {"count": self.specks}),) if self.specks else ()

    @property
    def facts(self) -> dict[str, float | str]:
        """The counts, for reports."""
        return {"haze": self.haze, "specks": self.specks, "pinholes": self.pinholes}


def cleanup(rgb: Pixels, matte: Matte, background: Colour) -> Cleaned:
    """`matte` of (H, W, 3) `rgb` over a `background` of about that colour (0..1), cleaned."""
    alpha, colour = matte.alpha.copy(), matte.colour
    level = _clear_veil(alpha)
    specks = _drop_specks(rgb, alpha, background)
    filled = np.concatenate([_fill_pinholes(rgb, alpha, background), _fill_shallow(alpha)])
    if filled.size:
        colour = colour.copy()
        colour.reshape(-1, 3)[filled] = rgb.reshape(-1, 3)[filled]
    cleaned = replace(matte, alpha=alpha, colour=colour)
    return Cleaned(cleaned, level, specks, int(filled.size))


def _clear_veil(alpha: Plane) -> int:
    """Set alpha up to the level of a veil that lies over the frame to 0, in place."""
    step = np.iinfo(alpha.dtype).max // 255
    frame = [alpha[0], alpha[-1], alpha[:, 0], alpha[:, -1]]
    if not any(side.any() for side in frame):
        return 0
    level = haze(np.asarray(alpha // step, np.uint8))
    if level:
        alpha[alpha <= level * step] = 0
    return level


def _drop_specks(rgb: Pixels, alpha: Plane, background: Colour) -> int:
    """Clear what is too small and too far from any object to be part of one; how many went."""
    if alpha.size < LEAST_PICTURE:
        return 0
    visible = np.asarray(cv2.inRange(alpha, 1, np.iinfo(alpha.dtype).max), np.uint8)
    lines, tree = cv2.findContours(visible, cv2.RETR_CCOMP, cv2.CHAIN_APPROX_SIMPLE)
    if len(lines) < 2:
        return 0
    outer = [line for line, links in zip(lines, tree[0], strict=True) if links[3] < 0]
    areas = np.array([cv2.contourArea(line) for line in outer])
    unit = alpha.size / NOMINAL
    small = np.flatnonzero(areas < 8 * FAINT_SPECK * SPECK * unit)[:MOST_SPECKS]
    if not small.size or small.size == len(outer):
        return 0
    things = [outer[i] for i in np.flatnonzero(areas >= max(areas.max() / 100, 1))]
    away = _Distance(things, alpha.shape)
    gone = 0
    for line in (outer[i] for i in small):
        box, part = _part(line, visible)
        if _is_dust(rgb[box], alpha[box], part, background, unit, away(line)):
            alpha[box][part > 0] = 0
            gone += 1
    return gone


def _part(line: npt.NDArray[Any], visible: Mask) -> tuple[tuple[slice, slice], Mask]:
    left, top, width, height = cv2.boundingRect(line)
    box = (slice(top, top + height), slice(left, left + width))
    inside = np.zeros((height, width), np.uint8)
    cv2.drawContours(inside, [line], -1, 1, cv2.FILLED, offset=(-left, -top))
    return box, inside & (visible[box] > 0)


def _is_dust(
    rgb: Pixels, alpha: Plane, part: Mask, background: Colour, unit: float, away: float
) -> bool:
    full = np.float32(np.iinfo(alpha.dtype).max)
    own = alpha[part > 0] / full
    colour = rgb[part > 0] / full
    apart = np.abs(colour - np.asarray(background, np.float32)).max(axis=1)
    weight = float((own * np.minimum(apart / CONTRAST, 1)).sum())
    limit = SPECK * unit
    if own.max(initial=0) < 0.5:
        limit *= FAINT_SPECK
    if away < NEAR:
        limit *= NEAR_SPECK
    return weight < limit


class _Distance:
    """How far a contour is from the nearest object, as a share of the picture's longer side."""

    def __init__(self, things: Sequence[npt.NDArray[Any]], shape: tuple[int, ...]) -> None:
        self._scale = min(1.0, MAP_SIDE / max(shape))
        size = tuple(int(n * self._scale) + 1 for n in shape)
        empty = np.ones(size, np.uint8)
        for line in things:
            cv2.drawContours(empty, [self._scaled(line)], -1, 0, cv2.FILLED)
        self._map = cv2.distanceTransform(empty, cv2.DIST_L2, 3) / max(size)

    def __call__(self, line: npt.NDArray[Any]) -> float:
        x, y = self._scaled(line)[0, 0]
        return float(self._map[y, x])

    def _scaled(self, line: npt.NDArray[Any]) -> npt.NDArray[np.int32]:
        return np.asarray(line * self._scale, np.int32)


def _fill_shallow(alpha: Plane) -> Index:
    """Make shallow dents in solid parts opaque: most around them is opaque and nothing is clear.

    In place; returns the flat indices of what was filled.

    An edge has clear pixels next to it, and a soft one has not so many opaque ones.
    """
    full = np.iinfo(alpha.dtype).max
    height, width = alpha.shape
    step = max(1, BAND // width)
    marks = []
    for top in range(0, height, step):
        wide = slice(max(0, top - 4), min(height, top + step + 4))
        band = alpha[wide]
        solid = np.asarray(cv2.inRange(band, full, full), np.uint8)
        most = cv2.blur(solid, (9, 9)) >= 140
        clear = cv2.erode(band, np.ones((5, 5), np.uint8)) < full // 2
        dent = (solid == 0) & most & ~clear
        marks.append(np.flatnonzero(dent[top - wide.start :][:step].ravel()) + top * width)
    at = np.concatenate(marks)
    alpha.ravel()[at] = full
    return at


def _fill_pinholes(rgb: Pixels, alpha: Plane, background: Colour) -> Index:
    """Make tiny holes opaque where object and backing are so alike that noise decides.

    In place; returns the flat indices of what was filled.
    """
    none = np.empty(0, np.intp)
    full = np.iinfo(alpha.dtype).max
    coarse = rgb[::4, ::4][alpha[::4, ::4] == full]
    if not _alike(coarse, background).any():
        return none
    most = max(PINHOLE, PINHOLE * alpha.size / NOMINAL)
    filled = [none]
    for place in enclosed(alpha, 1, most):
        box, near = place.box, cv2.dilate(place.inside, _BOX) > 0
        solid = alpha[box] == full
        if np.count_nonzero(_alike(rgb[box][near & solid], background)) * 2 > near.sum():
            alpha[box][near] = full
            y, x = np.nonzero(near & ~solid)
            filled.append((y + box[0].start) * alpha.shape[1] + x + box[1].start)
    return np.concatenate(filled)


def _alike(pixels: Pixels, background: Colour) -> npt.NDArray[np.bool_]:
    """Which of (n, 3) pixels are near the background's colour."""
    apart = pixels / np.float32(np.iinfo(pixels.dtype).max) - np.asarray(background, np.float32)
    return np.asarray(np.abs(apart).max(axis=1) < PINHOLE_CONTRAST)
