"""The parser of `nukki`: which commands there are, the language, and what every error becomes."""

from __future__ import annotations

import os
import sys
from typing import Any

import click

from nukki import __version__, i18n
from nukki.cli.words import Group, Option
from nukki.errors import NukkiError

INTERRUPTED = 130
PIPE_CLOSED = 141

COMMANDS = {
    "run": "nukki.cli.run:run",
    "rerun": "nukki.cli.rerun:rerun",
    "packs": "nukki.cli.packs:packs",
    "shapes": "nukki.cli.shapes:shapes",
    "models": "nukki.cli.models:models",
    "serve": "nukki.cli.serve:serve",
    "doctor": "nukki.cli.doctor:doctor",
    "manifest": "nukki.cli.manifest:manifest",
}


def main() -> None:
    """The command `nukki`: runs and exits with the status that the command table promises."""
    speak_utf8()
    arguments = sys.argv[1:]
    language = i18n.language(asked_language(arguments))
    sys.exit(call(arguments, language))


def call(arguments: list[str], language: str) -> int:
    """Run one command line and return its exit status."""
    try:
        status: Any = nukki.main(arguments, prog_name="nukki", standalone_mode=False, obj=language)
        sys.stdout.flush()
    except click.Abort:
        return INTERRUPTED
    except click.ClickException as error:
        return _refuse_usage(error, language, arguments)
    except NukkiError as error:
        from nukki.cli import refusal

        return refusal.show(error, language, as_json=_wants_json(arguments))
    except BrokenPipeError:
        # The reader of our output went away, as `head` does; nothing is left to tell it.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return PIPE_CLOSED
    return status if isinstance(status, int) else 0


def speak_utf8() -> None:
    """UTF-8 on both streams whatever the locale says; names that are not UTF-8 are escaped."""
    for stream in (sys.stdout, sys.stderr):
        if hasattr(stream, "reconfigure"):
            stream.reconfigure(encoding="utf-8", errors="backslashreplace")


def asked_language(arguments: list[str]) -> str | None:
    """The value of `--lang`, wherever it stands."""
    for index, argument in enumerate(arguments):
        if argument == "--lang" and index + 1 < len(arguments):
            return arguments[index + 1]
        if argument.startswith("--lang="):
            return argument.removeprefix("--lang=")
    return None


def _refuse_usage(error: click.ClickException, language: str, arguments: list[str]) -> int:
    from nukki.cli import refusal

    return refusal.show_usage(error, language, as_json=_wants_json(arguments))


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
