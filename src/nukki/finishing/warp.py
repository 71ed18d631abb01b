"""A brand picture's own pixels at their place in the frame: copied where nothing scales or turns
it, else resampled once, from the file to its place."""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np
import numpy.typing as npt

from nukki.catalog.placement import Placement, quad_in_frame
from nukki.core.warp import warped

Byte = npt.NDArray[np.uint8]


@dataclass(frozen=True)
class Patch:
    """A picture smaller than the frame: `rgba` (h, w, 4) uint8 straight, its corner at (x, y)."""

    rgba: Byte
    x: int
    y: int

    def __post_init__(self) -> None:
        if self.rgba.ndim != 3 or self.rgba.shape[2] != 4 or self.rgba.dtype != np.uint8:
            raise ValueError(f"expected (h, w, 4) uint8, got {self.rgba.shape} {self.rgba.dtype}")

    @property
    def width(self) -> int:
        """In pixels; 0 where nothing is left of it."""
        return int(self.rgba.shape[1])

    @property
    def height(self) -> int:
        """In pixels; 0 where nothing is left of it."""
        return int(self.rgba.shape[0])

    @property
    def box(self) -> tuple[slice, slice]:
        """Rows and columns of the frame; of use only where it lies wholly in it."""
        return slice(self.y, self.y + self.height), slice(self.x, self.x + self.width)

    def clipped(self, width: int, height: int) -> Patch:
        """The part that lies in a frame of this size; a view."""
        left, top = max(0, self.x), max(0, self.y)
        right, bottom = min(width, self.x + self.width), min(height, self.y + self.height)
        rows = slice(top - self.y, max(top, bottom) - self.y)
        columns = slice(left - self.x, max(left, right) - self.x)
        return Patch(self.rgba[rows, columns], left, top)

    def moved(self, dx: int, dy: int) -> Patch:
        """The same pixels elsewhere."""
        return Patch(self.rgba, self.x + dx, self.y + dy)

    def on_frame(self, width: int, height: int, fill: int = 0) -> Byte:
        """(height, width, 4) with this patch in it and `fill` in all bytes elsewhere."""
        frame = np.full((height, width, 4), fill, np.uint8)
        inside = self.clipped(width, height)
        frame[inside.box] = inside.rgba
        return frame


def patch_of(layer: Byte) -> Patch:
    """What is visible of a layer (H, W, 4) of the frame's size; empty where nothing is."""
    x, y, width, height = cv2.boundingRect(cv2.extractChannel(layer, 3))
    return Patch(layer[y : y + height, x : x + width], x, y)


def in_place(rgba: Byte, placement: Placement) -> Patch:
    """A brand picture (h, w, 4) uint8 straight where `placement` puts it: its own pixels where
    that keeps bytes, else resampled once (see `core/warp`)."""
    if placement.keeps_bytes:
        return Patch(rgba, placement.x, placement.y)
    box = (placement.x, placement.y, placement.width, placement.height)
    corners = quad_in_frame(rgba.shape[1], rgba.shape[0], placement)
    return Patch(warped(rgba, corners, box), placement.x, placement.y)
