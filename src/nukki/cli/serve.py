"""`nukki serve`: the studio and its API."""

from __future__ import annotations

import signal
from types import FrameType
from typing import TYPE_CHECKING, Any

import click

from nukki.cli.words import Command, Option, say

if TYPE_CHECKING:
    from nukki.settings import Settings


def _serve(
    host: str,
    port: int,
    *,
    made: str | None,
    listed: bool,
    revoked: str | None,
    hashed: bool,
) -> int:
    from nukki.cli import access

    if hashed:
        return access.hash_password()
    if made is not None:
        return access.new_token(made)
    if revoked is not None:
        return access.revoke(revoked)
    return access.list_tokens() if listed else _listen(host, port)


def _listen(host: str, port: int) -> int:
    from nukki.server import listen
    from nukki.settings import settings

    configured = settings()
    # Before the libraries load, so that a refusal is quick.
    bound = listen.bind(host, port, to_others=configured.password is not None)
    kept = signal.signal(signal.SIGTERM, _interrupt)
    try:
        _run(configured, bound, listen.url(bound))
    except KeyboardInterrupt:
        click.echo(say("serve-stopped"), err=True)  # the way to end it, and no fault
    finally:
        signal.signal(signal.SIGTERM, kept)
        bound.close()
    return 0


def _run(configured: Settings, bound: Any, url: str) -> None:
    from nukki.jobs.history import open_history
    from nukki.server import logs, password
    from nukki.server.app import create_app
    from nukki.server.running import Server

    if configured.password is not None:
        password.check(configured.password)
    history = open_history(configured)  # or say what is wrong, before anything runs
    history.require_room()
    history.close()
    logs.install()
    app = create_app(configured, address=bound.getsockname()[0])
    Server(app, on_ready=lambda: _welcome(configured, url)).run(sockets=[bound])


def _welcome(configured: Settings, url: str) -> None:
    from nukki.server import studio

    if not studio.is_built():
        click.echo(say("serve-no-studio"), err=True)
    click.echo(say("serve-ready", found=url))
    gate = "serve-gate" if configured.password is not None else "serve-no-gate"
    click.echo(say(gate, found=configured.storage), err=True)
    if configured.password is None and configured.hosts:
        click.echo(say("serve-proxied"), err=True)
    if configured.database_url is not None:
        from sqlalchemy import make_url

        shown = make_url(configured.database).render_as_string(hide_password=True)
        click.echo(say("serve-database", found=shown), err=True)


def _interrupt(_number: int, _frame: FrameType | None) -> None:
    """SIGTERM ends the server as Ctrl-C does; uvicorn passes it on when all is over."""
    raise KeyboardInterrupt


serve = Command(
    name="serve",
    callback=_serve,
    params=[
        Option(["--host"], default="127.0.0.1", metavar="ADDRESS", help="cli-serve-host-option"),
        Option(
            ["--port"],
            type=click.IntRange(0, 65535),
            default=8787,
            metavar="NUMBER",
            help="cli-serve-port-option",
        ),
        Option(["--new-token", "made"], metavar="NAME", help="cli-serve-new-token-option"),
        Option(["--tokens", "listed"], is_flag=True, help="cli-serve-tokens-option"),
        Option(["--revoke", "revoked"], metavar="NAME", help="cli-serve-revoke-option"),
        Option(["--hash", "hashed"], is_flag=True, help="cli-serve-hash-option"),
    ],
)
