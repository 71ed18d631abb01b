"""What the rules found: one measured figure per rule, its limits, and the verdict."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Literal, Self

from nukki import i18n

if TYPE_CHECKING:
    import numpy as np
    import numpy.typing as npt

Unit = Literal["px", "%", "levels", "count", "ΔE", "°"]


@dataclass(frozen=True)
class Check:
    """One rule applied to one candidate; passed when `low` ≤ measured ≤ `high` (None: no limit).

    >>> Check("coverage", 43.21, 12, 80, "%").passed
    True
    """

    rule: str
    measured: float
    low: float | None
    high: float | None
    unit: Unit

    @property
    def passed(self) -> bool:
        """Whether the figure lies within the limits."""
        above = self.low is None or self.measured >= self.low
        return above and (self.high is None or self.measured <= self.high)

    @property
    def code(self) -> str:
        """The name of the rule's sentence and of its hint in the locale files."""
        return f"qa-{self.rule}".replace("_", "-")

    @property
    def figure(self) -> str:
        """The measured value with its unit, as people read it in a table."""
        return _shown(self.measured, self.unit)

    def name(self, language: str = "en") -> str:
        """The rule's name as people read it in a table."""
        return i18n.text(f"{self.code}-name", language)

    def message(self, language: str = "en") -> str:
        """The finding as a sentence with its figures."""
        return i18n.text(self.code, language, **self._figures())

    def hint(self, language: str = "en") -> str:
        """What to change before drawing again; empty when the rule passed."""
        return "" if self.passed else i18n.hint(self.code, language, **self._figures())

    def as_json(self) -> dict[str, Any]:
        """Plain values for qa_report.json."""
        return {
            "rule": self.rule,
            "passed": self.passed,
            "measured": self.measured,
            "limit": {"low": self.low, "high": self.high, "unit": self.unit},
            "hint": None if self.passed else self.code,
        }

    @classmethod
    def of_json(cls, data: Mapping[str, Any]) -> Self:
        """The check that `as_json` wrote down."""
        limit = data["limit"]
        return cls(data["rule"], data["measured"], limit["low"], limit["high"], limit["unit"])

    def _figures(self) -> dict[str, str]:
        figures = {"measured": self.measured, "low": self.low, "high": self.high}
        return {name: _shown(value, self.unit) for name, value in figures.items()}


@dataclass(frozen=True)
class QaReport:
    """All checks of one candidate. People choose; the report informs.

    `marks` (h, w, 4) uint8 straight shows where a failed rule on the edge found its fault, in the
    frame of the finished picture, at most 640 px a side; None when no such rule failed.
    """

    material: str
    checks: tuple[Check, ...]
    marks: npt.NDArray[np.uint8] | None = field(default=None, compare=False, repr=False)

    @property
    def passed(self) -> bool:
        """Whether every rule passed."""
        return all(check.passed for check in self.checks)

    @property
    def failed(self) -> tuple[Check, ...]:
        """The checks that did not pass, in the order of the rules."""
        return tuple(check for check in self.checks if not check.passed)

    def as_json(self) -> dict[str, Any]:
        """Plain values for qa_report.json."""
        return {
            "material": self.material,
            "passed": self.passed,
            "checks": [check.as_json() for check in self.checks],
        }


def _shown(value: float | None, unit: Unit) -> str:
    if value is None:
        return "–"
    if unit == "°":
        return f"{value:.1f}°"
    if unit == "ΔE":
        return f"ΔE {value:.1f}"
    if unit == "%":
        return f"{value:.1f} %" if value % 1 else f"{value:.0f} %"
    return f"{value:.0f}"
