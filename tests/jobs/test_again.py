"""What a re-run keeps, refuses and notes."""

import pytest

from nukki.errors import PayloadError
from nukki.jobs import again, store
from tests.jobs import pencil


@pytest.fixture
def job(tmp_path):
    return store.create(tmp_path, pencil.planned(), pencil.BRIEF, {})


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
    with pytest.raises(PayloadError) as caught:
        again.on_this_machine(job.payload(), {**pencil.PINS, "art.icons": "b" * 64})
    assert (caught.value.code, caught.value.context["found"]) == ("payload-art", "art.icons")


def test_an_engine_that_is_not_here_is_refused(tmp_path):
    job = store.create(tmp_path, pencil.planned(engine="local-comfy"), pencil.BRIEF, {})
    with pytest.raises(PayloadError) as caught:
        again.make(job, pencil.PINS, tmp_path)
    assert caught.value.code == "payload-engine"


def test_a_touched_brief_is_refused(job, tmp_path):
    (job.root / "brief.yaml").write_text("object_concept: 다른 것\n", encoding="utf-8")
    with pytest.raises(PayloadError) as caught:
        again.make(job, pencil.PINS, tmp_path)
    assert caught.value.code == "payload-brief-changed"
