"""The queue over HTTP: who is drawn, who waits and for how long, without asking any engine."""

import json

import pytest

from tests.server.listening import stream
from tests.server.running import serving

CUP = {"object_concept": "컵", "candidate_count": 1, "seed": 7}


@pytest.fixture(scope="module")
def server(tmp_path_factory):
    with serving(tmp_path_factory.mktemp("storage")) as caller:
        yield caller


@pytest.fixture
def caller(server):
    """The server with an empty line."""
    yield server
    for entry in queue(server)["waiting"]:
        server.send("POST", f"/api/jobs/{entry['job_id']}/cancel")


def queue(caller):
    return json.loads(caller.get("/api/queue").body)


def made(caller, priority=5, **changes):
    found = caller.send("POST", f"/api/jobs?priority={priority}", CUP | changes)
    assert found.status == 201, found.body
    return json.loads(found.body)["job_id"]


def test_an_empty_queue_says_so(caller):
    told = queue(caller)
    assert (told["running"], told["waiting"]) == ([], [])
    assert [engine["state"] for engine in told["engines"]] == ["idle"]


def test_urgent_jobs_come_first_and_each_says_how_long_it_waits(caller):
    usual, late, urgent = made(caller), made(caller, 9), made(caller, 0, candidate_count=2)
    waiting = queue(caller)["waiting"]
    assert [entry["job_id"] for entry in waiting] == [urgent, usual, late]
    first = json.loads(caller.get("/api/queue?limit=1").body)
    assert ([entry["job_id"] for entry in first["waiting"]], first["total"]) == ([urgent], 3)
    assert [entry["position"] for entry in waiting] == [1, 2, 3]
    assert [entry["priority"] for entry in waiting] == [0, 5, 9]
    starts = [entry["starts_s"] for entry in waiting]
    assert starts == sorted(starts)
    for entry in waiting:
        assert entry["eta_s"] > entry["starts_s"]
        assert (entry["summary"][0], entry["model"]) == ("컵", "render")


def test_what_is_drawn_stands_apart_and_its_engine_is_busy(caller):
    first, second = made(caller), made(caller)
    line = caller.app.state.line
    claim = line.claim("worker", {"render": "render@here"})
    told = queue(caller)
    assert [entry["job_id"] for entry in told["running"]] == [first]
    assert [entry["job_id"] for entry in told["waiting"]] == [second]
    (engine,) = told["engines"]
    assert (engine["state"], engine["running"], engine["waiting"]) == ("busy", 1, 1)
    card = json.loads(caller.get(f"/api/jobs/{first}").body)
    assert (card["place"]["state"], card["can_delete"]) == ("running", False)
    line.cancel(first)
    assert queue(caller)["running"][0]["canceling"]
    line.release(first, claim.epoch)
    assert queue(caller)["running"] == []


def test_the_list_shows_places_in_the_queue(caller):
    job_id = made(caller)
    cards = json.loads(caller.get("/api/jobs?state=queued").body)["jobs"]
    assert {card["id"]: card["place"] for card in cards}[job_id]["position"] == 1


def test_a_waiting_job_is_let_go_first_and_everybody_hears_of_it(caller):
    first, second = made(caller), made(caller)
    with stream(caller.port) as listening:
        listening.next("ready")
        answer = caller.send("PUT", f"/api/jobs/{second}/priority", {"priority": 0})
        assert answer.status == 200, answer.body
        told = json.loads(answer.body)
        assert (told["job_id"], told["position"], told["priority"]) == (second, 1, 0)
        # that they were made is told too, maybe only now
        while (news := listening.next("queue"))[1]["places"][second]["position"] != 1:
            assert news[1]["places"][second]["priority"] == 5
        assert news[1]["places"][first]["position"] == 2


@pytest.mark.parametrize("priority", [-1, 10, 2.5, "0", None])
def test_an_urgency_that_there_is_not_is_refused(caller, priority):
    path = f"/api/jobs/{made(caller)}/priority"
    assert caller.send("PUT", path, {"priority": priority}).status == 422


def test_a_job_that_does_not_wait_cannot_be_let_go_first(caller):
    job_id = made(caller)
    caller.send("POST", f"/api/jobs/{job_id}/cancel")
    answer = caller.send("PUT", f"/api/jobs/{job_id}/priority", {"priority": 0})
    assert (answer.status, json.loads(answer.body)["code"]) == (409, "job-not-waiting")
