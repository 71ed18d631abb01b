"""`nukki rerun`: a job again, from what its payload pins."""

from __future__ import annotations

import click

from nukki.cli.words import Command, Option, json_option, language_of


def _rerun(name: str, *, new_seed: bool, as_json: bool) -> int:
    from nukki.cli import drawing, output
    from nukki.core.storage import open_storage
    from nukki.engines import registry
    from nukki.jobs import again, store
    from nukki.settings import settings

    language = language_of()
    storage = open_storage(settings().storage)
    source = store.find(storage, name)
    source.settle()
    payload = again.require_engine(source.payload())
    engine = registry.open_engine(payload.engine)
    job = again.make(source, engine.pins(), storage, new_seed=new_seed)
    status = drawing.draw(job, engine, language)
    if as_json:
        output.as_json(drawing.as_data(job, status, language))
    else:
        drawing.report(job, status, language)
    return drawing.exit_status([status])


rerun = Command(
    name="rerun",
    callback=_rerun,
    params=[
        click.Argument(["name"], metavar="JOB"),
        Option(["--new-seed"], is_flag=True, help="cli-rerun-new-seed-option"),
        json_option(),
    ],
)
