"""What the layout of a frame measures with: its margins, and a brand picture that grows and
shrinks.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass
from typing import Literal, NamedTuple

from nukki.catalog.placement import Stand, Tilt, box_of

Position = Literal[
    "auto",
    "center",
    "left",
    "right",
    "top",
    "bottom",
    "top-left",
    "top-right",
    "bottom-left",
    "bottom-right",
]

GAP = 16  # px at least between a brand picture and the objects, or another one
_EDGE = 0.04  # of the shorter side, that a brand picture keeps from the frame's edge
_MARGIN = 0.07  # of the shorter side, that objects keep: as `engines/render/stage` does
_STEPS = 10  # of a bisection: to a thousandth
_FINE = 1000  # scales are whole thousandths, for people to read


class Box(NamedTuple):
    """A rectangle of the frame in whole pixels."""

    x: int
    y: int
    width: int
    height: int

    @property
    def right(self) -> int:
        """Where it has ended."""
        return self.x + self.width

    @property
    def bottom(self) -> int:
        """Where it has ended, downwards."""
        return self.y + self.height

    def apart(self, other: Box, gap: int) -> bool:
        """Whether `gap` pixels lie between the two."""
        return (
            self.right + gap <= other.x
            or other.right + gap <= self.x
            or self.bottom + gap <= other.y
            or other.bottom + gap <= self.y
        )


@dataclass(frozen=True)
class Frame:
    """The picture to be drawn, in pixels."""

    width: int
    height: int

    @property
    def edge(self) -> int:
        """Pixels that brand pictures keep from the frame's edge."""
        return math.ceil(_EDGE * min(self.width, self.height))

    @property
    def margin(self) -> int:
        """Pixels that objects keep from the frame's edge."""
        return math.ceil(_MARGIN * min(self.width, self.height))

    @property
    def whole_room(self) -> Box:
        """What objects fill where nothing stands beside them."""
        margin = self.margin
        return Box(margin, margin, self.width - 2 * margin, self.height - 2 * margin)

    def share(self, room: Box) -> float:
        """How much of the frame a room is."""
        return room.width * room.height / (self.width * self.height)


@dataclass(frozen=True)
class Wanted:
    """A brand picture as it is asked for: its size in pixels, and what its library says of its use.

    `scale` None is as large as its place allows. `clear_space` is in pixels of its own, at scale 1.
    One that is `printed` onto an object is lit by it, and keeps no bytes at any scale.
    """

    name: str
    width: int
    height: int
    position: Position = "auto"
    scale: float | None = None
    rotate: float = 0.0
    tilt: Tilt = "none"
    stand: Stand = "beside"
    min_scale: float = 0.01
    clear_space: int = 0
    printed: bool = False

    @property
    def straight(self) -> bool:
        """Whether it keeps its bytes at scale 1."""
        return self.rotate == 0 and self.tilt == "none" and not self.printed

    @property
    def least(self) -> float:
        """The smallest scale that may be given."""
        return self.min_scale if self.scale is None else self.scale

    def box(self, scale: float) -> tuple[int, int]:
        """Width and height of its upright box in the frame."""
        return box_of(self.width, self.height, scale, self.rotate, self.tilt)

    def clear(self, scale: float) -> int:
        """The clear space in pixels of the frame."""
        return math.ceil(self.clear_space * scale)

    def at(self, wanted: float) -> float:
        """The scale next to `wanted` that it may have, never larger than that if it can be."""
        if self.scale is not None:
            return self.scale
        fine = math.floor(min(wanted, 1.0) * _FINE + 1e-9) / _FINE
        return max(fine, self.min_scale)


def largest(fits: Callable[[float], bool], low: float, high: float) -> float:
    """The largest number between them, nearly, for which `fits` holds; `low` holds."""
    if fits(high):
        return high
    for _ in range(_STEPS):
        middle = (low + high) / 2
        low, high = (middle, high) if fits(middle) else (low, middle)
    return low
