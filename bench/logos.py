"""Forty procedural logos with known pixels, for the benchmarks and tests of brand artwork."""

from __future__ import annotations

import io
from dataclasses import dataclass
from functools import lru_cache

import numpy as np
import resvg_py
from PIL import Image

from bench.logo_drawings import DRAWINGS, Drawing, Kind
from bench.logo_touches import Byte


@dataclass(frozen=True)
class Logo:
    """`rgba` is (H, W, 4) uint8, straight, sRGB, with an opaque core."""

    name: str
    rgba: Byte
    kind: Kind


def logos(count: int = 40) -> list[Logo]:
    """The first `count`; twenty of them hold every kind twice.

    >>> [logo.name for logo in logos(2)]
    ['kompass', 'nordal']
    """
    return [_drawn(drawing) for drawing in DRAWINGS[:count]]


@lru_cache(maxsize=len(DRAWINGS))
def _drawn(drawing: Drawing) -> Logo:
    width, height = drawing.width, drawing.height
    svg = (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{width}" height="{height}"'
        f' viewBox="0 0 {width} {height}">{drawing.body}</svg>'
    )
    png = bytes(resvg_py.svg_to_bytes(svg_string=svg, skip_system_fonts=True))
    rgba = np.asarray(Image.open(io.BytesIO(png)).convert("RGBA"), np.uint8)
    if drawing.touch is not None:
        rgba = drawing.touch(rgba)
    rgba.flags.writeable = False
    return Logo(drawing.name, rgba, drawing.kind)
