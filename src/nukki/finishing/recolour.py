"""The colour of what a person brought back: the drawing's own, without the old background in it.

Where the background is known, the one to three pixels along it are mixtures of background and
object. They take the colour of the object beside them, as far as that explains what was drawn.
"""

from __future__ import annotations

import cv2
import numpy as np
import numpy.typing as npt

from nukki.core.nearest import nearest

Byte = npt.NDArray[np.uint8]
Float = npt.NDArray[np.float32]

BAND = 3.0  # px beside the background that may be mixtures: anti-aliasing and a decoder's blur
REACH = 8.0  # px within which the object's own colour is looked for
NOISES = 4.0  # within so many of its noise in every channel, a pixel is background
_LEAST_NOISE = 1.5  # levels
_UNEXPLAINED = 30.0  # levels; what no mixture of these two explains is a colour of its own
_ROOM = int(BAND + REACH) + 2


def recolour(
    cut: Byte, drawn: Byte, matte: Byte, behind: Float | None = None, noise: float = 0.0
) -> Byte:
    """The cutout (H, W, 4) uint8 straight with alpha `matte` (H, W), a new picture.

    Where alpha rose, colour moves from the cutout's towards that of `drawn` (H, W, 3), as far as
    the pixel is new or has become full. `behind` (H, W, 3) float32 in levels is the background
    that was drawn, with `noise` in levels; None when nobody knows it. All other bytes stay.
    """
    result = cut.copy()
    result[..., 3] = matte
    raised = matte > cut[..., 3]
    if not raised.any():
        return result
    x, y, w, h = cv2.boundingRect(raised.astype(np.uint8))
    rows = slice(max(0, y - _ROOM), y + h + _ROOM)
    columns = slice(max(0, x - _ROOM), x + w + _ROOM)
    box = rows, columns
    at = np.flatnonzero(raised[box])
    own = drawn[box].reshape(-1, 3)[at].astype(np.float32)
    if behind is not None:
        own = _cleaned(own, drawn[box], behind[box], noise, at)
    before = cut[box].reshape(-1, 4)[at].astype(np.float32)
    share = _share(before[:, 3], matte[box].ravel()[at].astype(np.float32))
    colour = before[:, :3] + share[:, None] * (own - before[:, :3])
    part = np.ascontiguousarray(result[box])
    part.reshape(-1, 4)[at, :3] = np.clip(np.floor(colour + np.float32(0.5)), 0, 255)
    result[box] = part
    return result


def background_px(drawn: Byte, behind: Float, noise: float, raised: npt.NDArray[np.bool_]) -> int:
    """How many of the pixels `raised` (H, W) show nothing but the background; see `recolour`."""
    seen = drawn[raised].astype(np.float32) - behind[raised]
    return int(np.count_nonzero(_is_back(np.abs(seen).max(axis=1), noise)))


def _is_back(apart: Float, noise: float) -> npt.NDArray[np.bool_]:
    """Whether pixels so many levels away from the background are background."""
    return np.asarray(apart <= NOISES * max(noise, _LEAST_NOISE))


def _share(before: Float, after: Float) -> Float:
    """How far the drawing's colour counts: all of it where the pixel is new, or is full now."""
    new = 1 - before / after
    filled = (after - before) / np.maximum(255 - before, 1)
    return np.asarray(np.maximum(new, filled), np.float32)


def _cleaned(
    own: Float, drawn: Byte, behind: Float, noise: float, at: npt.NDArray[np.intp]
) -> Float:
    """`own` (n, 3), the colours of `drawn` at flat indices `at`, without background in them."""
    apart = np.abs(drawn.astype(np.float32) - behind).max(axis=2)
    back = _is_back(apart, noise)
    if not back.any() or back.all():
        return own
    away = nearest(np.where(back, np.uint8(0), np.uint8(1))).distance
    sure = away > BAND
    if not sure.any():
        return own
    found = nearest(np.where(sure, np.uint8(0), np.uint8(1)))
    mixed = ((away > 0) & (away <= BAND) & (found.distance <= REACH)).ravel()[at]
    place = at[mixed]
    ground = behind.reshape(-1, 3)[place]
    body = drawn.reshape(-1, 3)[found.source(place)].astype(np.float32) - ground
    seen = own[mixed] - ground
    part = np.einsum("ij,ij->i", seen, body) / np.maximum(np.einsum("ij,ij->i", body, body), 1)
    rest = seen - np.clip(part, 0, 1)[:, None] * body
    explained = np.abs(rest).max(axis=1) <= _UNEXPLAINED
    result = own.copy()
    result[np.flatnonzero(mixed)[explained]] = (ground + body + rest)[explained]
    return result
