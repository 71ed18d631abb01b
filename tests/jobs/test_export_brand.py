"""Exports of pictures with brand artwork: what each file holds of it is proved, not believed."""

import hashlib
import io
import json
import shutil
import zipfile

import numpy as np
import pytest
from PIL import Image
from psd_tools import PSDImage

from nukki.core import png
from nukki.core.storage import Folder
from nukki.errors import InputError
from nukki.jobs import events, exporting, store
from nukki.jobs.exporting import Wanted
from nukki.review.export_sizes import parse
from tests.jobs.by_hand import OFFSET, PLACES, SHA256, job_in, outcome
from tests.review.pictures import badge

CORE = badge()[..., 3] == 255


@pytest.fixture(scope="module")
def plain(tmp_path_factory):
    return job_in(tmp_path_factory.mktemp("plain"))


@pytest.fixture(scope="module")
def mixed(tmp_path_factory):
    """The picture behind the object exact, the one on it blended."""
    return job_in(tmp_path_factory.mktemp("mixed"), 1)


def exported(job, target, **wanted):
    exporting.write(job.files, Wanted(**wanted), target / "out.zip")
    with zipfile.ZipFile(target / "out.zip") as opened:
        held = {name: opened.read(name) for name in opened.namelist()}
    manifest = json.loads(held[exporting.MANIFEST])
    (told,) = manifest["pictures"]
    return held, told, manifest


def files_of(told):
    return {file["file"]: file for file in told["files"]}


def core_of(rgba, n=1, offset=(0, 0)):
    x, y = PLACES[n][0] + offset[0], PLACES[n][1] + offset[1]
    return rgba[y : y + 30, x : x + 46][CORE]


@pytest.mark.parametrize("kind", ["png", "webp"])
def test_a_flat_picture_without_loss_is_exact_and_says_so(plain, tmp_path, kind):
    held, told, _ = exported(plain, tmp_path, formats=(kind,))
    (name,) = set(held) - {exporting.MANIFEST}
    file = files_of(told)[name]
    assert file["flat"] == "exact"
    assert [one["exact_in_this_file"] for one in file["assets"]] == [True, True]
    rgba = np.asarray(Image.open(io.BytesIO(held[name])).convert("RGBA"))
    assert np.array_equal(core_of(rgba), badge()[CORE])


def test_a_coded_file_and_a_smaller_one_never_claim_the_designers_bytes(plain, tmp_path):
    _, told, _ = exported(plain, tmp_path, formats=("png", "avif", "psd"), sizes=parse(["1x,2x"]))
    found = {
        (file["format"], file["scale"]): (
            file["flat"],
            [one["exact_in_this_file"] for one in file["assets"]],
        )
        for file in told["files"]
    }
    assert found == {
        ("png", 2): ("exact", [True, True]),
        ("psd", 2): ("exact", [True, True]),
        ("avif", 2): ("lossy", [False, False]),
        ("png", 1): ("resampled", [False, False]),
        ("psd", 1): ("resampled", [False, False]),
        ("avif", 1): ("lossy", [False, False]),
    }


def test_a_blended_picture_is_called_so_in_its_name_its_entry_and_the_notes(mixed, tmp_path):
    held, told, manifest = exported(
        mixed, tmp_path, formats=("png", "webp", "psd"), sizes=parse(["1x,2x"])
    )
    assert set(held) == {
        "컵 0_7-blended.png", "컵 0_7-blended@2x.png", "컵 0_7-blended.webp",
        "컵 0_7-blended@2x.webp", "컵 0_7.psd", "컵 0_7@2x.psd", exporting.MANIFEST,
    }  # fmt: skip
    assert {file["flat"] for file in told["files"]} == {"blended"}
    large = files_of(told)["컵 0_7-blended@2x.png"]["assets"]
    assert [(one["asset"], one["flat"], one["exact_in_this_file"]) for one in large] == [
        ("mark", "exact", True),
        ("badge:dark", "blended", False),
    ]
    document = files_of(told)["컵 0_7@2x.psd"]["assets"]
    assert [one["exact_in_this_file"] for one in document] == [True, True]
    assert any("-blended" in note for note in manifest["notes"])


def test_the_manifest_tells_of_each_brand_picture(mixed, tmp_path):
    _, told, _ = exported(mixed, tmp_path)
    first, second = told["assets"]
    assert (first["asset"], first["variant"], first["flat"]) == ("mark", "default", "exact")
    assert (second["given"], second["flat"], second["file_sha256"]) == (
        "overlay", "blended", SHA256,
    )  # fmt: skip
    assert second["deviation"]["delta_e"] == 5.2
    assert (second["x"], second["y"]) == (PLACES[1][0] + OFFSET[0], PLACES[1][1] + OFFSET[1])
    assert told["digital_source_type"].endswith("/compositeSynthetic")


