"""Refining a candidate: who is told, who wins of two at once, and what a kill leaves."""

import json
import subprocess
import sys
import threading
import zipfile
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from dataclasses import replace

import numpy as np
import pytest

from nukki.core import png
from nukki.core.storage import Folder
from nukki.errors import InputError, NukkiError, StorageError
from nukki.jobs import (
    contact,
    deciding,
    events,
    exporting,
    naming,
    pipeline,
    refining,
    retouch,
    status,
    store,
)
from nukki.jobs.plan import Plan
from nukki.jobs.status import CandidateStatus
from nukki.jobs.store import JobFolder
from nukki.jobs.workshop import Workshop
from nukki.review import strokes
from tests.jobs.pencil import BRIEF, Pencil, planned, request
from tests.jobs.refined import (
    CORNER,
    HOLE,
    SIZE,
    finished_in,
    history_in,
    item_of,
    picture,
    replaced,
)


@pytest.fixture(scope="module")
def shop():
    made = Workshop()
    yield made
    made.close()


@pytest.fixture
def history(tmp_path):
    opened = history_in(tmp_path / "저장소")
    yield opened
    opened.close()


@pytest.fixture
def job(history):
    return finished_in(history)


def test_without_strokes_the_candidate_is_what_it_was(job, history, shop):
    before = item_of(job)
    refining.refine(job, 0, [HOLE], 0, shop, history)
    made = refining.refine(job, 0, [], 1, shop, history)
    assert made == replace(before, refined=2)
    assert refining.read(job, 0) == refining.Edit(2, ())
    third = refining.refine(job, 0, [HOLE], 2, shop, history)
    assert (third.refined, third.original) == (3, "final/0_7.png")
    first = picture(job, "refined/0_7.1.png")
    assert np.array_equal(picture(job, third.final), first)


def test_everybody_hears_of_an_edit(job, history, shop):
    since = history.feed.newest()
    refining.refine(job, 0, [HOLE], 0, shop, history)
    thumbs = history.index.get(job.id).thumbs
    assert [thumb.file for thumb in thumbs] == ["refined/0_7.1.webp", "thumbs/1_8.webp"]
    told = [(e.kind, e.data["candidate"]["refined"]) for e in history.feed.since(since)]
    assert told == [("refined", 1)]
    kept = json.loads(job.files.read("status.json"))["candidates"][0]
    reported = json.loads(job.files.read("qa_report.json"))["candidates"][0]
    assert kept["final"] == reported["final"] == "refined/0_7.1.png"
    assert kept["original"] == reported["original"] == "final/0_7.png"
    assert job.logged() == JobFolder(Folder(job.root)).logged()
    history.reindex()
    assert history.index.get(job.id).thumbs == thumbs


def test_exports_and_the_sheet_take_the_refined_picture(job, history, shop, tmp_path):
    made = refining.refine(job, 0, [HOLE], 0, shop, history)
    deciding.change(history, job.id, deciding.Change(selected=(0,)))
    wanted = exporting.Wanted(formats=("png", "psd"), keep_settings=True)
    exporting.write(job.files, wanted, tmp_path / "out.zip")
    with zipfile.ZipFile(tmp_path / "out.zip") as opened:
        told = json.loads(opened.read("manifest.json"))["pictures"][0]
        data = opened.read(told["files"][0]["file"])
    assert told["refined"] == 1
    assert np.array_equal(png.decode(data), picture(job, made.final))
    before = job.files.read("sheet.png")
    contact.draw(job.files, "en")
    assert job.files.read("sheet.png") != before


def test_an_edit_that_starts_from_an_old_one_is_refused_and_leaves_nothing(job, history, shop):
    refining.refine(job, 0, [HOLE], 0, shop, history)
    names = job.files.names("refined"), job.files.names("edits")
    with pytest.raises(InputError) as refused:
        refining.refine(job, 0, [CORNER], 0, shop, history)
    assert (refused.value.code, refused.value.context["found"]) == ("refine-revision", 1)
    assert (job.files.names("refined"), job.files.names("edits")) == names
    assert refining.read(job, 0).strokes == (HOLE,)


def test_of_many_who_refine_one_candidate_at_once_one_wins(job, history, shop):
    begin = threading.Barrier(4)

    def ask(number):
        begin.wait()
        try:
            mine = replaced(HOLE, size=10.0 + number)
            return refining.refine(job, 0, [mine], 0, shop, history).refined
        except InputError as error:
            return error.code

    with ThreadPoolExecutor(4) as pool:
        answers = list(pool.map(ask, range(4)))
    (number,) = [answer for answer in answers if isinstance(answer, int)]
    assert answers.count("refine-revision") == 3
    item = item_of(job)
    assert item.refined == number
    # all that is there belongs to the one who won
    assert {name.split(".")[1].split("_")[0] for name in job.files.names("refined")} == {
        str(number)
    }
    told = [e for e in events.read(job.files) if e["event"] == "refined"]
    assert len(told) == 1
    told_strokes = png.settings_of(job.files.read(item.final))["refined"]["strokes"]
    assert told_strokes == strokes.fingerprint(refining.read(job, 0).strokes)


