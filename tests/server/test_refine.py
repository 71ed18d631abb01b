"""Refining over HTTP: what a canvas is given, what strokes make of it, and what is refused."""

import json
import threading
from concurrent.futures import ThreadPoolExecutor

import numpy as np
import pytest

from nukki.core import png
from nukki.review.strokes import MAX_STROKES
from nukki.server.news import Teller
from tests.jobs.pencil import Pencil, request
from tests.server.running import drawn, serving

ERASE = {"tool": "erase", "kind": "brush", "points": [140, 130, 1, 170, 140, 0.5], "size": 30}
WHOLE = ERASE | {"hardness": 1.0, "opacity": 1.0}


@pytest.fixture(scope="module")
def storage(tmp_path_factory):
    return tmp_path_factory.mktemp("저장소")


@pytest.fixture(scope="module")
def server(storage):
    with serving(storage) as caller:
        yield caller


@pytest.fixture
def job(storage):
    return drawn(storage, request=request(seeds=(7, 8)))


@pytest.fixture
def path(job):
    return f"/api/jobs/{job.id}/candidates/0/refine"


def told(found):
    return found.status, json.loads(found.body)


def put(server, path, strokes, revision=0, **headers):
    return server.send("PUT", path, {"strokes": strokes, "revision": revision}, **headers)


def test_a_canvas_is_given_drawing_matte_and_limit_of_one_size(server, path):
    status, found = told(server.get(path))
    assert status == 200
    assert (found["width"], found["height"]) == (300, 280)
    assert (found["strokes"], found["revision"], found["background"]) == ([], 0, None)
    for name in ("picture", "matte", "limit"):
        answer = server.get(found[name])
        assert (answer.status, answer.getheader("content-type")) == (200, "image/png")
        assert "immutable" in answer.getheader("cache-control")
        assert png.size_of(answer.body) == (300, 280)


def test_a_picture_cut_from_a_background_has_no_limit_and_tells_the_background(server, storage):
    job = drawn(storage, Pencil(backing=(0, 0.7, 0.3)), matting=("segment",))
    _, found = told(server.get(f"/api/jobs/{job.id}/candidates/1/refine"))
    assert found["limit"] is None
    assert found["background"].startswith("#0")


def test_strokes_make_a_new_picture_and_are_given_back(server, path, job):
    status, made = told(put(server, path, [ERASE]))
    assert status == 200
    assert (made["index"], made["refined"]) == (0, 1)
    assert made["final"]["url"].endswith("/files/refined/0_7.1.png")
    assert made["original"]["url"].endswith("/files/final/0_7.png")
    assert made["checks"]
    for url in (made["final"]["url"], made["thumb"], *(each["url"] for each in made["layers"])):
        assert server.get(url).status == 200
    found = told(server.get(path))[1]
    assert (found["strokes"], found["revision"]) == ([WHOLE], 1)
    whole = told(server.get(f"/api/jobs/{job.id}"))[1]
    assert whole["candidates"][0] == made
    assert whole["thumbs"][0]["url"] == made["thumb"]
    assert (whole["candidates"][1]["refined"], whole["candidates"][1]["original"]) == (0, None)


def test_a_refined_picture_has_small_ones_of_every_size(server, path, job):
    put(server, path, [ERASE])
    for side in (160, 320, 640, 1280):
        found = server.get(f"/api/jobs/{job.id}/thumbs/{side}/refined/0_7.1.webp")
        assert (found.status, found.getheader("content-type")) == (200, "image/webp")
        old = server.get(f"/api/jobs/{job.id}/thumbs/{side}/final/0_7.webp")
        assert old.status in (200, 404)
    assert server.get(f"/api/jobs/{job.id}/thumbs/320/refined/0_7.2.webp").status == 404


def test_without_strokes_the_first_picture_is_back(server, path, job):
    before = told(server.get(f"/api/jobs/{job.id}"))[1]["candidates"][0]
    put(server, path, [ERASE])
    status, made = told(put(server, path, [], 1))
    assert status == 200
    assert made == before | {"refined": 2}


def test_an_edit_of_an_old_revision_is_told_the_newest(server, path):
    put(server, path, [ERASE])
    status, problem = told(put(server, path, [ERASE], 0))
    assert (status, problem["code"]) == (412, "refine-revision")
    assert problem["context"]["found"] == 1
    _, korean = told(put(server, path, [ERASE], 0, Accept_Language="ko"))
    assert "다듬" in korean["detail"]


def test_of_two_people_at_once_one_is_told(server, path):
    begin = threading.Barrier(3)

    def ask(_):
        begin.wait()
        return put(server, path, [ERASE]).status

    with ThreadPoolExecutor(3) as pool:
        assert sorted(pool.map(ask, range(3))) == [200, 412, 412]


