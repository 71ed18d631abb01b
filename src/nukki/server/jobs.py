"""Routes of jobs: the list from the index, and one job with everything that is known of it."""

from __future__ import annotations

from datetime import UTC, date, datetime, time, timedelta
from typing import Annotated, Any, Literal

from fastapi import APIRouter, Query
from fastapi.responses import JSONResponse, Response
from pydantic import BaseModel, Field

from nukki.brief.seeds import SEED_LIMIT
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

EARLIEST, LATEST = date(1, 1, 3), date(9999, 12, 28)  # a day more or less still is a day

Id = Annotated[str, Query(max_length=128, pattern=r"^[a-z0-9]+(-[a-z0-9]+)*$")]
PackId = Annotated[str, Field(max_length=64, pattern=f"^{PACK_ID.pattern}$")]
Packs = Annotated[list[PackId] | None, Query(max_length=20)]
Seed = Annotated[int | None, Query(ge=0, le=SEED_LIMIT, description="A seed of one candidate")]
Since = Annotated[date | None, Query(description="The first day")]
Until = Annotated[date | None, Query(description="The last day, all of it")]
Zone = Annotated[
    int, Query(ge=-1440, le=1440, description="Minutes that the caller's days are ahead of UTC's")
]
Offset = Annotated[int, Query(ge=0, le=1_000_000, description="Jobs to leave out before the first")]


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
    seed: Seed = None,
    since: Since = None,
    until: Until = None,
    tz: Zone = 0,
    sort: Literal["created", "updated"] = "created",
    order: Literal["newest", "oldest"] = "newest",
    limit: Annotated[int, Query(ge=1, le=100)] = 30,
    cursor: Annotated[str | None, Query(max_length=300)] = None,
    offset: Offset = 0,
) -> JobPage:
    """Jobs of this storage, searched and filtered; `cursor` is the `next` of the page before.

    `text` is looked for in what was asked, ids, models, notes, seeds and the names of packs in both
    languages. Of several `state` or `pack` a job needs one. `since` and `until` are days of UTC, or
    of the clock that `tz` names (540 in Seoul). `offset` goes to any place of a long list, but
    moves when jobs are added; a cursor does not. Nothing but the index is read.
    """
    page = history.index.page(
        index.Query(
            text=text,
            states=tuple(state or ()),
            packs=tuple(pack or ()),
            engine=engine,
            model=model,
            starred=starred,
            seed=seed,
            since=_begin(since, tz) if since else None,
            before=_begin(until, tz, days=1) if until else None,
            sort=sort,
            descending=order == "newest",
            cursor=cursor,
            offset=offset,
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


def _begin(day: date, ahead: int, days: int = 0) -> str:
    """The instant at which a day begins, or the one `days` later, where clocks are so many minutes
    ahead of UTC."""
    day = min(max(day, EARLIEST), LATEST)
    begun = datetime.combine(day, time(), UTC) + timedelta(days=days, minutes=-ahead)
    return begun.isoformat(timespec="milliseconds").replace("+00:00", "Z")


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
