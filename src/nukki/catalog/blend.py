"""How a brand picture may be blended into a scene when that is asked for, and its limits."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import Field

from nukki.core.model import Strict

Share = Annotated[float, Field(ge=0, le=1)]


class Limits(Strict):
    """How far a blended picture may be from its own colours and shape before it is given exactly
    instead: overlap of the shapes, mean ΔE2000, and turn of the hue in degrees."""

    shape_iou: Annotated[float, Field(ge=0.5, le=1)] = 0.98
    delta_e: Annotated[float, Field(ge=0, le=40)] = 12.0
    hue: Annotated[float, Field(ge=0, le=45)] = 8.0


class Blend(Strict):
    """A pack's strengths, 0 to 1. `light` shades the picture as the scene is lit, `contact` and
    `drop` are the shadows that it casts, `wrap` the light that comes around its edge; of imprint,
    `ink` is how much of its colour covers and `emboss` how deep it is pressed."""

    light: Share = 0.5
    contact: Share = 0.6
    drop: Share = 0.35
    wrap: Share = 0.3
    grain: bool = True
    ink: Annotated[float, Field(ge=0.5, le=1)] = 0.9
    emboss: Share = 0.5
    limits: Limits = Limits()


class Inpaint(Strict):
    """How a generator may paint around brand pictures: `core_noise` 0 to 255 is what the mask
    holds over them, `band` px the transition to 255, whose shape is `ramp`; `ground` the grey that
    fills the canvas."""

    band: Annotated[int, Field(ge=1, le=64)] = 8
    ramp: Literal["linear", "smoothstep"] = "smoothstep"
    core_noise: Annotated[int, Field(ge=0, le=128)] = 0
    ground: Annotated[int, Field(ge=0, le=255)] = 128
