"""The line of jobs that wait or are worked on: entering, claiming, cancelling, places.

Every change is one short transaction, so that any number of processes may share the line.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import asdict, dataclass
from typing import Any, Literal

import sqlalchemy as sa

from nukki.core import clock
from nukki.errors import BackendError
from nukki.jobs import tables
from nukki.jobs.database import Database
from nukki.jobs.queue import places as standing
from nukki.jobs.queue import policy
from nukki.jobs.queue.places import Left, Place
from nukki.jobs.queue.policy import Slot, Waiting
from nukki.jobs.queue.rows import memory_of, waiting_of

LOCK = 0x6E756B6B6903  # PostgreSQL's advisory lock of the line
MAX_SUMMARY = 200

_line, _slot, _worker = tables.line, tables.slot, tables.worker

# What is asked for every job or with every event: building a statement costs more than running it.
_THIS = _line.c.job_id == sa.bindparam("job")
_MINE = _THIS & (_line.c.epoch == sa.bindparam("held"))
_EPOCH = sa.select(_line.c.epoch).where(_THIS)
_PLACE = sa.select(_line.c.seq).where(_THIS)
_LAST = sa.select(sa.func.max(_line.c.seq))
_ENTER = _line.insert()
_TAKE = (
    _line.update()
    .where(_THIS)
    .values(epoch=_line.c.epoch + 1)
    .returning(_line.c.epoch, _line.c.engine, _line.c.deaths, _line.c.cancel)
)
_FREE = _line.update().where(_MINE).values(slot=None).returning(_line.c.who, _line.c.expected_s)
_LEAVE = _line.delete().where(_MINE)
_TAKEN = sa.select(_line.c.job_id).where(_line.c.slot == sa.bindparam("slot")).limit(1)
_MEMORY = sa.select(_slot.c.memory).where(_slot.c.name == sa.bindparam("slot"))
_REMEMBER = _slot.update().where(_slot.c.name == sa.bindparam("slot"))


class Fenced(BackendError):
    """Somebody else works on the job now: whoever held it before must not touch it any more."""

    def __init__(self, job_id: str) -> None:
        super().__init__("job-fenced", found=job_id)


@dataclass(frozen=True)
class Entry:
    """What the line must know of a job.

    `who` asked for it; `family` names the weights it needs; `expected_s` is None when nobody can
    say; `pool` is the kind of slot it waits for, the engine's name if left empty; `only` is the
    one worker that may claim it.
    """

    who: str
    engine: str
    family: str = ""
    summary: str = ""
    priority: int = 5
    expected_s: float | None = None
    pool: str = ""
    only: str | None = None


@dataclass(frozen=True)
class Claim:
    """A job that a worker answers for until it releases it; `deaths` workers died of it before."""

    job_id: str
    epoch: int
    engine: str = ""
    slot: str = ""
    deaths: int = 0
    canceled: bool = False


class Line:
    """The table `nukki_line`; threads and processes share it."""

    def __init__(self, database: Database) -> None:
        self.database = database

    def enter(self, job_id: str, entry: Entry) -> None:
        """Stand at the end; a job that stands there already stays where it is."""
        with self._alone() as connection:
            if connection.scalar(_PLACE, {"job": job_id}):
                return
            last = connection.scalar(_LAST) or 0
            values = {
                **asdict(entry),
                "pool": entry.pool or entry.engine,
                "summary": entry.summary[:MAX_SUMMARY],
            }
            connection.execute(_ENTER, {"job_id": job_id, "seq": last + 1, **values})

    def claim(
        self,
        worker_id: str,
        slots: Mapping[str, str],
        *,
        serves: bool = True,
        alone: bool = False,
    ) -> Claim | None:
        """The job that is next on one of the free `slots` (by pool), now this worker's.

        A worker that does not serve takes what stands there for it only. Where the next job is
        somebody else's, the slot is left to them, unless the worker is `alone`.
        """
        if not self._is_anyone_waiting(slots):
            return None
        with self._alone() as connection:
            for pool, slot in slots.items():
                if _is_taken(connection, slot):
                    continue
                heads = _heads(connection, pool, worker_id if alone else None)
                memory = _memory(connection, slot)
                taken = policy.choose(heads, memory)
                if taken is None or taken.only not in (
                    (None, worker_id) if serves else (worker_id,)
                ):
                    continue
                others = [head for head in heads if head is not taken]
                _remember(connection, slot, policy.after(memory, taken, others))
                return _take(connection, taken.job_id, worker_id, slot)
        return None

    def release(self, job_id: str, epoch: int) -> None:
        """Leave the line at the end of a job; raises Fenced."""
        with self._alone() as connection:
            if connection.execute(_LEAVE, {"job": job_id, "held": epoch}).rowcount == 0:
                raise Fenced(job_id)

    def cancel(self, job_id: str, by: str | None = None) -> Literal["gone", "asked", "unknown"]:
        """Ask for the end of a job.

        `gone`: it only waited, and nobody can claim it any more; it is now held by the worker
        `by`, who writes its record and releases it (with none, the next worker that looks does).
        `asked`: its worker will hear of it.
        """
        with self._alone() as connection:
            row = connection.execute(sa.select(_line).where(_line.c.job_id == job_id)).one_or_none()
            if row is None:
                return "unknown"
            values: dict[str, Any] = {"cancel": True}
            if row.owner is None and by is not None:
                values.update(owner=by, epoch=row.epoch + 1)
            connection.execute(_line.update().where(_line.c.job_id == job_id).values(**values))
            return "gone" if row.owner is None else "asked"

    def prefer(self, job_id: str, priority: int) -> bool:
        """Give a waiting job another priority; False when it does not wait (any more)."""
        waits = (_line.c.job_id == job_id) & _line.c.owner.is_(None) & _line.c.cancel.is_(False)
        with self._alone() as connection:
            changed = connection.execute(_line.update().where(waits).values(priority=priority))
            return changed.rowcount > 0

    def require(self, job_id: str, epoch: int) -> None:
        """Raise Fenced unless the claim with this epoch still holds."""
        with self.database.reading() as connection:
            found = connection.scalar(_EPOCH, {"job": job_id})
        if found != epoch:
            raise Fenced(job_id)

    def epoch(self, job_id: str) -> int | None:
        """The newest epoch of a job; None when it is not in the line."""
        with self.database.reading() as connection:
            found = connection.scalar(_EPOCH, {"job": job_id})
        return None if found is None else int(found)

    def everyone(self) -> set[str]:
        """All jobs of the line."""
        with self.database.reading() as connection:
            return set(connection.scalars(sa.select(_line.c.job_id)))

    def held(self, worker_id: str) -> dict[str, int]:
        """The jobs of a worker, with the epochs of its claims."""
        mine = sa.select(_line.c.job_id, _line.c.epoch).where(_line.c.owner == worker_id)
        with self.database.reading() as connection:
            return {row.job_id: row.epoch for row in connection.execute(mine)}

    def places(self, left: Left | None = None) -> list[Place]:
        """Where every job of the line stands; `left` tells the seconds a running one needs."""
        return standing.places(self.database, left)

    def to_cancel(self, worker_id: str) -> set[str]:
        """Jobs of this worker that somebody wants to end."""
        asked = (_line.c.owner == worker_id) & _line.c.cancel
        with self.database.reading() as connection:
            return set(connection.scalars(sa.select(_line.c.job_id).where(asked)))

    def take_orphans(self, worker_id: str) -> list[Claim]:
        """Claims on jobs that nobody will ever go on with: they are to end, or only a worker that
        is gone could have done them."""
        alive = sa.select(_worker.c.id)
        lost = _line.c.owner.is_(None) & (
            _line.c.cancel | (_line.c.only.is_not(None) & _line.c.only.not_in(alive))
        )
        with self.database.reading() as connection:
            if connection.scalar(sa.select(_line.c.job_id).where(lost).limit(1)) is None:
                return []
        with self._alone() as connection:
            ids = list(
                connection.scalars(sa.select(_line.c.job_id).where(lost).order_by(_line.c.seq))
            )
            return [_take(connection, job_id, worker_id, None) for job_id in ids]

    def put_back(self, job_id: str, epoch: int) -> None:
        """Let go of one job, which is next in line; raises Fenced."""
        mine = (_line.c.job_id == job_id) & (_line.c.epoch == epoch)
        with self._alone() as connection:
            freed = _line.update().where(mine).values(owner=None, slot=None)
            if connection.execute(freed).rowcount == 0:
                raise Fenced(job_id)

    def free(self, job_id: str, epoch: int, slot: str, held_s: float) -> None:
        """The engine has done its part, in `held_s`: the slot may take another job while this one
        is finished. Whoever asked is charged for what it took. Raises Fenced."""
        with self._alone() as connection:
            row = connection.execute(_FREE, {"job": job_id, "held": epoch}).one_or_none()
            if row is None:
                raise Fenced(job_id)
            counted = Waiting(job_id, 0, expected_s=row.expected_s).weight
            memory = _memory(connection, slot)
            _remember(connection, slot, policy.share(memory, row.who, held_s - counted))

    def survived(self, job_id: str, epoch: int) -> None:
        """The job has got on since workers died of it, so it is not what kills them."""
        mine = (_line.c.job_id == job_id) & (_line.c.epoch == epoch)
        with self._alone() as connection:
            connection.execute(_line.update().where(mine).values(deaths=0))

    def hand_back(self, worker_id: str) -> None:
        """Let go of all jobs of a worker that stops in order; they are next in line."""
        with self._alone() as connection:
            mine = _line.c.owner == worker_id
            connection.execute(_line.update().where(mine).values(owner=None, slot=None))

    def bury(self, dead: str) -> bool:
        """Put the jobs of a dead worker back, first in line; False when somebody else has."""
        with self._alone() as connection:
            gone = connection.execute(_worker.delete().where(_worker.c.id == dead)).rowcount
            lost = _line.update().where(_line.c.owner == dead)
            connection.execute(lost.values(owner=None, slot=None, deaths=_line.c.deaths + 1))
            return gone > 0

    def free_lost(self) -> bool:
        """Put back jobs whose worker is put down no more: one that was given up and claimed all
        the same, or went without letting go. Whether there were any."""
        lost = _line.c.owner.is_not(None) & _line.c.owner.not_in(sa.select(_worker.c.id))
        with self.database.reading() as connection:
            if connection.scalar(sa.select(_line.c.job_id).where(lost).limit(1)) is None:
                return False
        with self._alone() as connection:
            freed = _line.update().where(lost).values(owner=None, slot=None)
            return connection.execute(freed).rowcount > 0

    def _is_anyone_waiting(self, slots: Mapping[str, str]) -> bool:
        """A look without the lock: most of the time nobody is."""
        with self.database.reading() as connection:
            there = _free().where(_line.c.pool.in_(list(slots))).limit(1)
            return connection.scalar(there) is not None

    @contextmanager
    def _alone(self) -> Iterator[sa.Connection]:
        """A transaction that no other change of the line overlaps."""
        with self.database.writing() as connection:
            if not self.database.is_sqlite:
                connection.execute(sa.select(sa.func.pg_advisory_xact_lock(LOCK)))
            yield connection


def _free() -> sa.Select[Any]:
    """Jobs that could be claimed."""
    return sa.select(_line.c.job_id).where(_line.c.owner.is_(None), _line.c.cancel.is_(False))


def _is_taken(connection: sa.Connection, slot: str) -> bool:
    return connection.scalar(_TAKEN, {"slot": slot}) is not None


def _heads(connection: sa.Connection, pool: str, only: str | None) -> list[Waiting]:
    """The oldest waiting job of each priority, `who` and family, those that were begun apart."""
    begun = _line.c.epoch > 0
    wanted = [_line.c.pool == pool, _line.c.owner.is_(None), _line.c.cancel.is_(False)]
    if only is not None:
        wanted.append(_line.c.only == only)
    oldest = (
        sa.select(sa.func.min(_line.c.seq))
        .where(*wanted)
        .group_by(begun, _line.c.priority, _line.c.who, _line.c.family)
    )
    rows = connection.execute(sa.select(_line).where(_line.c.seq.in_(oldest)))
    return [waiting_of(row) for row in rows]


def _take(connection: sa.Connection, job_id: str, worker_id: str, slot: str | None) -> Claim:
    mine = {"owner": worker_id, "slot": slot, "claimed": clock.now()}
    row = connection.execute(_TAKE, {"job": job_id, **mine}).one()
    return Claim(job_id, row.epoch, row.engine, slot or "", row.deaths, bool(row.cancel))


def _memory(connection: sa.Connection, name: str) -> Slot:
    return memory_of(connection.scalar(_MEMORY, {"slot": name}))


def _remember(connection: sa.Connection, name: str, memory: Slot) -> None:
    text = json.dumps(asdict(memory))
    there = connection.execute(_REMEMBER, {"slot": name, "memory": text})
    if there.rowcount == 0:
        connection.execute(_slot.insert().values(name=name, memory=text))
