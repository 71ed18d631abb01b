"""The stack of a picture with brand artwork, lowest layer first, and the flat picture out of it.

Where a layer is opaque its bytes are copied, never computed with; all else is rounded once.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

import cv2
import numpy as np
import numpy.typing as npt

from nukki.catalog.placement import BLENDED
from nukki.finishing.shadow import under
from nukki.finishing.warp import Patch, patch_of

if TYPE_CHECKING:
    from nukki.catalog.placement import Given, Stand

Byte = npt.NDArray[np.uint8]


@dataclass(frozen=True)
class Piece:
    """Brand picture `index` as it was decided to be given. `own` are the designer's pixels at
    their place, `lit` how it is blended; `shadow` lies below it, `shade` and `light` over it where
    it is blended by hand. All patches of the frame; None for what there is not."""

    index: int
    given: Given
    own: Patch
    shadow: Patch | None = None
    shade: Patch | None = None
    light: Patch | None = None
    lit: Patch | None = None


@dataclass
class Stack:
    """A picture that grows from below: first its shadow, then what is laid on it.

    `flat` (H, W, 4) uint8 straight is the picture as far as it is laid, `layers` are the brand
    pictures' layers as they lie in it, and `steps` what was laid.
    """

    flat: Byte
    layers: dict[str, Patch] = field(default_factory=dict)
    steps: list[dict[str, object]] = field(default_factory=list)
    _brand: Byte | None = None

    @classmethod
    def on(cls, objects: Byte, shadow: Byte | None) -> Stack:
        """Nothing yet but the objects' shadow; both are (H, W, 4) uint8 straight."""
        return cls(np.zeros_like(objects) if shadow is None else shadow.copy())

    def lay_objects(self, objects: Byte) -> None:
        """The objects, over all that stands behind them."""
        self.flat = under(np.ascontiguousarray(objects), self.flat)[0]
        if self._brand is not None:
            self._brand = _less(self._brand, objects[..., 3])

    def lay(self, piece: Piece) -> None:
        """A brand picture and its shadow, which falls on none of the brand pictures below: their
        pixels are their designers'."""
        height, width = self.flat.shape[:2]
        name, own = f"asset{piece.index}", piece.own.clipped(width, height)
        if piece.shadow is not None:
            self.layers[f"{name}-shadow"] = shadow = self._kept_off(piece.shadow)
            lay(self.flat, shadow)
        self.layers[name] = own
        blended = piece.given in BLENDED and piece.lit is not None
        shown = piece.lit.clipped(width, height) if blended and piece.lit is not None else own
        if blended:
            self.layers[f"{name}-lit"] = shown
        else:
            for part, patch in (("shade", piece.shade), ("light", piece.light)):
                if patch is not None:
                    self.layers[f"{name}-{part}"] = patch.clipped(width, height)
        lay(self.flat, shown)
        if self._brand is None:
            self._brand = np.zeros((height, width), np.uint8)
        np.maximum(self._brand[own.box], own.rgba[..., 3], out=self._brand[own.box])
        self.steps.append({"asset": piece.index, "given": piece.given, "at": [own.x, own.y]})

    def _kept_off(self, shadow: Patch) -> Patch:
        height, width = self.flat.shape[:2]
        inside = shadow.clipped(width, height)
        if self._brand is None:
            return inside
        rgba = inside.rgba.copy()
        rgba[..., 3] = _less(rgba[..., 3], self._brand[inside.box])
        return Patch(rgba, inside.x, inside.y)


def order(stands: Sequence[Stand]) -> Iterator[int | None]:
    """Brand pictures from below, and None for the objects: those behind, then all others.

    >>> list(order(["on", "behind", "beside"]))
    [1, None, 0, 2]
    """
    yield from (index for index, stand in enumerate(stands) if stand == "behind")
    yield None
    yield from (index for index, stand in enumerate(stands) if stand != "behind")


def flat(
    layers: Mapping[str, Byte], stands: Sequence[Stand], blended: Collection[int] = ()
) -> Byte:
    """The flat picture of named layers of one size, (H, W, 4) uint8 straight: the bytes of the
    stack that they came from, where those of `blended` are the same.

    `layers` holds `object` and, where they are, `shadow` and `asset<n>` with its others; for an n
    in `blended` its `-lit` is shown, for all others the designer's own pixels. What only
    light and shade would change is left as it is. The colour under alpha 0 is undefined.
    """
    stack = Stack.on(layers["object"], layers.get("shadow"))
    for index in order(stands):
        if index is None:
            stack.lay_objects(layers["object"])
            continue
        name = f"asset{index}"
        shown = f"{name}-lit" if index in blended and f"{name}-lit" in layers else name
        for layer in (f"{name}-shadow", shown):
            if layer in layers:
                lay(stack.flat, patch_of(layers[layer]))
    return stack.flat


def lay(picture: Byte, patch: Patch) -> None:
    """Lay a patch into (H, W, 4) uint8 straight, in place; what is outside is left out."""
    inside = patch.clipped(picture.shape[1], picture.shape[0])
    if inside.width and inside.height:
        top, bottom = (np.ascontiguousarray(part) for part in (inside.rgba, picture[inside.box]))
        picture[inside.box] = under(top, bottom)[0]


def grounded(shadow: Patch, below: Byte) -> Patch:
    """The part of a shadow that falls on something: in `below` (H, W, 4) uint8 straight."""
    inside = shadow.clipped(below.shape[1], below.shape[0])
    rgba = inside.rgba.copy()
    rgba[..., 3] = _less(rgba[..., 3], 255 - below[inside.box][..., 3])
    return Patch(rgba, inside.x, inside.y)


def _less(alpha: Byte, cover: Byte) -> Byte:
    """Alpha where `cover` leaves it."""
    if not alpha.size:  # of nothing OpenCV makes no array at all
        return alpha
    return np.asarray(cv2.multiply(alpha, 255 - cover, scale=1 / 255), np.uint8)
