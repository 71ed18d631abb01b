"""Refining a finished candidate by strokes, so that of two people at once neither overwrites the
other: an edit gets its number, is computed in a child, and counts once the log has its event.

What was computed for an edit that came too late, or whose process was killed, is never shown.
"""

from __future__ import annotations

import json
import logging
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Annotated, Any

from pydantic import Field, TypeAdapter
from pydantic_core import to_jsonable_python

from nukki.core import process
from nukki.core.storage import NOT_THERE, Folder
from nukki.core.storage_faults import unread
from nukki.errors import InputError, NukkiError, StorageError
from nukki.jobs import events, naming, status, steps
from nukki.jobs import payload as payloads
from nukki.jobs.status import CandidateStatus, Status
from nukki.jobs.store import JobFolder, as_json
from nukki.jobs.workshop import Canceled, Lane, Workshop
from nukki.review import strokes
from nukki.review.strokes import Stroke

if TYPE_CHECKING:
    from nukki.jobs.history import History

log = logging.getLogger(__name__)

KIND = "refined"  # the event
CHANGED = "storage-log-changed"  # by another process, since this one last wrote to it
FORMAT = 1  # of a file of strokes
MAX_BYTES = 4 * 1024 * 1024  # of such a file
TIMEOUT_S = 120.0  # the most strokes on the largest picture take a quarter of it
MAX_LOG_BYTES = 16 * 1024 * 1024  # half of what is read of a log: its end must still fit
_GROUND_BYTES = 4096

Side = Annotated[int, Field(strict=True, ge=1, le=16_384)]
Colour = Annotated[str, Field(pattern="^#[0-9a-f]{6}$")]


@dataclass(frozen=True)
class Ground:
    """What strokes are drawn on: the frame's size, whether restoring has a limit besides 255, and
    the background (`#rrggbb`) that the object was cut from, where it is known."""

    width: Side
    height: Side
    limited: status.Flag
    background: Colour | None


_ground = TypeAdapter(Ground)


@dataclass(frozen=True)
class Edit:
    """The newest edit of a candidate; number 0 and no strokes when nobody ever edited it."""

    number: int
    strokes: tuple[Stroke, ...]


def read(job: JobFolder, index: int) -> Edit:
    """The newest edit; raises InputError refine-unfinished, refine-damaged, StorageError."""
    item = finished(job.logged(), index)
    if item.original is None:
        return Edit(item.refined, ())
    return Edit(item.refined, read_strokes(job, naming.stem(item.index, item.seed), item.refined))


def ground(job: JobFolder, index: int, shop: Workshop, lane: Lane = "ask") -> Ground:
    """What to draw strokes on; its pictures are made and kept when it is first asked for.

    Raises InputError refine-unfinished, refine-damaged, BackendError workshop-…, StorageError.
    """
    item = finished(job.logged(), index)
    name = naming.stem(item.index, item.seed)
    found = _kept_ground(job, name)
    if found is None:
        asked = job.files, index
        made = shop.run("nukki.jobs.retouch:ground", *asked, timeout_s=TIMEOUT_S, lane=lane)
        found = Ground(**made)
    return found


def refine(
    job: JobFolder,
    index: int,
    drawn: Sequence[Stroke],
    revision: int | None,
    shop: Workshop,
    history: History | None = None,
    lane: Lane = "ask",
) -> CandidateStatus:
    """Let these strokes, in place of all before, change the candidate; returns what it is now.

    `revision` is the edit that they start from, None for whichever is the newest. Without strokes
    the candidate is what it was at first. Raises InputError refine-unfinished, refine-revision (a
    newer edit came first), refine-elsewhere, refine-full, refine-damaged, BackendError workshop-…,
    StorageError.
    """
    with _alone(job, history) as alone:
        item = _require(alone, index, revision)
        number = _reserved(alone, item, drawn)
    try:
        made = _made(job, item, number, drawn, shop, lane)
        with _alone(job, history) as alone:
            _require(alone, index, item.refined)
            _log(alone, made)
    except BaseException:
        _forget(job, item, number)
        raise
    _report(job)
    return made


def redraw_sheet(job: JobFolder, shop: Workshop, language: str | None = None) -> None:
    """Show an edit on the contact sheet of a job that has ended; one that runs gets its sheet at
    the end. A sheet that cannot be drawn costs no edit."""
    try:
        if job.logged().finished:
            shop.run("nukki.jobs.contact:draw", job.files, language, lane="pack")
    except (NukkiError, Canceled) as error:
        log.warning("job %s: its contact sheet is behind: %s", job.id, error)


def read_strokes(job: JobFolder, name: str, number: int) -> tuple[Stroke, ...]:
    """The strokes of an edit; raises InputError refine-damaged, StorageError."""
    data = read_file(job, naming.strokes(name, number), MAX_BYTES)
    try:
        return strokes.parse(json.loads(data)["strokes"])
    except (InputError, ValueError, KeyError, TypeError, RecursionError):
        raise InputError("refine-damaged", found=job.id) from None


