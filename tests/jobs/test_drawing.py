"""Following an engine that is slow, cold, broken, wrong or gone, and paying for nothing twice."""

import errno
import threading
import time

import pytest

from nukki.core.storage import Folder
from nukki.errors import BackendError, EngineError, StorageError
from nukki.jobs import drawing, events, steps, store, work
from nukki.jobs.drawing import Drawing, Patience
from nukki.jobs.store import JobFolder
from nukki.jobs.workshop import Canceled
from tests.engines.paid import PaidEngine, PaidServer
from tests.jobs import pencil
from tests.jobs.pencil import Pencil

QUICK = Patience(poll_s=0.05, pause_s=0.02, silence_s=0.6)


@pytest.fixture(scope="module")
def desk(tmp_path_factory):
    server = PaidServer(tmp_path_factory.mktemp("paid"))
    yield server
    server.kill()


@pytest.fixture
def server(desk, request):
    """The server without faults, put right again afterwards, even if it was killed."""
    yield desk
    if desk.process.poll() is not None:
        desk.start()
    desk.faults(
        seconds=0, cold_s=0, unauthorized=False, unavailable=0, slow_s=0, dies_at=None, fails=[],
        breaks_at=None, wrong_size=[], twice=False, backwards=False, fewer=False, silent=False,
        ignores_cancel=False, forgets=False,
    )  # fmt: skip


def queued(tmp_path, **changes):
    return store.create(Folder(tmp_path), pencil.planned(**changes), pencil.BRIEF, {})


def begun(job, engine, indices=(0, 1, 2), patience=QUICK, watch=None):
    drawn = Drawing(job, job.payload(), engine, watch, patience)
    drawn.start(indices)
    return drawn


def kept(job):
    return [name.partition("_")[0] for name in job.files.names(work.FOLDER)]


def of_kind(job, kind):
    return [event for event in events.read(job.files) if event["event"] == kind]


def charges_of(server, job):
    return [entry for entry in server.charges() if entry["ticket"].startswith(job.id)]


def why(drawn, index):
    with pytest.raises(BackendError) as caught:
        drawn.wait(index)
    return caught.value


class Away(Folder):
    """A storage that cannot be asked for anything while `gone` is set, as a bucket without its
    network."""

    gone = False

    def at(self, folder):
        under = Away(self.root / folder)
        under.gone = self.gone
        return under

    def stat(self, name):
        if self.gone:
            raise OSError(errno.EHOSTUNREACH, "the bucket cannot be reached")
        return super().stat(name)


def test_a_bucket_that_is_away_is_the_storage_s_trouble_and_no_crash(tmp_path):
    job = queued(tmp_path)
    drawn = Drawing(job, job.payload(), Pencil(), None, QUICK)
    drawn.start((0, 1, 2))
    away = Away(job.root)
    away.gone = True
    drawn.job = JobFolder(away)
    with pytest.raises(StorageError) as caught:
        drawn._is_kept(0)
    assert caught.value.code == "storage-unreadable"
    assert caught.value.__cause__.errno == errno.EHOSTUNREACH
    drawn.leave()


def test_each_candidate_is_kept_whole_and_told_before_the_next_is_drawn(tmp_path):
    job, seen = queued(tmp_path), []
    drawn = begun(job, Pencil(seconds=0.3), watch=seen.append)
    drawn.wait(0)
    assert kept(job) == ["0"]
    drawn.wait(2)
    assert kept(job) == ["0", "1", "2"]
    assert drawn.cancel()
    assert [e["state"] for e in of_kind(job, "state")] == ["running", "postprocess"]
    assert {each.stage for each in seen} >= {"paint"}
    assert of_kind(job, "progress")
    assert of_kind(job, "submitted") == []  # it costs nothing and dies with us


def test_only_what_is_missing_is_drawn_and_under_its_own_number(tmp_path):
    whole, part = queued(tmp_path), queued(tmp_path)
    begun(whole, Pencil()).wait(2)
    drawn = begun(part, Pencil(), (2, 0))
    drawn.wait(0)
    drawn.wait(2)
    assert kept(part) == ["0", "2"]
    for name in part.files.names(work.FOLDER):
        path = f"{work.FOLDER}/{name}"
        assert pixels(part, path) == pixels(whole, path)


def pixels(job, path):
    from nukki.engines import parcel

    return parcel.unpack(job.files.read(path)).rgba.tobytes()


def test_what_is_kept_is_not_drawn_again(tmp_path):
    job = queued(tmp_path)
    begun(job, Pencil()).wait(2)
    refusing = begun(job, Pencil(refuse="no pencil"))
    refusing.wait(0)
    refusing.wait(1)
    refusing.wait(2)


