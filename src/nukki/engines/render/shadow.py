"""The shadow as a layer of its own: on a soft floor under the objects, or all around them."""

from __future__ import annotations

from typing import Literal

import cv2
import numpy as np
import numpy.typing as npt

from nukki.core.pixels import to_bytes
from nukki.engines.render.stage import Stage

Byte = npt.NDArray[np.uint8]
Float32 = npt.NDArray[np.float32]

_INK = (28, 24, 46)  # a cool near-black: pure black looks like dirt on coloured banners
_FLOOR = 0.42  # darkest alpha of a floor shadow
_AMBIENT = 0.30
_REACH = 0.5  # height above the floor, in scene units, at which a shadow has faded to half


def cast(kind: Literal["none", "soft_floor", "ambient"], stage: Stage, alpha: Float32) -> Byte | None:
    """The shadow layer (H, W, 4) uint8 straight, or None; `alpha` (H, W) is the object's."""
    if kind == "none":
        return None
    dark = _floor(stage, alpha) if kind == "soft_floor" else _ambient(alpha)
    layer = np.empty((*alpha.shape, 4), np.uint8)
    layer[..., :3] = _INK
    layer[..., 3] = to_bytes(dark * _frame(alpha.shape))
    return layer


def _ambient(alpha: Float32) -> Float32:
    unit = min(alpha.shape)
    moved = np.roll(alpha, round(unit * 0.012), axis=0)
    wide = cv2.GaussianBlur(moved, (0, 0), unit * 0.022)
    return np.asarray(_AMBIENT * wide, np.float32)


def _floor(stage: Stage, alpha: Float32) -> Float32:
    """A broad ellipse and a dark line of contact under every object that stands near the floor."""
    light = np.ones(alpha.shape, np.float32)
    unit = min(alpha.shape) / 2
    feet = [_foot(stage, index) for index in range(len(stage.objects))]
    ground = max(foot[2] for foot in feet)
    for centre, width, bottom in feet:
        fade = 0.5 ** ((ground - bottom) / unit / _REACH)
        floor = bottom + (ground - bottom) * 0.6
        broad = _ellipse(alpha.shape, centre, floor, width * 0.50, width * 0.055, width * 0.055)
        contact = _ellipse(alpha.shape, centre, bottom, width * 0.40, width * 0.02, width * 0.014)
        near = 1.0 if ground - bottom < 0.12 * unit else 0.0
        light *= (1 - _FLOOR * fade * broad) * (1 - 0.35 * near * contact)
    return 1 - light


def _foot(stage: Stage, index: int) -> tuple[float, float, float]:
    """Where an object would touch the floor: centre, width and bottom in pixels."""
    spots = np.concatenate([stage.pixels(body.points[::5]) for body in stage.objects[index]])
    bottom, height = float(spots[:, 1].max()), float(np.ptp(spots[:, 1]))
    low = spots[spots[:, 1] > bottom - 0.22 * height]
    left, right = float(low[:, 0].min()), float(low[:, 0].max())
    return ((left + right) / 2, right - left, bottom)


def _ellipse(
    shape: tuple[int, ...], x: float, y: float, across: float, down: float, blur: float
) -> Float32:
    mask = np.zeros(shape, np.float32)
    shift = 4  # OpenCV draws at 1/16 pixel
    centre = (round(x * 2**shift), round(y * 2**shift))
    axes = (max(round(across * 2**shift), 1), max(round(down * 2**shift), 1))
    cv2.ellipse(mask, centre, axes, 0, 0, 360, 1.0, -1, cv2.LINE_AA, shift)
    return np.asarray(cv2.GaussianBlur(mask, (0, 0), max(blur, 0.8)), np.float32)


def _frame(shape: tuple[int, ...]) -> Float32:
    """1 inside, 0 on the border: a shadow never ends at the frame's edge."""
    ramps = []
    for length in shape:
        border = max(length * 0.03, 2.0)
        distance = np.minimum(np.arange(length), np.arange(length)[::-1]).astype(np.float32)
        ramps.append(np.clip(distance / np.float32(border), 0, 1))
    return np.outer(ramps[0], ramps[1]).astype(np.float32)
