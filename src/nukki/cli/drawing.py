"""What `run` and `rerun` share: draw a queued job, show it, and say how it ended."""

from __future__ import annotations

import shutil
from collections.abc import Iterable
from pathlib import Path
from typing import Any

import click

from nukki import i18n
from nukki.alpha.result import Attempt
from nukki.cli import output, picture, told
from nukki.cli.progress import Watcher
from nukki.cli.record import Record
from nukki.cli.stopping import stopping
from nukki.core.storage import Folder
from nukki.engines.engine import Engine
from nukki.errors import InputError
from nukki.jobs import given, pipeline
from nukki.jobs.contact import checks_of
from nukki.jobs.status import CandidateStatus, Failure, Status
from nukki.jobs.store import JobFolder

PASSED, NONE_PASSED, BACKEND_FAILED, CANCELED = 0, 1, 3, 130
TABLE_RULES = ("coverage", "soft_alpha", "halo", "residue")


def draw(job: JobFolder, engine: Engine, record: Record, language: str) -> Status:
    """Run the job with progress on stderr; the first Ctrl-C cancels it within two seconds."""
    payload = job.payload()
    estimate = record.estimate(payload)
    output.tell(i18n.text("cli-job", language, found=job.id))
    for note in job.status().notes:
        output.tell(i18n.text("cli-note", language, found=sentence(note, language)))
    with (
        Watcher(job.id, language, len(payload.request.seeds), estimate) as watch,
        stopping(watch.canceling) as stop,
        record.turn(job, engine.name, stop, watch.waiting, language) as mine,
    ):
        watch.begin()
        status = job.logged()
        if mine is not None:
            status = pipeline.run(mine, engine, watch, stop, language)
    if status.state == "canceled":
        output.tell(i18n.text("cli-canceled", language, path=job.shown))
    return status


def exit_status(ended: list[Status]) -> int:
    """The worst of several jobs, as the command table numbers them."""
    statuses = [_exit_status(status) for status in ended]
    return next((s for s in (CANCELED, BACKEND_FAILED, NONE_PASSED) if s in statuses), PASSED)


def as_data(job: JobFolder, status: Status, language: str) -> dict[str, Any]:
    """The job as `--json` prints it; paths are absolute."""
    data: dict[str, Any] = {
        "job_id": job.id,
        "job_dir": place(job, ""),
        "engine": status.engine,
        "state": status.state,
        "candidates": [candidate_data(job, item, language) for item in status.candidates],
        "notes": [sentence(note, language) for note in status.notes],
    }
    return data | ({"error": _error_data(status.error, language)} if status.error else {})


def report(job: JobFolder, status: Status, language: str) -> None:
    """The QA table, why what failed failed, the contact sheet where it can be seen, the folder."""

    def say(code: str, **blanks: Any) -> str:
        return i18n.text(code, language, **blanks)

    done = [item for item in status.candidates if item.final]
    if done:
        shown = {check.rule: check.name(language) for item in done for check in _shown(item)}
        names = list(shown.values())
        columns = ("index", "seed", "verdict")
        heads = [*(say(f"cli-col-{name}") for name in columns), *names, say("cli-col-time")]
        output.table(
            [*heads, say("cli-col-file")], [_cells(item, shown, language) for item in done]
        )
    for item in status.candidates:
        for line in reasons(item, language):
            click.echo(line)
    if job.files.stat("sheet.png") is not None:
        picture.show(job.files.local("sheet.png"))
    if status.error is not None and (not done or status.state == "failed"):
        output.tell(f"✗ {sentence(status.error, language)}")
        if advice := i18n.hint(status.error.code, language, **status.error.context):
            output.tell(f"  → {advice}")
    click.echo(say("cli-summary", passed=status.passed, total=status.total))
    click.echo(say("cli-folder", path=job.shown))


