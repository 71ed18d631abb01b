"""What disks, clocks, people and foreign folders do to a job: a clear state, no loss elsewhere."""

from __future__ import annotations

import json
import os
import random
import shutil
import subprocess
import sys
import time
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from nukki.core import clock, process
from nukki.core.storage import Folder, Storage
from nukki.errors import InputError, StorageError
from nukki.jobs import events, status, store
from nukki.jobs.drawing import Drawing
from tests.disks import on_a_disk
from tests.jobs import pencil
from tests.s3 import bucket, gate, s3, s3_server

__all__ = ["bucket", "gate", "s3", "s3_server"]

MADE = {"index": 0, "seed": 7, "final": "final/0_7.png", "passed": True}
AT = "2026-01-31T09:00:00.000Z"


def made(storage: Storage) -> store.JobFolder:
    return store.create(storage, pencil.planned(), pencil.BRIEF, {})


@pytest.fixture
def job(tmp_path: Path) -> store.JobFolder:
    return made(Folder(tmp_path / "studio"))


@pytest.fixture(params=["folder", "bucket"])
def any_job(request: pytest.FixtureRequest, tmp_path: Path) -> store.JobFolder:
    if request.param == "folder":
        return made(Folder(tmp_path / "studio"))
    return made(request.getfixturevalue("bucket"))


def stored(job: store.JobFolder) -> dict:
    return json.loads(job.files.read(store.STATUS))


FULL = """
from nukki.core.storage import Folder
from nukki.errors import StorageError
from nukki.jobs import events, store
from tests.jobs import pencil
first = store.create(Folder(DISK), pencil.planned(), pencil.BRIEF, {})
job = store.create(Folder(DISK), pencil.planned(), pencil.BRIEF, {})
told = []
(DISK / "filler").write_bytes(b"0" * 150_000)
number = 0
while not told:
    number += 1
    try:
        job.log("progress", progress={"index": 0, "step": number, "stage": "x" * 150})
    except StorageError as error:
        told.append([error.code, error.message(), error.hint()])
lines = job.files.read("events.jsonl").split(b"\\n")
whole = [json.loads(line) for line in lines[:-1]]
status = json.loads(job.files.read("status.json"))
try:
    job.save("final/0_7.png", b"1" * 4096)
except StorageError as error:
    told.append([error.code, error.message(), error.hint()])
try:
    store.create(Folder(DISK), pencil.planned(), pencil.BRIEF, {"a": b"1" * 90_000})
except StorageError as error:
    told.append([error.code, error.message(), error.hint()])
left = sorted(path.name for path in (job.root / "final").iterdir())
jobs = Folder(DISK / "jobs").names()
(DISK / "filler").unlink()
done = job.enter("done")
print(json.dumps({
    "told": told, "torn": lines[-1].decode(), "step": status["progress"]["step"],
    "last": whole[-1]["progress"]["step"], "left": left, "jobs": len(jobs),
    "state": store.JobFolder(job.files).status().state, "other": first.status().state,
    "file": json.loads(job.files.read("status.json"))["state"],
}))
"""


def test_a_full_disk_stops_a_job_with_a_sentence_and_tears_nothing(tmp_path: Path) -> None:
    found = on_a_disk(FULL, tmp_path)
    assert [code for code, _, _ in found["told"]] == [
        "storage-full", "storage-full", "storage-full",
    ]  # fmt: skip
    assert "No space left on device" in found["told"][0][1]
    assert found["torn"] == ""
    assert found["step"] in (found["last"], found["last"] - 1)
    assert found["left"] == []
    assert found["jobs"] == 2  # nothing half made
    assert (found["state"], found["file"], found["other"]) == ("done", "done", "queued")


FROZEN = """
from nukki.core.storage import Folder
from nukki.errors import StorageError
from nukki.jobs import store
from tests.jobs import pencil
job = store.create(Folder(DISK), pencil.planned(), pencil.BRIEF, {})
freeze()
told = []
for act in (
    lambda: job.enter("running"),
    lambda: job.save("final/0_7.png", b"1"),
    lambda: store.create(Folder(DISK), pencil.planned(), pencil.BRIEF, {}),
):
    try:
        act()
    except StorageError as error:
        told.append([error.code, error.message()])
print(json.dumps({"told": told, "state": job.status().state}))
"""


