"""What each word of a concept became, where it stands, and what may stand in its place."""

import re
from itertools import pairwise
from xml.etree import ElementTree

import pytest

from nukki.catalog import concept, shapes
from nukki.catalog.vocabulary import vocabulary
from nukki.errors import ShapeError


def words(text, **more):
    found = concept.read(text, unmatched="skip", **more).words
    return [(word.text, word.kind, word.ref) for word in found]


@pytest.mark.parametrize(
    ("text", "became"),
    [
        (
            "3D 쇼핑백과 퍼센트 기호, 작은 화분 세 개",
            [
                ("3D", "ignored", ""),
                ("쇼핑백", "shape", "shopping-bags"),
                ("퍼센트 기호", "lettering", "%"),
                ("작은", "size", ""),
                ("화분", "shape", "potted-plant"),
                ("세 개", "count", ""),
            ],
        ),
        (
            "two red balloons without gift, SALE '30%' 🎈 zorb flurb",
            [
                ("two", "count", ""),
                ("red", "colour", ""),
                ("balloons", "shape", "balloon"),
                ("without", "negation", ""),
                ("gift", "left_out", "wrapped-gift"),
                ("SALE", "lettering", "SALE"),
                ("'30%'", "lettering", "30%"),
                ("🎈", "shape", "balloon"),
                ("zorb flurb", "unmatched", ""),
            ],
        ),
        # a colour that is all there is names the thing
        ("an orange", [("orange", "shape", "tangerine")]),
        # a heading's theme is no thing
        (
            "여름 세일: 파라솔",
            [
                ("여름", "ignored", ""),
                ("세일", "ignored", ""),
                ("파라솔", "shape", "umbrella-on-ground"),
            ],
        ),
        (
            "접시 없이 풍선",
            [("접시", "left_out", ""), ("없이", "negation", ""), ("풍선", "shape", "balloon")],
        ),
        ("", []),
    ],
)
def test_every_word_says_what_it_became(text, became):
    told = words(text)
    assert [(word, kind) for word, kind, _ in told] == [(word, kind) for word, kind, _ in became]
    refs = {word: ref for word, _, ref in became if ref}
    assert {word: ref for word, _, ref in told if word in refs} == refs


@pytest.mark.parametrize(
    "text",
    [
        "귀여운고양이 두 마리와 빨간하트",
        "카페 라떼, cafe latte, 새 신발",
        "three dozen roses; 20 x candles, LEVEL UP",
        "반짝이는 별과 별별 모양, 별",
    ],
)
def test_words_stand_in_order_and_never_on_one_another(text):
    found = concept.read(text, unmatched="skip").words
    assert found
    for before, after in pairwise(found):
        assert before.end <= after.start
    assert all(text[word.start : word.end] == word.text for word in found)


def test_a_person_may_pick_another_icon_for_a_word():
    reading = concept.read("화분 두 개와 컵", chosen={"화분": "cactus"})
    plant, _cup = reading.subjects
    assert (plant.word, plant.ref, plant.count) == ("화분", "cactus", 2)
    picked = next(word for word in reading.words if word.text == "화분")
    assert (picked.kind, picked.ref, picked.why) == ("shape", "cactus", "chosen")


def test_a_picked_icon_is_not_changed_by_a_colour():
    (subject,) = concept.read("red heart", chosen={"red heart": "blue-heart"}).subjects
    assert subject.ref == "blue-heart"
    (subject,) = concept.read("빨간 하트", chosen={"하트": "blue-heart"}).subjects
    assert subject.ref == "red-heart"  # the longer name means something of its own


def test_what_is_picked_and_ruled_out_is_a_contradiction():
    reading = concept.read("화분", negative="cactus", chosen={"화분": "cactus"})
    assert [fault.code for fault in reading.faults] == ["concept-contradiction"]


@pytest.mark.parametrize("sign", ["%", "'BIG'", "🎈", "1+1"])
def test_an_own_drawing_stands_for_signs_and_emoji_too(sign):
    word = sign.strip("'")
    (subject,) = concept.read(sign, {word: "a" * 64}).subjects
    assert (subject.source, subject.ref) == ("svg", "a" * 64)


def test_a_word_that_is_all_noise_stands_for_nothing_else():
    (subject, _) = concept.read("컵 !", {"!": "a" * 64}).subjects
    assert subject.source == "icon"


def test_alternatives_are_other_icons_of_the_word_then_of_its_kind():
    near = [match.name for match in shapes.alternatives("화분", "potted-plant")]
    assert "cactus" in near
    assert "potted-plant" not in near
    assert len(near) <= 6
    assert shapes.alternatives("balloon", "balloon")[0].name == "speech-balloon"


def test_a_word_that_nothing_matches_has_those_that_look_like_it():
    near = shapes.alternatives("baloon")
    assert near[0].name == "balloon"
    assert near[0].why == "near"
    assert shapes.alternatives("zorb") == ()


def test_the_picture_of_a_shape_holds_nothing_but_drawing():
    names = [name for name, entry in vocabulary().entries.items() if not entry.tone]
    for name in ["potted-plant", "1st-place-medal", *names[::97]]:
        drawn = shapes.picture(name)
        assert len(drawn) <= shapes.MAX_PICTURE
        tags = {element.tag.rpartition("}")[2] for element in ElementTree.fromstring(drawn).iter()}
        assert not tags & {"script", "image", "foreignObject", "style", "a", "filter", "text"}
        assert not re.search(rb"\son\w+=|href=\"(?!#)|url\((?!['\"]?#)", drawn)


@pytest.mark.parametrize("name", ["", "..", "potted-plan", "icons.json", "a" * 300, "화분"])
def test_only_icons_have_pictures(name):
    with pytest.raises(ShapeError) as raised:
        shapes.picture(name)
    assert raised.value.code == "shape-unknown"
