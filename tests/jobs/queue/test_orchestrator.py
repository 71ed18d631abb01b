"""One process works through the line: canceling, leaving, poison, upgrades, lost databases."""

import threading
import time
from contextlib import contextmanager

import pytest
import sqlalchemy as sa

from nukki.core.storage import Folder
from nukki.errors import InputError, StorageError
from nukki.jobs import events, tables
from nukki.jobs.database import open_database
from nukki.jobs.history import History
from nukki.jobs.plan import Plan
from nukki.jobs.queue import command as commands
from nukki.jobs.queue import orchestrator, workflows
from nukki.jobs.queue.command import Command
from nukki.jobs.queue.heartbeat import Heart
from nukki.jobs.queue.line import Entry, Line
from nukki.jobs.queue.orchestrator import Orchestrator
from nukki.jobs.queue.running import Crew
from nukki.jobs.store import JobFolder
from nukki.jobs.workshop import Workshop
from tests.jobs.pencil import BRIEF, Pencil, planned, request
from tests.jobs.queue.inline import Inline

SLOTS = {"render": "render@here"}


@pytest.fixture
def history(tmp_path):
    opened = History(Folder(tmp_path), open_database(tmp_path / "nukki.db"))
    yield opened
    opened.close()


@contextmanager
def working(history, pencil=None, workshop=None, slots=SLOTS):
    """An orchestrator at work during the block."""
    opened = pencil or Pencil()
    crew = Crew(Line(history.database), workshop or Inline(), lambda _name: opened)
    found = Orchestrator(history, slots, crew.hire, crew.engine)
    found.start()
    try:
        yield found
    finally:
        found.stop()


def enter(history, seeds=(7,), **more):
    job = history.create(Plan(planned(request=request(seeds=seeds, size=(64, 64))), BRIEF, {}))
    Line(history.database).enter(job.id, Entry("ann", "render", **more))
    return job


def wait_until(true, seconds=20):
    until = time.monotonic() + seconds
    while not true():
        assert time.monotonic() < until
        time.sleep(0.01)


def ends(job):
    """The last states in the log: there must be one."""
    states = [event["state"] for event in events.read(job.files) if event["event"] == "state"]
    return [state for state in states if state in ("done", "failed", "canceled")]


def is_over(history, *jobs):
    line = Line(history.database)
    return lambda: not line.everyone().intersection(job.id for job in jobs)


@pytest.mark.parametrize("canceled", [False, True])
def test_the_list_hears_of_an_end_whose_writer_was_killed_before_it_could_tell(history, canceled):
    job = enter(history)
    JobFolder(job.files).enter("done")  # the folder only
    assert history.index.get(job.id).state == "queued"
    if canceled:
        Line(history.database).cancel(job.id)
    with working(history):
        wait_until(is_over(history, job))
    assert history.index.get(job.id).state == "done"
    assert ends(job) == ["done"]


def test_jobs_are_drawn_in_turn_and_leave_nothing_behind(history):
    jobs = [enter(history, (1, 2)), enter(history)]
    with working(history):
        wait_until(is_over(history, *jobs))
    assert [ends(job) for job in jobs] == [["done"], ["done"]]
    assert [history.index.get(job.id).done for job in jobs] == [2, 1]
    assert not (jobs[0].root / "work").exists()
    with history.database.reading() as connection:
        for table in ("workflow_status", "operation_outputs", "nukki_line", "nukki_worker"):
            assert connection.scalar(sa.text(f"SELECT count(*) FROM {table}")) == 0


def test_the_real_workshop_finishes_what_the_queue_draws(history):
    job, shop = enter(history), Workshop()
    with working(history, workshop=shop):
        wait_until(is_over(history, job))
    shop.close()
    assert ends(job) == ["done"]


def test_a_waiting_job_is_canceled_at_once_and_a_running_one_within_two_seconds(history):
    running, waiting = enter(history, (1, 2)), enter(history)
    with working(history, Pencil(seconds=30)) as found:
        wait_until(lambda: running.logged().state == "running")
        assert found.cancel(waiting.id) == "canceled"
        assert waiting.logged().state == "canceled"
        since = time.monotonic()
        assert found.cancel(running.id) == "asked"
        wait_until(is_over(history, running))
        assert time.monotonic() - since < 2.0
        assert found.cancel(running.id) == "unknown"
    assert [ends(running), ends(waiting)] == [["canceled"], ["canceled"]]
    assert not (running.root / "work").exists()


