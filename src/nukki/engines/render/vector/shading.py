"""Light and shade of one part, shared by the flat and the sticker look."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from nukki.engines.render import colours
from nukki.engines.render.colours import Rgb
from nukki.engines.render.vector import fields
from nukki.engines.render.vector.picture import Float


@dataclass(frozen=True)
class Tones:
    """The colours that one part is painted with, sRGB."""

    light: Rgb
    base: Rgb
    dark: Rgb
    shade: Rgb

    @classmethod
    def of(cls, colour: Rgb, gradient: float, shade: float) -> Tones:
        """Light leans to yellow, shade to violet, as sunlight and sky would."""
        lightness = float(colours.to_oklab(colour)[0])
        # A dark colour has little room below and a light one little above.
        down = 0.30 + 0.70 * lightness
        up = 0.35 + 0.65 * (1 - lightness)
        return cls(
            light=colours.shifted(colour, 0.12 * gradient * up, 1.02, -14 * gradient),
            base=colour,
            dark=colours.shifted(colour, -0.10 * gradient * down, 1.06, 14 * gradient),
            shade=colours.shifted(colour, -0.22 * shade * down, 1.04, 16 * shade),
        )


def gradient_fill(shape: tuple[int, int], tones: Tones) -> Float:
    """(h, w, 3): from light through base to dark, away from the light."""
    t = fields.ramp(shape)[..., None]
    light, base, dark = (np.array(c, np.float32) for c in (tones.light, tones.base, tones.dark))
    first = np.minimum(t * np.float32(2), np.float32(1))
    second = np.maximum(t * np.float32(2) - np.float32(1), np.float32(0))
    return np.asarray(light + (base - light) * first + (dark - base) * second, np.float32)


def far_side(cover: Float, depth: float) -> Float:
    """The crescent of `cover` that lies within `depth` of the side away from the light."""
    moved = fields.shift(cover, fields.LIGHT[0] * depth, fields.LIGHT[1] * depth)
    return np.asarray(cover * (np.float32(1) - moved), np.float32)


def near_side(cover: Float, inset: float, depth: float) -> Float:
    """A band of width `depth` along the lit side, `inset` samples inside the edge."""
    start = fields.shift(cover, -fields.LIGHT[0] * inset, -fields.LIGHT[1] * inset)
    far = inset + depth
    end = fields.shift(cover, -fields.LIGHT[0] * far, -fields.LIGHT[1] * far)
    return np.asarray(cover * np.maximum(start - end, 0), np.float32)


def mix(fill: Float, colour: Rgb, amount: Float) -> None:
    """Move (h, w, 3) `fill` towards `colour` by (h, w) `amount`, in place."""
    fill += (np.array(colour, np.float32) - fill) * amount[..., None]
