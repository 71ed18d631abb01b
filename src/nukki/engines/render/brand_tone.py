"""From the light on a brand picture to its pixels: its own colours under that light."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import cv2
import numpy as np
import numpy.typing as npt

from nukki.catalog.look import Metal, Plastic, TraceLook
from nukki.core.nearest import nearest
from nukki.engines.render import looks

Byte = npt.NDArray[np.uint8]
Float32 = npt.NDArray[np.float32]

_ENAMEL = Plastic(roughness=0.34, coat=0.6)  # what a picture is made of where all else is metal
_VARNISH = 0.12  # roughness of a clear coat as it mirrors the sky
_WHITE = (1.0, 1.0, 1.0)


@dataclass(frozen=True)
class Lit:
    """Light on a white surface: what its colour is multiplied with, and what it mirrors."""

    matt: Float32
    gloss: Float32

    def smoothed(self, known: npt.NDArray[np.bool_], radius: float) -> Lit:
        """Of a flat surface, on which light changes slowly: whatever is finer is noise. What is not
        `known` (h, w) to be the surface takes no part."""
        if not known.any():
            return self
        near = nearest((~known).astype(np.uint8))
        soft = [
            cv2.GaussianBlur(near.spread(light), (0, 0), sigma, borderType=cv2.BORDER_REPLICATE)
            for light, sigma in ((self.matt, radius), (self.gloss, radius / 2))
        ]
        return Lit(*(np.asarray(one, np.float32) for one in soft))


def material(look: TraceLook) -> Plastic:
    """What a brand picture is made of in this look."""
    if isinstance(look.material, Plastic):
        return look.material
    assert isinstance(look.material, Metal)
    return _ENAMEL


def varnish(look: TraceLook) -> float:
    """The roughness with which its surface mirrors."""
    made_of = material(look)
    return _VARNISH if made_of.coat > 0.3 else made_of.roughness


def surface(look: TraceLook, relief: Float32 | None) -> dict[str, Any]:
    """Of a brand picture, in white."""
    plain = look.model_copy(update={"material": material(look)})
    return looks.surface(plain, _WHITE, relief)


def apart(white: Float32, black: Float32, guides: tuple[Float32, Float32] | None = None) -> Lit:
    """The light of a white and of a black surface (h, w, 3), noisy, as clean light.

    What a black surface sends out it mirrors. `guides` are albedo and normals of the same place,
    straight.
    """
    import pyoidn

    options: dict[str, Any] = {"hdr": True}
    if guides is not None:
        options |= {"clean_aux": True}
    clean = [
        np.asarray(
            pyoidn.denoise(np.ascontiguousarray(one), *(guides or ()), **options), np.float32
        )
        for one in (white, black)
    ]
    gloss = np.maximum(clean[1], 0)
    return Lit(np.maximum(clean[0] - gloss, 0), gloss)
