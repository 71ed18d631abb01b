"""Pictures of glass and of light with known alpha, as float32 planes: the truth of these tests."""

from __future__ import annotations

from typing import Any

import cv2
import numpy as np

WHITE, BLACK, GREY = (1.0, 1.0, 1.0), (0.0, 0.0, 0.0), (0.78, 0.78, 0.78)
GREEN, MAGENTA = (0.0, 0.69, 0.25), (0.9, 0.1, 0.9)
_FINE = 3


def ball(side: int, tint: tuple[float, float, float] = (0.8, 0.8, 0.8)) -> tuple[Any, Any]:
    """A glass ball with two highlights: alpha (H, W), .12 to .9 by Fresnel, and premultiplied
    colour (H, W, 3)."""
    x, y = _grid(side)
    radius = np.hypot(x, y) / np.float32(0.7)
    alpha = 0.12 + 0.78 * (1 - np.sqrt(np.clip(1 - radius**2, 0, 1))) ** 3
    colour = np.float32(tint) * (0.75 - 0.25 * y)[..., None]
    window = np.exp(-((((x + 0.25) / 0.12) ** 2 + ((y + 0.3) / 0.07) ** 2) ** 2))
    lamp = 0.6 * np.exp(-((((x - 0.3) / 0.05) ** 2 + ((y - 0.35) / 0.16) ** 2) ** 2))
    shine = np.maximum(window, lamp) * np.float32(0.97)
    below = alpha * (1 - shine)
    inside = (radius < 1).astype(np.float32)
    light = (shine[..., None] + below[..., None] * colour) * inside[..., None]
    return _coarse((shine + below) * inside, side), _coarse(light, side)


def neon(side: int, colour: tuple[float, float, float] = (1.0, 0.15, 0.6)) -> tuple[Any, Any]:
    """A ring of light with a halo that fades out: additive, so alpha is its brightest channel."""
    x, y = _grid(side)
    away = np.abs(np.hypot(x, y) - np.float32(0.45))
    core, halo = np.exp(-((away / 0.02) ** 2)), 0.5 * np.exp(-away / 0.08)
    light = np.clip(0.95 * core[..., None] + halo[..., None] * np.float32(colour), 0, 1)
    light = light * np.sqrt(np.clip((0.95 - np.hypot(x, y)) / 0.3, 0, 1))[..., None]
    light = _coarse(light, side)
    return light.max(2), light


def filter_glass(side: int, passes: tuple[float, float, float]) -> tuple[Any, Any]:
    """Coloured glass: what each channel lets through (H, W, 3), and the light it sends itself."""
    alpha, light = ball(side)
    cover = cv2.GaussianBlur((alpha > 0).astype(np.float32), (0, 0), 0.6)[..., None]
    return (1 - alpha)[..., None] * (1 - cover * (1 - np.float32(passes))), light


def on(
    alpha: Any, light: Any, back: Any, noise: float = 0, seed: int = 0, dtype: Any = np.uint8
) -> Any:
    """The picture over a background; `noise` is its standard deviation in levels of 255."""
    return stored(light + (1 - alpha)[..., None] * np.float32(back), noise, seed, dtype)


def stored(picture: Any, noise: float = 0, seed: int = 0, dtype: Any = np.uint8) -> Any:
    """Float 0..1 as a file holds it."""
    full = np.iinfo(dtype).max
    if noise:
        grain = np.random.default_rng(seed).normal(0, noise / 255, picture.shape)
        picture = picture + grain.astype(np.float32)
    return np.clip(np.rint(picture * full), 0, full).astype(dtype)


def moved(picture: Any, x: float, y: float) -> Any:
    """The picture, x pixels to the right and y down."""
    matrix = np.float32([[1, 0, x], [0, 1, y]])
    size = picture.shape[1::-1]
    return cv2.warpAffine(
        picture, matrix, size, flags=cv2.INTER_CUBIC, borderMode=cv2.BORDER_REPLICATE
    )


def recomposition(rgba: Any, alpha: Any, light: Any) -> float:
    """Mean error over black, white and blue in levels of 255, over the whole picture."""
    full = np.float32(np.iinfo(rgba.dtype).max)
    ours = rgba.astype(np.float32) / full
    errors = []
    for back in (BLACK, WHITE, (0.1, 0.2, 0.8)):
        got = ours[..., :3] * ours[..., 3:] + (1 - ours[..., 3:]) * np.float32(back)
        errors.append(np.abs(got - light - (1 - alpha)[..., None] * np.float32(back)).mean())
    return float(np.mean(errors) * 255)


def _grid(side: int) -> tuple[Any, Any]:
    axis = (np.arange(side * _FINE, dtype=np.float32) + 0.5) / np.float32(side * _FINE) * 2 - 1
    return np.meshgrid(axis, axis)


def _coarse(plane: Any, side: int) -> Any:
    return cv2.resize(plane.astype(np.float32), (side, side), interpolation=cv2.INTER_AREA)
