"""The embedded engine: the protocol's verbs over one child process per request."""

from __future__ import annotations

import multiprocessing
import secrets
import socket
import threading
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from importlib import metadata
from multiprocessing.connection import Connection
from multiprocessing.context import SpawnProcess
from pathlib import Path

from nukki.engines.engine import ENDED, DrawRequest, Parcel, Progress
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
    ready: list[Parcel] = field(default_factory=list)
    lock: threading.RLock = field(default_factory=threading.RLock)


class RenderEngine:
    """Draws with Mitsuba and resvg on this machine; see `engines/engine.py` for the protocol."""

    name = "render"
    costs = False  # the child dies with us
    cold_start_s = 60.0  # a busy machine may take long to load the libraries

    def __init__(self) -> None:
        self._drawings: dict[str, _Drawing] = {}

    def pins(self) -> Mapping[str, str]:
        """Everything on this machine that can change a pixel."""
        versions = {name: metadata.version(name) for name in PACKAGES}
        return {"engine": REVISION, "variant": variant.choose().variant, **versions}

    def slot(self) -> str:
        """This machine's cores."""
        return f"{self.name}@{socket.gethostname()}"

    def family(self, model: str) -> str:
        """There are no weights: all jobs are of one family."""
        return self.name

    def attach(self, handle: str) -> bool:
        """Only what this very object has submitted is still there."""
        return handle in self._drawings

    def submit(self, request: DrawRequest, inputs: Path, ticket: str = "") -> str:
        """Start the child process that draws `request`; every call starts one."""
        self._forget()
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
        with drawing.lock:
            if drawing.progress.state not in ENDED:
                drawing.progress = replace(drawing.progress, error=None, context={})
            while (
                drawing.progress.state not in ENDED
                and not drawing.progress.error
                and drawing.pipe.poll()
            ):
                try:
                    self._hear(drawing, drawing.pipe.recv())
                except (EOFError, OSError):  # OSError: it was killed in the middle of a message
                    self._fell_silent(drawing)
            if drawing.progress.state in ENDED:
                drawing.pipe.close()
            return drawing.progress

    def fetch(self, handle: str) -> list[Parcel]:
        """Finished candidates that poll has heard of, each once.

        It does not listen itself: a failure heard here would be gone at the next poll.
        """
        drawing = self._drawing(handle)
        with drawing.lock:
            ready, drawing.ready = drawing.ready, []
            return ready

    def cancel(self, handle: str) -> None:
        """Kill the child; its memory and its threads go with it."""
        drawing = self._drawing(handle)
        with drawing.lock:
            self.poll(handle)
            if drawing.progress.state in ENDED:
                return
            drawing.process.terminate()
            drawing.process.join(_CANCEL_S)
            if drawing.process.is_alive():
                drawing.process.kill()
                drawing.process.join(_CANCEL_S)
            drawing.progress = replace(drawing.progress, state="cancelled", eta_s=None)
            drawing.pipe.close()

    def _forget(self) -> None:
        """Let go of what is over and fetched: a server draws for months."""
        for handle, drawing in list(self._drawings.items()):
            if drawing.progress.state in ENDED and not drawing.ready:
                del self._drawings[handle]

    def _drawing(self, handle: str) -> _Drawing:
        try:
            return self._drawings[handle]
        except KeyError:
            raise EngineError("engine-unknown-handle", handle=handle) from None

    def _hear(self, drawing: _Drawing, message: tuple[object, ...]) -> None:
        match message:
            case ("progress", Progress() as progress):
                drawing.progress = progress
            case ("candidate", Parcel() as parcel):
                drawing.ready.append(parcel)
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