@pytest.mark.parametrize(
    ("faults", "index", "code", "others"),
    [
        ({"fails": [1]}, 1, "engine-failed", (0, 2)),
        ({"fewer": True}, 2, "candidate-missing", (0, 1)),
        ({"breaks_at": 1}, 1, "engine-failed", (0,)),
        ({"unauthorized": True}, 0, "engine-refused", ()),
        ({"silent": True}, 0, "engine-silent", ()),
    ],
)
def test_what_will_not_come_is_told_with_the_engines_reason(
    tmp_path, server, faults, index, code, others
):
    server.faults(**faults)
    job = queued(tmp_path)
    drawn = begun(job, PaidEngine(server.url))
    assert why(drawn, index).code == code
    for other in others:
        drawn.wait(other)
    assert drawn.cancel()
    assert all(server.states()[e["handle"]]["state"] != "drawing" for e in charges_of(server, job))


@pytest.mark.parametrize("faults", [{"twice": True}, {"backwards": True}])
def test_candidates_may_come_twice_and_in_any_order(tmp_path, server, faults):
    server.faults(**faults)
    job = queued(tmp_path)
    drawn = begun(job, PaidEngine(server.url))
    for index in range(3):
        drawn.wait(index)
    assert kept(job) == ["0", "1", "2"]


def test_a_refused_authorisation_is_told_at_the_first_answer(tmp_path, server):
    server.faults(unauthorized=True)
    since = time.monotonic()
    assert why(begun(queued(tmp_path), PaidEngine(server.url)), 0).code == "engine-refused"
    assert time.monotonic() - since < 1


def test_five_failed_checks_in_a_row_fail_the_drawing_and_four_do_not(tmp_path, server):
    server.faults(unavailable=4)
    first = begun(queued(tmp_path), PaidEngine(server.url))
    first.wait(2)
    assert first.cancel()
    server.faults(unavailable=1000)
    error = why(begun(queued(tmp_path), PaidEngine(server.url)), 0)
    assert error.code == "engine-overloaded"
    assert 1000 - read_faults(server)["unavailable"] == 5


def read_faults(server):
    import json

    return json.loads((server.folder / "faults.json").read_text("utf-8"))


def test_an_engine_that_is_gone_fails_the_drawing_with_its_reason(tmp_path):
    engine = PaidEngine("http://127.0.0.1:9")
    assert why(begun(queued(tmp_path), engine), 1).code == "engine-unreachable"


def test_a_cold_start_is_a_state_of_its_own_and_waited_for(tmp_path, server):
    server.kill()
    server.start()  # it is cold once in its life
    server.faults(cold_s=0.4)
    seen, job = [], queued(tmp_path)
    drawn = begun(job, PaidEngine(server.url), watch=seen.append)
    drawn.wait(2)
    ended = time.monotonic() + 5  # the last candidate may be there before the engine's end is heard
    while job.status().state != "postprocess" and time.monotonic() < ended:
        time.sleep(0.02)
    assert drawn.cancel()
    assert seen[0].stage == "starting"
    assert job.status().state == "postprocess"
    assert len(charges_of(server, job)) == 1


def test_a_cold_start_that_never_ends_fails_with_a_reason_and_can_be_canceled(tmp_path, server):
    server.kill()
    server.start()
    server.faults(cold_s=1000)
    cold = begun(queued(tmp_path), PaidEngine(server.url, cold_start_s=0.3))
    assert why(cold, 0).code == "engine-never-started"
    patient = begun(queued(tmp_path), PaidEngine(server.url, cold_start_s=1000))
    since = time.monotonic()
    assert patient.cancel()
    assert time.monotonic() - since < 0.5
    with pytest.raises(Canceled):
        patient.wait(0)


def test_cancel_stops_the_engine_within_two_seconds_and_keeps_what_is_drawn(tmp_path, server):
    server.faults(seconds=0.5)
    job = queued(tmp_path)
    drawn = begun(job, PaidEngine(server.url))
    drawn.wait(0)
    since = time.monotonic()
    assert drawn.cancel()
    assert time.monotonic() - since < 2
    with pytest.raises(Canceled):
        drawn.wait(2)
    drawn.wait(0)
    (charge,) = charges_of(server, job)
    assert server.states()[charge["handle"]] == {"state": "cancelled", "canceled": True}
    assert of_kind(job, "note") == []


def test_an_engine_that_ignores_a_cancel_is_noted(tmp_path, server):
    server.faults(seconds=30, ignores_cancel=True)
    job = queued(tmp_path)
    drawn = begun(job, PaidEngine(server.url))
    time.sleep(0.2)
    since = time.monotonic()
    assert not drawn.cancel()
    assert time.monotonic() - since < 2
    assert [note["code"] for note in of_kind(job, "note")] == ["engine-still-running"]
    server.kill()  # it would go on for a minute and a half


def test_a_wait_ends_with_its_own_stop_and_the_drawing_goes_on(tmp_path):
    drawn = begun(queued(tmp_path), Pencil(seconds=0.3))
    stop = threading.Event()
    stop.set()
    with pytest.raises(Canceled):
        drawn.wait(1, stop)
    drawn.wait(1)
    drawn.cancel()


