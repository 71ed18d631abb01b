"""What lets people and programs into the studio: tokens by name, and the hash of a password."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING

import click

from nukki.cli.words import say

if TYPE_CHECKING:
    from nukki.jobs.database import Database


def new_token(name: str) -> int:
    """Make a token; stdout holds it and nothing else, so that a script can keep it."""
    from nukki.server import tokens

    with _database() as database:
        secret = tokens.create(database, name)
    click.echo(say("serve-token", found=name), err=True)
    click.echo(secret)
    return 0


def list_tokens() -> int:
    """A table of all tokens."""
    from nukki.cli import output
    from nukki.server import tokens

    with _database() as database:
        every = tokens.every(database)
    if not every:
        click.echo(say("serve-no-tokens"))
        return 0
    heads = [say(f"serve-token-{head}") for head in ("name", "created", "used")]
    output.table(heads, [[each.name, each.created, each.used or "–"] for each in every])
    return 0


def revoke(name: str) -> int:
    """End a token."""
    from nukki.server import tokens

    with _database() as database:
        tokens.revoke(database, name)
    click.echo(say("serve-revoked", found=name))
    return 0


def hash_password() -> int:
    """Ask twice for a password and print its hash; it is never shown."""
    from nukki.server import password

    asked = click.prompt(
        say("serve-password-ask"),
        hide_input=True,
        confirmation_prompt=say("serve-password-again"),
        err=True,
    )
    click.echo(password.hashed(asked))
    return 0


@contextmanager
def _database() -> Iterator[Database]:
    from nukki.jobs.database import open_database
    from nukki.settings import settings

    database = open_database(settings().database)
    try:
        yield database
    finally:
        database.close()
