"""One claimed job in this process: its steps, its engine's drawing, and every way to stop.

Any number of threads run steps of one job; each step may be run again after a crash.
"""

from __future__ import annotations

import logging
import threading
from collections.abc import Callable
from contextlib import suppress
from dataclasses import asdict, dataclass

from nukki.core.storage_faults import AWAY
from nukki.engines import registry
from nukki.engines.engine import Engine
from nukki.errors import NukkiError, StorageError
from nukki.jobs import steps
from nukki.jobs.drawing import Drawing, end_submitted
from nukki.jobs.payload import Payload
from nukki.jobs.queue.line import Claim, Fenced, Line
from nukki.jobs.queue.work import Left, Memo
from nukki.jobs.status import CandidateStatus, Failure
from nukki.jobs.steps import Step
from nukki.jobs.store import JobFolder
from nukki.jobs.workshop import Canceled, Workshop

log = logging.getLogger(__name__)

STOPPED_S = 3.0  # an engine that was told to stop has stopped by then, or is noted as still running
_LOOK_S = 0.2


@dataclass(frozen=True)
class Crew:
    """What every job of this process is worked on with; the contact sheet speaks `language`."""

    line: Line
    workshop: Workshop
    engine: Callable[[str], Engine] = registry.open_engine
    language: str | None = None

    def hire(self, claim: Claim, folder: JobFolder, drawn: Callable[[], None]) -> RunningJob:
        """Somebody to work on a job; calls `drawn` when its engine has done its part."""
        return RunningJob(self, claim, folder, drawn)


