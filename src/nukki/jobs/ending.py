"""Ending jobs: one that waits or runs is canceled, one that has ended is deleted."""

from __future__ import annotations

from typing import Literal, Protocol

from nukki.errors import InputError
from nukki.jobs.history import History

Outcome = Literal["canceled", "stopping", "ended"]


class Canceling(Protocol):
    """Whoever can end jobs of the line; an Orchestrator does."""

    def cancel(self, job_id: str) -> Literal["canceled", "asked", "unknown"]:
        """End a job of the line."""
        ...


def cancel(history: History, queue: Canceling, job_id: str) -> Outcome:
    """End a job: `canceled` at once if it waited, `stopping` while its engine stops, `ended` when
    it had ended before.

    Raises InputError job-unknown, or job-nobody-draws for one that is drawn outside the line.
    """
    job = history.find(job_id)
    answer = queue.cancel(job_id)
    if answer != "unknown":
        return "canceled" if answer == "canceled" else "stopping"
    if job.status().finished:
        return "ended"
    raise InputError("job-nobody-draws", found=job_id)


def delete(history: History, queue: Canceling, job_id: str) -> None:
    """Remove a job that has ended or only waits, with all its files.

    Raises InputError job-unknown, job-not-ended (it is being drawn), StorageError.
    """
    status = history.find(job_id).status()
    waits = status.state == "queued" and status.owner is None
    if not status.finished and not (waits and _leaves(queue, job_id)):
        raise InputError("job-not-ended", found=job_id)
    history.delete(job_id)


def _leaves(queue: Canceling, job_id: str) -> bool:
    """Whether a job that waits is out of the line for good; one that was just begun is not."""
    return queue.cancel(job_id) != "asked"
