"""Seeded pictures with known alpha and colour, for benchmarks and tests.

All are (size, size, 4) uint8, straight, sRGB. The plain objects are discs of .36 of the size.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Literal

import cv2
import numpy as np
import numpy.typing as npt

Byte = npt.NDArray[np.uint8]
Float = npt.NDArray[np.floating]

RED = (200.0, 30.0, 30.0)
GREY = 128.0


@dataclass(frozen=True)
class Specimen:
    """A candidate as an engine hands it over: the object, its shadow layer, its material."""

    name: str
    rgba: Byte
    shadow: Byte
    material: Literal["opaque", "translucent", "glow"]


def grid(size: int) -> tuple[Float, Float]:
    """x and y of all pixels' centres."""
    axis = np.arange(size, dtype=np.float32) + np.float32(0.5)
    x, y = np.meshgrid(axis, axis)
    return x, y


def disc_distance(size: int, x: float = 0.5, y: float = 0.5, radius: float = 0.36) -> Float:
    """Signed distance to a circle in pixels, positive inside; x, y and radius in sizes."""
    gx, gy = grid(size)
    return np.asarray(np.float32(radius * size) - np.hypot(gx - x * size, gy - y * size))


def coverage(distance: Float, softness: float = 1.0) -> Float:
    """Alpha of an edge `softness` px wide at the given distance inside it."""
    return np.asarray(np.clip(0.5 + distance / np.float32(softness), 0, 1))


def solid(size: int, colour: tuple[float, float, float]) -> Float:
    """A plane of one colour, (size, size, 3)."""
    return np.broadcast_to(np.asarray(colour, np.float32), (size, size, 3)).copy()


def picture(colour: Float, alpha: Float) -> Byte:
    """Colour 0..255 and alpha 0..1 as straight RGBA; hidden colour is 0."""
    whole = np.dstack([colour, alpha * 255])
    whole[alpha <= 0] = 0
    return np.clip(np.rint(whole), 0, 255).astype(np.uint8)


def disc(size: int, colour: tuple[float, float, float] = RED, softness: float = 1.0) -> Byte:
    """A disc of one colour whose edge is `softness` pixels wide."""
    return picture(solid(size, colour), coverage(disc_distance(size), softness))


def black(size: int) -> Byte:
    """A black disc."""
    return disc(size, (4, 4, 4))


def navy(size: int) -> Byte:
    """A navy disc."""
    return disc(size, (16, 24, 72))


def soft(size: int) -> Byte:
    """A red disc with a soft edge of 12 px."""
    return disc(size, RED, 12)


def clay(size: int) -> Byte:
    """A disc of textured clay."""
    noise = np.random.default_rng(3).normal(0, 1, (size, size)).astype(np.float32)
    relief = cv2.GaussianBlur(noise, (0, 0), 1.5) * 40
    return picture(solid(size, (190, 120, 90)) + relief[..., None], coverage(disc_distance(size)))


def multicolour(size: int) -> Byte:
    """A disc of bars in five colours."""
    x, _ = grid(size)
    palette = np.array([[220, 40, 40], [30, 120, 220], [250, 200, 30], [20, 20, 20], [240] * 3])
    colour = palette[(x * 12 / size).astype(int) % 5].astype(np.float32)
    return picture(colour, coverage(disc_distance(size)))


def chrome(size: int) -> Byte:
    """A disc with the ramp of polished metal, from near black to white and through mid grey."""
    _, y = grid(size)
    ramp = 128 + 118 * np.sin(y / size * 11)
    return picture(np.repeat(ramp[..., None], 3, axis=2), coverage(disc_distance(size)))


def glossy(size: int, warm: float = 1.0) -> Byte:
    """A ball with a light Fresnel rim, lit from above left."""
    return _ball(size, (30.0 * warm, 60.0, 190.0), rim=150)


def rim_lit(size: int) -> Byte:
    """A dark ball with a hard, bright rim light on one side."""
    picture = _ball(size, (40.0, 34.0, 48.0), rim=40).astype(np.float32)
    x, _ = grid(size)
    inside = disc_distance(size)
    lit = ((inside < 5) & (x > size * 0.62))[..., None]
    picture[..., :3] = np.where(lit & (picture[..., 3:] > 0), 250, picture[..., :3])
    return picture.astype(np.uint8)


def _ball(size: int, colour: tuple[float, float, float], rim: float) -> Byte:
    x, y = grid(size)
    radius = 0.36 * size
    nx, ny = (x - size / 2) / radius, (y - size / 2) / radius
    nz = np.sqrt(np.maximum(1 - nx**2 - ny**2, 0))
    light = np.clip(-0.45 * nx - 0.55 * ny + 0.7 * nz, 0, 1)
    fresnel = (1 - nz) ** 5 * rim * (0.7 - 0.3 * ny)
    shaded = np.asarray(colour, np.float32) * (0.35 + 0.75 * light)[..., None]
    return picture(np.clip(shaded + fresnel[..., None], 0, 255), coverage(disc_distance(size)))


def glass(size: int) -> Byte:
    """A flat pane of alpha .35."""
    return picture(solid(size, (170, 215, 230)), 0.35 * coverage(disc_distance(size)))


def glass_ball(size: int) -> Byte:
    """A glass ball: alpha .12 in the middle to .9 at the rim by Fresnel, with a highlight."""
    inside = disc_distance(size)
    nz = np.sqrt(np.clip(1 - (1 - inside / (0.36 * size)) ** 2, 0, 1))
    rim = 0.12 + 0.78 * (1 - nz) ** 3
    spot = np.exp(-((disc_distance(size, 0.4, 0.4, 0.0) / (0.04 * size)) ** 2))
    alpha = np.clip(rim + 0.7 * spot, 0, 1) * coverage(inside)
    tone = solid(size, (150, 205, 225)) + 100 * np.clip(rim + spot, 0, 1)[..., None]
    return picture(np.clip(tone, 0, 255), alpha)


