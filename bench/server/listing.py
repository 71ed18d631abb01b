"""Ten thousand jobs: how long their index takes to make, and a page or a search of it over HTTP."""

from __future__ import annotations

import os
import time
import urllib.parse
from collections.abc import Callable, Iterator
from datetime import UTC, datetime, timedelta
from pathlib import Path

import yaml

from bench.server.figures import Figure, percentile
from bench.server.started import Started, serving
from nukki.jobs.history import open_history
from nukki.settings import Settings

JOBS = 10_000
ROUNDS = 60  # requests of each kind
AIM_MS = 30.0
THINGS = "쇼핑백 화분 선물상자 커피잔 자전거 우산 열쇠 시계 카메라 풍선".split()
OTHERS = "lemon sofa guitar rocket".split()


def measure(storage: Path, made: Path) -> Iterator[Figure]:
    """Figures of the list over `JOBS` copies of the finished job in the folder `made`."""
    count = copies(made, storage / "jobs")
    history = open_history(Settings(storage=str(storage)))
    since = time.perf_counter()
    history.reindex()
    seconds = time.perf_counter() - since
    history.close()
    yield Figure("index made from the folders", count / seconds, None, "jobs/s", f"{seconds:.0f} s")
    with serving(storage) as server:
        total = server.json("/api/jobs?limit=30")["total"]
        assert total == count, (total, count)
        yield _timed("list, page 1", lambda _n: server.json("/api/jobs?limit=30"))
        yield _timed("list, one page after another", _pages(server))
        words = ("쇼핑백", "lemon 화분", "never written", "자전거", "a")
        yield _timed(
            "search for words",
            lambda n: server.json(f"/api/jobs?text={urllib.parse.quote(words[n % len(words)])}"),
        )
        yield _timed(
            "search, filtered and sorted",
            lambda _n: server.json("/api/jobs?text=sofa&state=done&sort=updated"),
        )


def _timed(name: str, ask: Callable[[int], object]) -> Figure:
    ask(0)
    taken = []
    for number in range(ROUNDS):
        since = time.perf_counter()
        ask(number)
        taken.append((time.perf_counter() - since) * 1000)
    note = f"p50 {percentile(taken, 0.5):.1f} ms"
    return Figure(f"{name}, p95", percentile(taken, 0.95), AIM_MS, "ms", note)


def _pages(server: Started) -> Callable[[int], object]:
    cursor = ""

    def ask(_number: int) -> object:
        nonlocal cursor
        page = server.json(f"/api/jobs?limit=30{cursor}")
        cursor = f"&cursor={urllib.parse.quote(page['next'])}" if page["next"] else ""
        return page

    return ask


def copies(made: Path, jobs: Path) -> int:
    """Make `JOBS` folders like `made`, each with its own id and concept; links where it can."""
    jobs.mkdir(parents=True, exist_ok=True)
    brief = yaml.safe_load((made / "brief.yaml").read_text("utf-8"))
    first = datetime(2026, 1, 1, tzinfo=UTC)
    files = [file for file in made.rglob("*") if file.is_file() and file.name != "brief.yaml"]
    for number in range(JOBS):
        at = first + timedelta(minutes=number)
        folder = jobs / f"{at:%Y%m%d-%H%M%S}-{number:08x}"
        for file in files:
            copy = folder / file.relative_to(made)
            copy.parent.mkdir(parents=True, exist_ok=True)
            os.link(file, copy)
        thing, other = THINGS[number % len(THINGS)], OTHERS[number % len(OTHERS)]
        brief["object_concept"] = f"{thing}, {other} {number}"
        text = yaml.safe_dump(brief, allow_unicode=True)
        (folder / "brief.yaml").write_text(text, encoding="utf-8")
    return JOBS
