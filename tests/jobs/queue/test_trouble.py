"""Storage that is away or refuses: whose trouble it is, and what it costs the others."""

import time

import pytest

from nukki.core.storage import Folder
from nukki.jobs.database import open_database
from nukki.jobs.history import History
from nukki.jobs.queue import orchestrator
from nukki.jobs.queue.line import Line
from tests.jobs.queue.test_orchestrator import ends, enter, is_over, wait_until, working


@pytest.fixture
def history(tmp_path):
    opened = History(Folder(tmp_path), open_database(tmp_path / "nukki.db"))
    yield opened
    opened.close()


def test_a_disk_that_is_away_costs_no_job_its_place(history, tmp_path, monkeypatch):
    monkeypatch.setattr(orchestrator, "RETRY_S", 0.02)
    jobs, line = [enter(history, priority=n) for n in (1, 2)], Line(history.database)
    away = (tmp_path / "jobs").rename(tmp_path / "away")
    with working(history):
        wait_until(lambda: (line.epoch(jobs[0].id) or 99) > orchestrator.TRIES + 2)
        assert line.everyone() == {job.id for job in jobs}
        away.rename(tmp_path / "jobs")
        wait_until(is_over(history, *jobs))
    assert [ends(job) for job in jobs] == [["done"], ["done"]]


def test_a_job_in_trouble_that_somebody_ends_is_canceled_and_not_forgotten(history, monkeypatch):
    monkeypatch.setattr(orchestrator, "RETRY_S", 0.05)
    stuck, line = enter(history), Line(history.database)
    log = stuck.root / "events.jsonl"
    log.rename(log.with_name("kept"))
    log.mkdir()
    with working(history):
        wait_until(lambda: (line.epoch(stuck.id) or 0) >= orchestrator.TRIES - 2)
        line.cancel(stuck.id)
        time.sleep(0.5)
        assert line.everyone() == {stuck.id}
        log.rmdir()
        log.with_name("kept").rename(log)
        wait_until(is_over(history, stuck))
    assert ends(stuck) == ["canceled"]
