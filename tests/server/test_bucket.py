"""The studio over a bucket: what it shows, and what it says while the bucket is away."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from nukki.core.storage import open_storage
from nukki.jobs import pipeline, store
from tests.jobs.pencil import BRIEF, Pencil, planned
from tests.s3 import Gate, Server, free_of_secrets, gate, s3, s3_server
from tests.server.running import serving

__all__ = ["gate", "s3", "s3_server"]


@pytest.fixture
def place(s3: Server, gate: Gate, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> str:
    from nukki.settings import settings

    monkeypatch.setenv("NUKKI_LOCAL", str(tmp_path / "here"))
    settings.cache_clear()
    return f"s3://{s3.make_bucket()}/studio"


@pytest.mark.slow
def test_a_job_is_shown_and_a_bucket_that_is_away_is_told(place: str, gate: Gate) -> None:
    job = store.create(open_storage(place), planned(), BRIEF, {})
    assert pipeline.run(job, Pencil()).state == "done"
    with serving(place) as caller:
        listed = json.loads(caller.get("/api/jobs").body)["jobs"]
        assert [entry["id"] for entry in listed] == [job.id]
        path = f"/api/jobs/{job.id}"
        shown = json.loads(caller.get(path).body)
        final = shown["candidates"][0]["final"]["url"]
        assert caller.get(final).body == job.files.read("final/0_7.png")

        gate.wrong = lambda *_: 403
        assert json.loads(caller.get("/api/jobs").body)["jobs"] == listed
        for address in (path, final, f"{path}/events"):
            answer = caller.get(address)
            assert answer.status in (502, 503), (address, answer.body)
            problem = json.loads(answer.body)
            assert problem["code"].startswith("storage-")
            assert free_of_secrets(answer.body.decode())
            assert "bucket-" not in answer.body.decode()  # its name is nobody's business
        gate.wrong = lambda *_: None
        assert caller.get(path).status == 200
