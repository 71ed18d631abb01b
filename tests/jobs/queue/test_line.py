"""The line on both databases: one job a slot, one owner a job, nothing left behind."""

from __future__ import annotations

import threading
from collections.abc import Iterator

import pytest
import sqlalchemy as sa

from nukki.jobs import tables
from nukki.jobs.database import Database, open_database
from nukki.jobs.queue.line import Entry, Fenced, Line

CPU = {"render": "render@here"}


@pytest.fixture
def database(database_url: str) -> Iterator[Database]:
    opened = open_database(database_url)
    yield opened
    opened.close()


@pytest.fixture
def line(database: Database) -> Line:
    return Line(database)


def _enter(line: Line, *job_ids: str, **more: object) -> None:
    for job_id in job_ids:
        entry = Entry("ann", "render", summary=f"draws {job_id}", expected_s=10.0)
        line.enter(job_id, Entry(**{**vars(entry), **more}))  # type: ignore[arg-type]


def _worker(database: Database, name: str, kind: str = "serve", slots: str = "{}") -> str:
    with database.writing() as connection:
        values = {"host": "h", "pid": 1, "started": "s", "kind": kind, "slots": slots}
        connection.execute(tables.worker.insert().values(id=name, beat=0, **values))
    return name


def test_a_slot_takes_one_job_at_a_time_in_order(line: Line) -> None:
    _enter(line, "one", "two")
    first = line.claim("me", CPU)
    assert first is not None
    assert (first.job_id, first.epoch, first.slot) == ("one", 1, "render@here")
    assert line.claim("me", CPU) is None
    assert line.claim("other", {"render": "render@there"}).job_id == "two"  # type: ignore[union-attr]


def test_entering_twice_keeps_the_place(line: Line) -> None:
    _enter(line, "one", "two", "one")
    assert [place.job_id for place in line.places()] == ["one", "two"]


def test_a_slot_of_another_pool_takes_nothing(line: Line) -> None:
    _enter(line, "one")
    assert line.claim("me", {"remote": "remote"}) is None


def test_release_frees_the_slot_and_the_line(line: Line) -> None:
    _enter(line, "one", "two")
    first = line.claim("me", CPU)
    assert first is not None
    line.release("one", first.epoch)
    assert [place.job_id for place in line.places()] == ["two"]
    assert line.claim("me", CPU).job_id == "two"  # type: ignore[union-attr]


def test_a_slot_is_free_while_its_last_job_is_finished(line: Line) -> None:
    _enter(line, "one", "two")
    first = line.claim("me", CPU)
    assert first is not None
    line.free("one", first.epoch, first.slot, 30.0)
    assert line.claim("me", CPU).job_id == "two"  # type: ignore[union-attr]
    assert [place.state for place in line.places()] == ["running", "running"]
    line.release("one", first.epoch)


def test_an_old_claim_is_refused_everywhere(line: Line, database: Database) -> None:
    _enter(line, "one")
    old = line.claim(_worker(database, "slow"), CPU)
    assert old is not None
    line.require("one", old.epoch)
    assert line.bury("slow")
    new = line.claim("heir", CPU)
    assert new is not None
    assert (new.epoch, new.deaths) == (2, 1)
    for refused in (line.require, line.release, line.put_back):
        with pytest.raises(Fenced):
            refused("one", old.epoch)
    line.require("one", new.epoch)
    with pytest.raises(Fenced):
        line.require("never", 1)


def test_of_two_heirs_one_buries_and_ends_what_only_the_dead_could_do(
    line: Line, database: Database
) -> None:
    _worker(database, "dead", "run")
    _enter(line, "waits", "drawn", only="dead")
    line.claim("dead", CPU, serves=False)
    assert line.take_orphans("one") == []
    assert [line.bury("dead"), line.bury("dead")] == [True, False]
    claims = line.take_orphans("one") + line.take_orphans("two")
    assert [(each.job_id, each.epoch) for each in claims] == [("waits", 2), ("drawn", 1)]
    for each in claims:
        line.release(each.job_id, each.epoch)


def test_what_is_handed_back_is_next_and_nobody_died_of_it(line: Line) -> None:
    _enter(line, "one")
    line.claim("me", CPU)
    _enter(line, "urgent", priority=0)
    line.hand_back("me")
    again = line.claim("me", CPU)
    assert again is not None
    assert (again.job_id, again.epoch, again.deaths) == ("one", 2, 0)


def test_cancelling_what_waits_takes_it_away_at_once(line: Line) -> None:
    _enter(line, "one", "two")
    assert line.cancel("one", "me") == "gone"
    assert line.claim("worker", CPU).job_id == "two"  # type: ignore[union-attr]
    line.release("one", 1)
    assert line.cancel("one") == "unknown"
    assert line.cancel("two") == "asked"
    assert line.to_cancel("worker") == {"two"}
    assert line.to_cancel("me") == set()


