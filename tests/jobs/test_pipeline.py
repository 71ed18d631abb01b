"""One job from queued to its end, with an engine that can be slow, broken and wrong."""

import json
import threading
import time
from threading import Event

import numpy as np
import pytest

from nukki.catalog import packs
from nukki.core import png
from nukki.core.storage import Folder
from nukki.engines.engine import Candidate, Progress
from nukki.jobs import again, pipeline, store, workshop
from nukki.settings import settings
from tests.jobs import pencil
from tests.jobs.pencil import Pencil


def queued(tmp_path, **changes):
    return store.create(Folder(tmp_path), pencil.planned(**changes), pencil.BRIEF, {})


def finals(job):
    return {path.name: path.read_bytes() for path in sorted((job.root / "final").iterdir())}


def test_every_candidate_is_finished_checked_and_kept(tmp_path):
    job = queued(tmp_path)
    status = pipeline.run(job, Pencil())
    assert (status.state, status.passed, len(status.candidates)) == ("done", 3, 3)
    names = ["0_7.png", "1_8.png", "2_9.png"]
    for folder in ("candidates", "final"):
        assert sorted(path.name for path in (job.root / folder).iterdir()) == names
    assert len(list((job.root / "thumbs").iterdir())) == 3
    assert (job.root / "layers" / "0_7_object.png").is_file()
    assert (job.root / "layers" / "0_7_shadow.png").is_file()
    assert (job.root / "sheet.png").is_file()
    report = json.loads((job.root / "qa_report.json").read_bytes())
    assert report["passed"] == 3
    assert report["payload"] == job.payload().identity()
    first = report["candidates"][0]
    assert [(t["strategy_id"], t["accepted"]) for t in first["tried"]] == [("native_alpha", True)]
    assert first["facts"]["finishing"][0]["step"] == "crop"
    assert json.loads((job.root / "status.json").read_bytes())["state"] == "done"
    steps = set(status.candidates[0].timings)
    assert {"draw.paint", "alpha", "finish", "check", "save"} <= steps


def test_the_png_says_how_it_was_made_and_nothing_of_when(tmp_path):
    job = queued(tmp_path)
    pipeline.run(job, Pencil())
    said = png.read_settings(job.root / "final" / "1_8.png")
    assert said["payload"] == job.payload().identity()
    assert (said["seed"], said["index"], said["strategy"]) == (8, 1, "native_alpha")
    assert said["brief"] == pencil.BRIEF
    assert job.id not in json.dumps(said)


def test_the_same_payload_gives_the_same_bytes(tmp_path):
    first, second = queued(tmp_path), queued(tmp_path)
    pipeline.run(first, Pencil())
    pipeline.run(second, Pencil(seconds=0.05))
    assert finals(first) == finals(second)
    assert len(finals(first)) == 3


def test_a_rerun_gives_the_same_bytes_and_new_seeds_give_others(tmp_path):
    job = queued(tmp_path)
    pipeline.run(job, Pencil())
    same = again.make(job, pencil.PINS, Folder(tmp_path / "elsewhere"))
    pipeline.run(same, Pencil())
    assert finals(same) == finals(job)
    assert same.status().origin == job.id
    other = again.make(job, pencil.PINS, Folder(tmp_path), new_seed=True)
    pipeline.run(other, Pencil())
    assert not set(finals(other)) & set(finals(job))
    assert other.payload().request.look == job.payload().request.look
    assert f"seed: {other.payload().request.seeds[0]}\n" in other.brief_text()


@pytest.mark.parametrize(
    ("engine", "lost", "code"),
    [
        (Pencil(break_at=2), 2, "engine-failed"),
        (Pencil(wrong_size_at=1), 1, "candidate-size"),
        (Pencil(opaque_at=1), 1, "alpha-chain-exhausted"),
    ],
)
def test_a_candidate_that_fails_costs_no_sibling(tmp_path, engine, lost, code):
    status = pipeline.run(queued(tmp_path), engine)
    assert status.state == "done"
    assert [item.index for item in status.candidates if item.final is None] == [lost]
    assert status.candidates[lost].error.code == code
    assert status.passed == 2


def test_a_fault_of_our_own_costs_no_sibling(tmp_path, caplog):
    job = queued(tmp_path)
    (job.root / "layers").rmdir()
    (job.root / "layers").write_text("in the way", encoding="utf-8")
    status = pipeline.run(job, Pencil())
    assert {item.error.code for item in status.candidates} == {"storage-failed"}
    assert (status.state, status.error.code) == ("failed", "storage-failed")


@pytest.mark.parametrize("engine", [Pencil(break_at=0), Pencil(refuse="no pencil")])
def test_a_job_without_a_picture_has_failed_with_the_engines_reason(tmp_path, engine):
    status = pipeline.run(queued(tmp_path), engine)
    assert (status.state, status.error.code) == ("failed", "engine-failed")
    assert status.error.context["reason"] in ("the pencil broke", "no pencil")
    assert len(status.candidates) == 3


def test_a_sheet_without_its_font_fails_the_job_and_keeps_the_pictures(tmp_path, monkeypatch):
    (tmp_path / "art").mkdir()
    (tmp_path / "art" / "Pretendard-Bold.otf").write_bytes(b"no font")
    monkeypatch.setenv("NUKKI_ART", str(tmp_path / "art"))
    settings.cache_clear()
    workshop.close()  # its children read the settings when they begin
    job = queued(tmp_path)
    status = pipeline.run(job, Pencil())
    workshop.close()
    settings.cache_clear()
    assert (status.state, status.error.code, status.passed) == ("failed", "art-missing", 3)
    assert len(finals(job)) == 3


