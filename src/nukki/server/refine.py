"""Routes of refining a candidate: what strokes are drawn on, and the strokes themselves."""

from __future__ import annotations

from typing import Annotated

from fastapi import APIRouter, BackgroundTasks, Path
from pydantic import BaseModel, ConfigDict, Field

from nukki.jobs import naming, refining
from nukki.jobs.status import MAX_CANDIDATES
from nukki.review.strokes import Stroke, Strokes
from nukki.server import detail, pictures
from nukki.server.deps import Found, HistoryOf, SettingsOf, Turn, WorkshopOf
from nukki.server.detail import Candidate
from nukki.server.problems import documented
from nukki.server.speech import Language

router = APIRouter(prefix="/api/jobs/{job_id}/candidates/{index}/refine", tags=["review"])

Index = Annotated[int, Path(ge=0, lt=MAX_CANDIDATES)]
Revision = Annotated[int, Field(strict=True, ge=0, lt=2**31)]


class Refine(BaseModel):
    """What a canvas needs, all pictures of `width` x `height`, the frame of the strokes.

    `picture` is the drawing, `matte` the alpha before any stroke (grey), `limit` the alpha that
    restoring cannot exceed (grey; null: 255 everywhere). `revision` is the number of the edit that
    `strokes` are of, 0 before the first. `background` (#rrggbb) is the colour that the object was
    cut from, where it is known.
    """

    width: int
    height: int
    picture: str
    matte: str
    limit: str | None
    strokes: list[Stroke]
    revision: int
    background: str | None


class RefineSent(BaseModel):
    """All strokes of the candidate, and the revision that they start from."""

    model_config = ConfigDict(extra="forbid")

    strokes: Strokes
    revision: Revision


@router.get("", responses=documented(404, 409, 422, 503))
def get_refine(job: Found, index: Index, shop: WorkshopOf, _turn: Turn) -> Refine:
    """What a person draws strokes on, and those that were drawn before.

    The first time this takes a second: matte and limit are then kept with the job.
    """
    edit = refining.read(job, index)
    ground = refining.ground(job, index, shop)
    item = refining.finished(job.logged(), index)
    name = naming.stem(item.index, item.seed)
    return Refine(
        width=ground.width,
        height=ground.height,
        picture=pictures.address(job, f"candidates/{name}.png"),
        matte=pictures.address(job, naming.matte(name)),
        limit=pictures.address(job, naming.limit(name)) if ground.limited else None,
        strokes=list(edit.strokes),
        revision=edit.number,
        background=ground.background,
    )


@router.put("", responses=documented(404, 409, 412, 422, 503))
def put_refine(
    job: Found,
    index: Index,
    sent: RefineSent,
    shop: WorkshopOf,
    history: HistoryOf,
    settings: SettingsOf,
    language: Language,
    after: BackgroundTasks,
    _turn: Turn,
) -> Candidate:
    """Put these strokes in place of all before: the candidate is finished and checked anew.

    Without strokes it is what it was at first. 412 when `revision` is not the newest any more: the
    problem's `context.found` is. Earlier pictures stay, under their own addresses.
    """
    made = refining.refine(job, index, sent.strokes, sent.revision, shop, history)
    after.add_task(refining.redraw_sheet, job, shop, settings.language)
    return detail.candidate(job, made, language)
