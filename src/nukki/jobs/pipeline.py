"""One job from queued to its end in this process: `nukki run` waits for it.

Every candidate is finished while the engine draws the next; one that fails or is slow never costs
a sibling, and every way out leaves the truth on disk.
"""

from __future__ import annotations

import queue
import threading
from collections.abc import Callable
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import suppress
from dataclasses import replace
from typing import Any

from nukki.engines.engine import Engine
from nukki.errors import NukkiError
from nukki.jobs import steps, workshop
from nukki.jobs.drawing import Drawing
from nukki.jobs.events import Event
from nukki.jobs.payload import Payload
from nukki.jobs.status import Failure, Progress, Status
from nukki.jobs.store import JobFolder
from nukki.jobs.workshop import Canceled

Watch = Callable[[Status], None]

_LOOK_S = 0.05  # how often a quiet job is looked at


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
    except Canceled:
        course.cancel()
    except NukkiError as error:
        course.end(steps.failure(error))
    except KeyboardInterrupt:
        course.cancel()
        raise
    except BaseException:
        course.end(Failure("job-crashed"))
        raise
    return steps.logged(job)


class _Course:
    """What one run of a job holds: the drawing, a thread for each candidate, and their news."""

    def __init__(
        self,
        job: JobFolder,
        engine: Engine,
        watch: Watch,
        stop: threading.Event,
        language: str | None,
    ) -> None:
        self.engine, self.watch, self.stop, self.language = engine, watch, stop, language
        self.news: queue.SimpleQueue[Status | Progress] = queue.SimpleQueue()
        self.given = job
        # Whichever thread writes an event, it is shown in the order of the log.
        self.job = JobFolder(job.files, job.before, self.hear)
        self.drawing: Drawing | None = None
        self.broken = threading.Event()  # nobody wants the rest of this job any more
        self.status = job.status()

    def hear(self, _job: JobFolder, status: Status, event: Event) -> None:
        """What the log has taken, in the thread that wrote it."""
        self.given.after(self.given, status, event)
        self.news.put(status)

    def follow(self) -> None:
        """From preparing to the end; raises Canceled."""
        self.job.enter("preparing", owned=True)
        payload = self.job.payload()
        self.job.brief_text()  # every picture quotes it: better missed now than after drawing
        indices = range(len(payload.request.seeds))
        self.drawing = Drawing(self.job, payload, self.engine, self.news.put)
        self.drawing.start(indices)
        with ThreadPoolExecutor(len(indices) + 1, thread_name_prefix=self.job.id) as pool:
            pool.submit(workshop.shared().run, "nukki.jobs.candidate:ready", stop=self.broken)
            try:
                making = [pool.submit(self.candidate, payload, index) for index in indices]
                self.show_until(making)
            except BaseException:
                self.halt()  # before the pool waits for its threads
                raise
        for made in making:
            made.result()
        steps.close(self.job, payload, workshop.shared(), self.language, self.stop)
        self.show()

    def candidate(self, payload: Payload, index: int) -> None:
        """One candidate to its end, in a thread of its own; any failure is its own."""
        assert self.drawing is not None
        made: dict[str, Any] = {}
        try:
            self.drawing.wait(index, self.broken)
            for step in steps.STEPS:
                made = steps.run(step, self.job, index, workshop.shared(), self.broken)
                if "failed" in made:
                    break
        except NukkiError as error:
            made = {"failed": steps.failed(payload, index, error)}
        steps.record(self.job, payload, made.get("failed") or made["made"])

    def show_until(self, making: list[Future[None]]) -> None:
        """Show what happens until all candidates are made; raises Canceled."""
        while not all(each.done() for each in making):
            if self.stop.is_set():
                raise Canceled
            self.show(_LOOK_S)
            for each in making:
                if each.done():
                    each.result()  # the log cannot be written, or a fault of our own
        self.show()

    def show(self, wait_s: float = 0.0) -> None:
        """Show the news there are; wait so long for the first."""
        with suppress(queue.Empty):
            self.see(self.news.get(timeout=wait_s) if wait_s else self.news.get_nowait())
            while True:
                self.see(self.news.get_nowait())

    def see(self, news: Status | Progress) -> None:
        """Remember the newest status and show it to whoever watches."""
        if isinstance(news, Progress):
            news = replace(self.status, progress=news)
        self.status = news
        self.watch(news)

    def halt(self) -> None:
        """Stop whatever is at work; nothing draws on unseen."""
        if not self.broken.is_set():
            self.broken.set()
            if self.drawing is not None:
                self.drawing.cancel()
        steps.clear(self.job)

    def cancel(self) -> None:
        """The end that a person wished."""
        self.halt()
        self.job.enter("canceled", Failure("job-canceled"))
        self.show()

    def end(self, error: Failure) -> None:
        """The job has failed as a whole."""
        self.halt()
        self.job.enter("failed", error)
        self.show()
