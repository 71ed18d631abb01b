"""Thumbnails, decisions, exports and uploads of jobs that lie in a bucket."""

import zipfile

import pytest

from nukki.core.storage import Folder
from nukki.jobs import deciding, exporting, pipeline, store, uploads
from nukki.jobs.database import open_database
from nukki.jobs.exporting import Wanted
from nukki.jobs.history import History
from nukki.jobs.uploads import Prepared
from nukki.jobs.workshop import Workshop
from nukki.review.decisions import Change
from nukki.server import pictures
from tests.jobs.pencil import BRIEF, Pencil, planned
from tests.s3 import bucket, s3, s3_server

__all__ = ["bucket", "s3", "s3_server"]  # fixtures


@pytest.fixture
def history(bucket, tmp_path):
    opened = History(bucket, open_database(tmp_path / "nukki.db"))
    yield opened
    opened.close()


@pytest.fixture
def job(history, tmp_path):
    """A job that was drawn elsewhere and copied in."""
    drawn = store.create(Folder(tmp_path / "elsewhere"), planned(), BRIEF, {})
    pipeline.run(drawn, Pencil())
    for file in sorted(path for path in drawn.root.rglob("*") if path.is_file()):
        name = file.relative_to(drawn.root).as_posix()
        history.storage.write(f"jobs/{drawn.id}/{name}", file.read_bytes())
    history.catch_up()
    return history.find(drawn.id)


def test_what_was_selected_is_exported_by_a_child(history, job, tmp_path):
    deciding.change(history, job.id, Change(selected=(1,), note="이것"))
    shop = Workshop()
    try:
        made = shop.run("nukki.jobs.exporting:write", job.files, Wanted(), tmp_path / "out.zip")
    finally:
        shop.close()
    with zipfile.ZipFile(tmp_path / "out.zip") as opened:
        assert opened.namelist() == ["컵 1_8.png", "manifest.json"]
    assert made == exporting.write(job.files, Wanted(), tmp_path / "again.zip")


def test_pictures_are_listed_and_measured(job):
    assert pictures.is_listed(job, "final/0_7.png")
    assert not pictures.is_listed(job, "final/9_7.png")
    shown = pictures.shown(job, "final/0_7.png")
    assert shown.bytes == job.files.stat("final/0_7.png").bytes
    assert shown.width > 100


def test_an_upload_is_kept_and_found(bucket):
    made = uploads.keep(bucket, Prepared("png", b"pixels", b"small", 3, 2))
    assert uploads.resolve(bucket, made.id).read_bytes() == b"pixels"
