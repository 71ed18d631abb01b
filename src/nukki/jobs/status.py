"""Where a job stands: the sum of its events, and the same as status.json.

A folder may come from anywhere, so every event is held to its types; what does not keep to them is
passed over.
"""

from __future__ import annotations

from contextlib import suppress
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime
from pathlib import PurePosixPath
from typing import Annotated, Any, Literal, NotRequired

from pydantic import AfterValidator, ConfigDict, Field, TypeAdapter
from pydantic_core import to_jsonable_python
from typing_extensions import TypedDict

from nukki.catalog.placement import MAX_ASSETS, MAX_SIDE, Given, Mode, Name, Pixel, Stand, Tilt
from nukki.core import clock, process
from nukki.core.process import Owner
from nukki.jobs.events import FINISHED, Event, State
from nukki.jobs.naming import MAX_EDITS

# A job owned on another machine (or in a container since replaced) is given this long between
# events: progress is logged every few seconds while anything is alive.
SILENCE_S = 600.0
MAX_NOTES = 200
MAX_ENTRIES = 100  # checks, attempts or remarks of a candidate
MAX_CANDIDATES = 1000  # far above what a brief may ask for
MAX_OFFSET = 100_000  # pixels, far beyond any frame


def _relative(name: str) -> str:
    """A path below the job's folder."""
    parts = PurePosixPath(name).parts
    if not parts or name.startswith("/") or ".." in parts or "\\" in name or "\0" in name:
        raise ValueError(name)
    return name


Count = Annotated[int, Field(strict=True, ge=0, lt=2**31)]
Place = Annotated[int, Field(strict=True, ge=0, lt=MAX_CANDIDATES)]
Seed = Annotated[int, Field(strict=True, ge=0, lt=2**64)]
Real = Annotated[float, Field(strict=True, allow_inf_nan=False)]
Flag = Annotated[bool, Field(strict=True)]
Word = Annotated[str, Field(max_length=200)]
Text = Annotated[str, Field(max_length=1000)]
Relative = Annotated[str, Field(max_length=500), AfterValidator(_relative)]
Side = Annotated[int, Field(strict=True, ge=1, le=MAX_SIDE)]
Corner = Annotated[Pixel, Field(strict=True)]
Shift = Annotated[int, Field(strict=True, ge=-2 * MAX_SIDE, le=2 * MAX_SIDE)]
Blanks = Annotated[dict[str, Any], Field(max_length=100)]


class Limits(TypedDict):
    """Between what a figure must lie; None is no limit."""

    low: Real | None
    high: Real | None
    unit: Word


class CheckEntry(TypedDict):
    """A rule's verdict, as qa_report.json has it."""

    rule: Word
    passed: Flag
    measured: Real
    limit: Limits
    hint: NotRequired[Word | None]


class AttemptEntry(TypedDict):
    """A strategy that was tried, and the code of why it was or was not taken."""

    strategy_id: Word
    accepted: Flag
    reason: Word
    context: NotRequired[Blanks]


class Figures(TypedDict):
    """How far a blended picture is from its own, or may be: overlap of the shapes 0 to 1, mean
    ΔE2000, and turn of the hue in degrees."""

    shape_iou: Real
    delta_e: Real
    hue: Real


class Reason(TypedDict):
    """A code with a sentence, and its blanks."""

    code: Word
    context: NotRequired[Blanks]


class AssetOutcome(TypedDict):
    """How one brand picture was given, from far to near. See its model in the API."""

    asset: Name
    variant: Name
    asked: Mode
    given: Given
    route: Literal["scene", "picture"]
    x: Corner
    y: Corner
    width: Side
    height: Side
    scale: Annotated[float, Field(strict=True, gt=0, le=1)]
    rotate: Annotated[float, Field(strict=True, ge=-180, le=180)]
    tilt: Tilt
    stand: Stand
    moved: Annotated[list[Shift], Field(min_length=2, max_length=2)]
    core_px: Count
    visible_px: Count
    core_sha256: Annotated[str, Field(pattern=r"^([0-9a-f]{64})?$")]
    matched: Flag
    deviation: Figures | None
    limits: Figures | None
    downgraded: Reason | None


class RemarkEntry(TypedDict):
    """What a person should know of a cutout."""

    code: Word
    context: NotRequired[Blanks]


@dataclass(frozen=True)
class Progress:
    """Step `step` of `steps` in `stage` of candidate `index`; the engine's own words."""

    __pydantic_config__ = ConfigDict(extra="forbid")

    index: Count = 0
    total: Count = 0
    stage: Text = ""
    step: Count = 0
    steps: Count = 0
    eta_s: Real | None = None


@dataclass(frozen=True)
class Failure:
    """Why a job or a candidate failed: a code with a sentence, and its blanks."""

    code: Word
    context: Blanks = field(default_factory=dict)


