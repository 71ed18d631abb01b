"""Refining a candidate: what strokes change, what they never touch, and who wins of two at once."""

import json
import subprocess
import sys
import threading
from concurrent.futures import ThreadPoolExecutor
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
    store,
)
from nukki.jobs.database import open_database
from nukki.jobs.history import History
from nukki.jobs.plan import Plan
from nukki.jobs.status import CandidateStatus
from nukki.jobs.store import JobFolder
from nukki.jobs.workshop import Workshop
from nukki.review import strokes
from nukki.review.strokes import Stroke
from tests.jobs.pencil import BRIEF, Pencil, planned, request

GREEN = (0, 0.7, 0.3)
SIZE = (300, 280)
HOLE = Stroke(tool="erase", kind="brush", points=(140, 130, 1, 170, 140, 1), size=30, hardness=0.5)
CORNER = Stroke(tool="restore", kind="lasso", points=(4, 4, 44, 4, 44, 44, 4, 44), opacity=0.8)


@pytest.fixture(scope="module")
def shop():
    made = Workshop()
    yield made
    made.close()


def history_in(folder, url=None):
    return History(Folder(folder), open_database(url or folder / "nukki.db"))


def finished_in(history, engine=None, **changes):
    """A job that the pencil drew, as the list knows it."""
    wanted = {"request": request(seeds=(7, 8), size=SIZE), **changes}
    job = history.create(Plan(planned(**wanted), BRIEF, {}))
    assert pipeline.run(job, engine or Pencil()).state == "done"
    return job


@pytest.fixture
def history(tmp_path):
    opened = history_in(tmp_path / "저장소")
    yield opened
    opened.close()


@pytest.fixture
def job(history):
    return finished_in(history)


@pytest.fixture
def keyed(history):
    return finished_in(history, Pencil(backing=GREEN), matting=("segment",))


def picture(job, name):
    return png.decode(job.files.read(name))


def in_frame(job, name, offset, size=SIZE):
    """A picture of the job at its place in the frame of the drawing."""
    found = picture(job, name)
    canvas = np.zeros((size[1] + 400, size[0] + 400, 4), np.uint8)
    x, y = offset
    canvas[200 + y : 200 + y + found.shape[0], 200 + x : 200 + x + found.shape[1]] = found
    return canvas[200:-200, 200:-200]


def item_of(job, index=0):
    return refining.finished(job.logged(), index)


def object_of(job, item):
    return in_frame(job, naming.layer_of(item.final, "object"), item.facts["offset"])


def test_strokes_change_the_matte_as_their_formulas_say(job, history, shop):
    before = item_of(job)
    made = refining.refine(job, 0, [HOLE], 0, shop, history)
    matte = object_of(job, before)[..., 3]
    wanted = strokes.apply(np.ascontiguousarray(matte), [HOLE])
    assert np.array_equal(object_of(job, made)[..., 3], wanted)
    assert (made.refined, made.original) == (1, "final/0_7.png")
    assert made == item_of(job)


@pytest.mark.parametrize("kind", ["drawn alpha", "cut from green"])
def test_pixels_that_no_stroke_touched_keep_their_bytes(kind, history, shop):
    engine = Pencil() if kind == "drawn alpha" else Pencil(backing=GREEN)
    job = finished_in(history, engine, matting=("native_alpha", "segment"))
    before = item_of(job)
    made = refining.refine(job, 0, [HOLE, CORNER], 0, shop, history)
    for name in (lambda item: item.final, lambda item: naming.layer_of(item.final, "object")):
        old = in_frame(job, name(before), before.facts["offset"])
        new = in_frame(job, name(made), made.facts["offset"])
        all_covered = [replaced(stroke, opacity=1.0) for stroke in (HOLE, CORNER)]
        touched = np.zeros(old.shape[:2], np.uint8)
        for stroke in all_covered:
            touched = strokes.apply(touched, [replaced(stroke, tool="restore")])
        kept = (touched == 0) & (old[..., 3] > 0)
        assert kept.sum() > 10_000
        assert np.array_equal(new[kept], old[kept])
        assert (new[(touched == 0) & (old[..., 3] == 0)][:, 3] == 0).all()


def replaced(stroke, **changes):
    return stroke.model_copy(update=changes)


