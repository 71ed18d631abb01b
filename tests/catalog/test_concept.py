"""What Korean and English concepts are read as."""

from __future__ import annotations

import subprocess
import sys

import pytest

from nukki.catalog.concept import Reading, Subject, read
from nukki.catalog.lexicon import lexicon
from nukki.catalog.shapes import nearest
from nukki.catalog.vocabulary import read_table, vocabulary
from nukki.errors import Fault

LOGO = "ab" * 32


def shown(subject: Subject) -> str:
    """A subject in short: `coin x3 small #e53935`, typed text in quotes."""
    name = f"'{subject.ref}'" if subject.source == "text" else subject.ref
    size = "" if subject.size == "normal" else f" {subject.size}"
    count = "" if subject.count == 1 else f" x{subject.count}"
    return f"{name}{count}{size}{' ' + subject.colour if subject.colour else ''}"


def things(reading: Reading) -> str:
    return ", ".join(shown(subject) for subject in reading.subjects)


CONCEPTS = {
    # lists
    "3D 쇼핑백과 퍼센트 기호, 작은 화분": "shopping-bags, '%', potted-plant small",
    "큰 선물 상자랑 생일 케이크 하고 커피잔": "wrapped-gift large, birthday-cake, hot-beverage",
    "비행기, 지도 그리고 캐리어": "airplane, world-map, luggage",
    "화분 및 전구": "potted-plant, light-bulb",
    "신용카드·지갑/동전": "credit-card, purse, coin",
    "하트 + 별": "red-heart, star",
    "풍선\n케이크": "balloon, birthday-cake",
    "rocket, star and moon": "rocket, star, crescent-moon",
    "a coffee cup with a croissant": "hot-beverage, croissant",
    "umbrella/cloud + rainbow": "umbrella, cloud, rainbow",
    "gift box & balloons": "wrapped-gift, balloon",
    # sizes
    "조그마한 튜브와 커다란 파라솔": "ring-buoy small, umbrella-on-ground large",
    "미니 선인장, 대형 선물": "cactus small, wrapped-gift large",
    "tiny cactus, huge gift, star": "cactus small, wrapped-gift large, star",
    "a big red balloon": "balloon large #e53935",
    "little dog, giant bone": "dog small, bone large",
    # counts
    "동전 세 개": "coin x3",
    "동전 3개": "coin x3",
    "세 송이 꽃": "blossom x3",
    "별 다섯": "star x5",
    "달과 별 열두 개": "crescent-moon, star x12",
    "네 개의 하트": "red-heart x4",
    "고양이 두 마리와 강아지 한 마리": "cat-face x2, dog-face",
    "맥주 두 잔": "beer-mug x2",
    "쇼핑백 하나, 풍선 둘": "shopping-bags, balloon x2",
    "여러 개의 풍선": "balloon x3",
    "별 x3": "star x3",
    "three coins": "coin x3",
    "3 coins": "coin x3",
    "4x stars": "star x4",
    "a pair of shoes": "running-shoe x2",
    "a pair of glasses": "glasses",
    "a couple of lemons": "lemon x2",
    "two small cherries": "cherries small",
    "half a dozen eggs": "egg x6",
    "동전, 동전 2개": "coin x3",
    # signs and words
    "퍼센트 기호": "'%'",
    "percent sign": "'%'",
    "물음표와 느낌표": "'?', '!'",
    "원화 기호, 달러 기호": "'₩', '$'",
    "별표": "'*'",
    "plus sign": "'+'",
    "오른쪽 화살표": "'→'",
    "30% 할인과 쇼핑백": "'30% 할인', shopping-bags",
    "할인율": "'%'",
    "할인하는 쇼핑백": "shopping-bags",
    "할인 없이 별": "star",
    "50% 특가, 무료배송": "'50% 특가', '무료배송'",
    "트럭과 무료 배송": "delivery-truck, '무료 배송'",
    "할인 쿠폰, 할인 태그": "ticket, label",
    "LEVEL UP trophy": "'LEVEL UP', trophy",
    "a balloon ON SALE": "balloon, 'ON SALE'",
    "SALE AND trophy": "'SALE', trophy",
    "₩9,900 쿠폰": "'₩9,900', ticket",
    "1+1, N+1": "'1+1', 'N+1'",
    "SALE와 메가폰": "'SALE', megaphone",
    "big SALE letters": "'SALE' large",
    '"세일" 글자와 풍선': "'세일', balloon",
    "「봄」 글씨, ‘OK’": "'봄', 'OK'",
    "50% OFF": "'50% OFF'",
    "D-7, 달력": "'D-7', calendar",
    # things that need more than a label
    "돼지 저금통": "pig-face",
    "택배상자와 배송 트럭": "package, delivery-truck",
    "확성기, 할인 태그": "megaphone, label",
    "장바구니, 카트 2개": "shopping-cart x3",
    "눈사람과 눈송이": "snowman-without-snow, snowflake",
    "벚꽃, 단풍잎, 네잎클로버": "cherry-blossom, maple-leaf, four-leaf-clover",
    "빙수와 수박 선글라스": "shaved-ice, watermelon, sunglasses",
    "경단과 보름달": "dango, full-moon",
    "책, 도서": "closed-book x2",
    "책 두 권, 책 더미": "closed-book x2, books",
    "a book and books": "closed-book, books",
    "검, 칼": "dagger, kitchen-knife",
    "sword, swords": "dagger x2",
    "crossed swords": "crossed-swords",
    "교차한 검": "crossed-swords",
    "학사모, 꽃다발": "graduation-cap, bouquet",
    "립스틱과 손거울": "lipstick, mirror",
    "로켓, 노트북, 스마트폰": "rocket, laptop, mobile-phone",
    "축구공, 트로피": "soccer-ball, trophy",
    "ice cream, ice-cream cone": "soft-ice-cream x2",
    "piggy bank and gold coins": "pig-face, coin",
    "shopping bags, price tag, megaphone": "shopping-bags, label, megaphone",
    "mermaid": "woman-merpeople",
    "red bicycles and gloves": "bicycle #e53935, gloves",
    # colours
    "빨간 하트": "red-heart",
    "파란 하트와 초록색 책": "blue-heart, green-book",
    "노란 풍선": "balloon #fdd835",
    "pink gift box": "wrapped-gift #f06292",
    "orange balloon, orange": "balloon #fb8c00, tangerine #fb8c00",
    # style words and grammar
    "귀여운 돼지 저금통 입체 아이콘 세트": "pig-face",
    "심플하고 빛나는 로켓": "rocket",
    "여름 휴가: 파라솔, 튜브": "umbrella-on-ground, ring-buoy",
    "새 신발": "running-shoe",
    "적금 세일: 동전, 별": "coin, star",
    "가전 대전 - 노트북, SALE": "laptop, 'SALE'",
    "건강검진 청진기, 카페 라떼": "stethoscope, hot-beverage",
    "앱 출시 로켓, 스마트폰": "rocket, mobile-phone",
    "cute glossy 3D rendered cluster of stars": "star",
    "set of a floating rocket, isometric style": "rocket",
    "🎁와 🍎 두 개": "wrapped-gift, red-apple x2",
    "👍🏽": "thumbs-up",
    # negations
    "사람 없이 벚꽃과 눈사람": "cherry-blossom, snowman-without-snow",
    "글자 없는 풍선": "balloon",
    "balloons, no people or text": "balloon",
}


