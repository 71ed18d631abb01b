"""Routes of small pictures, made when they are first asked for and kept with the job."""

from __future__ import annotations

import logging
import threading
from concurrent.futures import ThreadPoolExecutor
from enum import IntEnum
from typing import Annotated, Literal

from fastapi import APIRouter, Path, Request, Response
from fastapi.responses import FileResponse

from nukki.core import hashing
from nukki.core.png import MAX_BYTES
from nukki.core.storage import Stat
from nukki.errors import InputError, StorageError
from nukki.jobs import naming
from nukki.jobs.store import JobFolder
from nukki.review import thumb
from nukki.server import pictures, sending
from nukki.server.deps import Found
from nukki.server.problems import documented

log = logging.getLogger(__name__)
router = APIRouter(prefix="/api/jobs/{job_id}/thumbs", tags=["files"])

WEBP = "image/webp"
# Measured: 60 to 200 ms for a picture of 1 MP, most of it with Python's lock given back. Made by
# two threads of their own: each thread that decodes a picture keeps memory for the next one.
_makers = ThreadPoolExecutor(2, thread_name_prefix="nukki-thumbs")
# Who asks for one that is being made waits for it; two names may share a lock by chance.
_same = tuple(threading.Lock() for _ in range(64))


class Side(IntEnum):
    """The longer side of a thumbnail in pixels, at most."""

    SMALL = 160
    CARD = 320
    LARGE = 640
    FULL = 1280


Of = Literal["final", "candidates", "refined"]
Stem = Annotated[
    str, Path(pattern=rf"^({naming.STEM}|{naming.REFINED_STEM})$", examples=["0_7", "0_7.2"])
]
_DOCUMENTED = {
    **documented(404, 409, 422, 503),
    304: {"description": "The picture is the one that the caller has"},
    200: {"content": {WEBP: {}}},
}


@router.head("/{side}/{folder}/{stem}.webp", include_in_schema=False)
@router.get("/{side}/{folder}/{stem}.webp", response_class=FileResponse, responses=_DOCUMENTED)
def get_thumb(job: Found, side: Side, folder: Of, stem: Stem, request: Request) -> Response:
    """A final picture or a drawing, small, as WebP with alpha; `stem` is `<index>_<seed>`, for a
    refined picture `<index>_<seed>.<number>`.

    What lies under an address never changes. A picture that is smaller is not enlarged.
    """
    source = f"{folder}/{stem}.png"
    with sending.reading(source):
        if pictures.is_listed(job, source):
            return _send(job, source, name_of(folder, stem, side), side, request)
    raise InputError("server-picture-unknown", found=source[:100])


def name_of(folder: Of, stem: str, side: int) -> str:
    """Where a thumbnail is kept in the job folder; the smallest of finals is made with the job."""
    if folder != "candidates" and side == Side.CARD:
        return f"{'thumbs' if folder == 'final' else folder}/{stem}.webp"
    return f"thumbs/{stem}_{'drawing_' if folder == 'candidates' else ''}{side}.webp"


def address(job_id: str, picture: str, side: Side) -> str:
    """Where the thumbnail of `final/<stem>.png` or `candidates/<stem>.png` is served.

    >>> address("20260131-090000-1f3a9c07", "final/0_7.png", Side.LARGE)
    '/api/jobs/20260131-090000-1f3a9c07/thumbs/640/final/0_7.webp'
    """
    return f"/api/jobs/{job_id}/thumbs/{side}/{picture.removesuffix('.png')}.webp"


def _send(job: JobFolder, source: str, name: str, side: Side, request: Request) -> Response:
    if job.files.stat(name) is not None:
        return sending.stored(request, job.files, name, WEBP, forever=True)
    with _same[hash((job.id, name)) % len(_same)]:
        if job.files.stat(name) is not None:  # another request made it meanwhile
            return sending.stored(request, job.files, name, WEBP, forever=True)
        data = _makers.submit(_made, job, source, side).result()
        try:
            job.save(name, data, ended=True)
        except StorageError as error:  # a full disk is no reason to show nothing
            log.warning("job %s: %s is not kept: %s", job.id, name, error)
            made = Stat(len(data), hashing.of_bytes(data))
            return Response(data, media_type=WEBP, headers=sending.headers_of(made, forever=True))
    return sending.stored(request, job.files, name, WEBP, forever=True)


def _made(job: JobFolder, source: str, side: Side) -> bytes:
    try:
        return thumb.make(job.files.read(source, MAX_BYTES), side)
    except InputError as error:
        if error.code == "picture-damaged":
            raise InputError("thumb-damaged", found=source) from None
        raise
