"""A small picture of where the rules on the edge found a fault: the object in grey, faults hot.

Every stroke has a dark casing and a bright core, so that it reads on any backdrop.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field

import cv2
import numpy as np
import numpy.typing as npt

from nukki.core.nearest import nearest

Byte = npt.NDArray[np.uint8]
Float = npt.NDArray[np.floating]
Index = npt.NDArray[np.intp]
Mask = npt.NDArray[np.bool_]
Paint = tuple[int, int, int]

LONGER_SIDE = 640
GREYS = (108, 190)  # the object's black and white: neither vanishes on a dark or light page
GREY_OPACITY = 0.7
FAINT = 12  # alpha where the outline of the object is drawn
HOT, GLARE, CASING, PALE = (255, 58, 32), (255, 120, 40), (28, 10, 8), (255, 244, 230)
MOST_CIRCLES = 8
_NOTHING = np.zeros(0, np.intp)


@dataclass(frozen=True)
class Places:
    """Where one rule found its fault, in the frame of the cutout.

    `edge` (K,) flat indices of walks' pixels on the silhouette, which stand for the outline up to
    the next walk; `pixels` (K,) stand for themselves; `spots` are single points (x, y).
    """

    edge: Index = field(default_factory=lambda: _NOTHING)
    pixels: Index = field(default_factory=lambda: _NOTHING)
    spots: tuple[tuple[float, float], ...] = ()


def draw(cutout: Byte, outline: Index, places: Sequence[Places]) -> Byte:
    """Mark `places` on the object, dimmed to grey; (h, w, 4) uint8 straight.

    `cutout` (H, W, 4) straight, `outline` (N,) the flat indices of all walks on its silhouette.
    The longer side is at most 640 px, and never more than the cutout's.
    """
    scale = min(1.0, LONGER_SIDE / max(cutout.shape[:2]))
    small = _reduced(cutout, scale)
    unit = max(1, round(max(small.shape[:2]) / 320))  # the width of a thin stroke
    hot = np.zeros(small.shape[:2], np.uint8)
    every = _moved(outline, cutout, scale)
    for place in places:
        if place.edge.size:
            _trace(hot, small[..., 3], every, _moved(place.edge, cutout, scale))
        hot |= _gathered(_moved(place.pixels, cutout, scale), hot.shape)
        for across, down in place.spots:
            cv2.circle(hot, (round(across * scale), round(down * scale)), unit, 255, cv2.FILLED)
    picture = _grey(small)
    _stroke(picture, _thick(hot, unit), unit, HOT)
    _stroke(picture, _rings(_clusters(hot), hot.shape, unit), unit, PALE)
    return _bytes(picture)


def _reduced(cutout: Byte, scale: float) -> Byte:
    if scale == 1.0:
        return cutout
    size = (max(1, round(cutout.shape[1] * scale)), max(1, round(cutout.shape[0] * scale)))
    return np.asarray(cv2.resize(cutout, size, interpolation=cv2.INTER_AREA), np.uint8)


def _moved(pixels: Index, cutout: Byte, scale: float) -> tuple[Index, Index]:
    """(y, x) of flat indices into the cutout, in the reduced picture."""
    y, x = np.divmod(pixels, cutout.shape[1])
    return (y * scale).astype(np.intp), (x * scale).astype(np.intp)


def _trace(hot: Byte, alpha: Byte, every: tuple[Index, Index], found: tuple[Index, Index]) -> None:
    """Draw those parts of the outline of `alpha` onto `hot` whose nearest walks were found.

    The verdict of the walks around a place counts, so that one stray walk leaves neither a gap
    nor a dot.
    """
    away = np.full(hot.shape, 255, np.uint8)
    away[every] = 0
    faulty = np.zeros(hot.shape, np.bool_)
    faulty[found] = True
    verdict = nearest(away).spread(faulty)
    visible = np.asarray(cv2.inRange(alpha, FAINT, 255), np.uint8)
    inner = cv2.erode(visible, np.ones((3, 3), np.uint8), borderType=cv2.BORDER_CONSTANT)
    outline = (visible - inner).astype(np.float32)
    reach = 2 * max(2, max(hot.shape) // 64) + 1
    around = np.asarray(cv2.blur(outline * verdict, (reach, reach)))
    hot[(outline > 0) & (around >= 0.5 * cv2.blur(outline, (reach, reach)))] = 255


def _gathered(at: tuple[Index, Index], shape: tuple[int, ...]) -> Byte:
    """Single pixels, (h, w) 0 or 255; a stray one is left out where others lie together."""
    single = np.zeros(shape, np.float32)
    single[at] = 1
    count = np.asarray(cv2.boxFilter(single, -1, (9, 9), normalize=False))
    together = (single > 0) & (count >= 4)
    kept = together if together.any() else single > 0
    return np.where(kept, np.uint8(255), np.uint8(0))


def _clusters(hot: Byte) -> Iterator[tuple[float, float, float]]:
    """Circles (x, y, radius) around what lies together, unless it goes all around the object."""
    longer = max(hot.shape)
    reach = 2 * max(1, longer // 32) + 1
    joined = cv2.dilate(hot, cv2.getStructuringElement(cv2.MORPH_ELLIPSE, (reach, reach)))
    outlines, _ = cv2.findContours(joined, cv2.RETR_EXTERNAL, cv2.CHAIN_APPROX_SIMPLE)
    for outline in sorted(outlines, key=cv2.contourArea, reverse=True)[:MOST_CIRCLES]:
        (x, y), radius = cv2.minEnclosingCircle(outline)
        if radius < longer / 6:
            yield x, y, radius


def _thick(hot: Byte, unit: int) -> Float:
    disc = cv2.getStructuringElement(cv2.MORPH_ELLIPSE, (2 * unit + 1, 2 * unit + 1))
    return _softened(np.asarray(cv2.dilate(hot, disc)) / np.float32(255), 0.5 * unit)


def _rings(
    circles: Iterable[tuple[float, float, float]], shape: tuple[int, ...], unit: int
) -> Float:
    drawn = np.zeros(shape[:2], np.uint8)
    for x, y, radius in circles:
        size = max(6 * unit, round(radius))
        cv2.circle(drawn, (round(x), round(y)), size, 255, unit, cv2.LINE_AA)
    return drawn.astype(np.float32) / 255


def _grey(small: Byte) -> Float:
    """The object as grey relief, premultiplied 0..1."""
    light = cv2.cvtColor(np.ascontiguousarray(small[..., :3]), cv2.COLOR_RGB2GRAY) / np.float32(255)
    tone = (GREYS[0] + (GREYS[1] - GREYS[0]) * light) / 255
    alpha = small[..., 3].astype(np.float32) * (GREY_OPACITY / 255)
    return np.dstack([tone * alpha] * 3 + [alpha]).astype(np.float32)


def _stroke(picture: Float, core: Float, unit: int, paint: Paint) -> None:
    """Draw a core in `paint` inside a dark casing onto a premultiplied picture; hot cores glare."""
    if paint == HOT:
        _lay(picture, 0.55 * _softened(core, 5 * unit), GLARE)
    disc = cv2.getStructuringElement(cv2.MORPH_ELLIPSE, (2 * unit + 1, 2 * unit + 1))
    _lay(picture, 0.9 * np.asarray(cv2.dilate(core, disc)), CASING)
    _lay(picture, core, paint)


def _lay(picture: Float, opacity: Float, paint: Paint) -> None:
    """Lay a colour over a premultiplied picture, in place: strokes touch little of it."""
    colour = np.array([*paint, 255], np.float32) / 255
    touched = np.flatnonzero(opacity > 1 / 512)
    flat = picture.reshape(-1, 4)
    below = flat[touched]
    flat[touched] = below + np.minimum(opacity.ravel()[touched], 1)[:, None] * (colour - below)


def _softened(mask: Float, sigma: float) -> Float:
    soft: Float = np.asarray(cv2.GaussianBlur(mask, (0, 0), sigma), np.float32)
    return soft


def _bytes(premultiplied: Float) -> Byte:
    alpha = premultiplied[..., 3:]
    colour = premultiplied[..., :3] / np.maximum(alpha, 1e-6)
    whole = np.clip(np.dstack([colour, alpha]), 0, 1)
    levels = np.asarray(np.rint(255 * whole), np.uint8)
    levels[levels[..., 3] == 0] = 0
    return levels
