"""What a plate does to what lies behind it: the light it keeps from the objects, traced, and its
shadow on the floor. Light that it throws back at them, and its mirror image in them, are left
out."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Literal

import cv2
import numpy as np
import numpy.typing as npt

from nukki.core.nearest import nearest
from nukki.core.pixels import to_bytes
from nukki.engines.render import develop, shadow
from nukki.engines.render.mesh import Body
from nukki.engines.render.tracer import Box, Features, Tick, Tracer

Byte = npt.NDArray[np.uint8]
Float32 = npt.NDArray[np.float32]
Policy = Literal["none", "soft_floor", "ambient"]

_SPP = 16
_DIRECT = {"type": "path", "max_depth": 2, "hide_emitters": True}
_REACH = 0.14  # of the room's shorter side: how far from a plate its shadow is looked for
_DIM = np.float32(0.03)  # light so faint that a shadow on it is not seen
_SOFT = 0.006  # of the room's shorter side: how much a shadow is softened
_CONTRAST = 1.8  # without the light that comes back from all around, shadows look faint
_DARKEST = 0.72  # alpha: what lies under a plate is never quite black


def on_objects(
    tracer: Tracer,
    plated: Any,
    plate: Body,
    cover: Byte,
    features: Features,
    next_tick: Callable[[], Tick],
) -> tuple[Box, Float32] | None:
    """How dark (h, w), 0 to 1, a black layer must be that does to the objects what the plate does,
    and its box in the frame; None where no object is near.

    `plated` is the scene with the plate, `cover` the plate's own alpha (H, W): what the viewer sees
    of the plate says nothing of the objects under it. `features` are the objects' own.
    """
    ticks = next_tick(), next_tick()
    box = _near(tracer, plate)
    if box is None:
        return None
    x, y, width, height = box
    own = (cover[y : y + height, x : x + width] > 0).astype(np.uint8)
    hidden = np.asarray(cv2.dilate(own, np.ones((5, 5), np.uint8)), np.uint8)
    if hidden.all():
        return None
    guides = features.within(x - tracer.box[0], y - tracer.box[1], width, height)
    light = []
    for scene, tick in zip((tracer.lit, plated), ticks, strict=True):
        seen = tracer.window(scene, box, _DIRECT, _SPP, tick)
        alpha = np.where(hidden > 0, 0, seen[..., 3]).astype(np.float32)
        colour = develop.straight(seen[..., :3] * (alpha > 0)[..., None], alpha)
        light.append(develop.denoise(colour, guides, alpha).mean(-1))
    ratio = np.clip((light[1] + _DIM) / (light[0] + _DIM), 0, 1)
    ratio = cv2.GaussianBlur(nearest(hidden).spread(ratio), (0, 0), _SOFT * tracer.stage.short)
    return box, np.asarray(np.minimum(1 - ratio ** (_CONTRAST / 2.2), _DARKEST), np.float32)


def on_floor(policy: Policy, tracer: Tracer, plate: Body, cover: Byte) -> Float32 | None:
    """The plate's shadow (H, W), 0 to 1, where there is nothing; None where none is cast."""
    return shadow.of_plate(policy, tracer.stage, plate, cover.astype(np.float32) / np.float32(255))


def layer(dark: Float32) -> Byte:
    """A shadow (H, W) as straight RGBA."""
    painted = np.empty((*dark.shape, 4), np.uint8)
    painted[..., :3] = shadow.INK
    painted[..., 3] = to_bytes(dark)
    return painted


def _near(tracer: Tracer, plate: Body) -> Box | None:
    """Where objects may be in the plate's shadow."""
    spots = tracer.stage.pixels(plate.points)
    reach = _REACH * tracer.stage.short
    x, y, width, height = tracer.box
    low = np.maximum(np.floor(spots.min(0) - reach), (x, y)).astype(int)
    high = np.minimum(np.ceil(spots.max(0) + reach), (x + width, y + height)).astype(int)
    if (high - low).min() < 2:
        return None
    return int(low[0]), int(low[1]), int(high[0] - low[0]), int(high[1] - low[1])
