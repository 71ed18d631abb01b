"""The contact sheet of a job, from its finished pictures and their figures."""

from __future__ import annotations

from nukki import i18n
from nukki.core import png
from nukki.core.storage import Storage
from nukki.core.storage_faults import unread
from nukki.errors import ShapeError
from nukki.jobs import given
from nukki.jobs import payload as payloads
from nukki.jobs.payload import Payload
from nukki.jobs.status import CandidateStatus, Status
from nukki.jobs.store import JobFolder
from nukki.qa.report import Check
from nukki.review import sheet
from nukki.settings import settings

SHOWN_RULES = ("coverage", "soft_alpha", "halo", "residue", "edge_contact")


def save(job: JobFolder, payload: Payload, status: Status, language: str | None = None) -> None:
    """Draw sheet.png into the job folder, labelled in `language` or that of this installation.

    Raises ShapeError without the font, InputError for a picture that is damaged, StorageError when
    the folder cannot be read or written.
    """
    language = i18n.language(language or settings().language)
    rows = [_row(job, item, language) for item in status.candidates]
    words = ", ".join(subject.word for subject in payload.request.subjects)
    packs = " + ".join(pack.id for pack in payload.packs)
    subtitle = " · ".join(part for part in (packs, payload.model, job.id) if part)
    banner = payload.request.palette[0] if payload.request.palette else None
    try:
        drawn = sheet.draw(rows, words, subtitle, banner, settings().art)
    except OSError:  # the font is missing or damaged
        raise ShapeError("art-missing", path=str(settings().art)) from None
    job.save("sheet.png", drawn)


def draw(files: Storage, language: str | None) -> None:
    """`save` for the job whose place is `files`: a workshop's child calls it by name."""
    job = JobFolder(files)
    save(job, payloads.load(job.files), job.status(), language)


def checks_of(item: CandidateStatus) -> list[Check]:
    """The checks of a candidate as they were measured."""
    return [Check.of_json(entry) for entry in item.checks]


def _row(job: JobFolder, item: CandidateStatus, language: str) -> sheet.Row:
    title = f"{item.index} · {item.seed}"
    if item.final is None:
        return sheet.Row(title, _why(item, language), passed=False)
    checks = checks_of(item)
    worst_first = sorted(checks, key=lambda check: check.passed)
    shown = [check for check in worst_first if not check.passed or check.rule in SHOWN_RULES]
    lines = [given.short(outcome, language) for outcome in given.of(item)]
    lines += [f"{check.name(language)}: {check.figure}" for check in shown]
    lines.append(i18n.text("jobs-seconds", language, found=f"{sum(item.timings.values()):.1f}"))
    verdict = i18n.text("jobs-passed" if item.passed else "jobs-failed", language)
    try:
        data = job.files.read(item.final, png.MAX_BYTES + 1)
    except OSError as error:  # it is gone, or a link that leads out of the job
        raise unread(item.final, error) from error
    return sheet.Row(title, verdict, item.passed, lines, png.decode(data))


def _why(item: CandidateStatus, language: str) -> str:
    error = item.error
    return "–" if error is None else i18n.text(error.code, language, **error.context)
