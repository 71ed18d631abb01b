"""A brief out of a job or out of a picture of ours, and out of pictures that strangers made."""

import json
import struct
import zlib

import numpy as np
import pytest

from nukki.brief import load_mapping
from nukki.catalog import packs
from nukki.catalog.style import PackPin
from nukki.core import hashing, png
from nukki.core.storage import Folder
from nukki.errors import BriefError, InputError
from nukki.jobs import inputs, pipeline, plan, planning, recall, store, uploads
from nukki.jobs.database import open_database
from nukki.jobs.history import History
from nukki.jobs.payload import InputFile
from nukki.jobs.plan import Plan
from nukki.jobs.uploads import Prepared
from tests.jobs import pencil
from tests.jobs.pencil import Pencil

SVG = (
    b'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9">'
    b'<path fill="red" d="M1 1h7v7z"/></svg>'
)
MOOD = png.encode(np.full((8, 8, 4), 200, np.uint8))


@pytest.fixture
def history(tmp_path):
    made = History(Folder(tmp_path), open_database(tmp_path / "nukki.db"))
    yield made
    made.close()


@pytest.fixture(autouse=True)
def pins(monkeypatch):
    """Those of a machine; finding them takes a self-test of the renderer."""
    monkeypatch.setattr(planning, "pins", lambda _engine: {"engine": "1", "variant": "scalar_rgb"})


def kept(data, name, kind):
    sha256 = hashing.of_bytes(data)
    return InputFile(file=f"{sha256}.{kind}", name=name, sha256=sha256, bytes=len(data))


def job_of(history, typed, files=(), **changes):
    """A job of a brief; `files` are (content, name in the brief, kind)."""
    (brief,) = load_mapping(typed)
    text = plan.as_text(brief)
    items = [kept(*file) for file in files]
    planned = pencil.planned(
        brief_sha256=hashing.of_bytes(text.encode()), inputs=tuple(items), **changes
    )
    contents = {item.file: file[0] for item, file in zip(items, files, strict=True)}
    return history.create(Plan(planned, text, contents))


WITH_FILES = {
    "object_concept": "컵, 화분, 풍선",
    "shapes": {"컵": "art/cup.svg", "화분": "cactus"},
    "style": {"reference_images": ["mood/one.png"]},
    "candidate_count": 3,
}
FILES = [(SVG, "art/cup.svg", "svg"), (MOOD, "mood/one.png", "png")]


def codes(notes):
    return [note.code for note in notes]


def test_the_brief_of_a_job_is_what_was_asked_for(history):
    typed = {"object_concept": "컵", "style": {"free_text": "warm"}, "candidate_count": 3}
    found = recall.of_job(job_of(history, typed), "render", history.storage)
    assert [found.brief] == load_mapping(typed)
    assert (found.brief.seed, found.seeds) == ("random", (7, 8, 9))
    assert (found.files, found.differences) == ((), ())


def test_files_of_a_job_get_names_that_a_new_job_takes(history, tmp_path):
    job = job_of(history, WITH_FILES, FILES)
    found = recall.of_job(job, "render", history.storage)
    drawing = f"job:{job.id}:{hashing.of_bytes(SVG)}"
    picture = f"job:{job.id}:{hashing.of_bytes(MOOD)}"
    assert found.brief.shapes == {"컵": drawing, "화분": "cactus"}
    assert found.brief.style.reference_images == (picture,)
    assert set(found.files) == {drawing, picture}
    (again,) = load_mapping(found.brief.as_json())
    plans, faults = planning.plan_uploaded([("", again)], "render", str(tmp_path))
    assert faults == []
    assert set(plans[0].inputs.values()) == {SVG, MOOD}
    second = history.create(plans[0])
    assert (
        recall.of_job(second, "render", history.storage)
        .brief.shapes["컵"]
        .startswith(f"job:{second.id}:")
    )


def test_a_file_is_found_only_as_the_job_lists_it(history, tmp_path):
    job = job_of(history, WITH_FILES, FILES)
    sha256 = hashing.of_bytes(SVG)
    storage = Folder(tmp_path)
    assert inputs.find(storage, job.id, sha256).read_bytes() == SVG
    inside = tmp_path / "jobs" / job.id / "inputs"
    (inside / f"{'0' * 64}.svg").write_bytes(SVG)
    other = "20260131-090000-1f3a9c07"
    for job_id, wanted in [(job.id, "0" * 64), (other, sha256), ("../jobs", sha256)]:
        with pytest.raises(InputError) as raised:
            inputs.find(storage, job_id, wanted)
        assert raised.value.code == "brief-not-kept"


