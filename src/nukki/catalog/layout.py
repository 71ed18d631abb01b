"""Where brand pictures stand in the frame, and the room that is left for the objects: all integers,
the same for the same question.

What stands beside the objects gets a strip along an edge (`strips`), and what lies on them a place
within their room (`on_objects`). A strip is at most a third of its side, and the objects keep at
least 55 % of the frame; to keep a picture's bytes, to reach its minimum scale or a size that can be
read, or for a scale that was asked for, it may be 45 % of both. Without a hint a picture takes the
edge where most keep their bytes, and then the one that leaves both largest: wide ones stand below
or above, tall ones at the sides. None is scaled above 1, and none moved out of the frame: it is
refused instead.

A brand picture keeps 4 % of the frame's shorter side from the edge, and 16 px from all else; its
clear space, where that is more. Objects keep 7 % from the edge.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from nukki.catalog import layout_faults
from nukki.catalog.frame import Box, Frame, Wanted
from nukki.catalog.on_objects import lay_on
from nukki.catalog.placement import Placement, Room
from nukki.catalog.strips import USUAL, divide
from nukki.errors import FaultyInputError

__all__ = ["Layout", "Spot", "Wanted", "exact_at", "lay_out"]


@dataclass(frozen=True)
class Spot:
    """Picture `index` of those that were asked for, where it stands; `clear_space` is in pixels of
    the frame."""

    index: int
    placement: Placement
    clear_space: int


@dataclass(frozen=True)
class Layout:
    """A frame with brand pictures, in the order in which they are stacked: those behind the objects
    first, then the others, each as they were asked for.

    `room` is what the silhouettes of the objects may fill, margins already taken; `divided` whether
    it is less than without brand pictures, `narrow` whether it is less than usual.
    """

    spots: tuple[Spot, ...]
    room: Room
    divided: bool
    narrow: bool


def lay_out(wanted: Sequence[Wanted], width: int, height: int) -> Layout:
    """Where each stands in a frame of `width` x `height`.

    Raises FaultyInputError layout-refused: every picture that does not fit, with the reason, as
    `assets[<index>]` or one of its keys.
    """
    frame = Frame(width, height)
    layout_faults.check(wanted)
    along = [index for index, one in enumerate(wanted) if one.stand != "on"]
    division = divide([wanted[index] for index in along], frame)
    if division is None:
        raise layout_faults.no_strip(wanted, along, frame)
    room = division.arranged.room
    boxes = dict(zip(along, division.arranged.boxes, strict=True))
    scales = dict(zip(along, division.scales, strict=True))
    lying = [index for index, one in enumerate(wanted) if one.stand == "on"]
    taken = division.taken([wanted[index] for index in along])
    found = lay_on([wanted[index] for index in lying], room, taken)
    if found is None:
        raise layout_faults.no_place(wanted, lying, frame, room, taken)
    scales |= dict(zip(lying, found[0], strict=True))
    boxes |= dict(zip(lying, found[1], strict=True))
    stacked = sorted(range(len(wanted)), key=lambda index: wanted[index].stand != "behind")
    spots = (_spot(index, wanted[index], scales[index], boxes[index]) for index in stacked)
    return Layout(
        spots=tuple(spots),
        room=Room(**room._asdict()),
        divided=room != frame.whole_room,
        narrow=frame.share(room) < min(USUAL.room, frame.share(frame.whole_room)),
    )


def exact_at(wanted: Sequence[Wanted], width: int, height: int) -> tuple[str | None, ...]:
    """For each the smallest larger frame of the same shape in which it keeps its bytes, for example
    `1344x768`; None where there is none, or where somebody chose its scale or its turn."""
    known: dict[Frame, frozenset[int]] = {}

    def keeping(frame: Frame) -> frozenset[int]:
        if frame not in known:
            known[frame] = _keeping(wanted, frame)
        return known[frame]

    def smallest(index: int) -> str | None:
        return layout_faults.larger(Frame(width, height), lambda frame: index in keeping(frame))

    return tuple(
        smallest(index) if one.scale is None and one.straight else None
        for index, one in enumerate(wanted)
    )


def _keeping(wanted: Sequence[Wanted], frame: Frame) -> frozenset[int]:
    try:
        spots = lay_out(wanted, frame.width, frame.height).spots
    except FaultyInputError:
        return frozenset()
    return frozenset(spot.index for spot in spots if spot.placement.keeps_bytes)


def _spot(index: int, one: Wanted, scale: float, box: Box) -> Spot:
    placement = Placement(**box._asdict(), scale=scale, rotate=one.rotate, tilt=one.tilt)
    return Spot(index, placement, one.clear(scale))