def test_a_disk_that_became_read_only_is_told(tmp_path: Path) -> None:
    found = on_a_disk(FROZEN, tmp_path)
    codes = [code for code, _ in found["told"]]
    assert codes == ["storage-denied", "storage-denied", "storage-unwritable"]
    assert all("Read-only file system" in text for _, text in found["told"])
    assert found["state"] == "queued"


FOREIGN = """
import json, os, sys
from nukki.core.storage import open_storage
from nukki.errors import NukkiError
from nukki.jobs import store
from tests.jobs import pencil
if os.getuid() == 0:
    os.setgid(65534)
    os.setuid(65534)
storage, told = open_storage(sys.argv[1]), []
for job_id in store.job_ids(storage):
    job = store.JobFolder(storage.at("jobs").at(job_id))
    for act in (job.status, job.payload, lambda: job.enter("done"), lambda: job.save("a", b"")):
        try:
            act()
            told.append("fine")
        except NukkiError as error:
            told.append(error.code)
print(json.dumps(told))
"""


def test_a_job_of_somebody_else_is_told_and_costs_no_other(tmp_path: Path) -> None:
    with_temporary = Path("/tmp") / f"nukki-{os.getpid()}-{time.monotonic_ns()}"
    storage = Folder(with_temporary)
    try:
        closed, free = made(storage), made(storage)
        (closed.root / events.NAME).chmod(0)
        (closed.root / "payload.json").chmod(0)
        closed.root.chmod(0o555)
        for path in (free.root, *free.root.rglob("*")):
            path.chmod(0o777)
        command = [sys.executable, "-c", FOREIGN, str(with_temporary)]
        ran = subprocess.run(command, capture_output=True, text=True, check=False)
        assert ran.returncode == 0, ran.stderr
        told = dict(zip(store.job_ids(storage), _fours(json.loads(ran.stdout)), strict=True))
        assert told[free.id] == ["fine"] * 4
        unreadable = ["storage-unreadable", "storage-unreadable", "storage-unreadable"]
        assert told[closed.id] == [*unreadable, "storage-denied"]
    finally:
        shutil.rmtree(with_temporary)


def _fours(items: list[str]) -> list[list[str]]:
    return [items[first : first + 4] for first in range(0, len(items), 4)]


def test_a_log_may_be_cut_at_any_byte(job: store.JobFolder) -> None:
    job.enter("running")
    job.log("candidate", candidate=MADE)
    job.enter("done")
    whole = job.files.read(events.NAME)
    order = ["failed", "queued", "running", "done"]  # without any event the job has lost its log
    seen = []
    for size in range(len(whole) + 1):
        (job.root / events.NAME).write_bytes(whole[:size])
        found = job.logged()
        json.dumps(found.to_file(), allow_nan=False).encode()
        seen.append(order.index(found.state))
    assert seen == sorted(seen)
    assert set(seen) == set(range(4))


def test_a_log_may_be_spoilt_anywhere(job: store.JobFolder) -> None:
    for _ in range(3):
        job.log("progress", progress={"index": 0, "step": 1, "stage": "trace"})
    job.log("candidate", candidate=MADE)
    whole = job.files.read(events.NAME)
    rng = random.Random(1)
    for _ in range(400):
        spoilt = bytearray(whole)
        for _ in range(rng.randint(1, 6)):
            spoilt[rng.randrange(len(spoilt))] = rng.choice(b'{}[]":,0\\u\n\xff\x00e-')
        (job.root / events.NAME).write_bytes(spoilt)
        json.dumps(job.logged().to_file(), allow_nan=False).encode()


def test_a_job_without_its_log_has_failed_and_is_not_drawn_anew(any_job: store.JobFolder) -> None:
    any_job.files.write(events.NAME, b"\x00" * 5000)
    assert any_job.status().state == "failed"
    assert any_job.status().error == status.Failure("job-log-lost")
    any_job.files.remove(events.NAME)
    assert any_job.is_settled()


@pytest.mark.parametrize("text", [b"", b"{", b"[1]", b"\xff\xfe", b"{}", b'{"state": "done"}'])
def test_a_damaged_status_file_is_made_again_from_the_log(
    any_job: store.JobFolder, text: bytes
) -> None:
    any_job.enter("running")
    any_job.files.write(store.STATUS, text)
    assert any_job.status().state == "running"
    any_job.log("candidate", candidate=MADE)
    assert stored(any_job)["state"] == "running"
    assert stored(any_job)["candidates"][0]["final"] == "final/0_7.png"


