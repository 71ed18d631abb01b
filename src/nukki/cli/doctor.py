"""`nukki doctor`: everything that drawing needs, and the fix for each fault."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from nukki.cli.words import Command, Option, json_option, language_of, say

if TYPE_CHECKING:
    from nukki.jobs.health import Finding


def _doctor(engine: str | None, *, reindex: bool, as_json: bool) -> int:
    if reindex:
        from nukki.cli import reindexing

        return reindexing.reindex(language_of(), as_json=as_json)

    from nukki.cli import output
    from nukki.jobs import health

    findings = []
    for finding in health.examine(engine):
        findings.append(finding)
        if not as_json:
            click.echo("\n".join(_lines(finding)))
    well = all(finding.ok for finding in findings)
    if as_json:
        told = [
            {"name": f.name, "ok": f.ok, "found": f.found, "fix": "" if f.ok else _fix(f)}
            for f in findings
        ]
        output.as_json({"ok": well, "findings": told})
    else:
        click.echo(say("health-well" if well else "health-unwell"))
    return 0 if well else 3


def _lines(finding: Finding) -> list[str]:
    mark = "✓" if finding.ok else "✗"
    lines = [f"{mark} {say(f'health-{finding.name}')}: {finding.found}"]
    return lines if finding.ok else [*lines, f"  → {_fix(finding)}"]


def _fix(finding: Finding) -> str:
    return say(f"health-fix-{finding.fault}", found=finding.found)


doctor = Command(
    name="doctor",
    callback=_doctor,
    params=[
        Option(
            ["--engine"],
            type=click.Choice(("render", "local-comfy", "remote-comfy")),
            help="cli-doctor-engine-option",
        ),
        Option(["--reindex"], is_flag=True, help="cli-doctor-reindex-option"),
        json_option(),
    ],
)
