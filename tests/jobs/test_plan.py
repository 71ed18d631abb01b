"""A brief to a payload: every name that cannot be resolved, with its exact field and code."""

import os

import numpy as np
import pytest
import yaml
from PIL import Image

from nukki.brief import load_mapping
from nukki.core import hashing
from nukki.core.storage import Folder
from nukki.errors import BriefError
from nukki.jobs import batch, plan, references
from nukki.jobs.plan import Place
from tests.cli.program import write

HEAD = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9">'
SVG = f'{HEAD}<path fill="red" d="M1 1h7v7z"/></svg>'
PINS = {"engine": "1", "variant": "scalar_rgb"}


@pytest.fixture
def place(tmp_path):
    folder = tmp_path / "브리프 폴더"
    folder.mkdir()
    return Place(folder, "render", lambda: PINS, Folder(tmp_path / "data"))


def planned(place, prefix="", **fields):
    (brief,) = load_mapping({"object_concept": "컵과 화분", "seed": 5, **fields})
    return plan.plan(brief, place, prefix)


def told(place, prefix="", **fields):
    with pytest.raises(BriefError) as caught:
        planned(place, prefix, **fields)
    return [(fault.field, fault.code) for fault in caught.value.faults], caught.value.faults


def style(**fields):
    return {"style": fields}


BAD = [
    (style(style_packs=["sp-3d-glosy"]), "style.style_packs[0]", "pack-unknown", "sp-3d-glossy"),
    (style(style_packs=["sp-glass", "nope"]), "style.style_packs[1]", "pack-unknown", None),
    (
        style(style_packs=["sp-glass", "sp-3d-clay"]),
        "style.style_packs[1]", "packs-conflict", "sp-glass",
    ),
    (
        style(style_packs=["sp-glass", "sp-sticker"]),
        "style.style_packs[1]", "packs-conflict", "sp-glass",
    ),
    (
        style(style_packs=["sp-sticker", "sp-3d-clay"]),
        "style.style_packs[1]", "packs-conflict", "sp-sticker",
    ),
    (
        style(style_packs=["sp-3d-clay", "sp-balloon", "sp-neon-glow"]),
        "style.style_packs[2]", "packs-conflict", "sp-3d-clay",
    ),
    ({"model": "qwen-image"}, "model", "model-needs-engine", "render"),
    ({"model": "flux2-dev"}, "model", "model-needs-engine", "render"),
    ({"model": "rendr"}, "model", "model-unknown", "render"),
    ({"assets": ["link-logo-3d"]}, "assets[0]", "asset-missing", None),
    ({"assets": ["link-logo-3d:dark"]}, "assets[0]", "asset-missing", None),
    (style(reference_images=["none.png"]), "style.reference_images[0]", "reference-missing", None),
    (style(reference_images=["."]), "style.reference_images[0]", "reference-missing", None),
    (
        style(reference_images=["text.png"]),
        "style.reference_images[0]", "reference-unreadable", None,
    ),
    (
        style(reference_images=["torn.png"]),
        "style.reference_images[0]", "reference-unreadable", None,
    ),
    (
        style(reference_images=["good.png", "huge.png"]),
        "style.reference_images[1]", "reference-too-many-pixels", None,
    ),
    (
        style(reference_images=["heavy.png"]),
        "style.reference_images[0]", "reference-too-large", None,
    ),
    ({"shapes": {"컵": "none.svg"}}, "shapes.컵", "shape-missing", None),
    ({"shapes": {"컵": "broken.svg"}}, "shapes.컵", "svg-malformed", None),
    ({"shapes": {"컵": "script.svg"}}, "shapes.컵", "svg-script", None),
    ({"shapes": {"컵": "outside.svg"}}, "shapes.컵", "svg-external", None),
    ({"shapes": {"컵": "entities.svg"}}, "shapes.컵", "svg-entity", None),
    ({"shapes": {"컵": "empty.svg"}}, "shapes.컵", "svg-empty", None),
    ({"shapes": {"컵": "heavy.svg"}}, "shapes.컵", "svg-too-large", None),
    ({"shapes": {"컵": "pipe.svg"}}, "shapes.컵", "shape-missing", None),
    (style(reference_images=["pipe.svg"]), "style.reference_images[0]", "reference-missing", None),
    ({"object_concept": "쿠쿠룽퓽"}, "object_concept", "concept-unmatched-alone", None),
    ({"object_concept": "예쁜"}, "object_concept", "concept-empty", None),
    ({"object_concept": "컵 서른 개"}, "object_concept", "concept-count", None),
]  # fmt: skip


