"""What a walk over a concept finds: things, what is asked of them, and words that draw nothing."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Literal

Size = Literal["small", "normal", "large"]
Asks = Literal["count", "size", "colour", "negation", "ignored"]


@dataclass
class Mention:
    """A word that stands for something: an icon (by candidates), typed text, a user's SVG,
    or nothing known (`kind` "unknown"). `start` and `end` are its place in the text."""

    word: str
    kind: Literal["icon", "text", "svg", "unknown"]
    candidates: tuple[tuple[str, str], ...] = ()
    ref: str = ""
    count: int | None = None
    size: Size = "normal"
    colour: str | None = None
    negated: bool = False
    start: int = 0
    end: int = 0


@dataclass(frozen=True)
class Said:
    """A word that draws nothing by itself: what it asks of a thing, and its place in the text."""

    asks: Asks
    start: int
    end: int


@dataclass
class Notes:
    """Words that were read but draw nothing."""

    ignored: list[str] = field(default_factory=list)
    vague: list[str] = field(default_factory=list)
    apart: list[str] = field(default_factory=list)