def test_the_exact_picture_comes_out_of_the_drawing_that_was_blended(mixed, plain, tmp_path):
    held, told, manifest = exported(mixed, tmp_path, assets="exact", keep_settings=True)
    assert set(held) == {"컵 0_7.png", exporting.MANIFEST}
    (file,) = told["files"]
    assert file["flat"] == "exact"
    assert all(one["exact_in_this_file"] for one in file["assets"])
    rgba = png.decode(held["컵 0_7.png"])
    assert np.array_equal(core_of(rgba), badge()[CORE])
    assert not any("-blended" in note for note in manifest["notes"])
    assert png.settings_of(held["컵 0_7.png"])["assets_exported"] == "exact"
    never_blended = png.decode(plain.files.read("final/0_7.png"))
    seen = rgba[..., 3] > 0
    apart = rgba.astype(int) - never_blended
    assert np.abs(apart[seen]).max() <= 1


def test_asking_for_exact_changes_nothing_where_nothing_is_blended(plain, tmp_path):
    (tmp_path / "b").mkdir()
    held, _, _ = exported(plain, tmp_path)
    again, _, _ = exported(plain, tmp_path / "b", assets="exact")
    assert held == again


def test_the_whole_frame_holds_the_artwork_where_the_manifest_says(plain, tmp_path):
    held, told, _ = exported(plain, tmp_path, trimmed=False)
    rgba = png.decode(held["컵 0_7.png"])
    assert np.array_equal(core_of(rgba, 1, OFFSET), badge()[CORE])
    assert told["files"][0]["flat"] == "exact"


@pytest.mark.parametrize("n", [0, 1])
def test_a_picture_that_was_changed_since_is_not_called_exact(tmp_path, n):
    job = job_in(tmp_path)
    rgba = png.decode(job.files.read("final/0_7.png"))
    rgba[PLACES[n][1] + 2, PLACES[n][0] + 20, 1] ^= 1  # one bit of one pixel
    job.files.write("final/0_7.png", png.encode(rgba))
    _, told, _ = exported(job, tmp_path, formats=("png", "psd"))
    assert told["assets"][n]["flat"] == "unlike"
    assert told["assets"][1 - n]["flat"] == "exact"
    flat, document = told["files"]
    assert [one["exact_in_this_file"] for one in flat["assets"]] == [n != 0, n != 1]
    assert flat["flat"] == "unlike"
    assert all(one["exact_in_this_file"] for one in document["assets"])


def test_a_layer_that_was_changed_since_is_not_called_exact(tmp_path):
    job = job_in(tmp_path, 1)
    own = png.decode(job.files.read("layers/0_7_asset1.png"))
    own[PLACES[1][1] + 9, PLACES[1][0] + 9, 2] ^= 1
    job.files.write("layers/0_7_asset1.png", png.encode(own))
    _, told, _ = exported(job, tmp_path, formats=("psd",))
    assert [one["exact_in_this_file"] for one in told["files"][0]["assets"]] == [True, False]
    _, told, _ = exported(job, tmp_path, assets="exact")
    assert told["files"][0]["flat"] == "unlike"


def test_without_the_designers_file_nothing_is_called_exact(tmp_path):
    job = job_in(tmp_path)
    (job.root / f"inputs/{SHA256}.png").unlink()
    _, told, _ = exported(job, tmp_path)
    assert told["files"][0]["flat"] == "unlike"


def claiming(folder, *blended, **claims):
    """A job whose record says these things of its second brand picture."""
    return job_in(folder, *blended, changes=({}, claims))


@pytest.mark.parametrize(
    "claims",
    [
        {"asset": "rival"},
        {"variant": "light"},
        {"stand": "behind"},
        {"asked": "imprint"},
        {"x": -16_384},
        {"x": 10_000},
        {"scale": 1e-300},
        {"scale": 0.99, "width": 8192, "height": 8192},
        {"width": 8192, "height": 8192},
    ],
    ids=str,
)
def test_brand_pictures_that_were_not_asked_for_are_looked_for_where_they_were(tmp_path, claims):
    _, told, _ = exported(claiming(tmp_path, **claims), tmp_path, formats=("png", "psd"))
    found = told["assets"][1]
    assert (found["asset"], found["variant"], found["stand"]) == ("badge", "dark", "on")
    beside = claims.get("x") == 10_000  # a place that it could have
    assert found["flat"] == ("unlike" if beside else "exact")
    assert found["matched"] is not beside


