"""A premultiplied float32 picture that whole objects are laid on."""

from __future__ import annotations

import numpy as np

from nukki.core import pixels
from nukki.engines.render.vector import fields
from nukki.engines.render.vector.picture import Byte, Float
from nukki.engines.render.vector.raster import Cutout


class Canvas:
    """(height, width, 4) float32, premultiplied, sRGB: blended as browsers and editors do."""

    def __init__(self, height: int, width: int) -> None:
        self.paint = np.zeros((height, width, 4), np.float32)

    def over(self, top: int, left: int, layer: Float) -> None:
        """Lay premultiplied (h, w, 4) `layer` on at (`top`, `left`)."""
        height, width = layer.shape[:2]
        spot = self.paint[top : top + height, left : left + width]
        spot *= np.float32(1) - layer[..., 3:]
        spot += layer

    def darken(self, top: int, left: int, amount: Float, colour: tuple[float, ...]) -> None:
        """Multiply what is painted with `colour`, by (h, w) `amount`; alpha stays."""
        height, width = amount.shape
        spot = self.paint[top : top + height, left : left + width]
        spot[..., :3] *= 1 - amount[..., None] * (1 - np.array(colour, np.float32))

    def bytes(self) -> Byte:
        """The picture as straight uint8."""
        return pixels.to_bytes(pixels.unpremultiply(self.paint))


def settle(layer: Float, cutout: Cutout, samples: int) -> Float:
    """One object's premultiplied samples as pixels, without the seams of abutting parts.

    Composited coverages c1 over c2 leave 1 - (1-c1)(1-c2) where two parts share a pixel edge;
    the sum c1 + c2 is what they really cover, so colour and alpha are raised to it.
    """
    opaque = np.ones((cutout.height, cutout.width), np.float32)
    for stencil in cutout.stencils:
        opaque[stencil.rows, stencil.columns] *= 1 - pixels.to_float(stencil.cover)
    composited = np.float32(1) - opaque
    gain = np.ones_like(composited)
    np.divide(cutout.cover, composited, out=gain, where=composited > 1e-3)
    return fields.reduce(layer * gain[..., None], samples)
