"""A window of the system's browser that keeps what its frames took."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from contextlib import contextmanager

from playwright.sync_api import Page, sync_playwright

FLAGS = ["--no-sandbox", "--disable-quic", "--no-first-run", "--disable-background-networking"]

# Set up before the page's own script. `frames`: milliseconds between two frames while recorded;
# `busy`: when tasks over 50 ms ended; `lags`: from an input to the end of the frame that shows it;
# `blank`: how long at a stretch any part of the list that a person looks at had nothing in it.
RECORDER = """
window.bench = { frames: [], busy: [], lags: [], blank: [], recording: false };
new PerformanceObserver((list) => {
  for (const task of list.getEntries()) bench.busy.push(task.startTime + task.duration);
}).observe({ type: "longtask", buffered: true });
addEventListener("pointermove", (event) => {
  if (!bench.recording) return;
  requestAnimationFrame(() => {
    const channel = new MessageChannel();
    channel.port1.onmessage = () => bench.lags.push(performance.now() - event.timeStamp);
    channel.port2.postMessage(0);
  });
}, { capture: true });
// Whether some of what a person looks at shows no job: a place still waits for its job, or no row
// reaches there. Bar and search lie above `TOP`; gaps of rows and the end of the list are no holes.
const TOP = 160, GAP = 90;
const looksBlank = () => {
  const inView = ({ top, bottom }) => bottom > TOP && top < innerHeight;
  const places = (selector) => [...document.querySelectorAll(selector)]
    .map((element) => element.getBoundingClientRect()).filter(inView);
  if (places("main [role=row] [aria-busy=true]").length > 0) return true;
  const rows = places("main [role=row]").sort((a, b) => a.top - b.top);
  const end = document.querySelector("main").getBoundingClientRect().bottom;
  let reached = TOP;
  for (const { top, bottom } of rows) {
    if (top > reached + GAP && scrollY > TOP) return true;
    reached = Math.max(reached, bottom);
  }
  return reached < Math.min(innerHeight, end) - 2 * GAP;
};
bench.record = (looking = false) => {
  Object.assign(bench, { frames: [], lags: [], blank: [], recording: true });
  let last = performance.now();
  let blankSince = null;
  const frame = (now) => {
    if (!bench.recording) return;
    bench.frames.push(now - last);
    last = now;
    if (looking) {
      const isBlank = looksBlank();
      if (isBlank) blankSince ??= now;
      if (blankSince !== null) bench.blank.push(now - blankSince);
      if (!isBlank) blankSince = null;
    }
    requestAnimationFrame(frame);
  };
  requestAnimationFrame(frame);
};
bench.stop = () => {
  bench.recording = false;
  return { frames: bench.frames.slice(1), lags: bench.lags, blank: bench.blank };
};
"""


@contextmanager
def window() -> Iterator[Page]:
    """A fresh window of 1440 x 900 that remembers nothing."""
    with sync_playwright() as play:
        program = shutil.which("chromium") or shutil.which("chromium-browser")
        browser = play.chromium.launch(executable_path=program, args=FLAGS)
        try:
            context = browser.new_context(locale="en-US", viewport={"width": 1440, "height": 900})
            context.add_init_script(RECORDER)
            yield context.new_page()
        finally:
            browser.close()
