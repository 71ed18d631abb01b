"""How the art's colours become the pack's: moves in OKLab that keep light and dark in order.

Colours are sRGB 0..1 unless a name says `lab`; OKLab is (lightness, green-red, blue-yellow).
"""

from __future__ import annotations

from collections.abc import Sequence
from math import atan2, cos, exp, hypot, pi, sin

import numpy as np
import numpy.typing as npt

from nukki.catalog.look import Colour, Mood
from nukki.core import pixels

Rgb = tuple[float, float, float]
Lab = npt.NDArray[np.float32]

# Björn Ottosson's OKLab (2020): linear sRGB to cone response, cone response to Lab.
_CONES = np.array(
    [
        [0.4122214708, 0.5363325363, 0.0514459929],
        [0.2119034982, 0.6806995451, 0.1073969566],
        [0.0883024619, 0.2817188376, 0.6299787005],
    ]
)
_OPPONENTS = np.array(
    [
        [0.2104542553, 0.7936177850, -0.0040720468],
        [1.9779984951, -2.4285922050, 0.4505937099],
        [0.0259040371, 0.7827717662, -0.8086757660],
    ]
)
_CONES_BACK = np.linalg.inv(_CONES)
_OPPONENTS_BACK = np.linalg.inv(_OPPONENTS)

NEUTRAL = 0.035  # OKLab chroma below which the eye names no hue


def rgb_of(hexadecimal: str) -> Rgb:
    """`#rrggbb` as sRGB 0..1."""
    red, green, blue = (int(hexadecimal[i : i + 2], 16) / 255 for i in (1, 3, 5))
    return red, green, blue


def to_oklab(rgb: npt.ArrayLike) -> Lab:
    """sRGB (..., 3) to OKLab (..., 3), float32."""
    linear = pixels.to_linear(np.asarray(rgb, dtype=np.float32)).astype(np.float64)
    return np.asarray(np.cbrt(linear @ _CONES.T) @ _OPPONENTS.T, np.float32)


def from_oklab(lab: npt.ArrayLike) -> Lab:
    """OKLab (..., 3) to sRGB (..., 3), float32; what no screen can show is clipped."""
    cones = np.asarray(lab, dtype=np.float64) @ _OPPONENTS_BACK.T
    linear = (cones**3 @ _CONES_BACK.T).astype(np.float32)
    return np.asarray(np.clip(pixels.to_srgb(linear), 0, 1), np.float32)


def in_gamut(lightness: float, hue: float, chroma: float) -> Rgb:
    """The sRGB colour of this lightness and hue (radians), with as much chroma as fits."""
    light = min(max(lightness, 0.0), 1.0)
    low, high = 0.0, chroma
    if _fits(light, hue, chroma):
        low = chroma
    else:
        for _ in range(14):  # 2^-14 of the chroma is below one 8-bit step
            middle = (low + high) / 2
            low, high = (middle, high) if _fits(light, hue, middle) else (low, middle)
    return _rgb(light, hue, low)


def restyle(rgb: Rgb, colour: Colour, palette: Sequence[str], mood: Mood) -> Rgb:
    """`rgb` as the pack and the mood want it.

    First towards the nearest palette colour by `adherence`, then saturation, then the pull,
    then the mood. Hue and chroma move all the way, lightness half way, so that the light and
    the dark parts of one object stay light and dark to each other.
    """
    lightness, hue, chroma = polar(to_oklab(rgb))
    if palette and colour.adherence > 0:
        lightness, hue, chroma = _adhere(lightness, hue, chroma, colour.adherence, palette)
    chroma *= colour.saturation * (1 + 0.5 * mood.vividness)
    a, b = chroma * cos(hue), chroma * sin(hue)
    pull = to_oklab(rgb_of(colour.pull))
    amount = colour.pull_amount
    lightness += (float(pull[0]) - lightness) * amount
    a += (float(pull[1]) - a) * amount
    b += (float(pull[2]) - b) * amount
    # Black and white stay put; mid tones move most.
    lightness += 0.10 * mood.brightness * 4 * lightness * max(0.0, 1 - lightness)
    b += 0.030 * mood.warmth
    a += 0.012 * mood.warmth
    return in_gamut(lightness, atan2(b, a), hypot(a, b))