def test_canceling_takes_less_than_two_seconds_and_keeps_what_is_finished(tmp_path):
    job, stop = queued(tmp_path), threading.Event()
    engine, asked = Pencil(seconds=1.5), []

    def watch(status):
        if status.candidates and not asked:
            asked.append(time.monotonic())
            stop.set()

    status = pipeline.run(job, engine, watch, stop)
    assert time.monotonic() - asked[0] < 2
    assert (status.state, status.error.code) == ("canceled", "job-canceled")
    assert list(finals(job)) == ["0_7.png"]
    assert "work" not in job.files.names()
    assert engine.poll("sheet-0").state == "cancelled"


def test_canceling_ends_a_finish_that_is_under_way(tmp_path):
    side = 2048  # takes a second and more to finish

    class Large(Pencil):
        def _work(self, sheet):
            y, x = np.ogrid[:side, :side]
            rgba = np.full((side, side, 4), 90, np.uint8)
            rgba[..., 3] = np.where(np.hypot(y - side / 2, x - side / 2) < side / 3, 255, 0)
            sheet.finished.append(Candidate(0, 7, rgba))
            sheet.progress = Progress("done", 1, 1)

    job, stop, asked = queued(tmp_path, request=pencil.request((7,), (side, side))), Event(), []

    def cancel_once_it_is_finished_on():
        while not (job.root / "candidates" / "0_7.png").exists():
            time.sleep(0.01)
        asked.append(time.monotonic())
        stop.set()

    threading.Thread(target=cancel_once_it_is_finished_on, daemon=True).start()
    status = pipeline.run(job, Large(), stop=stop)
    assert time.monotonic() - asked[0] < 2
    assert (status.state, finals(job)) == ("canceled", {})
    assert "work" not in job.files.names()


def test_a_stickers_border_is_not_taken_for_a_halo(tmp_path):
    request = pencil.request(seeds=(7,), look=packs.load("sp-sticker").look)
    (made,) = pipeline.run(queued(tmp_path, request=request), Pencil()).candidates
    (other,) = pipeline.run(queued(tmp_path), Pencil()).candidates[:1]
    rules = {check["rule"] for check in other.checks}
    assert rules - {check["rule"] for check in made.checks} == {"halo"}


def test_progress_is_shown_at_once_and_logged(tmp_path):
    seen = []
    job = queued(tmp_path)
    pipeline.run(job, Pencil(seconds=0.3), seen.append)
    states = list(dict.fromkeys(status.state for status in seen))
    assert states == ["preparing", "running", "postprocess", "done"]
    assert {status.progress.stage for status in seen if status.progress} >= {"paint"}
    assert b'"progress"' in (job.root / "events.jsonl").read_bytes()


def test_each_candidate_can_be_seen_before_the_next_is_drawn(tmp_path):
    job, early = queued(tmp_path), []

    def watch(status):
        if len(status.candidates) == 1 and status.state == "running":
            early.append((job.root / status.candidates[0].final).is_file())

    pipeline.run(job, Pencil(seconds=0.4), watch)
    assert early
    assert all(early)


def test_a_second_interrupt_leaves_the_job_canceled(tmp_path):
    job = queued(tmp_path)

    def watch(status):
        if status.state == "running":
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        pipeline.run(job, Pencil(seconds=0.5), watch)
    assert job.status().state == "canceled"


def test_a_touched_payload_fails_the_job(tmp_path):
    job = queued(tmp_path)
    text = (job.root / "payload.json").read_text("utf-8").replace("teacup", "coffin")
    (job.root / "payload.json").write_text(text, encoding="utf-8")
    status = pipeline.run(job, Pencil())
    assert (status.state, status.error.code) == ("failed", "payload-changed")


def test_a_drawing_on_a_forced_background_is_keyed_and_finished(tmp_path):
    job = queued(tmp_path, matting=("segment",))
    status = pipeline.run(job, Pencil(backing=(0.0, 0.69, 0.25)))
    assert (status.state, status.passed) == ("done", 3)
    first = status.candidates[0]
    assert [(t["strategy_id"], t["accepted"]) for t in first.tried] == [("segment", True)]
    assert first.confidence > 0.8
    truth, _ = pencil.draw(job.payload().request, 0)
    final = png.read(job.root / first.final)
    x, y = first.facts["offset"]
    height, width = final.shape[:2]
    assert np.abs(final[..., 3].astype(int) - truth[y : y + height, x : x + width, 3]).mean() < 0.5


def test_a_drawing_that_cannot_be_keyed_fails_alone_and_says_what_was_tried(tmp_path):
    job = queued(tmp_path, matting=("segment",))
    status = pipeline.run(job, Pencil(backing=(0.0, 0.69, 0.25), bare_at=1))
    made = status.candidates
    assert [bool(item.final) for item in made] == [True, False, True]
    assert made[1].error.code == "alpha-chain-exhausted"
    assert [attempt["strategy_id"] for attempt in made[1].tried] == ["segment"]
    assert status.state == "done"
