"""The child process that draws: heavy libraries live and die here, and so does their memory."""

from __future__ import annotations

import os
import signal
import threading
from collections.abc import Callable, Mapping, Sequence
from multiprocessing.connection import Connection
from pathlib import Path
from typing import Any

from nukki.core import clock
from nukki.engines import parcel
from nukki.engines.engine import DrawRequest, Parcel, Progress
from nukki.errors import NukkiError

# Of the first candidate. Its early stages hold what is made once for all, and their shares are of
# large pictures: at 256 px a job of half a minute said "5 minutes left" after its first stage.
ENOUGH = 0.5


def main(pipe: Connection, request: Mapping[str, Any], inputs: str) -> None:
    """Draw every candidate of `request` (a DrawRequest as JSON values) and send what happens.

    Messages: `("progress", Progress)`, `("candidate", Parcel)`,
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
    from nukki.engines.render.draw import Studio, kind_of, shares_of

    mi.set_variant(request.pins["variant"])
    mi.set_log_level(mi.LogLevel.Error)
    drawn = [(subject, arts.load(subject, inputs)) for subject in request.subjects]
    in_scene = request.assets if kind_of(request.look) == "solid" else ()
    pictures = [arts.picture(asset, inputs) for asset in in_scene]
    studio = Studio(request, drawn, pictures)
    report = Reporter(pipe.send, shares_of(request), len(request.seeds))
    draw_each(
        pipe.send,
        lambda index, seed, tick: parcel.pack(studio.draw(index, seed, tick)),
        request.seeds,
        report,
    )


def draw_each(
    send: Callable[[tuple[object, ...]], None],
    draw: Callable[[int, int, Reporter], Parcel],
    seeds: Sequence[int],
    report: Reporter,
) -> None:
    """Draw candidate after candidate; one that fails is told and costs no other."""
    for index, seed in enumerate(seeds):
        report.index = index
        try:
            candidate = draw(index, seed, report)
        except NukkiError as error:
            send(("failed", index, error.code, error.context))
        except (BrokenPipeError, MemoryError):
            raise
        except Exception as error:  # noqa: BLE001 - a library's fault must not cost the siblings
            reason = f"{type(error).__name__}: {error}"[:300]
            send(("failed", index, "render-broken", {"reason": reason}))
        else:
            send(("candidate", candidate))


class Reporter:
    """Turns a stage's steps into the share of the whole that is done, and that into an ETA."""

    def __init__(
        self, send: Callable[[tuple[object, ...]], None], shares: Mapping[str, float], total: int
    ) -> None:
        """`shares`: of a candidate's time, by stage, in their order."""
        self.index = 0
        self._send, self._total = send, total
        self._shares = shares
        self._start = clock.seconds()

    def __call__(self, stage: str, step: int, steps: int) -> None:
        """Report `step` of `steps` in a stage of the current candidate."""
        names = list(self._shares)
        before = sum(self._shares[n] for n in names[: names.index(stage)])
        here = before + self._shares[stage] * step / max(steps, 1)
        done = (self.index + here) / self._total
        elapsed = clock.seconds() - self._start
        known = self.index > 0 or here >= ENOUGH
        eta = elapsed * (1 - done) / done if known else None
        progress = Progress("drawing", self.index, self._total, stage, step, steps, eta)
        self._send(("progress", progress))


def _die_with_parent() -> None:
    """End this process when the parent is gone, whatever it is in the middle of."""
    parent = os.getppid()

    def watch() -> None:
        pause = threading.Event()
        while os.getppid() == parent:
            pause.wait(0.5)
        os._exit(1)

    threading.Thread(target=watch, daemon=True).start()
