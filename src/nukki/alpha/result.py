"""The one type that every matting strategy returns."""

from __future__ import annotations

from dataclasses import dataclass, field

import numpy as np
import numpy.typing as npt


@dataclass(frozen=True)
class Attempt:
    """One strategy that was tried, and why it was or was not taken."""

    strategy_id: str
    accepted: bool
    reason: str


@dataclass(frozen=True)
class AlphaResult:
    """A cutout: `rgba` (H, W, 4) uint8 or uint16, straight, sRGB; `confidence` 0..1, measured."""

    rgba: npt.NDArray[np.uint8]
    strategy_id: str
    confidence: float
    tried: tuple[Attempt, ...] = field(default=())

    def __post_init__(self) -> None:
        if self.rgba.ndim != 3 or self.rgba.shape[2] != 4:
            raise ValueError(f"expected (H, W, 4) straight RGBA, got {self.rgba.shape}")
        if not 0.0 <= self.confidence <= 1.0:
            raise ValueError(f"confidence must lie in 0..1, got {self.confidence}")
