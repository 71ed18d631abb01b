"""Plans made in the workshop: files by upload or from an older job, and not without end."""

import pytest

from nukki.brief import load_mapping
from nukki.catalog.asset_change import Wanted
from nukki.core import hashing
from nukki.core.storage import Folder
from nukki.errors import BriefError
from nukki.jobs import planning, uploads
from nukki.jobs.uploads import Prepared
from tests.jobs import shelf

SVG = (
    b'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9">'
    b'<path fill="red" d="M1 1h7v7z"/></svg>'
)


@pytest.fixture(autouse=True)
def pins(monkeypatch):
    """Those of a machine; finding them takes a self-test of the renderer."""
    monkeypatch.setattr(planning, "pins", lambda _engine: {"engine": "1", "variant": "scalar_rgb"})


@pytest.fixture
def upload(tmp_path):
    kept = uploads.keep(Folder(tmp_path), Prepared("svg", SVG, b"webp", 9, 9))
    return f"upload:{kept.id}"


def brief(**fields):
    return load_mapping({"object_concept": "컵", "seed": 5, **fields})[0]


def test_a_file_that_several_briefs_name_is_carried_once(tmp_path, upload):
    entries = [(f"briefs[{n}]", brief(shapes={"컵": upload})) for n in range(3)]
    plans, faults = planning.plan_uploaded(entries, "render", str(tmp_path))
    assert faults == []
    files = [plan.inputs[f"{hashing.of_bytes(SVG)}.svg"] for plan in plans]
    assert files == [SVG] * 3
    assert files[0] is files[1] is files[2]


def test_more_files_than_the_server_may_hold_are_refused(tmp_path, upload, monkeypatch):
    monkeypatch.setattr(planning, "MAX_FILES_BYTES", len(SVG) - 1)
    entries = [("briefs[0]", brief()), ("briefs[1]", brief(shapes={"컵": upload}))]
    plans, faults = planning.plan_uploaded(entries, "render", str(tmp_path))
    assert (plans, [(f.field, f.code) for f in faults]) == (
        [],
        [("briefs[1]", "brief-files-too-large")],
    )


def test_what_cannot_be_read_does_not_hide_what_is_not_there(tmp_path):
    entries = [("", brief(style={"reference_images": ["/etc/passwd", "upload:0"]}))]
    found = planning.faults_of_uploaded(entries, "render", str(tmp_path))
    assert [(fault.field, fault.code) for fault in found] == [
        ("style.reference_images[0]", "brief-not-uploaded"),
        ("style.reference_images[1]", "upload-unknown"),
    ]


def test_an_older_job_lends_its_files_under_the_names_of_its_brief(tmp_path):
    kept = tmp_path / "kept.svg"
    kept.write_bytes(SVG)
    asked = brief(shapes={"컵": "그림/컵.svg"})
    made = planning.plan_kept(asked, {"그림/컵.svg": kept}, "render", str(tmp_path))
    assert [item.name for item in made.payload.inputs] == ["그림/컵.svg"]
    with pytest.raises(BriefError) as caught:
        planning.plan_kept(asked, {}, "render", str(tmp_path))
    assert [fault.code for fault in caught.value.faults] == ["shape-missing"]


def test_brand_pictures_of_a_batch_are_carried_once_and_count_as_files(tmp_path, monkeypatch):
    data = shelf.put(Folder(tmp_path), "logo", (64, 64))
    entries = [
        (f"briefs[{n}]", brief(assets=[{"asset": "logo", "position": place}]))
        for n, place in enumerate(("left", "top"))
    ]
    plans, faults = planning.plan_uploaded(entries, "render", str(tmp_path))
    assert faults == []
    first, second = (plan.inputs[f"{hashing.of_bytes(data)}.png"] for plan in plans)
    assert first == data
    assert first is second
    monkeypatch.setattr(planning, "MAX_FILES_BYTES", len(data) - 1)
    _, faults = planning.plan_uploaded(entries, "render", str(tmp_path))
    assert [fault.code for fault in faults] == ["brief-files-too-large"]


def test_with_todays_versions_brand_pictures_come_from_the_library(tmp_path):
    shelf.put(Folder(tmp_path), "logo", (64, 64))
    made = planning.plan_kept(brief(assets=["logo"]), {}, "render", str(tmp_path))
    assert [item.name for item in made.payload.inputs] == ["asset:logo:default"]
    shelf.library(Folder(tmp_path)).change("logo", Wanted(hidden=True), "test")
    with pytest.raises(BriefError) as caught:
        planning.plan_kept(brief(assets=["logo"]), {}, "render", str(tmp_path))
    assert [fault.code for fault in caught.value.faults] == ["asset-hidden"]
