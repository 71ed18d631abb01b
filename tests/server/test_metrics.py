"""Figures for Prometheus: true, bounded, cheap, and not for strangers."""

import http.client
import re
import shutil
import time
from pathlib import Path

import pytest
from prometheus_client.parser import text_string_to_metric_families as parsed

from nukki.jobs.database import open_database
from nukki.jobs.queue.line import Entry, Line
from nukki.server import tokens
from nukki.settings import Settings
from tests.server.running import serving, spoil_database
from tests.server.test_gate import PASSWORD
from tests.server.test_session import until


def figures(caller, **headers):
    """Every sample by its name and its labels."""
    found = caller.get("/metrics", **headers)
    assert found.status == 200, found.body
    assert found.getheader("content-type").startswith("text/plain")
    return {
        (sample.name, *sorted(sample.labels.items())): sample.value
        for family in parsed(found.body.decode())
        for sample in family.samples
    }


def counted(told, name, **labels):
    return sum(
        value
        for (found, *pairs), value in told.items()
        if found == name and set(labels.items()) <= set(pairs)
    )


@pytest.fixture
def served(tmp_path):
    with serving(tmp_path) as caller:
        yield caller


@pytest.fixture
def anywhere(tmp_path, database_url):
    with serving(tmp_path, database_url=database_url) as caller:
        yield caller


def test_jobs_are_counted_by_state_without_opening_a_folder(server, storage, job, failed):
    hidden = storage.with_name("hidden")
    shutil.move(storage / "jobs", hidden)
    try:
        told = figures(server)
    finally:
        shutil.move(hidden, storage / "jobs")
    assert counted(told, "nukki_jobs", state="done") == 1
    assert counted(told, "nukki_jobs", state="failed") == 1
    assert counted(told, "nukki_jobs") == 2
    assert counted(told, "nukki_database_up") == 1


def test_what_happens_to_jobs_is_counted_once(anywhere):
    feed = anywhere.app.state.history.feed
    feed.add("a", "created", {}, at="2026-01-31T09:00:00.000Z")
    feed.add("a", "state", {"state": "queued"}, at="2026-01-31T09:00:00.100Z")
    feed.add("a", "state", {"state": "preparing"}, at="2026-01-31T09:00:07.000Z")
    timings = {"draw": 4.0, "alpha": 0.25}
    feed.add("a", "candidate", {"candidate": {"passed": True, "timings": timings}})
    feed.add("a", "candidate", {"candidate": {"passed": False, "timings": {"draw": 2.0}}})
    feed.add("a", "candidate", {"candidate": {"error": {"code": "x"}, "passed": False}})
    feed.add("a", "state", {"state": "done"})
    feed.add("a", "something new", {})
    entry = Entry("local:local", "render", "render", "a cup")
    Line(feed.database).enter("b", entry)
    for _ in range(2):
        told = figures(anywhere)
        assert counted(told, "nukki_queue_jobs", engine="render", part="waiting") == 1
        assert counted(told, "nukki_wait_seconds_count") == 1
        assert counted(told, "nukki_wait_seconds_sum") == 7
        assert counted(told, "nukki_step_seconds_count", step="draw") == 2
        assert counted(told, "nukki_step_seconds_sum", step="draw") == 6
        assert counted(told, "nukki_step_seconds_count", step="alpha") == 1
        assert counted(told, "nukki_jobs_ended_total", state="done") == 1
        for verdict in ("passed", "rejected", "failed"):
            assert counted(told, "nukki_candidates_total", verdict=verdict) == 1
        assert counted(told, "nukki_events_total", kind="candidate") == 3
        assert counted(told, "nukki_events_total", kind="other") == 1


def test_addresses_never_become_labels(served):
    def requests(told):
        return {key for key in told if key[0] == "nukki_http_request_seconds_count"}

    for number in range(30):
        served.get(f"/api/jobs/20260131-090000-{number:08x}")
        served.get(f"/api/nothing/{number}")
        served.get(f"/page-{number}")
        served.get("/api/jobs", Host=f"evil-{number}.example")
        served.get("/api/jobs", f"VERB{number}")
    told = figures(served)
    assert len(requests(told)) <= 8
    assert counted(told, "nukki_http_request_seconds_count", route="/api/jobs/{job_id}") == 30
    assert counted(told, "nukki_http_request_seconds_count", method="other") == 30
    assert counted(told, "nukki_http_request_seconds_count", status="4xx") >= 120


def test_names_of_steps_that_nobody_foresaw_are_bounded(served):
    feed = served.app.state.history.feed
    for number in range(50):
        timings = {f"step {number}": 1.0}
        feed.add("a", "candidate", {"candidate": {"passed": True, "timings": timings}})
    told = figures(served)
    assert len([key for key in told if key[0] == "nukki_step_seconds_count"]) <= 33
    assert counted(told, "nukki_step_seconds_count") == 50
    assert counted(told, "nukki_step_seconds_count", step="other") == 18


def test_who_listens_to_live_events_is_counted(served):
    lines = [http.client.HTTPConnection("127.0.0.1", served.port, timeout=10) for _ in range(3)]
    for line in lines:
        line.request("GET", "/api/events")
        line.answer = line.getresponse()
        assert line.answer.status == 200
    assert counted(figures(served), "nukki_event_streams") == 3
    for line in lines:
        line.answer.close()
        line.close()
    assert until(lambda: counted(figures(served), "nukki_event_streams") == 0)


def test_the_figures_come_although_the_database_is_gone(tmp_path, served):
    spoil_database(served, tmp_path)
    told = figures(served)
    assert counted(told, "nukki_database_up") == 0
    assert counted(told, "nukki_build_info") == 1


def test_the_figures_are_behind_the_gate(tmp_path):
    database = open_database(Settings(storage=tmp_path).database)
    token = tokens.create(database, "prometheus")
    database.close()
    with serving(tmp_path, password=PASSWORD) as caller:
        assert caller.get("/metrics").status == 401
        told = figures(caller, Authorization=f"Bearer {token}")
    assert counted(told, "nukki_build_info") == 1
    assert token not in str(told)


def test_the_chapter_names_every_figure(served):
    told = parsed(served.get("/metrics").body.decode())
    ours = {family.name for family in told if family.name.startswith("nukki_")}
    chapter = (Path(__file__).parents[2] / "docs/13-server.md").read_text("utf-8")
    named = set(re.findall(r"`(nukki_[a-z_]+?)(?:_total|_info)?(?:\{[a-z,]+\})?`", chapter))
    assert named == {name.removesuffix("_info") for name in ours}


def test_ten_thousand_events_at_once_are_no_work(served):
    feed = served.app.state.history.feed
    with feed.database.writing() as connection:
        for number in range(10_000):
            last = feed.add(f"job {number}", "created", {}, connection=connection)
    feed.wake(last)
    began = time.process_time()  # the server runs in this process, others do not count
    told = figures(served)
    assert counted(told, "nukki_events_total", kind="created") == 10_000
    assert time.process_time() - began < 1.5
