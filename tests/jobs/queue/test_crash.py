"""Workers are killed at every step and at any instant; jobs end once, right, and paid for once."""

import signal
import time

import pytest

from tests.jobs.queue.batch import Batch, dice
from tests.jobs.queue.zygote import STEPS

POINTS = (
    "after claim",
    *(f"{when} {step}" for step in STEPS for when in ("before", "after")),
    "before release",
    "after release",
)
KILLS = 100


@pytest.mark.slow
def test_a_worker_killed_at_any_step_boundary_costs_nothing(database_url, tmp_path, capsys):
    together = 1 if database_url.startswith("sqlite") else 2
    taken = {}
    with Batch(tmp_path, database_url) as batch:
        for point in POINTS:
            batch.point(point)
            batch.staff(together)
            batch.enter()
            batch.wait_for_death()
            died = time.monotonic()
            batch.staff(together)
            batch.wait_for_end()
            taken[point] = time.monotonic() - died
        batch.point(None)
        batch.enter()
        batch.wait_for_end()
        batch.stop()
        batch.audit()
    worst = max(taken, key=taken.get)
    with capsys.disabled():
        print(
            f"\n{len(taken)} boundaries, {together} worker(s): taken over and done after ", end=""
        )
        print(f"{sum(taken.values()) / len(taken):.1f} s, at most {taken[worst]:.1f} s ({worst})")
    assert taken[worst] < 10


@pytest.mark.slow
def test_workers_killed_at_any_instant_lose_nothing_and_pay_once(database_url, tmp_path, capsys):
    together = 1 if database_url.startswith("sqlite") else 2
    chance, kills, since = dice(4), 0, time.monotonic()
    with Batch(tmp_path, database_url) as batch:
        batch.paid.faults(seconds=0.02)
        while kills < KILLS:
            batch.staff(together)
            if len(batch.line.everyone()) < 6:
                batch.enter(4)
            time.sleep(chance.uniform(0.05, 0.5))
            chance.choice(batch.workers).kill()
            kills += 1
        batch.staff(together)
        batch.wait_for_end(120)
        batch.stop()
        batch.audit()
        jobs = len(batch.jobs)
    with capsys.disabled():
        print(f"\n{kills} kills over {jobs} jobs in {time.monotonic() - since:.0f} s")


@pytest.mark.slow
def test_a_worker_that_sleeps_through_its_replacement_does_no_harm(database_url, tmp_path):
    with Batch(tmp_path, database_url) as batch:
        batch.paid.faults(seconds=0.5)
        batch.hire(quick=True)
        batch.hire(quick=True)
        for _ in range(2):
            job_id = batch.enter()
            sleeper = batch.worker_of(job_id)
            batch.put_to_sleep(sleeper)
            batch.wait_for_end()
            sleeper.kill(signal.SIGCONT)
            time.sleep(1.5)
        assert len(batch.history.find(job_id).logged().candidates) == 1
        batch.enter(3)
        batch.wait_for_end()
        batch.stop()
        batch.audit()
