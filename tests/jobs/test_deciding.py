"""Decisions of several writers at once: none is lost, and index and feed know of all of them."""

import json
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor

import pytest

from nukki.core.storage import Folder
from nukki.errors import InputError
from nukki.jobs import deciding
from nukki.jobs.database import open_database
from nukki.jobs.history import History
from nukki.jobs.plan import Plan
from nukki.review import decisions
from nukki.review.decisions import Change, Decisions, Verdict
from tests.jobs.pencil import BRIEF, planned, request

FEWER = {"seeds": tuple(range(8))}


@pytest.fixture
def history(tmp_path, database_url):
    opened = History(Folder(tmp_path / "저장소"), open_database(database_url))
    yield opened
    opened.close()


@pytest.fixture
def job(history):
    return history.create(Plan(planned(request=request(**FEWER)), BRIEF, {}))


def test_a_job_of_whom_nobody_said_anything_has_no_decisions(job):
    assert deciding.read(job) == Decisions()


def test_a_change_reaches_the_folder_the_index_and_the_feed(history, job):
    before = history.feed.newest()
    made = deciding.change(history, job.id, Change((1, 0), True, "좋아요", {1: (True, None)}))
    assert made == deciding.read(job) == Decisions(1, (0, 1), True, "좋아요", {1: Verdict(True)})
    row = history.index.get(job.id)
    assert (row.starred, row.selected, row.note) == (True, 2, "좋아요")
    (event,) = history.feed.since(before)
    assert (event.job_id, event.kind, event.data) == (job.id, "decided", made.to_file())


def test_a_version_that_is_not_the_newest_changes_nothing(history, job):
    deciding.change(history, job.id, Change(note="eins"), version=0)
    with pytest.raises(InputError) as refused:
        deciding.change(history, job.id, Change(note="zwei"), version=0)
    assert refused.value.code == "decisions-version"
    assert deciding.read(job).note == "eins"


def test_of_many_threads_none_loses_what_it_said(history, job):
    def say(index):
        return deciding.change(history, job.id, Change(candidates={index: (True, f"note {index}")}))

    with ThreadPoolExecutor(8) as pool:
        versions = sorted(made.version for made in pool.map(say, range(8)))
    found = deciding.read(job)
    assert versions == list(range(1, 9))
    assert found.candidates == {i: Verdict(True, f"note {i}") for i in range(8)}


SAY = """
import sys
from nukki.core.storage import Folder
from nukki.jobs import deciding
from nukki.jobs.database import open_database
from nukki.jobs.history import History
from nukki.review.decisions import Change
storage, url, job, first = sys.argv[1:]
from pathlib import Path
history = History(Folder(Path(storage)), open_database(url))
for index in range(int(first), int(first) + 4):
    for round in range(5):
        deciding.change(history, job, Change(candidates={index: (None, f"{index} {round}")}))
history.close()
"""


def test_of_two_processes_none_loses_what_it_said(history, job, database_url):
    place = str(history.storage.shown)
    both = [
        subprocess.Popen([sys.executable, "-c", SAY, place, database_url, job.id, str(first)])
        for first in (0, 4)
    ]
    assert [process.wait(60) for process in both] == [0, 0]
    found = deciding.read(job)
    assert found.version == 40
    assert found.candidates == {i: Verdict(note=f"{i} 4") for i in range(8)}


def test_a_damaged_file_is_kept_beside_the_new_one(history, job):
    job.files.write(decisions.NAME, b'{"version": "x"}')
    assert deciding.read(job) == Decisions()
    made = deciding.change(history, job.id, Change(starred=True))
    assert deciding.read(job) == made
    assert job.files.read(deciding.DAMAGED) == b'{"version": "x"}'


def test_the_same_once_more_is_no_new_version_but_mends_the_index(history, job):
    made = deciding.change(history, job.id, Change(starred=True))
    history.index.decided(job.id, False, 0, "")
    assert deciding.change(history, job.id, Change(starred=True)) == made
    assert history.index.get(job.id).starred


def test_what_the_job_does_not_have_cannot_be_selected(history, job):
    with pytest.raises(InputError) as refused:
        deciding.change(history, job.id, Change(selected=(8,)))
    assert refused.value.code == "decisions-index"
    assert job.files.stat(decisions.NAME) is None


def test_the_file_is_what_another_program_can_read(history, job):
    deciding.change(history, job.id, Change(selected=(2,), note="한글"))
    text = job.files.read(decisions.NAME).decode()
    assert "한글" in text
    assert json.loads(text)["selected"] == [2]


def test_an_unknown_job_is_told(history):
    with pytest.raises(InputError) as refused:
        deciding.change(history, "20260131-090000-1f3a9c07", Change(starred=True))
    assert refused.value.code == "job-unknown"
