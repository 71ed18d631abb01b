"""One submission of a job to an engine, followed in a thread of its own for all its candidates.

Each candidate is kept on disk as soon as the engine gives it, and whoever waits for it goes on.
"""

from __future__ import annotations

import logging
import threading
from collections.abc import Callable, Sequence
from dataclasses import asdict, dataclass
from typing import TypeVar

from nukki import i18n
from nukki.core import clock
from nukki.core.storage_faults import unread
from nukki.engines import engine as protocol
from nukki.engines.engine import ENDED, STARTING, UNREACHABLE, Engine, Parcel
from nukki.errors import EngineError, NukkiError, StorageError
from nukki.jobs import events, store, work
from nukki.jobs.events import State
from nukki.jobs.payload import Payload
from nukki.jobs.status import Progress
from nukki.jobs.store import JobFolder
from nukki.jobs.workshop import Canceled

log = logging.getLogger(__name__)

FENCED = "job-fenced"  # somebody else follows this job now
LOG_EVERY_S = 5.0  # a steady sign of life
LOG_MOVED_S = 0.5  # a new stage or candidate is logged sooner
_FIRST_S = 0.005  # the pause after the first look; it doubles up to `poll_s`
_LOOK_S = 0.1  # how often who waits looks whether it still wants to
_CANCEL_S = 1.9  # of the two seconds promised

T = TypeVar("T")


@dataclass(frozen=True)
class Patience:
    """How long an engine is waited for, in seconds; `checks` is how many in a row may fail."""

    poll_s: float = 0.1
    checks: int = 5
    pause_s: float = 1.0  # after a check that failed, and between looks at an engine that starts
    silence_s: float = 600.0  # one step of a large picture on a slow machine
    queued_s: float = 6 * 3600.0  # others may be before us there
    halt_s: float = 1.5


