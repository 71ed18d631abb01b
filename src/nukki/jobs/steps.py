"""The steps of a candidate and the end of a job, for a process that loads no numeric library.

The work is done in children of the workshop; results are small and plain, events are written here.
"""

from __future__ import annotations

import json
import logging
import threading
from dataclasses import asdict
from typing import Any, Literal

from pydantic_core import to_jsonable_python

from nukki.errors import BackendError, NukkiError, plain_context
from nukki.jobs import payload as payloads
from nukki.jobs import work
from nukki.jobs.payload import Payload
from nukki.jobs.status import CandidateStatus, Failure, Status
from nukki.jobs.store import JobFolder, as_json
from nukki.jobs.workshop import Workshop

log = logging.getLogger(__name__)

Step = Literal["alpha", "finish", "check"]
STEPS: tuple[Step, ...] = ("alpha", "finish", "check")
FULL = "storage-full"
STEP_S = 900.0  # the closed form on the largest picture takes a third of it

Result = dict[str, Any]

_reporting = threading.Lock()


def run(
    step: Step,
    job: JobFolder,
    index: int,
    workshop: Workshop,
    stop: threading.Event | None = None,
) -> Result:
    """Run one step of a drawn candidate: {} when it goes on, else {"failed": its status as JSON}
    or, after `check`, {"made": its status as JSON}.

    Running it again gives the same bytes. Raises Canceled when `stop` is set, and PayloadError.
    """
    recipe = f"nukki.jobs.candidate:{step}"
    try:
        found: Result = _made(workshop, recipe, job.files, index, timeout_s=STEP_S, stop=stop)
    except NukkiError as error:
        return {"failed": failed(payloads.load(job.files), index, error)}
    return found


def _made(workshop: Workshop, recipe: str, *args: Any, **terms: Any) -> Any:
    """What a child makes; one that was killed, as happens where memory is short, has another try:
    what it worked on may have been paid for."""
    try:
        return workshop.run(recipe, *args, **terms)
    except BackendError as error:
        if error.code != "workshop-crashed":
            raise
    return workshop.run(recipe, *args, **terms)


def failed(payload: Payload, index: int, error: NukkiError) -> dict[str, Any]:
    """The status, as JSON, of a candidate that was not drawn or could not be finished."""
    why = failure(error)
    if error.code == "workshop-failed":  # its traceback is in the log
        why = Failure("candidate-crashed")
    return asdict(CandidateStatus(index, payload.request.seeds[index], error=why))


def failure(error: NukkiError) -> Failure:
    """An error as a status holds it."""
    return Failure(error.code, dict(plain_context(error.context)))


def record(job: JobFolder, payload: Payload, made: dict[str, Any]) -> Status:
    """Write a finished or failed candidate down, once, and clear what lay between its steps.

    Raises StorageError when the event cannot be written.
    """
    status = logged(job)
    index = int(made["index"])
    if all(item.index != index for item in status.candidates):
        status = job.log("candidate", candidate=made)
    keep_report(job, payload)
    try:
        work.clear(job, work.name_of(payload, index))
    except OSError as error:  # it is cleared again at the end of the job
        log.warning("job %s: %s", job.id, error)
    return status


def close(
    job: JobFolder,
    payload: Payload,
    workshop: Workshop,
    language: str | None = None,
    stop: threading.Event | None = None,
) -> Status:
    """The end of a job whose candidates are all written down: contact sheet, then the last state.

    The sheet is labelled in `language`. A job that has ended is left as it is. Raises Canceled
    when `stop` is set, and StorageError when the disk is full or the last state cannot be written.
    """
    status = logged(job)
    if status.finished:
        return status
    try:
        if not _is_reported(job, status):
            keep_report(job, payload)
        clear(job)
        _made(workshop, "nukki.jobs.contact:draw", job.files, language, stop=stop)
    except NukkiError as error:
        if error.code == FULL:  # with a little room the job can still end as it should
            raise
        return job.enter("failed", failure(error))
    if any(item.final for item in status.candidates):
        return job.enter("done")
    return job.enter("failed", next((c.error for c in status.candidates if c.error), None))


def clear(job: JobFolder) -> None:
    """Remove all that lay between steps; what cannot be removed costs nothing but room."""
    try:
        job.files.remove(work.FOLDER)
    except OSError as error:
        log.warning("job %s: %s", job.id, error)


def logged(job: JobFolder) -> Status:
    """What the log itself says, whoever is alive; raises StorageError."""
    return job.logged()


def keep_report(job: JobFolder, payload: Payload) -> None:
    """Bring qa_report.json up to date; raises StorageError."""
    with _reporting:  # of two candidates that end at once, the later one's report must stay
        job.save("qa_report.json", as_json(report(payload, logged(job))))


def _is_reported(job: JobFolder, status: Status) -> bool:
    """Whether the report holds all candidates; a crash may have kept the last ones from it."""
    try:
        told = json.loads(job.files.read("qa_report.json"))
        return len(told["candidates"]) == len(status.candidates)
    except (OSError, ValueError, KeyError, TypeError):
        return False


def report(payload: Payload, status: Status) -> dict[str, Any]:
    """What qa_report.json holds."""
    left_out = ("candidate", "timings")  # status.json has them; a verdict needs neither
    entries = to_jsonable_python(status.candidates)
    return {
        "payload": payload.identity(),
        "material_class": payload.material_class,
        "passed": status.passed,
        "total": len(payload.request.seeds),
        "candidates": [
            {key: value for key, value in entry.items() if key not in left_out} for entry in entries
        ],
    }
