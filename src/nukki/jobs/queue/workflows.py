"""The steps of a job as workflows of DBOS: the only file that knows its decorators.

A step that ended is remembered in the database and never run again for this job; one that a crash
cut short is. What a step does is the business of the `Work` that this process holds for the job.
"""

from __future__ import annotations

import logging
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

from dbos import DBOS, DBOSConfig, SetWorkflowID
from dbos import error as dbos_error
from dbos._dbos import _get_or_create_dbos_registry
from sqlalchemy.exc import SQLAlchemyError

from nukki.errors import StorageError
from nukki.jobs.database import Database
from nukki.jobs.queue.work import Left, Memo, Work

log = logging.getLogger(__name__)

# The order of the steps below and what they remember. Raise it when either changes: jobs that were
# begun under another number begin anew, and find what was done already in their folders.
VERSION = "2"

ENDED = ("SUCCESS", "ERROR", "CANCELLED", "MAX_RECOVERY_ATTEMPTS_EXCEEDED")
LOOK_S = 0.05  # how often the end of a resumed workflow is looked for
RESUME_S = 0.5  # how often it is asked whether one is to be resumed here; each look costs some ms
FORGET = 50  # workflows that are forgotten at once

_at_work: dict[str, Work] = {}


def _work(job_id: str) -> Work:
    """What this process does for the job; Left when it no longer does anything for it."""
    found = _at_work.get(job_id)
    if found is None:
        raise Left
    return found


@DBOS.step(name="begin")
def _begin(job_id: str) -> Memo:
    work = _work(job_id)
    prepared = work.prepare()
    return (work.submit() or prepared) if "candidates" in prepared else prepared


@DBOS.step(name="draw")
def _draw(job_id: str, index: int) -> Memo:
    return _work(job_id).draw(index)


@DBOS.step(name="alpha")
def _alpha(job_id: str, index: int) -> Memo:
    return _work(job_id).alpha(index)


@DBOS.step(name="finish")
def _finish(job_id: str, index: int) -> Memo:
    return _work(job_id).finish(index)


@DBOS.step(name="check")
def _check(job_id: str, index: int, before: Memo) -> Memo:
    return _work(job_id).check(index, before)


@DBOS.step(name="close")
def _close(job_id: str, before: Memo) -> Memo:
    return _work(job_id).close(before)


@DBOS.workflow(name="candidate", max_recovery_attempts=None)
def _candidate(job_id: str, index: int) -> None:
    """draw → alpha → finish → check; a step without success leads straight to the last."""
    try:
        memo: Memo = {}
        for step in (_draw, _alpha, _finish):
            memo = step(job_id, index)
            if memo:
                break
        _check(job_id, index, memo)
    except Exception as error:  # no step raises: it is DBOS that could not go on
        _work(job_id).give_up(error)
        raise


@DBOS.workflow(name="job", max_recovery_attempts=None)
def _job(job_id: str) -> None:
    """prepare and submit → every candidate by itself → gather → close.

    That all have gathered is not remembered: it is found in the folder again, in less time.
    """
    memo = _begin(job_id)
    candidates = memo.pop("candidates", 0)
    if not memo:
        for index in range(candidates):
            with SetWorkflowID(_name(job_id, index)):
                DBOS.start_workflow(_candidate, job_id, index)
        memo = _work(job_id).gather()
    _close(job_id, memo)


