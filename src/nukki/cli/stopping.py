"""Ctrl-C and SIGTERM as a wish to stop: the first asks nicely, the second ends it at once."""

from __future__ import annotations

import signal
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from types import FrameType


@contextmanager
def stopping(on_stop: Callable[[], None]) -> Iterator[threading.Event]:
    """An event that is set by the first signal; `on_stop` may say so to the person."""
    asked = threading.Event()

    def heard(_number: int, _frame: FrameType | None) -> None:
        if asked.is_set():
            raise KeyboardInterrupt
        asked.set()
        on_stop()

    kept = {number: signal.signal(number, heard) for number in (signal.SIGINT, signal.SIGTERM)}
    try:
        yield asked
    finally:
        for number, handler in kept.items():
            signal.signal(number, handler)