def read_file(job: JobFolder, path: str, most: int) -> bytes:
    """At most `most` bytes of a file that refining needs; raises InputError refine-damaged where
    there is none, StorageError."""
    try:
        return job.files.read(path, most)
    except OSError as error:
        if error.errno in NOT_THERE or isinstance(error, PermissionError):
            raise InputError("refine-damaged", found=job.id) from None
        raise unread(path, error) from error


def finished(found: Status, index: int) -> CandidateStatus:
    """The candidate of a job; raises InputError refine-unfinished."""
    for item in found.candidates:
        if item.index == index and item.final is not None:
            return item
    allowed = ", ".join(str(item.index) for item in found.candidates if item.final) or "–"
    raise InputError("refine-unfinished", found=index, allowed=allowed)


def listed(job: JobFolder, folder: str) -> list[str]:
    """The last names in a folder of the job; raises InputError refine-damaged, StorageError."""
    try:
        return job.files.names(folder)
    except PermissionError:  # a link that leads out of the job
        raise InputError("refine-damaged", found=job.id) from None
    except OSError as error:
        raise unread(folder, error) from error


def original_of(job: JobFolder, index: int) -> CandidateStatus:
    """The candidate as it was finished at first; raises InputError refine-unfinished."""
    return finished(status.originals(job.id, events.read(job.files)), index)


@contextmanager
def _alone(job: JobFolder, history: History | None) -> Iterator[JobFolder]:
    """The job for one writer at a time; a job of no list only within this process."""
    if history is None:
        yield job
        return
    with history.alone(job.id) as alone:
        yield alone


def _require(job: JobFolder, index: int, revision: int | None) -> CandidateStatus:
    """The candidate, if it may be refined and this is its newest edit."""
    found = job.logged()
    item = finished(found, index)
    # In a bucket only one process may add to a log, and that of a running job needs it.
    elsewhere = not isinstance(job.files, Folder) and found.owner != process.myself()
    if elsewhere and not found.finished:
        raise InputError("refine-elsewhere", found=job.id)
    if revision is not None and item.refined != revision:
        raise InputError("refine-revision", found=item.refined, allowed=revision)
    return item


def _reserved(job: JobFolder, item: CandidateStatus, drawn: Sequence[Stroke]) -> int:
    """The number of a new edit, whose strokes are kept under it: no other edit ever gets it."""
    name = naming.stem(item.index, item.seed)
    known = job.files.stat(events.NAME)
    if known is not None and known.bytes > MAX_LOG_BYTES:
        raise InputError("refine-full")
    taken = (naming.number_of(name, file) for file in listed(job, naming.EDITS))
    number = max(item.refined, *filter(None, taken), 0) + 1
    if number > naming.MAX_EDITS:  # a folder may come from anywhere
        raise InputError("refine-full")
    kept = {
        "format": FORMAT,
        "number": number,
        "after": item.refined,
        "sha256": strokes.fingerprint(drawn),
        "strokes": strokes.as_json(drawn),
    }
    job.save(naming.strokes(name, number), as_json(kept), ended=True)
    return number


def _made(
    job: JobFolder,
    item: CandidateStatus,
    number: int,
    drawn: Sequence[Stroke],
    shop: Workshop,
    lane: Lane,
) -> CandidateStatus:
    if not drawn:
        return replace(original_of(job, item.index), refined=number)
    asked = job.files, item.index, number
    made: dict[str, Any] = shop.run(
        "nukki.jobs.retouch:make", *asked, timeout_s=TIMEOUT_S, lane=lane
    )
    return status.candidate_of(made)


def _forget(job: JobFolder, item: CandidateStatus, number: int) -> None:
    """Remove what was made for an edit that nobody will see; else it costs nothing but room."""
    name = naming.stem(item.index, item.seed)
    begin = f"{name}.{number}"
    with suppress(OSError, NukkiError):
        if finished(job.logged(), item.index).refined == number:
            return  # the log has taken it, whatever failed then
        for file in job.files.names(naming.REFINED):
            if file.startswith((f"{begin}.", f"{begin}_")):
                job.files.remove(f"{naming.REFINED}/{file}")
        job.files.remove(naming.strokes(name, number))


def _log(job: JobFolder, made: CandidateStatus) -> None:
    """Add the event; nobody else may now, so a log that has changed was written before."""
    candidate = to_jsonable_python(made)
    try:
        job.log(KIND, candidate=candidate)
    except StorageError as error:
        if error.code != CHANGED:
            raise
        job.log(KIND, candidate=candidate)


def _report(job: JobFolder) -> None:
    """Bring qa_report.json up to date; the event stands whether it can be written or not."""
    try:
        steps.keep_report(job, payloads.load(job.files))
    except NukkiError as error:
        log.warning("job %s: its report is behind: %s", job.id, error)


def _kept_ground(job: JobFolder, name: str) -> Ground | None:
    try:
        found = _ground.validate_json(job.files.read(naming.ground(name), _GROUND_BYTES))
        there = [naming.matte(name)] + ([naming.limit(name)] if found.limited else [])
        return found if all(job.files.stat(path) is not None for path in there) else None
    except (OSError, ValueError):
        return None
