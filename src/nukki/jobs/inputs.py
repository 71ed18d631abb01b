"""Files that a job holds, found again by job and sha256, for another brief or to be shown."""

from __future__ import annotations

from pathlib import Path

from nukki.core import hashing
from nukki.core.storage import Storage, open_storage
from nukki.core.storage_faults import unread
from nukki.errors import InputError, PayloadError
from nukki.jobs import payload as payloads
from nukki.jobs import store
from nukki.jobs.payload import InputFile


def name_of(job_id: str, item: InputFile) -> str:
    """How a brief names a file of a job, in a form that another brief may use."""
    return f"job:{job_id}:{item.sha256}"


def find(storage: Storage, job_id: str, sha256: str) -> Path:
    """The file on this machine, to read from.

    Only what the payload lists is found, and only while it is what was listed. Raises InputError
    brief-not-kept, StorageError.
    """
    gone = InputError("brief-not-kept", found=job_id)
    job = store.held(storage, job_id)
    if job is None:
        raise gone
    try:
        listed = payloads.load(job).inputs
        item = next((item for item in listed if item.sha256 == sha256), None)
        if item is None or not item.file.startswith(sha256):
            raise gone
        path = job.local(f"inputs/{item.file}")  # a link that leads out of the job is refused
        if not path.is_file() or hashing.of_file(path) != sha256:
            raise gone
    except (PayloadError, FileNotFoundError, PermissionError):
        raise gone from None
    except OSError as error:  # a disk or a bucket that is away is nobody's mistake
        raise unread("inputs", error) from error
    return path


def shown(storage: str, job_id: str, sha256: str) -> bytes:
    """The file as a small WebP; for the workshop. Raises as `find` does, and picture-…, svg-…."""
    from nukki.jobs.upload_prepare import prepare

    return prepare(find(open_storage(storage), job_id, sha256)).thumb
