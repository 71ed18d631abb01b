"""How long a job will take, from what earlier jobs of this storage took."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import islice
from math import isfinite
from statistics import median
from typing import Literal

from nukki.core.storage import Storage
from nukki.errors import PayloadError
from nukki.jobs import payload as payloads
from nukki.jobs.payload import Payload
from nukki.jobs.store import newest

LOOK_BACK = 40  # jobs; older ones were drawn by older code on other machines
# Seconds per candidate of one megapixel before anything was ever drawn here, on two idle cores:
# path tracing aims at 20, glass is drawn over two backdrops, the vector looks take a few.
START_S = 3.0  # the engine's process and its libraries
DEFAULT_S = {"trace": 20.0, "glass": 45.0, "vector": 4.0}


@dataclass(frozen=True)
class Estimate:
    """Seconds for the whole job, and whether past jobs (`past`) or a table (`default`) say so."""

    seconds: float
    basis: Literal["past", "default"]


def estimate(storage: Storage, planned: Payload) -> Estimate:
    """The expected seconds of `planned`, scaled by its pixels and its candidates."""
    kind = kind_of(planned)
    work = _megapixels(planned) * len(planned.request.seeds)
    past = list(islice(_past(storage, kind), LOOK_BACK))
    if past:
        return Estimate(START_S + median(past) * work, "past")
    return Estimate(START_S + DEFAULT_S[kind] * work, "default")


def kind_of(planned: Payload) -> str:
    """What decides the time: `trace`, `glass` (two backdrops) or `vector`."""
    if planned.request.look.renderer != "trace":
        return "vector"
    return "glass" if planned.material_class == "translucent" else "trace"


def _megapixels(planned: Payload) -> float:
    return planned.request.width * planned.request.height / 1_000_000


def _past(storage: Storage, kind: str) -> Iterator[float]:
    """Seconds per candidate and megapixel of finished candidates of this kind, newest first."""
    for job in islice(newest(storage), LOOK_BACK):
        try:
            planned = payloads.load(job.files)
        except PayloadError:
            continue  # a damaged folder says nothing about time
        status = job.status()
        if status.state == "done" and kind_of(planned) == kind:
            done = [sum(item.timings.values()) for item in status.candidates if item.final]
            yield from (seconds / _megapixels(planned) for seconds in done if isfinite(seconds))
