"""The two clocks: wall time for people, a monotonic one for durations."""

from __future__ import annotations

import time
from datetime import UTC, datetime


def now() -> str:
    """UTC wall time as ISO 8601 with milliseconds, for example 2026-01-31T09:00:00.000Z."""
    return datetime.now(UTC).isoformat(timespec="milliseconds").replace("+00:00", "Z")


_STARTED = time.time() - time.monotonic()


def jumped() -> float:
    """Seconds that wall time has gone ahead of the other clock since this process began.

    Somebody has set it, or the machine has slept.
    """
    return time.time() - time.monotonic() - _STARTED


def seconds() -> float:
    """A monotonic clock; only differences mean anything."""
    return time.perf_counter()
