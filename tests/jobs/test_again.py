"""What a re-run keeps, refuses and notes."""

import pytest

from nukki.core.storage import Folder
from nukki.errors import PayloadError
from nukki.jobs import again, store
from tests.jobs import pencil


@pytest.fixture
def job(tmp_path):
    return store.create(Folder(tmp_path), pencil.planned(), pencil.BRIEF, {})


def test_on_the_same_machine_the_payload_is_the_same(job):
    assert again.on_this_machine(job.payload(), pencil.PINS) == job.payload()


def test_another_renderer_is_pinned_anew_and_noted(job):
    other = again.on_this_machine(job.payload(), {**pencil.PINS, "pencil": "2"})
    assert other.request.pins["pencil"] == "2"
    assert [note.code for note in other.notes] == ["note-versions-differ"]
    assert "pencil 1 → 2" in other.notes[0].context["changes"]
    back = again.on_this_machine(other, pencil.PINS)
    assert len(back.notes) == 1


def test_other_art_is_refused(job):
    drawn_from = {**job.payload().versions, "art.icons.json": "another"}
    old = job.payload().model_copy(update={"versions": drawn_from})
    with pytest.raises(PayloadError) as caught:
        again.on_this_machine(old, pencil.PINS)
    assert (caught.value.code, caught.value.context["found"]) == ("payload-art", "art.icons.json")


@pytest.mark.parametrize(
    ("pinned", "here", "taken", "noted"),
    [
        ("scalar_rgb", "llvm_ad_rgb", "scalar_rgb", False),
        ("llvm_ad_rgb", "scalar_rgb", "scalar_rgb", True),
        ("llvm_ad_rgb", "llvm_ad_rgb", "llvm_ad_rgb", False),
    ],
)
def test_the_variant_that_every_machine_has_is_honoured(pinned, here, taken, noted):
    request = pencil.request(pins={"variant": pinned})
    found = again.on_this_machine(pencil.planned(request=request), {"variant": here})
    assert found.request.pins["variant"] == taken
    assert bool(found.notes) == noted


def test_an_engine_that_is_not_here_is_refused(tmp_path):
    job = store.create(Folder(tmp_path), pencil.planned(engine="local-comfy"), pencil.BRIEF, {})
    with pytest.raises(PayloadError) as caught:
        again.make(job, pencil.PINS, Folder(tmp_path))
    assert caught.value.code == "payload-engine"


def test_a_touched_brief_is_refused(job, tmp_path):
    (job.root / "brief.yaml").write_text("object_concept: 다른 것\n", encoding="utf-8")
    with pytest.raises(PayloadError) as caught:
        again.make(job, pencil.PINS, Folder(tmp_path))
    assert caught.value.code == "payload-brief-changed"
