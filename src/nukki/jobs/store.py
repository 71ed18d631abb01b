"""The job folder: the public truth about a job, complete from the moment it has its name."""

from __future__ import annotations

import shutil
import threading
from collections import OrderedDict
from collections.abc import Callable, Iterator, Mapping
from contextlib import suppress
from dataclasses import asdict, replace
from functools import partial
from pathlib import Path, PurePosixPath
from typing import Any
from weakref import WeakValueDictionary

from pydantic_core import to_json

from nukki.core import hashing, ids, process
from nukki.core.storage import NOT_THERE, Folder, Storage
from nukki.core.storage_faults import unread, unwritten
from nukki.errors import InputError, PayloadError, StorageError
from nukki.jobs import events, payload, status
from nukki.jobs.events import State
from nukki.jobs.payload import Payload
from nukki.jobs.status import Failure, Status

MAX_BRIEF_BYTES = 1024 * 1024  # far above what a brief may hold
JOBS = "jobs"
STATUS = "status.json"
# Steps of the engine are written down until the log has this size: what happens to candidates, and
# the end, must still fit into what is read of it. Whoever listens hears of every step all the same.
MAX_PROGRESS_BYTES = 4 * 1024 * 1024
MAX_SUMS = 256  # jobs whose status is kept in memory
WORK = "work"  # what lies between two steps of a candidate; gone when the job has ended
FOLDERS = ("candidates", "final", "layers", "inputs", "thumbs")

GONE = "job-folder-gone"
LOST = Failure("job-log-lost")

Before = Callable[["JobFolder"], None]
After = Callable[["JobFolder", Status, events.Event], None]


class _Sums:
    """What the logs that this process writes add up to, so that an event is not their re-reading.

    A sum holds for a log of just this size; whatever else happened to a log changes that.
    """

    def __init__(self) -> None:
        self._kept: OrderedDict[str, tuple[int, Status]] = OrderedDict()
        self._lock = threading.Lock()

    def of(self, place: str, size: int) -> Status | None:
        """The status of the log of the job at `place`, if it has this size."""
        with self._lock:
            known, status = self._kept.get(place, (-1, None))
            return status if known == size else None

    def keep(self, place: str, size: int, status: Status) -> None:
        """Remember it; a job that has ended is not written to again."""
        with self._lock:
            self._kept.pop(place, None)
            if not status.finished:
                self._kept[place] = (size, status)
            if len(self._kept) > MAX_SUMS:
                self._kept.popitem(last=False)


_sums = _Sums()
_locks: WeakValueDictionary[str, threading.RLock] = WeakValueDictionary()
_locks_lock = threading.Lock()


def lock_of(place: str) -> threading.RLock:
    """The lock of the job at this place, the same for all its JobFolders while one holds it."""
    with _locks_lock:
        return _locks.setdefault(place, threading.RLock())


def _nothing_before(_job: JobFolder) -> None:
    return None


def _nothing_after(_job: JobFolder, _status: Status, _event: events.Event) -> None:
    return None