def test_a_waiting_job_is_preferred_and_no_other(line: Line) -> None:
    _enter(line, "one", "two", "three")
    assert line.claim("worker", CPU).job_id == "one"  # type: ignore[union-attr]
    assert line.prefer("three", 0)
    assert [place.job_id for place in line.places()] == ["one", "three", "two"]
    assert not line.prefer("one", 0)  # it is drawn
    assert not line.prefer("nobody", 0)
    assert line.prefer("three", 9)
    assert [place.job_id for place in line.places()] == ["one", "two", "three"]


def test_a_cancel_whose_canceller_died_is_finished_by_the_next_worker(
    line: Line, database: Database
) -> None:
    _enter(line, "one")
    assert line.cancel("one", _worker(database, "dead")) == "gone"
    line.bury("dead")
    assert line.claim("heir", CPU) is None
    assert [(each.job_id, each.canceled) for each in line.take_orphans("heir")] == [("one", True)]
    assert line.take_orphans("heir") == []


def test_a_command_waits_its_turn_and_the_slot_waits_for_the_command(line: Line) -> None:
    _enter(line, "studio")
    _enter(line, "command", only="shell", who="shell")
    _enter(line, "late", who="bob")
    assert line.claim("shell", CPU, serves=False) is None
    first = line.claim("server", CPU)
    assert first is not None
    assert first.job_id == "studio"
    line.release("studio", first.epoch)
    assert line.claim("server", CPU) is None
    assert line.claim("shell", CPU, serves=False).job_id == "command"  # type: ignore[union-attr]


def test_a_command_that_is_alone_does_not_wait_for_a_server(line: Line) -> None:
    _enter(line, "studio")
    _enter(line, "command", only="shell")
    mine = line.claim("shell", CPU, serves=False, alone=True)
    assert mine is not None
    assert mine.job_id == "command"


@pytest.mark.parametrize("memory", ["{", "[]", '{"of_a_later_version": 1}'])
def test_a_slot_that_remembers_nothing_we_know_takes_jobs_all_the_same(
    line: Line, database: Database, memory: str
) -> None:
    _enter(line, "one")
    with database.writing() as connection:
        connection.execute(tables.slot.insert().values(name=CPU["render"], memory=memory))
    assert line.claim("worker", CPU).job_id == "one"  # type: ignore[union-attr]


def test_places_say_who_is_next_and_when(line: Line, database: Database) -> None:
    _worker(database, "server", slots='{"render": "render@here"}')
    _enter(line, "one", "two", "three")
    line.claim("server", CPU)
    one, two, three = line.places({"one": 4.0}.get)
    assert (one.state, one.position, one.eta_s) == ("running", 0, 4.0)
    assert (two.state, two.position, two.starts_s, two.eta_s) == ("waiting", 1, 4.0, 14.0)
    assert (three.position, three.starts_s, three.summary) == (2, 14.0, "draws three")


def test_two_machines_halve_the_wait(line: Line, database: Database) -> None:
    _worker(database, "a", slots='{"render": "render@a"}')
    _worker(database, "b", slots='{"render": "render@b"}')
    _enter(line, "one", "two", "three")
    assert [place.starts_s for place in line.places()] == [0.0, 0.0, 10.0]


def test_nobody_promises_a_time_that_nobody_knows(line: Line) -> None:
    _enter(line, "one", expected_s=None)
    _enter(line, "two")
    line.claim("me", CPU)
    assert [(place.starts_s, place.eta_s) for place in line.places()] == [(0.0, None), (None, None)]


def test_threads_and_connections_never_claim_one_job_twice(database_url: str) -> None:
    opened = [open_database(database_url) for _ in range(3)]
    jobs = [f"job{n}" for n in range(30)]
    _enter(Line(opened[0]), *jobs)
    claimed: list[str] = []
    busy = [0, 0]

    def work(number: int) -> None:
        line = Line(opened[number % 3])
        while len(claimed) < len(jobs):
            claim = line.claim(f"worker{number}", CPU)
            if claim is None:
                continue
            busy[0] += 1
            busy[1] = max(busy)
            claimed.append(claim.job_id)
            busy[0] -= 1
            line.release(claim.job_id, claim.epoch)

    threads = [threading.Thread(target=work, args=(number,)) for number in range(3)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(30)
    assert claimed == jobs
    assert busy[1] == 1
    with opened[0].reading() as connection:
        assert connection.scalar(sa.select(sa.func.count()).select_from(tables.line)) == 0
    for database in opened:
        database.close()


def test_a_job_whose_worker_is_put_down_no_more_is_put_back(line: Line, database: Database) -> None:
    _enter(line, "one", "two")
    assert line.claim("went without letting go", CPU)
    assert line.claim(_worker(database, "lives"), {"render": "render@there"})
    assert [line.free_lost(), line.free_lost()] == [True, False]
    again = line.claim("lives", CPU)
    assert again is not None
    assert (again.job_id, again.epoch, again.deaths) == ("one", 2, 0)