def test_paid_work_is_left_running_and_attached_to_by_the_next_process(tmp_path, server):
    server.faults(seconds=0.3)
    job = queued(tmp_path)
    first = begun(job, PaidEngine(server.url))
    first.wait(0)
    first.leave()
    with pytest.raises(Canceled):
        first.wait(2)
    (told,) = of_kind(job, "submitted")
    assert told["ticket"] == f"{job.id}.0"
    second = begun(JobFolder(job.files), PaidEngine(server.url))
    second.wait(2)
    assert kept(job) == ["0", "1", "2"]
    assert len(charges_of(server, job)) == 1
    assert len(of_kind(job, "submitted")) == 1


def test_a_crash_between_submitting_and_writing_it_down_charges_once(tmp_path, server):
    def crash(_job):
        raise BackendError(drawing.FENCED, found="job")

    job = queued(tmp_path)
    dying = JobFolder(job.files, before=crash)
    assert why(begun(dying, PaidEngine(server.url)), 0).code == drawing.FENCED
    assert of_kind(job, "submitted") == []
    begun(job, PaidEngine(server.url)).wait(2)
    (charge,) = charges_of(server, job)
    assert not server.states()[charge["handle"]]["canceled"]


def test_an_engine_that_died_and_kept_its_ledger_goes_on_without_a_second_charge(tmp_path, server):
    server.faults(seconds=0.1, dies_at=1)
    job = queued(tmp_path)
    slow = Patience(poll_s=0.05, pause_s=0.5, silence_s=5)
    drawn = begun(job, PaidEngine(server.url), patience=slow)
    server.gone()
    server.start()
    drawn.wait(2)
    assert len(charges_of(server, job)) == 1


def test_what_the_engine_has_forgotten_is_submitted_anew_for_what_is_missing(tmp_path, server):
    server.faults(seconds=0.2)
    job = queued(tmp_path)
    first = begun(job, PaidEngine(server.url))
    first.wait(0)
    first.leave()
    server.faults(seconds=0, forgets=True)
    again = begun(job, PaidEngine(server.url))
    assert why(again, 2).code == "engine-unknown-handle"  # it forgets the second as well
    tickets = [event["ticket"] for event in of_kind(job, "submitted")]
    assert tickets == [f"{job.id}.0", f"{job.id}.1"]
    asked = [entry["request"]["seeds"] for entry in charges_of(server, job)]
    assert asked[0] == [7, 8, 9]
    assert asked[1] == [seed for seed in (7, 8, 9) if f"{seed - 7}" not in kept(job)]


def test_a_disk_that_takes_no_drawing_costs_that_drawing_only(tmp_path):
    class Full(Folder):
        def write(self, name, data, *, lasting=True):
            if name.startswith("work/1_"):
                raise OSError(28, "No space left on device")
            super().write(name, data, lasting=lasting)

    job = queued(tmp_path)
    drawn = begun(JobFolder(Full(job.files.root)), Pencil())
    drawn.wait(0)
    drawn.wait(2)
    assert isinstance(why(drawn, 1), StorageError)


def test_a_log_that_takes_nothing_ends_the_paid_work(tmp_path, server):
    server.faults(seconds=5)

    def full(_job):
        raise StorageError("storage-full", path="events.jsonl", reason="full")

    job = queued(tmp_path)
    assert why(begun(JobFolder(job.files, before=full), PaidEngine(server.url)), 0).code == (
        "storage-full"
    )
    (charge,) = charges_of(server, job)
    assert server.states()[charge["handle"]]["state"] == "cancelled"


def test_a_fault_of_an_engine_is_told_to_those_who_wait(tmp_path):
    class Broken(Pencil):
        def poll(self, handle):
            raise ZeroDivisionError

    assert why(begun(queued(tmp_path), Broken()), 0).code == "job-crashed"


def test_candidates_that_nobody_asked_for_are_passed_over(tmp_path, caplog):
    class Generous(Pencil):
        def _work(self, sheet):
            sheet.request = pencil.request(seeds=(7, 99, 9, 10))
            super()._work(sheet)

    job = queued(tmp_path)
    drawn = begun(job, Generous())
    drawn.wait(2)
    assert why(drawn, 1).code == "candidate-missing"
    assert kept(job) == ["0", "2"]
    assert "unasked" in caplog.text


def test_the_reason_reads_as_a_failure_of_the_candidate(tmp_path, server):
    server.faults(fails=[0])
    job = queued(tmp_path)
    error = why(begun(job, PaidEngine(server.url)), 0)
    made = steps.failed(job.payload(), 0, error)
    assert made["error"] == {"code": "engine-failed", "context": {"reason": "oil"}}
    assert isinstance(error, EngineError)
