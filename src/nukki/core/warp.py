"""A picture resampled once, from its own pixels to where its four corners stand."""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from typing import Any

import numpy as np
import numpy.typing as npt

Byte = npt.NDArray[np.uint8]
Float = npt.NDArray[np.float32]
Edges = tuple[float, float, float, float]  # left, top, right and bottom

_REACH = 4  # px of the result to each side that Lanczos looks at, and one more
_SEAM = 4  # px of nothing around a picture that is turned
_GAP = 2  # what is to become smaller than by this is averaged first, which no eye can tell
_WHOLE = 1e-5  # of a pixel's area: float32 cannot tell less


def warped(
    rgba: Byte, corners: Sequence[tuple[float, float]], box: tuple[int, int, int, int]
) -> Byte:
    """What of (h, w, 4) uint8 straight lies in `box` (x, y, width, height) of the frame, of the
    same form, when its corners (clockwise from its own top left, y down) stand at `corners`.

    Resampled premultiplied, so that hidden colour takes no part, and in sRGB, as browsers and
    layout programs scale: in linear light strokes would look heavier or thinner than the designer
    knows them. Lanczos, but where it rings: what a pixel's area holds whole or not at all stays
    so in alpha. Never meant to enlarge.
    """
    at = np.asarray(corners, np.float64) - box[:2]
    (left, top), (right, bottom) = at[0], at[2]
    straight = np.array([(left, top), (right, top), (right, bottom), (left, bottom)])
    if right > left and bottom > top and np.abs(at - straight).max() < 1e-6:
        return _scaled(rgba, (left, top, right, bottom), box[2:])
    return _turned(rgba, at, box[2:])


def _scaled(rgba: Byte, at: Edges, size: tuple[int, int]) -> Byte:
    """Upright, with its edges `at` those of a result of `size` (width, height)."""
    height, width = rgba.shape[:2]
    across, down = width / (at[2] - at[0]), height / (at[3] - at[1])
    reach = math.ceil(_REACH * across), math.ceil(_REACH * down)
    x, y = -at[0] * across, -at[1] * down
    right, bottom = x + size[0] * across, y + size[1] * down
    before = [max(0, math.ceil(-start)) + more for start, more in zip((x, y), reach, strict=True)]
    after = [
        max(0, math.ceil(end)) + more
        for end, more in zip((right - width, bottom - height), reach, strict=True)
    ]
    box = x + before[0], y + before[1], right + before[0], bottom + before[1]
    # What lies around a picture is transparent, not its own edge once more.
    planes = (
        _bordered(_light(rgba, channel), before[1], after[1], before[0], after[0])
        for channel in range(4)
    )
    return _shrunk(planes, size, box)


def _turned(rgba: Byte, at: npt.NDArray[Any], size: tuple[int, int]) -> Byte:
    """With its corners `at` (4, 2) in a result of `size` (width, height).

    Drawn finer than the result where it shrinks, so that no detail is stepped over.
    """
    import cv2

    height, width = rgba.shape[:2]
    source = np.array([(0, 0), (width, 0), (width, height), (0, height)], np.float64)
    coarser = max(1, int(_shrinks(source, at) / _GAP))
    source /= coarser
    finer = max(1, math.ceil(_shrinks(source, at) - 0.01))
    wide = finer * size[0], finer * size[1]
    # OpenCV's pixels have their middles at whole numbers.
    there = cv2.getPerspectiveTransform(_floats(source + _SEAM - 0.5), _floats(at * finer - 0.5))
    small = [_coarser(_light(rgba, channel), coarser) for channel in range(4)]
    fine = (_floats(cv2.warpPerspective(p, there, wide, flags=cv2.INTER_LANCZOS4)) for p in small)
    cover = _floats(cv2.warpPerspective(small[3], there, wide, flags=cv2.INTER_LINEAR))
    return _shrunk(fine, size, (0, 0, *wide), cover)


def _coarser(plane: Float, by: int) -> Float:
    """The mean of each `by` x `by` pixels, with a seam of nothing around."""
    import cv2

    if by > 1:
        height, width = plane.shape
        small = (-(-width // by), -(-height // by))
        plane = _bordered(plane, 0, small[1] * by - height, 0, small[0] * by - width)
        plane = _floats(cv2.resize(plane, small, interpolation=cv2.INTER_AREA))
    return _bordered(plane, _SEAM, _SEAM, _SEAM, _SEAM)


def _shrinks(source: npt.NDArray[Any], at: npt.NDArray[Any]) -> float:
    """By how much at most lengths shrink at the corners of the picture; never below 1."""
    most = 1.0
    for here in range(4):
        beside = [(here + 1) % 4, (here - 1) % 4]
        before, after = source[beside] - source[here], at[beside] - at[here]
        least = np.linalg.svd(np.linalg.solve(before, after), compute_uv=False)[-1]
        most = max(most, 1 / max(float(least), 1e-3))
    return most


def _shrunk(
    planes: Iterable[Float], size: tuple[int, int], box: Edges, cover: Float | None = None
) -> Byte:
    """The part `box` of premultiplied light, a plane for each channel, as (h, w, 4) uint8 straight
    of this size; `cover` is its alpha, where that of the light rings already."""
    from PIL.Image import Resampling, fromarray

    made: list[Float] = []
    for plane in planes:  # one at a time: a picture may have 16 million pixels
        made.append(_floats(fromarray(plane).resize(size, Resampling.LANCZOS, box)))
        last = plane
    own = last if cover is None else cover
    area = _floats(fromarray(own).resize(size, Resampling.BOX, box))
    alpha = np.where(area >= 1 - _WHOLE, 1, np.where(area <= _WHOLE, 0, np.clip(made[3], 0, 1)))
    # Divided before anything is clipped: colour and alpha ring alike, and their ratio does not.
    share = np.maximum(made[3], np.float32(1 / 512))
    result = np.empty((size[1], size[0], 4), np.uint8)
    for at in range(3):
        result[..., at] = np.rint(255 * np.clip(made[at] / share, 0, 1))
    result[..., 3] = np.rint(255 * alpha)
    result[result[..., 3] == 0] = 0
    return result


def _light(rgba: Byte, channel: int) -> Float:
    """A channel premultiplied, or alpha itself, as (h, w) float32 in 0..1."""
    alpha = _floats(rgba[..., 3]) / np.float32(255)
    return alpha if channel == 3 else _floats(rgba[..., channel]) * (alpha / np.float32(255))


def _bordered(light: Float, top: int, bottom: int, left: int, right: int) -> Float:
    """With so many pixels of nothing around it."""
    import cv2

    return _floats(cv2.copyMakeBorder(light, top, bottom, left, right, cv2.BORDER_CONSTANT))


def _floats(values: Any) -> Float:
    return np.asarray(values, np.float32)