def tinted(rgb: Rgb, tint: Rgb) -> Rgb:
    """`rgb` with the hue of `tint`; lightness, chroma and greys stay. Twice equals once."""
    lightness, hue, chroma = polar(to_oklab(rgb))
    _, target, strength = polar(to_oklab(tint))
    if chroma < NEUTRAL or strength < NEUTRAL:
        return rgb
    return in_gamut(lightness, target, chroma) if _apart(hue, target) > 1e-3 else rgb


def shifted(rgb: Rgb, lightness: float, chroma: float = 1.0, hue: float = 0.0) -> Rgb:
    """`rgb` lighter or darker by `lightness`, chroma times `chroma`, hue towards `hue` degrees
    of blue-violet (positive, as shade) or of yellow (negative, as light)."""
    light, angle, strength = polar(to_oklab(rgb))
    goal = radians_of(285.0 if hue > 0 else 95.0)
    turn = (goal - angle + pi) % (2 * pi) - pi
    limit = abs(hue) * pi / 180
    angle += max(-limit, min(limit, turn))
    return in_gamut(light + lightness, angle, strength * chroma)


def varied(rgb: Rgb, drift: float) -> Rgb:
    """`rgb` with its hue turned by up to 9 degrees and its light moved a little: `drift` is
    -1..1 and the same for all parts of an object, so that they stay one family."""
    lightness, hue, chroma = polar(to_oklab(rgb))
    if chroma < NEUTRAL:
        return rgb
    return in_gamut(lightness + 0.02 * drift, hue + radians_of(9.0) * drift, chroma)


def radians_of(degrees: float) -> float:
    """Degrees as radians."""
    return degrees * pi / 180


def polar(lab: Lab) -> tuple[float, float, float]:
    """One OKLab colour as (lightness, hue in radians, chroma)."""
    lightness, a, b = (float(v) for v in lab)
    return lightness, atan2(b, a), hypot(a, b)


def _adhere(
    lightness: float, hue: float, chroma: float, amount: float, palette: Sequence[str]
) -> tuple[float, float, float]:
    colours = [polar(to_oklab(rgb_of(name))) for name in palette]
    goal = min(colours, key=lambda other: _distance((lightness, hue, chroma), other))
    if chroma < NEUTRAL:
        # A grey takes on only a breath of the palette: white paper must stay white.
        amount *= 0.3
    a = chroma * cos(hue) + (goal[2] * cos(goal[1]) - chroma * cos(hue)) * amount
    b = chroma * sin(hue) + (goal[2] * sin(goal[1]) - chroma * sin(hue)) * amount
    return lightness + (goal[0] - lightness) * amount * 0.5, atan2(b, a), hypot(a, b)


def _distance(one: tuple[float, float, float], other: tuple[float, float, float]) -> float:
    """Apart by hue first, then lightness; a hue counts only as far as both have one."""
    weight = 1 - exp(-min(one[2], other[2]) / 0.06)
    hue = weight * _apart(one[1], other[1])
    return hypot(hue, 0.9 * (one[0] - other[0]), 2.5 * (one[2] - other[2]))


def _apart(one: float, other: float) -> float:
    return abs((one - other + pi) % (2 * pi) - pi)


def _fits(lightness: float, hue: float, chroma: float) -> bool:
    lab = np.array([lightness, chroma * cos(hue), chroma * sin(hue)])
    linear = _CONES_BACK @ (_OPPONENTS_BACK @ lab) ** 3
    return bool((linear >= -1e-4).all() and (linear <= 1.0001).all())


def _rgb(lightness: float, hue: float, chroma: float) -> Rgb:
    red, green, blue = from_oklab([lightness, chroma * cos(hue), chroma * sin(hue)])
    return float(red), float(green), float(blue)
