"""A candidate's steps, run again after a crash at any instant: the same bytes, nothing twice."""

import json
from contextlib import closing

import pytest

from nukki.core.storage import Folder
from nukki.errors import EngineError, StorageError
from nukki.jobs import candidate, events, pipeline, steps, store, work
from nukki.jobs.drawing import Drawing
from nukki.jobs.store import JobFolder
from nukki.jobs.workshop import Canceled, Workshop
from tests.jobs import pencil
from tests.jobs.pencil import Pencil


@pytest.fixture(scope="module")
def shop():
    made = Workshop()
    yield made
    made.close()


def drawn(folder, engine=None, **changes):
    """A job whose candidates are drawn and kept."""
    job = store.create(Folder(folder), pencil.planned(**changes), pencil.BRIEF, {})
    payload = job.payload()
    drawing = Drawing(job, payload, engine or Pencil())
    drawing.start(range(3))
    for index in range(3):
        drawing.wait(index)
    assert drawing.cancel()
    return job, payload


def files(job, *folders):
    return {
        f"{folder}/{name}": job.files.read(f"{folder}/{name}")
        for folder in folders
        for name in job.files.names(folder)
    }


SHOWN = ("candidates", "layers", "thumbs", "marks", "final")


@pytest.fixture(scope="module")
def by_command(tmp_path_factory):
    """What `nukki run` leaves of the same payload."""
    folder = tmp_path_factory.mktemp("command")
    job = store.create(Folder(folder), pencil.planned(), pencil.BRIEF, {})
    assert pipeline.run(job, Pencil()).state == "done"
    return job


def test_the_steps_leave_the_files_of_a_run_and_clear_their_own(tmp_path, shop, by_command):
    job, payload = drawn(tmp_path)
    for index in range(3):
        assert steps.run("alpha", job, index, shop) == {}
        assert steps.run("finish", job, index, shop) == {}
        result = steps.run("check", job, index, shop)
        json.dumps(result)
        status = steps.record(job, payload, result["made"])
    assert status.passed == 3
    assert job.files.names(work.FOLDER) == []
    status = steps.close(job, payload, shop)
    assert (status.state, status.error) == ("done", None)
    assert files(job, *SHOWN) == files(by_command, *SHOWN)
    assert work.FOLDER not in job.files.names()
    ours, theirs = (json.loads(j.files.read("qa_report.json")) for j in (job, by_command))
    assert ours == theirs


class Unlucky(Workshop):
    """The child of the first call is killed in the middle of it."""

    def run(self, function, *args, **more):
        if not self.counts().crashed:
            function, args = "tests.jobs.errands:die", ("killed",)
        return super().run(function, *args, **more)


def test_a_child_that_is_killed_costs_no_candidate(tmp_path):
    job, _ = drawn(tmp_path)
    with closing(Unlucky(size=1)) as shop:
        assert steps.run("alpha", job, 0, shop) == {}
        assert shop.counts().crashed == 1


class Dying(Folder):
    """A folder whose process is gone at the nth write: what was written stays, nothing more is."""

    left = 0

    def write(self, name, data, *, lasting=True):
        self._count()
        super().write(name, data, lasting=lasting)

    def append(self, name, line):
        self._count()
        super().append(name, line)

    def _count(self):
        if Dying.left == 0:
            raise KeyboardInterrupt
        Dying.left -= 1


def test_a_crash_before_any_write_loses_nothing_and_doubles_nothing(tmp_path):
    """All three steps and the record of one candidate, cut short before each of its writes."""
    whole, _ = drawn(tmp_path / "whole")
    for step in steps.STEPS:
        made = getattr(candidate, step)(whole.files, 0)
    wanted = files(whole, *SHOWN)
    job, payload = drawn(tmp_path / "torn")
    crashes = 0
    for writes in range(100):
        Dying.left = writes
        try:
            for step in steps.STEPS:
                result = getattr(candidate, step)(Dying(job.files.root), 0)
            dying = JobFolder(Dying(job.files.root))
            steps.record(dying, payload, result["made"])
            break
        except KeyboardInterrupt:
            crashes += 1
    assert crashes >= 8
    assert files(job, *SHOWN) == wanted
    told = [e for e in events.read(job.files) if e["event"] == "candidate"]
    assert len(told) == 1
    assert told[0]["candidate"]["final"] == made["made"]["final"]


