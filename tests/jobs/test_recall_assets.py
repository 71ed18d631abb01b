"""Brand pictures of an older job: what differs today, and the job again exactly as then."""

from __future__ import annotations

import pytest

from nukki.brief import load_mapping
from nukki.catalog.asset_change import Wanted
from nukki.core.storage import Folder
from nukki.errors import BriefError
from nukki.jobs import again, plan, recall_assets, store
from nukki.jobs.plan import Place
from tests.jobs import shelf

PINS = {"engine": "1", "variant": "scalar_rgb"}
USE = {"asset": "logo", "blend": "overlay", "scale": 0.5}


@pytest.fixture
def storage(tmp_path):
    return Folder(tmp_path)


@pytest.fixture
def job(storage, tmp_path):
    shelf.put(storage, "logo", (300, 100))
    shelf.put(storage, "logo:dark", (300, 100))
    shelf.put(storage, "mark", (64, 64))
    (brief,) = load_mapping({"object_concept": "컵", "assets": [USE, "mark"], "seed": 3})
    made = plan.plan(brief, Place(tmp_path, "render", lambda: PINS, storage))
    return store.create(storage, made.payload, made.brief_text, made.inputs)


def told(job, storage, *, pinned=True):
    brief = again.brief_of(job)
    then = job.payload().request.assets if pinned else None
    found = recall_assets.differences(brief, storage, then)
    return [(note.code, note.context["asset"]) for note in found]


def test_a_library_that_is_as_it_was_tells_nothing(job, storage):
    assert told(job, storage) == []


def test_what_is_hidden_today_is_told(job, storage):
    library = shelf.library(storage)
    library.change("mark", Wanted(hidden=True), "test")
    assert told(job, storage) == [("recall-asset-hidden", "mark")]
    assert told(job, storage, pinned=False) == [("recall-asset-hidden", "mark")]


def test_a_name_that_stands_for_another_picture_today_is_told(job, storage):
    shelf.library(storage).change("logo", Wanted(variants={"default": True}), "test")
    assert told(job, storage) == [("recall-asset-changed", "logo")]
    assert told(job, storage, pinned=False) == []


def test_a_library_elsewhere_lacks_them(job, tmp_path):
    other = Folder(tmp_path / "other")
    shelf.put(other, "lego", (64, 64))
    assert told(job, other) == [("recall-asset-gone", "logo"), ("recall-asset-gone", "mark")]


def test_exactly_as_then_needs_no_library(job, storage):
    library = shelf.library(storage)
    library.change("logo", Wanted(hidden=True), "test")
    library.change("mark", Wanted(hidden=True), "test")
    made = again.make(job, PINS, storage)
    old, new = job.payload(), made.payload()
    assert new.identity() == old.identity()
    assert {path.name for path in made.inputs.iterdir()} == {item.file for item in old.inputs}
    seeded = again.make(job, PINS, storage, new_seed=True).payload()
    assert seeded.request.assets == old.request.assets
    assert seeded.request.seeds != old.request.seeds


def test_with_todays_versions_it_is_looked_up_anew(job, storage, tmp_path):
    place = Place(tmp_path, "render", lambda: PINS, storage)
    brief = again.brief_of(job)
    assert plan.plan(brief, place).payload.request.assets == job.payload().request.assets
    shelf.library(storage).change("logo", Wanted(hidden=True), "test")
    with pytest.raises(BriefError) as caught:
        plan.plan(brief, place)
    assert [fault.code for fault in caught.value.faults] == ["asset-hidden"]


def test_the_brief_says_again_how_each_stands(job):
    assert again.brief_of(job).as_json()["assets"] == [
        {"asset": "logo", "scale": 0.5, "blend": "overlay"}, "mark",
    ]  # fmt: skip
