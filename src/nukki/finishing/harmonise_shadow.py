"""The shadow that a brand picture casts on what is below it: one of contact, one that drops."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

import cv2
import numpy as np
import numpy.typing as npt

from nukki.core.pixels import to_float
from nukki.finishing.warp import Patch

if TYPE_CHECKING:
    from nukki.catalog.blend import Blend
    from nukki.finishing.harmonise_scene import Around, Key

Byte = npt.NDArray[np.uint8]
Float = npt.NDArray[np.float32]

_INK = np.array([28, 24, 46], np.float32)  # as the engine's: pure black looks like dirt
_OF_SCENE = 0.22  # of the surroundings' colour in the ink, as light that bounces about
# Of the unit: how far each shadow lies from its object, and its softness; its darkest alpha.
_CONTACT = (0.008, 0.010, 0.75)
_DROP = (0.045, 0.032, 0.65)
_STROKES = 12  # widths of a stroke
_IN_THE_AIR = 0.5  # of it where nothing is below: what hangs there touches nothing
_COARSE = 4  # px of a sample of the soft one


def unit_of(patch: Patch, scene: Byte) -> float:
    """The size in px that depths and shadows go by: no more than a third of the frame, and less
    for what is made of strokes, which a shadow as soft as a block's would smear."""
    alpha = to_float(np.ascontiguousarray(patch.rgba[..., 3]))
    edge = sum(float(np.abs(np.diff(alpha, axis=axis)).sum()) for axis in (0, 1))
    stroke = 2.5 * float(alpha.sum()) / max(edge, 1.0)  # its width; of a block, half of that
    least = 0.35 * min(int(scene.shape[0]), int(scene.shape[1]))
    return min(_STROKES * stroke, float(max(patch.width, patch.height)), least)


def cast(
    scene: Byte, patch: Patch, around: Around, key: Key, blend: Blend, unit: float, *, casts: bool
) -> Patch:
    """The shadow of `patch`, which lies in `scene` (H, W, 4) uint8 straight: a straight patch that
    ends at the frame. `unit` is that of `unit_of`. Without `casts` it falls only on what is there.
    """
    reach = math.ceil((_DROP[0] + 3 * _DROP[1]) * unit) + 2
    left, top = max(0, patch.x - reach), max(0, patch.y - reach)
    right = min(scene.shape[1], patch.x + patch.width + reach)
    bottom = min(scene.shape[0], patch.y + patch.height + reach)
    alpha = np.zeros((bottom - top, right - left), np.uint8)
    alpha[
        patch.y - top : patch.y - top + patch.height, patch.x - left : patch.x - left + patch.width
    ] = patch.rgba[..., 3]
    near = _moved(alpha, key, _CONTACT[0] * unit, max(_CONTACT[1] * unit, 1.0), 1)
    far = _moved(alpha, key, _DROP[0] * unit, _DROP[1] * unit, _COARSE)
    light = 1 - np.float32(_CONTACT[2] * blend.contact / 255) * near
    light *= 1 - np.float32(_DROP[2] * blend.drop / 255) * far
    dark = 255 * (1 - light)
    there = scene[top:bottom, left:right, 3] / np.float32(255)
    dark *= there + (1 - there) * np.float32(_IN_THE_AIR if casts else 0)
    rgba = np.empty((*alpha.shape, 4), np.uint8)
    rgba[..., :3] = np.rint(_ink(around))
    rgba[..., 3] = np.rint(dark)
    return Patch(rgba, left, top)


def _ink(around: Around) -> Float:
    if around.colour is None:
        return _INK
    return np.asarray((1 - _OF_SCENE) * _INK + _OF_SCENE * 0.5 * 255 * around.colour, np.float32)


def _moved(alpha: Byte, key: Key, far: float, sigma: float, coarse: int) -> Float:
    """Alpha 0..255 blurred by `sigma` px and moved away from the light by `far` px."""
    height, width = alpha.shape
    size = (math.ceil(width / coarse), math.ceil(height / coarse))
    small = cv2.resize(alpha, size, interpolation=cv2.INTER_AREA) if coarse > 1 else alpha
    soft = cv2.GaussianBlur(
        small.astype(np.float32), (0, 0), max(sigma / coarse, 0.5), borderType=cv2.BORDER_CONSTANT
    )
    sx, sy = width / size[0], height / size[1]
    # of a pixel's middle: (x + 1/2) / s - 1/2, and towards the light
    at = np.array(
        [
            [1 / sx, 0, (0.5 + key.x * far) / sx - 0.5],
            [0, 1 / sy, (0.5 + key.y * far) / sy - 0.5],
        ],
        np.float32,
    )
    flags = cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP
    return np.asarray(cv2.warpAffine(soft, at, (width, height), flags=flags), np.float32)
