"""The engines by name; each is imported when it is opened."""

from __future__ import annotations

from nukki.engines.engine import Engine
from nukki.errors import InputError

NAMES = ("render",)


def open_engine(name: str) -> Engine:
    """The engine called `name`, ready for submit; raises InputError engine-not-here."""
    if name == "render":
        from nukki.engines.render.engine import RenderEngine

        return RenderEngine()
    raise InputError("engine-not-here", found=name, allowed=", ".join(NAMES))
