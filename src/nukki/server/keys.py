"""What tells friends from strangers: a key for cookies, tokens as hashes, sessions that ended.

All of it lies in the database, so that several servers of one database agree.
"""

from __future__ import annotations

import hmac
import logging
import secrets
import threading
from collections.abc import Callable, Mapping
from contextlib import suppress
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta

import sqlalchemy as sa
from starlette.concurrency import run_in_threadpool

from nukki.core import clock
from nukki.errors import StorageError
from nukki.jobs.database import Database
from nukki.jobs.tables import about, logout, token

LOG = logging.getLogger(__name__)
FRESH_S = 1.0  # what another process changed holds here after this long
KEEP = timedelta(days=1)  # an ended session is remembered for longer than a cookie is good
_SALT, _KEY = "password-salt", "session-key"


@dataclass(frozen=True)
class Known:
    """What the database held at one moment; it is never shown."""

    key: bytes = field(repr=False)
    tokens: Mapping[str, str] = field(repr=False)  # sha256 -> name
    ended: frozenset[str] = field(repr=False)


class Keys:
    """Reads the database at most once a second, in a thread; threads and tasks share it."""

    def __init__(self, database: Database, now: Callable[[], float] = clock.seconds) -> None:
        """Raises StorageError when the database cannot be reached."""
        self._database, self._now = database, now
        self.salt = bytes.fromhex(_agreed(database, _SALT, 16))
        _agreed(database, _KEY, 32)
        self._lock = threading.Lock()
        self._read_at = now()
        self._known = self._load()

    async def known(self) -> Known:
        """What is known, a second old at most unless the database is away or being asked."""
        wanted = self._now() - FRESH_S
        if self._read_at < wanted and not self._lock.locked():
            await run_in_threadpool(self._refresh, wanted)
        return self._known

    async def known_now(self) -> Known:
        """What the database holds now; many who ask at once share one look."""
        await run_in_threadpool(self._refresh, self._now())
        return self._known

    def end(self, session: str) -> None:
        """End one session for good, whoever else does at the same time; raises StorageError."""
        stale = (datetime.now(UTC) - KEEP).isoformat(timespec="milliseconds")
        with suppress(sa.exc.IntegrityError), self._database.writing() as connection:
            connection.execute(sa.delete(logout).where(logout.c.at < stale))
            connection.execute(sa.insert(logout).values(session=session, at=clock.now()))
        self._refresh(self._now())

    def end_all(self) -> None:
        """End every session of everybody by signing with a new key; raises StorageError."""
        with self._database.writing() as connection:
            changed = sa.update(about).where(about.c.key == _KEY)
            connection.execute(changed.values(value=secrets.token_hex(32)))
        self._refresh(self._now())

    def _refresh(self, since: float) -> None:
        """Look again, unless somebody has begun to after `since`."""
        with self._lock:
            if self._read_at >= since:
                return
            begun = self._now()
            try:
                self._known = self._load()
            except StorageError as error:
                # What was known still holds; a database that is away must not log people out.
                LOG.warning("keys cannot be read: %s", error.code)
            self._read_at = begun

    def _load(self) -> Known:
        with self._database.reading() as connection:
            key = connection.scalar(sa.select(about.c.value).where(about.c.key == _KEY))
            tokens = connection.execute(sa.select(token.c.sha256, token.c.name)).all()
            ended = connection.scalars(sa.select(logout.c.session)).all()
        return Known(bytes.fromhex(key or ""), {row[0]: row[1] for row in tokens}, frozenset(ended))


def signing_key(known: Known, verifier: str) -> bytes:
    """The key of cookies: the database's random one, bound to the password's hash.

    So a new password ends all sessions, and whoever can read the database but does not know the
    password can forge none.
    """
    return hmac.digest(known.key, verifier.encode(), "sha256")


def _agreed(database: Database, name: str, size: int) -> str:
    """A random value in hex that the first process wrote and all use."""
    value = sa.select(about.c.value).where(about.c.key == name)
    with database.reading() as connection:
        found: str | None = connection.scalar(value)
    if found is not None:
        return found
    try:
        with database.writing() as connection:
            connection.execute(sa.insert(about).values(key=name, value=secrets.token_hex(size)))
    except sa.exc.IntegrityError:
        LOG.debug("another process chose %s first", name)
    with database.reading() as connection:
        return str(connection.scalars(value).one())
