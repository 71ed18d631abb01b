"""Death is seen in the process table or by silence, never computed from two clocks."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Iterator
from dataclasses import replace

import pytest

from nukki.core import process
from nukki.core.process import Owner
from nukki.jobs.database import Database, open_database
from nukki.jobs.queue import heartbeat
from nukki.jobs.queue.heartbeat import SILENT_S, Heart, Watch, Worker, here, workers


@pytest.fixture
def database(database_url: str) -> Iterator[Database]:
    opened = open_database(database_url)
    yield opened
    opened.close()


class _Clock:
    def __init__(self) -> None:
        self.seconds = 100.0

    def __call__(self) -> float:
        return self.seconds


def _watch(clock: _Clock) -> Watch:
    return Watch(lambda: "me", clock)


def _far(name: str = "far", beat: int = 0) -> Worker:
    return Worker(name, Owner(1, "then", "elsewhere"), "serve", {}, beat)


def test_a_heart_beats_until_it_is_given_up(database: Database) -> None:
    heart = Heart(database, "serve", {"render": "render@here"})
    first = heart.begin()
    assert heart.beat()
    (row,) = workers(database)
    assert (row.id, row.beat, row.slots) == (first, 1, {"render": "render@here"})
    heart.end()
    assert not heart.beat()
    assert heart.begin() != first


def test_a_worker_elsewhere_is_dead_once_it_was_silent_long_enough() -> None:
    clock = _Clock()
    watch = _watch(clock)
    assert watch.dead([_far()]) == []
    while clock.seconds < 100.0 + SILENT_S - 2:
        clock.seconds += 2
        assert watch.dead([_far()]) == []
    clock.seconds += 4
    assert [each.id for each in watch.dead([_far()])] == ["far"]
    assert watch.dead([_far(beat=1)]) == []


def test_a_watcher_that_slept_itself_gives_nobody_up() -> None:
    clock = _Clock()
    watch = _watch(clock)
    watch.dead([_far()])
    clock.seconds += 3600
    assert watch.dead([_far()]) == []


def test_nobody_gives_itself_up() -> None:
    clock = _Clock()
    watch = _watch(clock)
    for _ in range(20):
        clock.seconds += 2
        assert watch.dead([_far("me")]) == []


def test_a_process_of_this_machine_is_dead_as_soon_as_it_is_gone() -> None:
    child = subprocess.Popen([sys.executable, "-c", "input()"], stdin=subprocess.PIPE)
    owner = Owner(child.pid, process.started(child.pid) or "", here())
    worker = replace(_far(), owner=owner)
    watch = _watch(_Clock())
    assert watch.dead([worker]) == []
    child.communicate(b"\n")
    assert watch.dead([worker]) == [worker]


def test_a_namesake_in_another_container_is_watched_by_its_beat() -> None:
    other = here().rpartition("#")[0] + "#pid:[1]"
    worker = replace(_far(), owner=Owner(1, "then", other))
    assert heartbeat.here() != other
    assert _watch(_Clock()).dead([worker]) == []
