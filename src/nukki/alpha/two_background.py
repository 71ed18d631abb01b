"""The same object over two backgrounds."""

from __future__ import annotations

from nukki.alpha.result import AlphaResult
from nukki.alpha.source import Source
from nukki.errors import AlphaError

STRATEGY_ID = "two_background"
LEAST = 0.5
SURE = 0.8


def two_background(source: Source) -> AlphaResult:
    """Not here yet."""
    raise AlphaError("alpha-strategy-missing", found=source.material)
