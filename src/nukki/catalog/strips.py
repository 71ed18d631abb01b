"""Brand pictures along the edges of a frame, and the room that they leave in its middle.

Along an edge they stand in a row: those for its start, for its middle and for its end, each in the
order of the brief, on one line through their middles. Rows at the top and the bottom run from edge
to edge, those at the left and the right between them. What stands behind the objects reaches into
their room by two fifths of its depth, so that more than half of it is seen whatever stands there.
"""

from __future__ import annotations

import itertools
import math
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Literal

from nukki.catalog.frame import GAP, Box, Frame, Wanted, largest

Edge = Literal["bottom", "top", "right", "left"]
Align = Literal["start", "middle", "end"]
Seat = tuple[Edge, Align]
Seats = tuple[Seat, ...]
Scales = tuple[float, ...]

_READABLE = 0.12  # of the frame's shorter side: the side of a square as large as the picture
_WORTH = 1.05  # times as large
_HIDDEN = 0.4  # of the depth of what stands behind, that lies within the objects' room
_EDGES: tuple[Edge, ...] = (
    "bottom",
    "top",
    "right",
    "left",
)  # the first is taken where all are equal
_BEHIND: tuple[Edge, ...] = ("top", "right", "left")  # what stands below is in front
_ALIGNS: tuple[Align, ...] = ("start", "middle", "end")
_CORNERS: Mapping[str, Seats] = {
    "top-left": (("top", "start"), ("left", "start")),
    "top-right": (("top", "end"), ("right", "start")),
    "bottom-left": (("bottom", "start"), ("left", "end")),
    "bottom-right": (("bottom", "end"), ("right", "end")),
}


@dataclass(frozen=True)
class Limits:
    """How deep a strip may be, as a share of that side, and how much of the frame objects keep."""

    strip: float
    room: float

    def between(self, other: Limits, share: float) -> Limits:
        """Limits on the way from these to the `other`."""
        return Limits(
            self.strip + share * (other.strip - self.strip),
            self.room + share * (other.room - self.room),
        )


USUAL = Limits(strip=1 / 3, room=0.55)
MOST = Limits(
    strip=0.45, room=0.45
)  # to keep bytes, a minimum scale, or a scale that was asked for


@dataclass(frozen=True)
class Arranged:
    """Where each stands, in the order they came, and the room that is left."""

    boxes: tuple[Box, ...]
    room: Box


@dataclass(frozen=True)
class Division:
    """A frame divided, with how well: pictures that keep their bytes come first, then that the
    usual limits are kept, then the size of all."""

    seats: Seats
    scales: Scales
    arranged: Arranged
    exact: int
    strain: float
    sizes: float

    def taken(self, wanted: Sequence[Wanted]) -> list[tuple[Box, int]]:
        """The boxes of these, each with its clear space."""
        clear = (one.clear(scale) for one, scale in zip(wanted, self.scales, strict=True))
        return list(zip(self.arranged.boxes, clear, strict=True))

    def rank(self) -> tuple[float, ...]:
        """The better, the greater."""
        return (self.exact, -round(self.strain, 3), round(self.sizes, 4))


def seats_of(wanted: Wanted) -> Seats:
    """Where it may stand, best first where they are equal; empty in the middle of the frame."""
    if wanted.position == "center":
        return ()
    if wanted.position == "auto":
        edges = _BEHIND if wanted.stand == "behind" else _EDGES
        return tuple((edge, "middle") for edge in edges)
    return _CORNERS.get(wanted.position) or ((wanted.position, "middle"),)  # type: ignore[return-value]


def divide(wanted: Sequence[Wanted], frame: Frame) -> Division | None:
    """The best division of the frame, nearly; None only where there is none.

    One after another takes the seat that is best with those before it, then each may change once.
    Only where that comes to nothing, every combination of seats is tried.
    """
    options = [seats_of(one) for one in wanted]
    best = _greedy(wanted, options, frame)
    if best is None:
        tried = (divided(wanted, seats, frame) for seats in _feasible(wanted, options, frame))
        best = max((one for one in tried if one), key=Division.rank, default=None)
    return None if best is None else _raised(wanted, best, frame)


