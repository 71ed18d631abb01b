"""The contact sheet: every candidate over a checkerboard, white, black and a banner colour."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np
from PIL import Image, ImageDraw, ImageFont

if TYPE_CHECKING:
    import numpy.typing as npt

CELL = 340
GAP = 20
MARGIN = 56
LABEL = 300
HEADER = 118
FRAME = 0.86  # share of a cell that the picture may fill
CHECK_PX = 17

PAPER, INK, QUIET, HAIR = "#f7f6f3", "#17181c", "#74767d", "#e2e0da"
GOOD, BAD = "#0b7a4b", "#c0392b"
DEFAULT_BANNER = "#ff6b4a"
LINES = 9  # beneath the verdict: more would stand beside the next candidate
LONGEST = 200  # characters of one line; measuring more takes time and none would be seen


@dataclass(frozen=True)
class Row:
    """One candidate: `rgba` (H, W, 4) uint8 straight, or None when nothing was finished.

    `title` and `verdict` are set large, `lines` small beneath them.
    """

    title: str
    verdict: str
    passed: bool
    lines: Sequence[str] = field(default=())
    rgba: npt.NDArray[np.uint8] | None = None


def draw(rows: Sequence[Row], title: str, subtitle: str, banner: str | None, fonts: Path) -> bytes:
    """The sheet as the bytes of a PNG.

    `banner` is `#rrggbb`; `fonts` the folder with Pretendard. Raises OSError without the fonts.
    """
    type_ = _type(fonts)
    width = 2 * MARGIN + LABEL + 4 * CELL + 4 * GAP
    height = MARGIN + HEADER + len(rows) * (CELL + GAP) + MARGIN - GAP
    sheet = Image.new("RGB", (width, height), PAPER)
    pen = ImageDraw.Draw(sheet)
    room = width - 2 * MARGIN
    pen.text((MARGIN, MARGIN), _fit(title, type_.title, room), INK, type_.title)
    pen.text((MARGIN, MARGIN + 48), _fit(subtitle, type_.small, room), QUIET, type_.small)
    for index, row in enumerate(rows):
        top = MARGIN + HEADER + index * (CELL + GAP)
        _label(pen, row, top, type_)
        for column, cell in enumerate(_cells(row, banner or DEFAULT_BANNER)):
            left = MARGIN + LABEL + GAP + column * (CELL + GAP)
            sheet.paste(cell, (left, top), _rounded())
            pen.rounded_rectangle(_box(left, top), 14, outline=HAIR)
    return _encoded(sheet)


def _encoded(sheet: Image.Image) -> bytes:
    """As PNG. Rows as they are take 8 ms and 155 KB, Pillow's filters 41 ms and 115 KB."""
    import cv2

    options = [cv2.IMWRITE_PNG_COMPRESSION, 3, cv2.IMWRITE_PNG_FILTER, cv2.IMWRITE_PNG_FILTER_NONE]
    _, coded = cv2.imencode(".png", cv2.cvtColor(np.asarray(sheet), cv2.COLOR_RGB2BGR), options)
    return coded.tobytes()


class _Type:
    """The three sizes of the sheet."""

    def __init__(self, fonts: Path) -> None:
        bold = str(fonts / "Pretendard-Bold.otf")
        self.title = ImageFont.truetype(bold, 34)
        self.head = ImageFont.truetype(bold, 24)
        self.small = ImageFont.truetype(bold, 17)


@lru_cache(maxsize=1)
def _type(fonts: Path) -> _Type:
    """The type in this folder, opened once."""
    return _Type(fonts)


def _label(pen: ImageDraw.ImageDraw, row: Row, top: int, type_: _Type) -> None:
    room = LABEL - 8
    pen.text((MARGIN, top + 6), _fit(row.title, type_.head, room), INK, type_.head)
    colour = GOOD if row.passed else BAD
    pen.ellipse((MARGIN, top + 51, MARGIN + 12, top + 63), fill=colour)
    verdict = _fit(row.verdict, type_.small, room - 22)
    pen.text((MARGIN + 22, top + 46), verdict, colour, type_.small)
    for index, line in enumerate(row.lines[:LINES]):
        at = (MARGIN, top + 84 + index * 26)
        pen.text(at, _fit(line, type_.small, room), QUIET, type_.small)


def _cells(row: Row, banner: str) -> list[Image.Image]:
    backdrops = [
        _checkerboard().copy(),
        *(_solid(colour) for colour in ("#ffffff", "#000000", banner)),
    ]
    if row.rgba is None:
        return backdrops
    picture = _scaled(row.rgba)
    at = ((CELL - picture.width) // 2, (CELL - picture.height) // 2)
    for backdrop in backdrops:
        backdrop.paste(picture, at, picture)
    return backdrops


def _scaled(rgba: npt.NDArray[np.uint8]) -> Image.Image:
    """The picture fitted into a cell; Pillow resizes RGBA premultiplied, so edges stay true."""
    picture = Image.fromarray(np.ascontiguousarray(rgba), "RGBA")
    scale = FRAME * CELL / max(picture.size)
    size = (max(1, round(picture.width * scale)), max(1, round(picture.height * scale)))
    return picture.resize(size, Image.Resampling.LANCZOS)


@lru_cache(maxsize=1)
def _checkerboard() -> Image.Image:
    """To read only."""
    odd = np.add.outer(np.arange(CELL) // CHECK_PX, np.arange(CELL) // CHECK_PX) % 2
    grey = np.where(odd, 226, 255).astype(np.uint8)
    return Image.fromarray(grey, "L").convert("RGB")


def _solid(colour: str) -> Image.Image:
    return Image.new("RGB", (CELL, CELL), colour)


@lru_cache(maxsize=1)
def _rounded() -> Image.Image:
    """A mask with round corners, drawn large and reduced so that they are smooth; to read only."""
    large = Image.new("L", (4 * CELL, 4 * CELL), 0)
    ImageDraw.Draw(large).rounded_rectangle((0, 0, 4 * CELL - 1, 4 * CELL - 1), 56, fill=255)
    return large.resize((CELL, CELL), Image.Resampling.LANCZOS)


def _box(left: int, top: int) -> tuple[int, int, int, int]:
    return left, top, left + CELL - 1, top + CELL - 1


def _fit(text: str, font: ImageFont.FreeTypeFont, room: int) -> str:
    """`text` on one line, shortened with an ellipsis to `room` pixels."""
    line = " ".join(text[:LONGEST].split())
    if len(text) <= LONGEST and font.getlength(line) <= room:
        return line
    while line and font.getlength(line + "…") > room:
        line = line[:-1]
    return line.rstrip() + "…"
