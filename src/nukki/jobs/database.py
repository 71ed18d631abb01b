"""The database of queue, index and feed: SQLite with WAL, or PostgreSQL; DBOS shares it."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import sqlalchemy as sa
from sqlalchemy.exc import ArgumentError, SQLAlchemyError

from nukki.errors import InputError, StorageError
from nukki.jobs import tables

BUSY_MS = 30_000  # how long a writer waits for another one
POOL = 20


class Database:
    """An SQLAlchemy engine whose tables are there; threads share it."""

    def __init__(self, engine: sa.Engine, url: str) -> None:
        self.engine = engine
        self.url = url

    @property
    def is_sqlite(self) -> bool:
        """Whether this is a file of this machine."""
        return self.engine.dialect.name == "sqlite"

    def close(self) -> None:
        """Give all connections back."""
        self.engine.dispose()


def open_database(url: str) -> Database:
    """The database at `url`, made when it is a file that does not exist yet.

    Raises InputError database-url, StorageError database-unreachable or database-newer (written
    by a later Nukki). A password in the address is never told.
    """
    try:
        address = sa.make_url(url)
    except ArgumentError:
        raise InputError("database-url", found=url.partition("://")[0][:40]) from None
    if address.get_backend_name() not in ("sqlite", "postgresql"):
        raise InputError("database-url", found=address.get_backend_name())
    try:
        engine = _sqlite(address) if address.get_backend_name() == "sqlite" else _postgres(address)
        with engine.begin() as connection:
            tables.metadata.create_all(connection)
            _require_version(connection)
    except (SQLAlchemyError, OSError) as error:
        reason = str(getattr(error, "orig", error)).strip().splitlines()[0][:200]
        shown = address.render_as_string(hide_password=True)
        raise StorageError("database-unreachable", found=shown, reason=reason) from None
    return Database(engine, url)


def _sqlite(address: sa.URL) -> sa.Engine:
    if address.database:
        Path(address.database).parent.mkdir(parents=True, exist_ok=True)
    engine = sa.create_engine(
        address,
        connect_args={"check_same_thread": False, "timeout": BUSY_MS / 1000},
        pool_size=POOL,
        max_overflow=POOL,
    )

    @sa.event.listens_for(engine, "connect")
    def prepare(connection: Any, _record: object) -> None:
        for pragma in (
            "journal_mode=WAL",
            "synchronous=NORMAL",
            f"busy_timeout={BUSY_MS}",
            "foreign_keys=ON",
        ):
            connection.execute(f"PRAGMA {pragma}")

    return engine


def _postgres(address: sa.URL) -> sa.Engine:
    with_driver = address.set(drivername="postgresql+psycopg")
    return sa.create_engine(with_driver, pool_size=POOL, max_overflow=POOL, pool_pre_ping=True)


def _require_version(connection: sa.Connection) -> None:
    about = tables.about
    found = connection.scalar(sa.select(about.c.value).where(about.c.key == "version"))
    if found is None:
        connection.execute(about.insert().values(key="version", value=str(tables.VERSION)))
    elif int(found) > tables.VERSION:
        raise StorageError("database-newer", found=found, allowed=tables.VERSION)
