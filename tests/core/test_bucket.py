"""What only a bucket has: conditions, limits, faults of the network, other processes."""

from __future__ import annotations

import json
import multiprocessing
import os
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from nukki.core import remote
from nukki.core.bucket import Bucket
from nukki.core.fetched import Fetched
from nukki.core.storage import open_storage
from nukki.errors import InputError, NukkiError, StorageError
from nukki.settings import settings
from tests.s3 import Gate, Server, bucket, free_of_secrets, gate, s3, s3_server
from tests.services import free_port

__all__ = ["bucket", "gate", "s3", "s3_server"]

LOG = "events.jsonl"
BIG = 1024 * 1024


def seen_from_elsewhere(storage: Bucket) -> Bucket:
    """The same place as another process sees it: its own connection and memory."""
    remote.forget()
    found = storage.at("")
    found._remote.check("")
    return found


@pytest.fixture
def gated(bucket: Bucket, gate: Gate) -> Bucket:
    """A bucket behind the gate, which minds conditions."""
    return bucket


def test_a_line_costs_one_request(gated: Bucket, gate: Gate) -> None:
    for number in range(3):
        gated.append(LOG, f"{number}")
    gate.seen.clear()
    for number in range(3, 8):
        gated.append(LOG, f"{number}")
    assert [line.split()[0] for line in gate.seen] == ["PUT"] * 5
    assert gated.read(LOG).split() == [f"{number}".encode() for number in range(8)]


@pytest.mark.parametrize("conditions", [True, False], ids=["minds-conditions", "ignores-them"])
def test_a_log_that_another_process_went_on_with_is_not_undone(
    gated: Bucket, gate: Gate, conditions: bool
) -> None:
    gate.conditions = conditions
    for line in "ab":
        gated.append(LOG, line)
    first = gated._remote, gated._logs
    seen_from_elsewhere(gated).append(LOG, "other")
    remote._remotes[("s3", gated.bucket, os.getpid())] = first[0]
    assert gated._logs is first[1]
    if conditions:
        with pytest.raises(OSError) as told:
            gated.append(LOG, "late")
        assert told.value.errno == remote.CHANGED
    gated.append(LOG, "c")  # it has read what the other wrote
    assert gated.read(LOG).split() == [b"a", b"b", b"other", b"c"]


def test_a_line_whose_answer_is_lost_stands_once(gated: Bucket, gate: Gate) -> None:
    for line in "ab":
        gated.append(LOG, line)
    faults: Iterator[str | None] = iter(["lost"])
    gate.wrong = lambda method, _: next(faults, None) if method == "PUT" else None
    gated.append(LOG, "c")
    gated.append(LOG, "d")
    assert gated.read(LOG) == b"a\nb\nc\nd\n"


@pytest.mark.parametrize("status", [500, 503])
def test_a_passing_fault_is_ridden_out(gated: Bucket, gate: Gate, status: int) -> None:
    faults = iter([status])
    gate.wrong = lambda *_: next(faults, None)
    gated.write("a", b"1")
    assert gated.read("a") == b"1"


def test_a_server_that_knows_no_conditions_is_written_to_all_the_same(
    gated: Bucket, gate: Gate
) -> None:
    """Some answer that they do not know the header."""
    gated.write(LOG, b"a\n")
    faults = iter([501])
    gate.wrong = lambda method, _: next(faults, None) if method == "PUT" else None
    for line in "bc":
        gated.append(LOG, line)
    assert gated.read(LOG) == b"a\nb\nc\n"


def test_a_failed_line_is_not_half_remembered(gated: Bucket, gate: Gate) -> None:
    gated.append(LOG, "a")
    gate.wrong = lambda method, _: 403 if method == "PUT" else None
    with pytest.raises(PermissionError):
        gated.append(LOG, "b")
    gate.wrong = lambda *_: None
    gated.append(LOG, "c")
    assert gated.read(LOG) == b"a\nc\n"


def test_a_folder_that_could_not_be_published_leaves_nothing(gated: Bucket, gate: Gate) -> None:
    draft = gated.draft()
    for name in ("a.png", "b.png", "payload.json", "status.json"):
        (draft / name).write_bytes(b"1")
    gate.wrong = lambda method, path: 403 if (method, path[-6:]) == ("PUT", "s.json") else None
    with pytest.raises(PermissionError):
        gated.publish(draft, "job")
    assert gated.names() == []
    assert sorted(path.name for path in draft.iterdir())[0] == "a.png"


def test_the_marks_of_a_job_come_last_and_go_first(gated: Bucket, gate: Gate) -> None:
    draft = gated.draft()
    for name in ("status.json", "payload.json", "a.png", "events.jsonl"):
        (draft / name).write_bytes(b"1")
    gated.publish(draft, "job")
    put = [line.rpartition("/")[2] for line in gate.seen if line.startswith("PUT")]
    assert put[-2:] == ["payload.json", "status.json"]
    gate.seen.clear()
    gated.remove("job")
    gone = [line.rpartition("/")[2] for line in gate.seen if not line.startswith("GET")]
    assert gone[:2] == ["status.json", "payload.json"]


