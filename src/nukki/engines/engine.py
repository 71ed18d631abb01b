"""The protocol that every engine speaks: submit, poll, fetch, cancel; and what it hands back."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Literal, Protocol

from pydantic import Field

from nukki.brief.seeds import SEED_LIMIT
from nukki.brief.sizes import LARGEST
from nukki.catalog.concept import MAX_OBJECTS, Subject
from nukki.catalog.look import Hex, Look, Mood
from nukki.catalog.style import MAX_PALETTE
from nukki.core.model import Strict
from nukki.errors import Plain

if TYPE_CHECKING:
    import numpy as np
    import numpy.typing as npt

MAX_CANDIDATES = 8

Side = Annotated[int, Field(ge=1, le=LARGEST)]
Seed = Annotated[int, Field(ge=0, le=SEED_LIMIT)]
State = Literal["queued", "drawing", "done", "failed", "cancelled"]


class DrawRequest(Strict):
    """Everything an engine needs to draw k candidates; frozen and JSON, part of the payload.

    The bounds of a brief hold here again: a payload may come from anywhere.
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


@dataclass(frozen=True)
class Progress:
    """Where the drawing stands: candidate `index` of `total`, `step` of `steps` in `stage`.

    `error` is a code with a sentence, or free text from a foreign engine; `context` fills the
    sentence's blanks. While the state is `drawing` it is the failure of candidate `index`.
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
    with) and `body` (RGBA to lay over the tinted backdrop). `timings` are seconds per stage;
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

    def __post_init__(self) -> None:
        if self.rgba.ndim != 3 or self.rgba.shape[2] != 4 or self.rgba.dtype != "uint8":
            raise ValueError(f"expected (H, W, 4) uint8, got {self.rgba.shape} {self.rgba.dtype}")


class Engine(Protocol):
    """Four verbs; a caller never knows which engine answers."""

    name: str

    def pins(self) -> Mapping[str, str]:
        """Versions and choices of this machine that can change a pixel."""
        ...

    def submit(self, request: DrawRequest, inputs: Path) -> str:
        """Start drawing; `inputs` is the folder with the files that the request names by sha256."""
        ...

    def poll(self, handle: str) -> Progress:
        """The newest progress; never blocks longer than a tenth of a second."""
        ...

    def fetch(self, handle: str) -> list[Candidate]:
        """Candidates finished since the last fetch, in order."""
        ...

    def cancel(self, handle: str) -> None:
        """Stop within two seconds; what was finished stays fetchable."""
        ...
