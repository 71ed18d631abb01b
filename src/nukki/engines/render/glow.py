"""Light tubes to a picture: white-hot cores, saturated rims, and a glow that is soft alpha."""

from __future__ import annotations

import cv2
import numpy as np
import numpy.typing as npt

from nukki.catalog.look import Neon
from nukki.core.pixels import to_srgb

Float32 = npt.NDArray[np.float32]

# Radii of the glow's layers relative to the frame, and their weights: a tight halo, the light
# on the air around, and a wide veil.
_DARK = 0.012  # fainter light is not seen, and would only make the picture larger
_LAYERS = ((0.006, 1.0), (0.018, 0.62), (0.04, 0.42))


def develop(colour: Float32, facing: Float32, tube: Float32, neon: Neon, size: int) -> Float32:
    """Straight sRGB RGBA (h, w, 4) float32.

    `colour` (h, w, 3) is the tubes' linear colour premultiplied by `tube`, their coverage
    (h, w); `facing` the premultiplied cosine to the viewer; `size` the frame's shorter side.
    """
    known = np.maximum(tube, 1e-4)
    hue = colour / known[..., None]
    hue = hue / np.maximum(hue.max(-1, keepdims=True), 1e-4)
    core = np.clip(facing / known, 0, 1) ** 3
    lit = hue * (0.9 + 0.1 * core[..., None]) + (1 - hue) * (0.06 + 0.82 * core[..., None] ** 1.5)
    veil, shade = _glow(hue * tube[..., None], neon, size)
    alpha = tube + (1 - tube) * shade
    mixed = to_srgb(np.clip(lit, 0, 1)) * tube[..., None] + veil * ((1 - tube) * shade)[..., None]
    straight = mixed / np.maximum(alpha, 1e-4)[..., None]
    return np.dstack([np.clip(straight, 0, 1), alpha]).astype(np.float32)


def _glow(light: Float32, neon: Neon, size: int) -> tuple[Float32, Float32]:
    """The glow's colour (sRGB, straight) and alpha: scattered light saturates like fog."""
    total = np.zeros_like(light)
    for radius, weight in _LAYERS:
        sigma = radius * size * (0.4 + 1.2 * neon.reach)
        blurred = cv2.GaussianBlur(light, (0, 0), sigma, borderType=cv2.BORDER_CONSTANT)
        total += np.float32(weight) * blurred
    strength = total.max(-1)
    hue = total / np.maximum(strength, 1e-5)[..., None]
    shade = 1 - np.exp(-2.2 * neon.glow * strength)
    shade = np.maximum(shade - _DARK, 0) / (1 - _DARK)
    return to_srgb(hue), shade.astype(np.float32)


def room(neon: Neon, size: int) -> int:
    """Pixels around the tubes that the glow needs before it is invisible."""
    widest = max(radius for radius, _ in _LAYERS)
    return int(np.ceil(2.6 * widest * size * (0.4 + 1.2 * neon.reach)))


def vivid(colour: tuple[float, float, float]) -> tuple[float, float, float]:
    """A tube's colour: greys make no coloured light, so they become a warm white; others lose
    most of their white and shine at full strength."""
    peak, low = max(colour), min(colour)
    if peak - low < 0.12:
        return (1.0, 0.96, 0.9)
    red, green, blue = ((v - low * 0.75) / (peak - low * 0.75) for v in colour)
    return (red, green, blue)