STRANGE = [
    {"index": "0"},
    {"index": -1},
    {"index": 10**9},
    {"index": True},
    {"seed": 7.5},
    {"seed": 2**64},
    {"final": "../../etc/passwd"},
    {"final": "/etc/passwd"},
    {"final": "a\\b"},
    {"final": "a" * 501},
    {"final": ["final"]},
    {"candidate": ""},
    {"marks": "a\0b"},
    {"confidence": "high"},
    {"passed": "yes"},
    {"timings": {"draw": "long"}},
    {"timings": {f"{n}": 1.0 for n in range(101)}},
    {"facts": [1]},
    {"error": {"context": {}}},
    {"error": "broken"},
    {"strategy": "x" * 201},
]


@pytest.mark.parametrize("change", STRANGE, ids=str)
def test_a_candidate_of_another_shape_is_passed_over(change: dict) -> None:
    known = status.of("a", [{"at": AT, "event": "state", "state": "running"}])
    event = {"at": AT, "event": "candidate", "candidate": {**MADE, **change}}
    assert status.after(known, event) == known
    assert status.after(known, {**event, "candidate": MADE}).candidates[0].passed


def test_of_strange_entries_only_those_are_passed_over() -> None:
    check = {"rule": "halo", "passed": True, "measured": 1, "hint": None}
    check["limit"] = {"low": None, "high": 2.0, "unit": "%"}
    tried = {"strategy_id": "trimap", "accepted": True, "reason": "ok", "context": {}}
    candidate = {
        **MADE,
        "of_a_later_version": 1,
        "checks": [check, {**check, "measured": None}, {**check, "limit": 7}, {}],
        "tried": [tried, {**tried, "accepted": "yes"}, {**tried, "later": 1}],
        "remarks": [{"code": "x"}, {"code": 7}],
    }
    event = {"at": AT, "event": "candidate", "candidate": candidate}
    found = status.after(status.Status("a"), event).candidates[0]
    assert found.checks == [check]
    assert found.tried == [tried, tried]
    assert found.remarks == [{"code": "x"}]


@pytest.mark.parametrize(
    "line",
    [
        '{"at":"%s","event":"note","code":"\\ud800"}',
        '{"at":"%s","event":"note","code":"' + "x" * events.MAX_LINE + '"}',
        '{"at":"%s","event":"note","context":{"n":' + "9" * 5000 + "}}",
    ],
    ids=["half-a-character", "far-too-long", "number-without-end"],
)
def test_a_line_that_no_file_could_hold_is_no_event(line: str) -> None:
    assert events.parse((line % AT).encode()) is None


def test_numbers_that_are_none_do_not_reach_a_file() -> None:
    line = '{"at":"%s","event":"note","code":"x","context":{"a":NaN,"b":1e999,"c":-Infinity}}'
    event = events.parse((line % AT).encode())
    assert event is not None
    assert event["context"] == {"a": None, "b": None, "c": None}


def test_notes_without_end_stay_within_bounds() -> None:
    note = {"at": AT, "event": "note", "code": "x", "context": {}}
    assert len(status.of("a", [note] * 1000).notes) == status.MAX_NOTES


def test_a_deleted_folder_is_not_made_anew_by_its_job(any_job: store.JobFolder) -> None:
    any_job.enter("running")
    other = made(_storage_of(any_job))
    any_job.files.remove("")
    for act in (
        lambda: any_job.log("candidate", candidate=MADE),
        lambda: any_job.save("final/0_7.png", b"1"),
    ):
        with pytest.raises(StorageError) as told:
            act()
        assert told.value.code == "job-folder-gone"
        assert any_job.id in told.value.message("ko")
    assert store.job_ids(_storage_of(any_job)) == [other.id]
    with pytest.raises(InputError):
        store.find(_storage_of(any_job), any_job.id)
    assert other.enter("done").finished


