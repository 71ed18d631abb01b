"""`nukki assets recover`: a lost manifest of the library, made again from its log and pictures."""

from __future__ import annotations

from dataclasses import asdict, replace
from typing import TYPE_CHECKING

import click

from nukki.cli.words import Command, json_option, say
from nukki.errors import StorageError

if TYPE_CHECKING:
    from nukki.catalog.asset_recovery import Recovery

LACKING = ("missing", "changed", "damaged", "twins", "unlogged", "unnamed")


def _recover(*, as_json: bool) -> int:
    from nukki.cli import output
    from nukki.cli.assets import examined, opened_library, who

    with opened_library() as library:
        found = library.recover(examined, who())
    if as_json:
        told = asdict(replace(found, manifest=None))
        output.as_json({**told, "manifest": found.manifest is not None})
    else:
        click.echo("\n".join(map(output.plain, _lines(found))))
    return 0 if found.whole else StorageError.exit_status


def _lines(found: Recovery) -> list[str]:
    code = "cli-assets-whole" if found.manifest is None else "cli-assets-recovered"
    lines = [f"✓ {say(code, count=found.pictures, restored=found.restored)}"]
    if found.lines_damaged:
        lines.append(f"  • {say('cli-assets-recover-lines', count=found.lines_damaged)}")
    for kind in LACKING:
        if names := getattr(found, kind):
            mark = "•" if kind in ("twins", "unlogged", "unnamed") else "✗"
            lines.append(f"  {mark} {say(f'cli-assets-recover-{kind}', found=', '.join(names))}")
    return lines


assets_recover = Command(name="recover", callback=_recover, params=[json_option()])
