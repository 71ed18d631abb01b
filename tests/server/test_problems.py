"""Refusals: always a problem, of the right status, and never with what must stay here."""

import json
from pathlib import Path

import pytest

from nukki.errors import BackendError, InputError, StorageError
from nukki.server import problems

PLACES = [
    (StorageError("storage-full", path="/srv/team/a.png", reason="disk full"), "/srv"),
    (StorageError("storage-full", path=Path("/srv/team/a.png"), reason="x"), "/srv"),
    (
        StorageError("storage-full", path="a", reason="[Errno 13] denied: '/srv/team/a.png'"),
        "/srv",
    ),
    (StorageError("storage-full", path="a", reason="cannot reach https://s3.internal/x"), "s3."),
    (
        BackendError("workshop-failed", reason="postgresql://nukki:staple@db.internal/x"),
        "db.internal",
    ),
]


@pytest.mark.parametrize(("error", "secret"), PLACES)
@pytest.mark.parametrize("language", ["en", "ko"])
def test_a_refusal_names_no_place_and_no_host(error, secret, language):
    said = problems.response(error, language).body.decode()
    assert json.loads(said)["code"] == error.code
    assert secret not in said
    assert "staple" not in said


GONE = [
    InputError("job-unknown", found="20260131-090000-1f3a9c07", path="/srv/data/jobs"),
    StorageError("job-folder-gone", found="20260131-090000-1f3a9c07"),
]


@pytest.mark.parametrize("error", GONE, ids=str)
def test_a_job_that_is_deleted_while_it_is_asked_for_is_not_there(error):
    assert problems.response(error, "en").status_code == 404


def test_a_number_that_is_none_is_told_as_a_text():
    said = problems.response(InputError("refine-unfinished", found=float("nan"), allowed="0"), "en")
    assert json.loads(said.body)["context"]["found"] == "nan"


def test_a_wait_is_told_in_a_header_too():
    answer = problems.response(InputError("attempts-too-many", retry_after_s=7), "en")
    assert (answer.status_code, answer.headers["retry-after"]) == (429, "7")


def test_a_method_that_is_not_possible_comes_with_those_that_are(server):
    found = server.get("/api/jobs", "PUT")
    assert (found.status, json.loads(found.body)["code"]) == (405, "server-method")
    assert found.getheader("allow")


BODIES = [b"{", b"\xff\xfe", b"[]", b'{"password": 1}', b'"x"', b"null", b"", b'{"a": 1e999}']


@pytest.mark.parametrize("body", BODIES)
def test_a_body_that_is_none_is_told_as_such(server, body):
    found = server.get("/api/session", "POST", body, Content_Type="application/json")
    told = json.loads(found.body)
    assert (found.status, told["code"]) == (422, "server-request-invalid")
    assert told["detail"]


REASONS = [
    ("?format=gif", "format: png, webp, avif, psd 중 하나여야 합니다"),
    ("?candidate=1&candidate=1000", "candidate: 최대 999입니다"),
    ("?trimmed=perhaps", "trimmed: true나 false여야 합니다"),
    ("?size=5x", "size: 쓰는 꼴이 다릅니다"),
]


@pytest.mark.parametrize(("query", "sentence"), REASONS)
def test_why_a_value_cannot_be_used_is_told_in_the_language_of_the_caller(
    server, job, query, sentence
):
    found = server.get(f"/api/jobs/{job.id}/export{query}", Accept_Language="ko")
    told = json.loads(found.body)
    field, _, reason = sentence.partition(": ")
    assert found.status == 422
    assert told["detail"] == f"{field} 값을 쓸 수 없습니다: {reason}"
    assert "/api/openapi.json" in told["hint"]


def test_a_field_of_any_length_is_told_in_short(server):
    answer = server.send("POST", "/api/session", {"x" * 10_000: 1, "password": "12345678"})
    assert answer.status == 422
    assert len(answer.body) < 2000


@pytest.mark.parametrize("depth", [1_000, 500_000])
def test_a_body_that_is_nested_too_deeply_is_no_crash(server, job, depth):
    body = b"[" * depth + b"]" * depth
    found = server.get(
        f"/api/jobs/{job.id}/decisions", "PATCH", body, Content_Type="application/json"
    )
    assert found.status == 422
