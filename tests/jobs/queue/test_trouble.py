"""Storage that is away or refuses: whose trouble it is, and what it costs the others."""

import errno
import os
import threading
import time

import pytest

from nukki.core.storage import Folder
from nukki.errors import StorageError
from nukki.jobs.database import open_database
from nukki.jobs.history import History
from nukki.jobs.queue import orchestrator
from nukki.jobs.queue.line import Line
from tests.jobs.queue.test_orchestrator import ends, enter, is_over, wait_until, working

ROOMY = threading.Event()
TROUBLE = [errno.ENOSPC]  # what there is instead of room


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


def test_a_job_whose_own_storage_fails_makes_room_for_the_others(history, monkeypatch):
    monkeypatch.setattr(orchestrator, "RETRY_S", 0.05)
    stuck, good = enter(history), enter(history)
    log = stuck.root / "events.jsonl"
    log.rename(log.with_name("kept"))
    log.mkdir()  # nobody can write there, whoever they are
    with working(history):
        wait_until(is_over(history, stuck, good))
        assert ends(good) == ["done"]
        log.rmdir()
        log.with_name("kept").rename(log)
    assert not stuck.logged().finished


def test_a_canceled_job_whose_end_cannot_be_written_holds_up_no_other(history):
    stuck, other = enter(history), enter(history)
    line, log = Line(history.database), stuck.root / "events.jsonl"
    log.rename(log.with_name("kept"))
    log.mkdir()
    for job in (stuck, other):
        assert line.cancel(job.id) == "gone"
    with working(history) as found:
        wait_until(is_over(history, other))
        with pytest.raises(StorageError):
            found.cancel(stuck.id)
        log.rmdir()
        log.with_name("kept").rename(log)
        wait_until(is_over(history, stuck))
    assert [ends(job) for job in (stuck, other)] == [["canceled"], ["canceled"]]


def test_a_slot_that_breaks_is_served_again(history, monkeypatch):
    monkeypatch.setattr(orchestrator, "RETRY_S", 0.05)
    claim, broken = Line.claim, []

    def breaks(self, *slots, **how):
        taken = claim(self, *slots, **how)
        if taken is not None and not broken:
            broken.append(taken)
            raise RuntimeError("can't start new thread")
        return taken

    monkeypatch.setattr(Line, "claim", breaks)
    job = enter(history)
    with working(history):
        wait_until(is_over(history, job))
    assert (ends(job), len(broken)) == (["done"], 1)


def test_a_claim_that_no_thread_knows_of_is_put_back(history, monkeypatch):
    monkeypatch.setattr(orchestrator, "SWEEP_S", 0.1)
    enter(history, pool="elsewhere")
    line = Line(history.database)
    with working(history) as found:
        wait_until(found.ready)
        assert line.claim(found.heart.id, {"elsewhere": "elsewhere@here"})
        wait_until(lambda: [place.state for place in line.places()] == ["waiting"])


class Small(Folder):
    """A disk that has no room for what is made of a drawing until `ROOMY` is set."""

    def at(self, folder):
        return Small(super().at(folder).root)

    def write(self, name, data, *, lasting=True):
        if name.startswith(("final/", "contact")) and not ROOMY.is_set():
            raise OSError(TROUBLE[0], os.strerror(TROUBLE[0]), name)
        super().write(name, data, lasting=lasting)


@pytest.mark.parametrize("trouble", [errno.ENOSPC, errno.EHOSTUNREACH])
def test_a_full_disk_or_a_bucket_that_is_away_costs_no_candidate(tmp_path, monkeypatch, trouble):
    monkeypatch.setattr(orchestrator, "RETRY_S", 0.05)
    TROUBLE[:] = [trouble]
    ROOMY.clear()
    history = History(Small(tmp_path), open_database(tmp_path / "nukki.db"))
    job, line = enter(history, (1, 2)), Line(history.database)
    with working(history):
        wait_until(lambda: (line.epoch(job.id) or 0) > orchestrator.TRIES + 2)
        assert not job.logged().candidates
        ROOMY.set()
        wait_until(is_over(history, job))
    history.close()
    assert ends(job) == ["done"]
    assert [item.error for item in job.logged().candidates] == [None, None]


def test_a_bucket_that_cannot_be_reached_is_no_trouble_of_one_job():
    away = OSError(errno.EHOSTUNREACH, "the bucket cannot be reached")
    told = StorageError("storage-unreadable", path="jobs", reason="the bucket cannot be reached")
    told.__cause__ = away
    assert orchestrator._is_everybodys(told)
    assert orchestrator._is_everybodys(away)
    assert orchestrator._is_everybodys(StorageError("storage-bucket-unreachable", path="b"))
    own = OSError(errno.EIO, "a bad block")
    assert not orchestrator._is_everybodys(own)
    assert not orchestrator._is_everybodys(StorageError("storage-unreadable", path="jobs"))
