"""One reader of the feed for all callers: each event is read once and told once per language."""

from __future__ import annotations

import asyncio
import logging
import threading
from collections.abc import Callable, Hashable, Iterable, Mapping
from contextlib import suppress
from dataclasses import dataclass
from math import inf
from time import monotonic
from typing import TYPE_CHECKING

from anyio import CapacityLimiter

from nukki.errors import BackendError, StorageError

if TYPE_CHECKING:
    from nukki.jobs.feed import Feed, FeedEvent

LOG = logging.getLogger(__name__)
CALLERS_MOST = 400  # each holds a socket; a process has 1,024 of them by default
PENDING_MOST = 256  # notices that wait for one slow caller
REPLAYS_AT_ONCE = 4  # the others wait, and leave the server's threads to other requests
REPLAY_MOST = 1000  # events that a caller who was away gets again; one away for longer reloads
BATCH = 500
WAIT_S = 0.25  # how long the reader may need to hear that the server stops
PAUSE_S = 1.0  # after the database failed
QUEUE_S = 0.5  # until the line is told anew: a job stands in it a moment after it was made


@dataclass(frozen=True)
class Notice:
    """What is sent of an event: its bytes by language. One with the same `key` replaces it.

    `id` is its place in the feed and `job_id` its job; None for what has none.
    """

    id: int | None
    job_id: str | None
    key: Hashable
    frames: Mapping[str, bytes]


class Listener:
    """One caller: what waits to be sent to it. All but `language` belongs to the event loop."""

    def __init__(self, language: str, job_id: str | None = None) -> None:
        self.language = language
        self.job_id = job_id
        self.position: int | None = None  # the last event that it has, once that is known
        self._pending: dict[Hashable, Notice] = {}
        self._awake = asyncio.Event()
        self._last_words: bytes | None = None

    @property
    def is_over(self) -> bool:
        """Whether nothing more is kept for it."""
        return self._last_words is not None

    def put(self, notice: Notice) -> None:
        """Let a notice wait; a caller that does not keep up is cut and told to load all anew."""
        if self.is_over or not self._wants(notice):
            return
        self._pending.pop(notice.key, None)  # ids go up: the newer one has its place at the end
        self._pending[notice.key] = notice
        if len(self._pending) > PENDING_MOST:
            newest = max(waiting.id or 0 for waiting in self._pending.values())
            self.end(frame("reset", "{}", newest))
        self._awake.set()

    def begin(self, position: int) -> None:
        """The caller has everything up to `position`: drop that of what came meanwhile."""
        self.position = position
        self._pending = {key: item for key, item in self._pending.items() if self._wants(item)}

    def end(self, last_words: bytes = b"") -> None:
        """Send nothing more but `last_words`."""
        self._pending.clear()
        self._last_words = last_words
        self._awake.set()

    async def take(self, seconds: float) -> bytes | None:
        """What waits, b"" after `seconds` of silence, None once everything was said."""
        try:
            async with asyncio.timeout(seconds):
                await self._awake.wait()
        except TimeoutError:
            return b""
        if self._last_words is not None:
            said, self._last_words = self._last_words, b""
            return said or None
        self._awake.clear()
        waiting, self._pending = self._pending, {}
        return b"".join(notice.frames.get(self.language, b"") for notice in waiting.values())

    def _wants(self, notice: Notice) -> bool:
        known = notice.id is not None and self.position is not None and notice.id <= self.position
        mine = self.job_id is None or notice.job_id is None or notice.job_id == self.job_id
        return mine and not known


Tell = Callable[["FeedEvent", Iterable[str]], Notice]
TellQueue = Callable[[Iterable[str]], Notice]


