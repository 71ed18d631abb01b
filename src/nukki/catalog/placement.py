"""Where a brand picture stands in the frame, and how it may be turned: geometry, no pixels.

Only a picture at scale 1, unturned and untilted, keeps its bytes; any other is resampled.
"""

from __future__ import annotations

import math
from typing import Annotated, Literal, Self

from pydantic import Field, model_validator

from nukki.catalog.asset_ids import ID, MAX_ID
from nukki.core.model import Strict

Stand = Literal["beside", "on", "behind"]
Mode = Literal["exact", "overlay", "imprint"]  # as it is asked for
Given = Literal["exact", "resampled", "overlay", "imprint"]
Tilt = Literal["none", "slight", "iso", "strong"]
Point = tuple[float, float]
Quad = tuple[Point, Point, Point, Point]

BLENDED: tuple[Given, ...] = ("overlay", "imprint")  # has no bytes to be held to
MAX_SIDE = 8192  # of a frame or of a picture, in pixels
MAX_ASSETS = 6  # of a picture: each may bring four layers of the frame's size

# Degrees about the upright axis and about the level one, seen from three times the longer side.
_TILTS = {"slight": (16.0, 4.0), "strong": (36.0, 10.0)}
_DISTANCE = 3.0
_ISO = math.radians(30)  # of an isometric drawing, whose right-hand face rises to the right

Pixel = Annotated[int, Field(ge=-MAX_SIDE, le=2 * MAX_SIDE)]
Side = Annotated[int, Field(ge=1, le=MAX_SIDE)]
Degrees = Annotated[float, Field(ge=-180, le=180, allow_inf_nan=False)]
Name = Annotated[str, Field(pattern=rf"^{ID.pattern}$", max_length=MAX_ID)]


class Room(Strict):
    """A rectangle of the frame in pixels, y down."""

    x: Pixel
    y: Pixel
    width: Side
    height: Side


class Placement(Room):
    """The upright box of the picture as it stands: after `scale`, then `tilt`, then `rotate`
    (degrees clockwise about its middle)."""

    scale: Annotated[float, Field(gt=0, le=1)]
    rotate: Degrees = 0.0
    tilt: Tilt = "none"

    @property
    def keeps_bytes(self) -> bool:
        """Whether every pixel is the designer's own."""
        return self.scale == 1 and self.rotate == 0 and self.tilt == "none"


class PlacedAsset(Strict):
    """One brand picture of a job, pinned: `file` in `inputs/`, its sha256 and its size, what is
    asked for it, and where it stands. `clear_space` is in pixels of the frame."""

    asset: Name
    variant: Name
    file: Annotated[str, Field(pattern=r"^[0-9a-f]{64}\.png$")]
    sha256: Annotated[str, Field(pattern=r"^[0-9a-f]{64}$")]
    width: Side
    height: Side
    stand: Stand = "beside"
    blend: Mode = "exact"
    clear_space: Annotated[int, Field(ge=0, le=MAX_SIDE)] = 0
    placement: Placement

    @model_validator(mode="after")
    def _is_of_its_size(self) -> Self:
        if not fits(self.placement, self.width, self.height):
            raise ValueError("the box is not that of the picture")
        return self


def fits(placed: Placement, width: int, height: int) -> bool:
    """Whether the box is that of a picture of `width` x `height`, to a pixel: what is laid there
    takes memory by the box."""
    across, down = box_of(width, height, placed.scale, placed.rotate, placed.tilt)
    return max(abs(placed.width - across), abs(placed.height - down)) <= 1


def quad(
    width: float, height: float, scale: float, rotate: float = 0.0, tilt: Tilt = "none"
) -> Quad:
    """The corners of a picture of `width` x `height` about the origin, clockwise from its own top
    left, y down.

    >>> quad(4, 2, 1.0, 90.0)[0]
    (1.0, -2.0)
    """
    turn = math.radians(rotate)
    cos, sin = math.cos(turn), math.sin(turn)
    corners = []
    for side, rise in ((-1, -1), (1, -1), (1, 1), (-1, 1)):
        x, y = _tilted(side * width / 2, rise * height / 2, max(width, height), tilt)
        turned = (cos * x - sin * y, sin * x + cos * y)
        corners.append((round(scale * turned[0], 9), round(scale * turned[1], 9)))
    return (corners[0], corners[1], corners[2], corners[3])


def box_of(
    width: int, height: int, scale: float, rotate: float = 0.0, tilt: Tilt = "none"
) -> tuple[int, int]:
    """Width and height in whole pixels of the upright box that holds the turned picture.

    >>> box_of(300, 100, 0.5), box_of(300, 100, 1.0, 90.0)
    ((150, 50), (100, 300))
    """
    across, down = scale * width, scale * height
    if rotate != 0 or tilt != "none":
        corners = quad(width, height, scale, rotate, tilt)
        across = max(x for x, _ in corners) - min(x for x, _ in corners)
        down = max(y for _, y in corners) - min(y for _, y in corners)
    return max(1, math.ceil(across - 1e-6)), max(1, math.ceil(down - 1e-6))


def quad_in_frame(width: int, height: int, placed: Placement) -> Quad:
    """The corners of a picture of `width` x `height` in the frame: its box's middle is theirs."""
    corners = quad(width, height, placed.scale, placed.rotate, placed.tilt)
    left, right = min(x for x, _ in corners), max(x for x, _ in corners)
    top, bottom = min(y for _, y in corners), max(y for _, y in corners)
    x = placed.x + placed.width / 2 - (left + right) / 2
    y = placed.y + placed.height / 2 - (top + bottom) / 2
    a, b, c, d = ((x + px, y + py) for px, py in corners)
    return (a, b, c, d)


def _tilted(x: float, y: float, longest: float, tilt: Tilt) -> Point:
    if tilt == "none":
        return x, y
    if tilt == "iso":
        return x * math.cos(_ISO), y - x * math.sin(_ISO)
    about, over = (math.radians(angle) for angle in _TILTS[tilt])
    deep = -x * math.sin(about)  # the right-hand side goes away from the viewer
    across = x * math.cos(about)
    down = y * math.cos(over) + deep * math.sin(over)
    deep = deep * math.cos(over) - y * math.sin(over)
    near = _DISTANCE * longest / (_DISTANCE * longest - deep)
    return across * near, down * near
