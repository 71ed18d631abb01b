"""One object with its place in the scene: what arrangement hands to both drawing paths."""

from __future__ import annotations

from dataclasses import dataclass

from nukki.catalog.art import Art


@dataclass(frozen=True)
class Placed:
    """`art` standing at (`x`, `y`), the centre of its drawn bounding box.

    Scene units: y points up and the frame's shorter side runs from -1 to 1. `size` is the
    larger side of the drawn bounding box before `roll`. Angles are in degrees; `roll` turns
    counter-clockwise, `yaw` and `pitch` turn the object in space (the vector looks ignore
    them). A larger `depth` is nearer.
    """

    art: Art
    word: str
    x: float
    y: float
    size: float
    roll: float = 0.0
    yaw: float = 0.0
    pitch: float = 0.0
    depth: float = 0.0
