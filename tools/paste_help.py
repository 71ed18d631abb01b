"""Pastes the help of every command into docs/09-cli.md, below its last mark.

`tools/paste_help.py` writes; a test compares what it would write with what stands there.
"""

from __future__ import annotations

import io
import os
from collections.abc import Iterator
from contextlib import redirect_stdout
from pathlib import Path

import click

from nukki.cli import main as cli

DOCUMENT = Path(__file__).resolve().parent.parent / "docs" / "09-cli.md"
MARK = "<!-- everything below is written by tools/paste_help.py -->\n"
COLUMNS = "80"  # click wraps to the terminal; a document needs one width


def commands(command: click.Command, path: tuple[str, ...] = ()) -> Iterator[tuple[str, ...]]:
    """The path of every command below `command`, groups included, in the order of the help."""
    if path:
        yield path
    if isinstance(command, click.Group):
        context = click.Context(command)
        for name in command.list_commands(context):
            below = command.get_command(context, name)
            if below is not None:
                yield from commands(below, (*path, name))


def shown(path: tuple[str, ...]) -> str:
    """The English help of one command."""
    printed = io.StringIO()
    with redirect_stdout(printed):
        cli.call([*path, "--help"], "en")
    return printed.getvalue().rstrip()


def document(current: str) -> str:
    """`current` with everything below the mark written afresh."""
    before = os.environ.get("COLUMNS")
    os.environ["COLUMNS"] = COLUMNS
    try:
        pages = [((), shown(())), *((path, shown(path)) for path in commands(cli.nukki))]
    finally:
        os.environ.pop("COLUMNS")
        if before is not None:
            os.environ["COLUMNS"] = before
    sections = [f"\n## {' '.join(('nukki', *path))}\n```\n{text}\n```\n" for path, text in pages]
    return current.partition(MARK)[0] + MARK + "".join(sections)


if __name__ == "__main__":
    DOCUMENT.write_text(document(DOCUMENT.read_text("utf-8")), "utf-8")