def fits(wanted: Sequence[Wanted], frame: Frame) -> bool:
    """Whether there is any division, with each as small as it may be."""
    return any(True for _ in _feasible(wanted, [seats_of(one) for one in wanted], frame))


def divided(wanted: Sequence[Wanted], seats: Seats, frame: Frame) -> Division | None:
    """The division with these seats and the largest scales, or None if even the smallest fail."""
    whole = tuple(one.at(1.0) for one in wanted)
    exact = any(one.straight and scale == 1 for one, scale in zip(wanted, whole, strict=True))
    arranged = arrange(wanted, seats, whole, frame, MOST if exact else USUAL)
    if arranged is not None:
        return _division(wanted, seats, whole, arranged, 0.0)
    least = tuple(one.least for one in wanted)
    if not _fit(wanted, seats, least, frame, MOST):
        return None

    readable = _readable(wanted, seats, frame)

    def eased(ease: float) -> Limits:
        return MOST.between(USUAL, ease)

    ease = largest(lambda share: _fit(wanted, seats, readable, frame, eased(share)), 0.0, 1.0)
    limits = eased(ease)

    def scales(size: float) -> Scales:
        full = _scales(wanted, seats, size, frame, limits)
        return tuple(map(max, full, readable))

    size = largest(lambda size: _fit(wanted, seats, scales(size), frame, limits), 0.0, 1.0)
    found = arrange(wanted, seats, scales(size), frame, limits)
    return None if found is None else _division(wanted, seats, scales(size), found, 1 - ease)


def arrange(
    wanted: Sequence[Wanted], seats: Seats, scales: Scales, frame: Frame, limits: Limits
) -> Arranged | None:
    """Where each stands at its scale, or None where that breaks a limit."""
    items = [_Item(*three) for three in zip(wanted, seats, scales, strict=True)]
    depths = {edge: _depth([one for one in items if one.edge == edge], frame) for edge in _EDGES}
    for edge, depth in depths.items():
        if depth > frame.margin and depth > limits.strip * _side(frame, edge):
            return None
    left, top = depths["left"], depths["top"]
    width, height = frame.width - left - depths["right"], frame.height - top - depths["bottom"]
    room = Box(left, top, width, height)
    if width <= 0 or height <= 0 or (items and frame.share(room) < limits.room):
        return None
    placed: dict[int, Box] = {}
    for edge in _EDGES:  # those at the top and the bottom first
        row = [(index, one) for index, one in enumerate(items) if one.edge == edge]
        if row and not _stand(row, edge, room, frame, placed, items):
            return None
    reaching = [index for index, one in enumerate(items) if one.behind]
    for one, other in itertools.combinations(reaching, 2):  # each into the same room
        if not placed[one].apart(placed[other], items[one].gap(items[other])):
            return None
    return Arranged(tuple(placed[index] for index in range(len(items))), room)


class _Item:
    """A picture on its seat at its scale: `depth` away from its edge, `length` along it."""

    def __init__(self, wanted: Wanted, seat: Seat, scale: float) -> None:
        self.edge, self.align = seat
        self.width, self.height = wanted.box(scale)
        self.clear = wanted.clear(scale)
        self.behind = wanted.stand == "behind"
        lies = self.edge in ("top", "bottom")
        self.depth, self.length = (self.height, self.width) if lies else (self.width, self.height)
        self.hidden = math.floor(_HIDDEN * self.depth) if self.behind else 0

    def outer(self, frame: Frame) -> int:
        """What stays free between it and the frame's edge."""
        return max(frame.edge, self.clear)

    def gap(self, other: _Item | None = None) -> int:
        """What stays free between it and the objects, or another one."""
        return max(GAP, self.clear, other.clear if other else 0)


