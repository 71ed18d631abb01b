"""`nukki run` waits for the engine behind the jobs of a server, and can be stopped there."""

import os
import signal
import subprocess
import time

import pytest

from nukki.cli import output
from nukki.cli.progress import Watcher
from nukki.core.storage import Folder
from nukki.jobs.database import open_database
from nukki.jobs.eta import Estimate
from nukki.jobs.history import History
from nukki.jobs.plan import Plan
from nukki.jobs.queue.heartbeat import Heart, slots_here
from nukki.jobs.queue.line import Entry, Line
from nukki.jobs.queue.places import Place
from tests.cli.program import CALL, write
from tests.jobs.pencil import BRIEF, planned

BRIEF_HERE = (
    "object_concept: 별\nseed: 3\ncandidate_count: 1\nsize_preset: {width: 256, height: 256}\n"
)


@pytest.fixture
def history(tmp_path):
    opened = History(Folder(tmp_path / "data"), open_database(tmp_path / "data" / "nukki.db"))
    yield opened
    opened.close()


@pytest.mark.slow
def test_a_command_says_whom_it_waits_for_and_ctrl_c_takes_it_out_of_the_line(history, tmp_path):
    line, slots = Line(history.database), slots_here(["render"])
    served = history.create(Plan(planned(), BRIEF, {}))
    line.enter(served.id, Entry("studio", "render", expected_s=120.0))
    server = Heart(history.database, "serve", slots)
    claim = line.claim(server.begin(), slots)
    brief = write(tmp_path, "b.yaml", BRIEF_HERE)
    kept = {key: os.environ[key] for key in ("PATH", "NUKKI_ART") if key in os.environ}
    environment = {**kept, "HOME": str(tmp_path), "NUKKI_STORAGE": str(tmp_path / "data")}
    command = subprocess.Popen(
        [*CALL, "run", str(brief)], env=environment, stderr=subprocess.PIPE, text=True, cwd=tmp_path
    )
    until = time.monotonic() + 60
    while len(line.places()) < 2 and time.monotonic() < until:
        time.sleep(0.05)
    time.sleep(0.6)  # for a look at the line
    (waiting,) = line.everyone() - {served.id}
    command.send_signal(signal.SIGINT)
    _, said = command.communicate(timeout=30)
    assert command.returncode == 130, said
    assert f"waiting for the engine: job {served.id} is being drawn, about" in said
    assert line.everyone() == {served.id}
    assert history.find(waiting).logged().state == "canceled"
    line.release(served.id, claim.epoch)
    server.end()


def test_the_bar_of_a_waiting_command_says_so_and_how_long_still():
    def at(position, starts_s, job_id):
        return Place(
            job_id, "waiting", position, starts_s, None, "", "", "render", "", 5, "here", False
        )

    watch = Watcher("mine", "en", 1, Estimate(60.0, "past"))
    watch.bar = output.bar()
    with watch:
        (task,) = watch.bar.tasks
        watch.waiting([at(0, 0.0, "theirs"), at(1, 80.0, "mine")])
        assert (task.description, task.fields["left"]) == (
            "waiting for the engine",
            "1 min 20 s left",
        )
        watch.waiting([at(0, 0.0, "theirs"), at(1, None, "mine")])  # nobody knows any more
        assert (task.description, task.fields["left"]) == ("waiting for the engine", "")
        watch.begin()
        assert task.description == ""
