"""Jobs made over HTTP: all or none, once for each key, and no file of the server by a path."""

import io
import json
import threading
import time
from concurrent.futures import ThreadPoolExecutor

import pytest
from PIL import Image

from nukki.brief.reading import MAX_BYTES
from nukki.core.storage import Folder
from nukki.jobs import store
from tests.server.running import serving

CUP = {"object_concept": "컵", "candidate_count": 1, "seed": 7}


@pytest.fixture(scope="module")
def caller(tmp_path_factory):
    with serving(tmp_path_factory.mktemp("저장소")) as caller:
        yield caller


def jobs(caller):
    return set(store.job_ids(Folder(caller.app.state.rooms.history.storage.root)))


def post(caller, value, path="/api/jobs", **headers):
    answer = caller.send("POST", path, value, **headers)
    return answer.status, json.loads(answer.body), answer


def told(problem):
    return [(fault["field"], fault["code"]) for fault in problem["faults"]]


def test_a_brief_becomes_a_job_that_waits_in_the_line(caller):
    status, made, answer = post(caller, CUP)
    assert status == 201
    assert made["job_ids"] == [made["job_id"]]
    assert answer.getheader("location") == f"/api/jobs/{made['job_id']}"
    job = json.loads(caller.get(answer.getheader("location")).body)
    assert (job["state"], job["concept"], job["total"]) == ("queued", "컵", 1)
    assert job["place"]["state"] == "waiting"
    queue = json.loads(caller.get("/api/queue").body)
    (entry,) = [entry for entry in queue["waiting"] if entry["job_id"] == made["job_id"]]
    assert (entry["summary"], entry["priority"], entry["engine"]) == ("컵 · 1", 5, "render")
    assert entry["eta_s"] > 0


def test_a_batch_is_made_in_its_order_with_its_priority(caller):
    batch = {"briefs": [CUP, CUP | {"object_concept": "화분"}]}
    status, made, _ = post(caller, batch, "/api/jobs?priority=2&engine=render")
    assert status == 201
    concepts = [
        json.loads(caller.get(f"/api/jobs/{job_id}").body)["concept"] for job_id in made["job_ids"]
    ]
    assert concepts == ["컵", "화분"]
    queue = json.loads(caller.get("/api/queue").body)["waiting"]
    assert [entry["job_id"] for entry in queue if entry["priority"] == 2] == made["job_ids"]


def test_one_faulty_brief_of_a_batch_makes_no_job_and_every_fault_is_told(caller):
    before = jobs(caller)
    batch = [
        CUP,
        {"object_concept": "컵", "candidate_count": 9, "model": "qwen-image", "colour": 1},
        {"object_concept": "쿠쿠룽퓽", "style": {"style_packs": ["sp-3d-glosy"]}},
    ]
    status, problem, _ = post(caller, {"briefs": batch})
    assert (status, problem["code"]) == (422, "brief-invalid")
    assert set(told(problem)) == {
        ("briefs[1].candidate_count", "brief-out-of-range"),
        ("briefs[1].colour", "brief-unknown-key"),
        ("briefs[1].model", "model-needs-engine"),
        ("briefs[2].style.style_packs[0]", "pack-unknown"),
        ("briefs[2].object_concept", "concept-unmatched-alone"),
    }
    near = {fault["code"]: fault["nearest"] for fault in problem["faults"]}
    assert near["pack-unknown"] == "sp-3d-glossy"
    assert all(fault["message"] for fault in problem["faults"])
    assert jobs(caller) == before


def test_faults_are_told_in_korean_to_who_asks_for_it(caller):
    _, problem, _ = post(caller, {"object_concept": ""}, Accept_Language="ko")
    assert "비어" in problem["faults"][0]["message"]


