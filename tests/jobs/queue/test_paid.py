"""What costs money is stopped when nobody wants its job any more, whoever is left to see to it."""

import pytest

from nukki.core.storage import Folder
from nukki.jobs.database import open_database
from nukki.jobs.history import History
from nukki.jobs.queue import orchestrator
from nukki.jobs.queue.line import Line
from tests.engines.paid import PaidEngine, PaidServer
from tests.jobs.queue.test_orchestrator import SLOTS, ends, enter, is_over, wait_until, working


@pytest.fixture
def server(tmp_path):
    started = PaidServer(tmp_path / "paid")
    started.faults(seconds=30)
    yield started
    started.kill()


@pytest.fixture
def history(tmp_path):
    opened = History(Folder(tmp_path), open_database(tmp_path / "nukki.db"))
    yield opened
    opened.close()


@pytest.fixture
def begun(history, server):
    """A job that a worker has submitted, and left when it was stopped."""
    job = enter(history)
    with working(history, PaidEngine(server.url)):
        wait_until(lambda: job.logged().state == "running")
    assert states(server) == ["drawing"]
    return job


def states(server):
    return [entry["state"] for entry in server.states().values()]


def notes(job):
    return [note.code for note in job.logged().notes]


def test_canceling_what_a_stopped_worker_left_stops_its_engine(history, server, begun):
    assert Line(history.database).cancel(begun.id) == "gone"
    with working(history, PaidEngine(server.url)):
        wait_until(is_over(history, begun))
    assert (ends(begun), states(server), notes(begun)) == (["canceled"], ["cancelled"], [])


def test_canceling_just_as_another_takes_over_stops_the_engine(history, server, begun, monkeypatch):
    claim = Line.claim

    def claim_and_hear(line, *args, **kwargs):
        found = claim(line, *args, **kwargs)
        if found is not None:
            line.cancel(found.job_id)
        return found

    monkeypatch.setattr(Line, "claim", claim_and_hear)
    with working(history, PaidEngine(server.url)):
        wait_until(is_over(history, begun))
    assert (ends(begun), states(server)) == (["canceled"], ["cancelled"])


def test_an_engine_that_cannot_be_told_to_stop_is_noted(history, server, begun):
    Line(history.database).cancel(begun.id)
    with working(history, PaidEngine("http://127.0.0.1:9")):
        wait_until(is_over(history, begun))
    assert (ends(begun), notes(begun)) == (["canceled"], ["engine-still-running"])


def test_giving_up_on_a_job_stops_its_engine(history, server, begun):
    line = Line(history.database)
    for _ in range(orchestrator.MAX_DEATHS):
        line.claim("gone", SLOTS)
        line.bury("gone")
    with working(history, PaidEngine(server.url)):
        wait_until(is_over(history, begun))
    assert (ends(begun), begun.logged().error.code) == (["failed"], "job-poison")
    assert states(server) == ["cancelled"]


def test_a_payload_that_was_changed_for_a_while_leaves_no_job_waiting_for_ever(history, server):
    server.faults(seconds=1.5)
    job, paid = enter(history, (1, 2)), PaidEngine(server.url)
    whole = job.files.read("payload.json")
    with working(history, paid):
        wait_until(lambda: job.logged().state == "running")
        job.files.write("payload.json", whole.replace(b'"width": 64', b'"width": 65'))
        wait_until(lambda: job.files.stat("work/0_1.drawn.npz") or job.logged().candidates)
        server.faults(seconds=1.5, silent=True)  # the second is not drawn before all that is seen
        wait_until(lambda: job.logged().candidates)
    assert ends(job) == []
    job.files.write("payload.json", whole)
    server.faults(seconds=0, silent=False)
    with working(history, paid):
        wait_until(is_over(history, job))
    assert ends(job) == ["done"]
    assert job.logged().candidates[0].error.code == "payload-changed"


def test_a_job_that_has_ended_is_not_drawn_again_whatever_its_steps_remember(history, server):
    job = enter(history)
    job.enter("failed")
    with working(history, PaidEngine(server.url)):
        wait_until(is_over(history, job))
    assert (ends(job), server.charges()) == (["failed"], [])
