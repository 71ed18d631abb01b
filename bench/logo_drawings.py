"""Forty logos of our own design, drawn as SVG: no brand, and every kind that is hard to keep.

`DRAWINGS` is in the order of `bench.logos`; its first twenty stand for all kinds.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass
from typing import Literal

import numpy as np

from bench import logo_touches
from bench.logo_touches import Byte
from nukki.catalog.lettering import set_text

Kind = Literal[
    "thin",
    "wordmark",
    "gradient",
    "dark",
    "light",
    "soft",
    "chroma",
    "tiny",
    "holes",
    "translucent",
]


@dataclass(frozen=True)
class Drawing:
    """`body` is what stands in an SVG of `width` x `height` px; `touch` what numpy does after."""

    name: str
    kind: Kind
    width: int
    height: int
    body: str
    touch: Callable[[Byte], Byte] | None = None


def word(text: str, x: float, y: float, width: float, height: float, fill: str) -> str:
    """`text` as large as the box at (`x`, `y`) allows, in its middle."""
    art = set_text(text)
    left, top, across, down = art.view_box
    scale = min(width / across, height / down)
    x += (width - scale * across) / 2 - scale * left
    y += (height - scale * down) / 2 - scale * top
    paths = "".join(f'<path d="{part.path}"/>' for part in art.parts)
    return f'<g transform="translate({x:.2f} {y:.2f}) scale({scale:.5f})" fill="{fill}">{paths}</g>'


def fade(name: str, *stops: str, x2: float = 1, y2: float = 0) -> str:
    """A linear gradient of evenly spaced colours."""
    return f'<linearGradient id="{name}" x2="{x2}" y2="{y2}">{_stops(stops)}</linearGradient>'


def glow(name: str, *stops: str, cx: float = 0.35, cy: float = 0.3) -> str:
    """A radial gradient of evenly spaced colours."""
    return (
        f'<radialGradient id="{name}" cx="{cx}" cy="{cy}" r=".8">{_stops(stops)}</radialGradient>'
    )


def _stops(colours: tuple[str, ...]) -> str:
    last = max(1, len(colours) - 1)
    return "".join(
        f'<stop offset="{n / last:.3f}" stop-color="{c}"/>' for n, c in enumerate(colours)
    )


def around(count: int, middle: float, shape: str, start: float = 0.0) -> str:
    """`shape` drawn `count` times about (`middle`, `middle`)."""
    turns = (start + 360 * n / count for n in range(count))
    return "".join(
        f'<g transform="rotate({turn:.3f} {middle} {middle})">{shape}</g>' for turn in turns
    )


def star(x: float, y: float, points: int, outer: float, inner: float) -> str:
    """Path data of a star that stands on its foot."""
    radii = [outer if n % 2 == 0 else inner for n in range(2 * points)]
    turns = [math.pi * n / points - math.pi / 2 for n in range(2 * points)]
    corners = (
        f"{x + r * math.cos(t):.2f} {y + r * math.sin(t):.2f}"
        for r, t in zip(radii, turns, strict=True)
    )
    return f"M{'L'.join(corners)}Z"


def waves(width: int, middle: float, count: int, gap: float, height: float) -> str:
    """Path data of parallel waves."""
    lines = []
    for n in range(count):
        y = middle + gap * (n - (count - 1) / 2)
        xs = range(14, width - 9, 4)
        high = [height * (1 - abs(2 * x / width - 1) ** 3) for x in xs]
        ys = [y + h * math.sin(x / 26 + n * 0.55) for x, h in zip(xs, high, strict=True)]
        steps = "".join(f"L{x} {at:.2f}" for x, at in zip(xs, ys, strict=True))
        lines.append(f"M10 {y:.2f}{steps}")
    return "".join(lines)


def bars(x: float, y: float, height: float, widths: tuple[int, ...], unit: float) -> str:
    """Rectangles of these widths with gaps of one unit."""
    parts = []
    for width in widths:
        parts.append(f'<rect x="{x:.2f}" y="{y}" width="{width * unit:.2f}" height="{height}"/>')
        x += (width + 1) * unit
    return "".join(parts)


def dots(side: int, gap: float, largest: float) -> str:
    """Dots that shrink from the middle to the rim."""
    middle = side / 2
    count = int(middle / gap)
    parts = []
    for row in range(-count, count + 1):
        for column in range(-count, count + 1):
            far = math.hypot(row, column) * gap / middle
            if far < 0.95:
                x, y = middle + column * gap, middle + row * gap
                parts.append(
                    f'<circle cx="{x}" cy="{y}" r="{largest * (1 - far**1.6) + 0.8:.2f}"/>'
                )
    return "".join(parts)


_BARS = (2, 1, 3, 1, 1, 2, 1, 4, 1, 2, 1, 1, 3, 2, 1, 1, 2, 3, 1, 2, 1, 1)

_WHEEL = np.array([[255, 61, 113], [255, 170, 0], [0, 214, 143], [0, 149, 255]])

_FIRST = (
    Drawing("kompass", "thin", 260, 260, (
        '<g fill="none" stroke="#14324a" stroke-width="3"><circle cx="130" cy="130" r="118"/>'
        '<circle cx="130" cy="130" r="96" stroke-width="1.5"/>'
        + around(36, 130, '<path d="M130 20v10" stroke-width="1.5"/>')
        + '<path d="M130 46l20 84-20 84-20-84z" stroke-linejoin="round"/><path d="M110'
        ' 130h40"/></g>'
        '<path d="M130 46l20 84h-40z" fill="#d8472b"/>'
    )),
    Drawing("nordal", "wordmark", 440, 112, word("NORDAL", 4, 4, 432, 104, "#121212")),
    Drawing("abendrot", "gradient", 300, 300, (
        fade("a", "#ffb347", "#ff5e62", "#7b2ff7", y2=1, x2=0.2)
        + '<circle cx="150" cy="150" r="140" fill="url(#a)"/>'
        '<g fill="#fff"><rect x="40" y="168" width="220" height="9" rx="4"/>'
        '<rect x="62" y="194" width="176" height="9" rx="4"/>'
        '<rect x="92" y="220" width="116" height="9" rx="4"/></g>'
    )),
    Drawing("basalt", "dark", 280, 300, (
        '<path d="M140 8l122 44v98c0 74-52 120-122 142C70 270 18 224 18 150V52z" fill="#0b0c0e"/>'
        '<path d="M140 70l62 108h-36l-26-46-26 46H78z" fill="#3a4048"/>'
        '<rect x="78" y="196" width="124" height="16" fill="#3a4048"/>'
    )),
    Drawing("schnee", "light", 260, 260, (
        '<g fill="none" stroke="#fff" stroke-width="15" stroke-linecap="round">'
        + around(6, 130, '<path d="M130 130V22M130 62l28-22M130 62l-28-22"/>')
        + '</g><circle cx="130" cy="130" r="20" fill="#fff"/>'
    )),
    Drawing("lumi", "soft", 300, 300, (
        glow("a", "#fff7d6", "#ffd04a", "#ff9d1c")
        + '<circle cx="150" cy="150" r="78" fill="url(#a)"/>'
    ), logo_touches.haloed(34, (255, 176, 32))),
    Drawing("prisma", "chroma", 300, 270, (
        '<circle cx="104" cy="96" r="88" fill="#ff0050"/><circle cx="196" cy="96" r="88"'
        ' fill="#00c8ff"/>'
        '<path d="M150 21a88 88 0 0 1 0 150a88 88 0 0 1 0-150z" fill="#3b00ff"/>'
        '<rect x="62" y="206" width="176" height="44" rx="22" fill="#c8ff00"/>'
    )),
    Drawing("stempel", "tiny", 300, 300, (
        '<g fill="#8a1c1c">' + around(60, 150, '<path d="M146 4h8l-2 16h-4z"/>')
        + '<path d="M150 26a124 124 0 1 0 .1 0zm0 9a115 115 0 1 1-.1 0z" fill-rule="evenodd"/>'
        + around(24, 150, f'<path d="{star(150, 52, 5, 6, 2.5)}"/>') + "</g>"
        + word("1974", 70, 96, 160, 84, "#8a1c1c")
        + word("handmade", 84, 176, 132, 40, "#8a1c1c")
    )),
    Drawing("zahnrad", "holes", 280, 280, (
        '<path fill-rule="evenodd" fill="#24606b" d="M140 40a100 100 0 1 0 .1 0z'
        'M140 102a38 38 0 1 1-.1 0zM140 58a14 14 0 1 1-.1 0zM140 194a14 14 0 1 1-.1 0z'
        'M72 126a14 14 0 1 1-.1 0zM208 126a14 14 0 1 1-.1 0z"/>'
        + around(12, 140, '<path d="M122 46l6-32h24l6 32z" fill="#24606b"/>')
    )),
    Drawing("schleier", "translucent", 340, 220, (
        '<circle cx="110" cy="110" r="92" fill="#e63e6d" fill-opacity=".55"/>'
        '<circle cx="230" cy="110" r="92" fill="#2f6fed" fill-opacity=".55"/>'
        '<circle cx="170" cy="110" r="34" fill="#241a57"/>'
    )),
    Drawing("linea", "thin", 360, 130, (
        f'<path d="{waves(360, 65, 5, 17, 14)}" fill="none" stroke="#0a7d6c" stroke-width="2.5"'
        ' stroke-linecap="round"/><circle cx="180" cy="65" r="15" fill="#0a7d6c"/>'
    )),
    Drawing("solbit", "wordmark", 380, 150, (
        word("솔빛", 124, 6, 250, 138, "#1f7a3d")
        + '<circle cx="62" cy="75" r="48" fill="#f2b705"/>'
        '<path d="M62 44c20 14 20 46 0 62c-20-16-20-48 0-62z" fill="#fff"/>'
    )),
    Drawing("blaetter", "gradient", 280, 280, (
        fade("a", "#00c9a7", "#0059b3", x2=0, y2=1)
        + around(8, 140, '<path d="M140 136C104 100 112 40 140 10c28 30 36 90 0 126z"'
                 ' fill="url(#a)"/>')
        + '<circle cx="140" cy="140" r="24" fill="#fff"/><circle cx="140" cy="140" r="12"'
        ' fill="#00395c"/>'
    )),
    Drawing("anker", "dark", 240, 280, (
        '<g fill="none" stroke="#0d1b3e" stroke-width="20" stroke-linecap="round">'
        '<circle cx="120" cy="44" r="26"/><path d="M120 72v186M72 108h96M26 168c6 58 46 88 94 90'
        'c48-2 88-32 94-90"/></g>'
    )),
    Drawing("blanca", "light", 400, 120, (
        word("blanca", 4, 4, 350, 112, "#f6f3ec")
        + '<circle cx="374" cy="92" r="14" fill="#f6f3ec"/>'
    )),
    Drawing("tusche", "soft", 320, 240, (
        '<path d="M46 150C70 40 210 10 262 74c30 40-6 128-96 132C96 210 74 190 84 154'
        'c12-40 88-56 110-20" fill="none" stroke="#16161c" stroke-width="34"'
        ' stroke-linecap="round"/>'
        '<circle cx="268" cy="196" r="22" fill="#c21f1f"/>'
    ), logo_touches.feathered(2.6)),
    Drawing("blitz", "chroma", 200, 260, (
        '<path d="M118 8L22 146h64L70 252 178 102h-70z" fill="#ffe600" stroke="#ff00a8"'
        ' stroke-width="10" stroke-linejoin="round"/>'
    )),
    Drawing("mosaik", "tiny", 260, 260, f'<g fill="#5b3cc4">{dots(260, 13, 5.4)}</g>'),
    Drawing("siegel", "holes", 320, 160, (
        '<rect x="6" y="6" width="308" height="148" rx="34" fill="#d4382c"/>'
        + word("MORU", 26, 16, 268, 128, "#000")
    ), logo_touches.punched),
    Drawing("tropfen", "translucent", 220, 280, (
        '<path d="M110 14C150 84 200 128 200 180a90 90 0 0 1-180 0C20 128 70 84 110 14z"'
        ' fill="#27b0e6" fill-opacity=".42" stroke="#0b6fa8" stroke-width="12"'
        ' stroke-linejoin="round"/>'
        '<path d="M58 178a52 52 0 0 0 34 50" fill="none" stroke="#fff" stroke-width="12"'
        ' stroke-linecap="round"/>'
    )),
)  # fmt: skip

_SECOND = (
    Drawing("wuerfel", "thin", 240, 260, (
        '<g fill="none" stroke="#c2410c" stroke-width="3.5" stroke-linejoin="round">'
        '<path d="M120 12l104 60v118l-104 60L16 190V72zM16 72l104 60 104-60M120 132v118"/>'
        '<path d="M120 52l68 40v76l-68 40-68-40V92z" stroke-width="1.8"/></g>'
    )),
    Drawing("schwung", "thin", 420, 150, (
        '<path d="M18 108C66 8 96 10 84 66c-10 46-26 60-14 62 26 4 40-70 62-70 16 0-8 62 12 64'
        ' 24 2 30-62 54-62 18 0-10 60 12 62 26 2 34-96 64-98 20 0 6 72-12 92 24-58 96-62 94-30'
        '-2 26-58 34-56 4 6-26 66-16 108-44" fill="none" stroke="#1b1b3a" stroke-width="4"'
        ' stroke-linecap="round"/>'
    )),
    Drawing("faden", "thin", 180, 180, (
        '<g fill="none" stroke="#6d28d9" stroke-width="2">'
        + around(12, 90, '<ellipse cx="90" cy="52" rx="22" ry="40"/>')
        + '</g><circle cx="90" cy="90" r="10" fill="#6d28d9"/>'
    )),
    Drawing("tesela", "wordmark", 420, 120, (
        word("te", 6, 8, 130, 104, "#e4572e") + word("se", 140, 8, 140, 104, "#17bebb")
        + word("la", 284, 8, 130, 104, "#76b041")
    )),
    Drawing("hanok", "wordmark", 300, 210, (
        '<path d="M14 84C70 76 110 44 150 12c40 32 80 64 136 72-24 12-44 12-62 6H76c-18 6-38'
        ' 6-62-6z"'
        ' fill="#2b2d42"/>' + word("한옥집", 20, 98, 260, 108, "#2b2d42")
    )),
    Drawing("gross", "wordmark", 600, 150, word("MERIDIAN", 4, 4, 592, 142, "#0047ff")),
    Drawing("klein", "wordmark", 130, 96, (
        '<rect x="4" y="4" width="122" height="88" rx="14" fill="#ff5a36"/>'
        + word("go!", 14, 10, 102, 76, "#fff")
    )),
    Drawing("rad", "gradient", 280, 280, (
        '<path fill-rule="evenodd" fill="#fff" d="M140 8a132 132 0 1 0 .1 0zM140 70a70 70 0 1'
        ' 1-.1 0z"/>'
        '<circle cx="140" cy="140" r="34" fill="#fff"/>'
    ), logo_touches.turned(_WHEEL)),
    Drawing("band", "gradient", 340, 180, (
        fade("a", "#7f00ff", "#e100ff") + fade("b", "#3a0b8c", "#8f1bd6")
        + '<path d="M16 34h214l-48 112H16l40-56z" fill="url(#a)"/>'
        '<path d="M182 146l48-112h94l-40 56 40 56z" fill="url(#b)"/>'
    )),
    Drawing("perle", "gradient", 160, 160, (
        glow("a", "#ffffff", "#f3d9e6", "#b78fb0", "#6d4a78")
        + '<circle cx="80" cy="80" r="72" fill="url(#a)"/>'
    )),
    Drawing("rabe", "dark", 320, 220, (
        '<path d="M20 186c40-70 84-110 150-116 4-32 30-52 62-48 26 4 40 20 42 38l34 18-38 10'
        'c-10 60-64 104-130 104-22 0-42-4-58-12l-30 22z" fill="#101014"/>'
        '<circle cx="238" cy="52" r="8" fill="#f7c948"/>'
    )),
    Drawing("kohle", "dark", 260, 240, (
        '<path d="M70 12h120l62 108-62 108H70L8 120z" fill="#1c1f24"/>'
        + word("K", 60, 50, 140, 140, "#000")
    ), logo_touches.punched),
    Drawing("wolke", "light", 320, 200, (
        '<path d="M84 178a60 60 0 0 1-6-120a84 84 0 0 1 160-2a61 61 0 0 1 6 122z"'
        ' fill="#fbfdff"/>'
    )),
    Drawing("papier", "light", 220, 260, (
        '<path d="M24 14h116l56 56v176H24z" fill="#eceae4"/><path d="M140 14v56h56z"'
        ' fill="#cfcbc0"/>'
        '<g fill="#a9a498"><rect x="52" y="112" width="116" height="10"/>'
        '<rect x="52" y="142" width="116" height="10"/><rect x="52" y="172" width="72"'
        ' height="10"/></g>'
    )),
    Drawing("nebel", "soft", 300, 220, (
        fade("a", "#12c2e9", "#c471ed", "#f64f59")
        + '<rect x="60" y="60" width="180" height="100" rx="50" fill="url(#a)"/>'
    ), logo_touches.feathered(6)),
    Drawing("glut", "soft", 260, 260, (
        f'<path d="{star(130, 130, 5, 84, 38)}" fill="#ff2d6f"/>'
    ), logo_touches.haloed(22, (255, 0, 110))),
    Drawing("bunt", "chroma", 260, 260, (
        '<rect x="10" y="10" width="116" height="116" fill="#ff0000"/>'
        '<circle cx="192" cy="68" r="58" fill="#0000ff"/><path d="M68 138l58 110H10z"'
        ' fill="#ffd500"/>'
        '<rect x="134" y="138" width="116" height="110" rx="55" fill="#00b140"/>'
    )),
    Drawing("strich", "tiny", 340, 150, (
        f'<g fill="#111827">{bars(20, 14, 84, _BARS, 5.15)}</g>'
        + word("NO.000731", 40, 102, 260, 42, "#111827")
    )),
    Drawing("schluessel", "holes", 340, 140, (
        '<path fill-rule="evenodd" fill="#b08400" d="M70 10a60 60 0 1 0 .1 0zM70 40a30 30 0 1'
        ' 1-.1 0z'
        'M126 56h196v28h-22v30h-26V84h-20v22h-26V84H126z"/>'
    )),
    Drawing("fluegel", "translucent", 340, 220, (
        '<g fill="#0ea5a4"><path d="M170 196C60 190 16 110 12 24c90 6 150 70 158 172z"'
        ' fill-opacity=".75"/><path d="M170 196C150 90 200 20 328 24c-2 96-60 166-158 172z"'
        ' fill-opacity=".45"/></g><path d="M170 206c-14-40-14-90 0-130c14 40 14 90 0 130z"'
        ' fill="#064e4d"/>'
    )),
)  # fmt: skip

DRAWINGS = (*_FIRST, *_SECOND)