class Hub:
    """Reads the feed in a thread of its own and hands every event to all listeners."""

    def __init__(self, feed: Feed, tell: Tell, tell_queue: TellQueue) -> None:
        self.feed, self.tell, self.tell_queue = feed, tell, tell_queue
        self.replaying = CapacityLimiter(REPLAYS_AT_ONCE)
        self._listeners: set[Listener] = set()
        self._languages: frozenset[str] = frozenset()
        self._ended = threading.Event()
        self._last = 0
        self._queue_due = inf
        self._thread = threading.Thread(target=self._read, name="live", daemon=True)

    def start(self, loop: asyncio.AbstractEventLoop) -> None:
        """Begin to read for listeners of `loop`; raises StorageError."""
        self._loop = loop
        self._last = self.feed.newest()
        self._thread.start()

    def end_streams(self) -> None:
        """End every answer that is under way."""
        for listener in list(self._listeners):
            listener.end()

    def stop(self) -> None:
        """Wait for the reader; nobody listens any more."""
        self._ended.set()
        self._thread.join()

    def enter(self, listener: Listener) -> None:
        """Begin to keep events for a listener; raises BackendError live-full."""
        if len(self._listeners) >= CALLERS_MOST:
            raise BackendError("live-full", allowed=CALLERS_MOST, retry_after_s=5)
        self._listeners.add(listener)
        self._count_languages()

    def leave(self, listener: Listener) -> None:
        """Forget a listener."""
        self._listeners.discard(listener)
        self._count_languages()

    def missed(self, listener: Listener, after: int | None) -> tuple[int, bytes]:
        """What happened since event `after`, and the id of the newest event in it.

        It ends with `ready`; when too much happened, or nobody knows any more, it is a `reset`.
        Reads the database; raises StorageError.
        """
        newest = self.feed.newest()
        if after is None:
            return newest, frame("ready", "{}", newest)
        known = self.feed.holds(after)
        events = self.feed.since(after, REPLAY_MOST + 1) if known else []
        if not known or len(events) > REPLAY_MOST:
            return newest, frame("reset", "{}", newest) + frame("ready", "{}", newest)
        last = events[-1].id if events else after
        mine = [event for event in events if listener.job_id in (None, event.job_id)]
        told = (self.tell(event, [listener.language]) for event in latest(mine))
        again = b"".join(notice.frames[listener.language] for notice in told)
        return last, again + frame("ready", "{}", last)

    def tell_line(self) -> None:
        """The line was changed without an event: tell soon where everybody stands."""
        self._queue_due = min(self._queue_due, monotonic() + QUEUE_S)

    def tell_library(self) -> None:
        """The library of brand artwork was changed by this server; that is no event of a job."""
        told = frame("assets", "{}")
        self._post([Notice(None, None, "assets", dict.fromkeys(self._languages, told))])

    def _count_languages(self) -> None:
        self._languages = frozenset(listener.language for listener in self._listeners)

    def _read(self) -> None:
        while not self._ended.is_set():
            try:
                if self.feed.wait(self._last, WAIT_S):
                    self._hand_on(self.feed.since(self._last, BATCH))
                self._hand_on_queue()
            except StorageError as error:
                LOG.warning("the feed cannot be read: %s", error)
                self._ended.wait(PAUSE_S)
            except Exception:  # without this thread nobody would hear of anything any more
                LOG.exception("the feed cannot be handed on")
                self._ended.wait(PAUSE_S)

    def _hand_on(self, events: list[FeedEvent]) -> None:
        """Tell `events` in every language that somebody listens in.

        Who comes while this runs reads in the database what is missing here: the languages are
        looked up after the events were read.
        """
        languages = self._languages
        self._post([told for event in latest(events) if (told := self._told(event, languages))])
        self._last = events[-1].id if events else self._last
        if any(event.kind != "progress" for event in events):
            self._queue_due = min(self._queue_due, monotonic() + QUEUE_S)

    def _told(self, event: FeedEvent, languages: Iterable[str]) -> Notice | None:
        try:
            return self.tell(event, languages)
        except StorageError:
            raise
        except Exception:  # one event that cannot be told must not silence all that follow
            LOG.exception("event %d of job %s cannot be told", event.id, event.job_id)
            return None

    def _hand_on_queue(self) -> None:
        """Tell where everybody in the line stands, when that may have changed."""
        if monotonic() >= self._queue_due:
            self._queue_due = inf
            if languages := self._languages:
                self._post([self.tell_queue(languages)])

    def _post(self, notices: list[Notice]) -> None:
        with suppress(RuntimeError):  # the loop has ended, and with it everybody who listened
            self._loop.call_soon_threadsafe(self._hand_out, notices)

    def _hand_out(self, notices: list[Notice]) -> None:
        for notice in notices:
            for listener in list(self._listeners):
                listener.put(notice)
                if listener.is_over:  # it may sleep for ever, and must take nobody's room
                    self.leave(listener)


def frame(event: str, data: str, event_id: int | None = None) -> bytes:
    """One event of a stream; `data` is JSON on one line.

    >>> frame("ready", "{}", 7)
    b'id: 7\\nevent: ready\\ndata: {}\\n\\n'
    """
    named = "" if event_id is None else f"id: {event_id}\n"
    return f"{named}event: {event}\ndata: {data}\n\n".encode()


def latest(events: list[FeedEvent]) -> list[FeedEvent]:
    """The events without progress that newer progress of the same job has made stale."""
    newest = {event.job_id: event.id for event in events if event.kind == "progress"}
    return [e for e in events if e.kind != "progress" or newest[e.job_id] == e.id]
