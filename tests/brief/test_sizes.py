"""Sizes as people type them."""

from __future__ import annotations

import pytest

from nukki.brief.sizes import PRESETS, Size, as_typed, parse_size


@pytest.mark.parametrize(
    ("typed", "width", "height"),
    [
        ("1:1", 1024, 1024),
        ("4:3", 1152, 864),
        ("16:9", 1344, 768),
        ("3:4", 864, 1152),
        ("1:1 1024x1024", 1024, 1024),
        (" 4 : 3   1152 × 864 ", 1152, 864),
        ("16:9 1344X768", 1344, 768),
        ("1200x628", 1200, 628),
        ("257 × 2047", 257, 2047),
        ({"width": 256, "height": 2048}, 256, 2048),
        (Size(300, 400), 300, 400),
    ],
)
def test_a_size_is_read(typed: object, width: int, height: int) -> None:
    assert parse_size(typed) == Size(width, height)


@pytest.mark.parametrize("size", [*PRESETS.values(), Size(256, 2048)])
def test_a_size_is_written_so_that_it_reads_the_same(size: Size) -> None:
    assert parse_size(as_typed(size)) == size
