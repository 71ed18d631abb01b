"""A brief looked up while it is written: the same as planning would find, and nothing is made."""

import json
import subprocess
import sys
import unicodedata

import pytest

from nukki.brief import load_mapping, parse_json
from nukki.brief.reading import Document
from nukki.catalog import packs
from nukki.core.storage import Folder
from nukki.errors import InputError
from nukki.jobs import plan, planning, preview, uploads
from nukki.jobs.plan import Place
from nukki.jobs.uploads import Prepared
from tests.jobs import shelf

SVG = (
    b'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9">'
    b'<path fill="red" d="M1 1h7v7z"/></svg>'
)


def document(**typed):
    return parse_json(json.dumps(typed).encode())


def look(folder, engine="render", **typed):
    return preview.look(document(**typed), engine, str(folder))


def told(found):
    return {(fault.field, fault.code) for fault in found.faults}


def test_a_brief_that_is_right_says_what_it_becomes(tmp_path):
    found = look(
        tmp_path,
        object_concept="컵과 작은 화분 세 개",
        style={"style_packs": ["sp-glass"], "free_text": "따뜻한 zzz"},
        size_preset={"width": 300, "height": 400},
        candidate_count=2,
    )
    assert found.faults == ()
    glass = packs.load("sp-glass")
    assert found.packs == ("sp-glass",)
    assert (found.material_class, found.shadow) == (glass.material_class, glass.shadow_policy)
    assert (found.size, found.candidates, found.model) == ((300, 400), 2, "render")
    assert found.understood == ("따뜻한",)
    assert ("note-words-ignored", {"words": "zzz"}) in [(n.code, n.context) for n in found.notes]
    assert (found.costs, found.cold_start_s) == (False, None)
    assert list(tmp_path.iterdir()) == []


FAULTY = [
    {"object_concept": "컵과 쿠쿠룽퓽", "style": {"style_packs": ["sp-glas"]}},
    {"object_concept": "컵 99개", "model": "qwen-image", "assets": ["logo"]},
    {"object_concept": "컵", "style": {"style_packs": ["sp-glass", "sp-3d-clay"]}},
    {"object_concept": "컵", "shapes": {"컵": "no-such-shape"}},
    {"object_concept": "컵", "style": {"reference_images": ["upload:0", "../x.png"]}},
    {"object_concept": "컵, 화분", "style": {"negative": "화분"}, "candidate_count": 2},
]


@pytest.mark.parametrize("typed", FAULTY)
def test_it_finds_exactly_what_planning_refuses(tmp_path, typed):
    found = look(tmp_path, **typed)
    (brief,) = load_mapping(typed)
    refused = planning.faults_of_uploaded([("", brief)], "render", str(tmp_path))
    assert list(found.faults) == refused
    assert refused


def test_words_are_told_while_other_fields_are_wrong(tmp_path):
    found = look(
        tmp_path, object_concept="컵", candidate_count=0, size_preset="7:1", seed=-1, colour=1
    )
    assert [(word.text, word.shape.name) for word in found.words] == [("컵", "cup-with-straw")]
    assert found.size is None
    assert found.candidates is None
    assert {field for field, _ in told(found)} == {
        "candidate_count", "size_preset", "seed", "colour",
    }  # fmt: skip


def test_while_nothing_is_typed_the_rest_is_told(tmp_path):
    found = look(tmp_path, style={"style_packs": ["sp-glass"]}, candidate_count=3)
    assert told(found) == {("object_concept", "brief-missing")}
    assert (found.words, found.packs, found.candidates) == ((), ("sp-glass",), 3)


def test_a_wrong_pack_hides_the_material_that_nobody_knows(tmp_path):
    for named in (["sp-glas"], "sp-glass", ["sp-glass"] * 9):
        found = look(tmp_path, object_concept="컵", style={"style_packs": named})
        assert found.faults
        assert (found.material_class, found.renderer, found.packs) == (None, None, ())


def test_places_are_those_of_the_text_as_it_was_typed(tmp_path):
    decomposed = unicodedata.normalize("NFD", "화분")
    typed = f"  3D   쇼핑백과\r\n작은  {decomposed}   세 개 \t🎈\ufe0f zorb  "
    found = look(tmp_path, object_concept=typed)
    said = [(word.kind, word.text) for word in found.words]
    assert said == [
        ("ignored", "3D"),
        ("shape", "쇼핑백"),
        ("size", "작은"),
        ("shape", decomposed),
        ("count", "세 개"),
        ("shape", "🎈\ufe0f"),
        ("unmatched", "zorb"),
    ]
    assert all(typed[word.start : word.end] == word.text for word in found.words)


