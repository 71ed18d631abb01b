"""What was asked under a key: one answer, and nothing half done by a process that is gone."""

from dataclasses import replace

import pytest

from nukki.core import process
from nukki.core.process import Owner
from nukki.jobs import requests as module
from nukki.jobs import tables
from nukki.jobs.database import open_database
from nukki.jobs.requests import Request, Requests, key_of

JOBS = ("20260131-090000-1f3a9c07", "20260131-090000-1f3a9c08")


@pytest.fixture
def database(database_url):
    database = open_database(database_url)
    yield database
    database.close()


@pytest.fixture
def requests(database):
    return Requests(database)


def request(key="k", **changes):
    return replace(Request(key, "0" * 64, JOBS, "token:shop", 3, kept=True), **changes)


def test_a_key_is_taken_once_and_its_jobs_are_known_before_they_are_made(requests):
    assert requests.begin(request())
    assert not requests.begin(request(body_sha256="1" * 64))
    assert requests.find("k") == request(owner=process.myself())
    requests.finish(request())
    assert requests.find("k") == request()
    assert requests.find("other") is None


def test_a_request_without_a_key_of_its_own_leaves_nothing_behind(requests):
    requests.begin(request(kept=False))
    requests.finish(request(kept=False))
    assert requests.find("k") is None


def test_answers_of_the_day_before_are_forgotten_but_nothing_that_is_under_way(
    requests, database, monkeypatch
):
    monkeypatch.setattr(module.clock, "now", lambda: "2026-01-31T09:00:00.000Z")
    for key in ("answered", "under way"):
        requests.begin(request(key))
    requests.finish(request("answered"))
    monkeypatch.undo()
    requests.begin(request("today"))
    with database.reading() as connection:
        kept = set(connection.scalars(tables.request.select().with_only_columns(
            tables.request.c.key
        )))  # fmt: skip
    assert kept == {"under way", "today"}


def test_a_process_that_is_gone_has_abandoned_what_it_did_not_finish(
    requests, database, monkeypatch
):
    here = process.myself()
    dead = replace(here, started="long ago")
    elsewhere = Owner(7, "then", "another-machine")
    monkeypatch.setattr(module.process, "myself", lambda: dead)
    requests.begin(request("dead"))
    monkeypatch.setattr(module.process, "myself", lambda: elsewhere)
    requests.begin(request("elsewhere"))
    monkeypatch.undo()
    requests.begin(request("alive"))
    requests.begin(request("done"))
    requests.finish(request("done"))
    assert {item.key for item in requests.abandoned()} == {"dead"}
    began = module.clock.seconds()
    monkeypatch.setattr(module.clock, "seconds", lambda: began + module.SILENT_S + 1)
    assert {item.key for item in requests.abandoned()} == {"dead", "elsewhere"}
    assert {item.key for item in Requests(database).abandoned()} == {"dead"}


def test_who_takes_a_request_over_has_as_much_time_as_who_began_it(requests, monkeypatch):
    first, heir = (Owner(7, "then", name) for name in ("one-machine", "another-machine"))
    monkeypatch.setattr(module.process, "myself", lambda: first)
    requests.begin(request())
    monkeypatch.undo()
    assert requests.abandoned() == []
    began = module.clock.seconds()
    monkeypatch.setattr(module.clock, "seconds", lambda: began + module.SILENT_S + 1)
    (left,) = requests.abandoned()
    with monkeypatch.context() as elsewhere:
        elsewhere.setattr(module.process, "myself", lambda: heir)
        assert requests.take_over(left).owner == heir
    assert requests.take_over(left) is None
    assert requests.abandoned() == []


def test_keys_of_two_people_never_meet():
    assert key_of("a", "1") == key_of("a", "1")
    assert len({key_of("a", "1"), key_of("b", "1"), key_of("a", "2"), key_of("a1", "")}) == 4
