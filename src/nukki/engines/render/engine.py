"""The embedded engine: the protocol's four verbs over one child process per request."""

from __future__ import annotations

import multiprocessing
import secrets
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from importlib import metadata
from multiprocessing.connection import Connection
from multiprocessing.context import SpawnProcess
from pathlib import Path

from nukki.engines.engine import Candidate, DrawRequest, Progress
from nukki.engines.render import variant, worker
from nukki.errors import EngineError, plain_context

REVISION = "1"  # raised whenever the same request would give other pixels
PACKAGES = (
    "mitsuba",
    "drjit",
    "pyoidn",
    "numpy",
    "scipy",
    "opencv-contrib-python-headless",
    "resvg-py",
    "picosvg",
    "skia-pathops",
    "lxml",
    "fonttools",
)
_CANCEL_S = 1.0


@dataclass
class _Drawing:
    """One request in flight."""

    process: SpawnProcess
    pipe: Connection
    progress: Progress
    ready: list[Candidate] = field(default_factory=list)


class RenderEngine:
    """Draws with Mitsuba and resvg on this machine; see `engines/engine.py` for the protocol."""

    name = "render"

    def __init__(self) -> None:
        self._drawings: dict[str, _Drawing] = {}

    def pins(self) -> Mapping[str, str]:
        """Everything on this machine that can change a pixel."""
        versions = {name: metadata.version(name) for name in PACKAGES}
        return {"engine": REVISION, "variant": variant.choose().variant, **versions}

    def submit(self, request: DrawRequest, inputs: Path) -> str:
        """Start the child process that draws `request`."""
        context = multiprocessing.get_context("spawn")
        ours, theirs = context.Pipe(duplex=False)
        arguments = (theirs, request.model_dump(mode="json"), str(inputs))
        process = context.Process(target=worker.main, args=arguments, daemon=True)
        process.start()
        theirs.close()
        handle = secrets.token_hex(8)
        waiting = Progress("queued", total=len(request.seeds))
        self._drawings[handle] = _Drawing(process, ours, waiting)
        return handle

    def poll(self, handle: str) -> Progress:
        """Read what the child has said since, up to a candidate's failure; never waits."""
        drawing = self._drawing(handle)
        if drawing.progress.state in ("queued", "drawing"):
            drawing.progress = replace(drawing.progress, error=None, context={})
        while (
            drawing.progress.state in ("queued", "drawing")
            and not drawing.progress.error
            and drawing.pipe.poll()
        ):
            try:
                self._hear(drawing, drawing.pipe.recv())
            except (EOFError, OSError):  # OSError: it was killed in the middle of a message
                self._fell_silent(drawing)
        return drawing.progress

    def fetch(self, handle: str) -> list[Candidate]:
        """Finished candidates that poll has heard of, each once.

        It does not listen itself: a failure heard here would be gone at the next poll.
        """
        drawing = self._drawing(handle)
        ready, drawing.ready = drawing.ready, []
        return ready

    def cancel(self, handle: str) -> None:
        """Kill the child; its memory and its threads go with it."""
        drawing = self._drawing(handle)
        self.poll(handle)
        if drawing.progress.state in ("queued", "drawing"):
            drawing.process.terminate()
            drawing.process.join(_CANCEL_S)
            if drawing.process.is_alive():
                drawing.process.kill()
                drawing.process.join(_CANCEL_S)
            drawing.progress = replace(drawing.progress, state="cancelled", eta_s=None)

    def _drawing(self, handle: str) -> _Drawing:
        try:
            return self._drawings[handle]
        except KeyError:
            raise EngineError("engine-unknown-handle", handle=handle) from None

    def _hear(self, drawing: _Drawing, message: tuple[object, ...]) -> None:
        match message:
            case ("progress", Progress() as progress):
                drawing.progress = progress
            case ("candidate", Candidate() as candidate):
                drawing.ready.append(candidate)
            case ("failed", int() as index, str() as code, dict() as context):
                drawing.progress = replace(
                    drawing.progress, index=index, error=code, context=plain_context(context)
                )
            case ("end", None, _):
                drawing.process.join(_CANCEL_S)
                drawing.progress = replace(drawing.progress, state="done", eta_s=0.0)
            case ("end", str() as code, dict() as context):
                drawing.process.join(_CANCEL_S)
                self._failed(drawing, code, context)

    def _fell_silent(self, drawing: _Drawing) -> None:
        drawing.process.join(_CANCEL_S)
        status = drawing.process.exitcode
        code = "render-killed" if status is not None and status < 0 else "render-crashed"
        self._failed(drawing, code, {"status": status})

    def _failed(self, drawing: _Drawing, code: str, context: Mapping[str, object]) -> None:
        drawing.progress = replace(
            drawing.progress, state="failed", error=code, context=plain_context(context), eta_s=None
        )