def test_an_edit_is_told_to_whoever_listens(server, path):
    history = server.app.state.history
    since = history.feed.newest()
    put(server, path, [ERASE])
    event = history.feed.since(since)[0]
    told_in = Teller(history).notice(event, ["ko"]).frames["ko"].decode()
    name, data = told_in.strip().split("\ndata: ")
    assert "event: refined" in name
    news = json.loads(data)
    assert news["candidate"]["refined"] == 1
    assert news["card"]["thumbs"][0]["url"] == news["candidate"]["thumb"]


def test_only_what_is_listed_is_given_out(server, path, job):
    put(server, path, [ERASE])
    for name in (
        "edits/0_7.1.json", "edits/0_7_ground.json", "refined/0_7.2.png", "refined/0_7.01.png",
        "refined/0_7.png", "refined/../final/0_7.png", "edits/1_8_matte.png",
    ):  # fmt: skip
        assert server.get(f"/api/jobs/{job.id}/files/{name}").status in (404, 422), name


BAD = {
    "no strokes": {"revision": 0},
    "no revision": {"strokes": []},
    "a revision of text": {"strokes": [], "revision": "0"},
    "a negative revision": {"strokes": [], "revision": -1},
    "an unknown field": {"strokes": [], "revision": 0, "mask": "x"},
    "no object": [],
    "a stroke that is none": {"strokes": [7], "revision": 0},
    "half a point": {"strokes": [ERASE | {"points": [1, 2, 1, 4]}], "revision": 0},
    "pressure above one": {"strokes": [ERASE | {"points": [1, 2, 9]}], "revision": 0},
    "far away": {"strokes": [ERASE | {"points": [1e12, 2, 1]}], "revision": 0},
    "too many": {"strokes": [ERASE | {"points": [1, 2, 1]}] * (MAX_STROKES + 1), "revision": 0},
    "hours of work": {
        "strokes": [ERASE | {"size": 4000, "points": [0, 0, 1, 9000, 9000, 0.1] * 900}] * 9,
        "revision": 0,
    },
}  # fmt: skip


@pytest.mark.parametrize("sent", BAD.values(), ids=BAD)
def test_what_cannot_be_is_refused_in_words_and_changes_nothing(server, path, job, sent):
    found = server.send("PUT", path, sent)
    assert found.status == 422
    assert found.getheader("content-type") == "application/problem+json"
    problem = json.loads(found.body)
    assert problem["detail"]
    assert len(found.body) < 3000
    assert job.files.names("edits") == []


def test_why_strokes_are_refused_is_told_in_the_language_of_the_person(server, path):
    body = {"strokes": [ERASE | {"points": [1, 2, 9]}], "revision": 0}
    found = server.get(
        path,
        "PUT",
        json.dumps(body).encode(),
        Content_Type="application/json",
        Accept_Language="ko",
    )
    assert "필압은 0에서 1" in json.loads(found.body)["detail"]


@pytest.mark.parametrize(
    "body",
    [
        b'{"strokes": [{"tool": "erase", "kind": "brush", "points": [NaN, 1, 1], "size": 3}],'
        b' "revision": 0}',
        b'{"strokes": [{"tool": "erase", "kind": "brush", "points": [1, Infinity, 1], "size": 3}],'
        b' "revision": 0}',
        b'{"strokes": [{"tool": "erase", "kind": "brush", "points": [1e999, 1, 1], "size": 3}],'
        b' "revision": 0}',
        b'{"strokes": ' + b"[" * 200_000 + b"]" * 200_000 + b', "revision": 0}',
        b'{"strokes": [',
        b"\xff\xfe\x00",
        b"",
    ],
    ids=["NaN", "infinity", "above floats", "nested", "cut off", "no text", "nothing"],
)
def test_a_hostile_body_is_refused(server, path, job, body):
    found = server.get(path, "PUT", body, Content_Type="application/json")
    assert found.status == 422, found.body[:300]
    assert json.loads(found.body)["detail"]
    assert job.files.names("edits") == []


def test_a_body_above_two_megabytes_is_cut_off(server, path):
    body = b'{"revision": 0, "strokes": [' + b" " * (2 * 2**20) + b"]}"
    assert server.get(path, "PUT", body, Content_Type="application/json").status == 413


@pytest.mark.parametrize("index", ["2", "999", "1000", "-1", "x", "0.5"])
def test_a_candidate_that_is_not_there_cannot_be_refined(server, job, index):
    path = f"/api/jobs/{job.id}/candidates/{index}/refine"
    for found in (server.get(path), put(server, path, [ERASE])):
        assert found.status in (404, 422)
        assert json.loads(found.body)["code"]


def test_a_job_that_is_not_there_cannot_be_refined(server):
    assert server.get("/api/jobs/20260131-090000-1f3a9c07/candidates/0/refine").status == 404


def test_the_matte_is_that_of_the_first_cutout_whatever_was_drawn(server, path):
    first = server.get(told(server.get(path))[1]["matte"]).body
    put(server, path, [ERASE])
    assert server.get(told(server.get(path))[1]["matte"]).body == first
    assert len(np.unique(png.decode(first)[..., 0])) > 20