REFINE = """
import sys
from pathlib import Path
from nukki.core.storage import Folder
from nukki.errors import InputError
from nukki.jobs import refining
from nukki.jobs.database import open_database
from nukki.jobs.history import History
from nukki.jobs.workshop import Workshop
from nukki.review.strokes import Stroke
storage, url, job_id = sys.argv[1:]
history = History(Folder(Path(storage)), open_database(url))
shop = Workshop()
job = history.find(job_id)
won = 0
for turn in range(4):
    drawn = Stroke(tool="erase", kind="brush", points=(150, 130, 1), size=10 + turn)
    try:
        refining.refine(job, 0, [drawn], refining.read(job, 0).number, shop, history)
        won += 1
    except InputError as error:
        assert error.code == "refine-revision", error
shop.close()
history.close()
print(won)
"""


@pytest.mark.slow
def test_of_two_processes_no_edit_is_lost_or_counted_twice(tmp_path, database_url):
    history = history_in(tmp_path / "s", database_url)
    job = finished_in(history)
    place = [str(tmp_path / "s"), database_url, job.id]
    both = [
        subprocess.Popen([sys.executable, "-c", REFINE, *place], stdout=subprocess.PIPE)
        for _ in range(2)
    ]
    won = sum(int(process.communicate(timeout=120)[0]) for process in both)
    told = [e["candidate"]["refined"] for e in events.read(job.files) if e["event"] == "refined"]
    assert len(told) == won >= 4
    assert told == sorted(set(told))
    assert item_of(job).refined == told[-1]
    assert history.index.get(job.id).thumbs[0].file == f"refined/0_7.{told[-1]}.webp"
    history.close()


class Dying(Folder):
    """A folder whose process is gone at the nth write: what was written stays, nothing more is."""

    left = 0

    def write(self, name, data, *, lasting=True):
        self._count()
        super().write(name, data, lasting=lasting)

    def append(self, name, line):
        self._count()
        super().append(name, line)

    def remove(self, name):
        if Dying.left > 0:
            super().remove(name)

    def _count(self):
        if Dying.left <= 0:
            Dying.left = 0
            raise KeyboardInterrupt
        Dying.left -= 1


class InThisProcess:
    """A workshop without children, so that what it writes counts as well."""

    def run(self, function, *args, **_terms):
        return getattr(retouch, function.partition(":")[2])(*args)


def test_a_kill_at_any_write_leaves_the_picture_that_was_or_the_new_one(job, shop):
    refining.refine(job, 0, [CORNER, HOLE], 0, shop)
    before, crashes = item_of(job), 0
    for writes in range(60):
        Dying.left = writes
        dying = JobFolder(Dying(job.root))
        number = item_of(job).refined
        try:
            refining.refine(dying, 0, [HOLE], number, InThisProcess())
            break
        except KeyboardInterrupt:
            crashes += 1
        item = item_of(JobFolder(Folder(job.root)))
        known = [item.final, naming.thumb_of(item.final), naming.layer_of(item.final, "object")]
        assert all(job.files.stat(name) for name in known)
        assert refining.read(job, 0).number == item.refined
        if item.refined != before.refined:
            break
    assert crashes >= 6
    Dying.left = 10**6
    made = refining.refine(job, 0, [HOLE], item_of(job).refined, shop)
    assert made.refined > before.refined
    assert item_of(job) == made


def test_an_event_that_no_index_could_take_is_still_the_truth(job, history, shop, monkeypatch):
    def away(*_):
        raise StorageError("database-busy", path="x")

    monkeypatch.setattr(history.index, "follow", away)
    made = refining.refine(job, 0, [HOLE], 0, shop, history)
    assert item_of(job) == made
    monkeypatch.undo()
    other = finished_in(history)  # the next event brings the list up to date
    assert history.index.get(other.id).state == "done"
    assert history.index.get(job.id).thumbs[0].file == "refined/0_7.1.webp"


def test_a_candidate_may_be_refined_while_its_siblings_are_drawn(history, shop):
    job = history.create(Plan(planned(request=request(size=SIZE)), BRIEF, {}))
    seen = []

    def watch(now):
        done = [item for item in now.candidates if item.final]
        if done and not seen:
            seen.append(done[0].index)
            refining.refine(job, done[0].index, [HOLE], 0, shop, history)

    ended = pipeline.run(job, Pencil(seconds=0.6), watch)
    assert ended.state == "done"
    assert len(ended.candidates) == 3
    assert item_of(job, seen[0]).refined == 1
    assert history.index.get(job.id).thumbs[seen[0]].file.startswith("refined/")
    assert json.loads(job.files.read("status.json"))["candidates"][seen[0]]["refined"] == 1


