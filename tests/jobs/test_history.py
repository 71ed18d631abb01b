"""Folder, index and feed as one; whatever parts them is mended from the folder."""

import shutil
import sqlite3
import subprocess
import sys
import threading
from concurrent.futures import ThreadPoolExecutor
from dataclasses import asdict

import pytest

from nukki.core import process
from nukki.core.storage import Folder
from nukki.errors import InputError, StorageError
from nukki.jobs import database as databases
from nukki.jobs import deciding, tables
from nukki.jobs.database import open_database
from nukki.jobs.history import History, open_history
from nukki.jobs.index import Query
from nukki.jobs.plan import Plan
from nukki.jobs.queue.line import Entry, Line
from nukki.jobs.store import JobFolder
from nukki.review.decisions import Change
from nukki.settings import Settings
from tests.jobs import pencil

PLAN = Plan(pencil.planned(), pencil.BRIEF, {})
ITEM = {"index": 0, "seed": 7, "final": "final/0_7.png", "passed": True, "timings": {"draw": 1.0}}
GONE = asdict(process.Owner(1, "never", process.myself().host))

# Brings jobs to their end, one after the other.
WRITE = """
import sys
from pathlib import Path
from nukki.core.storage import Folder
from nukki.jobs.database import open_database
from nukki.jobs.history import History
history = History(Folder(Path(sys.argv[1])), open_database(sys.argv[2]))
sys.stdin.readline()
for job_id in sys.argv[3:]:
    history.find(job_id).enter("running")
    history.find(job_id).enter("done")
history.close()
"""


@pytest.fixture
def history(database_url, tmp_path):
    made = History(Folder(tmp_path / "data"), open_database(database_url))
    yield made
    made.close()


@pytest.fixture
def local(tmp_path):
    """A history in a file, where the kind of database does not matter."""
    made = History(Folder(tmp_path / "data"), open_database(tmp_path / "data" / "nukki.db"))
    yield made
    made.close()


def unheard(job):
    """The same job as a process has it that is killed before it reaches the database."""
    return JobFolder(job.files)


def kinds(history, job):
    return [event.kind for event in history.feed.since(0) if event.job_id == job.id]


def state(history, job):
    row = history.index.get(job.id)
    return row and row.state


def everything(history):
    return history.index.page(Query(limit=200)).rows


def enter_line(history, job):
    Line(history.database).enter(job.id, Entry(who="", engine="render", family="render"))


def test_every_event_reaches_folder_index_and_feed(history):
    job = history.create(PLAN, origin="20260130-090000-00000001")
    assert kinds(history, job) == ["created"]
    assert (history.index.get(job.id).concept, state(history, job)) == ("컵", "queued")
    found = history.find(job.id)
    found.enter("running", owned=True)
    found.log("progress", progress={"index": 1, "total": 3, "stage": "paint", "step": 2})
    row = history.index.get(job.id)
    assert (row.state, row.progress.stage, row.origin) == (
        "running", "paint", "20260130-090000-00000001",
    )  # fmt: skip
    found.log("candidate", candidate=ITEM)
    found.enter("done")
    row, status = history.index.get(job.id), found.status()
    assert (row.state, row.updated, row.done, row.passed) == ("done", status.updated, 1, 1)
    assert row.pace is not None
    assert kinds(history, job) == ["created", "state", "progress", "candidate", "state"]


def test_nobody_is_told_on_which_machine_a_job_runs(history):
    job = history.create(PLAN)
    job.enter("running", owned=True)
    assert history.feed.since(0)[-1].data == {"state": "running"}


def test_a_job_is_found_by_its_id_and_by_nothing_else(local):
    job = local.create(PLAN)
    assert local.find(job.id).payload() == PLAN.payload
    for name in ("", ".", "..", "../" + job.id, str(job.root), job.id + "\n", job.id + "/final"):
        with pytest.raises(InputError) as caught:
            local.find(name)
        assert caught.value.code == "job-unknown", name


def test_a_row_goes_with_its_folder_once_somebody_looks(history):
    job, other = history.create(PLAN), history.create(PLAN)
    shutil.rmtree(job.root)
    with pytest.raises(InputError):
        history.find(job.id)
    assert history.index.ids() == {other.id}
    assert kinds(history, job) == ["created", "deleted"]
    with pytest.raises(InputError):
        history.find(job.id)
    assert kinds(history, job) == ["created", "deleted"]


