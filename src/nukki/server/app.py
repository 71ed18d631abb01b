"""The app factory: routes, refusals, guard and the built studio, put together once."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

from fastapi import FastAPI
from fastapi.responses import JSONResponse
from fastapi.routing import APIRoute
from starlette.concurrency import run_in_threadpool

import nukki
from nukki.jobs.database import open_database
from nukki.server import catalog, files, guard, jobs, problems, session, studio
from nukki.server.gate import Gate, Gatekeeper
from nukki.server.limits import Limits
from nukki.settings import Settings


def create_app(
    settings: Settings, built: Path = studio.BUILT, address: str = "127.0.0.1"
) -> FastAPI:
    """The studio's server for one storage; `built` holds the web part.

    It answers only under the names of `address`, which it is bound to, and those of the settings.
    """
    app = FastAPI(
        lifespan=_life,
        title="Nukki",
        version=nukki.__version__,
        openapi_url="/api/openapi.json",
        docs_url=None,
        redoc_url=None,
        generate_unique_id_function=_operation,
    )
    app.state.settings = settings.model_copy(update={"password": None})
    app.state.gate = Gate(settings.password)
    for room in (session, jobs, files, catalog):
        app.include_router(room.router)
    app.add_api_route("/healthz", _healthz, include_in_schema=False)
    app.include_router(studio.routes(built))
    problems.install(app)
    # The last one is the first that a request meets.
    app.add_middleware(Limits, refuse=problems.refuse)
    app.add_middleware(Gatekeeper, gate=app.state.gate, refuse=problems.refuse)
    hosts = guard.names(address, settings.hosts)
    app.add_middleware(guard.Guard, hosts=hosts, refuse=problems.refuse)
    return app


@asynccontextmanager
async def _life(app: FastAPI) -> AsyncIterator[None]:
    """Everything that lives as long as the server does."""
    database = await run_in_threadpool(open_database, app.state.settings.database)
    await run_in_threadpool(app.state.gate.open, database)
    yield
    await run_in_threadpool(database.close)


def _healthz() -> JSONResponse:
    return JSONResponse({"status": "ok"}, headers={"Cache-Control": "no-store"})


def _operation(route: APIRoute) -> str:
    """Operations are named after their functions, so that clients read well."""
    return route.name
