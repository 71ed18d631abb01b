"""Child processes that may do anything wrong without costing the process that asked."""

import os
import signal
import statistics
import subprocess
import sys
import threading
import time
from concurrent.futures import ThreadPoolExecutor

import pytest

from nukki.core import process
from nukki.errors import BackendError
from nukki.jobs import workshop
from nukki.jobs.workshop import Canceled, Workshop
from tests.jobs import errands

ERRANDS = "tests.jobs.errands"


@pytest.fixture
def shop():
    made = Workshop()
    yield made
    made.close()


@pytest.fixture
def hasty():
    made = Workshop(idle_s=0.15)
    yield made
    made.close()


def is_gone(pid, within_s=3.0):
    until = time.monotonic() + within_s
    while process.started(pid) is not None:
        if time.monotonic() > until:
            return False
        time.sleep(0.02)
    return True


def soon(path, within_s=5.0):
    """The text of a file that is about to be written."""
    until = time.monotonic() + within_s
    while not (path.is_file() and path.read_text("utf-8")):
        assert time.monotonic() < until
        time.sleep(0.01)
    return path.read_text("utf-8")


def test_a_function_runs_in_another_process_that_stays_for_the_next_call(shop):
    first, second = (shop.run(f"{ERRANDS}:pid") for _ in range(2))
    assert first == second != os.getpid()
    assert shop.run(f"{ERRANDS}:add", ["한"], [2]) == ["한", 2]
    counts = shop.counts()
    assert (counts.calls, counts.children, counts.running) == (3, 1, 0)


def test_the_child_finds_the_same_modules_and_has_loaded_no_numeric_library(shop):
    path, is_numeric, is_alone = shop.run(f"{ERRANDS}:where")
    assert (path, is_numeric, is_alone) == (sys.path, False, True)


@pytest.mark.parametrize("kind", ["engine", "brief", "pack", "chain"])
def test_an_error_arrives_as_it_was_raised(shop, kind):
    own = errands.refusals()[kind]
    with pytest.raises(type(own)) as caught:
        shop.run(f"{ERRANDS}:refuse", kind)
    assert vars(caught.value) == vars(own)
    assert caught.value.message("ko") == own.message("ko")
    assert shop.counts().children == 1


@pytest.mark.parametrize(
    ("function", "arguments", "reason"),
    [
        ("divide", (0,), "ZeroDivisionError"),
        ("unsendable", (), "AttributeError|PicklingError"),
        ("no_such_thing", (), "AttributeError"),
    ],
)
def test_a_fault_is_told_and_logged_and_the_child_stays(shop, caplog, function, arguments, reason):
    before = shop.run(f"{ERRANDS}:pid")
    with pytest.raises(BackendError) as caught:
        shop.run(f"{ERRANDS}:{function}", *arguments)
    assert caught.value.code == "workshop-failed"
    assert caught.value.context["reason"] in reason.split("|")
    assert "Traceback" in caplog.text
    assert shop.run(f"{ERRANDS}:pid") == before


@pytest.mark.parametrize(("how", "status"), [("segfault", -11), ("killed", -9)])
def test_a_child_that_dies_is_told_and_the_next_call_gets_a_new_one(shop, how, status):
    before = shop.run(f"{ERRANDS}:pid")
    with pytest.raises(BackendError) as caught:
        shop.run(f"{ERRANDS}:die", how)
    assert (caught.value.code, caught.value.context) == ("workshop-crashed", {"status": status})
    assert shop.run(f"{ERRANDS}:pid") != before
    assert shop.counts().crashed == 1


def test_a_child_that_died_at_rest_is_replaced(shop):
    before = shop.run(f"{ERRANDS}:pid")
    os.kill(before, signal.SIGKILL)
    assert is_gone(before)
    assert shop.run(f"{ERRANDS}:pid") != before


def test_a_child_that_dies_before_it_has_begun_a_call_costs_nothing(shop):
    before = shop.run(f"{ERRANDS}:pid")
    os.kill(before, signal.SIGSTOP)  # it takes the call, as one does whose threads are just dying
    with ThreadPoolExecutor() as pool:
        asked = pool.submit(shop.run, f"{ERRANDS}:pid")
        while not shop.counts().running:
            time.sleep(0.01)
        time.sleep(0.1)
        os.kill(before, signal.SIGKILL)
        assert asked.result(timeout=10) != before
    assert shop.counts().crashed == 0


def test_work_that_takes_too_long_is_ended(shop, tmp_path):
    with pytest.raises(BackendError) as caught:
        shop.run(f"{ERRANDS}:sleep", 60, str(tmp_path / "pid"), timeout_s=1)
    assert caught.value.code == "workshop-timeout"
    assert is_gone(int(soon(tmp_path / "pid")))
    assert shop.counts().timeouts == 1


def test_work_that_needs_too_much_memory_is_refused_it():
    shop = Workshop(memory_mb=400)
    with pytest.raises(BackendError) as caught:
        shop.run(f"{ERRANDS}:hold", 600)
    assert caught.value.code == "workshop-memory"
    assert shop.run(f"{ERRANDS}:hold", 50) == 50 * 2**20
    shop.close()