def test_a_disk_that_is_not_there_takes_no_row_along(local):
    job = local.create(PLAN)
    away = local.storage.root / "jobs"
    away.rename(away.with_name("elsewhere"))
    with pytest.raises(InputError):
        local.find(job.id)
    assert local.catch_up() == 0
    away.with_name("elsewhere").rename(away)
    assert state(local, job) == "queued"


def test_no_job_is_made_in_place_of_a_disk_that_is_not_there(local):
    job = local.create(PLAN)
    jobs = local.storage.root / "jobs"
    away = jobs.rename(jobs.with_name("elsewhere"))
    with pytest.raises(StorageError) as caught:
        local.create(PLAN)
    assert caught.value.code == "storage-gone"
    assert not jobs.exists()
    away.rename(jobs)
    assert local.create(PLAN).id != local.find(job.id).id


def test_a_deleted_job_is_gone_everywhere(history):
    job = history.create(PLAN)
    history.delete(job.id)
    assert not job.root.exists()
    assert history.index.ids() == set()
    assert kinds(history, job) == ["created", "deleted"]
    with pytest.raises(InputError) as caught:
        history.delete(job.id)
    assert caught.value.code == "job-unknown"


def test_a_job_in_the_line_is_not_deleted(local):
    job = local.create(PLAN)
    enter_line(local, job)
    with pytest.raises(InputError) as caught:
        local.delete(job.id)
    assert caught.value.code == "job-in-line"
    assert local.find(job.id)


def test_the_index_is_made_again_from_the_folders(history):
    jobs = [history.create(PLAN) for _ in range(4)]
    jobs[0].log("candidate", candidate=ITEM)
    jobs[0].enter("done")
    deciding.change(history, jobs[1].id, Change(selected=(0, 2), starred=True, note="좋다"))
    before = everything(history)
    with history.database.writing() as connection:
        connection.execute(tables.job.delete())
    steps = []
    assert history.reindex(steps.append) == 4
    assert everything(history) == before
    assert [(step.done, step.total, step.damaged) for step in steps] == [
        (n, 4, None) for n in range(1, 5)
    ]
    assert [row.note for row in history.index.page(Query("좋다")).rows] == ["좋다"]


DAMAGES = ["", "null", "[" * 100_000, '{"format": 99}', '{"format": 1, "identity": "x"}']


def test_damaged_folders_are_told_and_cost_the_others_nothing(local):
    job = local.create(PLAN)
    gone = local.create(PLAN)
    shutil.rmtree(gone.root)
    for number, text in enumerate(DAMAGES):
        damaged = local.storage.root / "jobs" / f"20260131-235959-0000000{number}"
        shutil.copytree(job.root, damaged)
        (damaged / "payload.json").write_text(text, "utf-8")
    strange = local.storage.root / "jobs" / "20260131-235959-0000000a"
    shutil.copytree(job.root, strange)
    line = '{"at":"2026-01-31T09:00:00.000Z","event":"created","total":"many"}\n'
    (strange / "events.jsonl").write_text(line, "utf-8")
    (local.storage.root / "jobs" / "notes").mkdir()
    steps = []
    assert local.reindex(steps.append) == 2
    assert local.index.ids() == {job.id, strange.name}
    assert local.index.get(strange.name).state == "failed"  # its log tells nothing
    damaged = [step for step in steps if step.damaged]
    assert len(damaged) == len(DAMAGES)
    assert all(step.job_id in step.damaged.message() for step in damaged)
    assert (len(steps), steps[-1].done, steps[-1].total) == (len(DAMAGES) + 2,) * 3


def test_rebuilding_undoes_nothing_that_a_running_job_writes(history):
    jobs = [history.create(PLAN) for _ in range(4)]

    def run():
        for step in range(5):
            for job in jobs:
                job.log("progress", progress={"index": 0, "total": 3, "step": step})
        for job in jobs:
            job.enter("done")

    thread = threading.Thread(target=run)
    thread.start()
    while thread.is_alive():
        history.reindex()
    thread.join()
    assert {row.state for row in everything(history)} == {"done"}
    assert {row.id: row.updated for row in everything(history)} == {
        job.id: job.status().updated for job in jobs
    }


