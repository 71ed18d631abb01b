"""Drawing through the real program with the embedded engine: files, JSON, Ctrl-C, kill -9."""

import json
import os
import signal
import subprocess
import time

import pytest

from nukki.core import png
from nukki.core.storage import Folder
from nukki.jobs import store
from tests.cli.program import CALL, nukki, write

pytestmark = pytest.mark.slow

QUICK = """\
object_concept: "화분과 SALE"
size_preset: {width: 256, height: 256}
style: {style_packs: [sp-flat-illust]}
candidate_count: 2
seed: 11
"""
LONG = """\
object_concept: "쇼핑백과 화분"
size_preset: {width: 1024, height: 1024}
style: {style_packs: [sp-3d-glossy]}
candidate_count: 8
seed: 3
"""


@pytest.fixture
def home(tmp_path):
    folder = tmp_path / "여름 세일 2026"
    folder.mkdir()
    return folder


@pytest.fixture
def drawn(home):
    """One quick job: the process and what it printed as JSON."""
    ran = nukki("run", write(home, "브리프.yaml", QUICK), "--json", cwd=home)
    return ran, json.loads(ran.stdout)


def test_a_brief_becomes_files_and_one_json_object(home, drawn):
    ran, told = drawn
    assert ran.returncode == 0, ran.stderr
    assert set(told) == {"job_id", "job_dir", "engine", "state", "candidates", "notes"}
    assert told["engine"] == "render"
    job = store.find(Folder(home / "nukki-data"), told["job_id"])
    assert str(job.root.resolve()) == told["job_dir"]
    for index, entry in enumerate(told["candidates"]):
        assert (entry["index"], entry["seed"]) == (index, 11 + index)
        assert entry["passed"] is True
        assert entry["strategy"] == "native_alpha"
        assert {check["rule"] for check in entry["checks"]} >= {"edge_contact", "coverage", "halo"}
        final = home / entry["final"]
        assert final.name == f"{index}_{11 + index}.png"
        assert png.read_settings(final)["seed"] == 11 + index
    assert "✓ #0, seed 11: passed" in ran.stderr
    assert job.status().state == "done"


def test_a_rerun_gives_the_same_bytes(home, drawn):
    _, first = drawn
    ran = nukki("rerun", first["job_dir"], "--json", cwd=home.parent)
    second = json.loads(ran.stdout)
    assert ran.returncode == 0
    assert second["job_id"] != first["job_id"]
    for one, other in zip(first["candidates"], second["candidates"], strict=True):
        assert (home / one["final"]).read_bytes() == (home / other["final"]).read_bytes()
    ran = nukki("rerun", first["job_id"], "--new-seed", "--json", cwd=home)
    seeds = {entry["seed"] for entry in json.loads(ran.stdout)["candidates"]}
    assert not seeds & {11, 12}


def test_people_get_a_table_the_folder_and_copies(home):
    brief = write(home, "브리프.yaml", QUICK)
    ran = nukki("run", brief, "--out", "결과 폴더", "--lang", "ko", cwd=home, NO_COLOR="1")
    assert ran.returncode == 0
    assert "✓ 통과" in ran.stdout
    assert "\x1b" not in ran.stdout + ran.stderr
    names = {path.name for path in (home / "결과 폴더").iterdir()}
    assert names == {"0_11.png", "1_12.png", "sheet.png", "qa_report.json"}
    folder = ran.stdout.splitlines()[-1]
    assert (home / folder / "final" / "0_11.png").is_file()


def test_several_briefs_make_several_jobs(home):
    one = QUICK.replace("candidate_count: 2", "candidate_count: 1")
    files = [write(home, f"{name}.yaml", one) for name in ("a", "b")]
    ran = nukki("run", *files, "--json", "--out", "out", cwd=home)
    told = json.loads(ran.stdout)
    assert ran.returncode == 0
    assert len({job["job_id"] for job in told["jobs"]}) == 2
    assert {path.name for path in (home / "out").iterdir()} == {j["job_id"] for j in told["jobs"]}


def started(home):
    """A long job in a process of its own, once it draws."""
    write(home, "long.yaml", LONG)
    kept = {key: os.environ[key] for key in ("PATH", "NUKKI_ART") if key in os.environ}
    process = subprocess.Popen(
        [*CALL, "run", "long.yaml"],
        cwd=home,
        env={"LC_ALL": "C.UTF-8", **kept},
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
    )
    until = time.monotonic() + 60
    while time.monotonic() < until:
        for job in store.newest(Folder(home / "nukki-data")):
            if job.status().state == "running" and job.status().progress is not None:
                return process, job
        time.sleep(0.05)
    process.kill()
    raise AssertionError(process.communicate())


def test_ctrl_c_cancels_within_two_seconds(home):
    process, job = started(home)
    asked = time.monotonic()
    process.send_signal(signal.SIGINT)
    _, said = process.communicate(timeout=30)
    assert time.monotonic() - asked < 2
    assert process.returncode == 130
    assert job.status().state == "canceled"
    assert "Traceback" not in said.decode()


def test_kill_9_leaves_no_half_file_and_a_job_that_can_be_drawn_again(home):
    process, job = started(home)
    process.kill()
    process.communicate()
    assert job.status().error.code == "job-interrupted"
    for path in job.root.rglob("[!.]*.json"):
        json.loads(path.read_bytes())
    for path in job.root.rglob("[!.]*.png"):
        png.read(path)
    ran = nukki("doctor", "--json", cwd=home)
    found = {entry["name"]: entry for entry in json.loads(ran.stdout)["findings"]}
    assert job.id in found["jobs"]["found"]
    assert not list(job.root.rglob("*.part"))
    again = subprocess.Popen([*CALL, "rerun", job.id], cwd=home, stderr=subprocess.PIPE)
    until = time.monotonic() + 60
    while time.monotonic() < until and len(list(store.newest(Folder(home / "nukki-data")))) < 2:
        time.sleep(0.05)
    again.send_signal(signal.SIGINT)
    again.communicate(timeout=30)
    assert again.returncode == 130
    newest = next(store.newest(Folder(home / "nukki-data")))
    assert newest.payload() == job.payload()
    assert newest.status().origin == job.id
