"""Bearer tokens of programs: shown once, kept as sha256, each under a name that can be revoked."""

from __future__ import annotations

import hashlib
import re
import secrets
from dataclasses import dataclass

import sqlalchemy as sa

from nukki.core import clock
from nukki.errors import InputError
from nukki.jobs.database import Database
from nukki.jobs.tables import token

PREFIX = "nk_"
NAME = re.compile(r"[a-z0-9][a-z0-9._-]{0,39}")
FORM = re.compile(r"nk_[A-Za-z0-9_-]{43}")


@dataclass(frozen=True)
class Token:
    """A token without its secret; `used` is within a minute of its last use, None before it."""

    name: str
    created: str
    used: str | None


def digest(secret: str) -> str:
    """What is kept of a token.

    A plain hash is enough, because a token is 32 random bytes that nobody can guess; and looking
    it up by this hash tells nothing through time, because nobody can choose a hash.
    """
    return hashlib.sha256(secret.encode()).hexdigest()


def create(database: Database, name: str) -> str:
    """A new token, which is never shown again.

    Raises InputError token-name or token-name-taken, StorageError.
    """
    if not NAME.fullmatch(name):
        raise InputError("token-name", found=name[:60])
    secret = PREFIX + secrets.token_urlsafe(32)
    with database.writing() as connection:
        if connection.scalar(sa.select(token.c.name).where(token.c.name == name)) is not None:
            raise InputError("token-name-taken", found=name)
        row = {"sha256": digest(secret), "name": name, "created": clock.now(), "used": None}
        connection.execute(sa.insert(token).values(row))
    return secret


def every(database: Database) -> list[Token]:
    """All tokens by name; raises StorageError."""
    with database.reading() as connection:
        columns = sa.select(token.c.name, token.c.created, token.c.used)
        return [Token(*row) for row in connection.execute(columns.order_by(token.c.name))]


def revoke(database: Database, name: str) -> None:
    """End a token; servers know it a second later.

    Raises InputError token-missing, StorageError.
    """
    with database.writing() as connection:
        if not connection.execute(sa.delete(token).where(token.c.name == name)).rowcount:
            raise InputError("token-missing", found=name[:60])


def mark_used(database: Database, name: str) -> None:
    """Note that a token was used now; raises StorageError."""
    with database.writing() as connection:
        used = sa.update(token).where(token.c.name == name)
        connection.execute(used.values(used=clock.now()))
