"""Exports over HTTP: a real ZIP under the person's own words, given up when nobody waits for it."""

import http.client
import io
import json
import time
import zipfile

import pytest

from nukki.jobs import exporting
from nukki.server import exports
from tests.server.running import drawn


def path(job, query=""):
    return f"/api/jobs/{job.id}/export{query}"


def test_an_export_is_a_zip_under_the_persons_own_words(server, job):
    found = server.get(path(job, "?format=png&format=psd&size=1x&size=2x&candidate=0&candidate=2"))
    assert found.status == 200
    assert found.getheader("content-type") == "application/zip"
    assert found.getheader("content-length") == str(len(found.body))
    assert "filename*=UTF-8''%EC%BB%B5.zip" in found.getheader("content-disposition")
    with zipfile.ZipFile(io.BytesIO(found.body)) as opened:
        assert opened.testzip() is None
        names = opened.namelist()
    assert names == [
        *(f"컵 {one}{scale}.{kind}" for one in ("0_7", "2_9") for scale in ("", "@2x")
          for kind in ("png", "psd")),
        "manifest.json",
    ]  # fmt: skip


def test_without_a_wish_it_is_what_passed_as_png(server, job):
    found = server.get(path(job))
    assert found.status == 200, found.body
    with zipfile.ZipFile(io.BytesIO(found.body)) as opened:
        pictures = json.loads(opened.read("manifest.json"))["pictures"]
    assert all(one["passed"] for one in pictures)
    assert {file["format"] for one in pictures for file in one["files"]} == {"png"}


def test_the_same_request_gives_the_same_bytes_and_words_follow_the_language(server, job):
    query = "?format=psd&candidate=1"
    one, two = (server.get(path(job, query), Accept_Language="ko").body for _ in range(2))
    assert one == two
    assert server.get(path(job, query), Accept_Language="en").body != one
    with zipfile.ZipFile(io.BytesIO(one)) as opened:
        assert "알고리즘" in json.loads(opened.read("manifest.json"))["notes"][0]


@pytest.mark.parametrize(
    ("query", "code"),
    [
        ("?format=gif", "server-request-invalid"),
        ("?size=5x", "server-request-invalid"),
        ("?size=300&size=400", "export-size"),
        ("?size=10", "export-size"),
        ("?trimmed=perhaps", "server-request-invalid"),
        ("?settings=all", "server-request-invalid"),
        ("?candidate=9", "export-candidate"),
        ("?candidate=-1", "server-request-invalid"),
    ],
)
def test_what_cannot_be_exported_is_refused(server, job, query, code):
    found = server.get(path(job, query))
    assert (found.status, json.loads(found.body)["code"]) == (422, code)


def test_a_job_without_pictures_has_nothing_to_export(server, failed):
    found = server.get(path(failed))
    assert (found.status, json.loads(found.body)["code"]) == (409, "export-nothing")


def test_a_damaged_job_is_told_without_a_path(server, storage):
    job = drawn(storage)
    (job.root / "final/1_8.png").write_bytes(b"no picture")
    found = server.get(path(job, "?candidate=1"))
    assert (found.status, json.loads(found.body)["code"]) == (409, "export-damaged")
    assert str(storage).encode() not in found.body


def test_who_hangs_up_is_not_worked_for(server, job, monkeypatch):
    monkeypatch.setattr(exports, "LOOK_S", 0.02)
    shop = server.app.state.workshop
    before = shop.counts()
    hundred = "".join(f"&candidate={n % 3}" for n in range(60))
    query = f"?format=avif&format=psd&size=1x&size=2x&size=3x&size=4x{hundred}"
    line = http.client.HTTPConnection("127.0.0.1", server.port, timeout=20)
    line.request("GET", path(job, query))
    until = time.monotonic() + 10
    while shop.counts().running == 0 and time.monotonic() < until:
        time.sleep(0.005)
    line.close()
    while shop.counts().running and time.monotonic() < until:
        time.sleep(0.02)
    assert shop.counts().canceled == before.canceled + 1


def test_when_too_many_wait_the_next_is_told_to_come_back(server, job):
    taken = 0
    while exports._places.acquire(timeout=0.1):
        taken += 1
    try:
        found = server.get(path(job))
    finally:
        exports._places.release(taken)
    assert (found.status, json.loads(found.body)["code"]) == (503, "export-busy")


def test_what_is_written_is_what_the_command_writes(server, job, tmp_path):
    wanted = exporting.Wanted(formats=("webp",), indices=(0, 1))
    exporting.write(job.files, wanted, tmp_path / "by-hand.zip")
    found = server.get(path(job, "?format=webp&candidate=1&candidate=0"))
    assert found.body == (tmp_path / "by-hand.zip").read_bytes()
