"""The app factory: routes, refusals, guard and the built studio, put together once."""

from __future__ import annotations

from pathlib import Path

from fastapi import FastAPI, Request
from fastapi.responses import JSONResponse
from fastapi.routing import APIRoute
from starlette.types import Receive, Scope, Send

import nukki
from nukki.errors import InputError
from nukki.server import catalog, files, guard, jobs, problems, speech, studio
from nukki.settings import Settings


def create_app(settings: Settings, built: Path = studio.BUILT) -> FastAPI:
    """The studio's server for one storage; `built` holds the web part.

    It answers only under names of this machine.
    """
    app = FastAPI(
        title="Nukki",
        version=nukki.__version__,
        openapi_url="/api/openapi.json",
        docs_url=None,
        redoc_url=None,
        generate_unique_id_function=_operation,
    )
    app.state.settings = settings
    for room in (jobs, files, catalog):
        app.include_router(room.router)
    app.add_api_route("/healthz", _healthz, include_in_schema=False)
    app.include_router(studio.routes(built))
    problems.install(app)

    async def refuse_host(scope: Scope, receive: Receive, send: Send) -> None:
        request = Request(scope)
        found = guard.host_of(request.headers.get("host", ""))[:200]
        answer = problems.response(InputError("server-host", found=found), speech.of(request))
        await answer(scope, receive, send)

    app.add_middleware(guard.Guard, hosts=guard.LOOPBACK, refusal=refuse_host)
    return app


def _healthz() -> JSONResponse:
    return JSONResponse({"status": "ok"}, headers={"Cache-Control": "no-store"})


def _operation(route: APIRoute) -> str:
    """Operations are named after their functions, so that clients read well."""
    return route.name
