"""The routes of the queue: who is drawn now, who waits and for how long, and who goes first."""

from __future__ import annotations

from typing import Annotated

from fastapi import APIRouter, Query, Request
from pydantic import BaseModel, ConfigDict, Field

from nukki.errors import InputError
from nukki.jobs.queue.places import Place, places
from nukki.server.cards import Standing, standing
from nukki.server.deps import Found, HistoryOf, LineOf, SettingsOf
from nukki.server.hub import Hub
from nukki.server.models import Engine, list_engines
from nukki.server.problems import documented

router = APIRouter(prefix="/api", tags=["queue"])


class Queued(Standing):
    """A job in the queue with what it is."""

    job_id: str
    summary: str
    engine: str
    model: str


class Queue(BaseModel):
    """Jobs that are drawn now, then those that wait in the order of their turn, as many as were
    asked for; `total` counts all that wait."""

    running: list[Queued]
    waiting: list[Queued]
    total: int
    engines: list[Engine]


class Urgency(BaseModel):
    """How urgent a waiting job is: 0 is drawn first, 5 is usual, 9 comes last."""

    model_config = ConfigDict(extra="forbid")

    priority: Annotated[int, Field(ge=0, le=9, strict=True)]


@router.get("/queue", responses=documented(401, 422, 503))
def get_queue(
    history: HistoryOf,
    settings: SettingsOf,
    limit: Annotated[int, Query(ge=1, le=1000)] = 200,
) -> Queue:
    """The queue of every engine. It is read from the line alone: no engine is asked."""
    shown = places(history.database)
    waiting = [place for place in shown if place.state == "waiting"]
    return Queue(
        running=[_queued(place) for place in shown if place.state == "running"],
        waiting=[_queued(place) for place in waiting[:limit]],
        total=len(waiting),
        engines=list_engines(settings, history),
    )


@router.put("/jobs/{job_id}/priority", responses=documented(401, 403, 404, 409, 422, 503))
def set_priority(
    job: Found, urgency: Urgency, history: HistoryOf, line: LineOf, request: Request
) -> Queued:
    """Let a job that waits be drawn sooner or later, and tell where it stands now."""
    hub: Hub = request.app.state.live
    changed = line.prefer(job.id, urgency.priority)
    found = next((place for place in places(history.database) if place.job_id == job.id), None)
    if not changed or found is None:
        raise InputError("job-not-waiting", found=job.id)
    hub.tell_line()
    return _queued(found)


def _queued(place: Place) -> Queued:
    return Queued(
        **standing(place).model_dump(),
        job_id=place.job_id,
        summary=place.summary,
        engine=place.engine,
        model=place.family,
    )