class JobFolder:
    """One job where it is stored. All paths that it records are relative to that place.

    `before` is called before an event is written, and may refuse it by raising; `after` once the
    event and status.json hold it.
    """

    def __init__(
        self, files: Storage, before: Before = _nothing_before, after: After = _nothing_after
    ) -> None:
        self.files = files
        self.id = files.name
        self.before, self.after = before, after

    @property
    def shown(self) -> str:
        """The job's place, as a person would write it."""
        return self.files.shown

    @property
    def root(self) -> Path:
        """The job's folder on this machine, to read from; fetched when it lies elsewhere."""
        return self.files.local("")

    @property
    def inputs(self) -> Path:
        """The files that the payload names by sha256, on this machine, to read from."""
        try:
            return self.files.local("inputs")
        except FileNotFoundError:  # a bucket has no empty folders
            empty = self.files.local(payload.NAME).parent / "no-inputs"
            empty.mkdir(exist_ok=True)
            return empty

    def payload(self) -> Payload:
        """The payload with every input file verified; raises PayloadError."""
        found = payload.load(self.files)
        inputs = self.inputs if found.inputs else Path()
        for item in found.inputs:
            path = inputs / item.file
            if not path.is_file():
                raise PayloadError("payload-input-missing", found=item.name)
            if hashing.of_file(path) != item.sha256:
                raise PayloadError("payload-input-changed", found=item.name)
        return found

    def brief_text(self) -> str:
        """brief.yaml as it was saved; raises PayloadError when it is gone, StorageError."""
        try:
            return self.files.read("brief.yaml", MAX_BRIEF_BYTES).decode("utf-8")
        except UnicodeDecodeError:
            raise PayloadError("payload-brief-missing", path=self.shown) from None
        except OSError as error:
            if error.errno not in NOT_THERE:
                raise unread("brief.yaml", error) from error
            raise PayloadError("payload-brief-missing", path=self.shown) from None

    def status(self) -> Status:
        """Where the job stands; one whose process was killed is shown as failed."""
        found = self.logged()
        if status.is_interrupted(found):
            return status.after(found, _interrupted(found.updated))
        return found

    def logged(self) -> Status:
        """Where the job stands as its log says, whoever is still there to go on with it.

        A job begins with its first event, so one without any has lost its log: it has failed.
        Raises StorageError.
        """
        log = self.files.stat(events.NAME)
        if log is not None and (known := _sums.of(self.files.shown, log.bytes)) is not None:
            return known
        found = status.of(self.id, events.read(self.files))
        return found if found.created else replace(found, state="failed", error=LOST)

    def settle(self) -> Status:
        """Write down an interruption that nobody was left to write, and clear what it left.

        Returns the status; raises StorageError.
        """
        found = self.status()
        if found.error is None or found.error.code != "job-interrupted" or self.is_settled():
            return found
        self.clear()
        return self.enter("failed", found.error)

    def clear(self) -> None:
        """Remove what lies between steps, and what killed processes left half written.

        Raises StorageError.
        """
        try:
            for name in (*self.files.unfinished(), WORK):
                self.files.remove(name)
        except OSError as error:
            raise unwritten(WORK, error) from error

    def is_settled(self) -> bool:
        """Whether the log itself says that the job has ended."""
        return self.logged().finished

    def enter(self, state: State, error: Failure | None = None, *, owned: bool = False) -> Status:
        """Log a new state; with `owned` this process becomes the one that answers for the job."""
        data: dict[str, Any] = {"state": state}
        if error is not None:
            data["error"] = asdict(error)
        if owned:
            data["owner"] = asdict(process.myself())
        return self.log("state", **data)

    def log(self, kind: str, **data: Any) -> Status:
        """Add an event and bring status.json up to date.

        Raises StorageError; if the log has taken the event, then after everybody was told of it.
        Threads of this process may log to one job at once: what each reads holds all before it.
        """
        with lock_of(self.files.shown):
            self.before(self)
            event, summed = self._appended(events.line(kind, **data))
            try:
                # What the log adds up to, made again with the next event. The last one stays.
                self.files.write(STATUS, as_json(summed.to_file()), lasting=summed.finished)
            except OSError as error:
                raise unwritten(STATUS, error) from error
            finally:
                self.after(self, summed, event)
            return summed

    def save(self, relative: str, data: bytes, *, ended: bool = False) -> None:
        """Write a file of the job, whole or not at all; raises StorageError.

        A job that has `ended` may be removed at any time, and must not come back as this one file.
        """
        try:
            self._require_there(payload.NAME)
            self.files.write(relative, data)
            if ended and self.files.stat(payload.NAME) is None:
                if self.files.names() == [PurePosixPath(relative).parts[0]]:
                    self.files.remove("")
                raise StorageError(GONE, found=self.id)
        except OSError as error:
            raise unwritten(relative, error) from error

    def _appended(self, line: str) -> tuple[events.Event, Status]:
        """The event as it will be read, and the status with it, once the log has both."""
        data = line.encode("utf-8")
        event = events.parse(data)
        if event is None:
            raise ValueError(line[:200])
        try:
            size = self._require_there(events.NAME, payload.NAME)
            before = _sums.of(self.files.shown, size) or self.logged()
            summed = status.after(before, event)
            if event["event"] != "progress" or size < MAX_PROGRESS_BYTES:
                self.files.append(events.NAME, line)
                _sums.keep(self.files.shown, size + len(data) + 1, summed)
        except OSError as error:
            raise unwritten(events.NAME, error) from error
        return event, summed

    def _require_there(self, *names: str) -> int:
        """The size of the first of these files that is there.

        Writing would make a folder anew that somebody has deleted: raises StorageError instead.
        """
        for name in names:
            if (found := self.files.stat(name)) is not None:
                return found.bytes if name == events.NAME else 0
        raise StorageError(GONE, found=self.id)


