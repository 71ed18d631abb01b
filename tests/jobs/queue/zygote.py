"""Workers of the queue as real processes that start at once and may be killed at any point.

Run as a program it has everything loaded and forks a worker for each line of its input: a JSON
object with `folder`, `database` and `engine` (the address of a paid server).
"""

import json
import os
import signal
import sys
import threading
from pathlib import Path

from nukki.core.storage import Folder
from nukki.jobs import candidate, contact  # noqa: F401 what the workshop would load
from nukki.jobs.database import open_database
from nukki.jobs.history import History
from nukki.jobs.queue import (
    heartbeat,
    orchestrator,
    workflows,  # noqa: F401 DBOS takes a second to load
)
from nukki.jobs.queue.line import Line
from nukki.jobs.queue.orchestrator import Orchestrator
from nukki.jobs.queue.running import Crew, RunningJob
from tests.engines.paid import PaidEngine
from tests.jobs.queue.inline import Inline

STEPS = ("prepare", "submit", "draw", "alpha", "finish", "check", "gather", "close")


def die_at_points(folder):
    """Be killed at the point that the file `point` names, in the first claim of a job only."""

    def here(when, what, epoch):
        file = folder / "point"
        if epoch == 1 and file.exists() and file.read_text() == f"{when} {what}":
            os.kill(os.getpid(), signal.SIGKILL)

    def around(owner, name, epoch_of):
        method = getattr(owner, name)

        def watched(self, *args, **kwargs):
            before = epoch_of(self, args, None)
            if before is not None:
                here("before", name, before)
            result = method(self, *args, **kwargs)
            here("after", name, epoch_of(self, args, result))
            return result

        setattr(owner, name, watched)

    for step in STEPS:
        around(RunningJob, step, lambda job, _args, _result: job.claim.epoch)
    around(Line, "release", lambda _line, args, _result: args[1])
    around(Line, "claim", lambda _line, _args, result: result.epoch if result else None)


def be_quick():
    """Beat often, and give others up sooner than machines that swap would forgive."""
    orchestrator.BEAT_S, heartbeat.LOOKED_S, heartbeat.SILENT_S = 0.3, 0.6, 3.0


def work(folder, database, engine, quick=False):
    """Be a worker until SIGTERM."""
    folder = Path(folder)
    die_at_points(folder)
    if quick:
        be_quick()
    orchestrator.MAX_DEATHS = 1000  # nobody is as unlucky as these jobs
    history = History(Folder(folder), open_database(database))
    paid = PaidEngine(engine)
    crew = Crew(Line(history.database), Inline(), lambda _name: paid)
    worker = Orchestrator(history, {"render": "render@paid"}, crew.hire, crew.engine)
    over = threading.Event()
    signal.signal(signal.SIGTERM, lambda *_: over.set())
    worker.start()
    over.wait()
    worker.stop()
    history.close()


def main():
    """Fork a worker for each line."""
    signal.signal(signal.SIGCHLD, signal.SIG_IGN)  # nobody asks how they ended
    for line in sys.stdin:
        pid = os.fork()
        if pid == 0:
            signal.signal(signal.SIGCHLD, signal.SIG_DFL)
            sys.stdin.close()
            work(**json.loads(line))
            os._exit(0)
        print(pid, flush=True)


if __name__ == "__main__":
    main()
