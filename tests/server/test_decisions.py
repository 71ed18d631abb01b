"""Decisions over HTTP: changed with the version that a caller knows, never against it."""

import json

import pytest

from nukki.review.decisions import MAX_NOTE
from tests.server.running import drawn

NOTHING = {"version": 0, "selected": [], "starred": False, "note": "", "candidates": {}}


@pytest.fixture
def path(server, storage):
    return f"/api/jobs/{drawn(storage).id}/decisions"


def told(found):
    return found.status, json.loads(found.body)


def test_nothing_is_decided_in_the_beginning(server, path):
    found = server.get(path)
    assert told(found) == (200, NOTHING)
    assert found.getheader("etag") == '"0"'
    assert server.get(path, If_None_Match='"0"').status == 304


def test_a_patch_changes_what_it_names_and_raises_the_version(server, path):
    sent = {"selected": [2, 0], "note": "좋아요", "candidates": {"1": {"starred": True}}}
    first = server.send("PATCH", path, sent)
    second = server.send("PATCH", path, {"starred": True}, If_Match=first.getheader("etag"))
    wanted = {
        "version": 2,
        "selected": [0, 2],
        "starred": True,
        "note": "좋아요",
        "candidates": {"1": {"starred": True, "note": ""}},
    }
    assert told(second) == (200, wanted)
    assert told(server.get(path)) == (200, wanted)


@pytest.mark.parametrize("method", ["PATCH", "PUT"])
def test_an_old_version_changes_nothing(server, path, method):
    server.send("PATCH", path, {"note": "first"})
    for known in ({"If_Match": '"0"'}, {}):
        sent = {"note": "second"} if known else {"note": "second", "version": 0}
        found = server.send(method, path, sent, **known)
        assert (found.status, told(found)[1]["code"]) == (412, "decisions-version")
    assert told(server.get(path))[1]["note"] == "first"


def test_a_put_replaces_all_and_says_what_it_replaces(server, path):
    server.send("PATCH", path, {"note": "first", "starred": True})
    found = server.send("PUT", path, {"selected": [1]})
    assert (found.status, told(found)[1]["code"]) == (428, "decisions-unconditional")
    found = server.send("PUT", path, {"selected": [1], "version": 1})
    assert told(found) == (200, NOTHING | {"version": 2, "selected": [1]})
    assert server.send("PUT", path, {}, If_Match="*").status == 200


BAD = [
    {"selected": [3]},
    {"selected": [-1]},
    {"selected": ["0"]},
    {"selected": [0.5]},
    {"selected": 0},
    {"selected": [0] * 65},
    {"starred": "yes"},
    {"starred": 1},
    {"note": "x" * (MAX_NOTE + 1)},
    {"note": None, "notes": ""},
    {"version": -1},
    {"candidates": {"9": {"starred": True}}},
    {"candidates": {"x": {}}},
    {"candidates": {"0": {"star": True}}},
    {"candidates": {"0": True}},
    [],
    "x",
]


@pytest.mark.parametrize("sent", BAD)
def test_what_cannot_be_is_refused_and_changes_nothing(server, path, sent):
    found = server.send("PATCH", path, sent)
    assert found.status == 422
    assert found.getheader("content-type") == "application/problem+json"
    assert told(server.get(path)) == (200, NOTHING)


@pytest.mark.parametrize("tag", ["1", '"x"', 'W/"0"', '"0", "1"', '"99999999999999999"'])
def test_a_tag_that_is_none_of_ours_is_refused(server, path, tag):
    found = server.send("PATCH", path, {"starred": True}, If_Match=tag)
    assert (found.status, told(found)[1]["code"]) == (422, "decisions-match")


def test_a_job_that_is_not_there_has_no_decisions(server):
    assert server.get("/api/jobs/20260131-090000-1f3a9c07/decisions").status == 404