@dataclass(frozen=True)
class CandidateStatus:
    """One candidate: a finished picture with its figures, or a failure. Paths are relative.

    `tried` names each matting strategy in the order it was tried, with the code of its reason;
    `remarks` is what a person should know of the cutout (code and context). `marks` is a picture
    of where rules on the edge found their fault; None when none of them failed.

    `refined` is the number of its newest edit, 0 for one that nobody edited. While strokes are
    shown, `original` is the picture as it was finished at first, and all else tells of `final`.
    `assets` are its brand pictures, as the request has them.
    """

    index: Place
    seed: Seed
    candidate: Relative | None = None
    final: Relative | None = None
    strategy: Word | None = None
    confidence: Real | None = None
    tried: list[dict[str, Any]] = field(default_factory=list)
    remarks: list[dict[str, Any]] = field(default_factory=list)
    passed: Flag = False
    checks: list[dict[str, Any]] = field(default_factory=list)
    timings: Annotated[dict[Word, Real], Field(max_length=100)] = field(default_factory=dict)
    facts: Blanks = field(default_factory=dict)
    marks: Relative | None = None
    error: Failure | None = None
    refined: Annotated[int, Field(strict=True, ge=0, le=MAX_EDITS)] = 0
    original: Relative | None = None
    assets: list[dict[str, Any]] = field(default_factory=list)

    def offset(self, of: Literal["offset", "original_offset"] = "offset") -> tuple[int, int] | None:
        """(x, y) in pixels: where the corner of `final`, or of `original`, lies in the frame of
        the drawing. None where nobody wrote it down, or what a stranger wrote can be none."""
        found = self.facts.get(of)
        if not isinstance(found, list) or len(found) != 2:
            return None
        x, y = found
        whole = type(x) is int and type(y) is int and max(abs(x), abs(y)) <= MAX_OFFSET
        return (x, y) if whole else None


class Created(TypedDict):
    """What the first event says of a job."""

    engine: NotRequired[Word]
    model: NotRequired[Word]
    total: NotRequired[Place]
    origin: NotRequired[Text | None]


class OwnerEntry(TypedDict):
    """The process that answers for a job."""

    pid: Count
    started: Word
    host: Word


_created = TypeAdapter(Created)
_progress, _failures = TypeAdapter(Progress), TypeAdapter(Failure | None)
_candidate, _states = TypeAdapter(CandidateStatus), TypeAdapter[State](State)
_notes, _owners = TypeAdapter(Failure), TypeAdapter(OwnerEntry | None)
_check, _attempt = TypeAdapter(CheckEntry), TypeAdapter(AttemptEntry)
_remark, _asset = TypeAdapter(RemarkEntry), TypeAdapter(AssetOutcome)


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
        return {**to_jsonable_python(self), "done": len(self.candidates), "passed": self.passed}


def of(job_id: str, events: list[Event]) -> Status:
    """The sum of `events`."""
    status = Status(job_id)
    for event in events:
        status = after(status, event)
    return status


def originals(job_id: str, events: list[Event]) -> Status:
    """The sum of `events` as if nobody had edited a candidate."""
    return of(job_id, [event for event in events if event["event"] != "refined"])


def after(status: Status, event: Event) -> Status:
    """The status once `event` has happened.

    One of an unknown kind moves nothing but the time; one that does not hold what its kind must
    changes nothing at all.
    """
    with suppress(KeyError, ValueError):  # pydantic's errors are ValueErrors
        at = str(event["at"])
        return _moved(replace(status, updated=at, created=status.created or at), event)
    return status


def is_interrupted(status: Status) -> bool:
    """Whether the job says that it runs although the process that ran it is gone.

    Of another machine's process only its silence tells. That is measured by wall clocks, so what
    this machine's clock has jumped ahead is no silence.
    """
    if status.finished or status.owner is None:
        return False
    if process.is_here(status.owner):
        return not process.is_alive(status.owner)
    silent = (datetime.now(UTC) - datetime.fromisoformat(status.updated)).total_seconds()
    return silent - max(0.0, clock.jumped()) > SILENCE_S


def _moved(status: Status, event: Event) -> Status:
    match event["event"]:
        case "created":
            return replace(status, **_created.validate_python(event))
        case "state":
            return _entered(status, event)
        case "progress":
            return replace(status, progress=_progress.validate_python(event["progress"]))
        case "candidate":
            return _with(status, candidate_of(event["candidate"]))
        case "refined":
            return _refined(status, candidate_of(event["candidate"]))
        case "note" if len(status.notes) < MAX_NOTES:
            return replace(status, notes=(*status.notes, _notes.validate_python(event)))
    return status


def _entered(status: Status, event: Event) -> Status:
    state = _states.validate_python(event["state"])
    if status.finished:  # a job ends once: what a process says that slept through that is old
        return status
    owner = status.owner
    if "owner" in event:
        entry = _owners.validate_python(event["owner"])
        owner = None if entry is None else Owner(**entry)
    error = _failures.validate_python(event.get("error"))
    progress = None if state in FINISHED else status.progress
    return replace(status, state=state, owner=owner, error=error, progress=progress)


def _refined(status: Status, item: CandidateStatus) -> Status:
    """With a candidate as its newest edit left it; only what is finished can be edited."""
    known = next((other for other in status.candidates if other.index == item.index), None)
    newer = known is not None and known.final is not None and item.refined > known.refined
    return _with(status, item) if newer else status


def candidate_of(data: Any) -> CandidateStatus:
    """A candidate as an event tells it; raises ValueError for what has another shape."""
    item = _candidate.validate_python(data)
    return replace(
        item,
        tried=_kept(_attempt, item.tried),
        remarks=_kept(_remark, item.remarks),
        checks=_kept(_check, item.checks),
        assets=_known(item.assets),
    )


def _with(status: Status, item: CandidateStatus) -> Status:
    others = (other for other in status.candidates if other.index != item.index)
    ordered = sorted((*others, item), key=lambda entry: entry.index)
    return replace(status, candidates=tuple(ordered))


def _known(entries: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """All of them, or none: each is known by its place among the others."""
    found = _kept(_asset, entries)
    return found if len(found) == len(entries) <= MAX_ASSETS else []


def _kept(shape: TypeAdapter[Any], entries: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """The entries that have this shape."""
    found = []
    for entry in entries[:MAX_ENTRIES]:
        with suppress(ValueError):
            found.append(shape.validate_python(entry))
    return found
