"""Draw one candidate in every pack, each in a fresh child as people get it: seconds, memory, and
where the time goes; and how soon `nukki --help` answers."""

from __future__ import annotations

import statistics
import subprocess
import sys
import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from rich.console import Console
from rich.table import Table

from bench import machine, scene
from nukki.engines import parcel
from nukki.engines.engine import DrawRequest
from nukki.engines.render.engine import RenderEngine

SIZE = 1024
GLOSSY, GLOSSY_S = "sp-3d-glossy", 20.0
HELP_S = 0.4


@dataclass(frozen=True)
class Line:
    """One candidate: seconds from asking to having it, peak memory, seconds per stage.

    `start` among the stages is what the child needs before it draws: imports, art, hand-over.
    """

    pack: str
    seconds: float
    peak_mb: float
    stages: Mapping[str, float]
    samples: str

    @property
    def good(self) -> bool:
        """Whether the aim holds; it is set for glossy only."""
        return self.pack != GLOSSY or self.seconds < GLOSSY_S


def measure(pack: str, wanted: DrawRequest) -> Line:
    """Draw one candidate through the engine in a child of its own."""
    engine = RenderEngine()
    since = time.perf_counter()
    handle = engine.submit(wanted, Path())
    while (progress := engine.poll(handle)).state in ("queued", "drawing"):
        time.sleep(0.02)
    seconds = time.perf_counter() - since
    if progress.state != "done":
        raise RuntimeError(f"{pack}: {progress.state} {progress.error}")
    (fetched,) = engine.fetch(handle)
    drawn = parcel.unpack(fetched.data)
    stages = {"start": max(seconds - sum(drawn.timings.values()), 0.0), **drawn.timings}
    peak, samples = float(drawn.facts["peak_mb"]), str(drawn.facts.get("spp", ""))
    return Line(pack, seconds, peak, stages, samples)


def help_seconds(rounds: int = 7) -> float:
    """The median of several runs, after one that warms the disk's cache."""
    command = [sys.executable, "-c", "from nukki.cli.main import main; main()", "--help"]
    taken = []
    for _ in range(rounds + 1):
        since = time.perf_counter()
        subprocess.run(command, check=True, capture_output=True)
        taken.append(time.perf_counter() - since)
    return statistics.median(taken[1:])


def main(arguments: Sequence[str] = ()) -> int:
    """Print the table; 0 when every aim holds."""
    asked = scene.parser("render", SIZE).parse_args(list(arguments))
    console = Console()
    pins = dict(RenderEngine().pins())
    title = f"one candidate at {asked.size}², a fresh process each\n{machine.describe()}\n"
    table = Table(title=f"{title}Mitsuba {pins['mitsuba']} {pins['variant']}")
    for heading in ("pack", "seconds", "peak MB", "samples", "share of each stage"):
        table.add_column(heading, justify="right" if heading in ("seconds", "peak MB") else "left")
    lines = []
    for pack in scene.named(asked.packs):
        line = measure(pack.id, scene.request(pack, asked.size, asked.seed, pins))
        lines.append(line)
        shares = ", ".join(f"{k} {100 * s / line.seconds:.0f} %" for k, s in line.stages.items())
        table.add_row(line.pack, f"{line.seconds:.1f}", f"{line.peak_mb:.0f}", line.samples, shares)
    console.print(table)
    first = help_seconds()
    console.print(f"nukki --help: {first:.2f} s; aim: under {HELP_S} s")
    good = first < HELP_S and all(line.good for line in lines)
    console.print(
        f"aim: {GLOSSY} under {GLOSSY_S:.0f} s at {SIZE}²: {'held' if good else 'MISSED'}"
    )
    return 0 if good else 1
