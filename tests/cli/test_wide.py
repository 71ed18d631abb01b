"""Columns of Korean text."""

import pytest

from nukki.cli import wide


@pytest.mark.parametrize(
    ("text", "columns"),
    [("abc", 3), ("한글", 4), ("한a", 3), ("é", 1), ("e\u0301", 1), ("각", 2), ("", 0)],
)
def test_wide_characters_take_two_columns(text, columns):
    assert wide.columns(text) == columns
    assert wide.columns(wide.ljust(text, 9)) == 9


def test_lines_wrap_by_columns():
    assert wide.wrap("가나 다라 마바", 9) == ["가나 다라", "마바"]
    assert wide.wrap("가나다라마바사", 4) == ["가나다라마바사"]
    assert wide.wrap("", 4) == []
