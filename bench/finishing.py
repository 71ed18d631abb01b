"""Finish and check one candidate: CPU milliseconds against the plain float64 reference."""

from __future__ import annotations

import sys
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, TypeVar

import numpy as np
from rich.console import Console
from rich.table import Table

from bench import machine, reference_finishing, specimens
from nukki.finishing.finish import Finished, finish
from nukki.qa.report import QaReport
from nukki.qa.rules import check

if TYPE_CHECKING:
    from nukki.catalog.materials import Material

T = TypeVar("T")

SIZES = (1024, 2048)
AIM = 8.0
EARLIER_MS = {1024: 127.0, 2048: 615.0}  # CPU time of the earlier system, finishing and checks


@dataclass(frozen=True)
class Line:
    """One specimen at one size: CPU milliseconds and how far the two results differ."""

    name: str
    size: int
    ours: float
    reference: float
    visible_difference: int
    hidden_equal: float
    figures_differ: dict[str, tuple[float, float]]

    @property
    def ratio(self) -> float:
        """How many times faster ours is."""
        return self.reference / self.ours

    @property
    def good(self) -> bool:
        """Whether the aims hold: speed against both peers, and the same picture."""
        fast = self.ratio >= AIM and self.ours < EARLIER_MS[self.size]
        return fast and self.visible_difference <= 1


def compare(specimen: specimens.Specimen, rounds: int = 9) -> Line:
    """Run both on one specimen; best of `rounds` for ours, of 3 for the slow reference."""
    material: Material = specimen.material
    ours_ms, (finished, report) = _best(lambda: _ours(specimen, material), rounds)
    reference_ms, (delivered, figures) = _best(lambda: _reference(specimen), min(3, rounds))
    visible, hidden = _differences(finished.rgba, delivered)
    differ = {
        found.rule: (found.measured, figures[found.rule])
        for found in report.checks
        if abs(found.measured - figures[found.rule]) > 0.5
    }
    size = specimen.rgba.shape[0]
    return Line(specimen.name, size, ours_ms, reference_ms, visible, hidden, differ)


def main(arguments: Sequence[str] = ()) -> int:
    """Print the table; 0 when every aim holds, 2 when flags are given: there are none."""
    if arguments:
        print("usage: python -m bench finishing", file=sys.stderr)
        return 2
    console = Console()
    table = Table(title=f"finish + QA, process CPU time\n{machine.describe()}")
    for heading in ("candidate", "ours ms", "earlier ms", "reference ms", "ratio", "max visible",
                    "hidden equal", "figures that differ (ours, reference)"):  # fmt: skip
        table.add_column(heading, justify="left" if heading == "candidate" else "right")
    lines = [
        compare(make(size))
        for size in SIZES
        for make in (specimens.cluster, specimens.glass_cluster)
    ]
    for line in lines:
        differ = ", ".join(f"{k} {a:.1f}/{b:.1f}" for k, (a, b) in line.figures_differ.items())
        table.add_row(
            f"{line.name} {line.size}²",
            f"{line.ours:.1f}",
            f"{EARLIER_MS[line.size]:.0f}",
            f"{line.reference:.0f}",
            f"{line.ratio:.1f} x",
            f"{line.visible_difference}/255",
            f"{100 * line.hidden_equal:.2f} %",
            differ or "none",
        )
    console.print(table)
    good = all(line.good for line in lines)
    console.print(f"aim: at least {AIM:.0f} x and the same picture: {'held' if good else 'MISSED'}")
    return 0 if good else 1


def _ours(specimen: specimens.Specimen, material: Material) -> tuple[Finished, QaReport]:
    finished = finish(specimen.rgba, {"shadow": specimen.shadow}, "soft_floor")
    cutout = finished.layers["object"]
    report = check(specimen.rgba, finished.rgba, material, cutout=cutout, shadow=specimen.shadow)
    return finished, report


def _reference(specimen: specimens.Specimen) -> tuple[specimens.Byte, dict[str, float]]:
    rgba, shadow = specimen.rgba, specimen.shadow
    cutout, delivered = reference_finishing.finish(rgba, shadow)
    figures = reference_finishing.judge(rgba, shadow, cutout, delivered, specimen.material)
    return delivered, figures


def _differences(ours: specimens.Byte, reference: specimens.Byte) -> tuple[int, float]:
    """Largest difference over visible pixels, and the share of hidden pixels within 1/255."""
    difference = np.abs(ours.astype(np.int16) - reference).max(axis=2)
    hidden = ours[..., 3] == 0
    return int(difference[~hidden].max()), float(np.mean(difference[hidden] <= 1))


def _best(work: Callable[[], T], rounds: int) -> tuple[float, T]:
    best = float("inf")
    for _ in range(rounds):
        start = time.process_time()
        result = work()
        best = min(best, time.process_time() - start)
    return 1000 * best, result
