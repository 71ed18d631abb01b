"""The app factory: routes, refusals, guard and the built studio, put together once."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

from fastapi import FastAPI
from fastapi.routing import APIRoute
from starlette.concurrency import run_in_threadpool
from starlette.routing import Route

import nukki
from nukki.server import (
    acts,
    asset_log,
    asset_pictures,
    assets,
    briefs,
    catalog,
    create,
    decisions,
    exports,
    files,
    guard,
    health,
    jobs,
    live,
    metrics,
    models,
    openapi,
    problems,
    queue,
    recall,
    refine,
    session,
    studio,
    thumbs,
    uploads,
)
from nukki.server.gate import Gate, Gatekeeper
from nukki.server.hub import Hub
from nukki.server.limits import Limits
from nukki.server.news import Teller
from nukki.server.rooms import open_rooms
from nukki.settings import Settings

ASKING = 4  # requests at once that ask the workshop, where two children answer; others wait


def create_app(
    settings: Settings,
    built: Path = studio.BUILT,
    address: str = "127.0.0.1",
    *,
    works: bool = True,
) -> FastAPI:
    """The studio's server for one storage; `built` holds the web part.

    It answers only under the names of `address`, which it is bound to, and those of the settings.
    Without `works` it makes and shows jobs, but leaves drawing them to other processes.
    """
    app = FastAPI(
        lifespan=_life,
        title="Nukki",
        version=nukki.__version__,
        openapi_url="/api/openapi.json",
        docs_url=None,
        redoc_url=None,
        generate_unique_id_function=_operation,
        responses=problems.documented(*problems.EVERYWHERE),
    )
    app.state.settings = settings.model_copy(update={"password": None})
    app.state.gate = Gate(settings.password)
    app.state.works = works
    app.state.asking = asyncio.Semaphore(ASKING)
    app.state.metrics = metrics.Metrics()
    app.state.readiness = health.Readiness(app.state)
    for room in (session, create, jobs, acts, queue, live, files, catalog, models, health, metrics):
        app.include_router(room.router)
    for room in (thumbs, decisions, exports, uploads, asset_log, assets, asset_pictures):
        app.include_router(room.router)
    for room in (briefs, recall, refine):
        app.include_router(room.router)
    app.router.routes.append(Route("/healthz", health.Alive(), methods=["GET"]))
    app.include_router(studio.routes(built))
    problems.install(app)
    openapi.install(app)
    # The last one is the first that a request meets.
    app.add_middleware(Limits, refuse=problems.refuse)
    app.add_middleware(Gatekeeper, gate=app.state.gate, refuse=problems.refuse)
    hosts = guard.names(address, settings.hosts)
    app.add_middleware(guard.Guard, hosts=hosts, refuse=problems.refuse)
    app.add_middleware(metrics.Measured, metrics=app.state.metrics)
    return app


@asynccontextmanager
async def _life(app: FastAPI) -> AsyncIterator[None]:
    """Everything that lives as long as the server does."""
    state = app.state
    rooms = await run_in_threadpool(open_rooms, state.settings, works=state.works)
    state.rooms = rooms
    state.history, state.line = rooms.history, rooms.line
    state.workshop, state.desk = rooms.workshop, rooms.desk
    state.orchestrator = rooms.orchestrator
    teller = Teller(rooms.history)
    state.live = Hub(rooms.history.feed, teller.notice, teller.queue)
    try:
        await run_in_threadpool(state.gate.open, rooms.history.database)
        await run_in_threadpool(state.metrics.follow, rooms.history.feed, rooms.workshop)
        await run_in_threadpool(state.live.start, asyncio.get_running_loop())
        rooms.start()
        try:
            yield
        finally:
            await run_in_threadpool(state.live.stop)
    finally:
        await run_in_threadpool(rooms.close)


def _operation(route: APIRoute) -> str:
    """Operations are named after their functions, so that clients read well."""
    return route.name
