"""The shadow as a layer of its own: on a soft floor under the objects, or all around them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal

import cv2
import numpy as np
import numpy.typing as npt

from nukki.core.pixels import to_bytes
from nukki.engines.render.mesh import Body
from nukki.engines.render.stage import Stage

Byte = npt.NDArray[np.uint8]
Float32 = npt.NDArray[np.float32]

INK = (28, 24, 46)  # a cool near-black: pure black looks like dirt on coloured banners
_FLOOR = 0.42  # darkest alpha of a floor shadow
_AMBIENT = 0.30
_HANGING = 0.6
_CONTACT = 0.35
_STANDING = 0.1  # an object this near the floor stands on it
_REACH = 0.5  # height above the floor, in scene units, at which a shadow has faded to half


def cast(
    kind: Literal["none", "soft_floor", "ambient"], stage: Stage, alpha: Float32
) -> Byte | None:
    """The shadow layer (H, W, 4) uint8 straight, or None; `alpha` (H, W) is the object's."""
    if kind == "none":
        return None
    dark = _floor(stage, alpha) if kind == "soft_floor" else _ambient(alpha, stage.short)
    layer = np.empty((*alpha.shape, 4), np.uint8)
    layer[..., :3] = INK
    layer[..., 3] = to_bytes(dark * _frame(alpha.shape))
    return layer


def of_plate(
    kind: Literal["none", "soft_floor", "ambient"], stage: Stage, plate: Body, alpha: Float32
) -> Float32 | None:
    """The shadow (H, W), 0..1, of one more thing that stands beside the objects; None where none
    is cast. `alpha` (H, W) is its own."""
    if kind == "none":
        return None
    if kind == "ambient":
        return _ambient(alpha, stage.short) * _frame(alpha.shape)
    ground = min(float(_heights(stage, bodies).min()) for bodies in stage.objects)
    rise = float(_heights(stage, (plate,)).min()) - ground
    light = np.ones(alpha.shape, np.float32)
    _dim(light, stage, (plate,), ground)
    # What hangs far above the floor would have a shadow of its own in the air: it has a faint one
    # close around it instead.
    near = np.float32(np.clip(1.5 - rise / _REACH, 0, 1))
    around = np.float32(_HANGING) * _ambient(alpha, stage.short)
    return ((1 - light) * near + around * (1 - near)) * _frame(alpha.shape)


def _ambient(alpha: Float32, unit: int) -> Float32:
    down = max(round(unit * 0.012), 1)
    moved = np.zeros_like(alpha)
    moved[down:] = alpha[:-down]
    wide = cv2.GaussianBlur(moved, (0, 0), unit * 0.022)
    return np.asarray(_AMBIENT * wide, np.float32)


def _floor(stage: Stage, alpha: Float32) -> Float32:
    """The footprint of every object on the floor it stands over: broad and soft, and a darker
    line of contact where it stands."""
    ground = min(float(_heights(stage, bodies).min()) for bodies in stage.objects)
    light = np.ones(alpha.shape, np.float32)
    for bodies in stage.objects:
        _dim(light, stage, bodies, ground)
    return 1 - light


def _dim(light: Float32, stage: Stage, bodies: Sequence[Body], ground: float) -> None:
    """Take from `light` (H, W) what one thing keeps off the floor at the height `ground`."""
    unit = stage.short / 2
    height = _heights(stage, bodies)
    points = np.concatenate([body.points for body in bodies])
    rise = max(float(height.min()) - ground, 0.0)
    floor = ground + 0.4 * rise  # a floating object's shadow follows it half way up
    fade = 0.5 ** (rise / _REACH)
    low = height < height.min() + 0.3 * np.ptp(height)
    broad = _print(stage, points, height, floor, light.shape, unit * (0.035 + 0.05 * rise))
    light *= 1 - _FLOOR * fade * broad
    if rise < _STANDING:
        contact = _print(stage, points[low], height[low], floor, light.shape, unit * 0.014)
        light *= 1 - _CONTACT * contact


def _heights(stage: Stage, bodies: Sequence[Body]) -> npt.NDArray[np.float64]:
    points = np.concatenate([body.points for body in bodies]).astype(np.float64)
    heights: npt.NDArray[np.float64] = points @ stage.up
    return heights


def _print(
    stage: Stage,
    points: Float32,
    height: npt.NDArray[np.float64],
    floor: float,
    shape: tuple[int, ...],
    blur: float,
) -> Float32:
    """Points dropped to the floor, their hull filled and blurred; 1 at its darkest."""
    dropped = points - ((height - floor)[:, None] * stage.up)
    hull = cv2.convexHull(stage.pixels(dropped.astype(np.float32)).astype(np.float32))
    mask = np.zeros(shape, np.float32)
    shift = 4  # OpenCV draws at 1/16 pixel
    cv2.fillConvexPoly(mask, np.rint(hull * 2**shift).astype(np.int32), 1.0, cv2.LINE_AA, shift)
    soft = cv2.GaussianBlur(mask, (0, 0), max(blur, 0.8))
    peak = float(soft.max())
    # A thin footprint is washed out by the blur, though the floor under it is as dark.
    return np.asarray(soft / max(peak, 1e-3) * min(1.0, peak * 2.2), np.float32)


def _frame(shape: tuple[int, ...]) -> Float32:
    """1 inside, 0 on the border: a shadow never ends at the frame's edge."""
    ramps = []
    for length in shape:
        border = max(length * 0.03, 2.0)
        distance = np.minimum(np.arange(length), np.arange(length)[::-1]).astype(np.float32)
        ramps.append(np.clip(distance / np.float32(border), 0, 1))
    return np.outer(ramps[0], ramps[1]).astype(np.float32)
