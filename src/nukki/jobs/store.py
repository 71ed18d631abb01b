"""The job folder: the public truth about a job, complete from the moment it has its name."""

from __future__ import annotations

import shutil
import tempfile
from collections.abc import Iterator, Mapping
from contextlib import suppress
from dataclasses import asdict
from pathlib import Path
from typing import Any

from nukki.core import files, hashing, ids, process
from nukki.errors import InputError, PayloadError, StorageError
from nukki.jobs import events, payload, status
from nukki.jobs.events import State
from nukki.jobs.payload import Payload
from nukki.jobs.status import Failure, Status

MAX_BRIEF_BYTES = 1024 * 1024  # far above what a brief may hold
FOLDERS = ("candidates", "final", "layers", "inputs", "thumbs")


class JobFolder:
    """One job on disk. All paths that it records are relative to `root`."""

    def __init__(self, root: Path) -> None:
        self.root = root
        self.id = root.name

    @property
    def payload_path(self) -> Path:
        """payload.json."""
        return self.root / "payload.json"

    @property
    def inputs(self) -> Path:
        """The files that the payload names by sha256."""
        return self.root / "inputs"

    def payload(self) -> Payload:
        """The payload with every input file verified; raises PayloadError."""
        found = payload.load(self.payload_path)
        for item in found.inputs:
            path = self.inputs / item.file
            if not path.is_file():
                raise PayloadError("payload-input-missing", found=item.name)
            if hashing.of_file(path) != item.sha256:
                raise PayloadError("payload-input-changed", found=item.name)
        return found

    def brief_text(self) -> str:
        """brief.yaml as it was saved; raises PayloadError when it is gone."""
        try:
            return files.read_bytes(self.root / "brief.yaml", MAX_BRIEF_BYTES).decode("utf-8")
        except (OSError, UnicodeDecodeError):
            raise PayloadError("payload-brief-missing", path=str(self.root)) from None

    def status(self) -> Status:
        """Where the job stands; one whose process was killed is shown as failed."""
        found = status.of(self.id, events.read(self.root / "events.jsonl"))
        if status.is_interrupted(found):
            return status.after(found, _interrupted(found.updated))
        return found

    def settle(self) -> Status:
        """Write down an interruption that nobody was left to write, and clear what it left.

        Returns the status.
        """
        found = self.status()
        if found.error is None or found.error.code != "job-interrupted" or self.is_settled():
            return found
        for unfinished in self.root.rglob(".*.part"):
            unfinished.unlink(missing_ok=True)
        return self.enter("failed", found.error)

    def is_settled(self) -> bool:
        """Whether the log itself says that the job has ended."""
        return status.of(self.id, events.read(self.root / "events.jsonl")).finished

    def enter(self, state: State, error: Failure | None = None, *, owned: bool = False) -> Status:
        """Log a new state; with `owned` this process becomes the one that answers for the job."""
        data: dict[str, Any] = {"state": state}
        if error is not None:
            data["error"] = asdict(error)
        if owned:
            data["owner"] = asdict(process.myself())
        return self.log("state", **data)

    def log(self, kind: str, **data: Any) -> Status:
        """Add an event and bring status.json up to date; raises StorageError."""
        path = self.root / "events.jsonl"
        try:
            events.append(path, kind, **data)
            summed = status.of(self.id, events.read(path))
            files.write_json(self.root / "status.json", summed.to_file())
        except OSError as error:
            raise StorageError("storage-full", path=path.name, reason=error.strerror) from error
        return summed

    def save(self, relative: str, data: bytes) -> None:
        """Write a file of the job, whole or not at all; raises StorageError."""
        try:
            files.write_bytes(self.root / relative, data)
        except OSError as error:
            raise StorageError("storage-full", path=relative, reason=error.strerror) from error


def jobs_folder(storage: Path) -> Path:
    """Where the jobs of a storage stand."""
    return storage / "jobs"


def create(
    storage: Path,
    planned: Payload,
    brief_text: str,
    inputs: Mapping[str, bytes],
    origin: str | None = None,
) -> JobFolder:
    """A new queued job; `inputs` are file contents by name in `inputs/`. Raises StorageError.

    The folder is filled under a hidden name and then renamed: a job that can be seen is whole.
    """
    home = jobs_folder(storage)
    try:
        home.mkdir(parents=True, exist_ok=True)
        draft = Path(tempfile.mkdtemp(prefix=".new-", dir=home))
    except OSError as error:
        raise StorageError("storage-unwritable", path=str(home), reason=error.strerror) from error
    try:
        draft.chmod(0o755)
        job = JobFolder(draft)
        for name in FOLDERS:
            (draft / name).mkdir()
        for name, data in inputs.items():
            job.save(f"inputs/{name}", data)
        job.save("brief.yaml", brief_text.encode("utf-8"))
        files.write_json(job.payload_path, planned.to_file())
        return _named(draft, home, planned, origin)
    except BaseException:
        shutil.rmtree(draft, ignore_errors=True)
        raise


def find(storage: Path, name: str) -> JobFolder:
    """The job with this id in the storage, or at this path; raises InputError job-unknown."""
    if ids.is_job_id(name):
        root = jobs_folder(storage) / name
        if root.is_dir():
            return JobFolder(root)
    root = Path(name)
    with suppress(OSError):  # a name too long for any folder
        if (root / "payload.json").is_file():
            return JobFolder(root.resolve())
    raise InputError("job-unknown", found=name, path=str(jobs_folder(storage)))


def newest(storage: Path) -> Iterator[JobFolder]:
    """The jobs of a storage, newest first."""
    home = jobs_folder(storage)
    entries = sorted(home.iterdir(), reverse=True) if home.is_dir() else []
    return (JobFolder(entry) for entry in entries if ids.is_job_id(entry.name))


def _named(draft: Path, home: Path, planned: Payload, origin: str | None) -> JobFolder:
    job = JobFolder(home / ids.new_job_id())
    first: dict[str, Any] = {
        "engine": planned.engine,
        "model": planned.model,
        "total": len(planned.request.seeds),
        "origin": origin,
    }
    events.append(draft / "events.jsonl", "created", **first)
    for note in planned.notes:
        events.append(draft / "events.jsonl", "note", code=note.code, context=dict(note.context))
    summed = status.of(job.id, events.read(draft / "events.jsonl"))
    files.write_json(draft / "status.json", summed.to_file())
    draft.rename(job.root)
    return job


def _interrupted(at: str) -> events.Event:
    return {"at": at, "event": "state", "state": "failed", "error": {"code": "job-interrupted"}}