def test_a_job_that_failed_or_was_canceled_keeps_its_candidates_open(history, shop):
    job = history.create(Plan(planned(request=request(size=SIZE)), BRIEF, {}))
    ended = pipeline.run(job, Pencil(break_at=1))
    assert ended.candidates[0].final
    assert refining.refine(job, 0, [HOLE], 0, shop, history).refined == 1
    with pytest.raises(InputError) as refused:
        refining.refine(job, 1, [HOLE], 0, shop, history)
    assert refused.value.code == "refine-unfinished"


@pytest.mark.parametrize("data", [b"", b"[", b"{}", b'{"strokes": 7}', b"[" * 100_000])
def test_damaged_strokes_are_told_and_a_new_edit_heals_them(job, shop, data):
    refining.refine(job, 0, [HOLE], 0, shop)
    job.files.write("edits/0_7.1.json", data)
    with pytest.raises(InputError) as refused:
        refining.read(job, 0)
    assert refused.value.code == "refine-damaged"
    refining.refine(job, 0, [CORNER], 1, shop)
    assert refining.read(job, 0).strokes == (CORNER,)


@pytest.mark.parametrize(
    "ground",
    [
        b'{"width": "x", "height": [], "limited": false, "background": null}',
        b'{"width": NaN, "height": 1e999, "limited": false, "background": null}',
        b'{"width": 999999999, "height": 280, "limited": false, "background": null}',
        b'{"width": 300, "height": 280, "limited": false, "background": "url(//x)"}',
        b"[" * 4000,
    ],
)
def test_what_a_stranger_says_of_the_frame_is_made_anew(job, shop, ground):
    known = refining.ground(job, 0, shop)
    job.files.write("edits/0_7_ground.json", ground)
    assert refining.ground(job, 0, shop) == known


@pytest.mark.parametrize("number", ["9" * 10, "9" * 200, "٣", "²", "01"])
def test_a_file_that_is_no_edit_gives_no_number(job, shop, number):
    job.files.write(f"edits/0_7.{number}.json", b"{}")
    assert refining.refine(job, 0, [HOLE], 0, shop).refined == 1


def test_after_the_last_number_there_is_no_edit(job, shop):
    job.files.write(f"edits/0_7.{naming.MAX_EDITS}.json", b"{}")
    with pytest.raises(InputError) as refused:
        refining.refine(job, 0, [HOLE], 0, shop)
    assert refused.value.code == "refine-full"


@pytest.mark.parametrize("folder", ["edits", "layers"])
def test_a_folder_that_leads_out_of_the_job_is_damaged(job, shop, tmp_path, folder):
    outside = tmp_path / "outside"
    outside.mkdir()
    job.files.remove(folder)
    (job.files.root / folder).symlink_to(outside)
    with pytest.raises(NukkiError) as refused:
        refining.refine(job, 0, [HOLE], 0, shop)
    assert refused.value.code == "refine-damaged"
    assert not list(outside.iterdir())


def test_the_log_of_a_job_never_grows_beyond_what_is_read_of_it(job, shop, monkeypatch):
    monkeypatch.setattr(refining, "MAX_LOG_BYTES", 1000)
    with pytest.raises(InputError) as refused:
        refining.refine(job, 0, [HOLE], 0, shop)
    assert refused.value.code == "refine-full"


def test_an_event_of_an_edit_is_held_to_its_shape(job):
    whole = item_of(job)
    before = job.logged()
    for wrong in (
        {**vars(whole), "refined": 0, "final": "refined/0_7.1.png"},
        {**vars(whole), "refined": -1},
        {**vars(whole), "refined": naming.MAX_EDITS + 1},
        {**vars(whole), "refined": 1, "final": "../../etc/passwd"},
        {**vars(whole), "index": 5, "refined": 1},
        {"refined": 1},
        7,
    ):
        line = json.dumps({"at": "2026-01-31T09:00:00Z", "event": "refined", "candidate": wrong})
        assert events.parse(line.encode()) is not None
        job.files.append(events.NAME, line)
        assert job.logged().candidates == before.candidates


def test_a_folder_of_an_older_nukki_has_candidates_that_nobody_edited(tmp_path):
    old = {"index": 0, "seed": 7, "final": "final/0_7.png"}
    found = status.candidate_of(old)
    assert found == CandidateStatus(0, 7, final="final/0_7.png")
    assert (found.refined, found.original) == (0, None)


def test_a_job_that_was_deleted_meanwhile_does_not_come_back(job, history, shop):
    class Deleting(Workshop):
        def run(self, *args, **terms):
            history.delete(job.id)
            return super().run(*args, **terms)

    with closing(Deleting()) as deleting, pytest.raises(NukkiError):
        refining.refine(job, 0, [HOLE], 0, deleting, history)
    assert store.held(history.storage, job.id) is None
    assert not (history.storage.root / "jobs" / job.id).exists()
