"""Which pictures a job has: those that its status lists, and what was made beside them."""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import lru_cache

from pydantic import BaseModel

from nukki.core import png
from nukki.core.storage import Storage
from nukki.jobs import events, given, naming
from nukki.jobs.status import CandidateStatus
from nukki.jobs.store import JobFolder

# Names that a job writes. A folder may come from anywhere, so what its status claims is checked.
_NAME = re.compile(
    rf"(final|candidates|thumbs|layers|marks)/{naming.STEM}(_[a-z]+)?\.(png|webp)"
    rf"|{naming.REFINED}/{naming.REFINED_STEM}(_[a-z]+)?\.(png|webp)"
    rf"|(layers/{naming.STEM}|{naming.REFINED}/{naming.REFINED_STEM})_{naming.ASSET_LAYER}\.png"
    rf"|{naming.EDITS}/{naming.STEM}_(matte|limit)\.png"
)
SHEET = "sheet.png"
LAYERS = ("object", "shadow", "tint")
KEPT_JOBS, KEPT_SIZES = 512, 4096


class Picture(BaseModel):
    """A picture of a job: where to get it, its pixels and its bytes."""

    url: str
    width: int
    height: int
    bytes: int


class Layer(Picture):
    """One layer of a finished picture: `object`, `shadow` or `tint`; of brand picture n `asset<n>`,
    its own pixels, and `asset<n>-shadow`, `-shade`, `-light` and `-lit`."""

    name: str


def is_listed(job: JobFolder, name: str) -> bool:
    """Whether the job's status names the picture, so that it may be given out."""
    log = job.files.stat(events.NAME)
    return log is not None and name in _listed(job.files, log.tag)


def inside(job: JobFolder, name: str) -> bool:
    """Whether `name` has the form that jobs write and is a file that no link leads out of."""
    return _has_form(name) and job.files.stat(name) is not None


def thumb(item: CandidateStatus) -> str | None:
    """The name of a candidate's thumbnail."""
    return naming.thumb_of(item.final)


def layers(item: CandidateStatus, among: Sequence[str] = LAYERS) -> dict[str, str]:
    """The names of a candidate's layers, by layer."""
    paths = ((layer, naming.layer_of(item.final, layer)) for layer in among)
    return {layer: path for layer, path in paths if path}


def address(job: JobFolder, name: str) -> str:
    """Where a picture of the job is served."""
    return f"/api/jobs/{job.id}/files/{name}"


def shown(job: JobFolder, name: str | None) -> Picture | None:
    """A PNG of the job with its size; None when there is no such file."""
    found = job.files.stat(name) if name and _has_form(name) else None
    if name is None or found is None:
        return None
    size = _size(job.files, name, found.tag)
    if size is None:
        return None
    return Picture(url=address(job, name), width=size[0], height=size[1], bytes=found.bytes)


def _has_form(name: str) -> bool:
    return name == SHEET or _NAME.fullmatch(name) is not None


@lru_cache(maxsize=KEPT_JOBS)
def _listed(files: Storage, _tag: str) -> frozenset[str]:
    """What the status lists while the log of events has this tag: reading it takes longer than
    sending a picture."""
    items = JobFolder(files).status().candidates
    names = (name for item in items for name in _names(item))
    return frozenset(name for name in (*names, SHEET) if _has_form(name))


@lru_cache(maxsize=KEPT_SIZES)
def _size(files: Storage, name: str, _tag: str) -> tuple[int, int] | None:
    return png.size_of(files.read(name, png.HEAD_BYTES))


def _names(item: CandidateStatus) -> list[str]:
    own = (item.final, item.candidate, thumb(item), item.marks)
    first = (item.original, naming.thumb_of(item.original))
    return [
        *(name for name in (*own, *first) if isinstance(name, str)),
        *layers(item, (*LAYERS, *_of_assets(item))).values(),
        *_ground(item),
    ]


def _of_assets(item: CandidateStatus) -> list[str]:
    return [layer for n in range(len(given.of(item))) for layer in naming.asset_layers(n)]


def _ground(item: CandidateStatus) -> list[str]:
    """What strokes are drawn on, once somebody has asked for it."""
    name = naming.stem(item.index, item.seed)
    return [naming.matte(name), naming.limit(name)] if item.final else []