PATHS = [
    "../../etc/passwd",
    "/etc/passwd",
    "etc/passwd",
    "C:\\secret.png",
    "file:" + "///etc/passwd",
    "~/.ssh/id_rsa",
    "http://127.0.0.1/x.png",
    "upload:../../etc/passwd",
    "upload:/etc/passwd",
    "upload:a/../../b",
    "upload:a..b",
    "upload:",
    "upload:a%2f..%2fb",
]


@pytest.mark.parametrize("name", PATHS)
def test_no_path_in_a_brief_leads_to_a_file_of_the_server(caller, name):
    before = jobs(caller)
    status, problem, answer = post(caller, CUP | {"style": {"reference_images": [name]}})
    assert (status, told(problem)) == (
        422,
        [("style.reference_images[0]", "brief-not-uploaded")],
    )
    assert b"root:" not in answer.body
    svg = name if name.startswith("upload:") else f"{name}.svg"
    status, problem, _ = post(caller, CUP | {"shapes": {"컵": svg}})
    assert status == 422
    ((field, code),) = told(problem)
    assert field == "shapes.컵"
    assert code in ("brief-bad-path", "brief-not-uploaded")
    assert jobs(caller) == before


def test_an_upload_that_is_not_there_is_a_fault_of_its_field(caller):
    status, problem, _ = post(caller, CUP | {"style": {"reference_images": ["upload:0123abcd"]}})
    assert status == 422
    ((field, code),) = told(problem)
    assert (field, code) == ("style.reference_images[0]", "upload-unknown")


BODIES = [
    (b"", "application/json", 422, "brief-invalid"),
    (b"{", "application/json", 422, "brief-invalid"),
    (b"[1]", "application/json", 422, "brief-invalid"),
    (b'{"briefs": []}', "application/json", 422, "brief-invalid"),
    (b'{"briefs": {}, "seed": 1}', "application/json", 422, "brief-invalid"),
    (b"\xff", "application/json", 422, "brief-invalid"),
    (b'{"object_concept": "cup \\ud800"}', "application/json", 422, "brief-invalid"),
    (b'{"object_concept": "cup", "\\udfff": 1}', "application/json", 422, "brief-invalid"),
    (b'{"object_concept": "a", "object_concept": "b"}', "application/json", 422, "brief-invalid"),
    (b"[" * 5000, "application/json", 422, "brief-invalid"),
    (b'{"seed": ' + b"9" * 5000 + b"}", "application/json", 422, "brief-invalid"),
    (b'{"object_concept": "\\ud800"}', "application/json", 422, "brief-invalid"),
    (b'{"\\udfff": 1e999, "object_concept": "a"}', "application/json", 422, "brief-invalid"),
    (b" " * (MAX_BYTES + 1), "application/json", 413, "body-large"),
    (b"object_concept: a", "application/yaml", 415, "server-media-type"),
    (b"object_concept=a", "application/x-www-form-urlencoded", 415, "server-media-type"),
    (b'{"object_concept": "a"}', "text/plain", 415, "server-media-type"),
]


@pytest.mark.parametrize(("body", "kind", "status", "code"), BODIES)
def test_what_is_no_brief_is_a_problem(caller, body, kind, status, code):
    answer = caller.get("/api/jobs", "POST", body, Content_Type=kind)
    problem = json.loads(answer.body)
    assert (answer.status, problem["code"]) == (status, code)
    assert answer.getheader("content-type") == "application/problem+json"


@pytest.mark.parametrize(
    ("query", "status"),
    [("priority=10", 422), ("priority=-1", 422), ("engine=local-comfy", 400), ("engine=x", 400)],
)
def test_an_engine_or_a_priority_that_is_not_there_is_refused(caller, query, status):
    assert post(caller, CUP, f"/api/jobs?{query}")[0] == status


def test_the_same_request_under_one_key_makes_one_job(caller):
    first = post(caller, CUP, Idempotency_Key="banner-1")
    again = post(caller, dict(reversed(CUP.items())), Idempotency_Key="banner-1")
    assert (first[0], again[0]) == (201, 201)
    assert again[1] == first[1]
    assert again[2].getheader("location") == first[2].getheader("location")
    assert first[2].getheader("idempotency-replayed") is None
    assert again[2].getheader("idempotency-replayed") == "true"


