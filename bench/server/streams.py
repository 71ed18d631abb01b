"""Many who watch and many who look, while jobs run: answers, errors, and how late events are."""

from __future__ import annotations

import asyncio
import json
import time
from collections.abc import Iterator
from dataclasses import dataclass, field
from datetime import datetime

import aiohttp

from bench.server.figures import Figure, percentile
from bench.server.started import Started

CLIENTS, A_SECOND, SECONDS = 200, 50, 12
BRIEF = {
    "campaign_text": "측정",
    "object_concept": "쇼핑백",
    "candidate_count": 1,
    "seed": 7,
    "size_preset": {"width": 256, "height": 256},
}


@dataclass
class Seen:
    """What all clients together have seen."""

    late_ms: list[float] = field(default_factory=list)
    thumbs_ms: list[float] = field(default_factory=list)
    events: int = 0
    errors: list[str] = field(default_factory=list)


def measure(server: Started, thumb: str) -> Iterator[Figure]:
    """Figures of `CLIENTS` live streams beside `A_SECOND` thumbnails/s, with jobs running."""
    seen = asyncio.run(_under_load(server, thumb))
    watching = f"{CLIENTS} live streams, {A_SECOND} thumbnails/s, jobs running"
    yield Figure("thumbnails, p95", percentile(seen.thumbs_ms, 0.95), 100.0, "ms", watching)
    yield Figure("errors", len(seen.errors), 0, "", ", ".join(sorted(set(seen.errors))[:3]))
    note = f"{seen.events} events to {CLIENTS} clients"
    yield Figure(
        "event until a client has it, p95", percentile(seen.late_ms, 0.95), 200, "ms", note
    )
    yield Figure("event until a client has it, p50", percentile(seen.late_ms, 0.5), None, "ms")


async def _under_load(server: Started, thumb: str) -> Seen:
    seen = Seen()
    limit = aiohttp.TCPConnector(limit=0)
    async with aiohttp.ClientSession(connector=limit) as session:
        listeners = [asyncio.create_task(_listen(session, server, seen)) for _ in range(CLIENTS)]
        await asyncio.sleep(2)  # all are connected
        work = asyncio.create_task(_ask_for_jobs(session, server, seen))
        await _look(session, server.url(thumb), seen)
        await work
        for listener in listeners:
            listener.cancel()
        await asyncio.gather(*listeners, return_exceptions=True)
    return seen


async def _listen(session: aiohttp.ClientSession, server: Started, seen: Seen) -> None:
    endless = aiohttp.ClientTimeout(total=None)
    async with session.get(server.url("/api/events"), timeout=endless) as answer:
        if answer.status != 200:
            seen.errors.append(f"events {answer.status}")
            return
        async for line in answer.content:
            if line.startswith(b"data:"):
                _note(json.loads(line[5:]), seen)


def _note(event: dict[str, object], seen: Seen) -> None:
    seen.events += 1
    if at := event.get("at"):
        written = datetime.fromisoformat(str(at)).timestamp()
        seen.late_ms.append((time.time() - written) * 1000)


async def _ask_for_jobs(session: aiohttp.ClientSession, server: Started, seen: Seen) -> None:
    for _ in range(SECONDS):
        async with session.post(server.url("/api/jobs"), json=BRIEF) as answer:
            if answer.status != 201:
                seen.errors.append(f"jobs {answer.status}")
        await asyncio.sleep(1)


async def _look(session: aiohttp.ClientSession, url: str, seen: Seen) -> None:
    async def once() -> None:
        since = time.perf_counter()
        async with session.get(url) as answer:
            await answer.read()
            seen.thumbs_ms.append((time.perf_counter() - since) * 1000)
            if answer.status != 200:
                seen.errors.append(f"thumbnail {answer.status}")

    tasks = []
    for _ in range(A_SECOND * SECONDS):
        tasks.append(asyncio.create_task(once()))
        await asyncio.sleep(1 / A_SECOND)
    await asyncio.gather(*tasks)
