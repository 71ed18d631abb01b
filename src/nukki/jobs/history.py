"""All jobs of a storage: every event reaches folder, index and feed; what differs is mended.

The folder is the truth. A database that fails while a job runs costs the list some news, never the
job: what could not be written is written later.
"""

from __future__ import annotations

import logging
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from functools import partial
from itertools import islice
from typing import Any

import sqlalchemy as sa
from sqlalchemy.exc import IntegrityError

from nukki.core import clock, ids
from nukki.core.storage import Storage, open_storage
from nukki.errors import InputError, NukkiError, StorageError
from nukki.jobs import eta, store, tables
from nukki.jobs.database import Database, hold, open_database
from nukki.jobs.eta import Estimate
from nukki.jobs.events import Event
from nukki.jobs.feed import Feed
from nukki.jobs.index import Index
from nukki.jobs.payload import Payload
from nukki.jobs.plan import Plan
from nukki.jobs.row import Row
from nukki.jobs.status import Status
from nukki.jobs.store import JobFolder
from nukki.settings import Settings

log = logging.getLogger(__name__)

BATCH = 50  # rows a transaction while the index is rebuilt
TRIM_EVERY = 500  # events
# Of an event, what nobody outside needs: its kind and time stand beside it, its owner is a host.
_OWN = ("at", "event", "owner")


@dataclass(frozen=True)
class Step:
    """One folder of a rebuild: number `done` of `total`; `damaged` says why it has no row."""

    job_id: str
    done: int
    total: int
    damaged: NukkiError | None = None


Watch = Callable[[Step], None]


def _unwatched(_step: Step) -> None:
    return None