def _depth(row: Sequence[_Item], frame: Frame) -> int:
    """How far from its edge the room of the objects begins."""
    beside = [one for one in row if not one.behind]
    line = _line(beside, frame)
    inner = [line + one.depth // 2 + one.gap() for one in beside]
    inner += [one.outer(frame) + one.depth - one.hidden for one in row if one.behind]
    return max([frame.margin, *inner])


def _line(beside: Sequence[_Item], frame: Frame) -> int:
    """How far from its edge the line through their middles runs."""
    return max((one.outer(frame) + (one.depth + 1) // 2 for one in beside), default=0)


def _stand(
    row: Sequence[tuple[int, _Item]],
    edge: Edge,
    room: Box,
    frame: Frame,
    placed: dict[int, Box],
    items: Sequence[_Item],
) -> bool:
    """Give each of an edge its box; False where the row is too long."""
    ordered = [entry for align in _ALIGNS for entry in row if entry[1].align == align]
    ends = _ends([one for _, one in ordered], edge, frame, placed, items)
    starts = _along([one for _, one in ordered], ends, edge, room)
    if starts is None:
        return False
    line = _line([one for _, one in row if not one.behind], frame)
    begins = {
        "top": room.y,
        "left": room.x,
        "bottom": frame.height - room.bottom,
        "right": frame.width - room.right,
    }[edge]
    for (index, one), start in zip(ordered, starts, strict=True):
        away = line - (one.depth + 1) // 2
        if one.behind:
            away = begins + one.hidden - one.depth
        if edge in ("bottom", "right"):
            away = _side(frame, edge) - away - one.depth
        lies = edge in ("top", "bottom")
        x, y = (start, away) if lies else (away, start)
        placed[index] = Box(x, y, one.width, one.height)
    return True


def _ends(
    row: Sequence[_Item],
    edge: Edge,
    frame: Frame,
    placed: Mapping[int, Box],
    items: Sequence[_Item],
) -> tuple[int, int]:
    """Where the row may begin and must have ended."""
    first, last = row[0], row[-1]
    if edge in ("top", "bottom"):
        return first.outer(frame), frame.width - last.outer(frame)
    begin, end = first.outer(frame), frame.height - last.outer(frame)
    for index, box in placed.items():
        other = items[index]
        if other.edge == "top":
            begin = max(begin, box.bottom + first.gap(other))
        if other.edge == "bottom":
            end = min(end, box.y - last.gap(other))
    return begin, end


def _along(row: Sequence[_Item], ends: tuple[int, int], edge: Edge, room: Box) -> list[int] | None:
    """Where each begins along its edge: the middle ones about the middle of the room."""
    gaps = [one.gap(other) for one, other in itertools.pairwise(row)]
    begin, end = ends
    if sum(one.length for one in row) + sum(gaps) > end - begin:
        return None
    forward = [begin]  # as near to the start as can be
    for one, gap in zip(row, gaps, strict=False):
        forward.append(forward[-1] + one.length + gap)
    slack = end - (forward[-1] + row[-1].length)
    lies = edge in ("top", "bottom")
    middle = room.x + room.width // 2 if lies else room.y + room.height // 2
    group = [index for index, one in enumerate(row) if one.align == "middle"]
    shift = 0
    if group:
        low, high = forward[group[0]], forward[group[-1]] + row[group[-1]].length
        shift = min(max(middle - (low + high) // 2, 0), slack)
    shifts = {"start": 0, "middle": shift, "end": slack}
    return [at + shifts[one.align] for at, one in zip(forward, row, strict=True)]


def _side(frame: Frame, edge: Edge) -> int:
    return frame.height if edge in ("top", "bottom") else frame.width


def _scales(
    wanted: Sequence[Wanted], seats: Seats, size: float, frame: Frame, limits: Limits
) -> Scales:
    """Each at the scale where it takes at most the share `size` of the depth and of the length
    that its strip may have: what is smaller anyway keeps its bytes."""
    return tuple(
        one.at(size / _measure(one, seat[0], frame, limits))
        for one, seat in zip(wanted, seats, strict=True)
    )


def _readable(wanted: Sequence[Wanted], seats: Seats, frame: Frame) -> Scales:
    """Each as large as can be read, or as near to that as the limits let all of them come."""
    target = _READABLE * min(frame.width, frame.height)
    sizes = [math.sqrt(math.prod(one.box(1.0))) for one in wanted]

    def scales(share: float) -> Scales:
        return tuple(
            one.at(one.least + share * max(target / size - one.least, 0.0))
            for one, size in zip(wanted, sizes, strict=True)
        )

    return scales(largest(lambda share: _fit(wanted, seats, scales(share), frame, MOST), 0.0, 1.0))


def _measure(one: Wanted, edge: Edge, frame: Frame, limits: Limits) -> float:
    width, height = one.box(1.0)
    if edge in ("top", "bottom"):
        return max(height / (limits.strip * frame.height), width / frame.width)
    return max(width / (limits.strip * frame.width), height / frame.height)


def _greedy(wanted: Sequence[Wanted], options: Sequence[Seats], frame: Frame) -> Division | None:
    seats: Seats = ()
    best: Division | None = None
    for count, choices in enumerate(options, start=1):
        tried = (divided(wanted[:count], (*seats, seat), frame) for seat in choices)
        best = max((one for one in tried if one), key=Division.rank, default=None)
        if best is None:
            return None
        seats = best.seats
    for index, choices in enumerate(options):
        for seat in choices:
            if best is None or seat == best.seats[index]:
                continue
            other = divided(wanted, (*best.seats[:index], seat, *best.seats[index + 1 :]), frame)
            if other is not None and other.rank() > best.rank():
                best = other
    return best


def _feasible(wanted: Sequence[Wanted], options: Sequence[Seats], frame: Frame) -> Iterator[Seats]:
    """Every combination of seats in which all fit when each is as small as it may be."""
    least = tuple(one.least for one in wanted)
    alone = [  # thousands of combinations need no look where one has no seat at all
        [seat for seat in choices if _fit([one], (seat,), (one.least,), frame, MOST)]
        for one, choices in zip(wanted, options, strict=True)
    ]
    for seats in itertools.product(*alone):
        if _fit(wanted, seats, least, frame, MOST):
            yield seats


def _raised(wanted: Sequence[Wanted], found: Division, frame: Frame) -> Division:
    """Edge by edge, those that stand there as large as they can be while the others stay as they
    are; a twentieth is not worth that logos of one brand differ by so little."""
    for edge in dict.fromkeys(seat[0] for seat in found.seats):
        found = _grown(wanted, found, edge, frame)
    return found


def _grown(wanted: Sequence[Wanted], found: Division, edge: Edge, frame: Frame) -> Division:
    limits = USUAL.between(MOST, found.strain)

    def scales(size: float) -> Scales:
        full = _scales(wanted, found.seats, size, frame, limits)
        return tuple(
            max(own, new) if seat[0] == edge else own
            for seat, own, new in zip(found.seats, found.scales, full, strict=True)
        )

    size = largest(lambda size: _fit(wanted, found.seats, scales(size), frame, limits), 0.0, 1.0)
    grown = scales(size)
    arranged = arrange(wanted, found.seats, grown, frame, limits)
    gain = max(new / own for own, new in zip(found.scales, grown, strict=True))
    if arranged is None or gain < _WORTH:
        return found
    return _division(wanted, found.seats, grown, arranged, found.strain)


def _fit(
    wanted: Sequence[Wanted], seats: Seats, scales: Scales, frame: Frame, limits: Limits
) -> bool:
    return arrange(wanted, seats, scales, frame, limits) is not None


def _division(
    wanted: Sequence[Wanted], seats: Seats, scales: Scales, arranged: Arranged, strain: float
) -> Division:
    exact = sum(one.straight and scale == 1 for one, scale in zip(wanted, scales, strict=True))
    room = arranged.room
    sizes = sum(map(math.log, scales)) + math.log(room.width * room.height)
    return Division(seats, scales, arranged, exact, strain, sizes)
