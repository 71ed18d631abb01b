"""`nukki refine`: strokes of a file applied to a finished candidate, as the studio applies them."""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from nukki.cli.words import Command, GivenPath, Option, json_option, language_of

if TYPE_CHECKING:
    from nukki.jobs.status import CandidateStatus
    from nukki.jobs.store import JobFolder
    from nukki.review.strokes import Stroke

MOST_INDEX = 999


def _refine(name: str, index: int, strokes: Path | None, *, reset: bool, as_json: bool) -> int:
    from nukki.cli import drawing, output
    from nukki.cli.record import recording
    from nukki.errors import InputError
    from nukki.jobs import refining, store, workshop

    language = language_of()
    if reset == (strokes is not None):
        raise InputError("cli-refine-what")
    drawn = () if strokes is None else _strokes(strokes)
    with recording(language) as record:
        job = record.find(name)
        history = record.history if store.held(record.storage, name) else None
        shop = workshop.shared()
        made = refining.refine(job, index, drawn, None, shop, history, lane="make")
        refining.redraw_sheet(job, shop, language)
    if as_json:
        output.as_json({"job_id": job.id, "candidate": drawing.candidate_data(job, made, language)})
    else:
        _report(job, made, drawn, language)
    return drawing.PASSED if made.passed else drawing.NONE_PASSED


def _strokes(path: Path) -> tuple[Stroke, ...]:
    """The strokes of a file: a list, or an object with `strokes` as jobs keep them."""
    from nukki.core import files
    from nukki.errors import InputError
    from nukki.jobs.refining import MAX_BYTES
    from nukki.review import strokes

    try:
        data = files.read_bytes(path, MAX_BYTES + 1)
        if len(data) > MAX_BYTES:
            raise InputError("cli-refine-large", path=str(path), allowed=MAX_BYTES // 2**20)
        found = json.loads(data)
    except OSError as error:
        raise InputError("cli-refine-file", path=str(path), reason=error.strerror) from error
    except (ValueError, RecursionError) as error:
        reason = str(error)[:100] or type(error).__name__
        raise InputError("cli-refine-file", path=str(path), reason=reason) from None
    return strokes.parse(found.get("strokes") if isinstance(found, dict) else found)


def _report(job: JobFolder, made: CandidateStatus, drawn: Sequence[Stroke], language: str) -> None:
    """Every check with its figure, what failed, and where the picture is."""
    from nukki import i18n
    from nukki.cli import drawing, output
    from nukki.jobs.contact import checks_of

    def say(code: str, **blanks: Any) -> str:
        return i18n.text(code, language, **blanks)

    words = {True: say("cli-passed"), False: say("cli-failed")}
    rows = [
        [
            check.name(language),
            check.figure,
            f"{'✓' if check.passed else '✗'} {words[check.passed]}",
        ]
        for check in checks_of(made)
    ]
    output.table([say("cli-refine-rule"), say("cli-refine-figure"), say("cli-col-verdict")], rows)
    for line in drawing.reasons(made, language):
        click.echo(line)
    code = "cli-refine-done" if drawn else "cli-refine-reset"
    path = drawing.place(job, str(made.final))
    click.echo(say(code, count=len(drawn), number=made.refined, path=path))


refine = Command(
    name="refine",
    callback=_refine,
    params=[
        click.Argument(["name"], metavar="JOB"),
        click.Argument(["index"], metavar="INDEX", type=click.IntRange(0, MOST_INDEX)),
        click.Argument(
            ["strokes"], required=False, metavar="[STROKES]", type=GivenPath(path_type=Path)
        ),
        Option(["--reset"], is_flag=True, help="cli-refine-reset-option"),
        json_option(),
    ],
)
