"""Drawings with exact coverage alpha for the golden set: strands, blades, wires, letters, holes.

SVG of our own, rasterised by resvg at three times the size and averaged premultiplied, so that the
alpha of a pixel is the area that is covered.
"""

from __future__ import annotations

from collections.abc import Callable

import cv2
import numpy as np
import numpy.typing as npt
import resvg_py

from nukki.catalog import lettering
from nukki.core.pixels import premultiply, to_bytes, to_float, unpremultiply

Byte = npt.NDArray[np.uint8]

SAMPLES = 3
UNIT = 1000  # the side of every drawing in its own units
KEY_GREEN = "#00b140"


def raster(elements: str, size: int) -> Byte:
    """SVG elements in a square of 1000 units as (size, size, 4) uint8 straight."""
    side = size * SAMPLES
    svg = (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{side}" height="{side}"'
        f' viewBox="0 0 {UNIT} {UNIT}">{elements}</svg>'
    )
    png = np.frombuffer(resvg_py.svg_to_bytes(svg_string=svg, skip_system_fonts=True), np.uint8)
    large = cv2.cvtColor(cv2.imdecode(png, cv2.IMREAD_UNCHANGED), cv2.COLOR_BGRA2RGBA)
    fine = premultiply(to_float(np.asarray(large, np.uint8)))
    small = cv2.resize(fine, (size, size), interpolation=cv2.INTER_AREA)
    return to_bytes(unpremultiply(np.asarray(small, np.float32)))


def hair(size: int, seed: int) -> Byte:
    """A ball of fur: a solid body and 620 strands that leave it, half a pixel to two wide."""
    rng = np.random.default_rng(seed)
    parts = [_ball("#7a4a24", "#c98d4f", 500, 520, 205)]
    for _ in range(620):
        turn = rng.uniform(0, 2 * np.pi)
        root = rng.uniform(165, 205)
        length = rng.uniform(70, 215) * (1 + 0.3 * np.cos(3 * turn))
        bend = rng.normal(0, 0.35)
        sway = -0.25 * np.cos(turn)
        points = []
        for step, reach in enumerate((0, 0.35, 0.7, 1)):
            angle = turn + (bend + sway) * reach**1.4
            far = root + length * reach
            points.append((500 + far * np.cos(angle), 520 + far * np.sin(angle) + 16 * step**2 / 4))
        light = rng.uniform(0, 1)
        colour = _mixed((96, 54, 24), (232, 180, 118), light)
        parts.append(_stroke(points, colour, rng.uniform(1.3, 4.6)))
    return raster("".join(parts), size)


def grass(size: int, seed: int) -> Byte:
    """A tuft of blades on a clod of earth: long wedges that end in nothing."""
    rng = np.random.default_rng(seed)
    parts = []
    for _ in range(150):
        foot = float(np.clip(rng.normal(500, 110), 270, 730))
        lean = rng.normal((foot - 500) * 0.55, 90)
        height = rng.uniform(330, 720)
        width = rng.uniform(5, 15)
        colour = _mixed((44, 92, 20), (190, 214, 74), rng.uniform(0, 1))
        top = (foot + lean, 830 - height)
        belly = (foot + lean * 0.3, 830 - height * 0.55)
        parts.append(
            f'<path fill="{colour}" d="M{foot - width:.1f} 840'
            f" Q{belly[0] - width:.1f} {belly[1]:.1f} {top[0]:.1f} {top[1]:.1f}"
            f" Q{belly[0] + width:.1f} {belly[1]:.1f}"
            f' {foot + width:.1f} 840Z"/>'
        )
    clod = '<path fill="#6b4a32" d="M230 850Q260 770 500 775T770 850Q760 915 500 920T230 850Z"/>'
    return raster("".join(parts) + clod, size)


def wires(size: int, seed: int) -> Byte:
    """A wheel with thin spokes and a cable that hangs from it: long lines of one pixel and less."""
    rng = np.random.default_rng(seed)
    parts = [
        '<circle cx="500" cy="430" r="300" fill="none" stroke="#20242c" stroke-width="34"/>',
        '<circle cx="500" cy="430" r="272" fill="none" stroke="#d7dbe2" stroke-width="7"/>',
    ]
    for spoke in range(32):
        turn = 2 * np.pi * (spoke + rng.uniform(-0.1, 0.1)) / 32
        far = (500 + 290 * np.cos(turn), 430 + 290 * np.sin(turn))
        near = (500 + 34 * np.cos(turn + 0.9), 430 + 34 * np.sin(turn + 0.9))
        parts.append(_stroke([near, far], "#4a515e", 2.2 if spoke % 2 else 3.2))
    parts.append('<circle cx="500" cy="430" r="44" fill="#c23b3b"/>')
    cable = [(500, 720), (420, 800), (610, 850), (470, 940)]
    parts.append(_stroke(cable, "#3b4149", 4.5))
    parts.append('<rect x="440" y="928" width="62" height="34" rx="10" fill="#23262d"/>')
    return raster("".join(parts), size)


