"""Thumbnails, decisions, exports and uploads of jobs that lie in a bucket."""

import zipfile
from contextlib import closing
from dataclasses import asdict, replace

import pytest
from pydantic_core import to_jsonable_python

from nukki.core.process import Owner
from nukki.core.storage import Folder
from nukki.errors import InputError
from nukki.jobs import deciding, events, exporting, pipeline, refining, store, uploads
from nukki.jobs.database import open_database
from nukki.jobs.exporting import Wanted
from nukki.jobs.history import History
from nukki.jobs.uploads import Prepared
from nukki.jobs.workshop import Workshop
from nukki.review.decisions import Change
from nukki.server import pictures
from tests.jobs.pencil import BRIEF, Pencil, planned
from tests.jobs.refined import HOLE
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


def test_a_candidate_is_refined_by_two_processes_in_turn(history, job):
    with closing(Workshop()) as shop:
        first = refining.refine(job, 0, [HOLE], 0, shop, history)
        # what another machine adds to the log, this process has not seen
        other = to_jsonable_python(replace(first, refined=2))
        line = events.line("refined", candidate=other)
        name = f"jobs/{job.id}/{events.NAME}"
        history.storage.write(name, history.storage.read(name) + line.encode() + b"\n")
        third = refining.refine(job, 0, [], 2, shop, history)
    assert (first.refined, third.refined, third.original) == (1, 3, None)
    told = [e["candidate"]["refined"] for e in events.read(job.files) if e["event"] == "refined"]
    assert told == [1, 2, 3]
    assert pictures.is_listed(job, "final/0_7.png")
    assert history.index.get(job.id).thumbs[0].file == "thumbs/0_7.webp"


def test_a_job_that_another_machine_draws_is_refined_when_it_has_ended(history, job):
    owner = asdict(Owner(1, "", "another"))
    line = events.line("created") + "\n" + events.line("state", state="running", owner=owner)
    whole = job.files.read(events.NAME).splitlines(keepends=True)
    running = [each for each in whole if b'"done"' not in each]
    job.files.write(events.NAME, b"".join(running) + line.encode() + b"\n")
    with closing(Workshop()) as shop, pytest.raises(InputError) as refused:
        refining.refine(job, 0, [HOLE], 0, shop, history)
    assert refused.value.code == "refine-elsewhere"
