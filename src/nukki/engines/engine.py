"""The protocol that every engine speaks, from submit to cancel, and what it hands back."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, Literal, Protocol

from pydantic import Field, SerializerFunctionWrapHandler, model_serializer

from nukki.brief.seeds import SEED_LIMIT
from nukki.brief.sizes import LARGEST
from nukki.catalog.blend import Blend, Inpaint
from nukki.catalog.concept import MAX_OBJECTS, Subject
from nukki.catalog.look import Hex, Look, Mood
from nukki.catalog.placement import MAX_ASSETS, PlacedAsset, Placement, Room
from nukki.catalog.style import MAX_PALETTE
from nukki.core.model import Strict
from nukki.errors import Plain

if TYPE_CHECKING:
    import numpy as np
    import numpy.typing as npt

MAX_CANDIDATES = 8

Side = Annotated[int, Field(ge=1, le=LARGEST)]
Seed = Annotated[int, Field(ge=0, le=SEED_LIMIT)]
State = Literal["queued", "starting", "drawing", "done", "failed", "cancelled"]
ENDED: frozenset[State] = frozenset(("done", "failed", "cancelled"))

# Codes of EngineError that say nothing of the drawing itself: the same question, asked again a
# little later, may be answered. Any other code is the engine's last word.
UNREACHABLE = frozenset(("engine-unreachable", "engine-overloaded"))
STARTING = "engine-starting"


class DrawRequest(Strict):
    """Everything an engine needs to draw k candidates; frozen and JSON, part of the payload.

    The bounds of a brief hold here again: a payload may come from anywhere. `room` is the part of
    the frame that the objects keep to, None for all of it; `assets` are the brand pictures beside,
    on or behind them, from far to near, and `blend` is how one is blended that is not exact.
    """

    width: Side
    height: Side
    seeds: Annotated[tuple[Seed, ...], Field(min_length=1, max_length=MAX_CANDIDATES)]
    prompt: str
    negative: str
    subjects: Annotated[tuple[Subject, ...], Field(min_length=1, max_length=MAX_OBJECTS)]
    look: Look
    palette: Annotated[tuple[Hex, ...], Field(max_length=MAX_PALETTE)]
    mood: Mood
    shadow: Literal["none", "soft_floor", "ambient"]
    pins: Mapping[str, str]
    assets: Annotated[tuple[PlacedAsset, ...], Field(max_length=MAX_ASSETS)] = ()
    room: Room | None = None
    blend: Blend | None = None
    inpaint: Inpaint | None = None

    @model_serializer(mode="wrap")
    def _as_before(self, handler: SerializerFunctionWrapHandler) -> dict[str, Any]:
        """A request without brand pictures has no word of them, so that older payloads keep their
        identity."""
        told: dict[str, Any] = handler(self)
        for name in ("assets", "room", "blend", "inpaint"):
            if not told[name]:
                del told[name]
        return told


@dataclass(frozen=True)
class Progress:
    """Where the drawing stands: candidate `index` of `total`, `step` of `steps` in `stage`.

    `error` is a code with a sentence, or free text from a foreign engine; `context` fills the
    sentence's blanks. While the state is `drawing` it is the failure of candidate `index`.
    `starting`: the machine that will draw is being woken.
    """

    state: State
    index: int = 0
    total: int = 0
    stage: str = ""
    step: int = 0
    steps: int = 0
    eta_s: float | None = None
    error: str | None = None
    context: Mapping[str, Plain] = field(default_factory=dict)


@dataclass(frozen=True)
class Candidate:
    """One drawing. `rgba` is (H, W, 4) uint8, straight, sRGB.

    An engine that draws no alpha gives 255 everywhere, and what it knows instead: `background`,
    the solid colour (0..1) that it was told to draw on, and `mask` (H, W) float32, 1 on the object.
    `layers` holds pictures of the same size, uint8: `shadow` (straight RGBA), and for glass
    `linear` (RGBA for compositors that blend linear light), `tint` (RGB to multiply the backdrop
    with) and `body` (RGBA to lay over the tinted backdrop).

    Brand picture n of the request is in none of them. An engine that put it into its scene says so
    in `places` (n to where it stands, which for one `on` an object is the engine's choice) and by
    layers of straight RGBA, of the frame's size: `asset<n>-flat`, its own colours where it stands,
    without light and without what hides it; `asset<n>-lit`, how the scene shows it, alpha 0 where
    objects hide it; `asset<n>-shadow`, what it does to all that lies behind it, to be laid over
    that. `timings` are seconds per stage;
    `facts` is what the engine measured of itself (samples, peak memory, residuals).
    """

    index: int
    seed: int
    rgba: npt.NDArray[np.uint8]
    layers: Mapping[str, npt.NDArray[np.uint8]] = field(default_factory=dict)
    timings: Mapping[str, float] = field(default_factory=dict)
    facts: Mapping[str, float | str] = field(default_factory=dict)
    background: tuple[float, float, float] | None = None
    mask: npt.NDArray[np.float32] | None = None
    places: Mapping[int, Placement] = field(default_factory=dict)

    def __post_init__(self) -> None:
        if self.rgba.ndim != 3 or self.rgba.shape[2] != 4 or self.rgba.dtype != "uint8":
            raise ValueError(f"expected (H, W, 4) uint8, got {self.rgba.shape} {self.rgba.dtype}")


@dataclass(frozen=True)
class Parcel:
    """A candidate on its way: what it is of, and the rest packed (see `engines/parcel.py`).

    Whoever carries it needs no numeric library. `index` counts in the request that was submitted.
    """

    index: int
    seed: int
    data: bytes


class Engine(Protocol):
    """Five verbs; a caller never knows which engine answers. Threads may share an engine.

    `costs`: a submission takes money, or a machine that others share, and goes on without us.
    `cold_start_s` is how long it may take from a submission until the engine draws.

    Each verb may raise EngineError: one of UNREACHABLE, `engine-refused` for a wrong or missing
    authorisation, `engine-unknown-handle`, or what the engine says of itself.
    """

    name: str
    costs: bool
    cold_start_s: float

    def pins(self) -> Mapping[str, str]:
        """Versions and choices of this machine that can change a pixel."""
        ...

    def slot(self) -> str:
        """What only one job at a time may use, for example `render@<host>`."""
        ...

    def family(self, model: str) -> str:
        """The weights that a model needs; jobs of one family in a row need no reloading."""
        ...

    def submit(self, request: DrawRequest, inputs: Path, ticket: str = "") -> str:
        """Start drawing; `inputs` is the folder with the files that the request names by sha256.

        Returns the handle for the other verbs. Where the engine can, a `ticket` that it has seen
        before gives the handle of that submission instead of a second one. EngineError STARTING:
        the engine is being woken and took nothing; ask again.
        """
        ...

    def attach(self, handle: str) -> bool:
        """Take up a submission of an earlier process; False when the engine knows it no more.

        All its candidates can be fetched, those as well that the other process had fetched.
        """
        ...

    def poll(self, handle: str) -> Progress:
        """The newest progress; never blocks longer than a tenth of a second."""
        ...

    def fetch(self, handle: str) -> list[Parcel]:
        """Candidates finished since the last fetch, in order."""
        ...

    def cancel(self, handle: str) -> None:
        """Stop within two seconds; what was finished stays fetchable."""
        ...
