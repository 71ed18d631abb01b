"""How long a job that came now would wait, before it is made."""

import pytest

from nukki.jobs.database import open_database
from nukki.jobs.queue import places
from nukki.jobs.queue.line import Entry, Line

CPU = {"render": "render@here"}


@pytest.fixture
def database(tmp_path):
    opened = open_database(tmp_path / "nukki.db")
    yield opened
    opened.close()


@pytest.fixture
def line(database):
    return Line(database)


def entered(line, job_id, who="ann", seconds=10.0, **more):
    line.enter(job_id, Entry(who, "render", family="render", expected_s=seconds, **more))


def wait(database, who="ann", priority=5, engine="render"):
    return places.wait(database, engine, who, "render", priority)


def test_nobody_waits_where_nobody_stands(database, line):
    assert wait(database) == 0.0
    entered(line, "one")
    assert wait(database, engine="elsewhere") == 0.0


def test_what_stands_in_front_is_waited_for(database, line):
    entered(line, "one")
    entered(line, "two", seconds=20.0)
    assert wait(database) == 30.0


def test_turns_are_fair_and_urgent_jobs_go_first(database, line):
    for job_id in ("one", "two", "three"):
        entered(line, job_id)
    assert wait(database, who="bob") < wait(database, who="ann") == 30.0
    assert wait(database, priority=0) == 0.0


def test_a_job_of_unknown_length_makes_the_wait_unknown(database, line):
    entered(line, "one", seconds=None)
    assert wait(database) is None


def test_a_running_job_is_waited_for_as_long_as_it_still_takes(database, line):
    entered(line, "one", seconds=1000.0)
    assert line.claim("me", CPU)
    assert 900 < wait(database) <= 1000.0


def test_asking_changes_nothing(database, line):
    entered(line, "one")
    before = line.places()
    wait(database)
    assert line.places() == before