def test_rows_of_an_older_version_are_made_again_from_their_folders(history):
    job = history.create(PLAN)
    job.enter("running")
    job.enter("done")
    with history.database.writing() as connection:
        connection.execute(tables.job.update().values(seeds=None))
    assert history.index.page(Query(seed=8)).total == 0
    assert history.index.get(job.id).seeds == ()
    assert history.catch_up() == 1
    assert history.index.page(Query(seed=8)).total == 1
    assert history.catch_up() == 0


def test_what_changed_while_nobody_looked_is_caught_up_with(history, tmp_path):
    kept, ended, gone = (history.create(PLAN) for _ in range(3))
    unheard(ended).enter("done")
    shutil.rmtree(gone.root)
    copied = kept.root.with_name("20260131-090000-0000beef")
    shutil.copytree(kept.root, copied)
    assert state(history, ended) == "queued"
    history.catch_up()
    assert history.index.ids() == {kept.id, ended.id, copied.name}
    assert state(history, ended) == "done"
    assert history.find(copied.name).status().state == "queued"
    ended.enter("done")
    kept.enter("canceled")
    history.find(copied.name).enter("canceled")
    assert history.catch_up() == 0


def test_a_job_whose_process_is_gone_has_failed_unless_it_stands_in_the_line(history):
    lost, waits = history.create(PLAN), history.create(PLAN)
    for job in (lost, waits):
        unheard(job).log("state", state="running", owner=GONE)
    enter_line(history, waits)
    history.catch_up()
    assert (state(history, lost), state(history, waits)) == ("failed", "running")
    assert lost.is_settled()
    assert not waits.is_settled()
    assert history.index.get(lost.id).error.code == "job-interrupted"


def test_a_database_that_fails_costs_the_list_some_news_and_never_the_job(
    local, monkeypatch, caplog
):
    monkeypatch.setattr(databases, "BUSY_MS", 50)
    history = History(local.storage, open_database(local.database.url))
    job, other = history.create(PLAN), history.create(PLAN)
    blocker = sqlite3.connect(local.database.shown)
    blocker.execute("BEGIN IMMEDIATE")
    job.log("candidate", candidate=ITEM)
    assert job.enter("done").state == "done"
    unlisted = history.create(PLAN)
    assert state(history, job) == "queued"
    assert state(history, unlisted) is None
    assert "behind" in caplog.text
    blocker.close()
    other.enter("running")
    assert (state(history, job), state(history, unlisted)) == ("done", "queued")
    assert history.index.get(job.id).passed == 1
    assert kinds(history, job)[-1] == "state"
    history.close()


def test_servers_that_start_at_once_all_find_room(history):
    with ThreadPoolExecutor(8) as pool:
        list(pool.map(lambda _: history.require_room(), range(16)))


def test_processes_that_write_at_once_lose_nothing(history, database_url, tmp_path):
    jobs = [history.create(PLAN).id for _ in range(12)]
    command = [sys.executable, "-c", WRITE, str(tmp_path / "data"), database_url]
    children = [
        subprocess.Popen([*command, *mine], stdin=subprocess.PIPE, text=True)
        for mine in (jobs[::2], jobs[1::2])
    ]
    for child in children:
        child.stdin.write("go\n")
        child.stdin.flush()
    assert [child.wait(60) for child in children] == [0, 0]
    for child in children:
        child.stdin.close()
    assert [row.state for row in everything(history)] == ["done"] * 12
    events = history.feed.since(0)
    assert len(events) == 36
    for job_id in jobs:
        told = [event.data.get("state") for event in events if event.job_id == job_id]
        assert told == [None, "running", "done"]


def test_the_settings_name_storage_and_database(tmp_path, postgres_url):
    in_file = open_history(Settings(storage=str(tmp_path / "data")))
    assert (tmp_path / "data" / "nukki.db").is_file()
    on_server = open_history(Settings(storage=str(tmp_path / "data"), database_url=postgres_url))
    job = in_file.create(PLAN)
    assert on_server.index.ids() == set()
    on_server.catch_up()
    assert on_server.index.ids() == {job.id}
    in_file.close()
    on_server.close()
