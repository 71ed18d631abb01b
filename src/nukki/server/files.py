"""Routes of a job's pictures."""

from __future__ import annotations

from pathlib import PurePosixPath

from fastapi import APIRouter, Request, Response
from fastapi.responses import FileResponse

from nukki.errors import InputError
from nukki.server import pictures, sending
from nukki.server.deps import Found
from nukki.server.problems import documented

router = APIRouter(prefix="/api/jobs/{job_id}/files", tags=["files"])
KINDS = {".png": "image/png", ".webp": "image/webp"}
_DOCUMENTED = {
    **documented(404, 422, 503),
    304: {"description": "The picture is the one that the caller has"},
    200: {"content": {kind: {} for kind in KINDS.values()}},
}


@router.head("/{folder}/{name}", include_in_schema=False)
@router.get("/{folder}/{name}", response_class=FileResponse, responses=_DOCUMENTED)
def get_picture(job: Found, folder: str, name: str, request: Request) -> Response:
    """A final, a candidate, a thumbnail, a layer or the marks of an edge.

    What lies under an address never changes.
    """
    return _send(job, f"{folder}/{name}", request)


@router.head("/sheet.png", include_in_schema=False)
@router.get("/sheet.png", response_class=FileResponse, responses=_DOCUMENTED)
def get_sheet(job: Found, request: Request) -> Response:
    """The contact sheet: all candidates over checkerboard, white, black and a banner's colour."""
    return _send(job, pictures.SHEET, request)


def _send(job: Found, name: str, request: Request) -> Response:
    kind = KINDS.get(PurePosixPath(name).suffix, "")
    forever = name != pictures.SHEET
    with sending.reading(name):
        if pictures.is_listed(job, name):
            return sending.stored(request, job.files, name, kind, forever=forever)
    raise InputError("server-picture-unknown", found=name[:100])
