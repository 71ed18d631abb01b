"""Routes of uploads: mood pictures and drawings that briefs then name as `upload:<id>`."""

from __future__ import annotations

import logging
import shutil
import tempfile
import threading
from datetime import UTC, datetime
from pathlib import Path as FilePath
from typing import IO, Annotated, Any, Literal

from fastapi import APIRouter, Path, Request, Response
from fastapi.responses import FileResponse
from pydantic import BaseModel
from starlette.concurrency import run_in_threadpool

from nukki.core import clock
from nukki.core.storage import Storage
from nukki.errors import BackendError, InputError, StorageError
from nukki.jobs import uploads
from nukki.jobs.uploads import LONGEST, MAX_BYTES, Prepared, Upload
from nukki.jobs.workshop import Workshop, blaming
from nukki.server import form, sending, spool
from nukki.server.deps import HistoryOf, WorkshopOf
from nukki.server.problems import documented

log = logging.getLogger(__name__)
router = APIRouter(prefix="/api/uploads", tags=["files"])

AROUND = 64 * 1024  # what a form may add to its file
TIMEOUT_S = 30.0  # for one file; what decodes longer is no picture for a mood
AT_ONCE = 6  # one is read, the others wait for it
SWEEP_S = 3600.0
_places = threading.BoundedSemaphore(AT_ONCE)
_sweeping = threading.Lock()
_swept: dict[str, float] = {}  # when, by storage

UploadId = Annotated[str, Path(pattern=r"^[0-9a-f]{64}$")]


class Uploaded(BaseModel):
    """A file that was kept. `name` is how a brief refers to it; `thumb` shows it."""

    upload_id: str
    name: str
    kind: Literal["png", "svg"]
    width: int
    height: int
    bytes: int
    thumb: str


_BODY: dict[str, Any] = {
    "requestBody": {
        "required": True,
        "content": {
            form.FORM: {
                "schema": {
                    "type": "object",
                    "required": [form.FIELD],
                    "properties": {form.FIELD: spool.BINARY["schema"]},
                }
            },
            "application/octet-stream": spool.BINARY,
            "image/*": spool.BINARY,
        },
    }
}


@router.post(
    "", status_code=201, responses=documented(408, 413, 415, 409, 422, 503), openapi_extra=_BODY
)
async def create_upload(request: Request, history: HistoryOf, shop: WorkshopOf) -> Uploaded:
    """Send a mood picture or an SVG, as the body or as the field `file` of a form; at most 15 MiB.

    Pictures are decoded and encoded anew without metadata, at most 2048 px a side; SVGs are
    rebuilt. The same file gives the same id. What no brief uses for 7 days is removed.
    """
    kind = request.headers.get("content-type", "")
    most = MAX_BYTES + (AROUND if form.is_form(kind) else 0)
    with tempfile.TemporaryFile() as body:
        if await spool.spool(request, body, most) > most:
            raise InputError("upload-too-large", allowed=MAX_BYTES // 2**20, found=LONGEST)
        upload = await run_in_threadpool(_kept, shop, history.storage, body, kind)
    return _shown(upload)


@router.get("/{upload_id}", responses=documented(404, 422))
def get_upload(upload_id: UploadId, history: HistoryOf) -> Uploaded:
    """What is known of an upload."""
    return _shown(uploads.find(history.storage, upload_id))


@router.head("/{upload_id}/thumb.webp", include_in_schema=False)
@router.get(
    "/{upload_id}/thumb.webp",
    response_class=FileResponse,
    responses={
        **documented(404, 422, 503),
        304: {"description": "The picture is the one that the caller has"},
        200: {"content": {"image/webp": {}}},
    },
)
def get_upload_thumb(upload_id: UploadId, history: HistoryOf, request: Request) -> Response:
    """The upload, small, as WebP with alpha; of a drawing what was understood of it."""
    upload = uploads.find(history.storage, upload_id)
    with sending.reading(upload.thumb):
        return sending.stored(request, history.storage, upload.thumb, "image/webp", forever=True)


def _kept(shop: Workshop, storage: Storage, body: IO[bytes], kind: str) -> Upload:
    """The file prepared in a child and then kept."""
    _sweep(storage)
    if not _places.acquire(blocking=False):
        raise BackendError("upload-busy")
    try:
        with tempfile.TemporaryDirectory(prefix="nukki-upload-") as folder:
            path = FilePath(folder) / "sent"
            _take(body, kind, path)
            return uploads.keep(storage, _prepared(shop, path))
    finally:
        _places.release()


def _take(body: IO[bytes], kind: str, path: FilePath) -> None:
    """Write the file that was sent, by itself or in a form, to `path`."""
    body.seek(0)
    with path.open("wb") as sent:
        if form.is_form(kind):
            form.take_file(body, kind, sent)
        else:
            shutil.copyfileobj(body, sent)
        if sent.tell() == 0:
            raise InputError("upload-empty")


def _prepared(shop: Workshop, path: FilePath) -> Prepared:
    with blaming(InputError("upload-slow", allowed=round(TIMEOUT_S))):
        prepared: Prepared = shop.run(
            "nukki.jobs.upload_prepare:prepare", path, timeout_s=TIMEOUT_S, lane="ask"
        )
    return prepared


def _sweep(storage: Storage) -> None:
    """Clear away what nobody uses, at most once an hour and by one request at a time."""
    now = clock.seconds()
    with _sweeping:
        if now - _swept.get(storage.shown, -SWEEP_S) >= SWEEP_S:
            _swept[storage.shown] = now
            try:
                uploads.sweep(storage, datetime.now(UTC))
            except StorageError as error:  # what is kept too long is no reason to refuse more
                log.warning("uploads are kept for longer: %s", error)


def _shown(upload: Upload) -> Uploaded:
    return Uploaded(
        upload_id=upload.id,
        name=f"upload:{upload.id}",
        kind=upload.kind,
        width=upload.width,
        height=upload.height,
        bytes=upload.bytes,
        thumb=f"/api/uploads/{upload.id}/thumb.webp",
    )
