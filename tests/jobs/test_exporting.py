"""Exports of real jobs: what is in them, and that nothing about them depends on the moment."""

import hashlib
import io
import json
import shutil
import zipfile

import numpy as np
import pytest
from PIL import Image
from psd_tools import PSDImage
from psd_tools.composite import composite

from nukki.core import png
from nukki.core.storage import Folder
from nukki.errors import InputError, StorageError
from nukki.jobs import exporting, pipeline, store
from nukki.jobs.exporting import Wanted
from nukki.review import decisions
from nukki.review.decisions import Change, Decisions
from nukki.review.export_sizes import Sizes, parse
from tests.jobs.pencil import BRIEF, Pencil, planned
from tests.review.pictures import over

NOW = "2026-01-31T09:00:00.000Z"


@pytest.fixture(scope="module")
def drawn(tmp_path_factory):
    job = store.create(Folder(tmp_path_factory.mktemp("storage")), planned(), BRIEF, {})
    pipeline.run(job, Pencil())
    return job


@pytest.fixture
def job(drawn, tmp_path):
    """A copy that a test may damage."""
    shutil.copytree(drawn.root, tmp_path / drawn.id)
    return store.JobFolder(Folder(tmp_path / drawn.id))


def exported(job, target, **wanted):
    made = exporting.write(job.files, Wanted(**wanted), target / "out.zip")
    with zipfile.ZipFile(target / "out.zip") as opened:
        assert opened.testzip() is None
        held = {name: opened.read(name) for name in opened.namelist()}
    return made, held, json.loads(held[exporting.MANIFEST])


def test_the_manifest_says_what_each_file_is(drawn, tmp_path):
    made, held, manifest = exported(drawn, tmp_path, formats=("png", "webp"))
    files = [file for one in manifest["pictures"] for file in one["files"]]
    assert {file["file"] for file in files} | {exporting.MANIFEST} == set(held)
    assert made.count == len(files) == 2 * len(manifest["pictures"])
    for file in files:
        data = held[file["file"]]
        assert (file["bytes"], file["sha256"]) == (len(data), hashlib.sha256(data).hexdigest())
        assert Image.open(io.BytesIO(data)).size == (file["width"], file["height"])
    assert manifest["brief"] == BRIEF
    assert manifest["concept"] == "컵"
    assert [one["seed"] for one in manifest["pictures"]] == [7, 8, 9]
    assert {one["digital_source_type"].rpartition("/")[2] for one in manifest["pictures"]} == {
        "algorithmicMedia"
    }
    assert "IPTC" in manifest["notes"][0]
    assert (made.name, made.bytes) == ("컵.zip", (tmp_path / "out.zip").stat().st_size)


def test_the_same_job_gives_the_same_bytes(drawn, tmp_path):
    wanted = Wanted(("png", "webp", "avif", "psd"), parse(["1x,2x"]), indices=(0,))
    for name in ("one", "two"):
        exporting.write(drawn.files, wanted, tmp_path / name)
    assert (tmp_path / "one").read_bytes() == (tmp_path / "two").read_bytes()


