"""What a picture tells of its light: whence it comes, how bright, what colour and how grainy the
place is where a brand picture shall stand. Colour is sRGB-encoded, 0..1, float32."""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np
import numpy.typing as npt

from nukki.core.pixels import to_float
from nukki.finishing.warp import Patch

Byte = npt.NDArray[np.uint8]
Float = npt.NDArray[np.float32]

_ALL = 128  # samples along the longer side of the picture, for the key light
_SOME = 80  # of the surroundings, whose light is smooth
_ROUND = 0.05  # of the longer side over which a silhouette is taken to curve away
_USUAL = (-0.4, -0.9165)  # from above and a little left: how lamps, windows and the packs light
_TRUST = 3.0  # of the variance that the key explains, until it is believed entirely
_REACH = 0.3  # of the longer side: as far around a brand picture the scene lights it
_SMOOTH = 0.16  # of the longer side over which light varies; what is finer is paint
_FEW = 0.08  # share of scene below which the mean of all counts for more than what is near
_LEAST = 0.01  # share of the surroundings that must be there, for them to say anything
_MAD = np.float32(1 / (0.6745 * 6))  # median of the filter below to σ (Immerkær 1996)
_FILTER = np.array([[1, -2, 1], [-2, 4, -2], [1, -2, 1]], np.float32)
_ENOUGH = 240  # px to a side that tell the noise
_MOST_GRAIN = 3.0  # levels; beyond, it is texture


@dataclass(frozen=True)
class Key:
    """The main light: (x, y) is the unit direction to it in the picture, y down; `sure` 0 to 1
    how plainly the picture shows it."""

    x: float
    y: float
    sure: float


@dataclass(frozen=True)
class Around:
    """The scene where a brand picture of (h, w) stands. `under` (h, w, 4) straight is what lies
    below it; `light` (h, w) how bright it is there, smoothly, against the mean `value` of all
    around; `white` (h, w) the same of the least channel, absolute; `glow` (h, w, 3) the colour
    around; `there` (h, w) 0 to 1 how much scene there is; `colour` (3,) the mean, None where there
    is none; `grain` in levels."""

    under: Float
    light: Float
    white: Float
    glow: Float
    there: Float
    value: float
    colour: Float | None
    grain: float