def test_restoring_gives_what_the_engine_drew_and_no_more(job, history, shop):
    """Its own alpha is the limit: what was erased comes back, and empty places stay empty."""
    before = item_of(job)
    everything = Stroke(tool="restore", kind="lasso", points=(0, 0, 300, 0, 300, 280, 0, 280))
    made = refining.refine(job, 0, [HOLE, everything], 0, shop, history)
    assert np.array_equal(object_of(job, made), object_of(job, before))
    assert np.array_equal(picture(job, made.final), picture(job, before.final))
    assert made.facts["offset"] == before.facts["offset"]


def test_restoring_a_keyed_picture_gives_the_drawing_up_to_the_frame(keyed, shop):
    before = item_of(keyed)
    assert before.strategy == "segment"
    made = refining.refine(keyed, 0, [HOLE, replaced(CORNER, opacity=1.0)], 0, shop)
    drawing = picture(keyed, before.candidate)
    found = in_frame(keyed, made.final, made.facts["offset"])
    assert (found[10:40, 10:40, 3] == 255).all()
    assert np.array_equal(found[10:40, 10:40, :3], drawing[10:40, 10:40, :3])
    again = refining.refine(keyed, 0, [HOLE, replaced(HOLE, tool="restore", size=60)], 1, shop)
    whole = in_frame(keyed, again.final, again.facts["offset"])[125:145, 140:170]
    assert (whole[..., 3] == 255).all()
    assert np.array_equal(whole[..., :3], drawing[125:145, 140:170, :3])


def test_what_a_person_took_away_is_no_fault_of_the_cutout(keyed, shop):
    made = refining.refine(keyed, 0, [HOLE], 0, shop)
    assert made.passed, [check for check in made.checks if not check["passed"]]
    rules = [check["rule"] for check in made.checks]
    assert rules == [check["rule"] for check in item_of(keyed, 1).checks]


def test_erasing_the_object_at_the_frame_makes_the_crop_smaller_and_checks_fail(job, shop):
    left = Stroke(tool="erase", kind="lasso", points=(0, 0, 250, 0, 250, 280, 0, 280))
    before, made = item_of(job), refining.refine(job, 0, [left], 0, shop)
    assert picture(job, made.final).shape[1] < picture(job, before.final).shape[1] + 1
    everything = Stroke(tool="erase", kind="lasso", points=(0, 0, 300, 0, 300, 280, 0, 280))
    empty = refining.refine(job, 0, [everything], 1, shop)
    assert not empty.passed
    assert "foreground" in [check["rule"] for check in empty.checks if not check["passed"]]
    assert not picture(job, naming.layer_of(empty.final, "object"))[..., 3].any()


def test_a_shadow_stays_where_it_lies(job, shop):
    before = item_of(job)
    made = refining.refine(job, 0, [HOLE], 0, shop)
    shadows = [naming.layer_of(item.final, "shadow") for item in (before, made)]
    assert job.files.read(shadows[0]) == job.files.read(shadows[1])
    hole = in_frame(job, made.final, made.facts["offset"])[133, 155]
    shadow = in_frame(job, shadows[1], made.facts["offset"])[133, 155]
    assert hole[3] == shadow[3] > 0


def test_layers_of_glass_go_with_the_object():
    before = np.full((4, 4), 200, np.uint8)
    after = before.copy()
    after[1, 1], after[2, 2], after[3, 3] = 100, 0, 255
    body = np.full((4, 4, 4), 80, np.uint8)
    tint = np.full((4, 4, 4), 255, np.uint8)
    tint[..., :3] = 155
    thin = retouch._thinned("body", body, before, after)
    assert [int(thin[i, i, 3]) for i in range(4)] == [80, 40, 0, 80]
    assert np.array_equal(thin[..., :3], body[..., :3])
    pale = retouch._thinned("tint", tint, before, after)
    assert [int(pale[i, i, 0]) for i in range(4)] == [155, 205, 255, 155]
    assert np.array_equal(retouch._thinned("shadow", body, before, after), body)


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