def test_a_file_that_was_changed_or_replaced_by_a_link_is_gone(history, tmp_path):
    job = job_of(history, WITH_FILES, FILES)
    file = tmp_path / "jobs" / job.id / "inputs" / f"{hashing.of_bytes(SVG)}.svg"
    outside = tmp_path / "outside.svg"
    outside.write_bytes(SVG)
    for spoil in (lambda: file.write_bytes(b"<svg/>"), lambda: file.symlink_to(outside)):
        file.unlink()
        spoil()
        with pytest.raises(InputError) as raised:
            inputs.find(Folder(tmp_path), job.id, hashing.of_bytes(SVG))
        assert raised.value.code == "brief-not-kept"


def test_a_brief_with_a_file_of_a_job_that_is_gone_is_refused_at_its_field(tmp_path):
    gone = f"job:20260131-090000-1f3a9c07:{'a' * 64}"
    typed = {"object_concept": "컵", "shapes": {"컵": gone}, "style": {"reference_images": [gone]}}
    (brief,) = load_mapping(typed)
    found = planning.faults_of_uploaded([("", brief)], "render", str(tmp_path))
    assert {(fault.field, fault.code) for fault in found} == {
        ("shapes.컵", "brief-not-kept"),
        ("style.reference_images[0]", "brief-not-kept"),
    }


def test_a_file_that_the_job_does_not_hold_is_left_out_and_told(history):
    found = recall.of_job(job_of(history, WITH_FILES, FILES[:1]), "render", history.storage)
    assert found.brief.style.reference_images == ()
    (note,) = found.differences
    assert (note.code, note.context) == ("recall-files-lost", {"files": "one.png"})


def test_everything_that_differs_today_is_told(history):
    glass = {"id": "sp-glass", "version": 99, "sha256": "0" * 64}
    gone = {"id": "my-own", "version": 2, "sha256": "0" * 64}
    versions = {**pencil.payload.versions(), "nukki": "0.0.1", "art.icons.json": "0" * 16}
    job = job_of(
        history,
        {"object_concept": "컵", "model": "qwen-image"},
        engine="old-engine",
        model="qwen-image",
        packs=(PackPin(**glass), PackPin(**gone)),
        versions=versions,
    )
    found = recall.of_job(job, "render", history.storage)
    assert codes(found.differences) == [
        "recall-engine-gone",
        "recall-model-gone",
        "recall-pack",
        "recall-pack-gone",
        "recall-nukki",
        "recall-art",
    ]
    told = {note.code: note.context for note in found.differences}
    assert told["recall-pack"]["then"] == "99"
    assert told["recall-nukki"]["then"] == "0.0.1"


def test_a_brief_that_is_none_is_refused(history, tmp_path):
    job = job_of(history, {"object_concept": "컵"})
    (tmp_path / "jobs" / job.id / "brief.yaml").write_text("nothing: of ours\n", "utf-8")
    with pytest.raises(BriefError):
        recall.of_job(job, "render", history.storage)


def finished(history, typed=None):
    job = job_of(history, typed or {"object_concept": "컵", "candidate_count": 3, "seed": 7})
    pipeline.run(job, Pencil())
    return job, sorted((job.root / "final").glob("*.png"))[0]


def test_a_picture_knows_its_brief_its_seed_and_its_job(history, tmp_path):
    job, path = finished(history)
    picture = recall.read(path)
    assert (picture.made.seed, picture.made.index, picture.made.engine) == (7, 0, "render")
    found = recall.of_picture(picture, history, "render")
    assert (found.job_id, found.brief.object_concept) == (job.id, "컵")
    history.delete(job.id)
    found = recall.of_picture(picture, history, "render")
    assert (found.job_id, found.brief.object_concept, found.differences) == (None, "컵", ())


def test_files_of_a_picture_whose_job_is_gone_are_left_out_unless_they_are_kept(history, tmp_path):
    upload = uploads.keep(Folder(tmp_path), Prepared("svg", SVG, b"webp", 9, 9))
    typed = {
        "object_concept": "컵, 화분",
        "shapes": {"컵": f"upload:{upload.id}", "화분": "cactus"},
        "style": {"reference_images": ["/pictures/mood.png"]},
    }
    (brief,) = load_mapping(typed)
    settings = {**told(), "brief": plan.as_text(brief)}
    found = recall.of_picture(written(tmp_path, settings), history, "render")
    assert found.brief.shapes == typed["shapes"]
    assert found.files == (f"upload:{upload.id}",)
    assert found.brief.style.reference_images == ()
    assert [note.context for note in found.differences] == [{"files": "mood.png"}]


def told(**changes):
    settings = {
        "nukki": "0.1.0",
        "payload": "a" * 64,
        "engine": "render",
        "model": "render",
        "index": 0,
        "seed": 5,
        "packs": [f"sp-glass@{packs.load('sp-glass').version}"],
        "strategy": "native_alpha",
        "brief": "object_concept: 컵\n",
    }
    return {**settings, **changes}