def test_the_largest_size_is_what_was_drawn(drawn, tmp_path):
    _, held, manifest = exported(drawn, tmp_path, sizes=parse(["1x,2x"]), indices=(1,))
    final = png.decode(drawn.files.read("final/1_8.png"))
    assert np.array_equal(png.decode(held["컵 1_8@2x.png"]), final)
    half = png.decode(held["컵 1_8.png"])
    assert half.shape[:2] == tuple((side + 1) // 2 for side in final.shape[:2])
    assert len(manifest["notes"]) == 2


def test_a_picture_that_is_smaller_than_asked_is_told_not_enlarged(drawn, tmp_path):
    _, held, manifest = exported(drawn, tmp_path, sizes=Sizes(longest=4000), indices=(1,))
    final = png.decode(drawn.files.read("final/1_8.png"))
    assert np.array_equal(png.decode(held["컵 1_8.png"]), final)
    assert "4000" in manifest["notes"][2]


def test_settings_are_left_out_and_the_mark_stays(drawn, tmp_path):
    _, held, _ = exported(drawn, tmp_path, indices=(0,))
    assert png.settings_of(held["컵 0_7.png"]) is None
    assert png.source_type_of(held["컵 0_7.png"]) == "algorithmicMedia"
    _, held, manifest = exported(drawn, tmp_path, indices=(0,), keep_settings=True)
    assert png.settings_of(held["컵 0_7.png"])["seed"] == 7
    assert manifest["settings_in_pictures"]


def test_the_whole_frame_shows_the_object_where_it_was_drawn(drawn, tmp_path):
    _, held, manifest = exported(drawn, tmp_path, trimmed=False, indices=(0,))
    frame = png.decode(held["컵 0_7.png"])
    assert frame.shape == (280, 300, 4)
    assert manifest["pictures"][0]["offset"] == [0, 0]
    drawing = png.decode(drawn.files.read("candidates/0_7.png"))
    opaque = drawing[..., 3] == 255
    assert np.array_equal(frame[opaque], drawing[opaque])


def test_a_psd_looks_like_the_final_over_white_and_over_black(drawn, tmp_path):
    _, held, manifest = exported(drawn, tmp_path, formats=("psd",), indices=(2,), language="ko")
    final = png.decode(drawn.files.read("final/2_9.png"))
    document = PSDImage.open(io.BytesIO(held["컵 2_9.psd"]))
    assert [layer.name for layer in document] == ["그림자", "오브젝트"]
    assert manifest["pictures"][0]["layers"] == ["shadow", "object"]
    colour, _, alpha = composite(document, force=True)[:3]
    for backdrop in (0, 255):
        shown = 255 * colour * alpha + backdrop * (1 - alpha)
        assert np.abs(shown - over(final, backdrop)).max() <= 1


def decided(job, **change):
    made = decisions.changed(Decisions(), Change(**change), 3)
    job.files.write(decisions.NAME, json.dumps(made.to_file()).encode())


def test_what_is_exported_is_selected_else_passed_else_finished(job):
    def indices():
        return [item.index for item in exporting.chosen(job, None)]

    assert indices() == [item.index for item in job.status().candidates if item.passed] != []
    decided(job, selected=(2, 0))
    assert indices() == [0, 2]
    (job.root / decisions.NAME).write_bytes(b"{")
    failed = {"index": 0, "seed": 7, "final": "final/0_7.png", "passed": False}
    for index, seed in ((0, 7), (1, 8), (2, 9)):
        job.log("candidate", candidate=failed | {"index": index, "seed": seed,
                                                 "final": f"final/{index}_{seed}.png"})  # fmt: skip
    assert indices() == [0, 1, 2]


@pytest.mark.parametrize("index", [3, -1, 99])
def test_a_candidate_that_is_not_finished_is_refused(drawn, index):
    with pytest.raises(InputError) as refused:
        exporting.chosen(drawn, (0, index))
    assert refused.value.code == "export-candidate"


def test_a_job_without_pictures_has_nothing_to_export(tmp_path):
    job = store.create(Folder(tmp_path), planned(), BRIEF, {})
    with pytest.raises(InputError) as refused:
        exporting.chosen(job, None)
    assert refused.value.code == "export-nothing"


@pytest.mark.parametrize(
    "claim",
    [
        {"final": "final/../../secret.png"},
        {"final": "/etc/passwd"},
        {"final": True},
        {"index": 1.5, "final": "final/1.5_7.png"},
        {"seed": "a/b", "final": "final/0_a/b.png"},
        {"seed": -1, "final": "final/0_-1.png"},
    ],
)
def test_a_folder_that_lies_leads_nowhere(job, tmp_path, claim):
    with (job.root / "events.jsonl").open("a") as log:
        told = {"index": 0, "seed": 7, "passed": True} | claim
        log.write(json.dumps({"at": NOW, "event": "candidate", "candidate": told}) + "\n")
    _, held, _ = exported(job, tmp_path)
    assert set(held) <= {"컵 0_7.png", "컵 1_8.png", "컵 2_9.png", exporting.MANIFEST}


def test_a_picture_that_is_gone_is_told(job, tmp_path):
    (job.root / "final/0_7.png").unlink()
    with pytest.raises(InputError) as refused:
        exporting.write(job.files, Wanted(indices=(0,)), tmp_path / "out.zip")
    assert refused.value.code == "export-damaged"


@pytest.mark.parametrize("place", ["final/0_7.png", "layers/0_7_shadow.png"])
@pytest.mark.parametrize("content", [b"", b"\x89PNG\r\n\x1a\n", b"x" * 1000])
def test_a_damaged_picture_is_told(job, tmp_path, place, content):
    (job.root / place).write_bytes(content)
    with pytest.raises(InputError) as refused:
        exporting.write(job.files, Wanted(("psd",), indices=(0,)), tmp_path / "out.zip")
    assert refused.value.code == "export-damaged"


def test_a_link_out_of_the_folder_is_not_followed(job, tmp_path, drawn):
    (job.root / "final/0_7.png").unlink()
    (job.root / "final/0_7.png").symlink_to(drawn.root / "final/0_7.png")
    with pytest.raises(InputError) as refused:
        exporting.write(job.files, Wanted(indices=(0,)), tmp_path / "out.zip")
    assert refused.value.code == "export-damaged"


def test_a_place_that_takes_nothing_is_told(drawn, tmp_path):
    with pytest.raises(StorageError):
        exporting.write(drawn.files, Wanted(), tmp_path / "no" / "out.zip")


@pytest.mark.parametrize(
    ("texts", "found"),
    [([], ("png",)), (["webp,PNG"], ("png", "webp")), (["psd", "psd", "avif"], ("avif", "psd"))],
)
def test_formats_are_read_as_people_write_them(texts, found):
    assert exporting.formats(texts) == found


@pytest.mark.parametrize("text", ["gif", "", "png;webp", "zip"])
def test_other_formats_are_refused(text):
    with pytest.raises(InputError) as refused:
        exporting.formats([text])
    assert refused.value.code == "export-format"
