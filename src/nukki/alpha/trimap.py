"""Translucent objects whose picture has no alpha."""

from __future__ import annotations

from nukki.alpha.result import AlphaResult
from nukki.alpha.source import Source
from nukki.errors import AlphaError

STRATEGY_ID = "trimap"
LEAST = 0.5
SURE = 0.8


def trimap(source: Source) -> AlphaResult:
    """Not here yet."""
    raise AlphaError("alpha-strategy-missing", found=source.material)
