"""A command that draws one job itself, but in its turn: it stands in the line like everybody."""

from __future__ import annotations

import logging
import threading
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager, suppress
from dataclasses import replace

from nukki.errors import StorageError
from nukki.jobs.history import History
from nukki.jobs.queue.closing import Closing
from nukki.jobs.queue.heartbeat import BEAT_S, Heart, Watch, workers
from nukki.jobs.queue.line import Claim, Entry, Fenced
from nukki.jobs.queue.places import Place
from nukki.jobs.status import Failure
from nukki.jobs.store import JobFolder

log = logging.getLogger(__name__)

LOOK_S = 0.25

Tell = Callable[[list[Place]], None]


class Command:
    """This process as a worker for the jobs that it was started for. `stop` ends the drawing."""

    def __init__(
        self, history: History, slots: Mapping[str, str], stop: threading.Event, tell: Tell
    ) -> None:
        self.slots, self.stop, self.tell = dict(slots), stop, tell
        self.closing = Closing(history)
        self.line = self.closing.line
        self.heart = Heart(history.database, "run", slots)
        self._watch = Watch(lambda: self.heart.id)
        self._alone = False
        self._over = threading.Event()

    @contextmanager
    def turn(self, job: JobFolder, entry: Entry) -> Iterator[JobFolder | None]:
        """Wait for the job's turn and hold its slot for the block, which gets the job's folder.

        None when the job was canceled before its turn: that stands in its log already.
        Raises StorageError (database-…) before anything waits.
        """
        me = self.heart.begin()
        try:
            self._look_around()
            self.line.enter(job.id, replace(entry, only=me))
            for part in (self._beat, self._end_orphans):
                threading.Thread(target=part, name=f"command {part.__name__}", daemon=True).start()
            claim = self._wait(job.id)
            if claim is None:
                yield None
                return
            folder = self.closing.folder(claim)
            try:
                yield folder
            finally:
                with suppress(Fenced, StorageError):
                    self.line.release(job.id, claim.epoch)
        finally:
            self._over.set()
            with suppress(StorageError):
                self.heart.end()

    def _wait(self, job_id: str) -> Claim | None:
        """The claim on the job at its turn; None when it is over before."""
        while not self.stop.is_set():
            try:
                claim = self.line.claim(self.heart.id, self.slots, serves=False, alone=self._alone)
                if claim is not None:
                    return claim
                if self.line.epoch(job_id) != 0:  # somebody ends it, or has already
                    self.stop.wait(LOOK_S)
                    return None
                self.tell(self.line.places())
            except StorageError as error:  # the slot is no freer because nobody can be asked
                log.warning("the queue cannot be asked: %s", error)
                self.stop.wait(BEAT_S)
            self.stop.wait(LOOK_S)
        if self.line.cancel(job_id, self.heart.id) == "gone":
            epoch = self.line.epoch(job_id) or 0
            self.closing.end(Claim(job_id, epoch), "canceled", Failure("job-canceled"))
        return None

    def _beat(self) -> None:
        """Live, hear of cancels, and look after the dead, until the job is over."""
        quiet = 0.0
        while not self._over.wait(LOOK_S):
            quiet += LOOK_S
            try:
                if self.line.to_cancel(self.heart.id):
                    self.stop.set()
                if quiet >= BEAT_S:
                    quiet = 0.0
                    if not self.heart.beat():
                        self.stop.set()  # others gave this process up
                    self._look_around()
            except StorageError as error:
                log.warning("the queue cannot look around: %s", error)

    def _end_orphans(self) -> None:
        """End what nobody goes on with; apart from the heart, for engines may be slow to answer."""
        while not self._over.wait(BEAT_S):
            try:
                self.closing.end_orphans(self.heart.id)
            except StorageError as error:
                log.warning("the queue cannot look around: %s", error)

    def _look_around(self) -> None:
        self.closing.bury(self._watch)
        mine = set(self.slots.values())
        self._alone = not any(
            worker.kind == "serve" and mine & set(worker.slots.values())
            for worker in workers(self.closing.history.database)
        )
