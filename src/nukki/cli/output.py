"""Tables, bars and durations for people; JSON for programs."""

from __future__ import annotations

import json
import re
from collections.abc import Sequence
from contextlib import suppress
from typing import TYPE_CHECKING, Any

import click

if TYPE_CHECKING:
    from rich.progress import Progress, ProgressColumn

# What a terminal would obey instead of showing it, and what turns the direction of writing.
_CONTROLS = re.compile(r"[\x00-\x1f\x7f-\x9f\u2028-\u202e\u2066-\u2069]")


def plain(line: str) -> str:
    """One line with its control characters spelled out: the name of a file may hold any.

    >>> plain("a\\x1b[2J.png")
    'a\\\\x1b[2J.png'
    """
    return _CONTROLS.sub(lambda found: found[0].encode("unicode_escape").decode(), line)


def as_json(value: Any) -> None:
    """`value` as one JSON object on stdout."""
    click.echo(json.dumps(value, ensure_ascii=False, indent=2))


def tell(text: str) -> None:
    """`text` on stderr. If nobody can hear it, the work and its exit status still count."""
    with suppress(OSError):
        click.echo("\n".join(map(plain, text.split("\n"))), err=True)


def table(heads: Sequence[str], rows: Sequence[Sequence[str]]) -> None:
    """A table on stdout, its columns right for wide characters, plain where there is no colour."""
    from rich import box
    from rich.console import Console
    from rich.table import Table
    from rich.text import Text

    drawn = Table(box=box.SIMPLE_HEAD, show_edge=False, pad_edge=False)
    for number, head in enumerate(heads):
        # The first and the last column hold ids and file names, which a person copies whole.
        drawn.add_column(Text(head), overflow="fold", no_wrap=number in (0, len(heads) - 1))
    for row in rows:
        drawn.add_row(*(Text(plain(cell), style=_style(cell)) for cell in row))
    console = Console(highlight=False)
    with console.capture() as captured:  # rich would end the program where a reader went away
        console.print(drawn)
    click.echo(captured.get(), nl=False)


def bar(*after: ProgressColumn) -> Progress:
    """A bar on stderr that goes when it is done, with columns of the caller's `after` it."""
    from rich.console import Console
    from rich.progress import BarColumn, Progress, TextColumn

    return Progress(
        TextColumn("{task.description}", markup=False),
        BarColumn(bar_width=24),
        *after,
        console=Console(stderr=True),
        transient=True,
    )


def duration(seconds: float, language: str) -> str:
    """`1 min 20 s` or `1분 20초`, as exact as people need it.

    >>> duration(80, "ko"), duration(1.24, "en")
    ('1분 20초', '1.2 s')
    """
    units = ("분", "초") if language == "ko" else (" min", " s")
    if seconds < 9.95:
        return f"{seconds:.1f}{units[1]}"
    minutes, rest = divmod(round(seconds), 60)
    if not minutes:
        return f"{rest}{units[1]}"
    return f"{minutes}{units[0]} {rest}{units[1]}" if rest else f"{minutes}{units[0]}"


def _style(cell: str) -> str:
    return {"✓": "green", "✗": "red"}.get(cell[:1], "")