@pytest.mark.parametrize("concept", [text for text, wanted in CONCEPTS.items() if wanted])
def test_a_concept_names_its_things(concept: str) -> None:
    reading = read(concept)
    assert reading.faults == ()
    assert things(reading) == CONCEPTS[concept]


FAULTS = {
    "회의": ("concept-unmatched", "회의"),
    "쇼핑백과 화붕": ("concept-unmatched", "화붕"),
    "강아지 사료": ("concept-unmatched", "사료"),
    "quantum flux generator": ("concept-unmatched-alone", "quantum flux generator"),
    "umbrela": ("concept-unmatched", "umbrela"),
    "풍선 20개": ("concept-count", "풍선 20"),
    "three dozen coins": ("concept-count", "coins 36"),
    "twenty five coins": ("concept-count", "coins 25"),
    "송편": ("concept-unmatched", "송편"),
    "복주머니": ("concept-unmatched", "복주머니"),
    "동전 0개": ("concept-count", "동전 0"),
    "동전 12개, 별 5개": ("concept-too-many-objects", 17),
    "apple, lemon, melon, tomato, egg, bread, pizza, taco, kiwi": ("concept-too-many-things", 9),
    "": ("concept-empty", None),
    "귀여운 3D 세트": ("concept-empty", "귀여운 3D 세트"),
    "사람과 별, 사람 없이": ("concept-contradiction", "사람"),
    '"가나다라마바사아자차카타파하"': ("lettering-too-long", "가나다라마바사아자차카타파하"),
    "'😀'": ("lettering-no-glyph", "😀"),
    "별" * 2000: ("concept-too-long", 2000),
}


@pytest.mark.parametrize("concept", FAULTS)
def test_what_cannot_be_drawn_is_a_fault_of_the_concept(concept: str) -> None:
    fault, *others = read(concept).faults
    assert others == []
    assert (fault.field, fault.code, fault.found) == ("object_concept", *FAULTS[concept])
    assert fault.message("ko") != fault.code != fault.message("en")


def test_every_unmatched_word_is_reported_at_once_with_the_nearest_shapes() -> None:
    faults = read("회의, 화붕, 쇼핑백, umbrela").faults
    assert [fault.found for fault in faults] == ["회의", "화붕", "umbrela"]
    assert [fault.nearest for fault in faults] == ["악수", "화분", "umbrella"]


