"""Why brand pictures cannot stand as they are asked to, each with the figure and what would do."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from functools import lru_cache

from nukki.catalog.frame import Box, Frame, Wanted, largest
from nukki.catalog.on_objects import Taken, lay_on
from nukki.catalog.strips import divide, fits
from nukki.errors import Fault, FaultyInputError

LARGEST = 2048  # px of a frame's side
Shape = tuple[int, int]
_TINY = 0.001
_STEP = 32  # px: sizes that are offered are whole multiples
_SHAPES = ((1, 1), (4, 3), (16, 9), (3, 4))  # of a frame, where its own does not do


def check(wanted: Sequence[Wanted]) -> None:
    """Raise what no frame could change."""
    if found := [fault for index, one in enumerate(wanted) if (fault := _never(index, one))]:
        raise _refused(found)


def no_strip(wanted: Sequence[Wanted], along: Sequence[int], frame: Frame) -> FaultyInputError:
    """Why the frame cannot be divided for those of `along`."""

    def beside(one: Wanted) -> bool:
        return fits([one], frame)

    alone = [index for index in along if not beside(wanted[index])]
    found = [_alone(index, wanted, frame, _best(wanted[index], beside)) for index in alone]
    return _refused(found or [_crowded(wanted, along, frame)])


def no_place(
    wanted: Sequence[Wanted], lying: Sequence[int], frame: Frame, room: Box, taken: Sequence[Taken]
) -> FaultyInputError:
    """Why those of `lying` have no place on the objects."""

    def lies(one: Wanted) -> bool:
        return lay_on([one], room, taken) is not None

    alone = [index for index in lying if not lies(wanted[index])]
    found = [_alone(index, wanted, frame, _best(wanted[index], lies)) for index in alone]
    return _refused(found or [_crowded(wanted, lying, frame)])


def _never(index: int, one: Wanted) -> Fault | None:
    at = f"assets[{index}]"
    if one.scale is not None and one.scale < one.min_scale:
        least = _neat(one.min_scale)
        return Fault(f"{at}.scale", "asset-below-minimum", one.scale, f"{least}–1", least)
    if one.position == "center" and one.stand != "on":
        near = "top" if one.stand == "behind" else "bottom"
        return Fault(f"{at}.position", f"asset-center-{one.stand}", one.name, None, near)
    return None


def _alone(index: int, wanted: Sequence[Wanted], frame: Frame, best: float | None) -> Fault:
    """Of one that has no place even by itself; `best` is the largest that it could have."""
    one, at = wanted[index], f"assets[{index}]"
    found, allowed = _size(one, one.least), None if best is None else _size(one, best, "")
    if one.stand != "on" and one.position != "auto":
        free = divide([replace(one, position="auto")], frame)
        if free is not None:
            edge = free.seats[0][0]
            return Fault(f"{at}.position", "asset-no-room-there", found, allowed, edge)
    if one.scale is not None and best is not None and best >= one.min_scale:
        nearest = max(math.floor(best * 100) / 100, _neat(one.min_scale))
        return Fault(f"{at}.scale", "asset-too-large", found, allowed, nearest)
    least = _size(one, one.min_scale)
    return Fault(at, "asset-no-room", least, allowed, _larger(tuple(wanted), frame))


def _crowded(wanted: Sequence[Wanted], those: Sequence[int], frame: Frame) -> Fault:
    names = ", ".join(wanted[index].name for index in those)
    return Fault("assets", "assets-crowded", names, None, _larger(tuple(wanted), frame))


def _best(one: Wanted, possible: Callable[[Wanted], bool]) -> float | None:
    """The largest scale that it could have if nobody had said how small it may become."""

    def at(scale: float) -> Wanted:
        return replace(one, scale=scale, min_scale=_TINY)

    if not possible(at(_TINY)):
        return None
    return largest(lambda scale: possible(at(scale)), _TINY, 1.0)


def larger(frame: Frame, does: Callable[[Frame], bool], shapes: Sequence[Shape] = ()) -> str | None:
    """The smallest frame that does, of the same shape or of one of these: `1344x768`."""
    for shape in (None, *shapes):
        sides = list(_frames(frame, shape))
        if not sides or not does(sides[-1]):
            continue
        low, high = -1, len(sides) - 1
        while high - low > 1:
            middle = (low + high) // 2
            low, high = (low, middle) if does(sides[middle]) else (middle, high)
        return f"{sides[high].width}x{sides[high].height}"
    return None


def _frames(frame: Frame, shape: Shape | None) -> Iterator[Frame]:
    """Frames of a shape, from small to large; of the own shape the larger ones alone."""
    across, down = shape or (frame.width, frame.height)
    longest, least = max(across, down), min(frame.width, frame.height)
    for most in range(_STEP, LARGEST + 1, _STEP):
        width, height = _side(across, longest, most), _side(down, longest, most)
        if min(width, height) >= least and (shape is not None or width > frame.width):
            yield Frame(width, height)


@lru_cache(maxsize=16)  # each that does not fit asks for all of them
def _larger(wanted: tuple[Wanted, ...], frame: Frame) -> str | None:
    return larger(frame, lambda other: _possible(wanted, other), _SHAPES)


def _side(own: int, longest: int, most: int) -> int:
    return min(math.ceil(own * most / longest / 2) * 2, LARGEST)


def _possible(wanted: Sequence[Wanted], frame: Frame) -> bool:
    along = [one for one in wanted if one.stand != "on"]
    division = divide(along, frame)
    if division is None:
        return False
    on = [one for one in wanted if one.stand == "on"]
    return lay_on(on, division.arranged.room, division.taken(along)) is not None


def _size(one: Wanted, scale: float, name: str | None = None) -> str:
    width, height = one.box(scale)
    told = f"{width} × {height} px ({scale * 100:.3g} %)"
    return f"{one.name}, {told}" if name is None else told


def _neat(scale: float) -> float:
    return round(scale, 4)


def _refused(faults: list[Fault]) -> FaultyInputError:
    return FaultyInputError("layout-refused", faults)
