"""What is known of a picture before its alpha is: the one value that every strategy starts from."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Protocol

import numpy as np
import numpy.typing as npt

from nukki.core.pixels import to_8_bit

if TYPE_CHECKING:
    from nukki.catalog.materials import Material
    from nukki.catalog.packs import Shadow

Byte = npt.NDArray[np.uint8]
Pixels = npt.NDArray[np.uint8] | npt.NDArray[np.uint16]
Float = npt.NDArray[np.float32]
Colour = tuple[float, float, float]


class Saliency(Protocol):
    """A model that says which pixels belong to the thing one would point at."""

    id: str

    def __call__(self, rgb: Byte) -> Float:
        """(H, W, 3) uint8 sRGB to (H, W) float32, 0 for background and 1 for the object."""
        ...


class Matting(Protocol):
    """A model that solves alpha where a trimap says that it is unknown."""

    id: str

    def __call__(self, rgb: Byte, trimap: Byte) -> Float:
        """(H, W, 3) uint8 sRGB and (H, W) uint8, 0 background, 255 object, else unknown, to
        (H, W) float32 alpha 0..1."""
        ...


@dataclass(frozen=True)
class Source:
    """One picture, (H, W, 3) uint8 or uint16 in the RGB space its alpha is to be true in.

    `alpha` (H, W), straight, of the same dtype, when the picture has one. `background`: the
    colour (0..1) that an engine forced or a person named; a hint, always measured again.
    `other`: the same object in the same place over another background. `prior` (H, W) float32
    0..1: where an engine says the object is. `shadow`: what becomes of a contact shadow on the
    background: "none" drops it, anything else hands it back as a layer. `saliency` is called
    only when a question of meaning comes up; None: no model may be used. `matting` solves what a
    trimap leaves open; None: the closed form does.
    """

    rgb: Pixels
    material: Material = "opaque"
    alpha: Pixels | None = None
    background: Colour | None = None
    other: Pixels | None = None
    prior: Float | None = None
    shadow: Shadow = "none"
    saliency: Saliency | None = None
    matting: Matting | None = None

    def __post_init__(self) -> None:
        if self.rgb.ndim != 3 or self.rgb.shape[2] != 3 or not self.rgb.size:
            raise ValueError(f"expected (H, W, 3), got {self.rgb.shape}")
        if self.rgb.dtype not in (np.uint8, np.uint16):
            raise ValueError(f"expected uint8 or uint16, got {self.rgb.dtype}")
        for name, form in (("alpha", self.rgb.shape[:2]), ("other", self.rgb.shape)):
            given = getattr(self, name)
            if given is not None and (given.shape != form or given.dtype != self.rgb.dtype):
                raise ValueError(f"{name} is {given.shape} {given.dtype}, the picture {form}")
        if self.prior is not None and self.prior.shape != self.rgb.shape[:2]:
            raise ValueError(f"prior is {self.prior.shape}, the picture {self.rgb.shape[:2]}")
        if self.prior is not None and not np.isfinite(self.prior).all():
            raise ValueError("prior holds values that are no numbers")

    @property
    def full(self) -> int:
        """The value of white and of full alpha: 255 or 65535."""
        return int(np.iinfo(self.rgb.dtype).max)

    @cached_property
    def rgb8(self) -> Byte:
        """The picture at 8 bit, rounded, for models and measurements."""
        return to_8_bit(self.rgb)


def of_rgba(rgba: Pixels, material: Material) -> Source:
    """A candidate that carries its own alpha, (H, W, 4) straight."""
    return Source(rgba[..., :3], material, rgba[..., 3])
