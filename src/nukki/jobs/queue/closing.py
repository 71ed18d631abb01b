"""Ends jobs that nobody works on, and puts back what dead workers have left."""

from __future__ import annotations

import logging
from collections.abc import Callable
from contextlib import suppress
from typing import Literal

from nukki.core import process
from nukki.engines import registry
from nukki.engines.engine import Engine
from nukki.errors import InputError, StorageError
from nukki.jobs import drawing, store
from nukki.jobs.events import Event
from nukki.jobs.history import History
from nukki.jobs.queue import heartbeat
from nukki.jobs.queue.heartbeat import Watch
from nukki.jobs.queue.line import Claim, Fenced, Line
from nukki.jobs.status import Failure, Status
from nukki.jobs.store import JobFolder

log = logging.getLogger(__name__)


class Closing:
    """Writes last states for a worker, and looks after the others' jobs; `engine` opens one to
    stop what nobody will follow any more."""

    def __init__(
        self, history: History, engine: Callable[[str], Engine] = registry.open_engine
    ) -> None:
        self.history, self.line, self.engine = history, Line(history.database), engine

    def folder(self, claim: Claim) -> JobFolder | None:
        """The job's folder, which refuses every event once the claim is lost; None when somebody
        has removed it. Raises StorageError when the storage itself is not there."""
        try:
            folder = self.history.find(claim.job_id)
        except InputError:
            if not store.is_there(self.history.storage):
                raise StorageError("storage-gone", path=self.history.storage.shown) from None
            return None
        return self._fenced(folder, claim)

    def _fenced(self, folder: JobFolder, claim: Claim) -> JobFolder:
        """Refuse events before they are written; and, where this process fell asleep just then,
        tell nobody of what was written since it lost the claim, and mend status.json."""
        told = folder.after

        def after(job: JobFolder, status: Status, event: Event) -> None:
            try:
                self.line.require(claim.job_id, claim.epoch)
            except Fenced:
                job.files.write(store.STATUS, store.as_json(job.logged().to_file()))
                raise
            except StorageError:
                pass  # who is told says so itself, and mends it later
            told(job, status, event)

        folder.before = lambda _folder: self.line.require(claim.job_id, claim.epoch)
        folder.after = after
        return folder

    def end(self, claim: Claim, state: Literal["failed", "canceled"], reason: Failure) -> None:
        """Take a job out of the line; one that has no last state by now gets this one, and what
        its engine still does for it is stopped.

        Raises Fenced, StorageError.
        """
        folder = self.folder(claim)
        if folder is not None and not folder.is_settled():
            drawing.end_submitted(folder, self.engine)
            folder.clear()
            folder.enter(state, reason)
        self.line.release(claim.job_id, claim.epoch)

    def leave(self, claim: Claim) -> None:
        """Take a job out of the line that has its last state: whoever wrote that was killed before
        it did, and perhaps before the list of jobs heard of it. Raises Fenced, StorageError."""
        self.history.mend(claim.job_id)
        self.line.release(claim.job_id, claim.epoch)

    def end_for(self, claim: Claim) -> None:
        """The last state of a job that nobody works on: canceled, or its command is gone; else
        the one that it has.

        One that cannot be written is nobody's again, and tried again. Raises StorageError.
        """
        state: Literal["failed", "canceled"] = "canceled" if claim.canceled else "failed"
        reason = "job-canceled" if claim.canceled else "job-interrupted"
        try:
            folder = self.folder(claim)
            if folder is not None and folder.is_settled():
                self.leave(claim)
            elif not claim.canceled and self._is_answered_for(folder):
                self.line.release(claim.job_id, claim.epoch)
            else:
                self.end(claim, state, Failure(reason))
        except Fenced:
            return
        except StorageError:
            with suppress(Fenced):
                self.line.put_back(claim.job_id, claim.epoch)
            raise

    def _is_answered_for(self, folder: JobFolder | None) -> bool:
        """Whether a process of this machine draws the job all the same: a command that could not
        be in the line any more."""
        owner = folder.status().owner if folder is not None else None
        return owner is not None and process.is_here(owner) and process.is_alive(owner)

    def bury(self, watch: Watch) -> bool:
        """Put back what the dead have left; whether there was any."""
        dead = watch.dead(heartbeat.workers(self.history.database))
        for worker in dead:
            log.warning("the worker %s is dead; its jobs go back into the line", worker.id)
            self.line.bury(worker.id)
        return self.line.free_lost() or bool(dead)

    def end_orphans(self, me: str) -> None:
        """End what nobody will go on with. It may take seconds for each job: engines are told."""
        for claim in self.line.take_orphans(me):
            try:
                self.end_for(claim)
            except StorageError as error:  # those of the others can be ended
                log.warning("job %s cannot be ended yet: %s", claim.job_id, error)
