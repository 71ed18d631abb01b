"""The one type that every matting strategy returns."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

import numpy as np
import numpy.typing as npt

from nukki import i18n
from nukki.errors import AlphaError, Plain


@dataclass(frozen=True)
class Attempt:
    """One strategy that was tried, and why it was or was not taken (a code with a sentence)."""

    strategy_id: str
    accepted: bool
    reason: str
    context: Mapping[str, Plain] = field(default_factory=dict)

    def message(self, language: str = "en") -> str:
        """The reason as a sentence."""
        return i18n.text(self.reason, language, **self.context)

    def hint(self, language: str = "en") -> str:
        """What a person can do about it; empty when there is nothing to advise."""
        return i18n.hint(self.reason, language, **self.context)


class ChainExhaustedError(AlphaError):
    """Every strategy of a chain refused; `attempts` holds each with its reason."""

    def __init__(self, attempts: tuple[Attempt, ...]) -> None:
        names = ", ".join(attempt.strategy_id for attempt in attempts)
        super().__init__("alpha-chain-exhausted", tried=names)
        self.attempts = attempts

    def hint(self, language: str = "en") -> str:
        """The advice of the last strategy that has any, else a general one."""
        own = [advice for attempt in self.attempts if (advice := attempt.hint(language))]
        return own[-1] if own else super().hint(language)


@dataclass(frozen=True)
class Remark:
    """Something a person should know of a cutout that was taken all the same."""

    code: str
    context: Mapping[str, Plain] = field(default_factory=dict)

    def message(self, language: str = "en") -> str:
        """The remark as a sentence, in which strategies have the names that people call them."""
        named = {key: _called(value, language) for key, value in self.context.items()}
        return i18n.text(self.code, language, **named)

    def hint(self, language: str = "en") -> str:
        """What a person can do about it; empty when there is nothing to advise."""
        return i18n.hint(self.code, language, **self.context)


def _called(value: Plain, language: str) -> Plain:
    code = f"strategy-{value}"
    return i18n.text(code, language) if i18n.has(code) else value


@dataclass(frozen=True)
class AlphaResult:
    """A cutout: `rgba` (H, W, 4) uint8 or uint16, straight, in the RGB space of its source.

    `confidence` 0..1 is measured, with the meaning that the strategy documents. `layers` may hold
    `shadow` (H, W, 4), straight, dtype of `rgba`: the contact shadow that lay on the background.
    `background` is the measured colour (0..1, median) where there was one. `facts` are figures
    of the measurement (noise, inlier share, bounds) for reports.
    """

    rgba: npt.NDArray[np.uint8] | npt.NDArray[np.uint16]
    strategy_id: str
    confidence: float
    tried: tuple[Attempt, ...] = field(default=())
    layers: Mapping[str, npt.NDArray[np.uint8] | npt.NDArray[np.uint16]] = field(
        default_factory=dict
    )
    background: tuple[float, float, float] | None = None
    remarks: tuple[Remark, ...] = field(default=())
    facts: Mapping[str, float | str] = field(default_factory=dict)

    def __post_init__(self) -> None:
        if self.rgba.ndim != 3 or self.rgba.shape[2] != 4:
            raise ValueError(f"expected (H, W, 4) straight RGBA, got {self.rgba.shape}")
        if not 0.0 <= self.confidence <= 1.0:
            raise ValueError(f"confidence must lie in 0..1, got {self.confidence}")
