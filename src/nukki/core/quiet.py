"""Libraries in C that write their complaints straight to stderr, kept from doing so."""

from __future__ import annotations

import os
import threading
from collections.abc import Iterator
from contextlib import contextmanager

_STDERR = 2
_lock = threading.Lock()
_inside = 0
_kept: int | None = None


@contextmanager
def no_stderr() -> Iterator[None]:
    """Lead stderr nowhere while the body runs; several threads may be inside at once.

    libpng and libtiff print what is wrong with a file beside reporting it, and Python cannot reach
    their handlers. The file's fault is told by whoever catches it.
    """
    _enter()
    try:
        yield
    finally:
        _leave()


def _enter() -> None:
    global _inside, _kept
    with _lock:
        _inside += 1
        if _inside > 1:
            return
        try:
            _kept = os.dup(_STDERR)
        except OSError:  # there is no stderr to keep quiet
            _kept = None
            return
        nowhere = os.open(os.devnull, os.O_WRONLY)
        os.dup2(nowhere, _STDERR)
        os.close(nowhere)


def _leave() -> None:
    global _inside, _kept
    with _lock:
        _inside -= 1
        if not _inside and _kept is not None:
            os.dup2(_kept, _STDERR)
            os.close(_kept)
            _kept = None