def key_of(scene: Byte) -> Key:
    """The key light of (H, W, 4) uint8 straight.

    The silhouette is taken to curve away towards its edge, as a pillow does: where the faces that
    look left are brighter, the light comes from the left. The least-squares fit of brightness to
    those directions, from as much of it as it explains; else from where light usually comes.
    """
    step = max(1, round(max(scene.shape[:2]) / _ALL))
    some = to_float(np.ascontiguousarray(scene[step // 2 :: step, step // 2 :: step]))
    alpha = some[..., 3]
    solid = alpha > 0.9
    if np.count_nonzero(solid) < 32:
        return Key(*_USUAL, 0.0)
    soft = cv2.GaussianBlur(
        alpha, (0, 0), _ROUND * max(alpha.shape), borderType=cv2.BORDER_CONSTANT
    )
    faces = [-cv2.Sobel(soft, cv2.CV_32F, dx, 1 - dx)[solid] for dx in (1, 0)]
    brightness = largest(some)[solid]
    known = np.stack([np.ones_like(brightness), *faces], axis=1)
    found, *_ = np.linalg.lstsq(known, brightness, rcond=None)
    spread = float(brightness.var())
    if spread < 1e-6 or not found[1:].any():
        return Key(*_USUAL, 0.0)
    left = float((brightness - known @ found).var())
    sure = float(np.clip(_TRUST * (1 - left / spread), 0, 1))
    towards = found[1:] / np.hypot(*found[1:])
    x, y = sure * towards + (1 - sure) * np.array(_USUAL)
    length = float(np.hypot(x, y))
    return Key(float(x) / length, float(y) / length, sure) if length > 0.1 else Key(*_USUAL, sure)


def around(scene: Byte, patch: Patch) -> Around:
    """What (H, W, 4) uint8 straight shows below and around `patch`, which lies wholly in it."""
    longest = max(patch.width, patch.height)
    reach = round(_REACH * longest)
    left, top = max(0, patch.x - reach), max(0, patch.y - reach)
    whole = scene[top : patch.y + patch.height + reach, left : patch.x + patch.width + reach]
    step = max(1, round(max(whole.shape[:2]) / _SOME))
    some = to_float(np.ascontiguousarray(whole[step // 2 :: step, step // 2 :: step]))
    colour = some[..., :3] * some[..., 3:]
    alpha, sums = some[..., 3], some[..., 3].sum()
    under = to_float(np.ascontiguousarray(scene[patch.box]))
    shape = patch.rgba.shape[:2]
    if sums < _LEAST * alpha.size:
        none, one = np.zeros(shape, np.float32), np.ones(shape, np.float32)
        return Around(under, one, none, np.zeros((*shape, 3), np.float32), none, 1.0, None, 0.0)
    parts = np.dstack([alpha, largest(colour), least(colour), colour])
    mean = parts.sum(axis=(0, 1)) / sums
    sigma = _SMOOTH * longest / step
    soft: Float = np.asarray(
        cv2.GaussianBlur(parts, (0, 0), sigma, borderType=cv2.BORDER_REFLECT_101), np.float32
    )
    soft[..., 1:] = (soft[..., 1:] + _FEW * mean[1:]) / (soft[..., :1] + _FEW)
    off = (patch.x - left - step // 2) / step, (patch.y - top - step // 2) / step
    fields = [_enlarged(part, step, off, shape) for part in (soft[..., :3], soft[..., 3:])]
    there, value, white = (fields[0][..., n] for n in range(3))
    level = float(mean[1])
    return Around(
        under=under,
        light=np.asarray(value / max(level, 0.02)),
        white=white,
        glow=fields[1],
        there=there,
        value=level,
        colour=np.asarray(mean[3:], np.float32),
        grain=_grain(whole),
    )


def largest(colour: Float) -> Float:
    """The largest of the first three channels, (H, W): how bright a paint's own light is."""
    red, green, blue = (colour[..., n] for n in range(3))
    return np.maximum(np.maximum(red, green), blue)


def least(colour: Float) -> Float:
    """The least of them: how white."""
    red, green, blue = (colour[..., n] for n in range(3))
    return np.minimum(np.minimum(red, green), blue)


def _enlarged(small: Float, step: int, off: tuple[float, float], shape: tuple[int, ...]) -> Float:
    """Samples `step` px apart, from the place `off` of them on, at every pixel of `shape`."""
    at = np.array([[1 / step, 0, off[0]], [0, 1 / step, off[1]]], np.float32)
    flags = cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP
    size = (shape[1], shape[0])
    result = cv2.warpAffine(small, at, size, flags=flags, borderMode=cv2.BORDER_REPLICATE)
    return np.asarray(result, np.float32)


def _grain(whole: Byte) -> float:
    """Standard deviation of the noise in levels; 0 where it cannot be told from rounding."""
    rows, columns = (slice(max(0, n - _ENOUGH) // 2, (n + _ENOUGH) // 2) for n in whole.shape[:2])
    whole = whole[rows, columns]
    green = whole[..., 1].astype(np.float32)
    found = np.abs(cv2.filter2D(green, cv2.CV_32F, _FILTER))[::3, ::3]
    solid = cv2.erode((whole[..., 3] == 255).astype(np.uint8), np.ones((3, 3), np.uint8))
    inside = found[solid[::3, ::3] != 0]
    if inside.size < 64:
        return 0.0
    sigma = float(np.median(inside) * _MAD)
    return min(sigma, _MOST_GRAIN) if sigma >= 0.6 else 0.0
