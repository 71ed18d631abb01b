"""The program with its jobs in a bucket: draw, draw again, look after it, show it."""

from __future__ import annotations

import json
import sqlite3
import urllib.request
from pathlib import Path

import pytest

from nukki.core import png
from tests.cli.program import nukki, write
from tests.cli.test_serve import started, status
from tests.s3 import Server, free_of_secrets, s3, s3_server

__all__ = ["s3", "s3_server"]

BRIEF = """\
object_concept: "화분"
size_preset: {width: 256, height: 256}
style: {style_packs: [sp-flat-illust]}
candidate_count: 1
seed: 11
"""


@pytest.fixture
def away(s3: Server, tmp_path: Path) -> dict[str, str]:
    """The environment of a machine whose jobs lie in a bucket."""
    return {
        **s3.environment(),
        "NUKKI_STORAGE": f"s3://{s3.make_bucket()}/우리 팀",
        "NUKKI_LOCAL": str(tmp_path / "here"),
    }


@pytest.mark.slow
def test_a_job_is_drawn_kept_and_shown_from_a_bucket(
    away: dict[str, str], s3: Server, tmp_path: Path
) -> None:
    brief = write(tmp_path, "brief.yaml", BRIEF)
    ran = nukki("run", brief, "--json", cwd=tmp_path, **away)
    assert ran.returncode == 0, ran.stderr
    told = json.loads(ran.stdout)
    assert told["job_dir"] == f"{away['NUKKI_STORAGE']}/jobs/{told['job_id']}"
    bucket = away["NUKKI_STORAGE"].split("/")[2]
    listed = s3.client.list_objects_v2(Bucket=bucket, Prefix="우리 팀/jobs/")["Contents"]
    names = {item["Key"].partition(f"{told['job_id']}/")[2] for item in listed}
    assert names == {
        "payload.json", "brief.yaml", "status.json", "events.jsonl", "qa_report.json", "sheet.png",
        "candidates/0_11.png", "final/0_11.png", "layers/0_11_object.png", "thumbs/0_11.webp",
    }  # fmt: skip
    assert free_of_secrets(ran.stdout + ran.stderr)

    again = nukki("rerun", told["job_id"], "--json", cwd=tmp_path, **away)
    assert again.returncode == 0, again.stderr
    finals = [_final(s3, bucket, json.loads(out.stdout)["job_id"]) for out in (ran, again)]
    assert png.decode(finals[0]).tobytes() == png.decode(finals[1]).tobytes()

    doctor = nukki("doctor", cwd=tmp_path, **away)
    assert f"✓ storage: {away['NUKKI_STORAGE']}" in doctor.stdout
    assert "2 / 2" in doctor.stdout
    (tmp_path / "here" / "nukki.db").unlink()
    assert nukki("doctor", "--reindex", cwd=tmp_path, **away).returncode == 0
    with sqlite3.connect(tmp_path / "here" / "nukki.db") as database:
        assert database.execute("select count(*) from nukki_job").fetchone() == (2,)
    database.close()

    with started(tmp_path, **away) as process:
        jobs = _json(f"http://{process.told[1]}/api/jobs")["jobs"]
        assert {job["id"] for job in jobs} == {told["job_id"], json.loads(again.stdout)["job_id"]}
        detail = _json(f"http://{process.told[1]}/api/jobs/{told['job_id']}")
        final = detail["candidates"][0]["final"]["url"]
        with urllib.request.urlopen(f"http://{process.told[1]}{final}") as answer:
            assert answer.read() == finals[0]
        assert status(f"http://{process.told[1]}/healthz") == 200


def _final(s3: Server, bucket: str, job_id: str) -> bytes:
    key = f"우리 팀/jobs/{job_id}/final/0_11.png"
    return s3.client.get_object(Bucket=bucket, Key=key)["Body"].read()


def _json(url: str) -> dict:
    with urllib.request.urlopen(url) as answer:
        return json.load(answer)


def test_a_bucket_that_cannot_be_used_is_a_sentence(away: dict[str, str], tmp_path: Path) -> None:
    brief = write(tmp_path, "brief.yaml", BRIEF)
    wrong = {**away, "AWS_SECRET_ACCESS_KEY": "not-the-secret"}
    for language, word in (("en", "credentials"), ("ko", "인증")):
        ran = nukki("run", brief, cwd=tmp_path, **wrong, NUKKI_LANGUAGE=language)
        assert (ran.returncode, ran.stdout) == (3, "")
        assert word in ran.stderr
        assert "Traceback" not in ran.stderr
        assert free_of_secrets(ran.stderr)
        assert "not-the-secret" not in ran.stderr
    ran = nukki("run", brief, cwd=tmp_path, **{**away, "NUKKI_STORAGE": "s3://a:b@c/d"})
    assert ran.returncode == 2
    assert "a:b" not in ran.stderr
    doctor = nukki("doctor", cwd=tmp_path, **wrong)
    assert "✗ storage" in doctor.stdout
    assert [path.name for path in tmp_path.iterdir()] == ["brief.yaml"]
