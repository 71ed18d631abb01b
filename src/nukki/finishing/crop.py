"""The box of what is visible, and the cut along it."""

from __future__ import annotations

from typing import Any, NamedTuple

import cv2
import numpy as np
import numpy.typing as npt

Byte = npt.NDArray[np.uint8]

# A shadow's tail of 1/255 runs on for hundreds of pixels and nobody sees where it is cut.
SHADOW_FLOOR = 1


class Box(NamedTuple):
    """Left, top, width and height in pixels."""

    x: int
    y: int
    width: int
    height: int


def visible_box(rgba: Byte, floor: int = 0) -> Box | None:
    """The smallest box around pixels of alpha > `floor` in (H, W, 4), or None when there are none.

    An exact render has a floor of 0; the haze of other candidates is cleared before finishing.
    """
    alpha = cv2.extractChannel(rgba, 3)
    mask = cv2.inRange(alpha, floor + 1, 255) if floor else alpha
    box = Box(*cv2.boundingRect(mask))
    return box if box.width and box.height else None


def union(one: Box, other: Box) -> Box:
    """The smallest box around both."""
    x, y = min(one.x, other.x), min(one.y, other.y)
    right = max(one.x + one.width, other.x + other.width)
    bottom = max(one.y + one.height, other.y + other.height)
    return Box(x, y, right - x, bottom - y)


def content_box(rgba: Byte, shadow: Byte | None) -> Box:
    """The box that holds the object and, where there is one, its shadow; the frame if all is empty.

    Both are (H, W, 4) uint8 straight and of one size.
    """
    found = visible_box(rgba)
    cast = None if shadow is None else visible_box(shadow, SHADOW_FLOOR)
    if found and cast:
        return union(found, cast)
    return found or cast or Box(0, 0, rgba.shape[1], rgba.shape[0])


def crop(pixels: Byte, box: Box) -> tuple[Byte, dict[str, Any]]:
    """The part of (H, W, C) inside `box`, as a view, and the record of the step."""
    cut = pixels[box.y : box.y + box.height, box.x : box.x + box.width]
    return cut, {"box": list(box)}
