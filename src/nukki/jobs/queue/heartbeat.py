"""Which workers live: each raises a number, and the others watch it against their own clock.

Wall clocks of two machines are never compared; on one machine the process table tells at once.
"""

from __future__ import annotations

import json
import secrets
import socket
import time
from collections.abc import Callable, Iterable, Mapping
from contextlib import suppress
from dataclasses import dataclass, field
from functools import lru_cache
from pathlib import Path
from typing import Literal

import sqlalchemy as sa

from nukki.core import process
from nukki.core.process import Owner
from nukki.jobs import tables
from nukki.jobs.database import Database

BEAT_S = 2.0
SILENT_S = 15.0  # several beats: a machine that swaps or a slow disk is not dead yet
# A watcher that was asleep itself has not seen the others fall silent: of the time between two
# looks it counts only this much.
LOOKED_S = 2 * BEAT_S

_worker = tables.worker


@dataclass(frozen=True)
class Worker:
    """A process that works on jobs, as its row tells it."""

    id: str
    owner: Owner
    kind: str
    slots: Mapping[str, str]
    beat: int


class Heart:
    """This process among the workers; `id` is a new one each time that it is put down."""

    def __init__(
        self, database: Database, kind: Literal["serve", "run"], slots: Mapping[str, str]
    ) -> None:
        self.database, self.kind, self.slots = database, kind, dict(slots)
        self.id = ""

    def begin(self) -> str:
        """Be a worker under a new id, which is returned."""
        self.id = secrets.token_hex(8)
        me = process.myself()
        values = {
            "host": here(),
            "pid": me.pid,
            "started": me.started,
            "kind": self.kind,
            "slots": json.dumps(self.slots),
        }
        with self.database.writing() as connection:
            connection.execute(_worker.insert().values(id=self.id, beat=0, **values))
        return self.id

    def beat(self) -> bool:
        """Show that this process lives; False when the others have given it up for dead."""
        mine = _worker.c.id == self.id
        with self.database.writing() as connection:
            raised = _worker.update().where(mine).values(beat=_worker.c.beat + 1)
            return connection.execute(raised).rowcount == 1

    def end(self) -> None:
        """No longer be a worker."""
        with self.database.writing() as connection:
            connection.execute(_worker.delete().where(_worker.c.id == self.id))


def workers(database: Database) -> list[Worker]:
    """All that are put down, alive or not."""
    with database.reading() as connection:
        rows = connection.execute(sa.select(_worker)).all()
    return [
        Worker(
            row.id, Owner(row.pid, row.started, row.host), row.kind, json.loads(row.slots), row.beat
        )
        for row in rows
    ]


@dataclass
class _Seen:
    beat: int
    silent_s: float = 0.0


@dataclass
class Watch:
    """What one process has seen of the others."""

    me: Callable[[], str]
    now: Callable[[], float] = time.monotonic
    seen: dict[str, _Seen] = field(default_factory=dict)
    looked: float | None = None

    def dead(self, everyone: list[Worker]) -> list[Worker]:
        """Those that live no more, as far as this process can tell by now."""
        now = self.now()
        passed = min(now - self.looked, LOOKED_S) if self.looked is not None else 0.0
        self.looked = now
        self.seen = {each.id: self._look(each, passed) for each in everyone}
        return [each for each in everyone if each.id != self.me() and self._is_dead(each)]

    def _look(self, worker: Worker, passed: float) -> _Seen:
        before = self.seen.get(worker.id)
        if before is None or before.beat != worker.beat:
            return _Seen(worker.beat)
        return _Seen(worker.beat, before.silent_s + passed)

    def _is_dead(self, worker: Worker) -> bool:
        if worker.owner.host == here() and not process.is_alive(worker.owner):
            return True
        return self.seen[worker.id].silent_s >= SILENT_S


@lru_cache(maxsize=1)
def here() -> str:
    """This machine and its room of process numbers: containers and machines may share a name."""
    room, machine = Path("/proc/self/ns/pid"), Path("/etc/machine-id")
    parts = [socket.gethostname()]
    with suppress(OSError):
        parts.append(machine.read_text(encoding="ascii", errors="replace").strip())
    with suppress(OSError):
        parts.append(str(room.readlink()))
    return "#".join(parts)


def slots_here(engines: Iterable[str]) -> dict[str, str]:
    """The slots of this machine: one of each engine, whatever process uses it."""
    return {engine: f"{engine}@{here()}" for engine in engines}