class RunningJob:
    """See `work.Work`."""

    def __init__(
        self, crew: Crew, claim: Claim, folder: JobFolder, drawn: Callable[[], None]
    ) -> None:
        self.crew, self.claim, self.folder, self.drawn = crew, claim, folder, drawn
        self.trouble: Exception | None = None
        self.total = 0
        self._canceled, self._left = threading.Event(), threading.Event()
        self._halt = threading.Event()  # either of them
        self._stopped = threading.Event()  # the engine, after a cancel
        self._lock, self._news = threading.RLock(), threading.Condition()
        self._payload: Payload | None = None
        self._drawing: Drawing | None = None
        self._drawn: set[int] = set()
        self._recorded: set[int] = set()
        self._broken: Memo = {}
        self._died = claim.deaths > 0

    def prepare(self) -> Memo:
        """See Work."""

        def do() -> Memo:
            if steps.logged(self.folder).state == "queued":
                self.folder.enter("preparing")
            self.folder.brief_text()
            return {"candidates": len(self._verified().request.seeds)}

        return self._step(do)

    def submit(self) -> Memo:
        """See Work."""

        def do() -> Memo:
            self._draw_what_is_missing()
            return {}

        return self._step(do)

    def draw(self, index: int) -> Memo:
        """See Work."""

        def do() -> Memo:
            memo = self._drawn_or_why_not(index)
            with self._lock:
                self._drawn.add(index)
                last = len(self._drawn) == self.total
            if last:
                self.drawn()
            return memo

        return self._step(do, index)

    def alpha(self, index: int) -> Memo:
        """See Work."""
        return self._step(lambda: self._run("alpha", index), index)

    def finish(self, index: int) -> Memo:
        """See Work."""
        return self._step(lambda: self._run("finish", index), index)

    def check(self, index: int, before: Memo) -> Memo:
        """See Work."""

        def do() -> Memo:
            if "canceled" in before or self._is_recorded(index):
                return {}
            payload, made = self._verified(), before.get("failed")
            if made is None:
                result = self._run("check", index)
                made = result.get("made") or result["failed"]
            elif "index" not in made:  # a step could not even begin
                error = Failure(made["code"], made["context"])
                made = asdict(CandidateStatus(index, payload.request.seeds[index], error=error))
            steps.record(self.folder, payload, made)
            return {}

        memo = self._step(do, index)
        with self._news:
            if "failed" in memo:  # it could not even be written down why
                self._broken = memo
            if "canceled" not in before and "canceled" not in memo:
                self._recorded.add(index)
            self._news.notify_all()
        if "failed" in memo:
            raise Left  # not to be remembered as done: whoever goes on would wait for it for ever
        return {}

    def gather(self) -> Memo:
        """See Work."""

        def do() -> Memo:
            wanted = set(range(len(self._verified().request.seeds)))
            done = {item.index for item in steps.logged(self.folder).candidates}
            with self._news:
                self._recorded |= done
                while not wanted <= self._recorded:
                    if self._halt.is_set():
                        raise Canceled
                    self._news.wait(_LOOK_S)
            return self._broken

        return self._step(do)

    def close(self, before: Memo) -> Memo:
        """See Work."""

        def do() -> Memo:
            if steps.logged(self.folder).finished:
                return {}
            if "canceled" in before:
                self._stopped.wait(STOPPED_S)
            if before or self.claim.epoch > 1:
                self.folder.clear()
            if "canceled" in before:
                self.folder.enter("canceled", Failure("job-canceled"))
            elif failed := before.get("failed"):
                self.folder.enter("failed", Failure(failed["code"], failed["context"]))
            else:
                payload, language = self._verified(), self.crew.language
                steps.close(self.folder, payload, self.crew.workshop, language, self._left)
            return {}

        return self._step(do)

    def cancel(self) -> None:
        """See Work; returns at once."""
        if self._canceled.is_set():
            return
        self._canceled.set()
        self._wake()
        threading.Thread(target=self._stop_drawing, name=f"cancel {self.folder.id}").start()

    def leave(self) -> None:
        """See Work."""
        self._left.set()
        self._wake()
        with self._lock:
            drawing = self._drawing
        if drawing is not None:
            drawing.leave()

    def give_up(self, trouble: Exception) -> None:
        """See Work."""
        self.trouble = trouble
        self.leave()

    def is_left(self) -> bool:
        """See Work."""
        return self._left.is_set()

    def _step(self, do: Callable[[], Memo], index: int | None = None) -> Memo:
        """Run a step: what is wrong with the job becomes its memo, what is wrong around it (the
        claim is lost, a disk is full) leaves the job as it stands."""
        if self._left.is_set():
            raise Left
        try:
            memo = do()
        except Canceled:
            memo = {"canceled": True}
        except Fenced:
            self.leave()
            raise Left from None
        except (OSError, StorageError) as error:
            self.give_up(error)
            raise Left from None
        except NukkiError as error:
            memo = {"failed": asdict(steps.failure(error))}
        except Exception:  # the boundary of a job
            log.exception("job %s, candidate %s", self.folder.id, index)
            memo = {"failed": asdict(Failure("job-crashed"))}
        if self._left.is_set():
            raise Left
        if self._died:
            self._died = False
            with suppress(StorageError):  # one death too many is remembered, no more
                self.crew.line.survived(self.claim.job_id, self.claim.epoch)
        return memo

    def _drawn_or_why_not(self, index: int) -> Memo:
        """Wait for the drawing; raises Canceled, Fenced, StorageError, PayloadError."""
        payload = self._verified()
        try:
            self._draw_what_is_missing().wait(index, self._halt)
        except (Fenced, StorageError):
            raise
        except NukkiError as error:
            return {"failed": steps.failed(payload, index, error)}
        return {}

    def _run(self, step: Step, index: int) -> Memo:
        """A step's result; raises StorageError for a disk that is full or a bucket that is away,
        which a drawing can outlast."""
        found = steps.run(step, self.folder, index, self.crew.workshop, self._halt)
        error = found.get("failed", {}).get("error") or {}
        if error.get("code") in (steps.FULL, AWAY):
            raise StorageError(error["code"], **error["context"])
        return found

    def _verified(self) -> Payload:
        """The payload, verified once in this process; raises PayloadError."""
        with self._lock:
            if self._payload is None:
                self._payload = self.folder.payload()
                self.total = len(self._payload.request.seeds)
            return self._payload

    def _draw_what_is_missing(self) -> Drawing:
        """The drawing of all candidates that are not written down yet, begun at the first call."""
        with self._lock:
            if self._drawing is None:
                if self._halt.is_set():
                    raise Canceled
                payload = self._verified()
                engine = self.crew.engine(payload.engine)
                done = {item.index for item in steps.logged(self.folder).candidates}
                self._drawing = Drawing(self.folder, payload, engine)
                self._drawing.start([n for n in range(self.total) if n not in done])
            return self._drawing

    def _is_recorded(self, index: int) -> bool:
        return any(item.index == index for item in steps.logged(self.folder).candidates)

    def _stop_drawing(self) -> None:
        with self._lock:
            drawing = self._drawing
        try:
            if drawing is not None:
                drawing.cancel()
            else:  # what the worker before may have submitted
                end_submitted(self.folder, self.crew.engine)
        except StorageError as error:
            log.warning("job %s: canceling: %s", self.folder.id, error)
        finally:
            self._stopped.set()

    def _wake(self) -> None:
        self._halt.set()
        with self._news:
            self._news.notify_all()
