"""Briefs out of jobs and out of pictures over HTTP: real ones and hostile ones."""

import io
import json
import zipfile

import numpy as np
import pytest

from nukki.brief import load_mapping
from nukki.core import hashing, png
from nukki.core.storage import Folder
from nukki.jobs import store
from nukki.jobs.payload import InputFile
from nukki.server import recall as routes
from tests.jobs.pencil import planned
from tests.server.running import drawn, serving

READ = "/api/pictures/read"
SVG = (
    b'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9">'
    b'<path fill="red" d="M1 1h7v7z"/></svg>'
)
PLAIN = png.encode(np.zeros((4, 4, 4), np.uint8))


def read(server, body, **headers):
    answer = server.get(READ, "POST", body, **({"Content_Type": "image/png"} | headers))
    return answer.status, json.loads(answer.body)


def brief_of(server, job_id):
    return json.loads(server.get(f"/api/jobs/{job_id}/brief").body)


def test_the_brief_of_a_job_fills_a_form(server, job):
    found = brief_of(server, job.id)
    (brief,) = load_mapping(found["brief"])
    assert (brief.object_concept, brief.seed, found["seeds"]) == ("컵", 7, [7, 8, 9])
    assert (found["files"], found["differences"]) == ([], [])
    checked = server.send("POST", "/api/briefs/check", found["brief"])
    assert json.loads(checked.body)["ok"]


@pytest.mark.parametrize("job_id", ["20260131-090000-1f3a9c07", "..", "x"])
def test_only_jobs_have_briefs(server, job_id):
    assert server.get(f"/api/jobs/{job_id}/brief").status == 404


def test_a_damaged_job_is_told_as_such(tmp_path):
    job = drawn(tmp_path)
    (job.root / "brief.yaml").write_text("[" * 3000, "utf-8")
    with serving(tmp_path) as caller:
        answer = caller.get(f"/api/jobs/{job.id}/brief", Accept_Language="ko")
    assert (answer.status, json.loads(answer.body)["code"]) == (409, "server-job-damaged")


@pytest.fixture(scope="module")
def with_drawing(tmp_path_factory):
    """A job whose word stands for a drawing that lies in its folder."""
    sha256 = hashing.of_bytes(SVG)
    item = InputFile(file=f"{sha256}.svg", name="art/cup.svg", sha256=sha256, bytes=len(SVG))
    text = "object_concept: 컵\nseed: 7\nshapes: {컵: art/cup.svg}\n"
    changes = {"inputs": (item,), "brief_sha256": hashing.of_bytes(text.encode())}
    folder = tmp_path_factory.mktemp("drawing")
    job = store.create(Folder(folder), planned(**changes), text, {item.file: SVG})
    with serving(folder) as caller:
        yield caller, job


def test_files_of_a_job_are_shown_and_taken_by_a_new_brief(with_drawing):
    caller, job = with_drawing
    found = brief_of(caller, job.id)
    (file,) = found["files"]
    assert found["brief"]["shapes"] == {"컵": file["name"]}
    shown = caller.get(file["picture"])
    assert (shown.status, shown.getheader("content-type")) == (200, "image/webp")
    assert shown.body[8:12] == b"WEBP"
    again = caller.get(file["picture"], If_None_Match=shown.getheader("etag"))
    assert again.status == 304
    checked = json.loads(caller.send("POST", "/api/briefs/check", found["brief"]).body)
    assert (checked["ok"], checked["words"][0]["picture"]) == (True, file["picture"])


@pytest.mark.parametrize("sha256", ["0" * 64, "x", "..%2fpayload", "a" * 63])
def test_only_files_of_the_job_are_shown(with_drawing, sha256):
    caller, job = with_drawing
    assert caller.get(f"/api/jobs/{job.id}/inputs/{sha256}.webp").status in (404, 422)


def test_a_picture_of_ours_tells_its_brief_and_its_job(server, job):
    path = sorted((job.root / "final").glob("*.png"))[1]
    status, found = read(server, path.read_bytes())
    assert status == 200
    assert (found["job_id"], found["seed"], found["index"]) == (job.id, 8, 1)
    assert (found["engine"], found["model"], found["packs"]) == ("render", "render", [])
    assert found["brief"]["object_concept"] == "컵"
    assert found["differences"] == []


def test_an_exported_picture_without_settings_says_so(server, job):
    export = server.get(f"/api/jobs/{job.id}/export")
    assert export.status == 200
    with zipfile.ZipFile(io.BytesIO(export.body)) as packed:
        picture = next(packed.read(name) for name in packed.namelist() if name.endswith(".png"))
    status, problem = read(server, picture, Accept_Language="ko")
    assert (status, problem["code"]) == (422, "recall-no-settings")
    assert "설정" in problem["detail"]


def settings(**changes):
    told = {
        "nukki": "9.9.9",
        "payload": "a" * 64,
        "engine": "render",
        "model": "render",
        "index": 0,
        "seed": 5,
        "packs": ["my-own@3"],
        "strategy": "native_alpha",
        "brief": "object_concept: 컵\nstyle: {reference_images: [/pictures/mood.png]}\n",
    }
    return png.stamped(PLAIN, {**told, **changes})


def test_a_picture_of_another_installation_tells_what_differs(server):
    status, found = read(server, settings(), Accept_Language="ko")
    assert (status, found["job_id"], found["packs"]) == (200, None, ["my-own"])
    codes = [difference["code"] for difference in found["differences"]]
    assert codes == ["recall-pack-gone", "recall-nukki", "recall-files-lost"]
    assert all(difference["message"] for difference in found["differences"])
    assert "/pictures" not in json.dumps(found)


def test_a_brief_that_is_none_leaves_what_is_known(server):
    status, found = read(server, settings(brief="[" * 5000))
    assert (status, found["brief"], found["seed"]) == (200, None, 5)


HOSTILE = [
    (b"", 415, "png-not-png"),
    (SVG, 415, "png-not-png"),
    (settings()[:-30], 422, "png-damaged"),
    (settings()[:70] + b"!" + settings()[71:], 422, "png-damaged"),
    (settings(seed=-1), 422, "png-settings-invalid"),
    (png.stamped(PLAIN, {"nukki": "0.1.0", "cut": {}}), 422, "recall-cut-out"),
]


@pytest.mark.parametrize(("body", "status", "code"), HOSTILE, ids=range(len(HOSTILE)))
def test_pictures_of_strangers_are_refused_by_name(server, body, status, code):
    found, problem = read(server, body)
    assert (found, problem["code"]) == (status, code)
    assert problem["detail"]
    assert problem["hint"]


def test_a_picture_above_the_cap_is_refused_and_not_kept(server, monkeypatch):
    monkeypatch.setattr(routes, "MAX_PICTURE", 1000)
    assert read(server, b"\x89PNG" + bytes(2000))[1]["code"] == "recall-too-large"


def test_what_is_announced_as_huge_is_refused_before_it_is_sent(server):
    connection = server.get(READ, "POST", b"", Content_Length=str(10**9))
    assert connection.status == 413
