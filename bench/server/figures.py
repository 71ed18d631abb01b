"""Figures with their aims, as rows of a table."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass


@dataclass(frozen=True)
class Figure:
    """One measured figure; `aim` is the most it may be."""

    name: str
    measured: float
    aim: float | None
    unit: str
    note: str = ""

    @property
    def good(self) -> bool:
        """Whether the aim held; a figure without one always holds."""
        return self.aim is None or self.measured <= self.aim

    def cells(self) -> tuple[str, str, str, str, str]:
        """Name, figure, aim, verdict and note."""
        aim = "–" if self.aim is None else f"≤ {self.aim:g} {self.unit}"
        verdict = "" if self.aim is None else "✓" if self.good else "✗"
        return self.name, f"{self.measured:.4g} {self.unit}", aim, verdict, self.note


def percentile(values: Sequence[float], share: float) -> float:
    """The smallest value that `share` of all do not exceed.

    >>> percentile([4.0, 1.0, 2.0, 3.0], 0.5), percentile(list(range(1, 101)), 0.95)
    (2.0, 95)
    """
    ordered = sorted(values)
    return ordered[max(0, math.ceil(share * len(ordered)) - 1)]
