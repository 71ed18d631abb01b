"""What handlers are given: the rooms of this server, and the job of the address."""

from __future__ import annotations

from collections.abc import AsyncIterator
from typing import Annotated

from fastapi import Depends, Path, Request

from nukki.core import ids
from nukki.errors import InputError
from nukki.jobs.ending import Canceling
from nukki.jobs.history import History
from nukki.jobs.queue.line import Line
from nukki.jobs.store import JobFolder
from nukki.jobs.submit import Desk
from nukki.jobs.workshop import Workshop
from nukki.server.gate import Caller, CallerOf
from nukki.settings import Settings

JobId = Annotated[str, Path(pattern=ids.JOB_ID.pattern, examples=["20260131-090000-1f3a9c07"])]


def _settings(request: Request) -> Settings:
    settings: Settings = request.app.state.settings
    return settings


def _history(request: Request) -> History:
    history: History = request.app.state.history
    return history


def _line(request: Request) -> Line:
    line: Line = request.app.state.line
    return line


def _workshop(request: Request) -> Workshop:
    workshop: Workshop = request.app.state.workshop
    return workshop


def _orchestrator(request: Request) -> Canceling:
    orchestrator: Canceling = request.app.state.orchestrator
    return orchestrator


async def _turn(request: Request) -> AsyncIterator[None]:
    """Wait, without a thread, until few others ask the workshop: each who does holds one of the
    forty threads that answer everybody."""
    async with request.app.state.asking:
        yield


def _desk(request: Request) -> Desk:
    desk: Desk = request.app.state.desk
    return desk


SettingsOf = Annotated[Settings, Depends(_settings)]
HistoryOf = Annotated[History, Depends(_history)]
LineOf = Annotated[Line, Depends(_line)]
WorkshopOf = Annotated[Workshop, Depends(_workshop)]
OrchestratorOf = Annotated[Canceling, Depends(_orchestrator)]
Turn = Annotated[None, Depends(_turn)]
DeskOf = Annotated[Desk, Depends(_desk)]


def find(job_id: JobId, history: HistoryOf) -> JobFolder:
    """The job of the address; raises InputError server-job-unknown."""
    if not ids.is_job_id(job_id):  # a name with a line end after it passes the pattern
        raise InputError("server-job-unknown", found=job_id[:40])
    try:
        return history.find(job_id)
    except InputError:
        raise InputError("server-job-unknown", found=job_id) from None


Found = Annotated[JobFolder, Depends(find)]


def who(caller: Caller) -> str:
    """How the line and the requests call whoever asks."""
    return f"{caller.kind}:{caller.name}"


__all__ = [
    "CallerOf",
    "DeskOf",
    "Found",
    "HistoryOf",
    "JobId",
    "LineOf",
    "OrchestratorOf",
    "SettingsOf",
    "Turn",
    "WorkshopOf",
    "find",
    "who",
]