class Drawing:
    """Follows one engine for one job. Threads may wait for different candidates.

    `watch` sees all progress at once; the job's log gets it often enough to be a sign of life.
    """

    def __init__(
        self,
        job: JobFolder,
        payload: Payload,
        engine: Engine,
        watch: Callable[[Progress], None] | None = None,
        patience: Patience | None = None,
    ) -> None:
        self.job, self.payload, self.engine = job, payload, engine
        self.error: NukkiError | None = None
        self._watch = watch or (lambda _progress: None)
        self._patience = patience or Patience()
        self._order: tuple[int, ...] = ()  # the candidate that each of the submission is
        self._kept: set[int] = set()
        self._reasons: dict[int, NukkiError] = {}
        self._news = threading.Condition()
        self._stop, self._over = threading.Event(), threading.Event()
        self._leaves = False
        self._handle: str | None = None
        self._runs = False  # the engine works for us, as far as we know
        self._state: State = "queued"
        self._logged = (0.0, ("", -1))
        self._moved: tuple[float, object] = (0.0, None)

    def start(self, indices: Sequence[int]) -> None:
        """Draw these candidates of the payload, but for those that are kept from before.

        Returns at once; what goes wrong is told to those who wait.
        """
        self._kept = {index for index in indices if self._is_kept(index)}
        self._order = tuple(index for index in indices if index not in self._kept)
        if not self._order:
            self._over.set()
            return
        self._state = self.job.status().state
        threading.Thread(target=self._run, name=f"drawing {self.job.id}", daemon=True).start()

    def wait(self, index: int, stop: threading.Event | None = None) -> None:
        """Return when candidate `index` is drawn and kept.

        Raises the NukkiError for which it will not come, and Canceled when `stop` is set or the
        drawing was canceled or left.
        """
        with self._news:
            while index not in self._kept:
                if self._stop.is_set() or (stop is not None and stop.is_set()):
                    raise Canceled
                if index in self._reasons:
                    raise self._reasons[index]
                if self._over.is_set():
                    raise self.error or EngineError("candidate-missing")
                self._news.wait(_LOOK_S)

    def cancel(self) -> bool:
        """Stop the engine, within two seconds; False when it did not say that it has stopped.

        What is kept stays. That it may still be at work is noted in the job's log.
        """
        self._halt_thread()
        if self._runs or not self._over.is_set():
            self._note_that_it_runs()
            return False
        return True

    def leave(self) -> None:
        """Follow no more: what costs goes on and can be attached to, everything else is ended."""
        self._leaves = True
        self._halt_thread()

    def _halt_thread(self) -> None:
        self._stop.set()
        with self._news:
            self._news.notify_all()
        self._over.wait(_CANCEL_S)

    def _run(self) -> None:
        """The thread: to the end of the drawing, whatever an engine does on the way."""
        try:
            self._follow()
            self._halt_engine()
        except Exception:  # a thread has no caller: those who wait must hear of it
            log.exception("job %s: the drawing", self.job.id)
            self.error = EngineError("job-crashed")
        finally:
            self._over.set()
            with self._news:
                self._news.notify_all()

    def _follow(self) -> None:
        """Submit and harvest; why it ended stands in `error`."""
        try:
            self._handle = self._attached() or self._submitted()
            self._harvest(self._handle)
        except Canceled:
            log.debug("job %s: the drawing was stopped", self.job.id)
        except NukkiError as error:
            self.error = error
        except Exception:  # the engine may be at work, and is to be stopped all the same
            log.exception("job %s: the drawing", self.job.id)
            self.error = EngineError("job-crashed")

    def _attached(self) -> str | None:
        """The handle of an earlier process's submission, if the engine still knows it."""
        told = self._submissions()
        if not told or not self.engine.costs:
            return None
        handle, order = str(told[-1]["handle"]), tuple(told[-1]["indices"])
        if not self._asked(lambda: self.engine.attach(handle)):
            return None
        self._order, self._runs = order, True
        return handle

    def _submitted(self) -> str:
        """Submit what is missing; the handle is in the log before anything else happens."""
        seeds = tuple(self.payload.request.seeds[index] for index in self._order)
        request = self.payload.request.model_copy(update={"seeds": seeds})
        # Fixed by the job and by what was lost of it before: after a crash it is the same.
        ticket = f"{self.job.id}.{len(self._submissions())}"
        handle = self._woken(lambda: self.engine.submit(request, self.job.inputs, ticket))
        self._handle, self._runs = handle, True
        if self._stop.is_set() and not self._leaves:
            raise Canceled  # nobody answers for the job any more who could write it down
        if self.engine.costs:
            told = {"handle": handle, "ticket": ticket, "engine": self.engine.name}
            self.job.log("submitted", **told, indices=list(self._order))
        return handle

    def _submissions(self) -> list[events.Event]:
        """What the log says was submitted to this engine, oldest first."""
        return [each for each in _submitted(self.job) if each["engine"] == self.engine.name]

    def _woken(self, ask: Callable[[], T]) -> T:
        """The engine's answer, once it is awake."""
        while True:
            try:
                return self._asked(ask)
            except EngineError as error:
                if error.code != STARTING:
                    raise
            self._hear(protocol.Progress("starting", total=len(self._order)))
            self._stop.wait(self._patience.pause_s)

    def _asked(self, ask: Callable[[], T]) -> T:
        """The engine's answer; raises its error at once, or when it cannot be reached for long."""
        failed = 0
        while True:
            if self._stop.is_set():
                raise Canceled
            try:
                return ask()
            except EngineError as error:
                failed += 1
                if error.code not in UNREACHABLE or failed >= self._patience.checks:
                    raise
            self._stop.wait(self._patience.pause_s)

    def _harvest(self, handle: str) -> None:
        """Keep candidates until the engine has ended."""
        pause = _FIRST_S
        while True:
            progress = self._asked(lambda: self.engine.poll(handle))
            self._runs = progress.state not in ENDED
            self._hear(progress)
            for parcel in self._asked(lambda: self.engine.fetch(handle)):
                self._keep(parcel)
            if progress.state in ENDED:
                self.error = _reason(progress)
                return
            self._stop.wait(pause)
            pause = min(2 * pause, self._patience.poll_s)

    def _hear(self, progress: protocol.Progress) -> None:
        """Pass on what the engine says of itself; raises when it has said the same for too long."""
        self._require_life(progress)
        index = self._order[progress.index] if progress.index < len(self._order) else 0
        if progress.error and progress.state not in ENDED:
            with self._news:
                self._reasons[index] = _reason(progress)
                self._news.notify_all()
        if progress.state != "starting":
            self._enter("postprocess" if progress.state in ENDED else "running")
        stage = progress.stage or ("starting" if progress.state == "starting" else "")
        self._show(
            Progress(
                index, len(self.payload.request.seeds), stage, progress.step, progress.steps,
                progress.eta_s,
            )
        )  # fmt: skip

    def _require_life(self, progress: protocol.Progress) -> None:
        place = (progress.state, progress.index, progress.stage, progress.step, len(self._kept))
        if progress.state in ("starting", "queued"):
            place = (progress.state, 0, "", 0, 0)
        since, before = self._moved
        if place != before:
            self._moved = (clock.seconds(), place)
            return
        limit = {"starting": self.engine.cold_start_s, "queued": self._patience.queued_s}.get(
            progress.state, self._patience.silence_s
        )
        if clock.seconds() - since > limit:
            code = "engine-never-started" if progress.state == "starting" else "engine-silent"
            raise EngineError(code, seconds=round(limit))

    def _keep(self, parcel: Parcel) -> None:
        """Save a candidate whole, once; one that nobody asked for is passed over."""
        seeds = self.payload.request.seeds
        index = self._order[parcel.index] if 0 <= parcel.index < len(self._order) else -1
        if index < 0 or parcel.seed != seeds[index]:
            log.error("job %s: the engine gave seed %s, unasked", self.job.id, parcel.seed)
            return
        try:
            if index in self._kept or self._is_kept(index):
                log.warning("job %s: the engine gave candidate %s again", self.job.id, index)
            else:
                self.job.save(work.drawn(work.name_of(self.payload, index)), parcel.data)
        except StorageError as error:
            with self._news:
                self._reasons[index] = error
                self._news.notify_all()
            return
        with self._news:
            self._kept.add(index)
            self._news.notify_all()

    def _is_kept(self, index: int) -> bool:
        name = work.drawn(work.name_of(self.payload, index))
        try:
            return self.job.files.stat(name) is not None
        except OSError as error:  # a bucket that is away is no crash: the job waits for it
            raise unread(name, error) from error

    def _enter(self, state: State) -> None:
        if self._state != state:
            self._state = state
            self.job.enter(state)

    def _show(self, progress: Progress) -> None:
        self._watch(progress)
        at, place = self._logged
        moved = place != (progress.stage, progress.index)
        pause = LOG_MOVED_S if moved else LOG_EVERY_S
        if self._state == "postprocess" or clock.seconds() - at < pause:
            return
        self._logged = (clock.seconds(), (progress.stage, progress.index))
        try:
            self.job.log("progress", progress=asdict(progress))
        except StorageError as error:  # a full disk need not cost a drawing that may be paid for
            if error.code == store.GONE:  # but nobody will ever look at this one
                raise
            log.warning("job %s: %s", self.job.id, error)

    def _halt_engine(self) -> None:
        """End what still runs, unless it can be taken up again by whoever follows the job."""
        if self._handle is None or not self._runs or (self.engine.costs and self._is_left()):
            return
        if _has_stopped(self.engine, self._handle, self._patience.halt_s):
            self._runs = False
        elif self.error is not None:
            self._note_that_it_runs()

    def _is_left(self) -> bool:
        return self._leaves or (self.error is not None and self.error.code == FENCED)

    def _note_that_it_runs(self) -> None:
        _note_that_it_runs(self.job)


