"""Requests for jobs: all or none, and once, whatever dies in between."""

import errno
import subprocess
import sys

import pytest

from nukki.core.storage import Folder
from nukki.errors import BackendError, InputError, StorageError
from nukki.jobs import store
from nukki.jobs import submit as module
from nukki.jobs.history import History
from nukki.jobs.requests import Requests
from nukki.jobs.submit import Terms, summary
from tests.jobs import desk as desks
from tests.jobs.pencil import planned

POINTS = ["create:0", "create:1", "enter:0", "enter:1", "finish:0"]


@pytest.fixture
def desk(tmp_path):
    made = desks.quick_desk(tmp_path)
    yield made
    made.history.close()


def folders(desk):
    return sorted(store.job_ids(desk.history.storage))


def in_line(desk, job_ids):
    return {job_id for job_id in job_ids if desk.line.epoch(job_id) is not None}


def killed(folder, point, key):
    command = [sys.executable, "-m", "tests.jobs.desk", str(folder), "", point, key]
    assert subprocess.run(command, check=False).returncode == -9


@pytest.mark.slow
@pytest.mark.parametrize("point", POINTS)
def test_a_request_that_was_killed_makes_its_jobs_once_when_it_is_sent_again(tmp_path, desk, point):
    killed(tmp_path, point, "banner")
    taken = desks.submit(desk, "banner")
    assert folders(desk) == sorted(taken.job_ids)
    assert in_line(desk, taken.job_ids) == set(taken.job_ids)
    assert desks.submit(desk, "banner").job_ids == taken.job_ids


@pytest.mark.slow
@pytest.mark.parametrize("point", POINTS)
def test_a_request_that_was_killed_is_finished_or_undone_by_the_next_process(tmp_path, desk, point):
    killed(tmp_path, point, "")
    desk.settle()
    left = folders(desk)
    assert len(left) == (0 if point.startswith("create") else 2)
    assert in_line(desk, left) == set(left)
    desk.settle()
    assert folders(desk) == left


@pytest.mark.slow
def test_two_processes_that_are_asked_at_once_under_one_key_make_the_jobs_once(
    tmp_path, database_url
):
    command = [sys.executable, "-m", "tests.jobs.desk", str(tmp_path), database_url, "never", "k"]
    asked = [subprocess.Popen(command, stdout=subprocess.PIPE, text=True) for _ in range(3)]
    told = {process.communicate(timeout=60)[0] for process in asked}
    assert {process.returncode for process in asked} == {0}
    (one,) = told
    assert sorted(store.job_ids(Folder(tmp_path))) == sorted(one.split())


def test_a_job_that_was_drawn_before_the_crash_was_noticed_is_not_drawn_again(tmp_path, desk):
    killed(tmp_path, "finish:0", "banner")
    first, second = folders(desk)
    claim = desk.line.claim("w", {"render": "render@here"})
    desk.history.find(claim.job_id).enter("done")
    desk.line.release(claim.job_id, claim.epoch)
    assert set(desks.submit(desk, "banner").job_ids) == {first, second}
    assert in_line(desk, [first, second]) == {first, second} - {claim.job_id}


def test_a_job_that_was_damaged_meanwhile_is_failed_and_refuses_nobody(tmp_path, desk):
    killed(tmp_path, "enter:0", "")
    damaged, whole = folders(desk)
    (tmp_path / "jobs" / damaged / "payload.json").write_text("{}", "utf-8")
    desk.settle()
    assert in_line(desk, [damaged, whole]) == {whole}
    assert desk.history.find(damaged).status().error.code == "payload-damaged"


def test_a_folder_that_cannot_be_made_takes_the_others_of_its_batch_along(desk, monkeypatch):
    create, made = History.create, []

    def full(self, plan, **named):
        if made:
            raise StorageError("storage-full", path="jobs", reason="no space")
        made.append(create(self, plan, **named))
        return made[0]

    monkeypatch.setattr(History, "create", full)
    with pytest.raises(StorageError):
        desks.submit(desk, "banner")
    monkeypatch.undo()
    assert folders(desk) == []
    assert desk.history.index.ids() == set()
    assert len(desks.submit(desk, "banner").job_ids) == 2


def test_jobs_that_could_not_enter_the_line_do_so_with_the_next_request(desk, monkeypatch):
    enter, entered = desk.line.enter, []

    def busy(self, job_id, entry):
        if entered:
            raise StorageError("database-busy", path="nukki.db", reason="locked")
        entered.append(enter(job_id, entry))

    monkeypatch.setattr(type(desk.line), "enter", busy)
    with pytest.raises(StorageError):
        desks.submit(desk)
    monkeypatch.undo()
    early = folders(desk)
    assert (len(early), len(in_line(desk, early))) == (2, 1)
    desks.submit(desk, "another")
    assert in_line(desk, folders(desk)) == set(folders(desk))
    assert len(folders(desk)) == 4


