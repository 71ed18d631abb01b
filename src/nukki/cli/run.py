"""`nukki run`: briefs in, finished alpha PNGs out."""

from __future__ import annotations

from pathlib import Path

import click

from nukki import i18n
from nukki.cli.words import Command, Option, json_option, language_of


def _run(briefs: tuple[Path, ...], engine: str | None, out: Path | None, *, as_json: bool) -> int:
    from nukki.cli import drawing, output
    from nukki.cli.record import recording
    from nukki.core.storage import open_storage
    from nukki.engines import registry
    from nukki.jobs import batch
    from nukki.settings import settings

    language = language_of()
    if out is not None:
        drawing.require_writable(out)
    name = engine or settings().engine
    opened = registry.open_engine(name)
    planned = batch.plan_files(briefs, name, opened.pins, open_storage(settings().storage))
    ended, shown = [], []
    with recording(language) as record:
        for plan in planned:
            job = record.create(plan)
            status = drawing.draw(job, opened, record, language)
            ended.append(status)
            shown.append(drawing.as_data(job, status, language))
            if out is not None:
                folder = out / job.id if len(planned) > 1 else out
                drawing.copy_out(job, folder)
                click.echo(i18n.text("cli-copied", language, path=folder), err=True)
            if not as_json:
                drawing.report(job, status, language)
            if status.state == "canceled":
                break
    if as_json:
        output.as_json(shown[0] if len(planned) == 1 else {"jobs": shown})
    return drawing.exit_status(ended)


run = Command(
    name="run",
    callback=_run,
    params=[
        click.Argument(
            ["briefs"], nargs=-1, required=True, metavar="BRIEF...", type=click.Path(path_type=Path)
        ),
        Option(
            ["--engine"],
            type=click.Choice(("render", "local-comfy", "remote-comfy")),
            help="cli-run-engine-option",
        ),
        Option(
            ["--out"], metavar="DIR", type=click.Path(path_type=Path), help="cli-run-out-option"
        ),
        json_option(),
    ],
)