def test_a_drawing_whose_folder_is_deleted_ends_long_before_it_is_done(
    job: store.JobFolder,
) -> None:
    engine = pencil.Pencil(seconds=1.0)
    drawing = Drawing(job, job.payload(), engine)
    drawing.start(range(3))
    time.sleep(0.3)
    shutil.rmtree(job.root)
    started = time.monotonic()
    with pytest.raises(StorageError) as told:
        drawing.wait(2)
    assert told.value.code == store.GONE
    assert time.monotonic() - started < 2.5
    assert not job.root.exists()


def _storage_of(job: store.JobFolder) -> Storage:
    if isinstance(job.files, Folder):
        return Folder(job.files.root.parent.parent)
    place = job.files.at("")
    place.prefix = place.prefix.rpartition("/jobs/")[0]
    return place


def test_a_folder_that_became_a_link_out_of_the_storage_is_not_followed(
    job: store.JobFolder, tmp_path: Path
) -> None:
    elsewhere = tmp_path / "elsewhere"
    job.root.rename(elsewhere)
    job.root.symlink_to(elsewhere)
    with pytest.raises(InputError) as told:
        store.find(Folder(tmp_path / "studio"), job.id)
    assert told.value.code == "job-unknown"
    (job.root).unlink()
    (tmp_path / "empty").mkdir()
    job.root.symlink_to(tmp_path / "empty")
    with pytest.raises(StorageError):
        job.enter("running")
    assert list((tmp_path / "empty").iterdir()) == []


def test_a_file_where_a_folder_was_is_told(job: store.JobFolder) -> None:
    shutil.rmtree(job.root)
    job.root.write_text("in the way", "utf-8")
    with pytest.raises(StorageError):
        job.enter("running")
    assert job.status().error == status.Failure("job-log-lost")


def test_a_clock_that_jumps_ends_no_job_that_lives(
    job: store.JobFolder, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Its owner is on another machine: only its silence can tell."""
    away = {**process.myself().__dict__, "host": "elsewhere"}
    job.log("state", state="running", owner=away)
    ahead = time.time
    monkeypatch.setattr(time, "time", lambda: ahead() + 7200)
    assert clock.jumped() > 7000
    assert not status.is_interrupted(_heard(job, seconds=-7200))
    assert status.is_interrupted(_heard(job, seconds=-7200 - status.SILENCE_S - 60))
    monkeypatch.setattr(time, "time", lambda: ahead() - 7200)
    assert not status.is_interrupted(_heard(job, seconds=7200))


def _heard(job: store.JobFolder, seconds: float) -> status.Status:
    """The job as if it had last been heard of so long from now."""
    at = datetime.now(UTC) + timedelta(seconds=seconds)
    return replace(job.logged(), updated=at.isoformat())


def test_events_keep_their_order_whatever_the_clock_says(
    job: store.JobFolder, monkeypatch: pytest.MonkeyPatch
) -> None:
    times = iter(["2030-01-01T00:00:00.000Z", "1999-01-01T00:00:00.000Z", AT])
    monkeypatch.setattr(clock, "now", lambda: next(times))
    for state in ("preparing", "running", "done"):
        job.enter(state)
    assert job.logged().state == "done"
    assert stored(job)["state"] == "done"


def test_an_event_of_a_long_log_costs_no_reading_of_it(
    job: store.JobFolder, monkeypatch: pytest.MonkeyPatch
) -> None:
    job.enter("running")
    monkeypatch.setattr(events, "read", None)  # whoever reads it again fails
    for step in range(50):
        job.log("progress", progress={"index": 0, "step": step})
    monkeypatch.undo()
    assert job.logged().progress.step == 49


def test_what_another_process_added_is_in_the_sum(any_job: store.JobFolder) -> None:
    any_job.enter("running")
    any_job.files.append(events.NAME, events.line("candidate", candidate=MADE))
    assert any_job.log("progress", progress={"index": 1}).candidates[0].passed
    assert stored(any_job)["done"] == 1


def test_steps_without_end_leave_room_for_what_matters(
    job: store.JobFolder, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(store, "MAX_PROGRESS_BYTES", 2000)
    told = []
    listening = store.JobFolder(job.files, after=lambda _job, _status, event: told.append(event))
    for step in range(100):
        listening.log("progress", progress={"index": 0, "step": step})
    listening.log("candidate", candidate=MADE)
    assert listening.enter("done").passed == 1
    assert len(told) == 102
    assert len(job.files.read(events.NAME)) < 3000
