"""Small pictures whose cutout is known: a red disc on a green ground, still or moving."""

from __future__ import annotations

import io

import cv2
import numpy as np
from PIL import Image

GREEN = (0, 177, 64)
RED = (200, 40, 50)


def coverage(size: int = 96, x: float = 0.5, y: float = 0.5, radius: float = 0.3) -> np.ndarray:
    """(size, size) float32 coverage of a disc."""
    grid = np.mgrid[0 : size * 4, 0 : size * 4].astype(np.float32) / (size * 4)
    inside = (grid[1] - x) ** 2 + (grid[0] - y) ** 2 < radius**2
    return cv2.resize(inside.astype(np.float32), (size, size), interpolation=cv2.INTER_AREA)


def notched(**place: float) -> np.ndarray:
    """The coverage of the disc without its notch."""
    alpha = coverage(**place)
    alpha[:40, 44:52] = 0
    return alpha


def disc(ground: tuple[int, ...] = GREEN, depth: type = np.uint8, **place: float) -> np.ndarray:
    """(96, 96, 3): the disc over one colour, with a notch that shows which way is up.

    The notch is open to the ground: a hole would be a question for a model.
    """
    alpha = notched(**place)
    mixed = alpha[..., None] * np.float32(RED) + (1 - alpha[..., None]) * np.float32(ground)
    scale = np.iinfo(depth).max / 255
    return np.rint(mixed * scale).astype(depth)


def saved(pixels: np.ndarray, kind: str = "PNG", **options) -> bytes:
    """The bytes of a file of that kind."""
    buffer = io.BytesIO()
    Image.fromarray(pixels).save(buffer, kind, **options)
    return buffer.getvalue()


def moving(kind: str = "GIF", count: int = 3, **options) -> bytes:
    """The disc wandering to the right, 80 ms a frame."""
    frames = [Image.fromarray(disc(x=0.4 + 0.1 * step)) for step in range(count)]
    buffer = io.BytesIO()
    frames[0].save(
        buffer, kind, save_all=True, append_images=frames[1:], duration=80, loop=0, **options
    )
    return buffer.getvalue()
