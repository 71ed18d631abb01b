"""How long a job will take, from what earlier jobs of the index took."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import isfinite
from statistics import median, quantiles
from typing import Literal

from nukki.jobs.payload import Payload
from nukki.jobs.status import Status

LOOK_BACK = 40  # jobs of a kind; older ones were drawn by older code on other machines
# Seconds per candidate of one megapixel before anything was ever drawn here, on two idle cores:
# path tracing aims at 20, glass is drawn over two backdrops, the vector looks take a few.
START_S = 3.0  # the engine's process and its libraries
DEFAULT_S = {"trace": 20.0, "glass": 45.0, "vector": 4.0}
THUMB = (0.5, 1.0, 2.5)  # of a default: faster and slower machines than that of the table
FEW = 5  # jobs, of which nobody can say how far they lie apart
ROOM = 1.25


@dataclass(frozen=True)
class Estimate:
    """Seconds for the whole job, and whether past jobs (`past`) or a table (`default`) say so."""

    seconds: float
    basis: Literal["past", "default"]


@dataclass(frozen=True)
class Range:
    """Seconds for a whole job, between which it most likely ends, and the usual ones for one
    candidate. `measured` earlier jobs say so; with 0 it is a rule of thumb."""

    low: float
    high: float
    per_candidate: float
    measured: int


def estimate(past: Sequence[float], planned: Payload) -> Estimate:
    """The expected seconds of `planned`, scaled by its pixels and its candidates.

    `past` are the paces of earlier jobs of its kind (`Index.paces`).
    """
    request = planned.request
    work = _megapixels(request.width, request.height) * len(request.seeds)
    if past:
        return Estimate(START_S + median(past) * work, "past")
    return Estimate(START_S + DEFAULT_S[kind_of(planned)] * work, "default")


def between(past: Sequence[float], kind: str, size: tuple[int, int], candidates: int) -> Range:
    """`estimate` of a job that is not planned yet, with how far earlier jobs lay apart."""
    one = _megapixels(*size)
    low, usual, high = _spread(past) if past else [DEFAULT_S[kind] * part for part in THUMB]
    work = one * candidates
    return Range(START_S + low * work, START_S + high * work, usual * one, len(past))


def _spread(past: Sequence[float]) -> tuple[float, float, float]:
    """The lower tenth, the middle and the upper tenth; of few jobs more than they spread."""
    middle = median(past)
    if len(past) < FEW:
        return min(past) / ROOM, middle, max(past) * ROOM
    tenths = quantiles(past, n=10, method="inclusive")
    return tenths[0], middle, tenths[-1]


def kind_of(planned: Payload) -> str:
    """What decides the time of a job."""
    return kind(planned.request.look.renderer, planned.material_class)


def kind(renderer: str, material_class: str) -> str:
    """What decides the time: `trace`, `glass` (two backdrops) or `vector`."""
    if renderer != "trace":
        return "vector"
    return "glass" if material_class == "translucent" else "trace"


def pace_of(status: Status, width: int, height: int) -> float | None:
    """Seconds per candidate and megapixel of a job; None when its figures make no sense."""
    spent = [sum(item.timings.values()) for item in status.candidates if item.final]
    seconds = [found for found in spent if isfinite(found) and found >= 0]
    return median(seconds) / _megapixels(width, height) if seconds else None


def _megapixels(width: int, height: int) -> float:
    return width * height / 1_000_000
