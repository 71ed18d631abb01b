"""Pictures over HTTP: the right bytes, kept by browsers, and nothing that a job does not list."""

import http.client
import json
import time

import pytest

from nukki.core.storage import Folder
from nukki.jobs import store
from tests.jobs.pencil import BRIEF, planned
from tests.server.running import drawn, serving


@pytest.mark.parametrize(
    "name", ["final/0_7.png", "candidates/1_8.png", "layers/2_9_shadow.png", "thumbs/0_7.webp"]
)
def test_a_listed_picture_comes_byte_for_byte_and_may_be_kept_for_ever(server, job, name):
    found = server.get(f"/api/jobs/{job.id}/files/{name}")
    assert found.body == (job.root / name).read_bytes()
    assert "immutable" in found.getheader("cache-control")
    assert found.getheader("content-type") == f"image/{name.rpartition('.')[2]}"


def test_the_sheet_is_asked_for_again(server, job):
    found = server.get(f"/api/jobs/{job.id}/files/sheet.png")
    assert (found.status, found.getheader("cache-control")) == (200, "private, no-cache")


def test_a_browser_that_has_the_picture_is_told_so(server, job):
    path = f"/api/jobs/{job.id}/files/final/0_7.png"
    tag = server.get(path).getheader("etag")
    for known in (tag, f'W/{tag}, "other"', "*"):
        again = server.get(path, If_None_Match=known)
        assert (again.status, again.body, again.getheader("etag")) == (304, b"", tag)
    assert server.get(path, If_None_Match='"other"').status == 200


def test_head_tells_what_get_would_send(server, job):
    path = f"/api/jobs/{job.id}/files/final/0_7.png"
    whole, head = server.get(path), server.get(path, method="HEAD")
    assert (head.status, head.body) == (200, b"")
    for name in ("etag", "content-length", "content-type", "cache-control"):
        assert head.getheader(name) == whole.getheader(name)


def test_a_picture_that_is_deleted_while_it_is_asked_for_is_not_there(
    server, storage, monkeypatch, caplog
):
    gone, stat = drawn(storage), Folder.stat

    def deleting(self, name):
        found = stat(self, name)
        if name == "thumbs/0_7.webp":
            self.remove(name)
        return found

    monkeypatch.setattr(Folder, "stat", deleting)
    found = server.get(f"/api/jobs/{gone.id}/files/thumbs/0_7.webp")
    assert (found.status, json.loads(found.body)["code"]) == (404, "server-picture-unknown")
    assert caplog.text == ""


def test_a_line_that_is_kept_open_is_answered_at_once(server, job):
    """Small answers held back for the other side's word of receipt would take 40 ms each."""
    line = http.client.HTTPConnection("127.0.0.1", server.port, timeout=20)
    taken = []
    for _ in range(40):
        since = time.monotonic()
        line.request("GET", f"/api/jobs/{job.id}/files/thumbs/0_7.webp")
        assert line.getresponse().read()
        taken.append(time.monotonic() - since)
    line.close()
    assert min(taken[-10:]) < 0.03


def test_a_picture_that_went_away_is_not_there(server, storage):
    job = drawn(storage)
    path = f"/api/jobs/{job.id}/files/marks/0_7.png"
    assert server.get(path).status == 404
    path = f"/api/jobs/{job.id}/files/final/0_7.png"
    assert server.get(path).status == 200
    (job.root / "final/0_7.png").unlink()
    assert server.get(path).status == 404


ATTACKS = [
    "payload.json",
    "brief.yaml",
    "events.jsonl",
    "inputs/secret.png",
    "final/..%2fpayload.json",
    "final/../payload.json",
    "final/%2e%2e/payload.json",
    "final/..%5cpayload.json",
    "..%2f..%2f..%2fetc%2fpasswd",
    "../../../../../../etc/passwd",
    "%2fetc%2fpasswd",
    "final/",
    "final/.0_7.png.abc.part",
    "final/.hidden.png",
    "final/unlisted.png",
    "final/9_99.png",
    "final/0_7.png%00",
    "final/0_7.png%0a",
    "final/0_7.PNG",
    "FINAL/0_7.png",
    "final//0_7.png",
    "layers/0_7_link.png",
    "layers/0_7_tint.png",
    "sheet.png/",
    "sheet.png%2f..%2fpayload.json",
]


@pytest.mark.parametrize("name", ATTACKS)
def test_what_a_job_does_not_list_is_not_given_out(server, job, name):
    secret = job.root.parent / "secret.png"
    for place in (secret, job.root / "inputs/secret.png", job.root / "final/unlisted.png"):
        place.write_bytes(b"secret")
    (job.root / "final/.hidden.png").write_bytes(b"secret")
    for link in (job.root / "layers/0_7_link.png", job.root / "layers/0_7_tint.png"):
        if not link.is_symlink():
            link.symlink_to(secret)
    found = server.get(f"/api/jobs/{job.id}/files/{name}")
    assert found.status in (404, 422)
    assert json.loads(found.body)["code"].startswith("server-")
    assert found.body != b"secret"
    assert b"root:" not in found.body


@pytest.mark.parametrize(
    "claimed",
    ["../../secret.png", "/etc/passwd", "final/../../secret.png", "payload.json", "final/0_7.svg"],
)
def test_a_status_that_lies_leads_nowhere(server, storage, claimed):
    job = store.create(Folder(storage), planned(), BRIEF, {})
    (job.root.parent / "secret.png").write_bytes(b"secret")
    job.log("candidate", candidate={"index": 0, "seed": 7, "final": claimed, "passed": True})
    told = json.loads(server.get(f"/api/jobs/{job.id}").body)
    found = server.get(f"/api/jobs/{job.id}/files/{claimed.lstrip('/')}")
    assert all(item["final"] is None for item in told["candidates"])
    assert found.status in (404, 422)


def test_a_job_that_is_a_link_out_of_the_storage_is_not_there(tmp_path):
    job = drawn(tmp_path / "elsewhere")
    home = tmp_path / "mine" / "jobs"
    home.mkdir(parents=True)
    (home / job.id).symlink_to(job.root)
    with serving(tmp_path / "mine") as caller:
        assert caller.get(f"/api/jobs/{job.id}").status == 404
        assert caller.get(f"/api/jobs/{job.id}/files/final/0_7.png").status == 404
