"""Where every job of the line stands, and when it will be done as far as anybody can know."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Any, Literal

import sqlalchemy as sa

from nukki.jobs import tables
from nukki.jobs.database import Database
from nukki.jobs.index import Index
from nukki.jobs.queue import policy
from nukki.jobs.queue.policy import Busy, Slot, Turn, Waiting
from nukki.jobs.queue.rows import memory_of, waiting_of

_line, _slot, _worker = tables.line, tables.slot, tables.worker

Left = Callable[[str], float | None]  # seconds that a running job still needs, by its id


@dataclass(frozen=True)
class Place:
    """One job of the line. Seconds are None where nobody can say.

    `position` is 0 while it is worked on, 1 for the next of its pool. `starts_s` runs until it
    begins, `eta_s` until it is done.
    """

    job_id: str
    state: Literal["waiting", "running"]
    position: int
    starts_s: float | None
    eta_s: float | None
    summary: str
    who: str
    engine: str
    family: str
    priority: int
    pool: str
    canceling: bool


def places(database: Database, left: Left | None = None) -> list[Place]:
    """All jobs of the line: those worked on, then those that wait, in the order of their turn.

    `left` tells the seconds that a running job still needs; if it is not given, the index does.
    """
    left = left or _by_progress(Index(database))
    with database.reading() as connection:
        rows = connection.execute(sa.select(_line).order_by(_line.c.seq)).all()
        slots = _slots(connection)
    found: list[Place] = []
    for pool in sorted({row.pool for row in rows}):
        found += _of_pool([row for row in rows if row.pool == pool], slots.get(pool, {}), left)
    return sorted(found, key=lambda place: (place.state == "waiting", place.position))


def wait(database: Database, engine: str, who: str, family: str, priority: int) -> float | None:
    """Seconds until a job that came now would begin; None where nobody can say."""
    index = Index(database)
    with database.reading() as connection:
        asked = sa.select(_line).where(_line.c.pool == engine).order_by(_line.c.seq)
        rows: list[Any] = list(connection.execute(asked))
        slots = _slots(connection).get(engine, {})
    if not rows:
        return 0.0
    last = rows[-1].seq + 1
    newcomer = Waiting("", last, priority, who, family, policy.UNKNOWN_S)
    turns = _turns(rows, _busy(rows, _by_progress(index)), slots, newcomer)
    return _rounded(turns[""].starts_s)


def _of_pool(rows: list[Any], slots: dict[str, Slot], left: Left) -> list[Place]:
    running = [row for row in rows if row.owner is not None]
    busy = _busy(running, left)
    turns = _turns(rows, busy, slots)
    ends = {item.job_id: item.left_s for item in busy}
    now = [_place(row, Turn(row.job_id, 0, 0.0, ends[row.job_id])) for row in running]
    return now + [_place(row, turns[row.job_id]) for row in rows if row.job_id in turns]


def _busy(rows: list[Any], left: Left) -> list[Busy]:
    running = [row for row in rows if row.owner is not None]
    return [Busy(row.job_id, row.slot or "", _left(row, left)) for row in running]


def _turns(
    rows: list[Any], busy: list[Busy], slots: dict[str, Slot], *more: Waiting
) -> dict[str, Turn]:
    known = {**{item.slot: Slot() for item in busy if item.slot}, **slots} or {"": Slot()}
    waiting = [waiting_of(row) for row in rows if row.owner is None and not row.cancel]
    return {turn.job_id: turn for turn in policy.forecast([*waiting, *more], busy, known)}


def _place(row: Any, turn: Turn) -> Place:
    return Place(
        row.job_id,
        "waiting" if turn.position else "running",
        turn.position,
        _rounded(turn.starts_s),
        _rounded(turn.ends_s),
        row.summary,
        row.who,
        row.engine,
        row.family,
        row.priority,
        row.pool,
        bool(row.cancel),
    )


def _left(row: Any, left: Left) -> float | None:
    """What the job's own progress says, else what it was expected to take less what it took."""
    said = left(row.job_id)
    if said is not None:
        return said
    if row.expected_s is None or row.claimed is None:
        return None
    took = _since(row.claimed)
    return row.expected_s - took if 0 <= took < row.expected_s else None


def _by_progress(index: Index) -> Left:
    """What a running job said last, less the time since; None when that is over."""

    def left(job_id: str) -> float | None:
        row = index.get(job_id)
        if row is None or row.progress is None or row.progress.eta_s is None:
            return None
        rest = row.progress.eta_s - max(_since(row.updated), 0.0)
        return rest if rest > 0 else None

    return left


def _since(at: str) -> float:
    return (datetime.now(UTC) - datetime.fromisoformat(at)).total_seconds()


def _slots(connection: sa.Connection) -> dict[str, dict[str, Slot]]:
    """By pool, the slots of all workers that serve, with what they remember."""
    serving = sa.select(_worker.c.slots).where(_worker.c.kind == "serve")
    offers: Iterable[dict[str, str]] = [json.loads(text) for text in connection.scalars(serving)]
    rows = connection.execute(sa.select(_slot))
    memories = {row.name: memory_of(row.memory) for row in rows}
    found: dict[str, dict[str, Slot]] = {}
    for offer in offers:
        for pool, name in offer.items():
            found.setdefault(pool, {})[name] = memories.get(name, Slot())
    return found


def _rounded(seconds: float | None) -> float | None:
    return None if seconds is None else round(max(seconds, 0.0), 1)
