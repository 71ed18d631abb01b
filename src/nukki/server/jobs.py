"""Routes of jobs: the list from the index, and one job with everything that is known of it."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from fastapi import APIRouter, Query
from fastapi.responses import JSONResponse, Response
from pydantic import BaseModel, Field

from nukki.catalog.packs import PACK_ID
from nukki.errors import InputError
from nukki.jobs import events, index
from nukki.jobs import payload as payloads
from nukki.jobs.events import Event, State
from nukki.jobs.history import History
from nukki.jobs.queue.places import Place, places
from nukki.server import cards
from nukki.server.cards import JobCard
from nukki.server.deps import Found, HistoryOf
from nukki.server.detail import Job, detail
from nukki.server.problems import documented
from nukki.server.speech import Language

router = APIRouter(prefix="/api/jobs", tags=["jobs"])

Id = Annotated[str, Query(max_length=128, pattern=r"^[a-z0-9]+(-[a-z0-9]+)*$")]
PackId = Annotated[str, Field(max_length=64, pattern=f"^{PACK_ID.pattern}$")]
Packs = Annotated[list[PackId] | None, Query(max_length=20)]


class JobPage(BaseModel):
    """Jobs in order. `next` is the cursor of the page after this one, `total` counts all jobs that
    match."""

    jobs: list[JobCard]
    next: str | None
    total: int


@router.get("", responses=documented(401, 422, 503))
def list_jobs(
    history: HistoryOf,
    language: Language,
    text: Annotated[str, Query(max_length=200, description="Words that a job must hold")] = "",
    state: Annotated[list[State] | None, Query()] = None,
    pack: Packs = None,
    engine: Id | None = None,
    model: Id | None = None,
    starred: bool | None = None,
    sort: Literal["created", "updated"] = "created",
    order: Literal["newest", "oldest"] = "newest",
    limit: Annotated[int, Query(ge=1, le=100)] = 30,
    cursor: Annotated[str | None, Query(max_length=300)] = None,
) -> JobPage:
    """Jobs of this storage, searched and filtered; `cursor` is the `next` of the page before.

    Of several `state` or `pack` a job needs one. Nothing but the index is read.
    """
    page = history.index.page(
        index.Query(
            text=text,
            states=tuple(state or ()),
            packs=tuple(pack or ()),
            engine=engine,
            model=model,
            starred=starred,
            sort=sort,
            descending=order == "newest",
            cursor=cursor,
            limit=limit,
        )
    )
    waiting = any(row.state not in events.FINISHED for row in page.rows)
    standing = _standing(history) if waiting else {}
    shown = [cards.of_row(row, language, standing.get(row.id)) for row in page.rows]
    return JobPage(jobs=shown, next=page.next, total=page.total)


@router.get("/{job_id}", responses=documented(401, 404, 409, 422, 503))
def get_job(job: Found, history: HistoryOf, language: Language) -> Job:
    """One job: state, progress, place in the queue, candidates with checks and pictures, brief."""
    return detail(job, language, _standing(history).get(job.id))


@router.get("/{job_id}/payload", responses=documented(401, 404, 409, 422))
def get_payload(job: Found) -> dict[str, Any]:
    """The payload: everything that is pinned for drawing the job again, with its identity."""
    return payloads.load(job.files).to_file()


@router.get(
    "/{job_id}/events",
    response_model=list[dict[str, Any]],
    responses=documented(401, 404, 409, 422),
)
def get_events(job: Found) -> Response:
    """The log of the job, oldest first: each event with `at`, `event` and what its kind tells."""
    try:
        return JSONResponse([_public(event) for event in events.read(job.files)])
    except (RecursionError, ValueError):  # a log from anywhere, nested without end or with NaN
        raise InputError("server-job-damaged", found=job.id) from None


def _standing(history: History) -> dict[str, Place]:
    return {place.job_id: place for place in places(history.database)}


def _public(event: Event) -> Event:
    """An event without the machine that it happened on."""
    shown: Event = _without_places({**event, "owner": None})
    del shown["owner"]
    return shown


def _without_places(value: Any) -> Any:
    """`value` without what blanks of sentences tell of paths."""
    if isinstance(value, list):
        return [_without_places(part) for part in value]
    if isinstance(value, dict):
        return {key: _without_places(part) for key, part in value.items() if key != "path"}
    return value
