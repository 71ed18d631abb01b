"""The events of all jobs in one order, kept for a day, and waiting for the next one."""

from __future__ import annotations

import json
import logging
import threading
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from time import monotonic
from typing import Any

import sqlalchemy as sa
from sqlalchemy.exc import SQLAlchemyError

from nukki.core import clock
from nukki.errors import StorageError
from nukki.jobs.database import FEED_LOCK, Database
from nukki.jobs.tables import feed

log = logging.getLogger(__name__)

KEPT = timedelta(days=1)
LOOK_S = 0.05  # how often SQLite is asked whether another process has written
LISTEN_S = 0.5  # how long PostgreSQL is listened to before looking for what was not heard
IDLE_S = 10.0  # how long a watch goes on when nobody waits any more
RETRY_S = 1.0
CHANNEL = "nukki_feed"
MOST = 1000

_ADD = sa.insert(feed).returning(feed.c.id)
_ANNOUNCE = sa.select(sa.func.pg_advisory_xact_lock(FEED_LOCK), sa.func.pg_notify(CHANNEL, ""))


@dataclass(frozen=True)
class FeedEvent:
    """One event of a job; `data` is what its line in events.jsonl holds besides kind and time."""

    id: int
    job_id: str
    kind: str
    at: str
    data: Mapping[str, Any]


class Feed:
    """Ids only grow, and an event is seen only when all those before it can be seen."""

    def __init__(self, database: Database) -> None:
        self.database = database
        self._watch = _Watch(database)

    def add(
        self,
        job_id: str,
        kind: str,
        data: Mapping[str, Any],
        *,
        at: str | None = None,
        connection: sa.Connection | None = None,
    ) -> int:
        """Add an event and return its id; raises StorageError.

        With a `connection` it becomes part of that transaction, as its last statement: on
        PostgreSQL other writers of the feed wait from here to the commit. Call `wake` after it.
        """
        if connection is not None:
            return self._insert(connection, job_id, kind, data, at)
        with self.database.writing() as own:
            made = self._insert(own, job_id, kind, data, at)
        self.wake(made)
        return made

    def since(self, after: int, limit: int = MOST) -> list[FeedEvent]:
        """The events after `after`, oldest first, at most `limit`."""
        asked = sa.select(feed).where(feed.c.id > after).order_by(feed.c.id).limit(limit)
        with self.database.reading() as connection:
            return [
                FeedEvent(row.id, row.job_id, row.kind, row.at, json.loads(row.data))
                for row in connection.execute(asked)
            ]

    def newest(self) -> int:
        """The id of the last event; 0 when there never was one."""
        with self.database.reading() as connection:
            return _newest(connection)

    def oldest(self) -> int:
        """The id of the first event that is still kept; 0 when there never was one."""
        with self.database.reading() as connection:
            return connection.scalar(sa.select(sa.func.min(feed.c.id))) or 0

    def holds(self, after: int) -> bool:
        """Whether `since(after)` tells all that happened since: nothing of it is gone, and `after`
        is an id of this very database."""
        ends = sa.select(sa.func.min(feed.c.id), sa.func.max(feed.c.id))
        with self.database.reading() as connection:
            first, last = connection.execute(ends).one()
        return bool(after <= (last or 0) and after >= (first or 1) - 1)

    def wait(self, after: int, timeout_s: float) -> bool:
        """Sleep until there is an event after `after`, at most `timeout_s`; whether there is."""
        return self._watch.wait(after, timeout_s)

    def wake(self, newest: int) -> None:
        """Wake who waits in this process: the event `newest` is committed."""
        self._watch.tell(newest)

    def trim(self) -> int:
        """Forget what is older than a day, but never the last event; how many went."""
        before = datetime.now(UTC) - KEPT
        until = before.isoformat(timespec="milliseconds").replace("+00:00", "Z")
        last = sa.select(sa.func.max(feed.c.id)).scalar_subquery()
        old = sa.delete(feed).where(feed.c.at < until, feed.c.id < last)
        with self.database.writing() as connection:
            return connection.execute(old).rowcount

    def close(self) -> None:
        """Wake everybody and stop watching."""
        self._watch.close()

    def _insert(
        self,
        connection: sa.Connection,
        job_id: str,
        kind: str,
        data: Mapping[str, Any],
        at: str | None,
    ) -> int:
        if not self.database.is_sqlite:
            # Ids are given before the commit: without a lock a reader could see 8, go on from
            # there, and never see 7.
            connection.execute(_ANNOUNCE)
        values = {"job_id": job_id, "kind": kind, "at": at or clock.now(), "data": json.dumps(data)}
        return int(connection.execute(_ADD, values).scalar_one())


class _Watch:
    """One thread for all who wait: it knows the newest id, and ends when nobody waits any more."""

    def __init__(self, database: Database) -> None:
        self.database = database
        self.changed = threading.Condition()
        self.newest = 0
        self.waiting = 0
        self.asked = 0.0
        self.thread: threading.Thread | None = None
        self.closed = False

    def wait(self, after: int, timeout_s: float) -> bool:
        """See Feed.wait."""
        with self.changed:
            self.waiting += 1
            if self.thread is None and not self.closed:
                self.thread = threading.Thread(target=self.run, name="nukki-feed", daemon=True)
                self.thread.start()
            try:
                self.changed.wait_for(lambda: self.closed or self.newest > after, timeout_s)
                return self.newest > after
            finally:
                self.waiting -= 1
                self.asked = monotonic()

    def tell(self, newest: int) -> None:
        """Wake those who wait for less than `newest`."""
        with self.changed:
            if newest > self.newest:
                self.newest = newest
                self.changed.notify_all()

    def close(self) -> None:
        """End the thread; nobody waits any more."""
        with self.changed:
            self.closed = True
            self.changed.notify_all()
            thread = self.thread
        if thread is not None:
            thread.join()

    def run(self) -> None:
        """The thread: follow the database, again when it was lost, until nobody waits."""
        follow = self.follow_sqlite if self.database.is_sqlite else self.follow_postgres
        try:
            while not self.ends():
                try:
                    follow()
                except (StorageError, SQLAlchemyError) as error:
                    log.warning("the feed cannot be followed: %s", error)
                    self.pause(RETRY_S)
        finally:  # whatever it was that ended it, the next who waits starts another
            with self.changed:
                if self.thread is threading.current_thread():
                    self.thread = None

    def ends(self) -> bool:
        """Whether the thread may go: from here on the next who waits starts another."""
        with self.changed:
            if self.is_wanted():
                return False
            self.thread = None
            return True

    def is_wanted(self) -> bool:
        """Whether somebody waits, or did until just now."""
        return not self.closed and (self.waiting > 0 or monotonic() - self.asked < IDLE_S)

    def pause(self, seconds: float) -> None:
        """Sleep, unless this is closed."""
        with self.changed:
            self.changed.wait_for(lambda: self.closed, seconds)

    def follow_sqlite(self) -> None:
        """Ask the file for its version, which any other connection's commit changes."""
        with self.database.reading() as connection:
            seen = None
            while self.is_wanted():
                version = connection.exec_driver_sql("PRAGMA data_version").scalar()
                if version != seen:
                    self.tell(_newest(connection))
                    seen = version
                self.pause(LOOK_S)

    def follow_postgres(self) -> None:
        """Listen for what writers announce with their commit; and look, should that get lost."""
        with self.database.listening(CHANNEL) as (connection, listen):
            while self.is_wanted():
                self.tell(_newest(connection))
                listen(LISTEN_S)


def _newest(connection: sa.Connection) -> int:
    return connection.scalar(sa.select(sa.func.max(feed.c.id))) or 0