def litter(folder):
    """Files that no brief should name."""
    write(folder, "text.png", "not a picture")
    picture = Image.fromarray(np.full((8, 8, 3), 90, np.uint8))
    picture.save(folder / "good.png")
    Image.effect_noise((90, 90), 50).save(folder / "torn.png")
    (folder / "torn.png").write_bytes((folder / "torn.png").read_bytes()[:2000])
    Image.new("1", (9000, 9000)).save(folder / "huge.png")
    (folder / "heavy.png").write_bytes(b"\x89PNG" + bytes(references.mood.MAX_BYTES))
    write(folder, "broken.svg", SVG[:40])
    write(folder, "script.svg", SVG.replace("<path", "<script>alert(1)</script><path"))
    write(folder, "outside.svg", SVG.replace("<path", '<use href="//x.example/a.svg#b"/><path'))
    write(folder, "entities.svg", f'<!DOCTYPE svg [<!ENTITY a "b">]>{SVG}')
    write(folder, "empty.svg", f"{HEAD}</svg>")
    os.mkfifo(folder / "pipe.svg")
    write(folder, "heavy.svg", SVG + " " * references.svg_safe.MAX_BYTES)


@pytest.mark.parametrize(("fields", "field", "code", "nearest"), BAD)
def test_what_a_brief_names_in_vain_is_refused(place, fields, field, code, nearest):
    litter(place.folder)
    found, faults = told(place, **fields)
    assert found == [(field, code)]
    assert faults[0].nearest == nearest


def test_an_unmatched_word_is_named_with_the_nearest_shapes(place):
    found, faults = told(place, object_concept="화븐과 컵")
    assert found == [("object_concept", "concept-unmatched")]
    assert faults[0].found == "화븐"
    assert faults[0].nearest == "화분"


def test_all_faults_come_at_once_and_a_batch_says_whose_they_are(place):
    found, _ = told(
        place,
        "briefs[3].",
        object_concept="컵과 쿠쿠룽퓽",
        model="nope",
        assets=["a", "b"],
        shapes={"컵": "none.svg"},
        style={"style_packs": ["nope"], "reference_images": ["none.png"]},
    )
    assert [field for field, _ in found] == [
        "briefs[3].model",
        "briefs[3].assets[0]",
        "briefs[3].assets[1]",
        "briefs[3].style.style_packs[0]",
        "briefs[3].style.reference_images[0]",
        "briefs[3].shapes.컵",
        "briefs[3].object_concept",
    ]


def test_an_engine_that_is_not_here_is_refused(place):
    elsewhere = Place(place.folder, "local-comfy", place.pins, place.storage)
    found, _ = told(elsewhere)
    assert found == [("model", "engine-not-here")]


def test_pins_are_not_asked_for_a_faulty_brief(place):
    asked = []
    watched = Place(place.folder, "render", lambda: asked.append(1) or PINS, place.storage)
    told(watched, model="nope")
    assert not asked


def test_a_plan_holds_what_a_run_needs(place):
    made = planned(place, candidate_count=3, size_preset="4:3", style={"style_packs": ["sp-glass"]})
    payload, request = made.payload, made.payload.request
    assert request.seeds == (5, 6, 7)
    assert (request.width, request.height) == (1152, 864)
    assert [(subject.word, subject.source) for subject in request.subjects] == [
        ("컵", "icon"),
        ("화분", "icon"),
    ]
    assert request.look.material.kind == "glass"
    assert (payload.material_class, request.shadow) == ("translucent", "ambient")
    assert payload.matting == ("native_alpha", "trimap")
    assert payload.packs[0].id == "sp-glass"
    assert payload.brief_sha256 == hashing.of_bytes(made.brief_text.encode())
    assert request.pins == PINS
    assert any(key.startswith("art.") for key in payload.versions)


