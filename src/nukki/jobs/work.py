"""Names of a candidate's files, those that people see and those between two steps in `work/`."""

from __future__ import annotations

from nukki.jobs import naming
from nukki.jobs.payload import Payload
from nukki.jobs.store import WORK, JobFolder

FOLDER = WORK


def name_of(payload: Payload, index: int) -> str:
    """`<index>_<seed>`, as every file of the candidate begins."""
    return naming.stem(index, payload.request.seeds[index])


def drawn(name: str) -> str:
    """What the engine drew, whole (see `engines/parcel.py`)."""
    return f"{FOLDER}/{name}.drawn.npz"


def cutout(name: str) -> str:
    """What the step `alpha` made of it."""
    return f"{FOLDER}/{name}.cutout.npz"


def finished(name: str) -> str:
    """What the step `finish` made of that."""
    return f"{FOLDER}/{name}.finished.npz"


def clear(job: JobFolder, name: str) -> None:
    """Remove what lies between the candidate's steps; raises OSError."""
    for path in (drawn(name), cutout(name), finished(name)):
        job.files.remove(path)