def test_what_may_not_be_removed_is_told(gated: Bucket, gate: Gate) -> None:
    gated.write("job/a", b"1")
    gated.write("job/b", b"1")
    gate.wrong = lambda method, _: 403 if method in ("DELETE", "POST") else None
    with pytest.raises(PermissionError) as told:
        gated.remove("job")
    assert told.value.strerror == "the bucket does not allow it"


@pytest.mark.slow
def test_more_names_than_a_page_holds_are_all_seen_and_removed(bucket: Bucket) -> None:
    names = [f"{number:04}" for number in range(1005)]
    with ThreadPoolExecutor(8) as pool:
        list(pool.map(lambda name: bucket.write(f"jobs/{name}/status.json", b"{}"), names))
    assert bucket.names("jobs") == names
    bucket.remove("jobs")
    assert bucket.names("jobs") == []


@pytest.mark.slow
def test_another_process_sees_at_once_what_was_written(bucket: Bucket) -> None:
    assert bucket.names("jobs") == []
    context = multiprocessing.get_context("spawn")
    with context.Pool(1) as pool:
        pool.apply(_write_one, (bucket,))
        assert bucket.names("jobs") == ["a"]
        assert bucket.read("jobs/a") == b"1"
        bucket.write("jobs/a", b"2")
        assert pool.apply(_read_one, (bucket,)) == b"2"


def _write_one(storage: Bucket) -> None:
    storage.write("jobs/a", b"1")


def _read_one(storage: Bucket) -> bytes:
    return storage.read("jobs/a")


def test_a_forked_process_connects_by_itself(bucket: Bucket) -> None:
    bucket.write("a", b"1")
    context = multiprocessing.get_context("fork")
    with context.Pool(1) as pool:
        pool.apply(bucket.write, ("a", b"2"))
    assert bucket.read("a") == b"2"


WRITER = """
import sys
from nukki.core.storage import open_storage
place = open_storage(sys.argv[1])
content = [bytes([65 + n % 26]) * int(sys.argv[2]) for n in range(26)]
print("ready", flush=True)
n = 0
while True:
    n += 1
    place.write("picture", content[n % 26])
    draft = place.draft()
    for name in ("payload.json", "status.json", "a.png", "b.png"):
        (draft / name).write_bytes(content[n % 26][:1000])
    place.publish(draft, f"job-{n}")
"""


@pytest.mark.slow
def test_whoever_is_killed_while_writing_leaves_nothing_torn(bucket: Bucket) -> None:
    pauses = (0.0, 0.013, 0.04, 0.09, 0.15)
    for pause in pauses:
        command = [sys.executable, "-c", WRITER, bucket.shown, str(BIG)]
        writer = subprocess.Popen(command, stdout=subprocess.PIPE)
        assert writer.stdout is not None
        assert writer.stdout.readline() == b"ready\n"
        time.sleep(pause)
        writer.send_signal(signal.SIGKILL)
        writer.wait()
        writer.stdout.close()
        if bucket.stat("picture") is not None:
            found = bucket.read("picture")
            assert len(found) == BIG
            assert len(set(found)) == 1
        jobs = [name for name in bucket.names() if bucket.stat(f"{name}/status.json")]
        for job in jobs:
            assert bucket.names(job) == ["a.png", "b.png", "payload.json", "status.json"]
            assert len({bucket.read(f"{job}/{name}") for name in bucket.names(job)}) == 1


UNUSABLE = [
    ("s3://", "storage-address"),
    ("s3://UPPER/x", "storage-address"),
    ("s3://key:secret@bucket/x", "storage-address"),
    ("s3://bucket/../x", "storage-address"),
    ("s3://bucket/x?versionId=1", "storage-address"),
    ("ftp://bucket/x", "storage-address"),
    ("memory://bucket/x", "storage-address"),
    ("gs://bucket/x", "storage-library-missing"),
]


@pytest.mark.parametrize(("place", "code"), UNUSABLE)
def test_an_address_that_cannot_be_used_is_refused(place: str, code: str) -> None:
    with pytest.raises(InputError) as told:
        open_storage(place)
    assert told.value.code == code
    assert "secret" not in f"{told.value.message()}{told.value.hint()}"


def told_of(place: str) -> NukkiError:
    """What opening the place says, within a few seconds."""
    remote.forget()
    started = time.monotonic()
    with pytest.raises(StorageError) as told:
        open_storage(place)
    assert time.monotonic() - started < 10
    for language in ("en", "ko"):
        assert free_of_secrets(told.value.message(language))
    return told.value