class Workflows:
    """DBOS in this process, on the database that everything else uses; one at a time.

    Whatever DBOS raises is a StorageError here.
    """

    def __init__(self, database: Database, name: str) -> None:
        self.database, self.queue = database, f"nukki-{name}"  # only this process listens to it
        self._ended: list[str] = []
        self._lock = threading.Lock()
        logger = logging.getLogger("dbos")
        if not logger.handlers:
            logger.addHandler(logging.NullHandler())  # or it would add one that writes to stderr
        config: DBOSConfig = {
            "name": "nukki",
            "system_database_url": database.url,
            "system_database_engine": database.engine,
            "application_version": VERSION,
            "executor_id": name,
            "log_level": "WARNING",
            "enable_otlp": False,
        }
        with self._told():
            # A queue of DBOS's own kind: it needs no row that would outlive this process, and is
            # listened to from the start. What is public registers in the database, a second later.
            registry = _get_or_create_dbos_registry()
            registry._register_internal_queue(self.queue, polling_interval_sec=RESUME_S)
            DBOS(config=config)
            DBOS.listen_queues([])
            try:
                DBOS.launch()
            except BaseException:
                DBOS.destroy()
                raise

    def run(self, job_id: str, work: Work, *, begun: bool) -> None:
        """All steps of a job to its end, those that are remembered left out.

        `begun`: another process may have started it. Raises Left, StorageError.
        """
        _at_work[job_id] = work
        try:
            with self._told():
                if begun and self._resume(job_id):
                    self._await(job_id, work)
                else:
                    with SetWorkflowID(_name(job_id)):
                        handle = DBOS.start_workflow(_job, job_id)
                    handle.get_result()
        finally:
            del _at_work[job_id]

    def ended(self, job_id: str, candidates: int) -> None:
        """Forget what is remembered of a job that has left the line, now or a little later."""
        with self._lock:
            self._ended += [_name(job_id), *(_name(job_id, index) for index in range(candidates))]
            if len(self._ended) < FORGET:
                return
        self.forget()

    def forget(self) -> None:
        """Forget all jobs that ended."""
        with self._lock:
            ended, self._ended = self._ended, []
        if ended:
            with self._told():
                DBOS.delete_workflows(ended)

    def forget_others(self, in_line: Callable[[], set[str]]) -> None:
        """Forget what crashes left of jobs that stand in the line no more."""
        with self._told():
            known = DBOS.list_workflows(load_input=False, load_output=False)
            wanted = in_line()  # looked up later: whoever enters meanwhile is among them
            gone = [each.workflow_id for each in known if _job_of(each.workflow_id) not in wanted]
            if gone:
                DBOS.delete_workflows(gone)

    def close(self) -> None:
        """End DBOS in this process; workflows that run stay as they are in the database."""
        try:
            self.forget()
        except StorageError as error:
            log.warning("some steps are forgotten later: %s", error)
        finally:
            DBOS.destroy()
            _get_or_create_dbos_registry().internal_queue_map.pop(self.queue, None)

    def _resume(self, job_id: str) -> bool:
        """Take over the workflows of a job; False when there are none of this version."""
        ours = _name(job_id)
        found = DBOS.list_workflows(
            workflow_id_prefix=f"{job_id}@", load_input=False, load_output=False
        )
        states = {each.workflow_id: each.status for each in found}
        for name in [name for name in states if name.partition(":")[0] != ours]:
            DBOS.delete_workflow(name)
            del states[name]
        if ours not in states or "ERROR" in states.values():
            DBOS.delete_workflows(list(states))  # what could not go on begins anew, from its files
            return False
        rest = [name for name, state in states.items() if state not in ENDED]
        if rest:
            DBOS.resume_workflows(rest, queue_name=self.queue)
        return True

    def _await(self, job_id: str, work: Work) -> None:
        """Wait for the end of a resumed workflow."""
        handle: Any = DBOS.retrieve_workflow(_name(job_id))
        while handle.get_status().status not in ENDED:
            if work.is_left():
                raise Left
            time.sleep(LOOK_S)

    @contextmanager
    def _told(self) -> Iterator[None]:
        try:
            yield
        except (SQLAlchemyError, dbos_error.DBOSException) as error:
            reason = type(error).__name__
            raise StorageError(
                "database-unreachable", path=self.database.shown, reason=reason
            ) from error


def _name(job_id: str, index: int | None = None) -> str:
    """The id of the workflow of a job, or of one of its candidates."""
    return f"{job_id}@{VERSION}" + ("" if index is None else f":{index}")


def _job_of(workflow_id: str) -> str:
    return workflow_id.partition("@")[0]