def test_the_saved_brief_is_the_brief(place):
    made = planned(place, style={"style_packs": ["sp-3d-clay"], "free_text": "따뜻한"})
    (again,) = load_mapping(yaml.safe_load(made.brief_text))
    assert plan.plan(again, place).payload == made.payload


def test_a_users_drawing_and_references_go_into_the_job(place):
    litter(place.folder)
    write(place.folder, "그림/컵.svg", SVG)
    made = planned(
        place,
        shapes={"컵": "그림/컵.svg"},
        style={"reference_images": ["good.png"], "style_packs": ["sp-3d-glossy"]},
    )
    sha256 = hashing.of_bytes(SVG.encode())
    cup = made.payload.request.subjects[0]
    assert (cup.source, cup.ref) == ("svg", sha256)
    assert made.inputs[f"{sha256}.svg"] == SVG.encode()
    assert {item.name for item in made.payload.inputs} == {"그림/컵.svg", "good.png"}
    assert made.payload.request.palette[0] == "#5a5a5a"
    assert made.payload.request.look.colour.adherence > 0


def test_skipped_and_unused_words_are_noted(place):
    made = planned(
        place,
        object_concept="컵과 쿠쿠룽퓽",
        unmatched="skip",
        style={"free_text": "우주적인 느낌"},
    )
    notes = {note.code: note.context for note in made.payload.notes}
    assert notes["note-words-skipped"] == {"words": "쿠쿠룽퓽"}
    assert "우주적" in notes["note-words-ignored"]["words"]


def test_files_of_briefs_are_planned_together_or_not_at_all(place):
    good = write(
        place.folder, "good.yaml", "briefs:\n- object_concept: 컵\n- object_concept: 화분\n"
    )
    bad = write(
        place.folder, "bad.yaml", "briefs:\n- object_concept: 컵\n- object_concept: 쿠쿠룽퓽\n"
    )
    torn = write(place.folder, "torn.yaml", "object_concept: [")
    pins = place.pins
    assert len(batch.plan_files([good, good], "render", pins, place.storage)) == 4
    with pytest.raises(BriefError) as caught:
        batch.plan_files([good, bad, torn], "render", pins, place.storage)
    fields = [fault.field for fault in caught.value.faults]
    assert fields[0] == "bad.yaml: briefs[1].object_concept"
    assert fields[1].startswith("torn.yaml")
    with pytest.raises(BriefError) as caught:
        batch.plan_files([bad], "render", pins, place.storage)
    assert caught.value.faults[0].field == "briefs[1].object_concept"
    assert caught.value.context["source"] == "bad.yaml"


@pytest.mark.parametrize(("seed", "count"), [("random", 4), (2**63 - 1, 3)])
def test_seeds_are_fixed_in_the_payload(place, seed, count):
    made = planned(place, seed=seed, candidate_count=count)
    assert len(set(made.payload.request.seeds)) == count


def test_what_cannot_be_read_does_not_hide_what_cannot_be_found(place):
    fields = {
        "object_concept": "우산과 쿼카",
        "model": "qwen-image",
        "size_preset": "2:1",
        "style": {"style_packs": ["sp-3d-glosy"], "negative": 7},
        "candidate_count": 12,
        "sed": 4,
    }
    file = write(place.folder, "brief.yaml", yaml.safe_dump(fields, allow_unicode=True))
    with pytest.raises(BriefError) as caught:
        batch.plan_files([file], "render", place.pins, place.storage)
    assert {fault.field for fault in caught.value.faults} == {
        "size_preset",
        "candidate_count",
        "sed",
        "style.negative",
        "model",
        "style.style_packs[0]",
        "object_concept",
    }
