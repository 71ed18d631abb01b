"""The recipe from straight alpha to the picture a person receives: crop, margin, bleed, shadow."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import reduce
from typing import TYPE_CHECKING, Any

import numpy as np
import numpy.typing as npt

from nukki.core import clock
from nukki.finishing.compose import Stack
from nukki.finishing.crop import SHADOW_FLOOR, Box, content_box, crop, union, visible_box
from nukki.finishing.decontaminate import decontaminate
from nukki.finishing.margin import margin_px, pad
from nukki.finishing.shadow import under
from nukki.finishing.warp import Patch

if TYPE_CHECKING:
    from nukki.catalog.packs import Shadow

Byte = npt.NDArray[np.uint8]

_NEUTRAL = 255  # a tint multiplies the backdrop; outside the frame it must not change it


@dataclass(frozen=True)
class Step:
    """One step with its parameters; the time it took is for people and never hashed."""

    name: str
    parameters: Mapping[str, Any]
    milliseconds: float


@dataclass(frozen=True)
class Finished:
    """What is delivered. All pictures have one size, uint8, sRGB.

    `rgba` (H, W, 4) straight, shadow included when the policy asks for it; `offset` (x, y) of its
    corner in the candidate, negative where the margin reaches beyond the frame; `layers` holds
    `object` and, cropped alike, the layers that the engine drew (see its Candidate). `brand` are
    the layers of brand pictures, patches of this picture. `object_px` is how many pixels the
    picture would have without those.
    """

    rgba: Byte
    offset: tuple[int, int]
    layers: Mapping[str, Byte]
    log: tuple[Step, ...] = field(default=())
    brand: Mapping[str, Patch] = field(default_factory=dict)
    object_px: int = 0

    def recipe(self) -> list[dict[str, Any]]:
        """The steps without their times: equal input gives an equal recipe."""
        return [{"step": step.name, **step.parameters} for step in self.log]


def finish(
    rgba: Byte, layers: Mapping[str, Byte], policy: Shadow, stack: Stack | None = None
) -> Finished:
    """Finish one cutout: (H, W, 4) uint8 straight, with the engine's layers of the same size.

    A shadow layer is composed, and takes part in the crop, only when `policy` is not "none".
    Alpha and visible colour of the object are those of `rgba`, byte for byte. `stack` is the
    picture with brand artwork, composed in the same frame out of the same cutout and shadow; its
    visible bytes are what is delivered. Raises ValueError when a layer has another size.
    """
    _require_one_size(rgba, layers if stack is None else {**layers, "stack": stack.flat})
    shadow = layers.get("shadow") if policy != "none" else None
    log = _Log()
    alone = content_box(rgba, shadow)
    box = alone if stack is None else _with_brand(rgba, shadow, stack)
    margin = margin_px(box.width, box.height)
    cut = log.step("crop", *crop(rgba, box))
    cut = log.step("margin", *pad(cut, margin))
    cut = log.step("decontaminate", *decontaminate(cut))
    kept = {"object": cut} | _framed(layers, box, margin, with_shadow=shadow is not None)
    offset = box.x - margin, box.y - margin
    if stack is None:
        final = _with_shadow(cut, kept.get("shadow"), policy, log)
        return Finished(final, offset, kept, tuple(log.steps), {}, cut.shape[0] * cut.shape[1])
    laid, record = pad(crop(stack.flat, box)[0], margin)
    laid = log.step("brand", laid, {**record, "laid": stack.steps})
    final = log.step("decontaminate", *decontaminate(laid))
    brand = {name: patch.moved(-offset[0], -offset[1]) for name, patch in stack.layers.items()}
    return Finished(final, offset, kept, tuple(log.steps), brand, _px(alone))


def _with_brand(rgba: Byte, shadow: Byte | None, stack: Stack) -> Box:
    """The box that holds brand pictures and their shadows as well; the frame if all is empty."""
    found = [visible_box(rgba), None if shadow is None else visible_box(shadow, SHADOW_FLOOR)]
    for name, patch in stack.layers.items():
        if not name.endswith(("-shade", "-light")):
            found.append(_seen(patch, SHADOW_FLOOR if name.endswith("-shadow") else 0))
    boxes = [box for box in found if box is not None]
    return reduce(union, boxes) if boxes else content_box(rgba, shadow)


def _seen(patch: Patch, floor: int) -> Box | None:
    """The visible box of a patch in the frame."""
    if not patch.rgba.size:
        return None
    box = visible_box(np.ascontiguousarray(patch.rgba), floor)
    return box and box._replace(x=box.x + patch.x, y=box.y + patch.y)


def _px(box: Box) -> int:
    """Pixels of a box with its margin."""
    margin = 2 * margin_px(box.width, box.height)
    return (box.width + margin) * (box.height + margin)


class _Log:
    """Collects steps; each step's time runs from the end of the one before."""

    def __init__(self) -> None:
        self.steps: list[Step] = []
        self._since = clock.seconds()

    def step(self, name: str, result: Byte, parameters: Mapping[str, Any]) -> Byte:
        now = clock.seconds()
        self.steps.append(Step(name, parameters, 1000 * (now - self._since)))
        self._since = now
        return result


def _require_one_size(rgba: Byte, layers: Mapping[str, Byte]) -> None:
    for name, layer in layers.items():
        if layer.shape[:2] != rgba.shape[:2]:
            raise ValueError(f"layer {name} is {layer.shape[:2]}, the picture {rgba.shape[:2]}")


def _framed(
    layers: Mapping[str, Byte], box: Box, margin: int, *, with_shadow: bool
) -> dict[str, Byte]:
    wanted = {name for name in layers if name != "shadow" or with_shadow}
    return {
        name: pad(crop(layers[name], box)[0], margin, _NEUTRAL if name == "tint" else 0)[0]
        for name in sorted(wanted)
    }


def _with_shadow(cut: Byte, shadow: Byte | None, policy: Shadow, log: _Log) -> Byte:
    if shadow is None:
        return log.step("shadow", cut, {"policy": policy, "composed": False})
    composed, record = under(cut, shadow)
    composed = log.step("shadow", composed, {"policy": policy, "composed": True, **record})
    return log.step("decontaminate", *decontaminate(composed))
