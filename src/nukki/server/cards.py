"""A job as the studio shows it: a card in the list, and the whole of it."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from functools import lru_cache
from pathlib import Path
from typing import Any

from pydantic import BaseModel

from nukki import i18n
from nukki.brief import load_file
from nukki.core.storage import Storage
from nukki.errors import InputError, NukkiError
from nukki.jobs import payload as payloads
from nukki.jobs.events import State
from nukki.jobs.payload import Payload
from nukki.jobs.status import CandidateStatus, Failure, Progress, Status
from nukki.jobs.store import JobFolder
from nukki.qa.report import Check
from nukki.server import pictures
from nukki.server.pictures import Layer, Picture

KEPT = 512  # parsed briefs and payloads; they never change once a job is made


class Told(BaseModel):
    """Something that happened, as a sentence in the language of the request."""

    code: str
    message: str
    hint: str


class Finding(BaseModel):
    """One quality rule: the measured figure, its limits, and what to do when it did not pass."""

    rule: str
    name: str
    passed: bool
    measured: float
    figure: str
    low: float | None
    high: float | None
    unit: str
    message: str
    hint: str


class Attempted(Told):
    """A matting strategy that was tried, and what it answered."""

    strategy: str
    accepted: bool


class Thumb(BaseModel):
    """A candidate on a card; `url` is missing when it was not finished."""

    index: int
    url: str | None
    passed: bool


class Advance(BaseModel):
    """Where a running job stands: `step` of `steps` in `stage` of candidate `index`."""

    index: int
    stage: str
    step: int
    steps: int
    eta_s: float | None


class JobCard(BaseModel):
    """A job in the list."""

    id: str
    state: State
    created: str
    updated: str
    concept: str
    packs: list[str]
    model: str
    width: int
    height: int
    total: int
    done: int
    passed: int
    progress: Advance | None
    error: Told | None
    thumbs: list[Thumb]


class Candidate(BaseModel):
    """One candidate with its pictures and its checks."""

    index: int
    seed: int
    passed: bool
    strategy: str | None
    confidence: float | None
    seconds: float
    thumb: str | None
    final: Picture | None
    drawing: Picture | None
    layers: list[Layer]
    checks: list[Finding]
    remarks: list[Told]
    tried: list[Attempted]
    marks: Picture | None
    error: Told | None


class Job(JobCard):
    """Everything that is known of a job."""

    engine: str
    origin: str | None
    material_class: str
    palette: list[str]
    brief: str
    notes: list[Told]
    sheet: Picture | None
    candidates: list[Candidate]


def card(job: JobFolder, language: str) -> JobCard:
    """The job in short; raises InputError server-job-damaged."""
    with _whole(job):
        return _card(job, job.status(), _payload(job), language)


def detail(job: JobFolder, language: str) -> Job:
    """The whole job; raises InputError server-job-damaged."""
    with _whole(job):
        status, planned = job.status(), _payload(job)
        return Job(
            **_card(job, status, planned, language).model_dump(),
            engine=status.engine,
            origin=status.origin,
            material_class=planned.material_class,
            palette=list(dict.fromkeys(planned.request.palette)),
            brief=job.brief_text(),
            notes=[_told(note, language) for note in status.notes],
            sheet=pictures.shown(job, pictures.SHEET),
            candidates=[_candidate(job, item, language) for item in status.candidates],
        )


def candidate(job: JobFolder, item: CandidateStatus, language: str) -> Candidate:
    """One candidate of the job; raises InputError server-job-damaged."""
    with _whole(job):
        return _candidate(job, item, language)


def advance(at: Progress, language: str) -> Advance:
    """Where a running job stands, with its stage in words."""
    return Advance(
        index=at.index,
        stage=i18n.text(f"stage-{at.stage}", language) if at.stage else "",
        step=at.step,
        steps=at.steps,
        eta_s=at.eta_s,
    )


@contextmanager
def _whole(job: JobFolder) -> Iterator[None]:
    """A folder may come from anywhere: what it tells may have any shape."""
    try:
        yield
    except (
        NukkiError,
        OSError,
        ArithmeticError,
        AttributeError,
        LookupError,
        TypeError,
        ValueError,
    ):
        raise InputError("server-job-damaged", found=job.id) from None


def _card(job: JobFolder, status: Status, planned: Payload, language: str) -> JobCard:
    return JobCard(
        id=job.id,
        state=status.state,
        created=status.created,
        updated=status.updated,
        concept=_concept(job, planned),
        packs=[pack.id for pack in planned.packs],
        model=status.model,
        width=planned.request.width,
        height=planned.request.height,
        total=status.total,
        done=len(status.candidates),
        passed=status.passed,
        progress=status.progress and advance(status.progress, language),
        error=_told(status.error, language) if status.error else None,
        thumbs=[
            Thumb(index=item.index, url=_thumb(job, item), passed=item.passed)
            for item in status.candidates
        ],
    )


def _candidate(job: JobFolder, item: CandidateStatus, language: str) -> Candidate:
    layers = ((name, pictures.shown(job, file)) for name, file in pictures.layers(item).items())
    return Candidate(
        index=item.index,
        seed=item.seed,
        passed=item.passed,
        strategy=item.strategy,
        confidence=item.confidence,
        seconds=round(sum(item.timings.values()), 1),
        thumb=_thumb(job, item),
        final=pictures.shown(job, item.final),
        drawing=pictures.shown(job, item.candidate),
        layers=[Layer(name=name, **shown.model_dump()) for name, shown in layers if shown],
        checks=[_finding(Check.of_json(entry), language) for entry in item.checks],
        remarks=[_told(_of_data(remark, "code"), language) for remark in item.remarks],
        tried=[_attempted(attempt, language) for attempt in item.tried],
        marks=pictures.shown(job, item.marks),
        error=_told(item.error, language) if item.error else None,
    )


def _finding(check: Check, language: str) -> Finding:
    return Finding(
        rule=check.rule,
        name=check.name(language),
        passed=check.passed,
        measured=check.measured,
        figure=check.figure,
        low=check.low,
        high=check.high,
        unit=check.unit,
        message=check.message(language),
        hint=check.hint(language),
    )


def _attempted(attempt: dict[str, Any], language: str) -> Attempted:
    told = _told(_of_data(attempt, "reason"), language)
    return Attempted(
        **told.model_dump(), strategy=attempt["strategy_id"], accepted=attempt["accepted"]
    )


def _of_data(data: dict[str, Any], key: str) -> Failure:
    return Failure(data[key], data.get("context", {}))


def _told(what: Failure, language: str) -> Told:
    context = {key: value for key, value in what.context.items() if key != "path"}
    return Told(
        code=what.code,
        message=i18n.text(what.code, language, **context),
        hint=i18n.hint(what.code, language, **context),
    )


def _thumb(job: JobFolder, item: CandidateStatus) -> str | None:
    name = pictures.thumb(item)
    return pictures.address(job, name) if name and pictures.inside(job, name) else None


def _concept(job: JobFolder, planned: Payload) -> str:
    """What was asked for, in the person's words; else the words that the plan understood."""
    brief = job.files.local("brief.yaml")
    words = ", ".join(subject.word for subject in planned.request.subjects)
    return _typed(brief, brief.stat().st_mtime_ns) or words


@lru_cache(maxsize=KEPT)
def _typed(brief: Path, _modified: int) -> str | None:
    try:
        return load_file(brief)[0].object_concept
    except NukkiError:
        return None


def _payload(job: JobFolder) -> Payload:
    found = job.files.stat(payloads.NAME)
    return _planned(job.files, found.tag if found else "")


@lru_cache(maxsize=KEPT)
def _planned(files: Storage, _tag: str) -> Payload:
    return payloads.load(files)
