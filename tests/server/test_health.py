"""Alive and ready: what each depends on, and that the first depends on nothing."""

import json
import shutil

import pytest

from nukki.server import health
from tests.server.running import serving, spoil_database
from tests.server.test_session import until


@pytest.fixture
def looking(monkeypatch):
    """Every question is looked into anew."""
    monkeypatch.setattr(health, "FRESH_S", 0.0)
    monkeypatch.setattr(health, "WRITTEN_S", 0.0)


def checks(caller):
    found = caller.get("/readyz")
    told = json.loads(found.body)
    if found.status == 200:
        return told["checks"]
    assert (found.status, told["code"]) == (503, "not-ready")
    assert found.getheader("content-type") == "application/problem+json"
    wrong = {name for name, said in told["context"].items() if said != "ok"} - {"found"}
    assert told["context"]["found"] == ", ".join(n for n in told["context"] if n in wrong)
    return {name: said for name, said in told["context"].items() if name != "found"}


def test_a_whole_server_is_ready(tmp_path, looking):
    with serving(tmp_path, works=True) as caller:
        assert until(lambda: caller.get("/readyz").status == 200, 20)
        whole = dict.fromkeys(("database", "storage", "queue", "engine"), "ok")
        assert json.loads(caller.get("/readyz").body) == {"status": "ready", "checks": whole}


def test_a_server_that_works_on_no_jobs_is_not_ready(tmp_path, looking):
    with serving(tmp_path) as caller:
        found = checks(caller)
    assert found == {
        "database": "ok",
        "storage": "ok",
        "queue": "queue-not-working",
        "engine": "ok",
    }


def test_a_database_that_is_gone_is_told_and_the_process_lives(tmp_path, looking):
    with serving(tmp_path) as caller:
        assert checks(caller)["database"] == "ok"
        spoil_database(caller, tmp_path)
        assert until(lambda: checks(caller)["database"] != "ok")
        assert checks(caller)["database"] == "database-damaged"
        assert caller.get("/healthz").status == 200


def test_a_storage_that_takes_nothing_is_told(tmp_path, looking):
    storage = tmp_path / "storage"
    with serving(storage, local=tmp_path / "home") as caller:
        assert checks(caller)["storage"] == "ok"
        shutil.rmtree(storage)
        storage.write_text("a file in its place")
        assert checks(caller)["storage"] == "storage-unwritable"
        assert str(tmp_path) not in caller.get("/readyz").body.decode()
        storage.unlink()
        assert checks(caller)["storage"] == "ok"


def test_an_engine_that_is_not_here_is_told_without_asking_it(tmp_path):
    with serving(tmp_path, engine="remote-comfy") as caller:
        assert checks(caller)["engine"] == "engine-not-here"


def test_probes_cost_no_more_than_a_look_every_two_seconds(tmp_path):
    with serving(tmp_path) as caller:
        checks(caller)
        probe = tmp_path / health.PROBE
        written = probe.stat().st_mtime_ns
        for _ in range(20):
            checks(caller)
        assert probe.stat().st_mtime_ns == written


def test_probes_pass_the_gate_but_not_under_a_foreign_name(tmp_path):
    with serving(tmp_path, password="a long password") as caller:
        for path in ("/healthz", "/readyz"):
            assert caller.get(path).status in (200, 503)
            assert caller.get(path, Host="evil.example").status == 421
        assert caller.get("/healthz", "HEAD").status == 200
        assert caller.get("/healthz", "POST").status == 405
