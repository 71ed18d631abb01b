"""The library of brand artwork, changed by one writer at a time, whichever process it is."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager

import sqlalchemy as sa

from nukki.catalog.library import Library
from nukki.catalog.manifest import FOLDER
from nukki.jobs.database import Database, hold
from nukki.jobs.history import History


def library(history: History) -> Library:
    """The library of the storage, its writers held apart by the database of its jobs."""
    return Library(history.storage, lambda: _held(history.database))


@contextmanager
def _held(database: Database) -> Iterator[Callable[[], None]]:
    """Hold the lock; what is given asks the database whether that is still so.

    PostgreSQL ends a transaction that says nothing for long, as while a bucket is slow.
    """
    with database.writing() as connection:
        hold(connection, FOLDER)

        def still() -> None:
            connection.execute(sa.select(1))

        yield still
