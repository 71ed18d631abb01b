"""What events say to people: the same cards in the same words as the API's answers."""

from __future__ import annotations

from collections.abc import Iterable
from contextlib import suppress
from time import monotonic

from pydantic import BaseModel

from nukki.errors import NukkiError
from nukki.jobs import status
from nukki.jobs.events import FINISHED
from nukki.jobs.feed import FeedEvent
from nukki.jobs.history import History
from nukki.jobs.queue.places import Place, places
from nukki.jobs.status import Status
from nukki.server import cards, detail
from nukki.server.cards import Advance, JobCard, Standing
from nukki.server.decisions import Decided
from nukki.server.detail import Candidate
from nukki.server.hub import Notice, frame

SHORT = "progress"  # the one event that comes often: it tells the step and nothing else
FRESH_S = 0.5  # how long what is known of the line is taken for true
MOST_PLACES = 200  # of the line, so that a long one does not go to everybody at each move


class News(BaseModel):
    """The data of one event. What is absent did not change, or is not to be had any more.

    `progress` tells only where the job stands, and `queue` where the first of the line do, by
    job. Every other event brings the whole card, as it is when the event is told; `candidate`,
    `refined` and `decided` also bring the candidate that was finished or refined, or all that was
    decided.
    """

    job: str | None = None
    at: str | None = None
    card: JobCard | None = None
    progress: Advance | None = None
    candidate: Candidate | None = None
    decided: Decided | None = None
    places: dict[str, Standing] | None = None


class Teller:
    """Tells events of one history, in the thread that reads them or for one who missed some."""

    def __init__(self, history: History) -> None:
        self.history = history
        self._line: dict[str, Place] = {}
        self._line_read = -FRESH_S

    def notice(self, event: FeedEvent, languages: Iterable[str]) -> Notice:
        """The event in each of `languages`; a job that is gone or damaged comes without its card.

        Raises StorageError.
        """
        frames = {
            language: frame(event.kind, self._news(event, language), event.id)
            for language in languages
        }
        key = (SHORT, event.job_id) if event.kind == SHORT else event.id
        return Notice(event.id, event.job_id, key, frames)

    def queue(self, languages: Iterable[str]) -> Notice:
        """Where the jobs of the line stand now; raises StorageError."""
        self._read_line()
        first = list(self._line.items())[:MOST_PLACES]
        news = News(places={job_id: cards.standing(place) for job_id, place in first})
        told = frame("queue", news.model_dump_json(exclude_unset=True))
        return Notice(None, None, "queue", dict.fromkeys(languages, told))

    def _news(self, event: FeedEvent, language: str) -> str:
        news = News(job=event.job_id, at=event.at)
        told = _told(event)
        if event.kind != SHORT:
            news.card = self._card(event.job_id, language)
        elif told.progress is not None:
            news.progress = cards.advance(told.progress, language)
        if event.kind == "decided":
            news.decided = Decided.model_validate(event.data)
        if told.candidates:
            with suppress(NukkiError):  # its folder is gone: the card stands for itself
                job = self.history.find(event.job_id)
                news.candidate = detail.candidate(job, told.candidates[0], language)
        return news.model_dump_json(exclude=_absent(news))

    def _card(self, job_id: str, language: str) -> JobCard | None:
        row = self.history.index.get(job_id)
        if row is None:
            return None
        if row.state in FINISHED:
            return cards.of_row(row, language)
        if monotonic() - self._line_read >= FRESH_S:
            self._read_line()
        return cards.of_row(row, language, self._line.get(job_id))

    def _read_line(self) -> None:
        self._line = {place.job_id: place for place in places(self.history.database)}
        self._line_read = monotonic()


def _told(event: FeedEvent) -> Status:
    """What the event alone says of its job."""
    # Alone, an edit is of a candidate that nobody has told of.
    kind = "candidate" if event.kind == "refined" else event.kind
    line = {**event.data, "at": event.at, "event": kind}
    return status.of(event.job_id, [line])


def _absent(news: News) -> set[str]:
    """The fields of the news itself that are empty; within a card null has a meaning."""
    return {name for name in News.model_fields if getattr(news, name) is None}
