"""Routes of what was made before as a brief again: out of a job, or out of a picture of ours."""

from __future__ import annotations

from collections.abc import Iterable
from functools import partial
from pathlib import Path as FilePath
from typing import Annotated

from fastapi import APIRouter, Path, Request, Response
from pydantic import BaseModel
from starlette.concurrency import run_in_threadpool

from nukki.errors import InputError
from nukki.jobs import recall
from nukki.jobs.payload import Note
from nukki.jobs.recall import MAX_PICTURE, Picture
from nukki.jobs.row import STRANGE
from nukki.jobs.workshop import Workshop, blaming
from nukki.server import cards, sending, spool
from nukki.server.body import BriefJson
from nukki.server.briefs import shown_at
from nukki.server.cards import Told
from nukki.server.deps import Found, HistoryOf, SettingsOf, Turn, WorkshopOf
from nukki.server.problems import documented
from nukki.server.speech import Language

router = APIRouter(prefix="/api", tags=["jobs"])

READ_S = 20.0  # for one picture, of which no pixel is decoded
SHOW_S = 30.0

Sha256 = Annotated[str, Path(pattern=r"^[0-9a-f]{64}$")]
_PICTURE = {"requestBody": {"required": True, "content": {"image/png": spool.BINARY}}}


class KeptFile(BaseModel):
    """A file that a recalled brief names, and where it is shown."""

    name: str
    picture: str


class Recalled(BaseModel):
    """The brief of a job, to fill a form with.

    Its files have names that `POST /api/jobs` takes as long as the job is there. `seeds` are those
    that were drawn; `seed` of the brief is as it was asked for. `differences` tell what would be
    another today.
    """

    brief: BriefJson
    seeds: list[int]
    files: list[KeptFile]
    differences: list[Told]


class Read(BaseModel):
    """What a picture says of its making. `job_id` is the job that made it, if it is here.

    `brief` is null where what the picture holds is none. Of its files, those that are not here are
    left out, and `differences` name them.
    """

    brief: BriefJson | None
    seed: int
    index: int
    engine: str
    model: str
    packs: list[str]
    nukki: str
    job_id: str | None
    files: list[KeptFile]
    differences: list[Told]


@router.get("/jobs/{job_id}/brief", responses=documented(401, 404, 409, 422, 503))
def get_brief(job: Found, history: HistoryOf, settings: SettingsOf, language: Language) -> Recalled:
    """The brief of a job as a new job would take it, and what would differ today."""
    try:
        found = recall.of_job(job, settings.engine, history.storage)
    except STRANGE:  # a folder may come from anywhere
        raise InputError("server-job-damaged", found=job.id) from None
    return Recalled(
        brief=found.brief.as_json(),
        seeds=list(found.seeds),
        files=_files(found.files),
        differences=_told(found.differences, language),
    )


@router.get(
    "/jobs/{job_id}/inputs/{sha256}.webp",
    response_class=Response,
    responses={
        **documented(401, 404, 422, 503),
        304: {"description": "The picture is the one that the caller has"},
        200: {"content": {"image/webp": {}}},
    },
)
def get_input(
    job: Found,
    sha256: Sha256,
    request: Request,
    _turn: Turn,
    workshop: WorkshopOf,
    settings: SettingsOf,
) -> Response:
    """A file that the job was made of, small, as WebP with alpha; of a drawing what was
    understood of it."""
    headers = {"ETag": f'"{sha256[:32]}"', "Cache-Control": sending.FOREVER}
    if sending.is_known(request, headers):
        return Response(status_code=304, headers=headers)
    function = "nukki.jobs.inputs:shown"
    shown = workshop.run(function, settings.storage, job.id, sha256, timeout_s=SHOW_S, lane="ask")
    return Response(shown, media_type="image/webp", headers=headers)


@router.post(
    "/pictures/read",
    responses=documented(401, 403, 408, 413, 415, 422, 503),
    openapi_extra=_PICTURE,
)
async def read_picture(
    request: Request,
    workshop: WorkshopOf,
    history: HistoryOf,
    settings: SettingsOf,
    language: Language,
) -> Read:
    """The settings out of a PNG that Nukki made, sent as the body, at most 32 MiB.

    A picture whose settings were left out when it was exported says so.
    """
    picture = await spool.use_of(request, MAX_PICTURE, recall.too_large, partial(_opened, workshop))
    found = await run_in_threadpool(recall.of_picture, picture, history, settings.engine)
    made = picture.made
    return Read(
        brief=found.brief.as_json() if found.brief else None,
        seed=made.seed,
        index=made.index,
        engine=made.engine,
        model=made.model,
        packs=[name.partition("@")[0] for name in made.packs],
        nukki=made.nukki,
        job_id=found.job_id,
        files=_files(found.files),
        differences=_told(found.differences, language),
    )


def _opened(workshop: Workshop, path: FilePath) -> Picture:
    with blaming(InputError("recall-slow")):
        picture: Picture = workshop.run(
            "nukki.jobs.recall:read", path, timeout_s=READ_S, lane="ask"
        )
    return picture


def _files(names: Iterable[str]) -> list[KeptFile]:
    pictures = ((name, shown_at(name)) for name in names)
    return [KeptFile(name=name, picture=where) for name, where in pictures if where]


def _told(notes: Iterable[Note], language: str) -> list[Told]:
    return [cards.told(note, language) for note in notes]