def test_a_record_that_tells_of_more_or_of_none_is_told_of_as_planned(tmp_path):
    job = job_in(tmp_path)
    (entry,) = [event for event in events.read(job.files) if event["event"] == "candidate"]
    for claimed in ([outcome(1, "exact")] * 3, []):
        job.log("candidate", candidate=entry["candidate"] | {"assets": claimed})
        _, told, _ = exported(job, tmp_path, formats=("png",))
        assert [(one["asset"], one["flat"]) for one in told["assets"]] == [
            ("mark", "exact"), ("badge", "exact"),
        ]  # fmt: skip


def test_figures_are_what_the_picture_holds_and_not_what_the_job_claims(tmp_path):
    claims = {"core_px": 9, "visible_px": 9, "core_sha256": "b" * 64, "matched": False}
    _, told, _ = exported(claiming(tmp_path, **claims), tmp_path)
    found = told["assets"][1]
    core = hashlib.sha256(badge()[CORE].tobytes()).hexdigest()
    assert (found["core_px"], found["visible_px"]) == (CORE.sum(), CORE.sum())
    assert (found["core_sha256"], found["matched"]) == (core, True)


@pytest.mark.parametrize("kind", ["png", "webp", "avif", "psd"])
def test_a_changed_picture_is_unlike_in_every_format_and_size(tmp_path, kind):
    job = job_in(tmp_path)
    rgba = png.decode(job.files.read("final/0_7.png")).copy()
    rgba[PLACES[1][1] + 15, PLACES[1][0] + 20, 0] ^= 1
    job.save("final/0_7.png", png.encode(rgba))
    _, told, _ = exported(job, tmp_path, formats=(kind,), sizes=parse(["1x,2x"]))
    assert [file["flat"] for file in told["files"]] == ["unlike", "unlike"]
    assert not told["assets"][1]["matched"]


def test_a_job_copied_elsewhere_exports_the_same_bytes(mixed, tmp_path):
    shutil.copytree(mixed.root, tmp_path / "elsewhere" / mixed.id)
    copy = store.JobFolder(Folder(tmp_path / "elsewhere" / mixed.id))
    for name, job in (("one", mixed), ("two", copy)):
        wanted = Wanted(("png", "psd"), parse(["1x,2x"]), assets="exact")
        exporting.write(job.files, wanted, tmp_path / name)
    assert (tmp_path / "one").read_bytes() == (tmp_path / "two").read_bytes()


@pytest.mark.parametrize("layer", ["object", "asset0", "asset1"])
def test_a_layer_that_is_missing_is_told_where_it_is_needed(tmp_path, layer):
    job = job_in(tmp_path, 1)
    (job.root / f"layers/0_7_{layer}.png").unlink()
    with pytest.raises(InputError) as refused:
        exporting.write(job.files, Wanted(assets="exact"), tmp_path / "out.zip")
    assert refused.value.code == "export-damaged"
    held, _, _ = exported(job, tmp_path)
    assert "컵 0_7-blended.png" in held


@pytest.mark.parametrize("layer", ["object", "asset0", "asset1", "asset1-lit"])
def test_no_layered_file_lacks_what_its_flat_picture_shows(tmp_path, layer):
    job = job_in(tmp_path, 1)
    (job.root / f"layers/0_7_{layer}.png").unlink()
    with pytest.raises(InputError) as refused:
        exporting.write(job.files, Wanted(formats=("psd",)), tmp_path / "out.zip")
    assert refused.value.code == "export-damaged"


@pytest.mark.parametrize("language", ["en", "ko"])
def test_the_groups_of_a_psd_are_called_as_the_library_calls_them(mixed, tmp_path, language):
    held, told, _ = exported(mixed, tmp_path, formats=("psd",), language=language)
    document = PSDImage.open(io.BytesIO(held["컵 0_7.psd"]))
    assert [entry.name for entry in document if entry.is_group()] == ["mark", "badge:dark"]
    words = {"en": "Original pixels", "ko": "원본 픽셀"}
    assert [layer.name for layer in list(document)[3]][1] == words[language]
    assert told["layers"][-1] == "asset1-lit"


def test_other_words_for_the_pixels_are_refused():
    assert exporting.assets(" Exact") == "exact"
    with pytest.raises(InputError) as refused:
        exporting.assets("blended")
    assert refused.value.code == "export-assets"