def letters(size: int, seed: int) -> Byte:
    """Two words in orange and cream with a thin line: corners, counters and narrow gaps."""
    parts = [
        '<defs><linearGradient id="g" x1="0" y1="0" x2="0" y2="1">'
        '<stop offset="0" stop-color="#ffb347"/><stop offset="1" stop-color="#e8452c"/>'
        "</linearGradient></defs>"
    ]
    for text, top, fill in (("SALE", 210, "url(#g)"), ("누끼 50%", 520, "#f6ead2")):
        art = lettering.set_text(text)
        left, upper, width, height = art.view_box
        scale = min(860 / width, 250 / height)
        shift = (500 - scale * (left + width / 2), top + 125 - scale * (upper + height / 2))
        outline = "".join(f'<path d="{part.path}"/>' for part in art.parts)
        parts.append(
            f'<g fill="{fill}" transform="translate({shift[0]:.3f} {shift[1]:.3f})'
            f' scale({scale:.6f})">{outline}</g>'
        )
    parts.append('<rect x="80" y="815" width="840" height="3.4" fill="#8a5a2c"/>')
    return raster("".join(parts), size)


def plate(size: int, seed: int) -> Byte:
    """A tag with one large hole, a row of small ones and a slot."""
    return raster(_plate(holes=True), size)


def badge(size: int, seed: int) -> Byte:
    """The same tag without its holes: where they were, it is painted in the key's green."""
    return raster(_plate(holes=False), size)


def _plate(*, holes: bool) -> str:
    rows = "".join(f'<circle cx="{x}" cy="690" r="{r}"/>' for x, r in _HOLES)
    inner = (
        f'<circle cx="500" cy="400" r="128"/><rect x="330" y="590" width="340" height="22"/>{rows}'
    )
    outline = "M500 90Q830 90 830 400V760Q830 880 700 880H300Q170 880 170 760V400Q170 90 500 90Z"
    body = f'<path d="{outline}" fill="url(#p)"/>'
    rim = f'<path d="{outline}" fill="none" stroke="#2b1d52" stroke-width="16"/>'
    ring = '<circle cx="500" cy="400" r="140" fill="none" stroke="#f3d36b" stroke-width="26"/>'
    shade = (
        '<defs><linearGradient id="p" x1="0" y1="0" x2="1" y2="1">'
        '<stop offset="0" stop-color="#8f6bd8"/><stop offset="1" stop-color="#4b2f96"/>'
        '</linearGradient><mask id="m"><rect width="1000" height="1000" fill="#fff"/>'
        f'<g fill="#000">{inner}</g></mask></defs>'
    )
    if holes:
        return f'{shade}<g mask="url(#m)">{body}{rim}</g>{ring}'
    return f'{shade}{body}{rim}<g fill="{KEY_GREEN}">{inner}</g>{ring}'


_HOLES = ((300, 34), (390, 25), (470, 18), (540, 13), (600, 9), (650, 6), (690, 4))


def _ball(dark: str, light: str, x: float, y: float, radius: float) -> str:
    return (
        '<defs><radialGradient id="b" cx="0.4" cy="0.32" r="0.75">'
        f'<stop offset="0" stop-color="{light}"/><stop offset="1" stop-color="{dark}"/>'
        f'</radialGradient></defs><circle cx="{x}" cy="{y}" r="{radius}" fill="url(#b)"/>'
    )


def _stroke(points: list[tuple[float, float]], colour: str, width: float) -> str:
    """A smooth line through two points, or along four as a cubic."""
    start, *rest = (f"{x:.1f} {y:.1f}" for x, y in points)
    way = f"L{rest[0]}" if len(rest) == 1 else f"C{' '.join(rest)}"
    return (
        f'<path d="M{start}{way}" fill="none" stroke="{colour}" stroke-width="{width:.2f}"'
        ' stroke-linecap="round"/>'
    )


def _mixed(low: tuple[int, int, int], high: tuple[int, int, int], share: float) -> str:
    values = (round(a + (b - a) * share) for a, b in zip(low, high, strict=True))
    return "#" + "".join(f"{value:02x}" for value in values)


DRAWN: dict[str, Callable[[int, int], Byte]] = {
    "hair": hair,
    "grass": grass,
    "wires": wires,
    "letters": letters,
    "plate": plate,
    "badge": badge,
}
