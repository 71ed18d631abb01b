"""Time left: from what was drawn here before, else from a stated table."""

import pytest

from nukki.catalog import packs, style
from nukki.core.storage import Folder
from nukki.jobs import eta, pipeline
from nukki.jobs.database import open_database
from nukki.jobs.history import History
from nukki.jobs.plan import Plan
from tests.jobs import pencil
from tests.jobs.pencil import Pencil

PLAN = Plan(pencil.planned(), pencil.BRIEF, {})


@pytest.fixture
def history(tmp_path):
    made = History(Folder(tmp_path), open_database(tmp_path / "nukki.db"))
    yield made
    made.close()


@pytest.mark.parametrize(
    ("pack", "kind"),
    [("sp-glass", "glass"), ("sp-3d-clay", "trace"), ("sp-sticker", "vector")],
)
def test_the_look_decides_the_guess(pack, kind):
    combined = style.combine([packs.load(pack)])
    request = pencil.request(seeds=(1, 2), size=(1000, 1000), look=combined.look)
    planned = pencil.planned(request=request, material_class=combined.material_class)
    found = eta.estimate([], planned)
    assert (found.seconds, found.basis) == (eta.START_S + 2 * eta.DEFAULT_S[kind], "default")


def test_past_jobs_tell_better(history):
    assert history.estimate(PLAN.payload).basis == "default"
    pipeline.run(history.create(PLAN), Pencil(seconds=0.2))
    found = history.estimate(PLAN.payload)
    assert found.basis == "past"
    assert 0.6 <= found.seconds - eta.START_S < 6


def test_a_pace_is_known_again_after_the_index_was_made_from_folders(history):
    job = history.create(PLAN)
    pipeline.run(job, Pencil(seconds=0.2))
    before = history.estimate(PLAN.payload)
    history.index.remove(job.id)
    assert history.estimate(PLAN.payload).basis == "default"
    history.reindex()
    assert history.estimate(PLAN.payload) == before


@pytest.mark.parametrize("seconds", [float("nan"), float("inf"), -float("inf"), -1.0])
def test_times_without_sense_say_nothing(history, seconds):
    job = history.create(PLAN)
    item = {"index": 0, "seed": 7, "final": "final/0_7.png", "timings": {"draw": seconds}}
    job.log("candidate", candidate=item)
    job.enter("done")
    assert history.estimate(PLAN.payload).basis == "default"


PACES = [10.0, 11.0, 12.0, 13.0, 14.0, 15.0, 16.0, 17.0, 18.0, 40.0]


def test_between_follows_how_far_earlier_jobs_lay_apart():
    found = eta.between(PACES, "trace", (1000, 1000), 2)
    assert found.measured == 10
    assert found.per_candidate == 14.5
    assert found.low == pytest.approx(eta.START_S + 2 * 10.9)
    assert found.high == pytest.approx(eta.START_S + 2 * 20.2)


def test_between_of_a_few_jobs_is_wider_than_they_are():
    found = eta.between([10.0], "trace", (500, 1000), 1)
    assert (found.low, found.high, found.per_candidate, found.measured) == (
        eta.START_S + 4.0,
        eta.START_S + 6.25,
        5.0,
        1,
    )


def test_between_of_no_jobs_is_a_rule_of_thumb_around_the_estimate():
    found = eta.between([], "glass", (1000, 1000), 1)
    assert found.measured == 0
    assert found.low < eta.START_S + eta.DEFAULT_S["glass"] < found.high
