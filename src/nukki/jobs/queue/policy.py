"""Which waiting job is next, and when each will be done: pure functions over plain values.

In this order: what was begun before and only lost its worker; the smallest priority number; the
weights that the slot already holds, but never past a bound; whoever got least so far; arrival.
"""

from __future__ import annotations

import heapq
from collections import deque
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace

# Loading the weights of a large model takes a minute or two from a disk; a batch of one family may
# keep others waiting for so many jobs or seconds, whichever comes first, and then it is their turn.
JUMPS = 8
JUMPED_S = 600.0
FORESEEN = 300  # a list that is longer is played forward in more time than it is looked at
UNKNOWN_S = 60.0  # what a job of unknown length counts for when work is shared out


@dataclass(frozen=True)
class Waiting:
    """A job that waits. `begun`: a worker had it before, and lost it."""

    job_id: str
    seq: int
    priority: int = 5
    who: str = ""
    family: str = ""
    expected_s: float | None = None
    begun: bool = False
    only: str | None = None

    @property
    def weight(self) -> float:
        """The seconds that it counts for when work is shared out."""
        return UNKNOWN_S if self.expected_s is None else max(self.expected_s, 0.1)


@dataclass(frozen=True)
class Slot:
    """What a slot remembers of what it has done.

    `served` is how far each `who` has got on the slot's own clock of given work; whoever is not
    in it, or behind the clock, starts at the clock, so that nobody saves up turns by staying away.
    """

    family: str | None = None
    jumped: int = 0
    jumped_s: float = 0.0
    clock: float = 0.0
    served: Mapping[str, float] = field(default_factory=dict)

    def start_of(self, who: str) -> float:
        """Where on the clock the next job of `who` begins."""
        return max(self.served.get(who, 0.0), self.clock)


def choose(waiting: Iterable[Waiting], slot: Slot) -> Waiting | None:
    """The job that this slot should take; the oldest of each `who` and family are enough."""
    everyone = list(waiting)
    if not everyone:
        return None
    first = min((not item.begun, item.priority) for item in everyone)
    level = [item for item in everyone if (not item.begun, item.priority) == first]
    fair = min(level, key=lambda item: _turn(item, slot))
    if slot.family is None or fair.family == slot.family:
        return fair
    held = [item for item in level if item.family == slot.family]
    if not held:
        return fair
    ahead = min(held, key=lambda item: _turn(item, slot))
    within = slot.jumped < JUMPS and slot.jumped_s + ahead.weight <= JUMPED_S
    return ahead if within else fair


def after(slot: Slot, taken: Waiting, others: Iterable[Waiting] = ()) -> Slot:
    """What the slot remembers once it has taken a job; `others` stayed behind."""
    if taken.begun:  # it was counted when it began
        return replace(slot, family=taken.family, jumped=0, jumped_s=0.0)
    start = slot.start_of(taken.who)
    passed = taken.family == slot.family and any(_was_due(other, taken, slot) for other in others)
    served = {who: at for who, at in slot.served.items() if at > start}
    return Slot(
        family=taken.family,
        jumped=slot.jumped + 1 if passed else 0,
        jumped_s=slot.jumped_s + taken.weight if passed else 0.0,
        clock=start,
        served={**served, taken.who: start + taken.weight},
    )


def in_order(waiting: Sequence[Waiting], slot: Slot) -> Iterator[Waiting]:
    """All waiting jobs in the order in which this slot alone would take them."""
    line = _Line(waiting)
    while (taken := choose(line.heads(), slot)) is not None:
        line.take(taken)
        slot = after(slot, taken, line.heads())
        yield taken


@dataclass(frozen=True)
class Busy:
    """A slot at work: seconds that are left, None when nobody knows."""

    job_id: str
    slot: str
    left_s: float | None


@dataclass(frozen=True)
class Turn:
    """The place of a waiting job: 1 is next; seconds until it begins and until it is done."""

    job_id: str
    position: int
    starts_s: float | None
    ends_s: float | None


def forecast(
    waiting: Sequence[Waiting], busy: Sequence[Busy], slots: Mapping[str, Slot]
) -> list[Turn]:
    """Turns of the jobs of one pool, whose slots are `slots` by name. Unknown stays None.

    Beyond the first `FORESEEN`, jobs are counted by arrival and nobody promises them a time.
    """
    left = {item.slot: item.left_s for item in busy}
    free = [(*_when(left.get(name, 0.0)), name) for name in sorted(slots)]
    heapq.heapify(free)
    memory, line, turns = dict(slots), _Line(waiting), list[Turn]()
    while free and len(turns) < FORESEEN:
        unknown, at, name = heapq.heappop(free)
        taken = choose(line.heads(), memory[name])
        if taken is None:
            break
        line.take(taken)
        memory[name] = after(memory[name], taken, line.heads())
        starts = None if unknown else at
        known = starts is not None and taken.expected_s is not None
        ends = at + (taken.expected_s or 0.0) if known else None
        turns.append(Turn(taken.job_id, len(turns) + 1, starts, ends))
        heapq.heappush(free, (*_when(ends), name))
    rest = enumerate(line.rest(), len(turns) + 1)
    return turns + [Turn(item.job_id, position, None, None) for position, item in rest]


def share(slot: Slot, who: str, more_s: float) -> Slot:
    """The slot once a job of `who` has taken `more_s` longer (or shorter) than it counted for."""
    at = slot.served.get(who)
    if at is None:
        return slot
    return replace(slot, served={**slot.served, who: at + more_s})


class _Line:
    """Waiting jobs in queues of one priority, `who` and family, each by arrival."""

    def __init__(self, waiting: Sequence[Waiting]) -> None:
        self.queues: dict[tuple[object, ...], deque[Waiting]] = {}
        for item in sorted(waiting, key=lambda item: item.seq):
            self.queues.setdefault(_kind(item), deque()).append(item)

    def heads(self) -> list[Waiting]:
        """The oldest of each queue."""
        return [queue[0] for queue in self.queues.values()]

    def rest(self) -> list[Waiting]:
        """All that still wait, by arrival."""
        left = (item for queue in self.queues.values() for item in queue)
        return sorted(left, key=lambda item: item.seq)

    def take(self, head: Waiting) -> None:
        """Remove the head of a queue."""
        queue = self.queues[_kind(head)]
        queue.popleft()
        if not queue:
            del self.queues[_kind(head)]


def _kind(item: Waiting) -> tuple[object, ...]:
    return (item.begun, item.priority, item.who, item.family)


def _turn(item: Waiting, slot: Slot) -> tuple[float, int]:
    """Whose turn it is within a priority; what was begun goes on in the order of arrival."""
    return (0.0 if item.begun else slot.start_of(item.who), item.seq)


def _was_due(other: Waiting, taken: Waiting, slot: Slot) -> bool:
    """Whether `other`, of another family, would have come before `taken`."""
    same = (other.begun, other.priority) == (taken.begun, taken.priority)
    return same and other.family != taken.family and _turn(other, slot) < _turn(taken, slot)


def _when(seconds: float | None) -> tuple[bool, float]:
    """Sorts by time, the unknown last."""
    return (seconds is None, seconds or 0.0)
