"""Opaque objects: the background is keyed where it is solid, else a model finds the object."""

from __future__ import annotations

from nukki.alpha.result import AlphaResult
from nukki.alpha.source import Source
from nukki.errors import AlphaError

STRATEGY_ID = "segment"
LEAST = 0.5
SURE = 0.8


def segment(source: Source) -> AlphaResult:
    """Not here yet."""
    raise AlphaError("alpha-strategy-missing", found=source.material)
