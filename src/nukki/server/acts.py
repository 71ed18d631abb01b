"""Routes that end jobs: cancel what waits or runs, delete what has ended."""

from __future__ import annotations

from fastapi import APIRouter, Response
from pydantic import BaseModel

from nukki.jobs import ending
from nukki.jobs.ending import Outcome
from nukki.jobs.events import State
from nukki.server.deps import Found, HistoryOf, OrchestratorOf
from nukki.server.problems import documented

router = APIRouter(prefix="/api/jobs/{job_id}", tags=["jobs"])


class Ended(BaseModel):
    """What became of the wish to end a job.

    `canceled`: it only waited, and is gone from the queue; `stopping`: its engine is stopping and
    the job will say `canceled` within seconds; `ended`: it had ended before.
    """

    job_id: str
    outcome: Outcome
    state: State


@router.post(
    "/cancel",
    responses={
        **documented(401, 403, 404, 409, 422, 503),
        202: {"model": Ended, "description": "The engine is stopping"},
    },
)
def cancel_job(
    job: Found, history: HistoryOf, orchestrator: OrchestratorOf, response: Response
) -> Ended:
    """End a job; asking again does nothing more."""
    outcome = ending.cancel(history, orchestrator, job.id)
    if outcome == "stopping":
        response.status_code = 202
    return Ended(job_id=job.id, outcome=outcome, state=job.status().state)


@router.delete(
    "",
    status_code=204,
    responses={**documented(401, 403, 404, 409, 422, 503), 204: {"description": "It is gone"}},
)
def delete_job(job: Found, history: HistoryOf, orchestrator: OrchestratorOf) -> None:
    """Delete a job that waits or has ended, with all its files; one that is drawn is refused."""
    ending.delete(history, orchestrator, job.id)