def test_a_concept_that_is_too_long_is_told_and_read_as_far_as_it_may_go(tmp_path):
    found = look(tmp_path, object_concept="컵 " + "x" * 400)
    assert ("object_concept", "brief-too-long") in told(found)
    assert found.words[0].text == "컵"


def test_picked_icons_and_own_drawings_stand_for_their_words(tmp_path):
    kept = uploads.keep(Folder(tmp_path), Prepared("svg", SVG, b"webp", 9, 9))
    own = f"upload:{kept.id}"
    found = look(tmp_path, object_concept="화분과 컵", shapes={"화분": "cactus", "컵": own})
    assert found.faults == ()
    plant, cup = found.words
    assert (plant.kind, plant.shape.name, plant.why) == ("shape", "cactus", "word-chosen")
    assert "potted-plant" in [match.name for match in plant.near]
    assert (cup.kind, cup.drawing, cup.shape) == ("drawing", own, None)


def test_an_engine_that_is_not_here_is_refused(tmp_path):
    with pytest.raises(InputError) as raised:
        look(tmp_path, engine="no-such", object_concept="컵")
    assert raised.value.code == "engine-not-here"


@pytest.mark.parametrize(
    "typed",
    [
        "zorb flub, " * 27,
        " ".join("abcdefghijklmnop") * 9,
        unicodedata.normalize("NFD", "한 " * 150),
        "컵" + "\u0301" * 1000,
        "\u202e컵",
        "\x00컵",
        "9" * 300,
        "''''\"\"\"\"((((" * 25,
        "🎈" * 300,
    ],
)
def test_no_text_takes_long_or_fails(tmp_path, typed):
    found = preview.look(Document({"object_concept": typed}), "render", str(tmp_path))
    for word in found.words:
        assert typed[word.start : word.end] == word.text


def test_it_loads_no_numeric_library_and_no_renderer(tmp_path):
    code = (
        "import sys; from nukki.brief.reading import Document; from nukki.jobs import preview;"
        "preview.look(Document({'object_concept': '컵과 화분 SALE zorb', 'style':"
        f" {{'style_packs': ['sp-glass'], 'free_text': 'warm'}}}}), 'render', {str(tmp_path)!r});"
        "print(sorted({'numpy', 'cv2', 'scipy', 'PIL', 'mitsuba'} & set(sys.modules)))"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "[]"


def test_it_shows_where_brand_pictures_will_stand_as_planning_will_place_them(tmp_path):
    storage = Folder(tmp_path)
    shelf.put(storage, "logo", (300, 100))
    shelf.put(storage, "mark", (90, 90))
    typed = {"object_concept": "컵", "assets": ["logo", {"asset": "mark", "stand": "behind"}]}
    found = look(tmp_path, **typed)
    assert found.faults == ()
    (brief,) = load_mapping(typed)
    place = Place(tmp_path, "render", dict, storage)
    request = plan.plan(brief, place).payload.request
    assert found.layout.assets == request.assets
    assert (found.layout.order, found.layout.room) == ((1, 0), request.room)
    assert look(tmp_path, object_concept="", assets=["logo"]).layout is not None


@pytest.mark.parametrize(
    ("typed", "fields"),
    [
        ({"assets": [{"asset": "logo", "scale": 3}, "lgo"]}, ["assets[0].scale", "assets[1]"]),
        ({"assets": ["logo"], "size_preset": "9x9"}, ["size_preset.width", "size_preset.height"]),
        ({"assets": [{"asset": "logo", "position": "center"}]}, ["assets[0].position"]),
        ({"assets": ["logo", "A B"]}, ["assets[1]"]),
    ],
)
def test_nobody_knows_where_they_stand_while_one_of_them_or_the_size_is_wrong(
    tmp_path, typed, fields
):
    shelf.put(Folder(tmp_path), "logo", (300, 100))
    found = look(tmp_path, object_concept="컵", **typed)
    assert found.layout is None
    assert [fault.field for fault in found.faults] == fields
