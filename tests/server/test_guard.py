"""Names that the server answers under, and the headers of every answer."""

import json

import pytest

from nukki.server.guard import HEADERS

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
