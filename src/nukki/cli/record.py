"""What a command writes down of its jobs: folders always, list and feed if the database serves."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from contextlib import ExitStack, closing, contextmanager
from dataclasses import dataclass

from nukki import i18n
from nukki.cli import output
from nukki.core.storage import Storage, open_storage
from nukki.errors import StorageError
from nukki.jobs import eta, store
from nukki.jobs.eta import Estimate
from nukki.jobs.history import History, open_history
from nukki.jobs.payload import Payload
from nukki.jobs.plan import Plan
from nukki.jobs.queue.command import Command, Tell
from nukki.jobs.queue.heartbeat import slots_here
from nukki.jobs.queue.line import Entry
from nukki.jobs.store import JobFolder
from nukki.settings import settings


@dataclass(frozen=True)
class Record:
    """The storage, and its history unless the database could not be opened."""

    storage: Storage
    history: History | None

    def find(self, name: str) -> JobFolder:
        """The job with this id, or at this path; raises InputError job-unknown."""
        if self.history is not None and store.held(self.storage, name):
            return self.history.find(name)
        return store.find(self.storage, name)

    def settle(self, job: JobFolder) -> None:
        """Write down the end of a job whose process is gone, unless it stands in the line: then
        somebody will go on with it. Raises StorageError."""
        if self.history is None or job.id not in self.history.in_line():
            job.settle()

    def create(self, plan: Plan, origin: str | None = None) -> JobFolder:
        """A new queued job; raises StorageError."""
        if self.history is not None:
            return self.history.create(plan, origin=origin)
        parts = plan.payload, plan.brief_text, plan.inputs
        return store.create(self.storage, *parts, origin=origin)

    def estimate(self, payload: Payload) -> Estimate:
        """How long the job will take; without a database from a table."""
        if self.history is not None:
            try:
                return self.history.estimate(payload)
            except StorageError:  # whoever writes the job will say so
                pass
        return eta.estimate([], payload)

    @contextmanager
    def turn(
        self, job: JobFolder, engine: str, stop: threading.Event, tell: Tell, language: str
    ) -> Iterator[JobFolder | None]:
        """Wait until the engine is free for this job, and hold it for the block.

        The block gets None when the job was canceled before its turn. A queue that cannot be used
        is told, and waited for by nobody.
        """
        if self.history is None:
            yield job
            return
        payload = job.payload()
        words = ", ".join(subject.word for subject in payload.request.subjects)
        expected = self.estimate(payload).seconds
        entry = Entry("nukki run", engine, payload.model, words, expected_s=expected)
        command = Command(self.history, slots_here([engine]), stop, tell)
        with ExitStack() as stack:
            try:
                mine = stack.enter_context(command.turn(job, entry))
            except StorageError as error:
                found = error.message(language)
                output.tell(f"! {i18n.text('cli-no-line', language, found=found)}")
                mine = job
            yield mine


@contextmanager
def recording(language: str) -> Iterator[Record]:
    """The record of the storage that the settings name, for the block; says so when there is only
    the folder. Raises InputError for settings that no machine could follow.
    """
    storage = open_storage(settings().storage)
    try:
        history = open_history(settings())
    except StorageError as error:
        output.tell(f"! {error.message(language)}")
        output.tell(f"  → {i18n.text('cli-record-without', language)}")
        yield Record(storage, None)
        return
    with closing(history):
        yield Record(storage, history)
