"""`nukki export`: a job's finished pictures as one ZIP, the same that the studio gives."""

from __future__ import annotations

import filecmp
import tempfile
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from nukki.cli.words import Command, Option, json_option, language_of

if TYPE_CHECKING:
    from nukki.jobs.exporting import Made, Wanted
    from nukki.jobs.store import JobFolder

ENDING = ".zip"
_DRAFT = "export.zip"


def _export(
    name: str,
    *,
    formats: Sequence[str],
    sizes: Sequence[str],
    candidates: Sequence[int],
    untrimmed: bool,
    keep_settings: bool,
    assets: str,
    out: Path | None,
    as_json: bool,
) -> None:
    from nukki import i18n
    from nukki.cli import output
    from nukki.core.storage import open_storage
    from nukki.jobs import exporting, store
    from nukki.review import export_sizes
    from nukki.settings import settings

    language = language_of()
    wanted = exporting.Wanted(
        formats=exporting.formats(formats),
        sizes=export_sizes.parse(sizes),
        trimmed=not untrimmed,
        keep_settings=keep_settings,
        indices=tuple(candidates) or None,
        language=language,
        assets=exporting.assets(assets),
    )
    job = store.find(open_storage(settings().storage), name)
    exporting.chosen(job, wanted.indices)
    target = out or Path()
    named = target.suffix.lower() == ENDING
    if not named:
        target = target / exporting.file_name(job)
    made, target = _write(job, wanted, target, named=named)
    if as_json:
        output.as_json(_as_data(job, made, target))
        return
    found = f"{made.bytes / 1e6:.1f} MB"
    click.echo(i18n.text("cli-export-done", language, path=target, count=made.count, found=found))


def _write(job: JobFolder, wanted: Wanted, target: Path, *, named: bool) -> tuple[Made, Path]:
    """The export at `target`, whole or not at all, and where it is; raises InputError export-out.

    A `target` that the person named themselves is replaced; otherwise another export stays.
    """
    from nukki.errors import InputError, StorageError
    from nukki.jobs import exporting

    try:
        target.parent.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryDirectory(prefix=".nukki-", dir=target.parent) as folder:
            draft = Path(folder) / _DRAFT
            made = exporting.write(job.files, wanted, draft)
            target = target if named else _beside(target, draft)
            draft.replace(target)
    except OSError as error:
        raise InputError("export-out", path=str(target), reason=error.strerror) from error
    except StorageError as error:
        if error.context.get("path") != _DRAFT:  # of the job, not of the place to export to
            raise
        reason = error.context["reason"]
        raise InputError("export-out", path=str(target), reason=reason) from error
    return made, target


def _beside(target: Path, draft: Path) -> Path:
    """`target`, or `name (2).zip` … where other bytes than those of `draft` lie there already.

    Jobs of one concept, such as a rerun, make exports of one name.
    """
    free, number = target, 1
    while free.exists() and not filecmp.cmp(free, draft, shallow=False):
        number += 1
        free = target.with_stem(f"{target.stem} ({number})")
    return free


def _as_data(job: JobFolder, made: Made, target: Path) -> dict[str, Any]:
    return {
        "job_id": job.id,
        "file": str(target.resolve()),
        "pictures": made.count,
        "bytes": made.bytes,
    }


export = Command(
    name="export",
    callback=_export,
    params=[
        click.Argument(["name"], metavar="JOB"),
        Option(
            ["--format", "formats"], multiple=True, metavar="NAME", help="cli-export-format-option"
        ),
        Option(["--size", "sizes"], multiple=True, metavar="SIZE", help="cli-export-size-option"),
        Option(
            ["--candidate", "candidates"],
            multiple=True,
            type=int,
            metavar="N",
            help="cli-export-candidate-option",
        ),
        Option(["--untrimmed"], is_flag=True, help="cli-export-untrimmed-option"),
        Option(
            ["--assets"],
            default="as-made",
            show_default=False,
            metavar="PIXELS",
            help="cli-export-assets-option",
        ),
        Option(["--keep-settings"], is_flag=True, help="cli-export-keep-settings-option"),
        Option(
            ["--out"], metavar="PATH", type=click.Path(path_type=Path), help="cli-export-out-option"
        ),
        json_option(),
    ],
)
