"""Which pictures a job has: those that its status lists, and what was made beside them."""

from __future__ import annotations

import re
from pathlib import Path

from pydantic import BaseModel

from nukki.core import png
from nukki.jobs.status import CandidateStatus, Status
from nukki.jobs.store import JobFolder

# Names that a job writes. A folder may come from anywhere, so what its status claims is checked.
_NAME = re.compile(
    r"(final|candidates|thumbs|layers|marks)/[0-9]{1,3}_[0-9]{1,20}(_[a-z]+)?\.(png|webp)"
)
SHEET = "sheet.png"
LAYERS = ("object", "shadow", "tint")


class Picture(BaseModel):
    """A picture of a job: where to get it, its pixels and its bytes."""

    url: str
    width: int
    height: int
    bytes: int


class Layer(Picture):
    """One layer of a finished picture: `object`, `shadow` or `tint`."""

    name: str


def listed(job: JobFolder, status: Status) -> dict[str, Path]:
    """Every picture that may be given out, by its name relative to the job."""
    names = [name for item in status.candidates for name in _names(item)]
    found = ((name, inside(job, name)) for name in [*names, SHEET])
    return {name: path for name, path in found if path is not None}


def inside(job: JobFolder, name: str) -> Path | None:
    """The file called `name` in the job folder, unless it is missing or a link leads out of it."""
    if name != SHEET and not _NAME.fullmatch(name):
        return None
    if job.files.stat(name) is None:
        return None
    path = job.files.local(name)
    return path if path.resolve().is_relative_to(job.root.resolve()) else None


def thumb(item: CandidateStatus) -> str | None:
    """The name of a candidate's thumbnail."""
    return f"thumbs/{Path(item.final).stem}.webp" if item.final else None


def layers(item: CandidateStatus) -> dict[str, str]:
    """The names of a candidate's layers, by layer."""
    stem = Path(item.final).stem if item.final else ""
    return {layer: f"layers/{stem}_{layer}.png" for layer in LAYERS if stem}


def address(job: JobFolder, name: str) -> str:
    """Where a picture of the job is served."""
    return f"/api/jobs/{job.id}/files/{name}"


def shown(job: JobFolder, name: str | None) -> Picture | None:
    """A PNG of the job with its size; None when there is no such file."""
    path = inside(job, name) if name else None
    size = png.size(path) if path else None
    if path is None or size is None or name is None:
        return None
    url = address(job, name)
    return Picture(url=url, width=size[0], height=size[1], bytes=path.stat().st_size)


def _names(item: CandidateStatus) -> list[str]:
    own = (item.final, item.candidate, thumb(item), item.marks)
    return [*(name for name in own if isinstance(name, str)), *layers(item).values()]