def written(folder, settings):
    path = folder / "sent"
    path.write_bytes(png.encode(np.zeros((4, 4, 4), np.uint8), settings))
    return recall.read(path)


@pytest.mark.parametrize(
    "brief",
    [
        "",
        "nothing: of ours",
        "[" * 5000,
        "a: &a [1]\n" * 300,
        "b: &b [*b]",
        "!!python/name:os.system",
        "x" * 200_000,
    ],
)
def test_a_brief_in_a_picture_that_is_none_leaves_seed_and_engine(history, tmp_path, brief):
    picture = written(tmp_path, told(brief=brief, nukki="9.9.9", packs=["my-own@3"]))
    found = recall.of_picture(picture, history, "render")
    assert (found.job_id, found.brief) == (None, None)
    assert codes(found.differences) == [
        "recall-pack-gone", "recall-nukki", "recall-brief-unreadable",
    ]  # fmt: skip


@pytest.mark.parametrize(
    "changes",
    [
        {"seed": -1},
        {"seed": "7"},
        {"seed": True},
        {"seed": 2**70},
        {"index": 1e9},
        {"payload": "../x"},
        {"engine": "../render"},
        {"model": None},
        {"packs": ["x" * 500]},
        {"packs": [1] * 3},
        {"packs": ["a"] * 99},
        {"brief": {"a": 1}},
        {"brief": "x" * 300_000},
        {"nukki": "v" * 99},
    ],
)
def test_settings_of_the_wrong_shape_are_refused(tmp_path, changes):
    with pytest.raises(InputError) as raised:
        written(tmp_path, told(**changes))
    assert raised.value.code == "png-settings-invalid"


PLAIN = png.encode(np.zeros((4, 4, 4), np.uint8))
OURS = png.stamped(PLAIN, told())


def itxt(text, packed=True):
    body = zlib.compress(text, 9) if packed else text
    return png.chunk(b"iTXt", b"nukki\0" + bytes([packed]) + b"\0\0\0" + body)


def with_chunk(chunk):
    return PLAIN[:33] + chunk + PLAIN[33:]


HOSTILE = {
    "nothing": (b"", "png-not-png"),
    "text": (b"hello", "png-not-png"),
    "only a beginning": (OURS[:8], "png-damaged"),
    "cut after the settings": (OURS[:-20], "png-damaged"),
    "cut within the settings": (OURS[:300], "png-damaged"),
    "a wrong sum": (OURS[:60] + b"!" + OURS[61:], "png-damaged"),
    "a length beyond the end": (OURS[:33] + struct.pack(">I", 2**31) + OURS[37:], "png-damaged"),
    "no settings": (PLAIN, "recall-no-settings"),
    "cut out": (png.stamped(PLAIN, {"nukki": "0.1.0", "cut": {}}), "recall-cut-out"),
    "no JSON": (with_chunk(itxt(b"{")), "png-settings-invalid"),
    "a list": (with_chunk(itxt(b"[]")), "png-settings-invalid"),
    "nested without end": (with_chunk(itxt(b"[" * 900_000)), "png-settings-invalid"),
    "a number without end": (
        with_chunk(itxt(b'{"seed":' + b"9" * 900_000)),
        "png-settings-invalid",
    ),
    "a bomb": (with_chunk(itxt(b" " * 900_000_00)), "png-settings-invalid"),
    "no stream": (with_chunk(itxt(b"x", packed=False)[:8] + b"nukki\0\1"), "png-damaged"),
    "endless chunks": (OURS[:33] + png.chunk(b"tEXt", b"") * 70_000 + OURS[33:], "png-damaged"),
}


@pytest.mark.parametrize(("data", "code"), HOSTILE.values(), ids=HOSTILE)
def test_pictures_of_strangers_are_refused_by_name(tmp_path, data, code):
    (tmp_path / "sent").write_bytes(data)
    with pytest.raises(InputError) as raised:
        recall.read(tmp_path / "sent")
    assert raised.value.code == code


def test_a_picture_above_the_cap_is_not_read(tmp_path, monkeypatch):
    monkeypatch.setattr(recall, "MAX_PICTURE", len(OURS) - 1)
    (tmp_path / "sent").write_bytes(OURS)
    with pytest.raises(InputError) as raised:
        recall.read(tmp_path / "sent")
    assert raised.value.code == "recall-too-large"


def test_settings_that_another_program_packed_are_read(tmp_path):
    (tmp_path / "sent").write_bytes(with_chunk(itxt(json.dumps(told()).encode())))
    assert recall.read(tmp_path / "sent").made.seed == 5


def test_of_several_jobs_with_the_seed_only_that_of_the_payload_is_meant(history, tmp_path):
    job_of(history, {"object_concept": "접시"})
    picture = written(tmp_path, told(seed=7))
    assert recall.of_picture(picture, history, "render").job_id is None
    assert store.find(Folder(tmp_path), next(iter(history.index.ids())))
