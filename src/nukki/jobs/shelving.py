"""The library of brand artwork: files looked at in a child process, and changes by one writer at a
time, whichever process it is."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import sqlalchemy as sa

from nukki.catalog.artwork import Artwork
from nukki.catalog.library import Library
from nukki.catalog.manifest import FOLDER
from nukki.errors import InputError
from nukki.jobs.database import Database, hold
from nukki.jobs.history import History
from nukki.jobs.workshop import Workshop, blaming

EXAMINE_S = 30.0  # for one file; the largest that is allowed takes two


def library(history: History) -> Library:
    """The library of the storage, its writers held apart by the database of its jobs."""
    return Library(history.storage, lambda: _held(history.database))


def examined(path: Path, shop: Workshop) -> Artwork:
    """What is known of the file at `path`, looked at in a child of `shop`.

    Raises InputError artwork-slow, BackendError workshop-….
    """
    with blaming(InputError("artwork-slow")):
        found: Artwork = shop.run(
            "nukki.catalog.artwork:examine", path, timeout_s=EXAMINE_S, lane="ask"
        )
    return found


def converted(path: Path, shop: Workshop) -> tuple[Artwork, bytes]:
    """As `examined`, and the bytes: in sRGB of 8 bit where nothing else stood against the file.

    The file at `path` is changed then.
    """
    with blaming(InputError("artwork-slow")):
        found: tuple[Artwork, bytes] = shop.run(
            "nukki.catalog.asset_convert:converted", path, timeout_s=EXAMINE_S, lane="ask"
        )
    return found


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