def neon(size: int) -> Byte:
    """A neon ring: a white-hot tube whose coloured glow fades to nothing."""
    off = np.abs(disc_distance(size, radius=0.26))
    tube, reach = 0.012 * size, 0.03 * size
    alpha = np.where(off < tube, 1, np.exp(-(off - tube) / reach))
    alpha = np.clip((alpha - 0.02) / 0.98, 0, 1)
    heat = np.clip(1 - off / (1.5 * tube), 0, 1)[..., None]
    return picture(solid(size, (255, 40, 170)) * (1 - heat) + 255 * heat, alpha)


def ringed(size: int, width: float, colour: tuple[float, float, float] = RED) -> Byte:
    """A disc inside a ring of leftover grey background, `width` pixels wide."""
    inside = disc_distance(size)
    body = coverage(inside - np.float32(width))[..., None]
    return picture(solid(size, colour) * body + GREY * (1 - body), coverage(inside))


def premultiplied(size: int) -> Byte:
    """A red disc whose premultiplied colour was stored as straight: a dark fringe."""
    picture = disc(size).astype(np.float32)
    picture[..., :3] *= picture[..., 3:] / 255
    return np.rint(picture).astype(np.uint8)


CLEAN: dict[str, tuple[Callable[[int], Byte], str]] = {
    "red": (disc, "opaque"),
    "soft edge": (soft, "opaque"),
    "clay": (clay, "opaque"),
    "multicolour": (multicolour, "opaque"),
    "chrome": (chrome, "opaque"),
    "black": (black, "opaque"),
    "navy": (navy, "opaque"),
    "glossy": (glossy, "opaque"),
    "rim light": (rim_lit, "opaque"),
    "glass": (glass, "translucent"),
    "glass ball": (glass_ball, "translucent"),
    "neon": (neon, "glow"),
}


def cluster(size: int, seed: int = 5) -> Specimen:
    """Four shaded, overlapping opaque objects, one with a hole, on a soft floor shadow."""
    rng = np.random.default_rng(seed)
    canvas = np.zeros((size, size, 4), np.float32)
    _paint(canvas, _bag(size), (210, 60, 70), rng)
    _paint(canvas, disc_distance(size, 0.68, 0.42, 0.17), (250, 190, 40), rng)
    _paint(canvas, disc_distance(size, 0.30, 0.66, 0.14), (40, 140, 90), rng)
    _paint(canvas, disc_distance(size, 0.63, 0.70, 0.11), (60, 90, 220), rng)
    return Specimen("cluster", _straight(canvas), _floor_shadow(canvas[..., 3]), "opaque")


def glass_cluster(size: int) -> Specimen:
    """Three glass balls, one before the other, with their faint shadow."""
    canvas = np.zeros((size, size, 4), np.float32)
    ball = glass_ball(size).astype(np.float32) / 255
    ball[..., :3] *= ball[..., 3:]
    for x, y, scale in ((-0.16, -0.1, 0.75), (0.17, -0.04, 0.62), (0.02, 0.16, 0.5)):
        shift = 0.5 * (1 - scale) * size
        move = np.array([[scale, 0, shift + x * size], [0, scale, shift + y * size]], np.float32)
        placed = cv2.warpAffine(ball, move, (size, size), flags=cv2.INTER_AREA)
        canvas = placed + canvas * (1 - placed[..., 3:])
    return Specimen("glass", _straight(canvas), _floor_shadow(0.4 * canvas[..., 3]), "translucent")


def _bag(size: int) -> Float:
    x, y = grid(size)
    box = np.minimum(0.22 * size - np.abs(x - 0.47 * size), 0.24 * size - np.abs(y - 0.55 * size))
    handle = 0.018 * size - np.abs(disc_distance(size, 0.47, 0.31, 0.1))
    return np.asarray(np.maximum(box, handle), np.float32)


def _paint(
    canvas: Float, distance: Float, colour: tuple[int, int, int], rng: np.random.Generator
) -> None:
    """Shade a shape by its own depth and put it over the premultiplied canvas."""
    size = canvas.shape[0]
    _, y = grid(size)
    depth = np.clip(distance / (0.05 * size), 0, 1)
    noise = rng.normal(0, 1.2, (size, size)).astype(np.float32)
    shade = 0.62 + 0.38 * np.sin(depth * np.pi / 2) - 0.25 * (y / size - 0.5)
    tone = np.asarray(colour, np.float32) * shade[..., None] + noise[..., None]
    alpha = coverage(distance)[..., None]
    layer = np.dstack([np.clip(tone, 0, 255) / 255 * alpha, alpha])
    canvas[...] = layer + canvas * (1 - alpha)


def _straight(canvas: Float) -> Byte:
    alpha = canvas[..., 3]
    colour = canvas[..., :3] / np.maximum(alpha, 1e-6)[..., None]
    return picture(colour * 255, np.where(alpha < 0.5 / 255, 0, alpha))


def _floor_shadow(alpha: Float) -> Byte:
    size = alpha.shape[0]
    squash = np.array([[1, 0, 0], [0, 0.25, 0.63 * size]], np.float32)
    cast = cv2.warpAffine(alpha, squash, (size, size))
    cast = cv2.GaussianBlur(cast, (0, 0), 0.012 * size) * 0.5
    return picture(np.zeros((size, size, 3), np.float32), np.where(cast < 0.5 / 255, 0, cast))
