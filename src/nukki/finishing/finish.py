"""The recipe from straight alpha to the picture a person receives: crop, margin, bleed, shadow."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

import numpy as np
import numpy.typing as npt

from nukki.core import clock
from nukki.finishing.crop import Box, content_box, crop
from nukki.finishing.decontaminate import decontaminate
from nukki.finishing.margin import margin_px, pad
from nukki.finishing.shadow import under

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
    `object` and, cropped alike, the layers that the engine drew (see its Candidate).
    """

    rgba: Byte
    offset: tuple[int, int]
    layers: Mapping[str, Byte]
    log: tuple[Step, ...] = field(default=())

    def recipe(self) -> list[dict[str, Any]]:
        """The steps without their times: equal input gives an equal recipe."""
        return [{"step": step.name, **step.parameters} for step in self.log]


def finish(rgba: Byte, layers: Mapping[str, Byte], policy: Shadow) -> Finished:
    """Finish one cutout: (H, W, 4) uint8 straight, with the engine's layers of the same size.

    A shadow layer is composed, and takes part in the crop, only when `policy` is not "none".
    Alpha and visible colour of the object are those of `rgba`, byte for byte. Raises ValueError
    when a layer has another size.
    """
    _require_one_size(rgba, layers)
    shadow = layers.get("shadow") if policy != "none" else None
    log = _Log()
    box = content_box(rgba, shadow)
    margin = margin_px(box.width, box.height)
    cut = log.step("crop", *crop(rgba, box))
    cut = log.step("margin", *pad(cut, margin))
    cut = log.step("decontaminate", *decontaminate(cut))
    kept = {"object": cut} | _framed(layers, box, margin, with_shadow=shadow is not None)
    final = _with_shadow(cut, kept.get("shadow"), policy, log)
    return Finished(final, (box.x - margin, box.y - margin), kept, tuple(log.steps))


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
