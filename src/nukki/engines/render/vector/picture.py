"""What the vector looks hand back, and how they report and are stopped."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

Float = npt.NDArray[np.float32]
Byte = npt.NDArray[np.uint8]
Report = Callable[[str, int, int], None]
"""Called as (stage, step, steps) before each step; whatever it raises ends the drawing."""


@dataclass(frozen=True)
class VectorPicture:
    """`rgba` and, where the look has one, `shadow`: (H, W, 4) uint8, straight, sRGB."""

    rgba: Byte
    shadow: Byte | None = None

    def __post_init__(self) -> None:
        for layer in (self.rgba, self.shadow):
            if layer is not None and (layer.shape[2:] != (4,) or layer.dtype != np.uint8):
                raise ValueError(f"expected (H, W, 4) uint8, got {layer.shape} {layer.dtype}")
