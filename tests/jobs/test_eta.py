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