def test_a_key_is_not_taken_for_another_request(caller):
    post(caller, CUP, Idempotency_Key="banner-2")
    before = jobs(caller)
    for value, path in ((CUP | {"seed": 8}, "/api/jobs"), (CUP, "/api/jobs?priority=1")):
        status, problem, _ = post(caller, value, path, Idempotency_Key="banner-2")
        assert (status, problem["code"]) == (422, "request-key-reused")
    assert jobs(caller) == before


def test_a_refused_request_leaves_its_key_free(caller):
    assert post(caller, {"object_concept": ""}, Idempotency_Key="banner-3")[0] == 422
    assert post(caller, CUP, Idempotency_Key="banner-3")[0] == 201


@pytest.mark.parametrize("key", ["", "a b", "x" * 256, "é"])
def test_a_key_is_plain_and_short(caller, key):
    answer = caller.get(
        "/api/jobs", "POST", json.dumps(CUP).encode(),
        Content_Type="application/json", Idempotency_Key=key.encode(),
    )  # fmt: skip
    assert (answer.status, json.loads(answer.body)["code"]) == (422, "server-request-invalid")


def test_many_at_once_under_one_key_make_one_job(caller):
    before = jobs(caller)
    start = threading.Barrier(6)

    def ask(_number):
        start.wait()
        return post(caller, CUP | {"seed": "random"}, Idempotency_Key="banner-4")

    with ThreadPoolExecutor(6) as pool:
        answers = list(pool.map(ask, range(6)))
    assert {status for status, _, _ in answers} == {201}
    assert len({made["job_id"] for _, made, _ in answers}) == 1
    assert len(jobs(caller) - before) == 1
    fresh = [a for _, _, a in answers if a.getheader("idempotency-replayed") is None]
    assert len(fresh) == 1


def test_however_many_wait_for_their_plans_everybody_else_is_answered(caller):
    assert post(caller, CUP)[0] == 201
    places = caller.app.state.workshop._places["ask"]
    held = 0
    while places.acquire(timeout=0.1):  # nothing is planned from here on
        held += 1
    with ThreadPoolExecutor(45) as pool:  # more than the server has threads
        waiting = [pool.submit(post, caller, CUP) for _ in range(45)]
        try:
            time.sleep(0.5)
            since = time.monotonic()
            assert caller.get("/api/jobs?limit=1").status == 200
            assert time.monotonic() - since < 5
        finally:
            places.release(held)
        assert {each.result()[0] for each in waiting} == {201}


SVG = (
    b'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9">'
    b'<path fill="red" d="M1 1h7v7z"/></svg>'
)


def test_what_was_uploaded_goes_into_the_job_and_its_rerun_as_it_was_kept(caller):
    png = io.BytesIO()
    Image.new("RGB", (16, 16), "#5a5a5a").save(png, "PNG")
    names = []
    for data in (png.getvalue(), SVG):
        answer = caller.get("/api/uploads", "POST", data, Content_Type="application/octet-stream")
        assert answer.status == 201
        names.append(f"upload:{json.loads(answer.body)['upload_id']}")
    brief = CUP | {"style": {"reference_images": names[:1]}, "shapes": {"컵": names[1]}}
    status, made, _ = post(caller, brief)
    assert status == 201, made
    payload = json.loads(caller.get(f"/api/jobs/{made['job_id']}/payload").body)
    assert [item["name"] for item in payload["inputs"]] == [names[1], names[0]]
    assert payload["request"]["subjects"][0]["source"] == "svg"
    for how in ({}, {"fresh": True}):
        status, again, _ = post(caller, how, f"/api/jobs/{made['job_id']}/rerun")
        assert status == 201
        other = json.loads(caller.get(f"/api/jobs/{again['job_id']}/payload").body)
        assert other["inputs"] == payload["inputs"]
