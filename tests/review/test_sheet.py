"""The contact sheet: every candidate over four backdrops, readable whatever its words."""

import io

import numpy as np
import pytest
from PIL import Image

from nukki.review import sheet
from nukki.settings import settings


def half_red(size=(90, 120)):
    rgba = np.zeros((*size, 4), np.uint8)
    rgba[:] = (255, 0, 0, 128)
    return rgba


def drawn(rows, **changes):
    fields = {"title": "컵과 화분", "subtitle": "sp-glass", "banner": "#3d7eff"} | changes
    data = sheet.draw(rows, **fields, fonts=settings().art)
    with Image.open(io.BytesIO(data)) as picture:
        return picture.convert("RGB")


def centre(picture, row, column):
    left = sheet.MARGIN + sheet.LABEL + sheet.GAP + column * (sheet.CELL + sheet.GAP)
    top = sheet.MARGIN + sheet.HEADER + row * (sheet.CELL + sheet.GAP)
    return picture.getpixel((left + sheet.CELL // 2, top + sheet.CELL // 2))


def test_a_half_transparent_picture_lets_each_backdrop_through():
    picture = drawn([sheet.Row("0 · 7", "통과", True, ["a"], half_red())])
    assert centre(picture, 0, 1) == pytest.approx((255, 127, 127), abs=1)
    assert centre(picture, 0, 2) == pytest.approx((128, 0, 0), abs=1)
    assert centre(picture, 0, 3) == pytest.approx((158, 63, 127), abs=2)


def test_a_row_a_candidate_and_a_place_for_one_that_failed():
    rows = [
        sheet.Row("0", "passed", True, [], half_red()),
        sheet.Row("1", "engine failed", False),
    ]
    one, two = drawn(rows[:1]), drawn(rows)
    assert two.height - one.height == sheet.CELL + sheet.GAP
    assert centre(two, 1, 2) == (0, 0, 0)


@pytest.mark.parametrize("size", [(1, 1), (1, 2000), (2000, 3)])
def test_odd_pictures_fit(size):
    drawn([sheet.Row("0", "passed", True, [], half_red(size))])


@pytest.mark.parametrize("words", ["", "가" * 5000, "emoji 🪴 and\nline ends\t", "\u202e"])
def test_any_words_fit(words):
    rows = [sheet.Row(words, words, False, [words] * 3)]
    picture = drawn(rows, title=words, subtitle=words, banner=None)
    assert picture.width == 2 * sheet.MARGIN + sheet.LABEL + 4 * (sheet.CELL + sheet.GAP)


def test_the_same_rows_give_the_same_bytes():
    rows = [sheet.Row("0", "passed", True, ["x"], half_red())]
    assert sheet.draw(rows, "t", "s", None, settings().art) == sheet.draw(
        rows, "t", "s", None, settings().art
    )
