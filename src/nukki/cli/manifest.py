"""`nukki manifest`: this installation, described for programs."""

from __future__ import annotations

import click

from nukki.cli.words import Command, Group


def _manifest() -> int:
    from nukki.cli import output
    from nukki.jobs import describe

    output.as_json({**describe.manifest(), "commands": _commands()})
    return 0


def _commands() -> dict[str, list[str]]:
    """Every command and, for a group, what it holds."""
    parent = click.get_current_context().parent
    assert parent is not None
    group = parent.command
    assert isinstance(group, Group)
    found = {name: group.get_command(parent, name) for name in group.modules}
    return {
        name: list(command.modules) if isinstance(command, Group) else []
        for name, command in found.items()
    }


manifest = Command(name="manifest", callback=_manifest)
