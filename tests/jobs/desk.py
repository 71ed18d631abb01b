"""A desk whose plans are ready at once, and a process killed at a chosen point of a request.

Run as a program: folder, address of the database, point, key. The point is
`<what>:<how often before>`, or `never`; then it prints the jobs.
"""

import os
import signal
import sys
from pathlib import Path

from nukki.brief.reading import Document
from nukki.core.storage import Folder
from nukki.jobs.database import open_database
from nukki.jobs.history import History
from nukki.jobs.plan import Plan
from nukki.jobs.queue.line import Line
from nukki.jobs.requests import Requests
from nukki.jobs.submit import Desk, Terms
from nukki.jobs.workshop import Workshop
from tests.jobs.pencil import BRIEF, planned

ASKED = Document({"briefs": [{"object_concept": "컵"}, {"object_concept": "컵"}]})


class QuickDesk(Desk):
    """Plans nothing: each brief of a batch becomes the same payload."""

    def _planned(self, document, engine):
        return [Plan(planned(), BRIEF, {}) for _ in document.value["briefs"]]


def quick_desk(folder, url=None):
    """A desk for the storage in `folder`; close its history in the end."""
    history = History(Folder(folder), open_database(url or folder / "nukki.db"))
    return QuickDesk(history, Line(history.database), Workshop(), str(folder))


def submit(desk, key=None):
    """The batch of two, as one program asks for it."""
    return desk.submit(ASKED, "render", Terms("token:shop", 4, key))


def kill_at(owner, name, before):
    """End this process for good instead of calling the method another time."""
    method, left = getattr(owner, name), [before]

    def killing(*args, **kwargs):
        if left[0] == 0:
            os.kill(os.getpid(), signal.SIGKILL)
        left[0] -= 1
        return method(*args, **kwargs)

    setattr(owner, name, killing)


def main(folder, url, point, key):
    """Ask, and be killed at the point."""
    what, _, before = point.partition(":")
    if before:
        owners = {"create": History, "enter": Line, "finish": Requests}
        kill_at(owners[what], what, int(before))
    desk = quick_desk(Path(folder), url)
    print(*submit(desk, key or None).job_ids)
    desk.history.close()


if __name__ == "__main__":
    main(*sys.argv[1:])
