"""The studio against its aims: first look, a review of eight, a long list, the brush."""

from __future__ import annotations

import sys
import tempfile
from collections.abc import Iterator, Sequence
from pathlib import Path

from playwright.sync_api import Page

from bench.server.figures import Figure, percentile, report
from bench.server.started import Started, serving
from bench.studio import specimens
from bench.studio.window import window

REVIEW, SIDE, LARGEST = 8, 1024, 2048
ROUNDS = 5  # first looks, each in a window that remembers nothing
FRAME_MS = 1000 / 60
STEPS = 120  # of each gesture, one every frame
SCROLLS = 60
VIEW = "main [role=group][tabindex='0']"  # the large picture
BRUSH = "dialog canvas"


def figures(folder: Path) -> Iterator[Figure]:
    """Everything that is measured, in the order in which it is measured."""
    review = specimens.drawn(folder / "few", SIDE, REVIEW)
    large = specimens.drawn(folder / "few", LARGEST, 1)
    with serving(folder / "few") as server:
        yield _ready(server, "/make", "textarea")
        yield _ready(server, f"/jobs/{review}", "main img")
        yield from _review(server, review)
        yield from _brush(server, large)
    specimens.many(folder / "many")
    with serving(folder / "many") as server:
        yield _ready(server, "/", "main img", "10,000 jobs")
        yield from _scroll(server)


def _ready(server: Started, path: str, shown: str, note: str = "") -> Figure:
    """From the click on the address until what matters is there and no long task runs after it."""
    taken = []
    for _ in range(ROUNDS):
        with window() as page:
            page.goto(server.url(path))
            page.locator(shown).first.wait_for(state="visible")
            there = page.evaluate("performance.now()")
            page.wait_for_timeout(700)
            busy = page.evaluate("Math.max(0, ...bench.busy)")
            taken.append(max(there, busy) / 1000)
    note = ", ".join(filter(None, (note, f"worst {max(taken):.2f} s")))
    return Figure(f"interactive, {path.split('/')[1] or 'history'}", percentile(taken, 0.5), 1.0,
                  "s", note)  # fmt: skip


def _review(server: Started, job_id: str) -> Iterator[Figure]:
    """Zooming in and dragging about, with every candidate loaded."""
    with window() as page:
        page.goto(server.url(f"/jobs/{job_id}?candidate=1"))
        page.locator(VIEW).first.wait_for(state="visible")
        page.wait_for_load_state("networkidle")
        x, y = _middle(page, VIEW)
        page.mouse.move(x, y)
        page.evaluate("bench.record()")
        for step in range(STEPS):
            page.mouse.wheel(0, -40 if step < STEPS / 2 else 30)
        page.mouse.down()
        for step in range(STEPS):
            page.mouse.move(x + (step % 40) * 4, y + (step % 30) * 3)
        page.mouse.up()
        frames = page.evaluate("bench.stop()")["frames"]
    fps = 1000 * len(frames) / sum(frames)
    late = percentile(frames, 0.95)
    yield Figure("review of 8, frame while zooming and panning, mean", 1000 / fps, FRAME_MS * 1.05,
                 "ms", f"{fps:.0f} frames/s, p95 {late:.1f} ms")  # fmt: skip


def _brush(server: Started, job_id: str) -> Iterator[Figure]:
    """Strokes over the largest picture: from the movement until the frame that shows it."""
    with window() as page:
        page.goto(server.url(f"/jobs/{job_id}?candidate=1&refine"))
        page.locator(BRUSH).first.wait_for(state="visible")
        page.wait_for_load_state("networkidle")
        x, y = _middle(page, BRUSH)
        page.evaluate("bench.record()")
        for row in range(4):
            page.mouse.move(x - 200, y - 100 + 50 * row)
            page.mouse.down()
            for step in range(STEPS // 2):
                page.mouse.move(x - 200 + step * 6, y - 100 + 50 * row + step % 9)
            page.mouse.up()
        lags = page.evaluate("bench.stop()")["lags"]
    note = f"p50 {percentile(lags, 0.5):.0f} ms, {len(lags)} movements"
    yield Figure(f"brush at {LARGEST}², p95", percentile(lags, 0.95), 32.0, "ms", note)


def _scroll(server: Started) -> Iterator[Figure]:
    """Through ten thousand jobs by the wheel, by the page, and by jumps."""
    with window() as page:
        page.goto(server.url("/"))
        page.locator("main img").first.wait_for(state="visible")
        page.mouse.move(700, 500)
        page.evaluate("bench.record(true)")
        for _ in range(SCROLLS):
            page.mouse.wheel(0, 700)
            page.wait_for_timeout(30)
        for _ in range(SCROLLS // 2):
            page.keyboard.press("PageDown")
            page.wait_for_timeout(60)
        rolled = page.evaluate("bench.stop()")
        page.evaluate("bench.record(true)")
        for share in (0.5, 0.9, 0.2, 1.0, 0.0, 0.7):
            page.evaluate(f"scrollTo(0, document.documentElement.scrollHeight * {share})")
            page.wait_for_timeout(400)
        jumped = page.evaluate("bench.stop()")
    yield Figure("10,000 jobs rolled through, longest blank", max(rolled["blank"], default=0.0),
                 100.0, "ms", f"frame p95 {percentile(rolled['frames'], 0.95):.1f} ms")  # fmt: skip
    yield Figure("10,000 jobs, jumps to anywhere, longest blank",
                 max(jumped["blank"], default=0.0), 100.0, "ms")  # fmt: skip


def _middle(page: Page, selector: str) -> tuple[float, float]:
    box = page.locator(selector).first.bounding_box()
    if box is None:
        raise RuntimeError(f"{selector} is not shown")
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


def main(arguments: Sequence[str]) -> int:
    """Print the table; 0 when every aim held."""
    if arguments:
        print("usage: python -m bench studio", file=sys.stderr)
        return 2
    with tempfile.TemporaryDirectory(prefix="nukki-bench-") as folder:
        return report(figures(Path(folder)))
