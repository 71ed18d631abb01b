"""A job as a card in the list, from its row in the index alone."""

from __future__ import annotations

from typing import Literal

from pydantic import BaseModel

from nukki import i18n
from nukki.engines import registry
from nukki.errors import InputError
from nukki.jobs.events import FINISHED, State
from nukki.jobs.payload import Note
from nukki.jobs.queue.places import Place
from nukki.jobs.row import Row
from nukki.jobs.status import Failure, Progress
from nukki.jobs.store import JobFolder


class Told(BaseModel):
    """Something that happened, as a sentence in the language of the request."""

    code: str
    message: str
    hint: str


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


class Standing(BaseModel):
    """Where a job stands in the queue: `position` is 0 while it is drawn, 1 for the next of its
    engine.

    `starts_s` runs until it begins, `eta_s` until it is done; null where nobody can know.
    """

    state: Literal["waiting", "running"]
    position: int
    starts_s: float | None
    eta_s: float | None
    priority: int
    canceling: bool


class JobCard(BaseModel):
    """A job in the list. `selected` counts candidates that a person chose; `place` is missing for
    a job that is not in the queue."""

    id: str
    state: State
    created: str
    updated: str
    concept: str
    packs: list[str]
    engine: str
    model: str
    origin: str | None
    width: int
    height: int
    total: int
    done: int
    passed: int
    starred: bool
    selected: int
    note: str
    progress: Advance | None
    error: Told | None
    thumbs: list[Thumb]
    place: Standing | None
    can_cancel: bool
    can_rerun: bool
    can_delete: bool


def card(job: JobFolder, language: str) -> JobCard:
    """The job in short, read from its folder; raises InputError server-job-damaged."""
    try:
        row = Row.of_folder(job, job.status())
    except InputError:
        raise InputError("server-job-damaged", found=job.id) from None
    return of_row(row, language)


def of_row(row: Row, language: str, place: Place | None = None) -> JobCard:
    """The card of a job of the index."""
    waits = row.state == "queued" and (place is None or place.state == "waiting")
    return JobCard(
        id=row.id,
        state=row.state,
        created=row.created,
        updated=row.updated,
        concept=row.concept,
        packs=list(row.packs),
        engine=row.engine,
        model=row.model,
        origin=row.origin,
        width=row.width,
        height=row.height,
        total=row.total,
        done=row.done,
        passed=row.passed,
        starred=row.starred,
        selected=row.selected,
        note=row.note,
        progress=advance(row.progress, language) if row.progress else None,
        error=told(row.error, language) if row.error else None,
        thumbs=[
            Thumb(index=item.index, url=_address(row.id, item.file), passed=item.passed)
            for item in row.thumbs
        ],
        place=standing(place) if place else None,
        can_cancel=row.state not in FINISHED,
        can_rerun=row.engine in registry.NAMES,
        can_delete=waits or row.state in FINISHED,
    )


def standing(place: Place) -> Standing:
    """Where a job of the line stands."""
    return Standing(
        state=place.state,
        position=place.position,
        starts_s=place.starts_s,
        eta_s=place.eta_s,
        priority=place.priority,
        canceling=place.canceling,
    )


def advance(at: Progress, language: str) -> Advance:
    """Where a running job stands, with its stage in words."""
    return Advance(
        index=at.index,
        stage=i18n.text(f"stage-{at.stage}", language) if at.stage else "",
        step=at.step,
        steps=at.steps,
        eta_s=at.eta_s,
    )


def told(what: Failure | Note, language: str) -> Told:
    """What was written down, as a sentence; where it lies on this machine is left out."""
    context = {key: value for key, value in what.context.items() if key != "path"}
    return Told(
        code=what.code,
        message=i18n.text(what.code, language, **context),
        hint=i18n.hint(what.code, language, **context),
    )


def _address(job_id: str, file: str | None) -> str | None:
    return f"/api/jobs/{job_id}/files/{file}" if file else None
