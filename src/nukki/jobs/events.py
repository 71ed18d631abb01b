"""What happened to a job, one JSON object a line, only ever added to; the status is its sum."""

from __future__ import annotations

import json
from datetime import datetime
from typing import Any, Literal

from nukki.core import clock
from nukki.core.storage import Storage

State = Literal["queued", "preparing", "running", "postprocess", "done", "failed", "canceled"]
FINISHED: frozenset[State] = frozenset(("done", "failed", "canceled"))
NAME = "events.jsonl"
MAX_BYTES = 32 * 1024 * 1024

Event = dict[str, Any]


def append(job: Storage, kind: str, **data: Any) -> Event:
    """Write one event of a job and return it; `kind` is state, progress, candidate or note."""
    event = {"at": clock.now(), "event": kind, **data}
    job.append(NAME, json.dumps(event, ensure_ascii=False, separators=(",", ":")))
    return event


def read(job: Storage) -> list[Event]:
    """All whole events, oldest first; a line that a crash tore is passed over."""
    try:
        lines = job.read(NAME, MAX_BYTES).split(b"\n")
    except OSError:
        return []
    return [event for line in lines if (event := _parse(line)) is not None]


def _parse(line: bytes) -> Event | None:
    try:
        event = json.loads(line)
    except (ValueError, RecursionError):
        return None
    whole = isinstance(event, dict) and isinstance(event.get("event"), str)
    return event if whole and _is_time(event.get("at")) else None


def _is_time(at: object) -> bool:
    try:
        return isinstance(at, str) and datetime.fromisoformat(at).tzinfo is not None
    except ValueError:
        return False