@pytest.mark.slow
def test_a_bucket_that_does_not_let_us_in_is_told(
    s3: Server, monkeypatch: pytest.MonkeyPatch
) -> None:
    place = f"s3://{s3.make_bucket()}/studio"
    assert told_of("s3://no-such-bucket/studio").code == "storage-bucket-missing"
    monkeypatch.setenv("AWS_SECRET_ACCESS_KEY", "not-the-secret")
    assert told_of(place).code == "storage-bucket-key"
    monkeypatch.setenv("AWS_ACCESS_KEY_ID", "NOBODYSKEY")
    assert told_of(place).code == "storage-bucket-key"
    monkeypatch.delenv("AWS_ACCESS_KEY_ID")
    monkeypatch.delenv("AWS_SECRET_ACCESS_KEY")
    assert told_of(place).code == "storage-bucket-key"
    monkeypatch.setenv("AWS_ENDPOINT_URL", f"http://127.0.0.1:{free_port()}")
    monkeypatch.setenv("AWS_ACCESS_KEY_ID", "NOBODYSKEY")
    monkeypatch.setenv("AWS_SECRET_ACCESS_KEY", "secret")
    assert told_of(place).code == "storage-bucket-unreachable"


def test_a_server_that_says_nothing_is_given_up_on(
    s3: Server, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(remote, "CHECK_S", 0.5)
    with socket.socket() as silent:
        silent.bind(("127.0.0.1", 0))
        silent.listen()
        monkeypatch.setenv("AWS_ENDPOINT_URL", f"http://127.0.0.1:{silent.getsockname()[1]}")
        told = told_of("s3://bucket/studio")
    assert told.code == "storage-bucket-unreachable"
    assert told.context["reason"] == "the bucket did not answer in time"


@pytest.mark.parametrize(
    ("fault", "code"),
    [
        (403, "storage-bucket-denied"),
        ("RequestTimeTooSkewed", "storage-bucket-clock"),
        ("ExpiredToken", "storage-bucket-key"),
        ("NoSuchBucket", "storage-bucket-missing"),
        ("SomethingNew", "storage-bucket-unreachable"),
    ],
)
def test_what_the_server_says_is_told(gate: Gate, fault: int | str, code: str) -> None:
    gate.wrong = lambda *_: fault
    assert told_of("s3://bucket/studio").code == code


def test_an_error_of_a_request_names_no_host_and_no_key(gated: Bucket, gate: Gate) -> None:
    gated.write("a", b"1")
    for status in (400, 403, 409, 507):
        gate.wrong = lambda *_, status=status: status
        for use in (gated.read, gated.stat, gated.names, gated.remove, gated.local):
            with pytest.raises(OSError) as told:
                use("a")
            assert told.value.strerror
            assert free_of_secrets(str(told.value))
            assert told.value.__cause__ is None
            assert told.value.__suppress_context__


def test_a_file_that_never_stands_still_is_not_fetched_in_part(
    bucket: Bucket, tmp_path: Path, gate: Gate
) -> None:
    bucket.write("a", b"0" * 100)
    other = gate.server.client

    def meddle(method: str, path: str) -> None:
        if method == "GET" and path.endswith("/a"):
            body = json.dumps(time.monotonic_ns()).encode()
            other.put_object(Bucket=bucket.bucket, Key="studio/a", Body=body)

    gate.wrong = meddle
    with pytest.raises(OSError, match="being written"):
        bucket.local("a")
    assert [path for path in bucket.fetched.root.rglob("*") if path.is_file()] == []


def test_what_was_fetched_is_not_fetched_again(gated: Bucket, gate: Gate) -> None:
    gated.write("a.png", b"1" * 1000)
    first = gated.local("a.png")
    gate.seen.clear()
    assert gated.local("a.png") == first
    assert [line for line in gate.seen if line.startswith("GET") and line.endswith("a.png")] == []


def test_the_cache_of_this_machine_stays_within_its_size(tmp_path: Path) -> None:
    cache = Fetched(tmp_path / "cache", most=10_000)
    for number in range(20):
        path = cache.get("s3://b/a", f"v{number}", "a.png", lambda to: to.write_bytes(b"1" * 1000))
        old = time.time() - 4000 + number
        os.utime(path.parent, (old, old))
    (cache.root / ".new-left").mkdir()
    used = cache.get("s3://b/a", "v3", "a.png", lambda to: to.write_bytes(b"not called"))
    cache.sweep()
    left = [path for path in cache.root.rglob("*") if path.is_file()]
    assert len(left) == 10
    assert used in left
    assert used.read_bytes() == b"1" * 1000


def test_a_cache_that_cannot_be_written_is_an_error_of_files(bucket: Bucket) -> None:
    bucket.write("a", b"1")
    bucket.fetched.root.parent.mkdir(parents=True, exist_ok=True)
    bucket.fetched.root.write_bytes(b"in the way")
    with pytest.raises(OSError):
        bucket.local("a")


def test_the_settings_lead_to_the_bucket(bucket: Bucket, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("NUKKI_STORAGE", bucket.shown)
    settings.cache_clear()
    found = open_storage(settings().storage)
    assert found == bucket
    assert settings().home.name == "home"
