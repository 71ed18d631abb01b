"""Ending jobs and drawing them again, over HTTP and against a server that really draws."""

import json
import os
import re
import subprocess
import time
from contextlib import contextmanager
from pathlib import Path

import pytest

from nukki.core.storage import Folder
from nukki.jobs import store
from tests.cli.program import CALL
from tests.jobs.pencil import BRIEF, planned
from tests.server.running import Caller, drawn, serving

CUP = {"object_concept": "컵", "candidate_count": 2, "seed": 7}


@pytest.fixture(scope="module")
def caller(tmp_path_factory):
    with serving(tmp_path_factory.mktemp("storage")) as caller:
        yield caller


@pytest.fixture
def job(caller):
    """The id of a job that waits."""
    return answer(caller.send("POST", "/api/jobs", CUP), 201)["job_id"]


def answer(found, status=200):
    assert found.status == status, found.body
    return json.loads(found.body)


def test_a_job_that_waits_is_canceled_at_once_and_only_once(caller, job):
    ended = answer(caller.send("POST", f"/api/jobs/{job}/cancel"))
    assert ended == {"job_id": job, "outcome": "canceled", "state": "canceled"}
    again = answer(caller.send("POST", f"/api/jobs/{job}/cancel"))
    assert again == {"job_id": job, "outcome": "ended", "state": "canceled"}
    queue = answer(caller.get("/api/queue"))
    assert job not in {entry["job_id"] for entry in queue["waiting"]}
    card = answer(caller.get(f"/api/jobs/{job}"))
    assert (card["can_cancel"], card["can_delete"], card["place"]) == (False, True, None)


def test_a_job_that_waits_can_be_deleted_with_all_its_files(caller, job):
    root = caller.app.state.history.find(job).root
    assert answer(caller.get(f"/api/jobs/{job}"))["can_delete"]
    found = caller.get(f"/api/jobs/{job}", method="DELETE")
    assert (found.status, found.body) == (204, b"")
    assert not root.exists()
    for method in ("GET", "DELETE"):
        assert caller.get(f"/api/jobs/{job}", method=method).status == 404
    assert job not in {card["id"] for card in answer(caller.get("/api/jobs"))["jobs"]}


def test_a_job_that_a_command_draws_can_be_neither_canceled_nor_deleted_from_here(tmp_path):
    job = store.create(Folder(tmp_path), planned(), BRIEF, {})
    job.enter("running", owned=True)
    with serving(tmp_path) as caller:
        cancel = caller.send("POST", f"/api/jobs/{job.id}/cancel")
        delete = caller.get(f"/api/jobs/{job.id}", method="DELETE")
    assert (cancel.status, json.loads(cancel.body)["code"]) == (409, "job-nobody-draws")
    assert (delete.status, json.loads(delete.body)["code"]) == (409, "job-not-ended")
    assert job.root.exists()


def test_a_rerun_is_exactly_as_then_and_says_where_it_comes_from(caller, job):
    pins = answer(caller.get(f"/api/jobs/{job}/payload"))
    made = answer(caller.send("POST", f"/api/jobs/{job}/rerun"), 201)
    assert answer(caller.get(f"/api/jobs/{made['job_id']}/payload")) == pins
    assert answer(caller.get(f"/api/jobs/{made['job_id']}"))["origin"] == job


@pytest.mark.parametrize("fresh", [False, True])
def test_new_seeds_change_nothing_but_the_seeds(caller, job, fresh):
    pins = answer(caller.get(f"/api/jobs/{job}/payload"))
    how = {"new_seed": True, "fresh": fresh}
    made = answer(caller.send("POST", f"/api/jobs/{job}/rerun", how), 201)
    other = answer(caller.get(f"/api/jobs/{made['job_id']}/payload"))
    assert not set(other["request"]["seeds"]) & set(pins["request"]["seeds"])
    assert {**other["request"], "seeds": 0} == {**pins["request"], "seeds": 0}


def test_with_todays_versions_the_seeds_stay(caller, job):
    made = answer(caller.send("POST", f"/api/jobs/{job}/rerun", {"fresh": True}), 201)
    other = answer(caller.get(f"/api/jobs/{made['job_id']}/payload"))
    assert other["request"]["seeds"] == [7, 8]


