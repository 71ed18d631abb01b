"""A thousand jobs through the whole queue with an engine that does no work, on SQLite."""

from __future__ import annotations

import time
from collections.abc import Iterator
from pathlib import Path

import sqlalchemy as sa

from bench.idle import IdleEngine
from bench.server.figures import Figure
from nukki.core.storage import Folder
from nukki.jobs import batch, tables, workshop
from nukki.jobs.history import open_history
from nukki.jobs.plan import Plan
from nukki.jobs.queue.line import Entry, Line
from nukki.jobs.queue.orchestrator import Orchestrator
from nukki.jobs.queue.running import Crew
from nukki.settings import Settings

JOBS, AIM_S = 1000, 40.0
LOOK_S = 0.25  # looking more often would be work of its own
STEPS = 6  # begin, draw, alpha, finish, check, close
BRIEF = """\
campaign_text: measured
object_concept: bag
candidate_count: 1
seed: 7
size_preset: {width: 256, height: 256}
"""


def measure(folder: Path) -> Iterator[Figure]:
    """Figures of `JOBS` jobs of one candidate of 256 x 256, finished, checked and written."""
    plan = _plan(folder)
    history = open_history(Settings(storage=str(folder)))
    line, shop = Line(history.database), workshop.Workshop()
    crew = Crew(line, shop, engine=lambda _name: IdleEngine())
    worker = Orchestrator(history, {"render": "render@bench"}, crew.hire)
    worker.start()
    since = time.perf_counter()
    for _ in range(JOBS):
        job = history.create(plan)
        line.enter(job.id, Entry("bench", "render", "render", "bag", expected_s=0.0))
    entered = time.perf_counter() - since
    while _unfinished(history.database.engine):
        time.sleep(LOOK_S)
    whole = time.perf_counter() - since
    worker.stop()
    _require_all_done(history.database.engine)
    shop.close()
    history.close()
    yield Figure(
        f"{JOBS} jobs entered and worked off", whole, AIM_S, "s", f"{entered:.1f} s to enter"
    )
    yield Figure(
        "one step", whole / JOBS / STEPS * 1000, None, "ms", f"all included, {STEPS} a job"
    )


def _plan(folder: Path) -> Plan:
    file = folder / "bench.yaml"
    folder.mkdir(parents=True, exist_ok=True)
    file.write_text(BRIEF, encoding="utf-8")
    (plan,) = batch.plan_files([file], "render", lambda: {"idle": "1"}, Folder(folder))
    return plan


def _unfinished(engine: sa.Engine) -> int:
    with engine.connect() as connection:
        waiting = sa.select(sa.func.count()).select_from(tables.line)
        return int(connection.scalar(waiting) or 0)


def _require_all_done(engine: sa.Engine) -> None:
    with engine.connect() as connection:
        states = sa.select(tables.job.c.state, sa.func.count().label("n")).group_by(
            tables.job.c.state
        )
        found = {row.state: row.n for row in connection.execute(states)}
    if found != {"done": JOBS}:
        raise RuntimeError(f"jobs ended otherwise than done: {found}")
