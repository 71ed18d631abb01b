"""In which formats and sizes pictures are exported: the largest is the picture as it was drawn.

`1x,2x` gives the picture as drawn under `@2x` and half of it without a mark; `1x` alone is the
picture as drawn. A number of pixels caps the longer side of the largest. Nothing is enlarged.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

from nukki.errors import InputError

Format = Literal["png", "webp", "avif", "psd"]
FORMATS: tuple[Format, ...] = ("png", "webp", "avif", "psd")
MAX_SCALE = 4
SMALLEST, LARGEST = 16, 8192
_SCALE = re.compile(r"([1-9])x")
_SIDE = re.compile(r"[1-9][0-9]{1,4}")


@dataclass(frozen=True, slots=True)
class Sizes:
    """`scales` in ascending order without repeats; `longest` caps the largest, in pixels."""

    scales: tuple[int, ...] = (1,)
    longest: int | None = None

    def of(self, width: int, height: int) -> dict[int, tuple[int, int]]:
        """(width, height) of a picture by scale, each at least one pixel.

        >>> parse(["1x", "2x"]).of(300, 201)
        {1: (150, 101), 2: (300, 201)}
        """
        longest = min(self.longest or LARGEST, max(width, height))
        most = self.scales[-1] * max(width, height)
        return {
            scale: (
                _rounded(width * longest * scale, most),
                _rounded(height * longest * scale, most),
            )
            for scale in self.scales
        }

    def reaches(self, width: int, height: int) -> bool:
        """Whether a picture is as large as was asked for."""
        return self.longest is None or max(width, height) >= self.longest


def parse(texts: Sequence[str]) -> Sizes:
    """Sizes as people write them: `1x` to `4x`, and at most one number of pixels.

    Raises InputError export-size.
    """
    scales: set[int] = set()
    sides: list[int] = []
    for text in (part.strip() for entry in texts for part in entry.split(",")):
        if (scale := _SCALE.fullmatch(text)) and int(scale[1]) <= MAX_SCALE:
            scales.add(int(scale[1]))
        elif _SIDE.fullmatch(text) and SMALLEST <= int(text) <= LARGEST and not sides:
            sides.append(int(text))
        else:
            allowed = f"1x–{MAX_SCALE}x, {SMALLEST}–{LARGEST}"
            raise InputError("export-size", found=text[:20], allowed=allowed)
    return Sizes(tuple(sorted(scales or {1})), sides[0] if sides else None)


def _rounded(value: int, by: int) -> int:
    """`value / by` to the nearest whole number, halves upwards, at least 1."""
    return max(1, (2 * value + by) // (2 * by))
