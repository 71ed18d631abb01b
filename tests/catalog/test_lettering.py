"""Signs and words set in type."""

from __future__ import annotations

import re

import pytest

from nukki.catalog.lettering import check, set_text
from nukki.errors import ShapeError

SET = {"%": 1, "30%": 3, "SALE": 4, "세일": 2, "₩9,900": 6, "N+1": 3, "1 + 1": 3, "?": 1, "→": 1}


@pytest.mark.parametrize("text", SET)
def test_each_visible_character_becomes_one_part_of_one_colour(text: str) -> None:
    art = set_text(text, (0.1, 0.2, 0.3))
    assert len(art.parts) == SET[text]
    assert {part.colour for part in art.parts} == {(0.1, 0.2, 0.3)}
    commands = set(re.findall(r"[A-Za-z]", "".join(part.path for part in art.parts)))
    assert commands <= set("MLQCZ")


def test_characters_stand_side_by_side_with_a_margin() -> None:
    x, y, width, height = set_text("세일").view_box
    assert width > height > 0
    assert x < 100
    assert y < 0  # the baseline is at 0 and y points down


def test_pairs_are_kerned() -> None:
    def width(text: str) -> float:
        return set_text(text).view_box[2] / 1.08  # without the margins of 4 % on each side

    apart = width("AIIV") - width("II")
    assert width("AV") < apart - 50


def test_composed_and_decomposed_hangul_are_the_same() -> None:
    assert set_text("세일") == set_text("세일")


REFUSED = {
    "": "lettering-empty",
    "   ": "lettering-empty",
    "1234567890123": "lettering-too-long",
    "😀": "lettering-no-glyph",
    "A\x07": "lettering-no-glyph",
    "A\u200bB": "lettering-no-glyph",
}


@pytest.mark.parametrize("text", REFUSED)
def test_what_cannot_be_set_is_refused(text: str) -> None:
    with pytest.raises(ShapeError) as caught:
        set_text(text)
    assert caught.value.code == REFUSED[text]


def test_a_missing_glyph_is_named() -> None:
    with pytest.raises(ShapeError, match="😀"):
        check("A😀")