def end_submitted(job: JobFolder, opened: Callable[[str], Engine]) -> None:
    """Stop what an earlier process has submitted and nobody will follow any more, within two
    seconds of an engine that answers. That it may still be at work is noted in the job's log.

    Raises StorageError when the log cannot be read.
    """
    if not (told := _submitted(job)):
        return
    handle = str(told[-1]["handle"])
    try:
        engine = opened(str(told[-1]["engine"]))
        if not engine.attach(handle) or _has_stopped(engine, handle, Patience.halt_s):
            return
    except NukkiError as error:
        log.warning("job %s: canceling: %s", job.id, error)
    _note_that_it_runs(job)


def _submitted(job: JobFolder) -> list[events.Event]:
    """What the log says was submitted, oldest first."""
    keys = {"handle", "indices", "engine"}
    return [
        event
        for event in events.read(job.files)
        if event["event"] == "submitted" and keys <= event.keys()
    ]


def _has_stopped(engine: Engine, handle: str, within_s: float) -> bool:
    """Tell an engine to stop; whether it says in time that it has."""
    until = clock.seconds() + within_s
    told = False
    while clock.seconds() < until:
        try:
            if not told:
                engine.cancel(handle)
                told = True
            if engine.poll(handle).state in ENDED:
                return True
        except EngineError as error:
            log.warning("canceling %s: %s", handle, error)
        threading.Event().wait(_LOOK_S)
    return False


def _note_that_it_runs(job: JobFolder) -> None:
    try:
        job.log("note", code="engine-still-running", context={})
    except NukkiError as error:
        log.warning("job %s: %s", job.id, error)


def _reason(progress: protocol.Progress) -> NukkiError:
    """The engine's own word for what went wrong: a code of ours, or free text."""
    said = progress.error
    if not said:
        return EngineError(
            "engine-stopped" if progress.state == "cancelled" else "candidate-missing"
        )
    if i18n.has(said):
        return EngineError(said, **progress.context)
    return EngineError("engine-failed", reason=said[:500])
