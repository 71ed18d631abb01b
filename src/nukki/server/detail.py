"""A job as the page of a job shows it: everything that its folder tells."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from typing import Any

from pydantic import BaseModel

from nukki.errors import InputError
from nukki.jobs import deciding, given
from nukki.jobs import payload as payloads
from nukki.jobs.payload import Payload
from nukki.jobs.queue.places import Place
from nukki.jobs.row import STRANGE, Row
from nukki.jobs.status import CandidateStatus, Failure
from nukki.jobs.store import JobFolder
from nukki.qa.report import Check
from nukki.server import brand, cards, decisions, findings, pictures
from nukki.server.brand import AssetShown
from nukki.server.cards import JobCard, Told
from nukki.server.decisions import Decided
from nukki.server.findings import Finding
from nukki.server.pictures import Layer, Picture


class Attempted(Told):
    """A matting strategy that was tried, and what it answered."""

    strategy: str
    accepted: bool


class Candidate(BaseModel):
    """One candidate with its pictures and its checks.

    `timings` are seconds by stage, in the order they were spent. `refined` is the number of the
    newest edit, 0 for none; while its strokes are shown, `original` is the picture as it was
    finished at first. `assets` are its brand pictures from far to near; `blended` says that
    `final` holds one whose pixels were blended. `offset` (x, y) is where the corner of `final`
    lies in the frame of `drawing`, `original_offset` that of `original`; null where nobody wrote
    it down.
    """

    index: int
    seed: int
    passed: bool
    strategy: str | None
    confidence: float | None
    seconds: float
    timings: dict[str, float]
    offset: list[int] | None
    original_offset: list[int] | None
    thumb: str | None
    final: Picture | None
    drawing: Picture | None
    layers: list[Layer]
    assets: list[AssetShown]
    blended: bool
    checks: list[Finding]
    remarks: list[Told]
    tried: list[Attempted]
    marks: Picture | None
    error: Told | None
    refined: int
    original: Picture | None


class Job(JobCard):
    """Everything that is known of a job."""

    material_class: str
    palette: list[str]
    brief: str
    notes: list[Told]
    sheet: Picture | None
    candidates: list[Candidate]
    decisions: Decided


def detail(job: JobFolder, language: str, place: Place | None = None) -> Job:
    """The whole job; raises InputError server-job-damaged."""
    with _whole(job):
        status, planned = job.status(), payloads.load(job.files)
        row = Row.of_folder(job, status)
        return Job(
            **cards.of_row(row, language, place).model_dump(),
            material_class=planned.material_class,
            palette=list(dict.fromkeys(planned.request.palette)),
            brief=job.brief_text(),
            notes=[cards.told(note, language) for note in status.notes],
            sheet=pictures.shown(job, pictures.SHEET),
            candidates=[_candidate(job, planned, item, language) for item in status.candidates],
            decisions=decisions.of(deciding.read(job)),
        )


def candidate(job: JobFolder, item: CandidateStatus, language: str) -> Candidate:
    """One candidate of the job; raises InputError server-job-damaged."""
    with _whole(job):
        return _candidate(job, payloads.load(job.files), item, language)


@contextmanager
def _whole(job: JobFolder) -> Iterator[None]:
    """A folder may come from anywhere: what it tells may have any shape."""
    try:
        yield
    except STRANGE:
        raise InputError("server-job-damaged", found=job.id) from None


def _candidate(job: JobFolder, planned: Payload, item: CandidateStatus, language: str) -> Candidate:
    if not given.tell_of(item.assets, planned.request.assets):
        item = replace(item, assets=[])  # of what was not asked for nothing is claimed
    layers = ((name, pictures.shown(job, file)) for name, file in pictures.layers(item).items())
    return Candidate(
        index=item.index,
        seed=item.seed,
        passed=item.passed,
        strategy=item.strategy,
        confidence=item.confidence,
        seconds=round(sum(item.timings.values()), 1),
        timings=item.timings,
        offset=_pair(item.offset()),
        original_offset=_pair(item.offset("original_offset")),
        thumb=_thumb(job, item),
        final=pictures.shown(job, item.final),
        drawing=pictures.shown(job, item.candidate),
        layers=[Layer(name=name, **shown.model_dump()) for name, shown in layers if shown],
        assets=brand.shown(job, item, planned.request.assets, language),
        blended=given.is_blended(item),
        checks=[findings.of(Check.of_json(entry), language) for entry in item.checks],
        remarks=[cards.told(_of_data(remark, "code"), language) for remark in item.remarks],
        tried=[_attempted(attempt, language) for attempt in item.tried],
        marks=pictures.shown(job, item.marks),
        error=cards.told(item.error, language) if item.error else None,
        refined=item.refined,
        original=pictures.shown(job, item.original),
    )


def _attempted(attempt: dict[str, Any], language: str) -> Attempted:
    told = cards.told(_of_data(attempt, "reason"), language)
    return Attempted(
        **told.model_dump(), strategy=attempt["strategy_id"], accepted=attempt["accepted"]
    )


def _of_data(data: dict[str, Any], key: str) -> Failure:
    return Failure(data[key], data.get("context", {}))


def _pair(found: tuple[int, int] | None) -> list[int] | None:
    return None if found is None else [*found]


def _thumb(job: JobFolder, item: CandidateStatus) -> str | None:
    name = pictures.thumb(item)
    return pictures.address(job, name) if name and pictures.inside(job, name) else None
