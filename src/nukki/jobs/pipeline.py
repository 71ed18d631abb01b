"""One job from queued to its end: follow the engine, finish each candidate as soon as it comes.

A candidate that fails never costs its siblings; every way out leaves the truth on disk.
"""

from __future__ import annotations

import logging
import threading
import time
from collections.abc import Callable
from dataclasses import asdict, dataclass, replace
from typing import Any

from nukki import i18n
from nukki.alpha.result import ChainExhaustedError
from nukki.core import clock
from nukki.engines import engine as protocol
from nukki.engines.engine import Candidate, Engine
from nukki.errors import EngineError, NukkiError, plain_context
from nukki.jobs import candidate as recipe
from nukki.jobs import contact
from nukki.jobs.events import State
from nukki.jobs.payload import Payload
from nukki.jobs.status import CandidateStatus, Failure, Progress, Status
from nukki.jobs.store import JobFolder, as_json

log = logging.getLogger(__name__)

POLL_S = 0.1
LOG_EVERY_S = 5.0  # a steady sign of life
LOG_MOVED_S = 0.5  # a new stage or candidate is logged sooner
CANCEL_S = 1.5  # of the two seconds promised, what the engine may take
ENDED = ("done", "failed", "cancelled")

MISSING = Failure("candidate-missing")

Watch = Callable[[Status], None]


@dataclass(frozen=True)
class _Outcome:
    """How the engine ended, and why it gave fewer candidates than asked, if it did."""

    cancelled: bool = False
    error: Failure = MISSING


def run(
    job: JobFolder,
    engine: Engine,
    watch: Watch = lambda _status: None,
    stop: threading.Event | None = None,
    language: str | None = None,
) -> Status:
    """Draw and finish every candidate of a queued job; returns its last status.

    The contact sheet is labelled in `language`.

    `watch` sees each change. Setting `stop` cancels within two seconds and leaves the job
    canceled. What breaks the job itself is written down as its error, not raised.
    """
    course = _Course(job, engine, watch, stop or threading.Event(), language)
    try:
        course.follow()
    except NukkiError as error:
        course.end("failed", _failure(error))
    except KeyboardInterrupt:
        course.end("canceled", Failure("job-canceled"))
        raise
    except BaseException:
        course.end("failed", Failure("job-crashed"))
        raise
    return job.status()


