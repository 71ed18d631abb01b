"""What happened to a job, one JSON object a line, only ever added to; the status is its sum."""

from __future__ import annotations

import json
import math
from datetime import datetime
from typing import Any, Literal

from nukki.core import clock
from nukki.core.storage import Storage
from nukki.core.storage_faults import unread

State = Literal["queued", "preparing", "running", "postprocess", "done", "failed", "canceled"]
FINISHED: frozenset[State] = frozenset(("done", "failed", "canceled"))
NAME = "events.jsonl"
MAX_BYTES = 32 * 1024 * 1024
MAX_LINE = 256 * 1024  # a candidate with all its figures takes a tenth of it

Event = dict[str, Any]


def line(kind: str, **data: Any) -> str:
    """An event of now as the log holds it; `kind` is one of those that `status.after` knows."""
    event = {"at": clock.now(), "event": kind, **data}
    return json.dumps(event, ensure_ascii=False, separators=(",", ":"))


def read(job: Storage) -> list[Event]:
    """All whole events, oldest first; a line that a crash tore is passed over.

    Raises StorageError: what cannot be read now must not pass for a job that never began.
    """
    try:
        return parsed(job.read(NAME, MAX_BYTES))
    except (FileNotFoundError, NotADirectoryError):
        return []
    except OSError as error:
        raise unread(NAME, error) from error


def parsed(log: bytes) -> list[Event]:
    """All whole events of a log."""
    return [event for line in log.split(b"\n") if (event := parse(line)) is not None]


def parse(line: bytes) -> Event | None:
    """The event in a line; None when it is torn, far too long or not one of ours."""
    if len(line) > MAX_LINE:
        return None
    try:
        event = json.loads(line, parse_constant=_no_number, parse_float=_finite)
        if b"\\u" in line:  # half a character can be written in JSON, but not to any file
            json.dumps(event, ensure_ascii=False).encode("utf-8")
    except (ValueError, RecursionError):
        return None
    whole = isinstance(event, dict) and isinstance(event.get("event"), str)
    return event if whole and _is_time(event.get("at")) else None


def _no_number(_name: str) -> None:
    """NaN and infinities, which no other JSON reader takes."""


def _finite(digits: str) -> float | None:
    number = float(digits)
    return number if math.isfinite(number) else None


def _is_time(at: object) -> bool:
    try:
        return isinstance(at, str) and datetime.fromisoformat(at).tzinfo is not None
    except ValueError:
        return False
