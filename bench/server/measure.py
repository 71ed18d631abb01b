"""Queue and API against their aims: start, idle memory, list, queue, live events, thumbnails."""

from __future__ import annotations

import sys
import tempfile
import time
from collections.abc import Iterator, Sequence
from pathlib import Path

from bench.server import listing, queueing, streams
from bench.server.figures import Figure, report
from bench.server.started import serving

IDLE_S = 3.0


def figures(folder: Path) -> Iterator[Figure]:
    """Everything that is measured, in the order in which it is measured."""
    yield from _start(folder / "empty")
    yield from queueing.measure(folder / "queue")
    made = next((folder / "queue" / "jobs").iterdir())
    with serving(folder / "queue") as server:
        thumb = f"/api/jobs/{made.name}/files/thumbs/{next((made / 'thumbs').iterdir()).name}"
        yield from streams.measure(server, thumb)
    yield from listing.measure(folder / "list", made)


def _start(folder: Path) -> Iterator[Figure]:
    with serving(folder):
        pass  # the disk has the files now, as on a machine that has run it before
    with serving(folder) as server:
        yield Figure("start until ready", server.ready_s, 2.0, "s")
        time.sleep(IDLE_S)
        yield Figure("resident when idle", server.resident_mb(), 200.0, "MB", "with its children")


def main(arguments: Sequence[str]) -> int:
    """Print the table; 0 when every aim held."""
    if arguments:
        print("usage: python -m bench server", file=sys.stderr)
        return 2
    with tempfile.TemporaryDirectory(prefix="nukki-bench-") as folder:
        return report(figures(Path(folder)))
