"""Signs and short words as Art, from the outlines of Pretendard Black."""

from __future__ import annotations

import unicodedata
from functools import lru_cache
from pathlib import Path
from typing import Any

from nukki.catalog.art import Art, Part
from nukki.errors import ShapeError
from nukki.settings import settings

MAX_CHARACTERS = 12
FONT = "Pretendard-Black.otf"
COLOUR = (0.93, 0.23, 0.27)
_MARGIN = 0.04


def set_text(text: str, colour: tuple[float, float, float] = COLOUR) -> Art:
    """`text` on one line in one colour, one part a character, in font units with y downwards.

    Advances and pair kerning are the font's; overlapping contours are united. Raises
    ShapeError `lettering-empty`, `lettering-too-long`, `lettering-no-glyph` or `art-missing`.
    """
    glyphs = check(text)
    font = _font(settings().art / FONT)
    outlines: list[tuple[str, tuple[float, float, float, float]]] = []
    pen_x, before = 0.0, ""
    for glyph in glyphs:
        pen_x += _kerning(settings().art / FONT).get((before, glyph), 0)
        if outline := _outline(font, glyph, pen_x):
            outlines.append(outline)
        pen_x += font["hmtx"][glyph][0]
        before = glyph
    if not outlines:
        raise ShapeError("lettering-empty")
    parts = tuple(Part(path, colour) for path, _bounds in outlines)
    return Art(_board([bounds for _path, bounds in outlines]), parts)


def check(text: str) -> list[str]:
    """The glyph names of `text`; ShapeError when it cannot be set."""
    line = unicodedata.normalize("NFC", text).strip()
    if not line:
        raise ShapeError("lettering-empty")
    if len(line) > MAX_CHARACTERS:
        raise ShapeError("lettering-too-long", found=line[:40], allowed=MAX_CHARACTERS)
    mapping = _font(settings().art / FONT).getBestCmap()
    for character in line:
        if unicodedata.category(character).startswith("C"):
            raise ShapeError("lettering-no-glyph", found=f"U+{ord(character):04X}")
        if ord(character) not in mapping:
            raise ShapeError("lettering-no-glyph", found=character)
    return [mapping[ord(character)] for character in line]


@lru_cache(maxsize=2)
def _font(path: Path) -> Any:
    from fontTools.ttLib import TTFont, TTLibError

    try:
        return TTFont(path, lazy=True)
    except (OSError, TTLibError) as error:
        raise ShapeError("art-missing", path=str(path)) from error


def _outline(
    font: Any, glyph: str, x: float
) -> tuple[str, tuple[float, float, float, float]] | None:
    """SVG path data of one glyph at `x`, y turned downwards, and its bounds."""
    from fontTools.pens.svgPathPen import SVGPathPen
    from fontTools.pens.transformPen import TransformPen
    from pathops import Path as Outline
    from picosvg.svg_types import SVGPath

    outline = Outline()
    glyphs = font.getGlyphSet()
    glyphs[glyph].draw(TransformPen(outline.getPen(glyphSet=glyphs), (1, 0, 0, -1, x, 0)))
    outline.simplify(fix_winding=True, keep_starting_points=False)
    pen = SVGPathPen(glyphs, ntos=lambda value: f"{value:g}")
    outline.draw(pen)
    path = str(SVGPath(d=pen.getCommands()).explicit_lines().d)
    return (path, outline.bounds) if path else None


def _board(bounds: list[tuple[float, float, float, float]]) -> tuple[float, float, float, float]:
    left, top = (min(box[side] for box in bounds) for side in (0, 1))
    right, bottom = (max(box[side] for box in bounds) for side in (2, 3))
    margin = _MARGIN * max(right - left, bottom - top)
    return (
        round(left - margin, 2),
        round(top - margin, 2),
        round(right - left + 2 * margin, 2),
        round(bottom - top + 2 * margin, 2),
    )


@lru_cache(maxsize=2)
def _kerning(path: Path) -> dict[tuple[str, str], int]:
    """Pair kerning of the font's `kern` feature, for the characters that banners use."""
    font = _font(path)
    if "GPOS" not in font:
        return {}
    table = font["GPOS"].table
    lookups = {
        index
        for record in table.FeatureList.FeatureRecord
        if record.FeatureTag == "kern"
        for index in record.Feature.LookupListIndex
    }
    mapping = font.getBestCmap()
    common = {mapping[code] for code in range(0x20, 0x7F) if code in mapping}
    pairs: dict[tuple[str, str], int] = {}
    for index in sorted(lookups):
        for subtable in table.LookupList.Lookup[index].SubTable:
            for pair, value in _subtable_pairs(subtable, common).items():
                pairs.setdefault(pair, value)
    return pairs


def _subtable_pairs(subtable: Any, glyphs: set[str]) -> dict[tuple[str, str], int]:
    inner = getattr(subtable, "ExtSubTable", subtable)
    if type(inner).__name__ != "PairPos":
        return {}
    firsts = [name for name in inner.Coverage.glyphs if name in glyphs]
    return _listed(inner, firsts, glyphs) if inner.Format == 1 else _classed(inner, firsts, glyphs)


def _listed(table: Any, firsts: list[str], glyphs: set[str]) -> dict[tuple[str, str], int]:
    found = {}
    for first in firsts:
        for record in table.PairSet[table.Coverage.glyphs.index(first)].PairValueRecord:
            if record.SecondGlyph in glyphs:
                found[first, record.SecondGlyph] = _advance(record.Value1)
    return found


def _classed(table: Any, firsts: list[str], glyphs: set[str]) -> dict[tuple[str, str], int]:
    found = {}
    for first in firsts:
        row = table.Class1Record[table.ClassDef1.classDefs.get(first, 0)].Class2Record
        for second in glyphs:
            value = _advance(row[table.ClassDef2.classDefs.get(second, 0)].Value1)
            if value:
                found[first, second] = value
    return found


def _advance(value: Any) -> int:
    return int(getattr(value, "XAdvance", 0) or 0) if value is not None else 0
