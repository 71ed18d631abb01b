"""Where a job stands: the sum of its events, and the same as status.json."""

from __future__ import annotations

from contextlib import suppress
from dataclasses import asdict, dataclass, field, replace
from datetime import UTC, datetime
from typing import Any, get_args

from nukki.core import process
from nukki.core.process import Owner
from nukki.jobs.events import FINISHED, Event, State

# A job owned on another machine (or in a container since replaced) is given this long between
# events: progress is logged every few seconds while anything is alive.
SILENCE_S = 600.0


@dataclass(frozen=True)
class Progress:
    """Step `step` of `steps` in `stage` of candidate `index`; the engine's own words."""

    index: int = 0
    total: int = 0
    stage: str = ""
    step: int = 0
    steps: int = 0
    eta_s: float | None = None


@dataclass(frozen=True)
class Failure:
    """Why a job or a candidate failed: a code with a sentence, and its blanks."""

    code: str
    context: dict[str, Any] = field(default_factory=dict)


@dataclass(frozen=True)
class CandidateStatus:
    """One candidate: a finished picture with its figures, or a failure. Paths are relative.

    `tried` names each matting strategy in the order it was tried, with the code of its reason;
    `remarks` is what a person should know of the cutout (code and context). `marks` is a picture
    of where rules on the edge found their fault; None when none of them failed.
    """

    index: int
    seed: int
    candidate: str | None = None
    final: str | None = None
    strategy: str | None = None
    confidence: float | None = None
    tried: list[dict[str, Any]] = field(default_factory=list)
    remarks: list[dict[str, Any]] = field(default_factory=list)
    passed: bool = False
    checks: list[dict[str, Any]] = field(default_factory=list)
    timings: dict[str, float] = field(default_factory=dict)
    facts: dict[str, Any] = field(default_factory=dict)
    marks: str | None = None
    error: Failure | None = None


@dataclass(frozen=True)
class Status:
    """The job as its events tell it."""

    job_id: str
    state: State = "queued"
    created: str = ""
    updated: str = ""
    engine: str = ""
    model: str = ""
    total: int = 0
    origin: str | None = None
    owner: Owner | None = None
    progress: Progress | None = None
    candidates: tuple[CandidateStatus, ...] = ()
    notes: tuple[Failure, ...] = ()
    error: Failure | None = None

    @property
    def passed(self) -> int:
        """How many candidates passed every check."""
        return sum(item.passed for item in self.candidates)

    @property
    def finished(self) -> bool:
        """Whether nothing more will happen."""
        return self.state in FINISHED

    def to_file(self) -> dict[str, Any]:
        """What status.json holds."""
        return {**asdict(self), "done": len(self.candidates), "passed": self.passed}


def of(job_id: str, events: list[Event]) -> Status:
    """The sum of `events`; one that does not hold what its kind must is passed over."""
    status = Status(job_id)
    strange = (ArithmeticError, AttributeError, KeyError, TypeError, ValueError)
    for event in events:
        with suppress(*strange):  # a folder may come from anywhere
            status = after(status, event)
    return status


def after(status: Status, event: Event) -> Status:
    """The status once `event` has happened; an event of an unknown kind changes nothing."""
    at = str(event["at"])
    status = replace(status, updated=at, created=status.created or at)
    match event["event"]:
        case "created":
            keys = ("engine", "model", "total", "origin")
            return replace(status, **{key: event[key] for key in keys if key in event})
        case "state":
            return _entered(status, event)
        case "progress":
            return replace(status, progress=Progress(**event["progress"]))
        case "candidate":
            return _with_candidate(status, event["candidate"])
        case "note":
            note = Failure(event["code"], event.get("context", {}))
            return replace(status, notes=(*status.notes, note))
    return status


def is_interrupted(status: Status) -> bool:
    """Whether the job says that it runs although the process that ran it is gone."""
    if status.finished or status.owner is None:
        return False
    if process.is_here(status.owner):
        return not process.is_alive(status.owner)
    silent = datetime.now(UTC) - datetime.fromisoformat(status.updated)
    return silent.total_seconds() > SILENCE_S


def _entered(status: Status, event: Event) -> Status:
    owner = _owner(event["owner"]) if "owner" in event else status.owner
    if event["state"] not in get_args(State):
        raise ValueError(event["state"])
    error = _failure(event.get("error"))
    progress = None if event["state"] in FINISHED else status.progress
    return replace(status, state=event["state"], owner=owner, error=error, progress=progress)


def _owner(data: dict[str, Any]) -> Owner:
    return Owner(int(data["pid"]), str(data["started"]), str(data["host"]))


def _with_candidate(status: Status, data: dict[str, Any]) -> Status:
    timings = {str(step): float(seconds) for step, seconds in data.get("timings", {}).items()}
    item = CandidateStatus(**{**data, "timings": timings, "error": _failure(data.get("error"))})
    others = (other for other in status.candidates if other.index != item.index)
    ordered = sorted((*others, item), key=lambda entry: entry.index)
    return replace(status, candidates=tuple(ordered))


def _failure(data: dict[str, Any] | None) -> Failure | None:
    return None if data is None else Failure(data["code"], data.get("context", {}))