class _Course:
    """What one run of a job remembers between two looks at the engine."""

    def __init__(
        self,
        job: JobFolder,
        engine: Engine,
        watch: Watch,
        stop: threading.Event,
        language: str | None,
    ) -> None:
        self.job, self.engine, self.watch, self.stop = job, engine, watch, stop
        self.language = language
        self.handle: str | None = None
        self.made: dict[int, CandidateStatus] = {}
        self.reasons: dict[int, Failure] = {}
        self.logged = (0.0, ("", -1))
        self.status = job.status()

    def follow(self) -> None:
        """From preparing to the end."""
        self.enter("preparing", owned=True)
        payload, brief_text = self.job.payload(), self.job.brief_text()
        try:
            self.handle = self.engine.submit(payload.request, self.job.inputs)
            outcome = self.harvest(self.handle, payload, brief_text)
        except EngineError as error:
            outcome = _Outcome(error=_failure(error))
        if outcome.cancelled:
            self.end("canceled", Failure("job-canceled"))
            return
        self.mark_missing(payload, outcome.error)
        contact.save(self.job, payload, self.status, self.language)
        failed = not any(item.final for item in self.made.values())
        first = next((item.error for item in self.made.values() if item.error), None)
        self.end("failed" if failed else "done", first if failed else None)

    def harvest(self, handle: str, payload: Payload, brief_text: str) -> _Outcome:
        """Finish candidates while the engine draws the next; returns how the engine ended."""
        while not self.stop.is_set():
            progress = self.engine.poll(handle)
            ended = progress.state in ENDED
            self.enter("postprocess" if ended else "running")
            if progress.error:
                self.reasons[progress.index] = _reason(progress)
            self.show(progress)
            for drawn in self.engine.fetch(handle):
                if not self.stop.is_set():
                    self.finish(payload, drawn, brief_text)
            if ended and not self.stop.is_set():
                return _Outcome(progress.state == "cancelled", _reason(progress))
            self.stop.wait(POLL_S)
        self.halt(handle)
        return _Outcome(cancelled=True)

    def finish(self, payload: Payload, drawn: Candidate, brief_text: str) -> None:
        """One candidate to its end; any failure is its own."""
        seeds = payload.request.seeds
        if drawn.index in self.made or drawn.seed != dict(enumerate(seeds)).get(drawn.index):
            log.error("job %s: the engine gave candidate %s twice", self.job.id, drawn.index)
            return
        try:
            result = recipe.make(self.job, payload, drawn, brief_text)
        except ChainExhaustedError as error:
            tried = [asdict(attempt) for attempt in error.attempts]
            result = CandidateStatus(drawn.index, drawn.seed, tried=tried, error=_failure(error))
        except NukkiError as error:
            result = CandidateStatus(drawn.index, drawn.seed, error=_failure(error))
        except Exception:  # the boundary that protects the sibling candidates
            log.exception("job %s: candidate %s", self.job.id, drawn.index)
            result = CandidateStatus(drawn.index, drawn.seed, error=Failure("candidate-crashed"))
        self.record(payload, result)

    def record(self, payload: Payload, result: CandidateStatus) -> None:
        """Log a finished or failed candidate, and bring qa_report.json up to date."""
        self.made[result.index] = result
        self.job.save("qa_report.json", as_json(report(payload, self.made)))
        self.see(self.job.log("candidate", candidate=asdict(result)))

    def mark_missing(self, payload: Payload, error: Failure) -> None:
        """Candidates that the engine never gave are failures with its reason."""
        for index, seed in enumerate(payload.request.seeds):
            if index not in self.made:
                why = self.reasons.get(index, error)
                self.record(payload, CandidateStatus(index, seed, error=why))

    def halt(self, handle: str) -> None:
        """Stop the engine and wait until it says so, at most two seconds."""
        self.engine.cancel(handle)
        until = clock.seconds() + CANCEL_S
        while self.engine.poll(handle).state not in ENDED and clock.seconds() < until:
            time.sleep(POLL_S)

    def end(self, state: State, error: Failure | None) -> None:
        """The last state of the job; whatever went wrong, nothing draws on unseen."""
        if self.handle is not None and state != "done":
            self.engine.cancel(self.handle)
        self.see(self.job.enter(state, error))

    def enter(self, state: State, *, owned: bool = False) -> None:
        """A new state, if it is new."""
        if self.status.state != state:
            self.see(self.job.enter(state, owned=owned))

    def show(self, progress: protocol.Progress) -> None:
        """Pass progress on at once, and log it often enough to be a sign of life."""
        shown = Progress(
            progress.index, progress.total, progress.stage, progress.step, progress.steps,
            progress.eta_s,
        )  # fmt: skip
        self.see(replace(self.status, progress=shown))
        at, place = self.logged
        moved = place != (shown.stage, shown.index)
        if clock.seconds() - at >= (LOG_MOVED_S if moved else LOG_EVERY_S):
            self.logged = (clock.seconds(), (shown.stage, shown.index))
            self.job.log("progress", progress=asdict(shown))

    def see(self, status: Status) -> None:
        """Remember the newest status and show it to whoever watches."""
        self.status = status
        self.watch(status)


def report(payload: Payload, made: dict[int, CandidateStatus]) -> dict[str, Any]:
    """What qa_report.json holds."""
    entries = [asdict(item) for _, item in sorted(made.items())]
    left_out = ("candidate", "timings")  # status.json has them; a verdict needs neither
    return {
        "payload": payload.identity(),
        "material_class": payload.material_class,
        "passed": sum(entry["passed"] for entry in entries),
        "total": len(payload.request.seeds),
        "candidates": [
            {key: value for key, value in entry.items() if key not in left_out} for entry in entries
        ],
    }


def _reason(progress: protocol.Progress) -> Failure:
    """The engine's own word for what went wrong: a code of ours, or free text."""
    said = progress.error
    if not said:
        return MISSING
    if i18n.has(said):
        return Failure(said, dict(progress.context))
    return Failure("engine-failed", {"reason": said[:500]})


def _failure(error: NukkiError) -> Failure:
    return Failure(error.code, dict(plain_context(error.context)))
