"""The real server with an engine that does no work: `python -m bench.server.host STORAGE PORT`."""

from __future__ import annotations

import functools
import sys
from pathlib import Path

from bench.idle import IdleEngine
from nukki.jobs.queue.running import Crew
from nukki.server import listen, rooms, running
from nukki.server.app import create_app
from nukki.settings import Settings


def main(arguments: list[str]) -> int:
    """Serve until told to end."""
    storage, port = arguments
    rooms.Crew = functools.partial(Crew, engine=lambda _name: IdleEngine())  # type: ignore[misc]
    app = create_app(Settings(storage=str(Path(storage)), language="en"))
    running.Server(app).run(sockets=[listen.bind("127.0.0.1", int(port))])
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
