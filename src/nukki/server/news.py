"""What events say to people: the same cards in the same words as the API's answers."""

from __future__ import annotations

from collections.abc import Iterable
from contextlib import suppress
from typing import TYPE_CHECKING

from pydantic import BaseModel

from nukki.errors import NukkiError
from nukki.jobs import status
from nukki.jobs.status import Status
from nukki.server import cards
from nukki.server.cards import Advance, Candidate, JobCard
from nukki.server.hub import Notice, frame

if TYPE_CHECKING:
    from nukki.jobs.feed import FeedEvent
    from nukki.jobs.history import History

SHORT = "progress"  # the one event that comes often: it tells the step and nothing else


class News(BaseModel):
    """The data of one event. What is absent did not change, or is not to be had any more.

    `progress` tells only where the job stands; every other event brings the whole card, as it is
    when the event is told, and `candidate` the candidate that was finished.
    """

    job: str
    at: str
    card: JobCard | None = None
    progress: Advance | None = None
    candidate: Candidate | None = None


class Teller:
    """Tells events of one history."""

    def __init__(self, history: History) -> None:
        self.history = history

    def notice(self, event: FeedEvent, languages: Iterable[str]) -> Notice:
        """The event in each of `languages`; one whose folder is damaged comes without its card."""
        frames = {
            language: frame(event.kind, self._news(event, language), event.id)
            for language in languages
        }
        key = (SHORT, event.job_id) if event.kind == SHORT else event.id
        return Notice(event.id, event.job_id, key, frames)

    def _news(self, event: FeedEvent, language: str) -> str:
        news = News(job=event.job_id, at=event.at)
        told = _told(event)
        if event.kind == SHORT:
            if told.progress is not None:
                news.progress = cards.advance(told.progress, language)
            return news.model_dump_json(exclude_unset=True)
        with suppress(NukkiError):  # what cannot be read is told without a card
            job = self.history.find(event.job_id)
            news.card = cards.card(job, language)
            for finished in told.candidates:
                news.candidate = cards.candidate(job, finished, language)
        return news.model_dump_json(exclude_unset=True)


def _told(event: FeedEvent) -> Status:
    """What the event alone says of its job."""
    line = {**event.data, "at": event.at, "event": event.kind}
    return status.of(event.job_id, [line])
