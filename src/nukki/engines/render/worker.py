"""The child process that draws: heavy libraries live and die here, and so does their memory."""

from __future__ import annotations

import os
import signal
import threading
from collections.abc import Mapping
from multiprocessing.connection import Connection
from pathlib import Path
from typing import Any

from nukki.core import clock
from nukki.engines.engine import DrawRequest, Progress
from nukki.errors import NukkiError


def main(pipe: Connection, request: Mapping[str, Any], inputs: str) -> None:
    """Draw every candidate of `request` (a DrawRequest as JSON values) and send what happens.

    Messages: `("progress", Progress)`, `("candidate", Candidate)`,
    `("failed", index, code, context)` for one candidate, `("end", code, context)` when nothing
    could be drawn at all, `("end", None, {})` otherwise.
    """
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # the parent decides what Ctrl-C means
    _die_with_parent()
    try:
        _draw_all(pipe, DrawRequest.model_validate(request), Path(inputs))
        pipe.send(("end", None, {}))
    except NukkiError as error:
        pipe.send(("end", error.code, error.context))
    except BrokenPipeError:
        return  # the parent was killed, and nobody is left to tell
    except MemoryError:
        pipe.send(("end", "render-out-of-memory", {}))


def _draw_all(pipe: Connection, request: DrawRequest, inputs: Path) -> None:
    import mitsuba as mi

    from nukki.engines.render import arts
    from nukki.engines.render.draw import Studio, kind_of

    mi.set_variant(request.pins["variant"])
    mi.set_log_level(mi.LogLevel.Error)
    drawn = [(subject, arts.load(subject, inputs)) for subject in request.subjects]
    studio = Studio(request, drawn)
    report = _Reporter(pipe, kind_of(request.look), len(request.seeds))
    for index, seed in enumerate(request.seeds):
        report.index = index
        try:
            candidate = studio.draw(index, seed, report)
        except NukkiError as error:
            pipe.send(("failed", index, error.code, error.context))
        else:
            pipe.send(("candidate", candidate))


class _Reporter:
    """Turns a stage's steps into the share of the whole that is done, and that into an ETA."""

    def __init__(self, pipe: Connection, kind: str, total: int) -> None:
        from nukki.engines.render.draw import SHARES

        self.index = 0
        self._pipe, self._total = pipe, total
        self._shares = SHARES[kind]
        self._start = clock.seconds()

    def __call__(self, stage: str, step: int, steps: int) -> None:
        names = list(self._shares)
        before = sum(self._shares[n] for n in names[: names.index(stage)])
        here = before + self._shares[stage] * step / max(steps, 1)
        done = (self.index + here) / self._total
        elapsed = clock.seconds() - self._start
        eta = elapsed * (1 - done) / done if done > 0.02 else None
        progress = Progress("drawing", self.index, self._total, stage, step, steps, eta)
        self._pipe.send(("progress", progress))


def _die_with_parent() -> None:
    """End this process when the parent is gone, whatever it is in the middle of."""
    parent = os.getppid()

    def watch() -> None:
        pause = threading.Event()
        while os.getppid() == parent:
            pause.wait(0.5)
        os._exit(1)

    threading.Thread(target=watch, daemon=True).start()
