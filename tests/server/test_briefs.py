"""A brief looked up over HTTP while somebody writes it, and pictures of shapes."""

import json

import numpy as np
import pytest

from nukki.brief import load_mapping
from nukki.core import png
from nukki.core.storage import Folder
from nukki.jobs.queue.line import Entry
from tests.jobs import shelf

PATH = "/api/briefs/check"
CUP = {"object_concept": "컵과 작은 화분 세 개", "style": {"style_packs": ["sp-glass"]}}


def check(server, brief, path=PATH, **headers):
    answer = server.send("POST", path, brief, **headers)
    return answer.status, json.loads(answer.body)


def told(found):
    return {(fault["field"], fault["code"]) for fault in found["faults"]}


def test_a_brief_that_could_be_drawn_is_told_whole(server):
    status, found = check(server, CUP)
    assert (status, found["ok"], found["faults"]) == (200, True, [])
    assert (found["packs"], found["material_class"]) == (["sp-glass"], "translucent")
    assert (found["width"], found["height"], found["candidates"]) == (1024, 1024, 4)
    assert (found["engine"], found["model"]) == ("render", "render")
    said = [(word["text"], word["kind"], word["start"], word["end"]) for word in found["words"]]
    assert said == [
        ("컵", "shape", 0, 1),
        ("작은", "size", 3, 5),
        ("화분", "shape", 6, 8),
        ("세 개", "count", 9, 12),
    ]
    plant = found["words"][2]
    assert plant["shape"]["name"] == "potted-plant"
    assert plant["why"]
    for shape in (plant["shape"], *plant["near"]):
        assert shape["label"]["en"]
        assert shape["label"]["ko"]
        assert shape["picture"] == f"/api/shapes/{shape['name']}.svg"


def test_what_is_near_may_be_picked(server):
    _, found = check(server, CUP)
    plant = found["words"][2]
    other = plant["near"][0]["name"]
    _, again = check(server, CUP | {"shapes": {plant["text"]: other}})
    assert again["ok"]
    assert again["words"][2]["shape"]["name"] == other


@pytest.mark.parametrize(
    ("brief", "fields"),
    [
        ({}, {"object_concept"}),
        ({"object_concept": ""}, {"object_concept"}),
        ({"object_concept": None, "candidate_count": 99}, {"object_concept", "candidate_count"}),
        ({"object_concept": "컵 쿠쿠룽퓽", "seed": -1, "x": 1}, {"object_concept", "seed", "x"}),
        ({"object_concept": "컵", "style": {"style_packs": ["sp-glas"]}}, {"style.style_packs[0]"}),
        ({"object_concept": "컵", "shapes": {"컵": "no-such"}}, {"shapes.컵"}),
        ({"object_concept": "컵", "shapes": {"컵": "../../etc/passwd"}}, {"shapes.컵"}),
        ({"briefs": [{"object_concept": "컵"}]}, {"object_concept", "briefs"}),
    ],
)
def test_an_unfinished_brief_is_an_answer_with_faults_and_no_refusal(server, brief, fields):
    status, found = check(server, brief, Accept_Language="ko")
    assert (status, found["ok"]) == (200, False)
    assert {field for field, _ in told(found)} == fields
    assert all(fault["message"] for fault in found["faults"])


def test_it_refuses_what_making_a_job_refuses(server):
    faulty = {"object_concept": "컵 99개", "model": "qwen-image", "style": {"negative": "컵"}}
    _, found = check(server, faulty)
    status, problem = check(server, faulty, "/api/jobs")
    assert (status, problem["faults"]) == (422, found["faults"])


def test_nothing_is_made(server, storage):
    before = sorted(path.name for path in (storage / "jobs").iterdir())
    total = json.loads(server.get("/api/jobs").body)["total"]
    check(server, CUP)
    assert sorted(path.name for path in (storage / "jobs").iterdir()) == before
    assert json.loads(server.get("/api/jobs").body)["total"] == total


def test_time_and_cost_are_told_with_what_they_rest_on(server):
    clay = CUP | {"style": {"style_packs": ["sp-sticker"]}}
    _, found = check(server, clay)
    guess = found["estimate"]
    assert (guess["jobs_measured"], guess["basis"]["code"]) == (0, "estimate-none-yet")
    assert 0 < guess["seconds"]["low"] < guess["seconds"]["high"]
    assert guess["cost"] == {"amount": 0.0, "currency": "USD", "per": "job"}
    assert (guess["cold_start_s"], guess["waits_s"]) == (None, 0.0)


def test_earlier_jobs_of_the_kind_and_the_line_are_counted(server, job):
    line = server.app.state.line
    line.enter("another", Entry("ann", "render", expected_s=40.0))
    try:
        guess = check(server, {"object_concept": "컵"})[1]["estimate"]
    finally:
        line.cancel("another")
    assert guess["basis"]["code"] == "estimate-measured"
    assert str(guess["jobs_measured"]) in guess["basis"]["message"]
    assert guess["jobs_measured"] >= 1
    assert guess["waits_s"] == 40.0


