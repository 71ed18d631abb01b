"""Routes of jobs: the list, newest first, and one job with everything that is known of it."""

from __future__ import annotations

from itertools import dropwhile
from typing import Annotated

from fastapi import APIRouter, Depends, Path, Query, Request
from pydantic import BaseModel

from nukki.core import ids
from nukki.core.storage import open_storage
from nukki.errors import InputError
from nukki.jobs import store
from nukki.jobs.store import JobFolder
from nukki.server import cards
from nukki.server.cards import Job, JobCard
from nukki.server.problems import documented
from nukki.server.speech import Language

router = APIRouter(prefix="/api/jobs", tags=["jobs"])
JobId = Annotated[str, Path(pattern=ids.JOB_ID.pattern)]


class JobPage(BaseModel):
    """Jobs, newest first. `next` is the cursor of the page after this one; `unreadable` are jobs
    whose folders are damaged."""

    jobs: list[JobCard]
    next: str | None
    unreadable: list[str]


def find(job_id: JobId, request: Request) -> JobFolder:
    """The job of the address; raises InputError server-job-unknown."""
    storage = open_storage(request.app.state.settings.storage)
    try:
        found = store.find(storage, job_id) if ids.is_job_id(job_id) else None
    except InputError:
        found = None
    if found is None or found.files.name != job_id:
        raise InputError("server-job-unknown", found=job_id)
    return found


Found = Annotated[JobFolder, Depends(find)]


@router.get("", responses=documented(422))
def list_jobs(
    request: Request,
    language: Language,
    limit: Annotated[int, Query(ge=1, le=100)] = 30,
    cursor: Annotated[str | None, Query(pattern=ids.JOB_ID.pattern)] = None,
) -> JobPage:
    """The jobs of this storage, newest first; `cursor` is the `next` of the page before."""
    every = store.newest(open_storage(request.app.state.settings.storage))
    rest = dropwhile(lambda job: cursor is not None and job.id >= cursor, every)
    shown: list[JobCard] = []
    unreadable: list[str] = []
    last = None
    for job in rest:
        if len(shown) == limit:
            return JobPage(jobs=shown, next=last, unreadable=unreadable)
        try:
            shown.append(cards.card(job, language))
        except InputError:
            unreadable.append(job.id)
        last = job.id
    return JobPage(jobs=shown, next=None, unreadable=unreadable)


@router.get("/{job_id}", responses=documented(404, 409, 422))
def get_job(job: Found, language: Language) -> Job:
    """One job: state, progress, candidates with their checks and pictures, and its brief."""
    return cards.detail(job, language)
