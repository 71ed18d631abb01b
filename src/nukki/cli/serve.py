"""`nukki serve`: the studio and its API, on this machine."""

from __future__ import annotations

import click

from nukki.cli.words import Command, Option, say


def _serve(host: str, port: int) -> int:
    from nukki.server import listen

    bound = listen.bind(host, port)  # before the libraries load, so that a refusal is quick
    import uvicorn

    from nukki.server import studio
    from nukki.server.app import create_app
    from nukki.settings import settings

    app = create_app(settings())
    if not studio.is_built():
        click.echo(say("serve-no-studio"), err=True)
    click.echo(say("serve-ready", found=listen.url(bound)))
    config = uvicorn.Config(
        app, log_level="warning", access_log=False, server_header=False, timeout_graceful_shutdown=2
    )
    try:
        uvicorn.Server(config).run(sockets=[bound])
    except KeyboardInterrupt:
        return 0  # the way to end it, and nothing to complain about
    finally:
        bound.close()
    return 0


serve = Command(
    name="serve",
    callback=_serve,
    params=[
        Option(["--host"], default="127.0.0.1", show_default=True, help="cli-serve-host-option"),
        Option(
            ["--port"],
            type=click.IntRange(0, 65535),
            default=8787,
            show_default=True,
            help="cli-serve-port-option",
        ),
    ],
)
