"""Names that the server answers under, and the headers of every answer."""

import json

import pytest

from nukki.server import guard
from nukki.server.guard import HEADERS
from tests.server.running import serving

NAMES = [
    ("127.0.0.1", 200),
    ("127.0.0.1:8787", 200),
    ("localhost", 200),
    ("LOCALHOST:1", 200),
    ("[::1]:8787", 200),
    ("evil.example", 421),
    ("localhost.evil.example", 421),
    ("127.0.0.1.evil.example:8787", 421),
    ("evil.example:127.0.0.1", 421),
    ("0.0.0.0", 421),
    ("192.168.0.7:8787", 421),
    ("", 421),
]


@pytest.mark.parametrize(("name", "status"), NAMES)
def test_only_names_of_this_machine_are_answered(server, name, status):
    found = server.get("/api/jobs", Host=name)
    assert found.status == status
    if status == 421:
        assert json.loads(found.body)["code"] == "server-host"


@pytest.mark.parametrize("path", ["/healthz", "/api/jobs", "/api/nothing", "/api/jobs/bad", "/a.b"])
@pytest.mark.parametrize("name", ["localhost", "evil.example"])
def test_every_answer_carries_the_security_headers(server, path, name):
    found = server.get(path, Host=name)
    assert {key: found.getheader(key) for key in HEADERS} == HEADERS
    assert found.getheader("access-control-allow-origin") is None
    assert found.getheader("server") in (None, "uvicorn")


def test_the_policy_lets_nothing_foreign_in_and_no_one_frame_it():
    policy = HEADERS["Content-Security-Policy"]
    assert "default-src 'none'" in policy
    assert "frame-ancestors 'none'" in policy
    assert "unsafe" not in policy
    assert "http" not in policy


BOUND = [
    ("127.0.0.1", "localhost", True),
    ("127.0.0.1", "10.0.0.7", False),
    ("10.0.0.7", "10.0.0.7", True),
    ("10.0.0.7", "10.0.0.8", False),
    ("10.0.0.7", "evil.example", False),
    ("10.0.0.7", "localhost", True),
    ("0.0.0.0", "10.0.0.8", True),  # a number cannot be rebound
    ("0.0.0.0", "evil.example", False),
    ("0.0.0.0", "10.0.0.8.evil.example", False),
    ("0.0.0.0", "studio.example", True),
    ("::", "[2001:db8::1]", True),
    ("2001:db8::1", "[2001:db8::1]", True),
    ("2001:db8::1", "", False),
]


@pytest.mark.parametrize(("bound", "name", "answered"), BOUND)
def test_the_names_follow_from_where_it_is_bound_and_what_was_allowed(bound, name, answered):
    assert (name in guard.names(bound, ["Studio.example:443"])) is answered


def test_a_name_of_the_settings_is_answered_and_no_other(tmp_path):
    with serving(tmp_path, hosts=("studio.example", "other.example")) as caller:
        assert caller.get("/api/jobs", Host="Studio.Example").status == 200
        assert caller.get("/api/jobs", Host="other.example:443").status == 200
        assert caller.get("/api/jobs", Host="sub.studio.example").status == 421


def test_answers_of_the_api_are_kept_by_nobody(server, job):
    for path in ("/api/jobs", f"/api/jobs/{job.id}", "/api/nothing", "/api/session", "/healthz"):
        assert server.get(path).getheader("cache-control") == "no-store"
