"""Changing what a person decided about a job, so that of two at once neither is lost."""

from __future__ import annotations

import logging
from collections.abc import Callable

from nukki.core.storage import NOT_THERE
from nukki.core.storage_faults import unread
from nukki.errors import InputError
from nukki.jobs.database import hold
from nukki.jobs.history import History
from nukki.jobs.store import JobFolder, as_json
from nukki.review import decisions
from nukki.review.decisions import Change, Decisions

log = logging.getLogger(__name__)

KIND = "decided"  # the event in the feed
DAMAGED = "decisions.damaged.json"

Apply = Callable[[Decisions, Change, int], Decisions]


def read(job: JobFolder) -> Decisions:
    """What was decided about a job; nothing where the file is missing or damaged."""
    return _read(job)[0]


def change(
    history: History,
    job_id: str,
    wanted: Change,
    *,
    version: int | None = None,
    apply: Apply = decisions.changed,
) -> Decisions:
    """Apply `wanted` to the decisions of a job, and tell index and feed; returns what holds now.

    With `version` only if that is still the newest. One writer at a time reads and writes, held
    apart by the database, whichever process it is. Raises InputError job-unknown,
    decisions-version, decisions-index, decisions-note, and StorageError.
    """
    job = history.find(job_id)
    with history.database.writing() as connection:
        hold(connection, job_id)
        old, damaged = _read(job)
        if version is not None and version != old.version:
            raise InputError("decisions-version", found=old.version, allowed=version)
        new = apply(old, wanted, job.status().total)
        if damaged is not None:
            job.save(DAMAGED, damaged, ended=True)
        if new is not old:
            job.save(decisions.NAME, as_json(new.to_file()), ended=True)
        # Also when nothing changed: an earlier writer may have been killed before its commit.
        said = new.starred, len(new.selected), new.note
        history.index.decided(job_id, *said, connection)
        made = history.feed.add(job_id, KIND, new.to_file(), connection=connection)
    history.feed.wake(made)
    return new


def _read(job: JobFolder) -> tuple[Decisions, bytes | None]:
    """The decisions, and the content of a file that holds none."""
    try:
        data = job.files.read(decisions.NAME, decisions.MAX_BYTES + 1)
    except OSError as error:
        if error.errno not in NOT_THERE:  # or the next decision would undo all before it
            raise unread(decisions.NAME, error) from error
        return Decisions(), None
    try:
        return decisions.parse(data), None
    except InputError as error:
        log.warning("job %s: %s", job.id, error)
        return Decisions(), data
