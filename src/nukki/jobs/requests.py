"""What was asked under a key: asking again gets the same answer, and a crash in between no second
job. A row names its jobs before they are made, so that what a dead process left can be settled.
"""

from __future__ import annotations

import json
from dataclasses import asdict, dataclass, replace
from datetime import UTC, datetime, timedelta
from typing import Any

import sqlalchemy as sa
from sqlalchemy.exc import IntegrityError

from nukki.core import clock, hashing, process
from nukki.core.process import Owner
from nukki.jobs import tables
from nukki.jobs.database import Database

KEPT = timedelta(hours=24)
SILENT_S = 60.0
_ANSWERED = '{"owner": null'  # how the JSON of an answered request begins


@dataclass(frozen=True)
class Request:
    """A request and the jobs that it makes. `owner` is who still makes them; None when all are.

    `kept` says that a program gave it a key of its own and may ask again.
    """

    key: str
    body_sha256: str
    job_ids: tuple[str, ...]
    who: str
    priority: int
    kept: bool
    owner: Owner | None = None


class Requests:
    """The table of requests; threads and processes share it."""

    def __init__(self, database: Database) -> None:
        self._database = database
        self._seen: dict[tuple[tuple[str, ...], Owner], float] = {}  # since when, by jobs and owner

    def find(self, key: str) -> Request | None:
        """The request of this key."""
        with self._database.reading() as connection:
            row = connection.execute(_select().where(tables.request.c.key == key)).one_or_none()
        return _of(row) if row is not None else None

    def begin(self, request: Request) -> bool:
        """Write down what this process is about to make; False when the key is taken."""
        data = _as_json(_mine(request))
        row = {"key": request.key, "body_sha256": request.body_sha256, "at": clock.now()}
        try:
            with self._database.writing() as connection:
                _drop_old(connection)
                connection.execute(tables.request.insert().values(**row, job_ids=data))
        except IntegrityError:
            return False
        return True

    def is_mine(self, request: Request) -> bool:
        """Whether this process still answers for the request: one that slept for long may have
        been given up."""
        found = self.find(request.key)
        mine = (request.job_ids, process.myself())
        return found is not None and (found.job_ids, found.owner) == mine

    def take_over(self, abandoned: Request) -> Request | None:
        """Answer for a request from now on; None when somebody else has begun to.

        Its answer is kept whoever asked: who began it may still wake up and want to know.
        """
        taken = _mine(replace(abandoned, kept=True))
        return taken if self._rewrite(abandoned, taken) else None

    def finish(self, request: Request) -> None:
        """All jobs are made: keep the answer for whoever may ask again."""
        if request.kept:
            self._rewrite(_mine(request), replace(request, owner=None))
        else:
            self.forget(request)

    def forget(self, request: Request) -> None:
        """The key is free again, unless somebody else has it by now."""
        with self._database.writing() as connection:
            connection.execute(tables.request.delete().where(_is(_mine(request))))

    def abandon(self, request: Request) -> None:
        """Nobody in this process goes on with it: whoever comes next may."""
        nobody = Owner(0, "", process.myself().host)
        self._rewrite(_mine(request), replace(request, owner=nobody))

    def abandoned(self) -> list[Request]:
        """The requests whose process ended before it had made all jobs."""
        unanswered = ~tables.request.c.job_ids.startswith(_ANSWERED)
        with self._database.reading() as connection:
            found = [_of(row) for row in connection.execute(_select().where(unanswered))]
        there = {(request.job_ids, request.owner) for request in found}
        self._seen = {each: since for each, since in self._seen.items() if each in there}
        return [request for request in found if self.is_abandoned(request)]

    def is_abandoned(self, request: Request) -> bool:
        """Whether nobody makes its jobs any more.

        The process table tells that of this machine. Of another one only time does: making folders
        takes seconds, so what this process has seen unfinished for `SILENT_S` is left behind.
        """
        owner = request.owner
        if owner is None:
            return False
        if process.is_here(owner):
            return not process.is_alive(owner)
        since = self._seen.setdefault((request.job_ids, owner), clock.seconds())
        return clock.seconds() - since > SILENT_S

    def _rewrite(self, known: Request, new: Request) -> bool:
        """Change a request; False when it is not what was known of it any more."""
        changed = tables.request.update().where(_is(known)).values(job_ids=_as_json(new))
        with self._database.writing() as connection:
            return connection.execute(changed).rowcount == 1


def key_of(who: str, key: str) -> str:
    """How a request is remembered: keys of two people never meet, and none is stored as it is."""
    return hashing.of_json([who, key])


def _mine(request: Request) -> Request:
    return replace(request, owner=process.myself())


def _is(known: Request) -> sa.ColumnElement[bool]:
    """The row that says just this."""
    return (tables.request.c.key == known.key) & (tables.request.c.job_ids == _as_json(known))


def _select() -> sa.Select[Any]:
    table = tables.request
    return sa.select(table.c.key, table.c.body_sha256, table.c.job_ids)


def _drop_old(connection: sa.Connection) -> None:
    """Forget answers of the day before; a request that is still being answered stays."""
    table = tables.request
    before = (datetime.now(UTC) - KEPT).isoformat()
    connection.execute(
        table.delete().where((table.c.at < before) & table.c.job_ids.startswith(_ANSWERED))
    )


def _as_json(request: Request) -> str:
    fields = asdict(request)
    del fields["key"], fields["body_sha256"]
    return json.dumps({"owner": fields.pop("owner"), **fields})


def _of(row: Any) -> Request:
    fields = json.loads(row.job_ids)
    owner = fields.pop("owner")
    job_ids = tuple(fields.pop("job_ids"))
    made = Owner(**owner) if owner else None
    return Request(row.key, row.body_sha256, job_ids, owner=made, **fields)
