"""What a person draws over a matte to restore or erase parts of it: numbers, never pixels.

The formulas, which a preview in a browser follows as well. Pixel (i, j) has its middle at
(i + ½, j + ½); (0, 0) is the picture's corner. All steps are in floating point but for the last.

**Brush.** `points` are (x, y, pressure). A point's radius is r = ½ · size · pressure.

1. Thinning. The first and the last point are kept, and of the others each whose distance from the
   one kept before, plus the difference of their radii, is at least max(½, min(r, r') / 8).
2. Stamps. One at the first kept point, then for each pair of neighbours n = ⌈(distance + difference
   of radii) / max(½, min(r, r') / 8)⌉, at least 1, at the shares 1/n, 2/n … 1 of the way; place and
   radius change evenly. A stamp of radius 0 leaves nothing.
3. A stamp's cover at distance d from its middle: with w = max(1, (1 − hardness) · r),
   m = ½ · r · (1 + hardness) and t = (m + w/2 − d) / w, held to 0..1, it is
   min(1, 2r) · t² · (3 − 2t): full up to hardness · r, none from r on, and one pixel wide where
   that would be less.
4. The stroke's cover is the largest of its stamps'.

**Lasso.** `points` are the (x, y) of a polygon that is closed by itself. A pixel's cover is the
mean over four lines y = j + ⅛, ⅜, ⅝, ⅞ of the length within the pixel that lies inside (even-odd;
an edge holds the smaller of its two y and not the larger). Size and hardness say nothing.

**Effect.** With c = opacity · cover, m the matte and L the limit (255 where there is none):
restore m + c · max(0, L − m), erase m · (1 − c); then ⌊value + ½⌋. One stroke after the other.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Sequence
from itertools import pairwise
from typing import TYPE_CHECKING, Annotated, Any, Literal, Self

from pydantic import AfterValidator, FailFast, Field, TypeAdapter, ValidationError, model_validator
from pydantic_core import PydanticCustomError

from nukki.core import hashing
from nukki.core.model import Strict
from nukki.errors import InputError

if TYPE_CHECKING:
    import numpy as np
    import numpy.typing as npt

    Byte = npt.NDArray[np.uint8]

MAX_STROKES = 500
MAX_NUMBERS = 60_000  # of the points of all strokes together
MAX_AWAY = 16_384.0  # pixels; eight times the largest picture
MAX_SIZE = 4096.0
# Pixels of all stamps. A brush of 1000 px may go over a picture of 2048² a dozen times; more takes
# so long (a second for each thousand million) that it is a mistake or an attack.
MAX_WORK = 8_000_000_000
_STAMP_WORK = 5000  # a small stamp costs as much as so many pixels
_CROSSING_WORK = 400
_WIDEST = 2048  # of the part of a stamp that can lie on a picture
_FINEST = 0.5
_PER_RADIUS = 8
LINES = 4  # of a lasso in each row of pixels

Stamp = tuple[float, float, float]
Place = Annotated[float, Field(strict=True, ge=-MAX_AWAY, le=MAX_AWAY, allow_inf_nan=False)]
Share = Annotated[float, Field(strict=True, ge=0, le=1, allow_inf_nan=False)]
Size = Annotated[float, Field(strict=True, ge=0.5, le=MAX_SIZE, allow_inf_nan=False)]


class Stroke(Strict):
    """One stroke in pixels of the picture; see the module for what it does to a matte."""

    tool: Literal["restore", "erase"]
    kind: Literal["brush", "lasso"]
    points: Annotated[tuple[Place, ...], FailFast(), Field(min_length=3, max_length=MAX_NUMBERS)]
    size: Size = 1.0
    hardness: Share = 1.0
    opacity: Share = 1.0

    @model_validator(mode="after")
    def _whole(self) -> Self:
        each = 3 if self.kind == "brush" else 2
        if len(self.points) % each or (self.kind == "lasso" and len(self.points) < 6):
            raise PydanticCustomError("stroke_points", "numbers are missing")
        if self.kind == "brush" and not all(0 <= p <= 1 for p in self.points[2::3]):
            raise PydanticCustomError("stroke_pressure", "pressure lies outside 0 to 1")
        return self

    def corners(self) -> list[tuple[float, float]]:
        """The polygon of a lasso."""
        return list(zip(self.points[::2], self.points[1::2], strict=True))

    def stamps(self) -> Iterator[Stamp]:
        """(x, y, radius) of every stamp of a brush, in the order of drawing."""
        kept = self._kept()
        yield kept[0]
        for one, other in pairwise(kept):
            n = _steps(one, other)
            for k in range(1, n + 1):
                share = k / n
                x, y, r = (a + (b - a) * share for a, b in zip(one, other, strict=True))
                yield x, y, r

    def work(self) -> int:
        """Roughly how many pixels have to be looked at for this stroke."""
        if self.kind == "lasso":
            corners = self.corners()
            around = zip(corners, [*corners[1:], corners[0]], strict=True)
            heights = (min(abs(a[1] - b[1]), _WIDEST) for a, b in around)
            return round(_CROSSING_WORK * LINES * sum(heights))
        kept = self._kept()
        work = 0.0
        for one, other in pairwise(kept):
            area = min(2 * max(one[2], other[2]) + 3, _WIDEST) ** 2
            work += _steps(one, other) * (area + _STAMP_WORK)
        return round(work)

    def _kept(self) -> list[Stamp]:
        half = self.size / 2
        given = [(x, y, half * p) for x, y, p in _triples(self.points)]
        kept = given[:1]
        for stamp in given[1:-1]:
            if _apart(kept[-1], stamp) >= _step(kept[-1], stamp):
                kept.append(stamp)
        return kept + given[1:][-1:]


def _bounded(strokes: tuple[Stroke, ...]) -> tuple[Stroke, ...]:
    if sum(len(stroke.points) for stroke in strokes) > MAX_NUMBERS:
        raise PydanticCustomError("strokes_numbers", "too many points")
    if sum(stroke.work() for stroke in strokes) > MAX_WORK:
        raise PydanticCustomError("strokes_work", "too much to draw")
    return strokes


# The first fault ends it: to tell a million of them would hold up everybody else.
Strokes = Annotated[
    tuple[Stroke, ...], FailFast(), Field(max_length=MAX_STROKES), AfterValidator(_bounded)
]
_OURS = ("stroke_points", "stroke_pressure", "strokes_numbers", "strokes_work")
_strokes: TypeAdapter[tuple[Stroke, ...]] = TypeAdapter(Strokes)


def parse(value: Any) -> tuple[Stroke, ...]:
    """Strokes from plain JSON values.

    Raises InputError strokes-invalid, which says where; stroke-points, stroke-pressure,
    strokes-numbers or strokes-work for what only a look at the whole tells.
    """
    try:
        return _strokes.validate_python(value)
    except ValidationError as error:
        first = error.errors()[0]
        place = ".".join(str(part) for part in first["loc"])[:100]
        if first["type"] in _OURS:
            raise InputError(first["type"].replace("_", "-"), field=place or None) from None
        raise InputError("strokes-invalid", field=place, reason=first["msg"]) from None


def as_json(strokes: Iterable[Stroke]) -> list[dict[str, Any]]:
    """Strokes as plain JSON values, which `parse` reads back."""
    return [stroke.model_dump(mode="json") for stroke in strokes]


def fingerprint(strokes: Iterable[Stroke]) -> str:
    """The sha256 of strokes, equal for equal strokes however they were written down."""
    return hashing.of_json(as_json(strokes))


def apply(matte: Byte, strokes: Sequence[Stroke], limit: Byte | None = None) -> Byte:
    """(H, W) uint8 after all strokes, in their order; restoring stops at `limit`, of one size."""
    from nukki.review import stroke_cover

    return stroke_cover.apply(matte, strokes, limit)


def _triples(points: Sequence[float]) -> Iterator[Stamp]:
    return zip(points[::3], points[1::3], points[2::3], strict=True)


def _apart(one: Stamp, other: Stamp) -> float:
    return math.hypot(other[0] - one[0], other[1] - one[1]) + abs(other[2] - one[2])


def _step(one: Stamp, other: Stamp) -> float:
    return max(_FINEST, min(one[2], other[2]) / _PER_RADIUS)


def _steps(one: Stamp, other: Stamp) -> int:
    return max(1, math.ceil(_apart(one, other) / _step(one, other)))
