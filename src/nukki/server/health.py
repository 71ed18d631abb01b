"""Alive and ready, two questions: a process that answers, and one that can be sent work."""

from __future__ import annotations

import threading
from collections.abc import Callable

import sqlalchemy as sa
from fastapi import APIRouter, Request
from fastapi.responses import JSONResponse
from pydantic import BaseModel
from starlette.datastructures import State
from starlette.types import Receive, Scope, Send

from nukki.core import clock
from nukki.engines import registry
from nukki.errors import BackendError, NukkiError

router = APIRouter()
FRESH_S = 2.0
PROBE = ".probe"  # a file of a few bytes, over and over
WRITTEN_S = 30.0  # how long a storage that could be written counts as such: a bucket costs money


class Alive:
    """`/healthz`: the event loop runs. It waits for no thread, no database and no disk."""

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """One request."""
        answer = JSONResponse({"status": "ok"}, headers={"Cache-Control": "no-store"})
        await answer(scope, receive, send)


class Ready(BaseModel):
    """What was looked at, each `ok`."""

    status: str
    checks: dict[str, str]


class Readiness:
    """Looks at what work needs; at database and storage at most every two seconds, never twice at
    once. Whether the queue works is known without looking, so a start is told at once."""

    def __init__(self, state: State, now: Callable[[], float] = clock.seconds) -> None:
        self._state, self._now = state, now
        self._lock = threading.Lock()
        self._checks: dict[str, str] | None = None
        self._looked_at = self._written_at = float("-inf")

    def checks(self) -> dict[str, str]:
        """Of each thing `ok`, or the code of what is wrong with it."""
        if self._now() - self._looked_at >= FRESH_S and self._lock.acquire(blocking=False):
            try:
                self._checks = self._look()
                self._looked_at = self._now()
            finally:
                self._lock.release()
        if self._checks is None:
            return {"server": "starting"}
        return {**self._checks, "queue": _code(self._queue), "engine": self._engine()}

    def _look(self) -> dict[str, str]:
        return {"database": _code(self._database), "storage": _code(self._storage)}

    def _database(self) -> None:
        with self._state.history.database.reading() as connection:
            connection.execute(sa.select(1))

    def _storage(self) -> None:
        if self._now() - self._written_at >= WRITTEN_S:
            self._state.history.storage.write(PROBE, b"ready\n")
            self._written_at = self._now()

    def _queue(self) -> None:
        if not self._state.orchestrator.ready():
            raise BackendError("queue-not-working")

    def _engine(self) -> str:
        # Only its name: asking the engine would wake a machine that sleeps to cost nothing.
        return "ok" if self._state.settings.engine in registry.NAMES else "engine-not-here"


def _code(look: Callable[[], None]) -> str:
    try:
        look()
    except NukkiError as error:
        return error.code
    except OSError:
        return "storage-unwritable"
    return "ok"


@router.get("/readyz", include_in_schema=False)
def get_readiness(request: Request) -> Ready:
    """Whether jobs that are sent here now are worked on; 503 with the reasons if not."""
    readiness: Readiness = request.app.state.readiness
    checks = readiness.checks()
    wrong = [name for name, found in checks.items() if found != "ok"]
    if wrong:
        raise BackendError("not-ready", found=", ".join(wrong), **checks)
    return Ready(status="ready", checks=checks)
