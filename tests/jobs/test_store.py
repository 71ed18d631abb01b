"""The job folder: whole from the start, found by id or path, true after a kill."""

import os

import pytest

from nukki.core import hashing, process
from nukki.core.storage import Folder
from nukki.errors import InputError, PayloadError, StorageError
from nukki.jobs import payload, store
from tests.jobs import pencil

DATA = b"<svg/>"
SHA = hashing.of_bytes(DATA)
FILE = f"{SHA}.svg"


@pytest.fixture
def job(tmp_path):
    entry = payload.InputFile(file=FILE, name="로고.svg", sha256=SHA, bytes=len(DATA))
    return store.create(
        Folder(tmp_path / "내 저장소"), pencil.planned(inputs=(entry,)), pencil.BRIEF, {FILE: DATA}
    )


def test_a_new_job_is_queued_and_complete(job):
    names = {entry.name for entry in job.root.iterdir()}
    assert names == {
        "payload.json", "brief.yaml", "status.json", "events.jsonl",
        "candidates", "final", "layers", "inputs", "thumbs",
    }  # fmt: skip
    assert job.status().state == "queued"
    assert job.payload() == pencil.planned(inputs=job.payload().inputs)
    assert not [entry for entry in job.root.parent.iterdir() if entry.name.startswith(".")]


def test_a_job_is_found_by_id_and_by_folder(job):
    storage = job.root.parent.parent
    assert store.find(Folder(storage), job.id).root == job.root
    assert store.find(Folder(storage / "other"), str(job.root)).root == job.root.resolve()


@pytest.mark.parametrize(
    "name", ["none", "../..", "", "20260131-090000-ffffffff", "/", "\0", "a" * 5000]
)
def test_an_unknown_job_is_refused(job, name):
    with pytest.raises(InputError) as caught:
        store.find(Folder(job.root.parent.parent), name)
    assert caught.value.code == "job-unknown"


def test_a_changed_or_missing_input_is_refused(job):
    (job.inputs / FILE).write_bytes(b"<svg onload=''/>")
    with pytest.raises(PayloadError) as caught:
        job.payload()
    assert caught.value.code == "payload-input-changed"
    (job.inputs / FILE).unlink()
    with pytest.raises(PayloadError) as caught:
        job.payload()
    assert caught.value.code == "payload-input-missing"


def test_a_job_of_a_killed_process_is_shown_and_settled_as_interrupted(job):
    gone = process.Owner(1, "never", process.myself().host)
    job.log("state", state="running", owner=gone.__dict__)
    assert job.status().state == "failed"
    assert job.status().error.code == "job-interrupted"
    (job.root / "final" / ".0_7.png.abc.part").write_bytes(b"half")
    assert job.settle().error.code == "job-interrupted"
    assert not list((job.root / "final").iterdir())
    length = (job.root / "events.jsonl").stat().st_size
    assert job.settle().state == "failed"
    assert (job.root / "events.jsonl").stat().st_size == length
    assert store.JobFolder(Folder(job.root)).status().error.code == "job-interrupted"
    assert '"failed"' in (job.root / "status.json").read_text("utf-8")


def test_newest_jobs_come_first_and_strangers_are_passed_over(job):
    storage = job.root.parent.parent
    (job.root.parent / "notes").mkdir()
    later = store.create(Folder(storage), pencil.planned(), pencil.BRIEF, {})
    later.root.rename(later.root.with_name("29991231-235959-00000000"))
    assert [found.id for found in store.newest(Folder(storage))] == [
        "29991231-235959-00000000",
        job.id,
    ]


def test_a_storage_that_is_a_file_is_named(tmp_path):
    (tmp_path / "data").write_text("x", encoding="utf-8")
    with pytest.raises(StorageError) as caught:
        store.create(Folder(tmp_path / "data"), pencil.planned(), pencil.BRIEF, {})
    assert caught.value.code == "storage-unwritable"


def test_a_folder_whose_files_are_pipes_is_refused_instead_of_waited_for(job):
    for name in ("brief.yaml", "payload.json", "events.jsonl"):
        (job.root / name).unlink()
        os.mkfifo(job.root / name)
    with pytest.raises(PayloadError) as caught:
        job.payload()
    assert caught.value.code == "payload-missing"
    with pytest.raises(PayloadError) as caught:
        job.brief_text()
    assert caught.value.code == "payload-brief-missing"
    with pytest.raises(StorageError) as caught:
        job.status()
    assert caught.value.code == "storage-unreadable"


class Removed(Folder):
    """A job's folder that somebody removes at the moment when a file is written to it."""

    def write(self, name, data, *, lasting=True):
        Folder(self.root.parent).remove(self.root.name)
        super().write(name, data, lasting=lasting)


@pytest.mark.parametrize("name", ["decisions.json", "thumbs/0_7_160.webp"])
def test_a_job_that_is_removed_while_a_file_is_saved_does_not_come_back_as_that_file(job, name):
    with pytest.raises(StorageError) as caught:
        store.JobFolder(Removed(job.root)).save(name, b"{}", ended=True)
    assert caught.value.code == "job-folder-gone"
    assert not job.root.exists()
