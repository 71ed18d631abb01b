"""The parser of `nukki`: which commands there are, the language, and what every error becomes."""

from __future__ import annotations

import os
import sys
from contextlib import suppress

import click

from nukki import __version__, i18n
from nukki.cli.words import Group, Option
from nukki.errors import NukkiError, StorageError

INTERRUPTED = 130
PIPE_CLOSED = 141
STDOUT, STDERR = 1, 2

COMMANDS = {
    "run": "nukki.cli.run:run",
    "cut": "nukki.cli.cut:cut",
    "rerun": "nukki.cli.rerun:rerun",
    "refine": "nukki.cli.refine:refine",
    "export": "nukki.cli.export:export",
    "packs": "nukki.cli.packs:packs",
    "shapes": "nukki.cli.shapes:shapes",
    "assets": "nukki.cli.assets:assets",
    "models": "nukki.cli.models:models",
    "serve": "nukki.cli.serve:serve",
    "golden": "nukki.cli.golden:golden",
    "doctor": "nukki.cli.doctor:doctor",
    "manifest": "nukki.cli.manifest:manifest",
}


def main() -> None:
    """The command `nukki`: runs and exits with the status that the command table promises."""
    open_streams()
    arguments = sys.argv[1:]
    language = i18n.language(asked_language(arguments))
    status = call(arguments, language)
    drop_unwritten()
    sys.exit(status)


def call(arguments: list[str], language: str) -> int:
    """Run one command line and return its exit status."""
    try:
        return _answer(arguments, language)
    except BrokenPipeError:
        return PIPE_CLOSED  # the reader went away, as `head` does; nothing is left to tell it
    except OSError as error:
        # A disk that is full, ours or the one that stdout leads to.
        reason = error.strerror or str(error)
        failure = StorageError("storage-full", path=error.filename or "stdout", reason=reason)
        with suppress(OSError):
            _refuse(failure, language, arguments)
        return failure.exit_status


def _answer(arguments: list[str], language: str) -> int:
    try:
        # `click.Command.main` would turn a closed pipe into the exit status 1, which is taken.
        with nukki.make_context("nukki", list(arguments), obj=language) as context:
            status = nukki.invoke(context)
        sys.stdout.flush()
    except click.exceptions.Exit as done:
        return done.exit_code
    except (KeyboardInterrupt, EOFError, click.Abort):  # Abort: click's, for either at a prompt
        return INTERRUPTED
    except click.ClickException as error:
        from nukki.cli import refusal

        return refusal.show_usage(error, language, as_json=_wants_json(arguments))
    except NukkiError as error:
        return _refuse(error, language, arguments)
    return status if isinstance(status, int) else 0


def open_streams() -> None:
    """UTF-8 on both streams whatever the locale says; names that are not UTF-8 are escaped.

    A stream that was closed before us leads nowhere, so that no file of ours takes its number.
    """
    while (lowest := os.open(os.devnull, os.O_RDWR)) <= STDERR:
        os.set_inheritable(lowest, True)
    os.close(lowest)
    sys.stdout = sys.stdout or os.fdopen(STDOUT, "w")
    sys.stderr = sys.stderr or os.fdopen(STDERR, "w")
    for stream in (sys.stdout, sys.stderr):
        if hasattr(stream, "reconfigure"):
            stream.reconfigure(encoding="utf-8", errors="backslashreplace")


def drop_unwritten() -> None:
    """Lead a stream that takes nothing nowhere, or Python ends with a status of its own."""
    for stream, number in ((sys.stdout, STDOUT), (sys.stderr, STDERR)):
        try:
            stream.flush()
        except OSError:
            os.dup2(os.open(os.devnull, os.O_WRONLY), number)


def asked_language(arguments: list[str]) -> str | None:
    """The value of `--lang`, wherever it stands."""
    for index, argument in enumerate(arguments):
        if argument == "--lang" and index + 1 < len(arguments):
            return arguments[index + 1]
        if argument.startswith("--lang="):
            return argument.removeprefix("--lang=")
    return None


def _refuse(error: NukkiError, language: str, arguments: list[str]) -> int:
    from nukki.cli import refusal

    return refusal.show(error, language, as_json=_wants_json(arguments))


def _wants_json(arguments: list[str]) -> bool:
    return "--json" in arguments


def _show_version(ctx: click.Context, _parameter: click.Parameter, value: bool) -> None:
    if value:
        click.echo(f"nukki {__version__}")
        ctx.exit()


nukki = Group(
    name="nukki",
    modules=COMMANDS,
    params=[
        Option(
            ["--version"],
            is_flag=True,
            is_eager=True,
            expose_value=False,
            callback=_show_version,
            help="cli-version-option",
        )
    ],
)
