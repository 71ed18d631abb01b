"""Figures of all jobs: how many there are, who waits, how long things took."""

from __future__ import annotations

import threading
from collections import OrderedDict
from collections.abc import Iterable, Iterator
from datetime import datetime
from typing import Any, get_args

import sqlalchemy as sa
from prometheus_client import CollectorRegistry, Counter, Histogram
from prometheus_client.metrics_core import GaugeMetricFamily, Metric

from nukki.errors import StorageError
from nukki.jobs.database import Database
from nukki.jobs.events import FINISHED, State
from nukki.jobs.feed import Feed, FeedEvent
from nukki.jobs.tables import job, line, worker

SECONDS = (0.1, 0.5, 1, 2, 5, 10, 30, 60, 120, 300, 600, 1800, 3600)
KINDS = frozenset(
    "created state submitted progress candidate note decided deleted reindexed".split()
)
STATES: tuple[State, ...] = get_args(State)
MOST_STAGES = 32  # names of steps are ours, but events may come from a later version
BATCH = 1000
MOST_BATCHES = 50  # of one scrape; the rest is for the next
MOST_WAITING = 20_000


class Tally:
    """Counts what the feed tells, from the moment it is made; the rest is asked when scraped."""

    def __init__(self, registry: CollectorRegistry, feed: Feed) -> None:
        """Raises StorageError."""
        self._feed = feed
        self._last = feed.newest()
        self._created: OrderedDict[str, datetime] = OrderedDict()
        self._stages: set[str] = set()
        self._lock = threading.Lock()
        registry.register(self)  # first, so that what it counts when asked is told in the answer
        self._events = Counter("nukki_events", "Events of jobs", ["kind"], registry=registry)
        self._ended = Counter("nukki_jobs_ended", "Jobs that ended", ["state"], registry=registry)
        self._candidates = Counter(
            "nukki_candidates", "Candidates that were judged", ["verdict"], registry=registry
        )
        self._wait = Histogram(
            "nukki_wait_seconds", "From submit to begin", buckets=SECONDS, registry=registry
        )
        self._took = Histogram(
            "nukki_step_seconds", "A candidate's step", ["step"], buckets=SECONDS, registry=registry
        )

    def catch_up(self) -> None:
        """Count what happened since the last time; raises StorageError."""
        with self._lock:
            if not self._feed.holds(self._last):  # nobody has asked for a day
                self._last = self._feed.newest()
            for _ in range(MOST_BATCHES):
                events = self._feed.since(self._last, BATCH)
                for event in events:
                    self._count(event)
                    self._last = event.id
                if len(events) < BATCH:
                    return

    def collect(self) -> Iterator[Metric]:
        """What is now, for Prometheus."""
        up = GaugeMetricFamily("nukki_database_up", "Whether the database answers")
        families: list[Metric] = []
        try:
            self.catch_up()
            families = list(_now(self._feed.database))
        except StorageError:
            up.add_metric([], 0)
        else:
            up.add_metric([], 1)
        yield up
        yield from families

    def _count(self, event: FeedEvent) -> None:
        self._events.labels(event.kind if event.kind in KINDS else "other").inc()
        if event.kind == "created":
            self._created[event.job_id] = datetime.fromisoformat(event.at)
            if len(self._created) > MOST_WAITING:
                self._created.popitem(last=False)
        elif event.kind == "state":
            self._count_state(event, event.data.get("state"))
        elif event.kind == "candidate":
            self._count_candidate(event.data.get("candidate") or {})

    def _count_state(self, event: FeedEvent, state: object) -> None:
        if state == "queued":
            return
        created = self._created.pop(event.job_id, None)
        if created is not None and state not in FINISHED:
            waited = datetime.fromisoformat(event.at) - created
            self._wait.observe(max(0.0, waited.total_seconds()))
        if state in FINISHED:
            self._ended.labels(str(state)).inc()

    def _count_candidate(self, candidate: dict[str, object]) -> None:
        verdict = "passed" if candidate.get("passed") else "rejected"
        verdict = "failed" if candidate.get("error") else verdict
        self._candidates.labels(verdict).inc()
        timings = candidate.get("timings")
        for step, seconds in timings.items() if isinstance(timings, dict) else ():
            if len(self._stages) < MOST_STAGES:
                self._stages.add(step)
            self._took.labels(step if step in self._stages else "other").observe(seconds)


def _now(database: Database) -> Iterator[Metric]:
    waiting = sa.case((line.c.owner.is_(None), "waiting"), else_="working")
    with database.reading() as connection:
        states = {row[0]: row[1] for row in connection.execute(_counted(job.c.state))}
        queue = connection.execute(_counted(line.c.engine, waiting)).all()
        workers = connection.execute(_counted(worker.c.kind)).all()
    jobs = GaugeMetricFamily("nukki_jobs", "Jobs that are kept", labels=["state"])
    for state in STATES:
        jobs.add_metric([state], states.get(state, 0))
    yield jobs
    yield _family("nukki_queue_jobs", "Jobs in the line", ["engine", "part"], queue)
    yield _family("nukki_workers", "Processes that work on jobs", ["kind"], workers)


def _counted(*columns: sa.ColumnElement[str]) -> sa.Select[*tuple[Any, ...]]:
    return sa.select(*columns, sa.func.count()).group_by(*columns)


def _family(
    name: str, about: str, labels: list[str], rows: Iterable[sa.Row[*tuple[Any, ...]]]
) -> Metric:
    family = GaugeMetricFamily(name, about, labels=labels)
    for *values, count in rows:
        family.add_metric(values, count)
    return family
