"""Figures with their aims, as rows of a table."""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from rich.console import Console
from rich.table import Table

from bench import machine


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


def report(figures: Iterable[Figure]) -> int:
    """Print this machine and the table of all figures; 0 when every aim held, else 1."""
    console = Console()
    console.print(machine.describe())
    table = Table("figure", "measured", "aim", "", "note")
    good = True
    for figure in figures:
        table.add_row(*figure.cells())
        good = good and figure.good
    console.print(table)
    return 0 if good else 1
