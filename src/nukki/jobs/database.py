"""The database of queue, index and feed: SQLite with WAL, or PostgreSQL; DBOS shares it."""

from __future__ import annotations

import re
import sqlite3
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import sqlalchemy as sa
from sqlalchemy.exc import (
    ArgumentError,
    DataError,
    DBAPIError,
    IntegrityError,
    ProgrammingError,
    SQLAlchemyError,
)
from sqlalchemy.exc import TimeoutError as PoolTimeout

from nukki.errors import InputError, StorageError
from nukki.jobs import tables

BUSY_MS = 30_000  # how long a writer waits for another one
POOL = 20
CONNECT_S = 10  # a server that does not answer by then is not there
PAUSED_MS = 10_000  # a process that was stopped amid a change holds its locks no longer than this
FILE = "sqlite:///"
# Names of locks in PostgreSQL; a session holds them until its transaction ends.
TABLES_LOCK, FEED_LOCK = 0x6E756B6B6901, 0x6E756B6B6902
WRITERS_LOCK = 0x6E756B  # the first half of the name of a lock that `hold` takes

# What a database's own error code means to a person: SQLite's name or PostgreSQL's SQLSTATE, or
# how they begin.
_MEANINGS = {
    "SQLITE_BUSY": "database-busy",
    "SQLITE_LOCKED": "database-busy",
    "SQLITE_FULL": "database-full",
    "SQLITE_READONLY": "database-readonly",
    "SQLITE_CANTOPEN": "database-unreachable",
    "SQLITE_CORRUPT": "database-damaged",
    "SQLITE_NOTADB": "database-damaged",
    "40P01": "database-busy",  # deadlock
    "55P03": "database-busy",  # lock not available
    "53100": "database-full",
    "25006": "database-readonly",
    "XX001": "database-damaged",
    "XX002": "database-damaged",
    "42501": "database-forbidden",
    "53300": "database-busy",  # too many connections
    "08": "database-unreachable",
    "57P": "database-unreachable",  # the server stops, or ended this connection
}


class Database:
    """An SQLAlchemy engine whose tables are there; threads share it."""

    def __init__(self, engine: sa.Engine, url: str) -> None:
        self.engine = engine
        self.url = url

    @property
    def is_sqlite(self) -> bool:
        """Whether this is a file of this machine."""
        return self.engine.dialect.name == "sqlite"

    @property
    def shown(self) -> str:
        """The address as a person may read it, without its password."""
        return _shown(self.engine.url)

    @contextmanager
    def writing(self) -> Iterator[sa.Connection]:
        """A transaction that writes, committed at the end; raises StorageError (database-…).

        On SQLite it holds the only write lock from its start, so what it reads stays true.
        """
        with _told(self.engine.url), self.engine.begin() as connection:
            if self.is_sqlite:
                connection.exec_driver_sql("BEGIN IMMEDIATE")
            yield connection

    @contextmanager
    def reading(self) -> Iterator[sa.Connection]:
        """A connection that only reads and waits for no writer; raises StorageError."""
        with _told(self.engine.url), self.engine.connect() as connection:
            yield connection

    @contextmanager
    def listening(self, channel: str) -> Iterator[tuple[sa.Connection, Callable[[float], None]]]:
        """PostgreSQL only: a connection of its own, and a function that sleeps until something is
        announced in `channel` or so many seconds have passed; raises StorageError."""
        import psycopg

        with self.reading() as connection:
            connection.execution_options(isolation_level="AUTOCOMMIT")
            driver = connection.connection.driver_connection
            connection.detach()  # what listens must never go back to the others
            connection.exec_driver_sql(f"LISTEN {channel}")
            assert isinstance(driver, psycopg.Connection)

            def listen(seconds: float) -> None:
                for _announced in driver.notifies(timeout=seconds, stop_after=1):
                    pass

            try:
                yield connection, listen
            except psycopg.Error as error:
                reason = str(error).splitlines()[0]
                raise StorageError(
                    "database-unreachable", path=self.shown, reason=reason
                ) from error

    def close(self) -> None:
        """Give all connections back."""
        self.engine.dispose()


def open_database(place: str | Path) -> Database:
    """The database at an address, or in a file that is made when it does not exist yet.

    Raises InputError database-url, StorageError database-unreachable, database-damaged and others
    of `_MEANINGS`, or database-newer (written by a later Nukki). A password is never told.
    """
    address = _address(place)
    if address.get_backend_name() == "sqlite":
        _make_folder(Path(str(address.database)))
    with _told(address):
        engine = _sqlite(address) if address.get_backend_name() == "sqlite" else _postgres(address)
        database = Database(engine, address.render_as_string(hide_password=False))
        try:
            _prepare(database)
        except BaseException:
            engine.dispose()
            raise
    return database


def hold(connection: sa.Connection, name: str) -> None:
    """Wait for other writers of what has this name, a job or the library, and keep them out until
    the transaction of `connection` ends; SQLite has let only one in already."""
    if connection.dialect.name == "postgresql":
        half = sa.func.hashtext(name)
        connection.execute(sa.select(sa.func.pg_advisory_xact_lock(WRITERS_LOCK, half)))


