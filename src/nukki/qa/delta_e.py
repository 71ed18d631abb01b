"""The distance of two colours as people see it: CIEDE2000 (Sharma, Wu, Dalal 2005)."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

Float = npt.NDArray[np.float32]

_25_TO_7 = np.float32(25**7)
_TINY = np.float32(1e-20)
_OPPOSITE = np.float32(1e-6)  # hues so far apart have two middles; by the standard, the first


def ciede2000(one: Float, other: Float) -> Float:
    """ΔE2000 of (N, 3) CIE L*a*b* and as many others, (N,) float32; kL = kC = kH = 1.

    >>> ciede2000(np.float32([[50, 2.6772, -79.7751]]), np.float32([[50, 0, -82.7485]])).round(2)
    array([2.04], dtype=float32)
    """
    (l1, a1, b1), (l2, a2, b2) = one.T.astype(np.float32), other.T.astype(np.float32)
    stretch = 1.5 - 0.5 * _high((_length(a1, b1) + _length(a2, b2)) / np.float32(2))
    a1, a2 = a1 * stretch, a2 * stretch
    c1, c2 = _length(a1, b1), _length(a2, b2)
    light, chroma = (l1 + l2) / 2, (c1 + c2) / np.float32(2)
    off = np.square(light - 50)
    by_light = (l2 - l1) / (1 + 0.015 * off / np.sqrt(20 + off))
    by_chroma = (c2 - c1) / (1 + 0.045 * chroma)
    # The hue between the two lies half way between their directions; grey has the other's.
    one_over, other_over = 1 / np.maximum(c1, _TINY), 1 / np.maximum(c2, _TINY)
    x, y = a1 * one_over + a2 * other_over, b1 * one_over + b2 * other_over
    length = _length(x, y)
    opposite = (length < _OPPOSITE) & (c1 * c2 > 0)
    first = np.where((b1 > 0) | ((b1 == 0) & (a1 > 0)), one_over, -one_over)
    x, y = np.where(opposite, -b1 * first, x), np.where(opposite, a1 * first, y)
    length = np.maximum(_length(x, y), _TINY)
    x, y = x / length, y / length
    by_hue = _across(a1, b1, a2, b2, c1 * c2) / (1 + 0.015 * chroma * _weight(x, y))
    hue = np.degrees(np.arctan2(y, x))
    from_blue = np.where(hue < -85 + 180, hue + 85, hue - 275)  # blue is at 275 or -85
    tilt = -2 * np.sin(np.radians(60) * np.exp(-np.square(from_blue / 25)))
    tilt *= _high(chroma) * by_chroma * by_hue
    whole = np.square(by_light) + np.square(by_chroma) + np.square(by_hue) + tilt
    return np.asarray(np.sqrt(np.maximum(whole, 0)), np.float32)


def _length(x: Float, y: Float) -> Float:
    return np.asarray(np.sqrt(x * x + y * y))


def _high(chroma: Float) -> Float:
    """How near to vivid, 0 to 1."""
    squared = chroma * chroma
    seventh = squared * squared * squared * chroma
    return np.asarray(np.sqrt(seventh / (seventh + _25_TO_7)))


def _across(a1: Float, b1: Float, a2: Float, b2: Float, product: Float) -> Float:
    """The distance of two colours in hue alone, signed; `product` is that of their chromas."""
    along = np.maximum(product + a1 * a2 + b1 * b2, 0)
    turn = a1 * b2 - b1 * a2
    opposite = np.copysign(np.sqrt(np.maximum(2 * (product - a1 * a2 - b1 * b2), 0)), turn)
    near = along > 0.01 * product  # where they are opposite the other form is the exact one
    return np.asarray(np.where(near, turn / np.sqrt(np.maximum(along, _TINY) / 2), opposite))


def _weight(x: Float, y: Float) -> Float:
    """T of the formula for a hue of direction (x, y), by the cosines of its multiples."""
    x2, y2 = x * x - y * y, 2 * x * y
    x3, y3 = x2 * x - y2 * y, x2 * y + y2 * x
    x4, y4 = x2 * x2 - y2 * y2, 2 * x2 * y2
    parts = ((-0.17, 30, x, y), (0.24, 0, x2, y2), (0.32, -6, x3, y3), (-0.2, 63, x4, y4))
    result = np.ones_like(x)
    for share, turn, across, up in parts:
        angle = np.radians(turn)
        result += np.float32(share * np.cos(angle)) * across
        result += np.float32(share * np.sin(angle)) * up
    return result