@pytest.mark.parametrize("word", ["화붕", "선뭃", "ballon", "자동차 열쇄", "meeting"])
def test_a_suggestion_can_be_typed_as_it_stands(word: str) -> None:
    suggestions = nearest(word)
    assert suggestions
    assert all(read(suggestion).subjects for suggestion in suggestions)


@pytest.mark.parametrize("word", ["무료", "예약", "없음"])
def test_a_korean_word_is_not_answered_with_a_japanese_button(word: str) -> None:
    labels = {entry.label_ko: name for name, entry in vocabulary().entries.items()}
    assert [near for near in nearest(word) if "japanese-" in labels.get(near, "")] == []


@pytest.mark.parametrize("language", ["en", "ko"])
def test_an_unmatched_word_is_told_how_to_be_lettering(language: str) -> None:
    for word in ("화붕", "quantum flux generator"):
        (fault,) = read(word).faults
        assert f"'{word}'" in (fault.hint(language) or "")


def test_skipping_records_what_was_left_out() -> None:
    reading = read("회의와 로켓", unmatched="skip")
    assert things(reading) == "rocket"
    assert [(skipped.word, skipped.nearest) for skipped in reading.skipped] == [("회의", ("악수",))]
    assert reading.faults == ()


def test_skipping_everything_leaves_an_empty_concept() -> None:
    assert [fault.code for fault in read("회의", unmatched="skip").faults] == ["concept-empty"]


@pytest.mark.parametrize("concept", ["로고와 별", "작은 로고 2개", "별, 로고"])
def test_a_users_word_wins_over_every_icon(concept: str) -> None:
    subjects = read(concept, user_shapes={"로고": LOGO, "별": LOGO}).subjects
    assert {subject.source for subject in subjects} == {"svg"}
    assert {subject.ref for subject in subjects} == {LOGO}


def test_a_users_word_may_be_several_words_and_plural() -> None:
    assert things(read("our brand marks and a star", {"brand mark": LOGO})) == f"{LOGO}, star"


NEGATIVES = {
    ("astronaut", "no people"): "astronaut",
    ("우주인과 별", "사람"): "우주인",
    ("선물, 별", "선물"): "선물",
    ("heart", "사람, heart"): "heart",
}


@pytest.mark.parametrize(("concept", "negative"), NEGATIVES)
def test_asking_for_what_is_ruled_out_is_a_contradiction(concept: str, negative: str) -> None:
    expected = Fault("object_concept", "concept-contradiction", NEGATIVES[concept, negative])
    assert read(concept, negative=negative).faults == (expected,)


def test_words_of_quality_in_a_negative_rule_nothing_out() -> None:
    reading = read("선물과 SALE", negative="blurry, low quality, watermark, text, 저화질")
    assert things(reading) == "wrapped-gift, 'SALE'"
    (unused,) = (note.word for note in reading.notes if note.code == "concept-negative-unused")
    assert {"blurry", "low quality", "watermark", "text"} <= set(unused.split(", "))


def test_hands_are_no_people() -> None:
    assert things(read("손하트", negative="no people")) == "heart-hands"


NOTES = {
    "귀여운 3D 로켓": [("concept-ignored", "귀여운"), ("concept-ignored", "3D")],
    "여러 개의 풍선": [("concept-vague", "여러")],
    "dog house": [("concept-read-apart", "dog house")],
    "로켓, 사람 없이": [("concept-negated", "사람")],
    "a lamp": [("concept-loosely", "lamp → diya lamp")],
    "쇼핑백, 화분": [],
}


@pytest.mark.parametrize("concept", NOTES)
def test_what_was_read_but_not_drawn_is_noted(concept: str) -> None:
    assert [(note.code, note.word) for note in read(concept).notes] == NOTES[concept]


def test_english_alone_does_not_load_the_korean_model() -> None:
    program = (
        "import sys; from nukki.catalog.concept import read; assert read('red balloon').subjects;"
        "sys.exit('kiwipiepy' in sys.modules)"
    )
    assert subprocess.run([sys.executable, "-c", program], check=False).returncode == 0


def test_every_synonym_points_to_an_icon_that_exists_and_to_one_only() -> None:
    table = read_table("synonyms.yaml")
    entries = vocabulary().entries
    assert [name for name in table if name not in entries] == []
    assert sum(len(names) for names in table.values()) >= 1_500
    for name, synonyms in table.items():
        for word in synonyms:
            found = [icon for why, icon in vocabulary().find(word) if why == "synonym"]
            assert found == [name], word


def test_almost_every_icon_has_a_korean_name() -> None:
    plain = [entry for entry in vocabulary().entries.values() if not entry.tone]
    named = [entry for entry in plain if entry.label_ko]
    assert len(named) / len(plain) > 0.99


@pytest.mark.parametrize("colour", lexicon().colour_words)
def test_every_colour_word_colours_a_balloon(colour: str) -> None:
    for word in lexicon().colour_words[colour]:
        assert things(read(f"{word} balloon")) == f"balloon {colour}", word