def test_stop_kills_the_child_within_half_a_second(shop, tmp_path):
    stop, note = threading.Event(), tmp_path / "pid"
    with ThreadPoolExecutor() as pool:
        running = pool.submit(shop.run, f"{ERRANDS}:sleep", 60, str(note), stop=stop)
        child = int(soon(note))
        since = time.monotonic()
        stop.set()
        with pytest.raises(Canceled):
            running.result(timeout=5)
    assert time.monotonic() - since < 0.5
    assert is_gone(child)
    assert shop.counts().canceled == 1
    assert shop.run(f"{ERRANDS}:add", 1, 2) == 3


def test_nothing_is_begun_that_nobody_wants(shop):
    stop = threading.Event()
    stop.set()
    with pytest.raises(Canceled):
        shop.run(f"{ERRANDS}:pid", stop=stop)
    assert shop.counts().children == 0


@pytest.mark.parametrize(("lane", "waits"), [("make", True), ("ask", False)])
def test_jobs_wait_for_their_turn_and_people_only_so_long(tmp_path, lane, waits):
    shop, other = Workshop(size=1), "make" if lane == "ask" else "ask"
    with ThreadPoolExecutor() as pool:
        stop = threading.Event()
        first = pool.submit(
            shop.run, f"{ERRANDS}:sleep", 60, str(tmp_path / "1"), stop=stop, lane=lane
        )
        soon(tmp_path / "1")
        second = pool.submit(shop.run, f"{ERRANDS}:add", 1, 2, timeout_s=0.3, lane=lane)
        assert shop.run(f"{ERRANDS}:add", 2, 3, lane=other) == 5
        if waits:
            time.sleep(0.4)
        else:
            assert second.exception(timeout=5).code == "workshop-busy"
        stop.set()
        assert isinstance(first.exception(timeout=5), Canceled)
        assert not waits or second.result(timeout=5) == 3
    shop.close()


def test_a_child_goes_when_idle_and_one_that_is_just_going_costs_no_call(hasty):
    seen = set()
    for _ in range(8):  # at 0.15 s a call meets a child that is just leaving, sooner or later
        seen.add(hasty.run(f"{ERRANDS}:pid"))
        time.sleep(0.15)
    assert len(seen) > 1
    assert all(is_gone(pid) for pid in seen)
    until = time.monotonic() + 3
    while hasty.counts().children:  # its threads may outlive the process by a moment
        assert time.monotonic() < until
        time.sleep(0.01)
    assert hasty.counts().crashed == 0


def test_closing_ends_children_at_work_and_at_rest(shop, tmp_path):
    resting = shop.run(f"{ERRANDS}:pid", lane="ask")
    with ThreadPoolExecutor() as pool:
        running = pool.submit(shop.run, f"{ERRANDS}:sleep", 60, str(tmp_path / "pid"))
        working = int(soon(tmp_path / "pid"))
        shop.close()
        assert isinstance(running.exception(timeout=5), Canceled)
    assert is_gone(resting)
    assert is_gone(working)
    with pytest.raises(Canceled):
        shop.run(f"{ERRANDS}:pid")


def test_many_threads_share_few_children():
    shop = Workshop(size=2)
    with ThreadPoolExecutor(8) as pool:
        sums = list(pool.map(lambda n: shop.run(f"{ERRANDS}:add", n, n), range(200)))
    assert sums == [2 * n for n in range(200)]
    assert shop.counts().children <= 2
    shop.close()


PARENT = """
import sys
from nukki.jobs import workshop
workshop.shared().run("tests.jobs.errands:sleep", 0.01)
workshop.shared().run("tests.jobs.errands:sleep", 60, sys.argv[1])
"""


def test_children_end_with_a_parent_that_was_killed(tmp_path):
    note = tmp_path / "pid"
    parent = subprocess.Popen([sys.executable, "-c", PARENT, str(note)])
    child = int(soon(note))
    parent.kill()
    parent.wait()
    assert is_gone(child)


def test_what_children_print_stays_with_them(shop, capfd):
    assert shop.run(f"{ERRANDS}:speak", "garble") == "garble"
    assert capfd.readouterr() == ("", "")


def test_the_shared_workshop_is_one_until_it_is_closed():
    first = workshop.shared()
    assert workshop.shared() is first
    workshop.close()
    second = workshop.shared()
    assert second is not first
    assert second.run(f"{ERRANDS}:add", 1, 1) == 2
    workshop.close()


def test_a_call_of_a_warm_child_costs_less_than_two_milliseconds(shop):
    shop.run(f"{ERRANDS}:add", 1, 1)
    taken = []
    for n in range(300):
        since = time.perf_counter()
        shop.run(f"{ERRANDS}:add", n, n)
        taken.append(time.perf_counter() - since)
    print(f"a warm call: {statistics.median(taken) * 1e3:.2f} ms (median of 300)")
    assert statistics.median(taken) < 0.002