@pytest.mark.parametrize("field", ["size_preset", "candidate_count"])
def test_without_size_or_count_nobody_can_say_how_long(server, field):
    _, found = check(server, CUP | {field: "?"})
    assert found["estimate"]["seconds"] is None
    assert found["estimate"]["basis"]["code"] == "estimate-unknown"


BODIES = [
    (b"", 422),
    (b"[1]", 422),
    (b"\xff", 422),
    (b'{"a":' * 100_00 + b"1" + b"}" * 100_00, 422),
    (b"[" * 200_000, 422),
    (b'{"object_concept": "' + b"x" * 400_000 + b'"}', 413),
    (b'{"seed": ' + b"9" * 100_000 + b"}", 200),
    (b'{"object_concept": "' + b"x" * 200_000 + b'"}', 200),
]


@pytest.mark.parametrize(("body", "status"), BODIES, ids=range(len(BODIES)))
def test_no_body_makes_it_fail(server, body, status):
    answer = server.get(PATH, "POST", body, Content_Type="application/json")
    assert answer.status == status
    assert b"Traceback" not in answer.body


def test_an_engine_that_is_not_here_is_refused(server):
    status, problem = check(server, CUP, f"{PATH}?engine=nobody")
    assert (status, problem["code"]) == (400, "engine-not-here")


def test_a_picture_of_a_shape_is_safe_wherever_it_is_opened(server):
    answer = server.get("/api/shapes/potted-plant.svg")
    assert (answer.status, answer.getheader("content-type")) == (200, "image/svg+xml")
    assert "default-src 'none'" in answer.getheader("content-security-policy")
    assert "sandbox" in answer.getheader("content-security-policy")
    assert answer.getheader("x-content-type-options") == "nosniff"
    assert answer.body.startswith(b"<svg ")
    tag = answer.getheader("etag")
    again = server.get("/api/shapes/potted-plant.svg", If_None_Match=tag)
    assert (again.status, again.body) == (304, b"")


@pytest.mark.parametrize(
    ("name", "status"),
    [("no-such-thing", 404), ("..%2f..%2fetc", 404), ("icons.json", 422), ("%00", 422),
     ("x" * 99, 422), ("potted-plant%0a", 404)],
)  # fmt: skip
def test_only_names_of_shapes_have_pictures(server, name, status):
    answer = server.get(f"/api/shapes/{name}.svg")
    assert answer.status in (404, 422)
    assert b"<svg" not in answer.body


def test_a_sample_can_be_asked_for_as_it_was(server):
    packs = json.loads(server.get("/api/style-packs").body)
    samples = [sample for pack in packs for sample in pack["samples"]]
    assert len({sample["name"] for sample in samples}) == len(samples) > 0
    for sample in samples:
        assert sample["url"].endswith(f"/{sample['name']}.webp")
        (brief,) = load_mapping(sample["brief"])
        assert (brief.object_concept, brief.seed) == (sample["concept"], sample["seed"])
    status, found = check(server, samples[0]["brief"])
    assert (status, found["ok"]) == (200, True)


PICTURE = png.encode(np.full((6, 6, 4), 200, np.uint8))


def test_a_mood_picture_is_looked_at_as_planning_looks(server):
    sent = server.get("/api/uploads", "POST", PICTURE, Content_Type="image/png")
    name = json.loads(sent.body)["name"]
    _, found = check(server, CUP | {"style": {"reference_images": [name, "upload:0"]}})
    assert told(found) == {("style.reference_images[1]", "upload-unknown")}


def test_the_division_of_the_frame_is_told(server, storage):
    shelf.put(Folder(storage), "logo", (300, 100), clear_space=24)
    status, found = check(
        server, CUP | {"assets": [{"asset": "logo", "rotate": 90, "position": "left"}]}
    )
    assert (status, found["faults"]) == (200, [])
    (asset,) = found["layout"]["assets"]
    assert (asset["width"], asset["height"], asset["scale"]) == (100, 300, 1.0)
    assert asset["quad"][0] == [asset["x"] + 100, asset["y"]]
    assert (asset["resampled"], asset["stand"], asset["blend"]) == (True, "beside", "exact")
    assert (asset["index"], asset["clear_space"], asset["rotate"]) == (0, 24, 90)
    room = found["layout"]["room"]
    assert room["x"] >= asset["x"] + 100 + 24
    assert {note["code"] for note in found["notes"]} == {"note-asset-turned"}
    assert server.send("GET", asset["picture"]).status == 200
    _, wrong = check(server, CUP | {"assets": ["logo", "lgo"]})
    assert (wrong["layout"], told(wrong)) == (None, {("assets[1]", "asset-missing")})
    assert check(server, CUP)[1]["layout"] is None