def test_another_process_cancels_through_the_database(history):
    job = enter(history)
    with working(history, Pencil(seconds=30)):
        wait_until(lambda: job.logged().state == "running")
        assert Line(history.database).cancel(job.id) == "asked"
        wait_until(is_over(history, job), 2.0)
    assert ends(job) == ["canceled"]


def test_an_engine_that_does_not_stop_is_noted(history):
    class Deaf(Pencil):
        def cancel(self, handle):
            return None

    job = enter(history)
    with working(history, Deaf(seconds=8)) as found:
        wait_until(lambda: job.logged().state == "running")
        found.cancel(job.id)
        wait_until(is_over(history, job), 4.0)
    assert ends(job) == ["canceled"]
    assert [note.code for note in job.logged().notes] == ["engine-still-running"]


def test_canceling_while_a_job_ends_gives_it_one_end(history):
    jobs = [enter(history) for _ in range(12)]
    with working(history) as found:
        for job in jobs:
            wait_until(lambda job=job: job.logged().candidates or job.logged().finished)
            found.cancel(job.id)
        wait_until(is_over(history, *jobs))
    for job in jobs:
        assert ends(job) in (["done"], ["canceled"])
        assert job.logged().finished


def test_stopping_leaves_jobs_to_whoever_comes_next(history):
    job = enter(history, (1, 2, 3))
    slow = Pencil(seconds=1)
    with working(history, slow):
        wait_until(lambda: job.logged().candidates)
    assert ends(job) == []
    (place,) = Line(history.database).places()
    assert (place.state, place.job_id) == ("waiting", job.id)
    with working(history, quick := Pencil()):
        wait_until(is_over(history, job))
    assert ends(job) == ["done"]
    made = [event for event in events.read(job.files) if event["event"] == "candidate"]
    assert len(made) == 3
    (sheet,) = quick.sheets.values()
    assert 1 not in sheet.request.seeds  # what was finished is not drawn again


def test_what_is_taken_over_may_be_canceled_before_anything_is_done_for_it(history):
    job = enter(history, (1, 2, 3))
    with working(history, Pencil(seconds=1)):
        wait_until(lambda: job.logged().candidates)
    crew = Crew(Line(history.database), Inline(), lambda _name: Pencil())

    def hire(*claimed):
        work = crew.hire(*claimed)
        work.cancel()
        return work

    found = Orchestrator(history, SLOTS, hire)
    found.start()
    wait_until(is_over(history, job))
    found.stop()
    assert (ends(job), job.logged().error.code) == (["canceled"], "job-canceled")


def test_a_job_that_kills_its_workers_is_given_up(history):
    job, line = enter(history), Line(history.database)
    for _ in range(orchestrator.MAX_DEATHS):
        dead = Heart(history.database, "serve", SLOTS).begin()
        assert line.claim(dead, SLOTS)
        line.bury(dead)
    with working(history):
        wait_until(is_over(history, job))
    assert ends(job) == ["failed"]
    assert job.logged().error.code == "job-poison"


def test_a_job_whose_payload_was_changed_fails_with_the_reason(history):
    job, good = enter(history), enter(history)
    text = job.files.read("payload.json").replace(b'"width": 64', b'"width": 65')
    job.files.write("payload.json", text)
    with working(history):
        wait_until(is_over(history, job, good))
    assert (ends(job), job.logged().error.code) == (["failed"], "payload-changed")
    assert ends(good) == ["done"]


def test_a_job_whose_folder_is_gone_leaves_the_line(history):
    job, good = enter(history), enter(history)
    history.storage.remove(f"jobs/{job.id}")
    with working(history):
        wait_until(is_over(history, job, good))
    assert ends(good) == ["done"]
    with pytest.raises(InputError):
        history.find(job.id)


def test_an_engine_that_is_gone_fails_the_job(history):
    job = enter(history)

    def closed(name):
        raise InputError("engine-not-here", found=name, allowed="")

    found = Orchestrator(history, SLOTS, Crew(Line(history.database), Inline(), closed).hire)
    found.start()
    wait_until(is_over(history, job))
    found.stop()
    assert (ends(job), job.logged().error.code) == (["failed"], "engine-not-here")


def test_an_upgrade_of_the_steps_adopts_what_was_begun(history, monkeypatch):
    job = enter(history, (1, 2, 3))
    with working(history, Pencil(seconds=1)):
        wait_until(lambda: job.logged().candidates)
    monkeypatch.setattr(workflows, "VERSION", "2")
    with working(history):
        wait_until(is_over(history, job))
    assert ends(job) == ["done"]
    assert len(job.logged().candidates) == 3
    with history.database.reading() as connection:
        assert connection.scalar(sa.text("SELECT count(*) FROM workflow_status")) == 0


