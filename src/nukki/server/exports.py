"""The route that packs a job's finished pictures into a ZIP."""

from __future__ import annotations

import asyncio
import tempfile
import threading
from collections.abc import Iterator
from pathlib import Path
from typing import IO, Annotated, Literal
from urllib.parse import quote

from fastapi import APIRouter, Depends, Query, Request, Response
from fastapi.responses import StreamingResponse
from pydantic import Field, StringConstraints
from starlette.concurrency import run_in_threadpool

from nukki.errors import BackendError
from nukki.jobs import exporting
from nukki.jobs.export_brand import Assets
from nukki.jobs.exporting import Made, Wanted
from nukki.jobs.store import JobFolder
from nukki.jobs.workshop import Workshop
from nukki.review import export_sizes
from nukki.review.export_sizes import FORMATS, Format
from nukki.server.deps import Found, WorkshopOf
from nukki.server.problems import documented
from nukki.server.speech import Language

router = APIRouter(prefix="/api/jobs/{job_id}/export", tags=["files"])

AT_ONCE = 6  # one is packed, the others wait for it: each holds a thread of the server
TIMEOUT_S = 300.0  # eight pictures of the largest size in all formats and sizes take a third
LOOK_S = 0.2  # how often a caller is looked after who may have hung up
PIECE = 256 * 1024
ZIP = "application/zip"
_places = threading.BoundedSemaphore(AT_ONCE)

SizeText = Annotated[str, StringConstraints(pattern=r"^([1-4]x|[1-9][0-9]{1,3})$")]
_DOCUMENTED = {**documented(404, 409, 422, 503), 200: {"content": {ZIP: {}}}}


def _wanted(
    language: Language,
    format: Annotated[list[Format], Query(max_length=len(FORMATS))] = ["png"],  # noqa: A002, B006
    size: Annotated[list[SizeText], Query(max_length=5)] = ["1x"],  # noqa: B006
    trimmed: bool = True,
    settings: Literal["strip", "keep"] = "strip",
    candidate: Annotated[
        list[Annotated[int, Field(ge=0, le=999)]] | None, Query(max_length=64)
    ] = None,
    assets: Assets = "as-made",
) -> Wanted:
    """`format` and `size` may be repeated: sizes are `1x` to `4x`, of which the largest is the
    picture as it was drawn, and at most one number, the longer side in pixels. `candidate` are
    indices; without it those that were selected, else all that passed, else all that are
    finished. `assets`: the pixels of brand artwork that was blended, `as-made` or the designer's
    own."""
    return Wanted(
        formats=exporting.formats(format),
        sizes=export_sizes.parse(size),
        trimmed=trimmed,
        keep_settings=settings == "keep",
        indices=None if candidate is None else tuple(candidate),
        language=language,
        assets=assets,
    )


@router.get("", response_class=StreamingResponse, responses=_DOCUMENTED)
async def get_export(
    job: Found, request: Request, shop: WorkshopOf, wanted: Annotated[Wanted, Depends(_wanted)]
) -> Response:
    """The finished pictures as a ZIP with a manifest; the same request gives the same bytes.

    Packed in a process of its own, and given up when the caller hangs up.
    """
    await request.body()  # from here on nothing but the end of the connection comes in
    stop = threading.Event()
    work = asyncio.ensure_future(run_in_threadpool(_packed, shop, job, wanted, stop))
    try:
        while not (await asyncio.wait((work,), timeout=LOOK_S))[0]:
            if await request.is_disconnected():
                stop.set()
        made, file = work.result()
    finally:
        stop.set()
    headers = {
        "Content-Length": str(made.bytes),
        "Content-Disposition": _disposition(job.id, made.name),
        "Cache-Control": "private, no-store",
    }
    return StreamingResponse(_pieces(file), media_type=ZIP, headers=headers)


def _packed(
    shop: Workshop, job: JobFolder, wanted: Wanted, stop: threading.Event
) -> tuple[Made, IO[bytes]]:
    """The export as an open file that has no name any more, so that it goes with its reader."""
    exporting.chosen(job, wanted.indices)  # refused at once, before anybody waits
    if not _places.acquire(blocking=False):
        raise BackendError("export-busy")
    try:
        with tempfile.TemporaryDirectory(prefix="nukki-export-") as folder:
            target = Path(folder) / "export.zip"
            made: Made = shop.run(
                "nukki.jobs.exporting:write",
                job.files,
                wanted,
                target,
                timeout_s=TIMEOUT_S,
                stop=stop,
                lane="pack",
            )
            return made, target.open("rb")
    finally:
        _places.release()


def _pieces(file: IO[bytes]) -> Iterator[bytes]:
    with file:
        while piece := file.read(PIECE):
            yield piece


def _disposition(job_id: str, name: str) -> str:
    """The name twice: as all programs read it, and in the person's own words.

    >>> print(_disposition("20260131-090000-1f3a9c07", "컵.zip"))
    attachment; filename="nukki-20260131-090000-1f3a9c07.zip"; filename*=UTF-8''%EC%BB%B5.zip
    """
    return f"attachment; filename=\"nukki-{job_id}.zip\"; filename*=UTF-8''{quote(name, safe='')}"
