"""The child process of a workshop: takes one call after another from a pipe and answers it.

Run as `python -P -m`, with the number of its end of a socket; the first message tells it where
modules lie and what it may use. It ends when nothing was asked for a while, and with its parent.
"""

from __future__ import annotations

import os
import queue
import resource
import sys
import threading
import traceback
from contextlib import suppress
from importlib import import_module
from multiprocessing.connection import Connection
from typing import Any

from nukki.errors import BackendError, NukkiError

IDLE, ORPHAN = 64, 65  # exit statuses: nobody asked for anything, nobody is left to ask
BEGUN = (
    "begun",
)  # sent before a call is worked on: what comes to grief later may have done things

Call = tuple[str, tuple[Any, ...]]


def main(pipe: Connection) -> int:
    """Answer calls until there are none; returns the exit status."""
    path, memory_mb, idle_s = pipe.recv()
    sys.path[:] = path
    _limit_memory(memory_mb)
    calls: queue.SimpleQueue[Call] = queue.SimpleQueue()
    threading.Thread(target=_listen, args=(pipe, calls), daemon=True).start()
    while True:
        try:
            function, arguments = calls.get(timeout=idle_s)
        except queue.Empty:
            return IDLE
        _answer(pipe, function, arguments)


def _listen(pipe: Connection, calls: queue.SimpleQueue[Call]) -> None:
    """Hand calls on, and end everything with the parent, in whatever it is in the middle of.

    A signal for the parent's death (PDEATHSIG) would not do: it comes when the *thread* that
    started this process ends.
    """
    while True:
        try:
            calls.put(pipe.recv())
        except (EOFError, OSError):
            os._exit(ORPHAN)


def _answer(pipe: Connection, function: str, arguments: tuple[Any, ...]) -> None:
    """Send BEGUN, then ("done", value), ("error", NukkiError) or ("fault", kind, traceback)."""
    with suppress(OSError):  # who hung up is found out by the answer
        pipe.send(BEGUN)
    try:
        module, _, name = function.partition(":")
        answer: tuple[Any, ...] = ("done", getattr(import_module(module), name)(*arguments))
    except NukkiError as error:
        answer = ("error", error)
    except MemoryError:
        answer = ("error", BackendError("workshop-memory"))
    except Exception as error:  # noqa: BLE001 - the caller is told, and the next call is answered
        answer = ("fault", type(error).__name__, traceback.format_exc())
    try:
        pipe.send(answer)
    except OSError:
        os._exit(ORPHAN)
    except Exception as error:  # noqa: BLE001 - what cannot be sent may fail in any way
        pipe.send(("fault", type(error).__name__, traceback.format_exc()))


def _limit_memory(megabytes: int) -> None:
    """Refuse to hold more data than this; mapped libraries and files do not count."""
    most = megabytes * 2**20
    with suppress(OSError, ValueError):  # where a stricter limit, or none of this kind, is set
        resource.setrlimit(resource.RLIMIT_DATA, (most, most))


if __name__ == "__main__":
    # What is in the middle of a computation in another thread must not hold up the end.
    os._exit(main(Connection(int(sys.argv[1]))))