class History:
    """The jobs of one storage and what the database knows of them; threads share it."""

    def __init__(self, storage: Storage, database: Database) -> None:
        self.storage, self.database = storage, database
        self.index, self.feed = Index(database), Feed(database)
        self._behind: set[str] = set()  # jobs whose rows could not be written

    def create(
        self, plan: Plan, *, origin: str | None = None, job_id: str | None = None
    ) -> JobFolder:
        """A new queued job in the index and the feed; raises StorageError."""
        self._require_disk()
        parts = plan.payload, plan.brief_text, plan.inputs
        made = store.create(self.storage, *parts, origin=origin, job_id=job_id)
        job, status = self._wired(made.files), made.status()
        row = Row.of(job.id, status, plan.payload, plan.brief_text)
        told = {"engine": row.engine, "model": row.model, "total": row.total, "origin": row.origin}
        self._record(job.id, "created", told, status.created, lambda own: self.index.put(row, own))
        return job

    def find(self, job_id: str) -> JobFolder:
        """The job with this id, whose events reach index and feed.

        A folder that is gone takes its row along. Raises InputError job-unknown, StorageError.
        """
        files = store.held(self.storage, job_id)
        if files is not None:
            return self._wired(files)
        if ids.is_job_id(job_id) and store.is_there(self.storage):
            self._forget(job_id)
        raise InputError("job-unknown", found=job_id, path=self.storage.at(store.JOBS).shown)

    @contextmanager
    def alone(self, job_id: str) -> Iterator[JobFolder]:
        """A job for one writer at a time, whichever process it is; index and feed know of its
        events at once. The block must be short: on SQLite nobody else writes meanwhile.

        Raises InputError job-unknown, StorageError.
        """
        job, made = self.find(job_id), list[int]()
        # In this order: who logs holds the job while it waits for the database.
        with store.lock_of(job.files.shown):
            try:
                with self.database.writing() as connection:
                    hold(connection, job_id)
                    yield JobFolder(job.files, after=partial(self._follow, connection, made))
            except StorageError as error:
                if not made:  # the log has taken nothing
                    raise
                self._is_behind(job_id, error)
        for event in made:
            self.feed.wake(event)
        self._mend_behind()

    def delete(self, job_id: str) -> None:
        """Remove a job with all its files.

        Raises InputError job-unknown or job-in-line (it waits or is worked on), StorageError.
        """
        self.find(job_id)
        if job_id in self.in_line():
            raise InputError("job-in-line", found=job_id)
        jobs = self.storage.at(store.JOBS)
        try:
            jobs.remove(job_id)
        except OSError as error:
            reason = error.strerror
            raise StorageError("storage-unwritable", path=jobs.shown, reason=reason) from error
        self._forget(job_id)

    def estimate(self, payload: Payload) -> Estimate:
        """How long a job will take, from earlier ones; raises StorageError."""
        return eta.estimate(self.index.paces(eta.kind_of(payload)), payload)

    def reindex(self, watch: Watch = _unwatched) -> int:
        """Make every row again from its folder, newest first, and drop rows without a folder.

        `watch` is called after each folder. Returns how many jobs have a row; raises StorageError.
        """
        known = self.index.ids()  # before the folders are listed: a job that is new is in neither
        found = list(store.job_ids(self.storage))
        for job_id in known.difference(found):
            self._forget(job_id)
        return self._rebuild(found, watch, drop=True)

    def catch_up(self, watch: Watch = _unwatched) -> int:
        """Mend what changed while nobody looked; cheap when nothing did. Raises StorageError.

        Adds folders that were copied in, drops rows whose folders were deleted, makes rows of an
        older version again, and brings jobs that had not ended to what their folders say. Returns
        how many rows were written.
        """
        known = self.index.ids()
        found = list(store.job_ids(self.storage))
        if found:  # nothing at all looks like a disk that is not there
            for job_id in known.difference(found):
                self._forget(job_id)
        open_still = known.intersection(found, self.index.unfinished())
        self._settle(open_still)
        fresh = known - open_still - self.index.outdated()
        wanted = [job_id for job_id in found if job_id not in fresh]
        return self._rebuild(wanted, watch)

    def mend(self, job_id: str) -> None:
        """Bring a job's row to what its folder says, and tell who listens; raises StorageError."""
        if self._rebuild([job_id]) and (row := self.index.get(job_id)):
            self.feed.add(job_id, "state", {"state": row.state})

    def in_line(self) -> set[str]:
        """The ids of jobs that wait or are worked on; raises StorageError."""
        with self.database.reading() as connection:
            return set(connection.scalars(sa.select(tables.line.c.job_id)))

    def require_room(self) -> None:
        """Write a little into the database; raises StorageError when its disk takes no more."""
        mark = {"key": "checked", "value": clock.now()}
        with suppress(IntegrityError), self.database.writing() as connection:  # two at once
            connection.execute(sa.delete(tables.about).where(tables.about.c.key == mark["key"]))
            connection.execute(sa.insert(tables.about).values(mark))

    def close(self) -> None:
        """Stop watching the feed and give the database's connections back."""
        self.feed.close()
        self.database.close()

    def _require_disk(self) -> None:
        """Making a folder where a disk should be would look as if all other jobs were deleted."""
        if not store.is_there(self.storage) and self.index.holds_any():
            raise StorageError("storage-gone", path=self.storage.shown)

    def _wired(self, files: Storage) -> JobFolder:
        return JobFolder(files, after=self._after)

    def _after(self, job: JobFolder, status: Status, event: Event) -> None:
        """What the folder holds, also for index and feed."""
        change = partial(self._indexed, job.id, status)
        self._record(job.id, event["event"], _told(event), event["at"], change)

    def _follow(
        self,
        connection: sa.Connection,
        made: list[int],
        job: JobFolder,
        status: Status,
        event: Event,
    ) -> None:
        """The same as part of a transaction; `made` gets the id of the feed's event, or a 0."""
        made.append(0)
        self._indexed(job.id, status, connection)
        data = _told(event)
        made[-1] = self.feed.add(
            job.id, event["event"], data, at=event["at"], connection=connection
        )

    def _indexed(self, job_id: str, status: Status, connection: sa.Connection) -> None:
        if not self.index.follow(job_id, status, connection):
            self._behind.add(job_id)

    def _record(
        self,
        job_id: str,
        kind: str,
        data: dict[str, Any],
        at: str,
        change: Callable[[sa.Connection], None],
    ) -> None:
        """A change of the index and its event of the feed, both or neither; then what is behind."""
        try:
            with self.database.writing() as connection:
                change(connection)
                made = self.feed.add(job_id, kind, data, at=at, connection=connection)
            self.feed.wake(made)
            if made % TRIM_EVERY == 0:
                self.feed.trim()
        except StorageError as error:
            self._is_behind(job_id, error)
        else:
            self._mend_behind()

    def _mend_behind(self) -> None:
        for late in sorted(self._behind):
            try:
                self.mend(late)
            except StorageError as error:
                self._is_behind(late, error)
                return  # the others would have no better luck
            self._behind.discard(late)

    def _is_behind(self, job_id: str, error: StorageError) -> None:
        log.warning("job %s: the list of jobs is behind: %s", job_id, error)
        self._behind.add(job_id)

    def _forget(self, job_id: str) -> None:
        with self.database.writing() as connection:
            if not self.index.remove(job_id, connection):
                return
            made = self.feed.add(job_id, "deleted", {}, connection=connection)
        self.feed.wake(made)

    def _settle(self, job_ids: Iterable[str]) -> None:
        """Jobs that nobody will go on with are failed, in their folders too."""
        in_line = self.in_line()
        for job_id in set(job_ids) - in_line:
            try:
                if files := store.held(self.storage, job_id):
                    self._wired(files).settle()
            except StorageError as error:  # the others' ends can
                log.warning("job %s: its end cannot be written down: %s", job_id, error)

    def _rebuild(
        self, job_ids: Sequence[str], watch: Watch = _unwatched, *, drop: bool = False
    ) -> int:
        """Rows from folders; a damaged one is told, and loses its row with `drop`."""
        in_line = self.in_line()
        done = written = 0
        for batch in _batches(job_ids):
            rows: list[tuple[Row | None, Row]] = []
            damaged: list[str] = []
            for job_id in batch:
                done += 1
                seen = self.index.get(job_id)
                fault: NukkiError | None = None
                try:
                    rows.append((seen, self._row(job_id, waits=job_id in in_line)))
                except InputError as error:
                    fault = error
                    damaged.append(job_id)
                except StorageError as error:  # it may be readable again tomorrow
                    fault = error
                watch(Step(job_id, done, len(job_ids), fault))
            with self.database.writing() as connection:
                written += sum(self.index.exchange(seen, row, connection) for seen, row in rows)
                for job_id in damaged if drop else ():
                    self.index.remove(job_id, connection)
        return written

    def _row(self, job_id: str, *, waits: bool) -> Row:
        """The row of a folder. A job in the line is as its log says: somebody will go on with it;
        any other that says it runs, while its process is gone, has failed."""
        job = JobFolder(self.storage.at(store.JOBS).at(job_id))
        return Row.of_folder(job, job.logged() if waits else job.status())


def open_history(settings: Settings) -> History:
    """The history that the settings name; raises InputError, StorageError (database-…)."""
    return History(open_storage(settings.storage), open_database(settings.database))


def _told(event: Event) -> dict[str, Any]:
    return {key: value for key, value in event.items() if key not in _OWN}


def _batches(job_ids: Sequence[str]) -> Iterator[list[str]]:
    rest = iter(job_ids)
    while batch := list(islice(rest, BATCH)):
        yield batch