def copy_out(job: JobFolder, folder: Path) -> None:
    """Copy the finished pictures, the contact sheet and the report; raises InputError."""
    finals = [f"final/{name}" for name in job.files.names("final") if name.endswith(".png")]
    try:
        folder.mkdir(parents=True, exist_ok=True)
        for name in (*finals, "sheet.png", "qa_report.json"):
            if job.files.stat(name) is not None:
                file = job.files.local(name)
                shutil.copyfile(file, folder / file.name)
    except OSError as error:
        raise InputError("cli-out-unwritable", path=str(folder), reason=error.strerror) from error


def require_writable(folder: Path) -> None:
    """Refuse an output folder before anything is drawn for it; raises InputError."""
    try:
        folder.mkdir(parents=True, exist_ok=True)
        probe = folder / ".nukki-probe"
        probe.touch()
        probe.unlink()
    except OSError as error:
        raise InputError("cli-out-unwritable", path=str(folder), reason=error.strerror) from error


def sentence(failure: Failure, language: str) -> str:
    """A recorded failure or note in the person's language."""
    return i18n.text(failure.code, language, **failure.context)


def _exit_status(status: Status) -> int:
    if status.state == "canceled":
        return CANCELED
    if status.passed:
        return PASSED
    drawn = any(item.final for item in status.candidates)
    return NONE_PASSED if drawn else BACKEND_FAILED


def candidate_data(job: JobFolder, item: CandidateStatus, language: str) -> dict[str, Any]:
    """A candidate as `--json` prints it; paths are absolute."""

    def path(relative: str | None) -> str | None:
        return place(job, relative) if relative else None

    data: dict[str, Any] = {
        "index": item.index,
        "seed": item.seed,
        "candidate": path(item.candidate),
        "final": path(item.final),
        "strategy": item.strategy,
        "confidence": item.confidence,
        "tried": told.tried(item.tried, language),
        "remarks": told.remarks(item.remarks, language),
        "passed": item.passed,
        "checks": told.checks(item.checks, language),
        "assets": given.as_data(given.of(item), language),
        "marks": path(item.marks),
        "refined": item.refined,
        "original": path(item.original),
        "timings": item.timings,
    }
    return data | ({"error": _error_data(item.error, language)} if item.error else {})


def place(job: JobFolder, name: str) -> str:
    """Where a file of the job is: an absolute path, or an address of the bucket."""
    if isinstance(job.files, Folder):
        return str((job.files.root / name).resolve())
    return f"{job.shown}/{name}".rstrip("/")


def _error_data(error: Failure, language: str) -> dict[str, Any]:
    return {
        "code": error.code,
        "message": sentence(error, language),
        "hint": i18n.hint(error.code, language, **error.context),
        "context": error.context,
    }


def _shown(item: CandidateStatus) -> list[Any]:
    return [check for check in checks_of(item) if check.rule in TABLE_RULES]


def _cells(item: CandidateStatus, shown: Iterable[str], language: str) -> list[str]:
    verdict = "✓ " + i18n.text("cli-passed", language)
    if not item.passed:
        verdict = "✗ " + i18n.text("cli-failed", language)
    found = {check.rule: check.figure for check in _shown(item)}
    figures = [found.get(rule, "–") for rule in shown]
    seconds = output.duration(sum(item.timings.values()), language)
    return [str(item.index), str(item.seed), verdict, *figures, seconds, Path(str(item.final)).name]


def _attempts(item: CandidateStatus, language: str) -> list[str]:
    """Why each matting strategy refused, and what to do about the last."""
    lines, advice = [], ""
    for attempt in (Attempt(**each) for each in item.tried):
        lines.append(
            f"  – {told.strategy(attempt.strategy_id, language)}: {attempt.message(language)}"
        )
        advice = attempt.hint(language) or advice
    return [*lines, f"  → {advice}"] if advice else lines


def reasons(item: CandidateStatus, language: str) -> list[str]:
    """Why a candidate failed, or how its brand pictures were given and what did not pass, and what
    to do about it."""
    if item.error is not None:
        return [f"✗ {item.index}: {sentence(item.error, language)}", *_attempts(item, language)]
    return [
        *given.lines(item.index, given.of(item), language),
        *told.lines(item.index, item.remarks, language),
        *told.failures(item.index, item.checks, language),
    ]
