"""Routes that make jobs: from briefs, and from a job that was drawn before."""

from __future__ import annotations

from typing import Annotated

from fastapi import APIRouter, Header, Query, Response
from pydantic import BaseModel, ConfigDict, Field

from nukki.core.model import Strict
from nukki.jobs.submit import USUAL, Taken, Terms
from nukki.server import body
from nukki.server.deps import CallerOf, DeskOf, Found, SettingsOf, Turn, who
from nukki.server.problems import documented

router = APIRouter(prefix="/api/jobs", tags=["jobs"])

Priority = Annotated[int, Query(ge=0, le=9, description="0 is drawn first, 9 last")]
Key = Annotated[
    str | None,
    Header(
        min_length=1,
        max_length=255,
        pattern=r"^[\x21-\x7e]+$",
        description="Your own name for this request: sent again within a day with the same body,"
        " it gets the same answer and makes no second job",
    ),
]
_HEADERS = {
    "Location": {"description": "The first of the jobs", "schema": {"type": "string"}},
    "Idempotency-Replayed": {
        "description": "`true` when an earlier request with this key made the jobs",
        "schema": {"type": "string", "enum": ["true"]},
    },
}


# What a program may go on with once it has a job.
_NEXT = (
    "get_job", "cancel_job", "rerun_job", "delete_job", "get_payload", "get_events",
    "get_decisions", "change_decisions", "get_export",
)  # fmt: skip
_LINKS = {
    name: {"operationId": name, "parameters": {"job_id": "$response.body#/job_id"}}
    for name in _NEXT
}
_MADE = {"description": "The jobs wait in the line", "headers": _HEADERS, "links": _LINKS}


class Created(BaseModel):
    """The jobs that were made, in the order of the briefs; `job_id` is the first."""

    model_config = ConfigDict(
        json_schema_extra={
            "examples": [
                {
                    "job_id": "20260131-090000-1f3a9c07",
                    "job_ids": ["20260131-090000-1f3a9c07", "20260131-090000-5b2e80d1"],
                }
            ]
        }
    )

    job_id: str
    job_ids: list[str]


class Again(Strict):
    """How a job is drawn again.

    `fresh` reads its brief anew with today's packs, models and assets; else it is drawn exactly
    as then, from what its payload pins. `new_seed` draws other candidates.
    """

    model_config = ConfigDict(json_schema_extra={"examples": [{"new_seed": True}, {"fresh": True}]})

    new_seed: bool = False
    fresh: bool = False
    priority: Annotated[int, Field(ge=0, le=9)] = USUAL


@router.post(
    "",
    status_code=201,
    responses={
        **documented(400, 401, 403, 408, 409, 413, 415, 422, 429, 503),
        201: _MADE,
    },
    openapi_extra=body.BODY,
)
def create_jobs(
    sent: body.Sent,
    _turn: Turn,
    desk: DeskOf,
    caller: CallerOf,
    settings: SettingsOf,
    response: Response,
    engine: Annotated[str | None, Query(max_length=40)] = None,
    priority: Priority = USUAL,
    idempotency_key: Key = None,
) -> Created:
    """Make a job of a brief, or one of each of several briefs, or none.

    Everything that a brief names is looked up first; when anything cannot be used, nothing is made
    and every fault of every brief is told with its field.
    """
    terms = Terms(who(caller), priority, idempotency_key)
    return _created(desk.submit(sent, engine or settings.engine, terms), response)


@router.post(
    "/{job_id}/rerun",
    status_code=201,
    responses={
        **documented(400, 401, 403, 404, 408, 409, 413, 422, 429, 503),
        201: _MADE,
    },
)
def rerun_job(
    job: Found,
    _turn: Turn,
    desk: DeskOf,
    caller: CallerOf,
    response: Response,
    how: Again | None = None,
    idempotency_key: Key = None,
) -> Created:
    """Draw a job again: exactly as then, with new seeds, or with today's versions."""
    how = how or Again()
    terms = Terms(who(caller), how.priority, idempotency_key)
    taken = desk.again(job, terms, new_seed=how.new_seed, fresh=how.fresh)
    return _created(taken, response)


def _created(taken: Taken, response: Response) -> Created:
    first = taken.job_ids[0]
    response.headers["Location"] = f"/api/jobs/{first}"
    if taken.replayed:
        response.headers["Idempotency-Replayed"] = "true"
    return Created(job_id=first, job_ids=list(taken.job_ids))