def _address(place: str | Path) -> sa.URL:
    if isinstance(place, Path):
        return sa.URL.create("sqlite", database=str(place))
    if place.startswith(FILE):  # a folder may have any name, also one with a question mark
        return _address(Path(place.removeprefix(FILE)))
    try:
        address = sa.make_url(place)
        kind = address.get_backend_name()
    except (ArgumentError, ValueError):
        raise InputError("database-url", found=place.partition("://")[0][:40]) from None
    if kind != "postgresql":
        raise InputError("database-url", found=kind)
    return address


def _make_folder(file: Path) -> None:
    try:
        file.parent.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        reason = error.strerror
        raise StorageError("database-unreachable", path=str(file), reason=reason) from error


def _sqlite(address: sa.URL) -> sa.Engine:
    engine = sa.create_engine(
        address.set(drivername="sqlite"),
        connect_args={"check_same_thread": False, "timeout": BUSY_MS / 1000},
        pool_size=POOL,
        max_overflow=POOL,
    )

    @sa.event.listens_for(engine, "connect")
    def prepare(connection: sqlite3.Connection, _record: object) -> None:
        # A transaction that first reads and then wants to write could not wait for another writer:
        # sqlite3 begins each one that writes as a writer.
        connection.isolation_level = "IMMEDIATE"
        _enter_wal(connection)
        for pragma in ("synchronous=NORMAL", "foreign_keys=ON", "journal_size_limit=67108864"):
            connection.execute(f"PRAGMA {pragma}")

    return engine


def _enter_wal(connection: sqlite3.Connection) -> None:
    """Two processes that open a new file at once exclude each other here, without any waiting."""
    until = time.monotonic() + BUSY_MS / 1000
    while True:
        try:
            connection.execute("PRAGMA journal_mode=WAL")
            return
        except sqlite3.OperationalError as error:
            if not error.sqlite_errorname.startswith("SQLITE_BUSY") or time.monotonic() > until:
                raise
            time.sleep(0.02)


def _postgres(address: sa.URL) -> sa.Engine:
    import psycopg

    engine = sa.create_engine(
        address.set(drivername="postgresql+psycopg"),
        connect_args={"connect_timeout": CONNECT_S, "application_name": "nukki"},
        pool_size=POOL,
        max_overflow=POOL,
        pool_pre_ping=True,
    )

    @sa.event.listens_for(engine, "connect")
    def prepare(connection: psycopg.Connection, _record: object) -> None:
        connection.execute(f"SET idle_in_transaction_session_timeout = {PAUSED_MS}")
        connection.commit()

    return engine


def _prepare(database: Database) -> None:
    """Make what is missing of the tables, one process at a time; raises StorageError."""
    with database.writing() as connection:
        if not database.is_sqlite:
            connection.execute(sa.select(sa.func.pg_advisory_xact_lock(TABLES_LOCK)))
        tables.metadata.create_all(connection)
        about = tables.about
        found = connection.scalar(sa.select(about.c.value).where(about.c.key == "version"))
        if found is None:
            connection.execute(about.insert().values(key="version", value=str(tables.VERSION)))
        elif not found.isdecimal():
            raise StorageError("database-damaged", path=database.shown, reason=found[:20])
        elif int(found) > tables.VERSION:
            raise StorageError("database-newer", found=int(found), allowed=tables.VERSION)
        else:
            _bring_up(connection, int(found))


def _bring_up(connection: sa.Connection, version: int) -> None:
    """Tables of an older version to this one, step by step; all of them or none."""
    for step in range(version, tables.VERSION):
        for statement in tables.STEPS.get(step, ()):
            connection.exec_driver_sql(statement)
    if version < tables.VERSION:
        about = tables.about
        newest = about.update().where(about.c.key == "version")
        connection.execute(newest.values(value=str(tables.VERSION)))


@contextmanager
def _told(address: sa.URL) -> Iterator[None]:
    """Errors of a database as ours; what is a mistake in a statement stays what it is."""
    try:
        yield
    except SQLAlchemyError as error:
        code = _code(error)
        if code is None:
            raise
        raise StorageError(code, path=_shown(address), reason=_reason(error)) from error


def _code(error: SQLAlchemyError) -> str | None:
    if isinstance(error, PoolTimeout):
        return "database-busy"
    if not isinstance(error, DBAPIError):
        return None
    name = getattr(error.orig, "sqlite_errorname", None) or getattr(error.orig, "sqlstate", None)
    for begin, code in _MEANINGS.items():
        if name and name.startswith(begin):
            return code
    if isinstance(error, IntegrityError | ProgrammingError | DataError):
        return None
    return "database-failed" if name else "database-unreachable"


def _reason(error: SQLAlchemyError) -> str:
    """The first line of what the library says, without names of hosts, which it puts in quotes."""
    lines = str(getattr(error, "orig", error)).strip().splitlines() or [type(error).__name__]
    return re.sub(r"""(["'])[^"']*\1""", "…", lines[0].rpartition("failed: ")[2])[:200]


def _shown(address: sa.URL) -> str:
    if address.get_backend_name() == "sqlite":
        return str(address.database)
    return address.set(drivername="postgresql").render_as_string(hide_password=True)
