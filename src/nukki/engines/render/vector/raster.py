"""Placed vector art to coverage masks: one stencil a part, supersampled, in a common crop."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from math import ceil, cos, floor, radians, sin

import numpy as np
from picosvg.svg_types import SVGPath

from nukki.engines.render.colours import Rgb
from nukki.engines.render.coverage import coverage
from nukki.engines.render.placed import Placed
from nukki.engines.render.vector.picture import Byte, Float

Matrix = tuple[float, float, float, float, float, float]
Box = tuple[float, float, float, float]  # left, top, right, bottom

MAX_SAMPLED_SIDE = 2560  # samples per side that keep a frame of float32 RGBA near 100 MB


@dataclass(frozen=True)
class Frame:
    """The picture's size in pixels and how many samples a pixel has per axis."""

    width: int
    height: int
    samples: int = 1

    @property
    def short(self) -> int:
        """The shorter side in pixels."""
        return min(self.width, self.height)

    @property
    def unit(self) -> float:
        """Samples that make one thousandth of the shorter side; all widths are in units."""
        return self.short * self.samples / 1000

    @classmethod
    def supersampled(cls, width: int, height: int) -> Frame:
        """As many samples as memory allows, three at most."""
        return cls(width, height, max(1, min(3, MAX_SAMPLED_SIDE // max(width, height))))


@dataclass(frozen=True)
class Stencil:
    """One part's `cover` (h, w) uint8 at (`top`, `left`) of its cutout."""

    top: int
    left: int
    cover: Byte
    colour: Rgb
    opacity: float

    @property
    def rows(self) -> slice:
        """Where it lies in its cutout, from above."""
        return slice(self.top, self.top + self.cover.shape[0])

    @property
    def columns(self) -> slice:
        """Where it lies in its cutout, from the left."""
        return slice(self.left, self.left + self.cover.shape[1])


@dataclass(frozen=True)
class Cutout:
    """One object in samples: its crop of the frame on whole pixels, its stencils in paint order."""

    top: int
    left: int
    height: int
    width: int
    stencils: tuple[Stencil, ...]

    @cached_property
    def cover(self) -> Float:
        """Coverage of the whole object (height, width), opacity left aside.

        Coverages are added, so that parts which abut leave no seam between them.
        """
        total = np.zeros((self.height, self.width), np.float32)
        for stencil in self.stencils:
            total[stencil.rows, stencil.columns] += stencil.cover
        return np.asarray(np.minimum(total / np.float32(255), 1), np.float32)

    def solid_colours(self) -> list[Rgb]:
        """Each part's colour as it looks on the part that it mostly lies on."""
        seen: list[Rgb] = []
        for index, stencil in enumerate(self.stencils):
            colour = stencil.colour
            below = [_overlap(stencil, other) for other in self.stencils[:index]]
            if stencil.opacity < 1 and below and max(below) > 0:
                ground = seen[below.index(max(below))]
                share = stencil.opacity
                red, green, blue = (
                    g + (c - g) * share for g, c in zip(ground, colour, strict=True)
                )
                colour = (red, green, blue)
            seen.append(colour)
        return seen


def _overlap(one: Stencil, other: Stencil) -> int:
    """How many samples two parts of one object share."""
    top, bottom = max(one.top, other.top), min(one.rows.stop, other.rows.stop)
    left, right = max(one.left, other.left), min(one.columns.stop, other.columns.stop)
    if top >= bottom or left >= right:
        return 0
    first = one.cover[top - one.top : bottom - one.top, left - one.left : right - one.left]
    second = other.cover[
        top - other.top : bottom - other.top, left - other.left : right - other.left
    ]
    return int(np.count_nonzero((first > 127) & (second > 127)))


def cut_all(placed: Sequence[Placed], frame: Frame, pad: int) -> list[Cutout]:
    """Every object that shows in the frame, far to near; `pad` samples of room around each."""
    ordered = sorted(placed, key=lambda one: one.depth)
    found = (cut(one, frame, pad) for one in ordered)
    return [cutout for cutout in found if cutout is not None]


def cut(placed: Placed, frame: Frame, pad: int) -> Cutout | None:
    """One object's stencils; None when nothing of it lies in the frame."""
    boxes = [bounds(part.path) for part in placed.art.parts]
    matrix = _matrix(placed, joined(boxes), frame)
    spots = [_moved(box, matrix) for box in boxes]
    crop = _crop(joined(spots), frame, pad)
    if crop is None:
        return None
    left, top, right, bottom = crop
    stencils = []
    for part, spot in zip(placed.art.parts, spots, strict=True):
        window = _clipped(_grown(spot, 2), crop)
        if window is None:
            continue
        cover = _coverage(part.path, matrix, window)
        place = (window[1] - top, window[0] - left)
        stencils.append(Stencil(*place, cover, part.colour, part.opacity))
    return Cutout(top, left, bottom - top, right - left, tuple(stencils)) if stencils else None


def bounds(path: str) -> Box:
    """The tight box around filled path data, in the path's own units."""
    box = SVGPath(d=path).bounding_box()
    return box.x, box.y, box.x + box.w, box.y + box.h


def _matrix(placed: Placed, drawn: Box, frame: Frame) -> Matrix:
    """Art units (y down) to samples of the frame (y down)."""
    left, top, right, bottom = drawn
    half = frame.short * frame.samples / 2
    scale = placed.size * half / max(right - left, bottom - top, 1e-6)
    turn = radians(-placed.roll)
    a, b = scale * cos(turn), scale * sin(turn)
    x = frame.width * frame.samples / 2 + placed.x * half
    y = frame.height * frame.samples / 2 - placed.y * half
    cx, cy = (left + right) / 2, (top + bottom) / 2
    return a, b, -b, a, x - a * cx + b * cy, y - b * cx - a * cy


def _coverage(path: str, matrix: Matrix, window: tuple[int, int, int, int]) -> Byte:
    left, top, right, bottom = window
    a, b, c, d, e, f = matrix
    numbers = " ".join(f"{v:.6f}" for v in (a, b, c, d, e - left, f - top))
    outline = f'<path transform="matrix({numbers})" d="{path}"/>'
    return coverage(outline, right - left, bottom - top)


def _crop(box: Box, frame: Frame, pad: int) -> tuple[int, int, int, int] | None:
    """`box` with `pad` around it, inside the frame, on whole pixels."""
    step = frame.samples
    left, top, right, bottom = _grown(box, pad)
    whole = (
        floor(left / step) * step,
        floor(top / step) * step,
        ceil(right / step) * step,
        ceil(bottom / step) * step,
    )
    return _clipped(whole, (0, 0, frame.width * step, frame.height * step))


def joined(boxes: Sequence[Box]) -> Box:
    """The box around all of `boxes`."""
    lefts, tops, rights, bottoms = zip(*boxes, strict=True)
    return min(lefts), min(tops), max(rights), max(bottoms)


def _grown(box: Box, by: float) -> Box:
    return box[0] - by, box[1] - by, box[2] + by, box[3] + by


def _clipped(box: Box, outer: tuple[int, int, int, int]) -> tuple[int, int, int, int] | None:
    left, top = max(floor(box[0]), outer[0]), max(floor(box[1]), outer[1])
    right, bottom = min(ceil(box[2]), outer[2]), min(ceil(box[3]), outer[3])
    return (left, top, right, bottom) if left < right and top < bottom else None


def _moved(box: Box, matrix: Matrix) -> Box:
    a, b, c, d, e, f = matrix
    corners = [(x, y) for x in (box[0], box[2]) for y in (box[1], box[3])]
    across = [a * x + c * y + e for x, y in corners]
    down = [b * x + d * y + f for x, y in corners]
    return min(across), min(down), max(across), max(down)
