"""Figures for Prometheus: what this process answered, and what the database knows of all jobs.

A scrape costs a few indexed queries and opens no folder. Jobs and events are those of the whole
database, so with several servers each shows the same; requests are each server's own.
"""

from __future__ import annotations

import platform
from collections.abc import Iterator

from fastapi import APIRouter, Request, Response
from prometheus_client import (
    CollectorRegistry,
    Gauge,
    Histogram,
    Info,
    ProcessCollector,
    disable_created_metrics,
)
from prometheus_client.exposition import CONTENT_TYPE_LATEST, generate_latest
from prometheus_client.metrics_core import CounterMetricFamily, GaugeMetricFamily, Metric
from starlette.datastructures import Headers
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from nukki import __version__
from nukki.core import clock
from nukki.jobs.feed import Feed
from nukki.jobs.workshop import Workshop
from nukki.server.tally import Tally

router = APIRouter()
METHODS = frozenset({"GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"})
SECONDS = (0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30)
NO_ROUTE = "none"  # refused before it came to a route, and /healthz


class Metrics:
    """All figures of one app."""

    def __init__(self) -> None:
        disable_created_metrics()  # type: ignore[no-untyped-call]  # a second series for each
        self.registry = CollectorRegistry()
        ProcessCollector(registry=self.registry)
        Info("nukki_build", "What runs here", registry=self.registry).info(
            {"version": __version__, "python": platform.python_version()}
        )
        self.requests = Histogram(
            "nukki_http_request_seconds",
            "Until the first byte of an answer",
            ["method", "route", "status"],
            buckets=SECONDS,
            registry=self.registry,
        )
        self.streams = Gauge(
            "nukki_event_streams", "Callers that listen to live events", registry=self.registry
        )

    def follow(self, feed: Feed, workshop: Workshop) -> None:
        """Tell of jobs and children too, once they are there; raises StorageError."""
        Tally(self.registry, feed)
        self.registry.register(_Children(workshop))

    def text(self) -> bytes:
        """Everything, as Prometheus reads it."""
        return generate_latest(self.registry)


class Measured:
    """Wraps an app and times its answers by route, so that addresses never become labels."""

    def __init__(self, app: ASGIApp, metrics: Metrics) -> None:
        self.app, self.metrics = app, metrics

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """One request."""
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return
        timer = _Timer(self.metrics, scope)

        async def timed(message: Message) -> None:
            timer.see(message)
            await send(message)

        try:
            await self.app(scope, receive, timed)
        finally:
            timer.end()


class _Timer:
    """One request from its head to the end of its answer."""

    def __init__(self, metrics: Metrics, scope: Scope) -> None:
        self._metrics, self._scope = metrics, scope
        self._begun = clock.seconds()
        self._status = 0
        self._streams = False

    def see(self, message: Message) -> None:
        if message["type"] != "http.response.start" or self._status:
            return
        self._note(message["status"])
        kind = Headers(raw=message.get("headers", [])).get("content-type", "")
        if kind.startswith("text/event-stream"):
            self._streams = True
            self._metrics.streams.inc()

    def end(self) -> None:
        if not self._status:
            self._note(500)  # it raised, or the caller went away before there was an answer
        if self._streams:
            self._metrics.streams.dec()

    def _note(self, status: int) -> None:
        self._status = status
        method = self._scope["method"] if self._scope["method"] in METHODS else "other"
        route = getattr(self._scope.get("route"), "path", NO_ROUTE)
        labels = (method, route, f"{status // 100}xx")
        self._metrics.requests.labels(*labels).observe(clock.seconds() - self._begun)


class _Children:
    """The child processes of the workshop."""

    def __init__(self, workshop: Workshop) -> None:
        self._workshop = workshop

    def collect(self) -> Iterator[Metric]:
        counts = self._workshop.counts()
        now = GaugeMetricFamily("nukki_workshop_children", "Child processes", labels=["state"])
        now.add_metric(["working"], counts.running)
        now.add_metric(["resting"], counts.children - counts.running)
        yield now
        calls = CounterMetricFamily("nukki_workshop_calls", "Calls of child processes")
        calls.add_metric([], counts.calls)
        yield calls
        ends = CounterMetricFamily("nukki_workshop_failures", "Calls that failed", labels=["why"])
        for why in ("crashed", "timeouts", "canceled"):
            ends.add_metric([why], getattr(counts, why))
        yield ends


@router.get("/metrics", include_in_schema=False)
def get_metrics(request: Request) -> Response:
    """All figures in the text form of Prometheus."""
    metrics: Metrics = request.app.state.metrics
    headers = {"Content-Type": CONTENT_TYPE_LATEST, "Cache-Control": "no-store"}
    return Response(metrics.text(), headers=headers)
