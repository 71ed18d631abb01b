"""The route of the queue: who is drawn now, who waits, and for how long."""

from __future__ import annotations

from fastapi import APIRouter
from pydantic import BaseModel

from nukki.jobs.queue.places import Place, places
from nukki.server.cards import Standing, standing
from nukki.server.deps import HistoryOf, SettingsOf
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
    """Jobs that are drawn now, then those that wait in the order of their turn."""

    running: list[Queued]
    waiting: list[Queued]
    engines: list[Engine]


@router.get("/queue", responses=documented(401, 503))
def get_queue(history: HistoryOf, settings: SettingsOf) -> Queue:
    """The queue of every engine. It is read from the line alone: no engine is asked."""
    shown = [_queued(place) for place in places(history.database)]
    return Queue(
        running=[item for item in shown if item.state == "running"],
        waiting=[item for item in shown if item.state == "waiting"],
        engines=list_engines(settings, history),
    )


def _queued(place: Place) -> Queued:
    return Queued(
        **standing(place).model_dump(),
        job_id=place.job_id,
        summary=place.summary,
        engine=place.engine,
        model=place.family,
    )
