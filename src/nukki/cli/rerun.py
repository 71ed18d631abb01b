"""`nukki rerun`: a job again, from what its payload pins."""

from __future__ import annotations

import click

from nukki.cli.words import Command, Option, json_option, language_of


def _rerun(name: str, *, new_seed: bool, as_json: bool) -> int:
    from nukki.cli import drawing, output
    from nukki.cli.record import recording
    from nukki.core.storage import open_storage
    from nukki.engines import registry
    from nukki.jobs import again, store
    from nukki.settings import settings

    language = language_of()
    store.find(open_storage(settings().storage), name)  # a job that is not there leaves no database
    with recording(language) as record:
        source = record.find(name)
        record.settle(source)
        payload = again.require_engine(source.payload())
        engine = registry.open_engine(payload.engine)
        plan = again.plan(source, engine.pins(), new_seed=new_seed)
        job = record.create(plan, origin=source.id)
        status = drawing.draw(job, engine, record, language)
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