def _unmade(jobs: Storage, error: OSError) -> StorageError:
    """Why there is no new job: people may not write there, unless there is no room."""
    found = unwritten(jobs.shown, error)
    return (
        found
        if found.code == "storage-full"
        else StorageError("storage-unwritable", **found.context)
    )


def create(
    storage: Storage,
    planned: Payload,
    brief_text: str,
    inputs: Mapping[str, bytes],
    origin: str | None = None,
    job_id: str | None = None,
) -> JobFolder:
    """A new queued job; `inputs` are file contents by name in `inputs/`. Raises StorageError.

    The folder is filled aside and then published: a job that can be seen is whole. Who must know
    the job's name beforehand gives it as `job_id`.
    """
    jobs = storage.at(JOBS)
    try:
        draft = jobs.draft()
    except OSError as error:
        raise _unmade(jobs, error) from error
    try:
        job = JobFolder(jobs.at(job_id or ids.new_job_id()))
        for name in FOLDERS:
            (draft / name).mkdir()
        write = partial(Folder(draft).write, lasting=False)  # all of it does once it is published
        for name, data in inputs.items():
            write(f"inputs/{name}", data)
        write("brief.yaml", brief_text.encode("utf-8"))
        write(payload.NAME, as_json(planned.to_file()))
        log = _first_events(planned, origin)
        write(events.NAME, log)
        write(STATUS, as_json(status.of(job.id, events.parsed(log)).to_file()))
        jobs.publish(draft, job.id)
        return job
    except OSError as error:
        raise _unmade(jobs, error) from error
    finally:
        shutil.rmtree(draft, ignore_errors=True)


def find(storage: Storage, name: str) -> JobFolder:
    """The job with this id in the storage, or at this path; raises InputError job-unknown."""
    if (files := held(storage, name)) is not None:
        return JobFolder(files)
    root = Path(name)
    with suppress(OSError):  # a name too long for any folder
        if (root / payload.NAME).is_file():
            return JobFolder(Folder(root.resolve()))
    raise InputError("job-unknown", found=name, path=storage.at(JOBS).shown)


def held(storage: Storage, job_id: str) -> Storage | None:
    """The folder of the job with this id; None when the storage has none. Raises StorageError."""
    jobs = storage.at(JOBS)
    if not ids.is_job_id(job_id):
        return None
    try:
        here = any(jobs.stat(f"{job_id}/{file}") for file in (STATUS, payload.NAME))
    except OSError as error:
        raise unread(jobs.shown, error) from error
    return jobs.at(job_id) if here else None


def is_there(storage: Storage) -> bool:
    """Whether there is a place for jobs: a disk that is away has none. Raises StorageError."""
    try:
        return JOBS in storage.names()
    except OSError as error:
        raise unread(storage.shown, error) from error


def job_ids(storage: Storage) -> list[str]:
    """The ids of all folders of jobs, newest first; raises StorageError."""
    jobs = storage.at(JOBS)
    try:
        names = jobs.names()
    except OSError as error:
        raise unread(jobs.shown, error) from error
    return [name for name in reversed(names) if ids.is_job_id(name)]


def newest(storage: Storage) -> Iterator[JobFolder]:
    """The jobs of a storage, newest first."""
    jobs = storage.at(JOBS)
    return (JobFolder(jobs.at(job_id)) for job_id in job_ids(storage))


def as_json(value: Any) -> bytes:
    """`value` as readable JSON, Korean left as it is."""
    return to_json(value, indent=2) + b"\n"  # json's own way with an indent takes ten times as long


def _first_events(planned: Payload, origin: str | None) -> bytes:
    """The log of a new job."""
    first: dict[str, Any] = {
        "engine": planned.engine,
        "model": planned.model,
        "total": len(planned.request.seeds),
        "origin": origin,
    }
    notes = ({"code": note.code, "context": dict(note.context)} for note in planned.notes)
    lines = [events.line("created", **first), *(events.line("note", **note) for note in notes)]
    return "".join(f"{line}\n" for line in lines).encode("utf-8")


def _interrupted(at: str) -> events.Event:
    return {"at": at, "event": "state", "state": "failed", "error": {"code": "job-interrupted"}}
