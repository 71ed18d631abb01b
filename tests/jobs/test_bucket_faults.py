"""What a bucket that stumbles or goes away does to a job: a sentence, and no loss."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest

from nukki.core.storage import Storage
from nukki.errors import StorageError
from nukki.jobs import deciding, payload, pipeline, status, uploads
from nukki.jobs.row import Row
from nukki.review import decisions
from tests.jobs import pencil
from tests.jobs.test_faults import made, stored
from tests.s3 import Gate, bucket, free_of_secrets, gate, s3, s3_server

__all__ = ["bucket", "gate", "s3", "s3_server"]


@pytest.mark.slow
def test_a_bucket_that_goes_away_ends_the_run_with_a_sentence(bucket: Storage, gate: Gate) -> None:
    job = made(bucket)
    puts = []

    def away(method: str, path: str) -> int | None:
        puts.extend([path] if method == "PUT" else [])
        return 403 if len(puts) > 8 else None

    gate.wrong = away
    with pytest.raises(StorageError) as told:
        pipeline.run(job, pencil.Pencil())
    assert told.value.code == "storage-denied"
    assert free_of_secrets(told.value.message())
    gate.wrong = lambda *_: None
    left = job.logged()
    assert left.state in ("preparing", "running", "postprocess")
    assert stored(job)["state"] in ("queued", "preparing", "running", "postprocess")
    assert job.enter("failed", status.Failure("job-interrupted")).finished


@pytest.mark.slow
def test_a_bucket_that_stumbles_costs_nothing(bucket: Storage, gate: Gate) -> None:
    job = made(bucket)
    asked = []

    def stumbles(_method: str, _path: str) -> int | None:
        asked.append(1)
        return 503 if len(asked) % 7 == 0 else None

    gate.wrong = stumbles
    found = pipeline.run(job, pencil.Pencil())
    assert (found.state, found.passed) == ("done", 3)
    assert stored(job)["state"] == "done"


def test_what_cannot_be_read_now_does_not_pass_for_missing(bucket: Storage, gate: Gate) -> None:
    """Or a moment's fault would undo decisions, sweep uploads away and fail jobs for good."""
    job = made(bucket)
    job.files.write(decisions.NAME, b"{}")
    bucket.write(f"uploads/{'a' * 64}.json", b"{}")
    status_now, later = job.status(), datetime(2099, 1, 1, tzinfo=UTC)
    gate.wrong = lambda method, path: 403 if method == "GET" and "." in path else None
    for act in (
        lambda: payload.load(job.files),
        job.brief_text,
        job.logged,
        lambda: Row.of_folder(job, status_now),
        lambda: deciding.read(job),
    ):
        with pytest.raises(StorageError) as told:
            act()
        assert told.value.code == "storage-unreadable"
    with pytest.raises(StorageError):
        uploads.sweep(bucket, later)
    gate.wrong = lambda *_: None
    assert bucket.names("uploads") != []


def test_uploads_of_a_bucket_that_went_away_are_told(bucket: Storage, gate: Gate) -> None:
    prepared = uploads.Prepared("png", b"pixels", b"small", 3, 2)
    upload = uploads.keep(bucket, prepared)
    gate.wrong = lambda *_: 403
    for act in (
        lambda: uploads.keep(bucket, prepared),
        lambda: uploads.find(bucket, upload.id),
        lambda: uploads.resolve(bucket, upload.id),
        lambda: uploads.sweep(bucket, datetime(2099, 1, 1, tzinfo=UTC)),
    ):
        with pytest.raises(StorageError):
            act()
    gate.wrong = lambda *_: None
    assert uploads.find(bucket, upload.id) == upload
