"""Vector art as the embedded engine wants it: flat filled paths in paint order."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Part:
    """One filled path. `path` is SVG path data in the art's own units (absolute commands, no
    strokes, no transforms, nonzero winding); `colour` is sRGB 0..1; `opacity` 0..1."""

    path: str
    colour: tuple[float, float, float]
    opacity: float = 1.0


@dataclass(frozen=True)
class Art:
    """A drawing: `view_box` is (x, y, width, height) with y downwards; `parts` back to front."""

    view_box: tuple[float, float, float, float]
    parts: tuple[Part, ...]

    def __post_init__(self) -> None:
        if not self.parts:
            raise ValueError("expected at least one filled path, got none")