def test_equal_strokes_make_the_same_picture_which_says_what_it_was_made_with(job, shop):
    one = refining.refine(job, 0, [HOLE], 0, shop)
    told = png.settings_of(job.files.read(one.final))
    assert told["refined"] == {"number": 1, "strokes": strokes.fingerprint([HOLE])}
    assert (told["seed"], told["index"], told["brief"]) == (7, 0, BRIEF)
    files = {name: job.files.read(f"refined/{name}") for name in job.files.names("refined")}
    retouch.make(job.files, 0, 1)
    assert {name: job.files.read(f"refined/{name}") for name in files} == files


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
    import zipfile

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

    def watch(status):
        done = [item for item in status.candidates if item.final]
        if done and not seen:
            seen.append(done[0].index)
            refining.refine(job, done[0].index, [HOLE], 0, shop, history)

    status = pipeline.run(job, Pencil(seconds=0.6), watch)
    assert status.state == "done"
    assert len(status.candidates) == 3
    assert item_of(job, seen[0]).refined == 1
    assert history.index.get(job.id).thumbs[seen[0]].file.startswith("refined/")
    assert json.loads(job.files.read("status.json"))["candidates"][seen[0]]["refined"] == 1


def test_a_job_that_failed_or_was_canceled_keeps_its_candidates_open(history, shop):
    job = history.create(Plan(planned(request=request(size=SIZE)), BRIEF, {}))
    status = pipeline.run(job, Pencil(break_at=1))
    assert status.candidates[0].final
    assert refining.refine(job, 0, [HOLE], 0, shop, history).refined == 1
    with pytest.raises(InputError) as refused:
        refining.refine(job, 1, [HOLE], 0, shop, history)
    assert refused.value.code == "refine-unfinished"


def test_the_ground_is_made_once_and_holds_matte_limit_and_background(job, keyed, shop):
    found = refining.ground(job, 0, shop)
    assert found == refining.Ground(*SIZE, limited=True, background=None)
    matte = picture(job, "edits/0_7_matte.png")
    assert np.array_equal(matte[..., 0], object_of(job, item_of(job))[..., 3])
    limit = picture(job, "edits/0_7_limit.png")
    assert np.array_equal(limit[..., 0], picture(job, "candidates/0_7.png")[..., 3])
    assert refining.ground(job, 0, None) == found  # no child is asked again
    refining.refine(job, 0, [HOLE], 0, shop)
    assert refining.ground(job, 0, None) == found
    assert np.array_equal(picture(job, "edits/0_7_matte.png"), matte)
    other = refining.ground(keyed, 0, shop)
    assert not other.limited
    assert np.allclose(
        [int(other.background[n : n + 2], 16) for n in (1, 3, 5)], np.multiply(GREEN, 255), atol=3
    )


def test_a_grey_matte_is_one_channel_of_eight_bits(job, shop):
    refining.ground(job, 0, shop)
    head = job.files.read("edits/0_7_matte.png")[:26]
    assert head[24:26] == bytes([8, 0])  # bit depth, colour type


@pytest.mark.parametrize(
    ("name", "data"),
    [
        ("layers/0_7_object.png", None),
        ("layers/0_7_object.png", b"no picture"),
        ("candidates/0_7.png", None),
        ("candidates/0_7.png", b"\x89PNG\r\n\x1a\n"),
    ],
)
def test_a_folder_that_lost_its_files_says_so(job, shop, name, data):
    job.files.remove(name)
    if data is not None:
        job.files.write(name, data)
    with pytest.raises(InputError) as refused:
        refining.refine(job, 0, [HOLE], 0, shop)
    assert refused.value.code == "refine-damaged"
    assert item_of(job).refined == 0


@pytest.mark.parametrize("data", [b"", b"[", b"{}", b'{"strokes": 7}', b"[" * 100_000])
def test_damaged_strokes_are_told_and_a_new_edit_heals_them(job, shop, data):
    refining.refine(job, 0, [HOLE], 0, shop)
    job.files.write("edits/0_7.1.json", data)
    with pytest.raises(InputError) as refused:
        refining.read(job, 0)
    assert refused.value.code == "refine-damaged"
    refining.refine(job, 0, [CORNER], 1, shop)
    assert refining.read(job, 0).strokes == (CORNER,)


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
    from nukki.jobs import status

    found = status.candidate_of(old)
    assert found == CandidateStatus(0, 7, final="final/0_7.png")
    assert (found.refined, found.original) == (0, None)


def test_a_job_that_was_deleted_meanwhile_does_not_come_back(job, history, shop):
    class Deleting(Workshop):
        def run(self, *args, **terms):
            history.delete(job.id)
            return super().run(*args, **terms)

    with pytest.raises(NukkiError):
        refining.refine(job, 0, [HOLE], 0, Deleting(), history)
    assert store.held(history.storage, job.id) is None
    assert not (history.storage.root / "jobs" / job.id).exists()