def test_what_could_not_be_undone_is_undone_with_the_next_request(desk, monkeypatch):
    create, made = History.create, []

    def breaks(self, plan, **named):
        if made:
            raise StorageError("storage-full", path="jobs", reason="no space")
        made.append(create(self, plan, **named))
        return made[0]

    def refuses(self, name):
        raise OSError(errno.EROFS, "read-only")

    monkeypatch.setattr(History, "create", breaks)
    monkeypatch.setattr(Folder, "remove", refuses)
    with pytest.raises(StorageError) as caught:
        desks.submit(desk, "banner")
    assert caught.value.code == "storage-full"
    monkeypatch.setattr(History, "create", create)
    assert len(desks.submit(desk, "another").job_ids) == 2  # what is left refuses nobody
    monkeypatch.undo()
    taken = desks.submit(desk, "banner")
    assert not taken.replayed
    assert in_line(desk, folders(desk)) == set(folders(desk))
    assert len(folders(desk)) == 4


@pytest.mark.parametrize("after", [0, 1, 2])
def test_a_request_that_slept_until_another_took_it_over_is_made_once_or_not_at_all(
    desk, monkeypatch, after
):
    """`after` so many of its two folders, another process gives it up and settles it."""
    create, made = History.create, []
    other = desks.QuickDesk(desk.history, desk.line, desk.workshop, desk.storage)

    def asleep(request):
        if len(made) == after:
            desk._requests.abandon(request)
            other.settle()

    def creating(self, plan, **named):
        asleep(desk._requests.abandoned_test)
        made.append(create(self, plan, **named))
        return made[-1]

    begin, is_mine = Requests.begin, Requests.is_mine

    def beginning(self, request):
        self.abandoned_test = request
        return begin(self, request)

    def looking(self, request):
        asleep(request)
        return is_mine(self, request)

    monkeypatch.setattr(History, "create", creating)
    monkeypatch.setattr(Requests, "begin", beginning)
    monkeypatch.setattr(Requests, "is_mine", looking)
    if after < 2:
        with pytest.raises(InputError) as caught:
            desks.submit(desk, "banner")
        assert caught.value.code == "request-given-up"
        assert folders(desk) == []
    else:
        taken = desks.submit(desk, "banner")
        assert folders(desk) == sorted(taken.job_ids)
        assert in_line(desk, taken.job_ids) == set(taken.job_ids)
    monkeypatch.undo()
    assert len(desks.submit(desk, "banner").job_ids) == 2
    assert len(folders(desk)) == 2


def test_a_line_without_end_is_refused_before_anything_is_made(desk, monkeypatch):
    monkeypatch.setattr(module, "MOST_WAITING", 2)
    desks.submit(desk, "banner")
    with pytest.raises(BackendError) as caught:
        desks.submit(desk)
    assert caught.value.code == "queue-full"
    assert len(folders(desk)) == 2
    assert desks.submit(desk, "banner").replayed


def test_two_people_may_use_the_same_key(desk):
    one = desk.submit(desks.ASKED, "render", Terms("token:a", key="1"))
    other = desk.submit(desks.ASKED, "render", Terms("token:b", key="1"))
    assert not set(one.job_ids) & set(other.job_ids)
    assert not other.replayed


def test_what_stands_in_the_line_says_what_it_is_and_how_long_it_takes(desk):
    taken = desks.submit(desk)
    (first, *_rest) = desk.line.places(lambda _job_id: None)
    assert first.job_id in taken.job_ids
    assert (first.who, first.priority, first.engine) == ("token:shop", 4, "render")
    assert first.summary == summary(planned()) == "컵 · 3"
    assert first.eta_s > 0


def test_an_engine_that_is_not_here_is_refused_before_anything_is_read(desk):
    with pytest.raises(InputError) as caught:
        desk.submit(desks.ASKED, "remote-comfy", Terms("token:a"))
    assert caught.value.code == "engine-not-here"


def test_the_orchestrator_is_woken_once_the_jobs_stand_in_the_line(desk):
    woken = []
    desk = desks.QuickDesk(
        desk.history, desk.line, desk.workshop, desk.storage,
        wake=lambda: woken.append(len(desk.line.places(lambda _job_id: None))),
    )  # fmt: skip
    desks.submit(desk)
    assert woken == [2]
    assert isinstance(desk.history.storage, Folder)