def test_a_job_that_a_lost_database_forgot_is_drawn_all_the_same(history, monkeypatch):
    monkeypatch.setattr(orchestrator, "SWEEP_S", 0.3)
    job = enter(history)
    with history.database.writing() as connection:
        connection.execute(tables.line.delete())
    with working(history):
        wait_until(lambda: job.logged().finished)
    assert ends(job) == ["done"]


def test_one_slot_draws_one_job_at_a_time(history):
    jobs = [enter(history) for _ in range(5)]
    at_work, most = set(), []

    class Counting(Pencil):
        def _work(self, sheet):
            at_work.add(id(sheet))
            most.append(len(at_work))
            super()._work(sheet)
            at_work.discard(id(sheet))

    with working(history, Counting(seconds=0.05)):
        wait_until(is_over(history, *jobs))
    assert max(most) == 1


def test_a_command_draws_in_its_turn(history):
    first = enter(history)
    mine = history.create(Plan(planned(request=request(seeds=(5,), size=(64, 64))), BRIEF, {}))
    told, stop = [], threading.Event()
    with working(history, Pencil(seconds=1)):
        wait_until(lambda: first.logged().state == "running")
        command = Command(history, SLOTS, stop, told.append)
        with command.turn(mine, Entry("nukki run", "render")) as folder:
            assert folder is not None
            assert first.logged().state != "running"
            late = enter(history)
            time.sleep(0.6)
            assert late.logged().state == "queued"
            folder.enter("failed")
        wait_until(is_over(history, late, mine))
    assert {place.job_id for place in told[0]} == {first.id, mine.id}
    assert ends(late) == ["done"]


def test_a_command_that_is_canceled_while_it_waits_never_draws(history):
    first = enter(history)
    mine = history.create(Plan(planned(request=request(seeds=(5,), size=(64, 64))), BRIEF, {}))
    with working(history, Pencil(seconds=30)) as found:
        wait_until(lambda: first.logged().state == "running")
        threading.Timer(0.5, found.cancel, (mine.id,)).start()
        command = Command(history, SLOTS, threading.Event(), lambda _places: None)
        with command.turn(mine, Entry("nukki run", "render")) as folder:
            assert folder is None
        found.cancel(first.id)
        wait_until(is_over(history, first, mine))
    assert ends(mine) == ["canceled"]


def test_a_command_waits_on_while_the_database_is_away(history, monkeypatch):
    monkeypatch.setattr(commands, "BEAT_S", 0.05)
    claim, left = Line.claim, [1, 2]

    def away(self, *slots, **how):
        if left:
            left.pop()
            raise StorageError("database-unreachable", path="nukki.db", reason="gone")
        return claim(self, *slots, **how)

    monkeypatch.setattr(Line, "claim", away)
    mine = history.create(Plan(planned(), BRIEF, {}))
    command = Command(history, SLOTS, threading.Event(), lambda _places: None)
    with command.turn(mine, Entry("nukki run", "render")):
        assert [place.state for place in Line(history.database).places()] == ["running"]
    assert left == []


def test_a_command_that_draws_outside_the_line_is_not_failed_by_others(history):
    mine = history.create(Plan(planned(), BRIEF, {}))
    Line(history.database).enter(mine.id, Entry("nukki run", "render", only="gone"))
    mine.enter("running", owned=True)
    with working(history):
        wait_until(is_over(history, mine))
    assert mine.status().state == "running"


def test_a_command_whose_process_is_gone_is_failed_and_frees_the_slot(history):
    mine = history.create(Plan(planned(), BRIEF, {}))
    dead = Heart(history.database, "run", SLOTS)
    Line(history.database).enter(mine.id, Entry("nukki run", "render", only=dead.begin()))
    Line(history.database).claim(dead.id, SLOTS, serves=False)
    with history.database.writing() as connection:
        gone = tables.worker.update().where(tables.worker.c.id == dead.id)
        connection.execute(gone.values(started="never"))
    good = enter(history)
    with working(history):
        wait_until(is_over(history, mine, good))
    assert (ends(mine), mine.logged().error.code) == (["failed"], "job-interrupted")
    assert ends(good) == ["done"]


def test_a_job_whose_worker_is_put_down_no_more_is_drawn(history):
    job, line = enter(history), Line(history.database)
    assert line.claim("went without letting go", SLOTS)
    with working(history):
        wait_until(is_over(history, job))
    assert ends(job) == ["done"]
