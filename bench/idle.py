"""An engine that does no work, to measure what is around one: the same disc at once, every time."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from pathlib import Path

import numpy as np

from nukki.engines import parcel
from nukki.engines.engine import Candidate, DrawRequest, Parcel, Progress


class IdleEngine:
    """Obeys `nukki.engines.engine.Engine`, under the name of the embedded one."""

    name = "render"
    costs = False
    cold_start_s = 0.0

    def __init__(self) -> None:
        self._waiting: dict[str, list[Parcel]] = {}

    def pins(self) -> Mapping[str, str]:
        """Nothing that could change."""
        return {"idle": "1"}

    def slot(self) -> str:
        """One slot for all."""
        return "idle"

    def family(self, model: str) -> str:
        """Every model is one of its own."""
        return model

    def submit(self, request: DrawRequest, inputs: Path, ticket: str = "") -> str:
        """Be done with it."""
        data = disc(request.width, request.height)
        handle = f"idle-{id(request)}"
        self._waiting[handle] = [Parcel(i, seed, data) for i, seed in enumerate(request.seeds)]
        return handle

    def attach(self, handle: str) -> bool:
        """Nothing is worth it."""
        return False

    def poll(self, handle: str) -> Progress:
        """Done."""
        return Progress("done")

    def fetch(self, handle: str) -> list[Parcel]:
        """All of it, once."""
        return self._waiting.pop(handle, [])

    def cancel(self, handle: str) -> None:
        """There is nothing to stop."""
        self._waiting.pop(handle, None)


@lru_cache(maxsize=8)
def disc(width: int, height: int) -> bytes:
    """A packed candidate of this size: a soft disc in its middle."""
    y, x = np.mgrid[:height, :width]
    side = min(width, height)
    away = np.hypot(x - (width - 1) / 2, y - (height - 1) / 2)
    rgba = np.full((height, width, 4), (200, 80, 60, 0), np.uint8)
    rgba[..., 3] = np.clip((side * 0.35 - away + 0.5) * 255, 0, 255)
    return parcel.pack(Candidate(0, 0, rgba)).data
