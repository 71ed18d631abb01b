"""Time left: from what was drawn here before, else from a stated table."""

import pytest

from nukki.catalog import packs, style
from nukki.core.storage import Folder
from nukki.jobs import eta, pipeline, store
from tests.jobs import pencil
from tests.jobs.pencil import Pencil

DAMAGED = ["", "null", '"text"', "[" * 100_000]


@pytest.mark.parametrize(
    ("pack", "kind"),
    [("sp-glass", "glass"), ("sp-3d-clay", "trace"), ("sp-sticker", "vector")],
)
def test_the_look_decides_the_guess(tmp_path, pack, kind):
    combined = style.combine([packs.load(pack)])
    request = pencil.request(seeds=(1, 2), size=(1000, 1000), look=combined.look)
    planned = pencil.planned(request=request, material_class=combined.material_class)
    found = eta.estimate(Folder(tmp_path), planned)
    assert (found.seconds, found.basis) == (eta.START_S + 2 * eta.DEFAULT_S[kind], "default")


def test_past_jobs_tell_better(tmp_path):
    job = store.create(Folder(tmp_path), pencil.planned(), pencil.BRIEF, {})
    pipeline.run(job, Pencil(seconds=0.2))
    for number, text in enumerate(DAMAGED):  # a damaged folder says nothing
        damaged = tmp_path / "jobs" / f"29991231-235959-0000000{number}"
        damaged.mkdir()
        (damaged / "payload.json").write_text(text, "utf-8")
    found = eta.estimate(Folder(tmp_path), pencil.planned())
    assert found.basis == "past"
    assert 0.6 <= found.seconds - eta.START_S < 6


@pytest.mark.parametrize("seconds", [float("nan"), float("inf"), -float("inf")])
def test_times_without_sense_say_nothing(tmp_path, seconds):
    job = store.create(Folder(tmp_path), pencil.planned(), pencil.BRIEF, {})
    item = {"index": 0, "seed": 7, "final": "final/0_7.png", "timings": {"draw": seconds}}
    job.log("candidate", candidate=item)
    job.enter("done")
    assert eta.estimate(Folder(tmp_path), pencil.planned()).basis == "default"
