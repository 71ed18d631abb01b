"""The log of a job: only added to, and readable after any crash."""

import json
import math

import pytest

from nukki.core import clock, process
from nukki.core.storage import Folder
from nukki.jobs import events, status

OWNER = {"pid": 1, "started": "never", "host": process.myself().host}


def test_events_come_back_in_order(tmp_path):
    path = tmp_path / "events.jsonl"
    Folder(path.parent).append(events.NAME, events.line("state", state="preparing"))
    Folder(path.parent).append(events.NAME, events.line("note", code="한글"))
    assert [event["event"] for event in events.read(Folder(path.parent))] == ["state", "note"]
    assert events.read(Folder(path.parent))[1]["code"] == "한글"


def test_no_log_is_no_events(tmp_path):
    assert events.read(Folder(tmp_path / "none")) == []


@pytest.mark.parametrize(
    "tail", [b'{"at":"2026', b"\xff\xfe", b'{"event":"state"}', b"[1]", b"7", b"[" * 100_000]
)
def test_a_torn_or_strange_line_costs_no_other(tmp_path, tail):
    path = tmp_path / "events.jsonl"
    Folder(path.parent).append(events.NAME, events.line("state", state="running"))
    with path.open("ab") as file:
        file.write(tail)
    Folder(path.parent).append(events.NAME, events.line("state", state="done"))
    assert [event["state"] for event in events.read(Folder(path.parent))] == ["running", "done"]


def test_the_status_is_the_sum_of_events():
    candidate = {"index": 1, "seed": 8, "final": "final/1_8.png", "passed": True}
    broken = {"index": 0, "seed": 7, "error": {"code": "engine-failed", "context": {"reason": "x"}}}
    told = [
        {"at": "1", "event": "created", "engine": "render", "model": "m", "total": 2},
        {"at": "2", "event": "state", "state": "running"},
        {"at": "3", "event": "progress", "progress": {"index": 1, "stage": "trace"}},
        {"at": "4", "event": "candidate", "candidate": candidate},
        {"at": "5", "event": "candidate", "candidate": broken},
        {"at": "6", "event": "of-a-later-version"},
        {"at": "7", "event": "state", "state": "done"},
    ]
    found = status.of("job", told)
    assert (found.state, found.created, found.updated, found.total) == ("done", "1", "7", 2)
    assert [item.index for item in found.candidates] == [0, 1]
    assert found.candidates[0].error.context == {"reason": "x"}
    assert found.passed == 1
    assert found.progress is None
    assert status.of("job", told[:4]).progress.stage == "trace"


@pytest.mark.parametrize(
    "strange",
    [
        {"event": "state"},
        {"event": "state", "state": "exploded"},
        {"event": "state", "state": ["done"]},
        {"event": "state", "state": {}},
        {
            "event": "state",
            "state": "running",
            "owner": {"pid": "../..", "started": "", "host": ""},
        },
        {
            "event": "state",
            "state": "running",
            "owner": {"pid": math.inf, "started": "", "host": ""},
        },
        {"event": "state", "state": "failed", "error": 7},
        {"event": "progress", "progress": {"unheard": 1}},
        {"event": "candidate", "candidate": [1]},
        {"event": "candidate", "candidate": {"index": 0, "seed": 7, "timings": [1]}},
        {"event": "note"},
    ],
    ids=str,
)
def test_an_event_without_what_it_must_hold_changes_nothing(strange):
    first = {"at": "2026-01-31T09:00:00Z", "event": "state", "state": "queued"}
    assert status.of("job", [first, {"at": first["at"], **strange}]) == status.of("job", [first])


@pytest.mark.parametrize("at", ["yesterday", "2026-01-31", 7, None, "2026-01-31T09:00:00"])
def test_an_event_needs_a_time(tmp_path, at):
    path = tmp_path / "events.jsonl"
    path.write_text(json.dumps({"at": at, "event": "note", "code": "x"}) + "\n", encoding="utf-8")
    assert events.read(Folder(path.parent)) == []


def running(owner, at):
    return status.of("job", [{"at": at, "event": "state", "state": "running", "owner": owner}])


def test_a_job_whose_process_is_gone_is_interrupted():
    assert status.is_interrupted(running(OWNER, "2026-01-31T09:00:00.000Z"))


def test_a_job_of_this_very_process_is_not_interrupted():
    mine = process.myself().__dict__
    assert not status.is_interrupted(running(mine, "2026-01-31T09:00:00.000Z"))


def test_a_job_of_another_machine_is_interrupted_after_ten_silent_minutes():
    elsewhere = {**OWNER, "host": "another-host"}
    assert status.is_interrupted(running(elsewhere, "2026-01-31T09:00:00.000Z"))
    assert not status.is_interrupted(running(elsewhere, clock.now()))
