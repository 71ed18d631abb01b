"""Any background: a model finds the object, and foreground estimation gives it its colour."""

from __future__ import annotations

from nukki.alpha.result import AlphaResult
from nukki.alpha.source import Source
from nukki.errors import AlphaError


def salient(source: Source) -> AlphaResult:
    """Not here yet."""
    raise AlphaError("alpha-strategy-missing", found=source.material)