def test_a_candidate_that_cannot_be_cut_says_what_was_tried(tmp_path, shop):
    job, payload = drawn(tmp_path, Pencil(backing=(0, 0.7, 0.3), bare_at=1), matting=("segment",))
    result = steps.run("alpha", job, 1, shop)
    assert result["failed"]["error"]["code"] == "alpha-chain-exhausted"
    assert [attempt["strategy_id"] for attempt in result["failed"]["tried"]] == ["segment"]
    status = steps.record(job, payload, result["failed"])
    assert status.candidates[0].seed == 8


@pytest.mark.parametrize("step", steps.STEPS)
def test_what_is_missing_or_damaged_between_steps_fails_the_candidate(tmp_path, shop, step):
    job, _ = drawn(tmp_path)
    for before in steps.STEPS[: steps.STEPS.index(step)]:
        assert steps.run(before, job, 0, shop) == {}
    for name in job.files.names(work.FOLDER):
        data = job.files.read(f"{work.FOLDER}/{name}")
        job.files.write(f"{work.FOLDER}/{name}", data[: len(data) // 2])
    assert steps.run(step, job, 0, shop)["failed"]["error"]["code"] in (
        "work-missing",
        "parcel-damaged",
    )
    job.files.remove(work.FOLDER)
    assert steps.run(step, job, 0, shop)["failed"]["error"]["code"] == "work-missing"


def test_a_folder_that_takes_nothing_fails_the_candidate_with_that_reason(tmp_path, shop):
    job, _ = drawn(tmp_path)
    job.files.remove("thumbs")
    job.files.write("thumbs", b"in the way")
    for step in ("alpha", "finish"):
        assert steps.run(step, job, 0, shop) == {}
    assert steps.run("check", job, 0, shop)["failed"]["error"]["code"] == "storage-failed"
    assert job.files.names("final") == []


def test_a_step_that_crashes_or_is_stopped_costs_no_sibling(tmp_path):
    job, payload = drawn(tmp_path)
    tight = Workshop(memory_mb=60)
    result = steps.run("alpha", job, 0, tight)
    tight.close()
    assert result["failed"]["error"]["code"] in (
        "workshop-memory", "workshop-crashed", "candidate-crashed",
    )  # fmt: skip
    with pytest.raises(Canceled):
        steps.run("alpha", job, 1, tight)
    steps.record(job, payload, result["failed"])
    shop = Workshop()
    assert steps.run("alpha", job, 1, shop) == {}
    shop.close()


def test_a_job_without_a_picture_has_failed_with_its_first_reason_and_ends_once(tmp_path, shop):
    job, payload = drawn(tmp_path)
    for index in range(3):
        steps.record(job, payload, steps.failed(payload, index, EngineError("engine-refused")))
    status = steps.close(job, payload, shop)
    assert (status.state, status.error.code) == ("failed", "engine-refused")
    before = job.files.read("events.jsonl")
    assert steps.close(job, payload, shop).state == "failed"
    assert job.files.read("events.jsonl") == before


def test_recording_twice_writes_one_event(tmp_path):
    job, payload = drawn(tmp_path)
    made = steps.failed(payload, 2, StorageError("storage-full", path="x", reason="y"))
    assert steps.record(job, payload, made) == steps.record(job, payload, made)
    assert [e["event"] for e in events.read(job.files)].count("candidate") == 1


def test_an_exception_of_our_own_reads_as_a_crashed_candidate(tmp_path):
    _, payload = drawn(tmp_path)
    made = steps.failed(payload, 0, EngineError("workshop-failed", reason="ZeroDivisionError"))
    assert made["error"] == {"code": "candidate-crashed", "context": {}}