def test_a_rerun_under_one_key_is_made_once(caller, job):
    path, key = f"/api/jobs/{job}/rerun", {"Idempotency_Key": "again"}
    first = caller.send("POST", path, {"new_seed": True}, **key)
    again = caller.send("POST", path, {"new_seed": True}, **key)
    assert answer(first, 201) == answer(again, 201)
    assert again.getheader("idempotency-replayed") == "true"
    assert caller.send("POST", path, {"new_seed": False}, **key).status == 422


@pytest.mark.parametrize("how", [{"seed": 1}, {"new_seed": "maybe"}, {"priority": 11}, [], "x"])
def test_a_rerun_that_makes_no_sense_is_refused(caller, job, how):
    found = caller.send("POST", f"/api/jobs/{job}/rerun", how)
    assert (found.status, json.loads(found.body)["code"]) == (422, "server-request-invalid")


def test_a_job_whose_brief_was_changed_is_not_drawn_again_as_if_nothing_was(caller, job):
    brief = caller.app.state.history.find(job).root / "brief.yaml"
    brief.write_text("object_concept: 화분\n", "utf-8")
    found = caller.send("POST", f"/api/jobs/{job}/rerun")
    assert (found.status, json.loads(found.body)["code"]) == (409, "payload-brief-changed")
    made = answer(caller.send("POST", f"/api/jobs/{job}/rerun", {"fresh": True}), 201)
    assert answer(caller.get(f"/api/jobs/{made['job_id']}"))["concept"] == "화분"


def test_what_was_drawn_elsewhere_can_be_drawn_again_here(tmp_path):
    job = drawn(tmp_path)
    with serving(tmp_path) as caller:
        made = answer(caller.send("POST", f"/api/jobs/{job.id}/rerun"), 201)
        card = answer(caller.get(f"/api/jobs/{made['job_id']}"))
    assert (card["state"], card["total"], card["origin"]) == ("queued", 3, job.id)


@contextmanager
def program(folder):
    """`nukki serve` as a person starts it; gives its caller and its process."""
    command = [*CALL, "serve", "--port", "0"]
    environment = os.environ | {"NUKKI_STORAGE": str(folder), "NUKKI_LANGUAGE": "en"}
    process = subprocess.Popen(command, env=environment, stdout=subprocess.PIPE, text=True)
    try:
        port = re.search(r"127\.0\.0\.1:(\d+)", process.stdout.readline())[1]
        yield Caller(int(port)), process
    finally:
        process.terminate()
        process.wait(20)
        process.stdout.close()


def libraries(process):
    """What of the numeric libraries is mapped into the process."""
    maps = Path(f"/proc/{process.pid}/maps").read_text()
    return {name for name in ("numpy", "cv2", "kiwi", "mitsuba", "PIL", "scipy") if name in maps}


def resident_mb(process):
    status = Path(f"/proc/{process.pid}/status").read_text()
    return int(re.search(r"VmRSS:\s+(\d+) kB", status)[1]) / 1e3


def wait_for(caller, job, wanted, seconds):
    until = time.monotonic() + seconds
    while (told := answer(caller.get(f"/api/jobs/{job}")))["state"] not in wanted:
        assert time.monotonic() < until, told
        time.sleep(0.1)
    return told


@pytest.mark.slow
def test_a_running_server_draws_cancels_and_stays_small(tmp_path):
    flat = {"size_preset": {"width": 256, "height": 256}, "style": {"style_packs": ["sp-sticker"]}}
    with program(tmp_path) as (caller, process):
        assert libraries(process) == set()
        assert resident_mb(process) < 200
        quick = answer(caller.send("POST", "/api/jobs", CUP | flat), 201)["job_id"]
        told = wait_for(caller, quick, ("done", "failed", "canceled"), 90)
        assert (told["state"], told["done"]) == ("done", 2)
        assert caller.get(told["candidates"][0]["final"]["url"]).status == 200
        large = CUP | {"candidate_count": 8, "style": {"style_packs": ["sp-glass"]}}
        long = answer(caller.send("POST", "/api/jobs", large), 201)["job_id"]
        wait_for(caller, long, ("running",), 60)
        assert caller.get(f"/api/jobs/{long}", method="DELETE").status == 409
        assert answer(caller.get("/api/queue"))["running"][0]["job_id"] == long
        ended = answer(caller.send("POST", f"/api/jobs/{long}/cancel"), 202)
        assert ended["outcome"] == "stopping"
        wait_for(caller, long, ("canceled",), 10)
        assert libraries(process) == set()
        assert resident_mb(process) < 200
