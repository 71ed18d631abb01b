"""Seeded true cutouts that a careless rule takes for faulty ones; as in `specimens`."""

from __future__ import annotations

from collections.abc import Callable

import cv2
import numpy as np

from bench.specimens import Byte, chrome, coverage, disc_distance, glossy, grid, picture, solid


def black_rims(size: int) -> Byte:
    """A ball of chrome whose rim mirrors a black room: near black over the last few pixels."""
    picture = chrome(size).astype(np.float32)
    depth = np.clip(disc_distance(size) / (0.045 * size), 0, 1)[..., None]
    picture[..., :3] *= 0.03 + 0.97 * depth**1.5
    return np.rint(picture).astype(np.uint8)


def outlined(size: int, width: float = 0.0) -> Byte:
    """A flat drawing, yellow on red, inside a black pen line of .009 of the size or `width` px."""
    inside = disc_distance(size)
    line = np.float32(width or 0.009 * size)
    fill = coverage(inside - line)[..., None]
    spot = coverage(disc_distance(size, 0.42, 0.42, 0.12))[..., None]
    flat = solid(size, (225, 60, 50)) * (1 - spot) + solid(size, (250, 205, 60)) * spot
    return picture(flat * fill + 12 * (1 - fill), coverage(inside))


def wires(size: int) -> Byte:
    """Thin copper wires, 1 to 3 px wide, in arcs."""
    alpha = np.zeros((size, size), np.float32)
    for number in range(9):
        radius = 0.1 + 0.035 * number
        off = np.abs(disc_distance(size, 0.5, 0.55, radius))
        alpha = np.maximum(alpha, coverage(0.5 + number % 3 / 2 - off))
    return picture(solid(size, (184, 115, 51)), alpha)


def hair(size: int, seed: int = 4) -> Byte:
    """A brown ball of 500 strands that thin out to nothing."""
    rng = np.random.default_rng(seed)
    canvas = np.zeros((4 * size, 4 * size), np.uint8)
    for angle, length, bend in zip(
        rng.uniform(0, 6.283, 500), rng.uniform(0.2, 0.4, 500), rng.normal(0, 0.3, 500), strict=True
    ):
        turn = angle + bend * np.linspace(0, 1, 9)
        reach = np.linspace(0.05, length, 9)
        strand = 4 * size * (0.5 + np.stack([reach * np.cos(turn), reach * np.sin(turn)], axis=1))
        cv2.polylines(canvas, [np.rint(strand).astype(np.int32)], False, 255, 5, cv2.LINE_AA)
    alpha = cv2.resize(canvas, (size, size), interpolation=cv2.INTER_AREA) / np.float32(255)
    return picture(
        solid(size, (96, 62, 40)), np.maximum(alpha, coverage(disc_distance(size, radius=0.2)))
    )


def pixels(size: int) -> Byte:
    """Pixel art: squares in four colours behind a dark line of squares, edges without softness."""
    small = size // 8
    x, y = grid(small)
    inside = 0.4 * small - np.hypot(x - small / 2, y - small / 2)
    palette = np.array([[240, 120, 60], [250, 190, 80], [90, 160, 230], [200, 70, 110]], np.float32)
    tone = palette[((x // 6).astype(int) + (y // 6).astype(int)) % 4]
    tone[inside < 1] = (44, 26, 60)
    art = picture(tone, (inside > 0).astype(np.float32))
    return np.asarray(cv2.resize(art, (8 * small, 8 * small), interpolation=cv2.INTER_NEAREST))


def wash(size: int, seed: int = 6) -> Byte:
    """A wash of watercolour: paper shines through, pigment pools at the wet edge."""
    noise = np.random.default_rng(seed).normal(0, 1, (size, size)).astype(np.float32)
    inside = disc_distance(size) + 60 * cv2.GaussianBlur(noise, (0, 0), 0.02 * size)
    pool = np.exp(-np.maximum(inside, 0) / (0.012 * size))[..., None]
    tone = solid(size, (90, 140, 190)) * (1 - 0.45 * pool)
    return picture(tone, coverage(inside, 1.5) * (0.75 + 0.2 * pool[..., 0]))


def tiny(size: int) -> Byte:
    """A ball of 24 px in a picture a sixteenth of the size."""
    return glossy(size // 16)


# True cutouts that a careless rule takes for faulty ones.
DELICATE: dict[str, tuple[Callable[[int], Byte], str]] = {
    "black rims": (black_rims, "opaque"),
    "pen outline": (outlined, "opaque"),
    "wires": (wires, "opaque"),
    "hair": (hair, "opaque"),
    "pixel art": (pixels, "opaque"),
    "wash": (wash, "opaque"),
    "tiny": (tiny, "opaque"),
}
