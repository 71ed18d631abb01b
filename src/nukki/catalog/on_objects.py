"""Brand pictures that lie on the objects: at nine places of their room, until the silhouette that
was really drawn says where exactly.
"""

from __future__ import annotations

import itertools
import math
from collections.abc import Sequence

from nukki.catalog.frame import GAP, Box, Wanted, largest

_USUAL = 0.45  # of the room's width or height that one may cover
_PRINTED = 0.26  # that a print may cover: one face of one object has to hold it
_KEEPING = 0.6  # to keep its bytes
_MOST = 0.9  # for a minimum scale, or a scale that was asked for
_INSET = 0.1  # of the room, which silhouettes seldom fill to its edges

Taken = tuple[Box, int]  # by another brand picture, with its clear space
Found = tuple[tuple[float, ...], tuple[Box, ...]]


def lay_on(wanted: Sequence[Wanted], room: Box, taken: Sequence[Taken] = ()) -> Found | None:
    """Scale and box of each, apart from one another and from what is `taken`; None where even the
    smallest do not fit.

    Without a hint they lie in the middle. Those of one place stand side by side or one below the
    other, whichever leaves them larger.
    """
    if not wanted:
        return (), ()
    places = ["center" if one.position == "auto" else one.position for one in wanted]
    tried = (_fitted(wanted, places, room, taken, lies=lies) for lies in (True, False))
    found = [one for one in tried if one is not None]
    return max(found, key=lambda one: _rank(wanted, one), default=None)


def _fitted(
    wanted: Sequence[Wanted],
    places: Sequence[str],
    room: Box,
    taken: Sequence[Taken],
    *,
    lies: bool,
) -> Found | None:
    def boxes(scales: Sequence[float], most: float) -> tuple[Box, ...] | None:
        return _boxes(wanted, places, scales, room, taken, most=most, lies=lies)

    whole = [one.at(1.0) for one in wanted]
    straight = any(one.straight for one in wanted)
    if straight and (found := boxes(whole, _KEEPING)) is not None:
        return tuple(whole), found

    def scales(share: float) -> list[float]:
        shares = (share * _PRINTED / _USUAL if one.printed else share for one in wanted)
        return [one.at(own / _measure(one, room)) for own, one in zip(shares, wanted, strict=True)]

    if boxes(scales(0.0), _MOST) is None:
        return None
    share = largest(lambda share: boxes(scales(share), _MOST) is not None, 0.0, _USUAL)
    settled = scales(share)
    placed = boxes(settled, _MOST)
    return None if placed is None else (tuple(settled), placed)


def _boxes(
    wanted: Sequence[Wanted],
    places: Sequence[str],
    scales: Sequence[float],
    room: Box,
    taken: Sequence[Taken],
    *,
    most: float,
    lies: bool,
) -> tuple[Box, ...] | None:
    sizes = [one.box(scale) for one, scale in zip(wanted, scales, strict=True)]
    if any(wide > most * room.width or high > most * room.height for wide, high in sizes):
        return None
    clear = [max(GAP, one.clear(scale)) for one, scale in zip(wanted, scales, strict=True)]
    placed: dict[int, Box] = {}
    for place in dict.fromkeys(places):
        group = [index for index, own in enumerate(places) if own == place]
        row = _row([sizes[index] for index in group], [clear[index] for index in group], lies=lies)
        at = _anchored(place, row[-1], room)
        if at is None:
            return None
        for index, box in zip(group, row, strict=False):
            placed[index] = Box(at.x + box.x, at.y + box.y, box.width, box.height)
    for one, other in itertools.combinations(placed, 2):
        if not placed[one].apart(placed[other], max(clear[one], clear[other])):
            return None
    for (index, box), (held, gap) in itertools.product(placed.items(), taken):
        if not box.apart(held, max(clear[index], gap)):
            return None
    return tuple(placed[index] for index in range(len(wanted)))


def _row(sizes: Sequence[tuple[int, int]], clear: Sequence[int], *, lies: bool) -> list[Box]:
    """The boxes of one place, from its origin, and last the box that holds them all."""
    at = 0
    deep = max(high if lies else wide for wide, high in sizes)
    row = []
    for index, (wide, high) in enumerate(sizes):
        if index:
            at += max(clear[index - 1], clear[index])
        aside = (deep - (high if lies else wide)) // 2
        x, y = (at, aside) if lies else (aside, at)
        row.append(Box(x, y, wide, high))
        at += wide if lies else high
    return [*row, Box(0, 0, at if lies else deep, deep if lies else at)]


def _anchored(place: str, size: Box, room: Box) -> Box | None:
    """A box of this size at its place, or None where the room is too small."""
    across, down = room.width - size.width, room.height - size.height
    if across < 0 or down < 0:
        return None
    x = _along(place, "left", "right", across, math.floor(_INSET * room.width))
    y = _along(place, "top", "bottom", down, math.floor(_INSET * room.height))
    return Box(room.x + x, room.y + y, size.width, size.height)


def _along(place: str, first: str, last: str, slack: int, inset: int) -> int:
    inset = min(inset, slack // 2)
    if first in place.split("-"):
        return inset
    return slack - inset if last in place.split("-") else slack // 2


def _measure(one: Wanted, room: Box) -> float:
    width, height = one.box(1.0)
    return max(width / room.width, height / room.height)


def _rank(wanted: Sequence[Wanted], found: Found) -> tuple[float, float]:
    exact = sum(one.straight and scale == 1 for one, scale in zip(wanted, found[0], strict=True))
    return exact, round(sum(map(math.log, found[0])), 4)
