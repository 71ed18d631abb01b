"""A look's material and light as Mitsuba descriptions: surfaces, textures, the environment."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt
from scipy.ndimage import gaussian_filter

from nukki.catalog.look import Glass, Lighting, Metal, Mood, Plastic, Texture, TraceLook
from nukki.core.pixels import to_linear

Float32 = npt.NDArray[np.float32]
Colour = tuple[float, float, float]

_SKY_ROWS = 256
_SKY_COLUMNS = 512
_RELIEF_SIDE = 1024


@dataclass(frozen=True)
class SoftBox:
    """A rectangular light on the sky: where it hangs (degrees), its size and its strength.

    `azimuth` is 0 towards the viewer and grows to the viewer's right; `edge` is how soft its
    border is, as a share of its size.
    """

    azimuth: float
    elevation: float
    width: float
    height: float
    power: float
    warmth: float = 0.0
    edge: float = 0.35


# Key from the upper left, a strip on the right for the long reflection, a ceiling, a low front
# fill, and a rim light from behind: the still-life set of product photography.
RIGS: dict[str, tuple[SoftBox, ...]] = {
    "studio": (
        SoftBox(-48, 42, 46, 40, 7.5, 0.06),
        SoftBox(62, 18, 16, 62, 3.6, -0.05),
        SoftBox(10, 80, 120, 24, 3.2),
        SoftBox(158, 30, 40, 36, 4.5, -0.08),
        SoftBox(-150, 20, 24, 50, 3.0, 0.08),
    ),
    "soft": (
        SoftBox(-40, 50, 90, 60, 3.4, 0.05, 0.8),
        SoftBox(60, 30, 80, 60, 1.3, -0.04, 0.9),
        SoftBox(0, 85, 160, 40, 2.2, 0.0, 0.9),
    ),
    "rim": (
        SoftBox(-105, 30, 34, 80, 8.0, -0.08, 0.5),
        SoftBox(105, 24, 30, 80, 7.0, 0.06, 0.5),
        SoftBox(-30, 46, 60, 30, 3.4, 0.02, 0.8),
        SoftBox(40, 62, 30, 22, 2.6, 0.0, 0.8),
        SoftBox(0, 84, 160, 22, 3.2, 0.0, 0.6),
        SoftBox(20, -24, 130, 12, 1.0, 0.1, 0.8),
    ),
    "sun": (
        SoftBox(-52, 48, 15, 15, 62.0, 0.14, 0.6),
        SoftBox(70, 35, 90, 70, 0.9, -0.1, 0.9),
        SoftBox(0, 85, 140, 40, 1.6, -0.06, 0.9),
    ),
}
_FLOOR_AND_SKY = {
    "studio": (0.34, 0.78),
    "soft": (0.55, 1.0),
    "rim": (0.22, 0.9),
    "sun": (0.5, 0.85),
}


def sky(lighting: Lighting, mood: Mood) -> Float32:
    """The environment as linear radiance, (rows, columns, 3); row 0 is the zenith."""
    elevation = np.linspace(90, -90, 2 * _SKY_ROWS + 1, dtype=np.float32)[1::2]
    azimuth = np.linspace(-180, 180, 2 * _SKY_COLUMNS + 1, dtype=np.float32)[1::2]
    floor, ceiling = _FLOOR_AND_SKY[lighting.rig]
    rise = (np.sin(np.deg2rad(elevation)) * 0.5 + 0.5)[:, None]
    ambient = (floor + (ceiling - floor) * rise) * (0.4 + 1.2 * lighting.fill)
    light = np.repeat(ambient[..., None], 3, 2) * np.ones((1, _SKY_COLUMNS, 1), np.float32)
    warmth = float(np.clip(lighting.warmth + 0.5 * mood.warmth, -1, 1))
    for box in RIGS[lighting.rig]:
        glow = _box(box, elevation, azimuth)
        light += glow[..., None] * _kelvin(box.warmth + warmth * 0.25)
    return (light * _kelvin(warmth * 0.12)).astype(np.float32)


def _box(box: SoftBox, elevation: Float32, azimuth: Float32) -> Float32:
    turn = (azimuth - box.azimuth + 180) % 360 - 180
    across = turn[None, :] * np.cos(np.deg2rad(np.minimum(np.abs(elevation), 85)))[:, None]
    rise = (elevation - box.elevation)[:, None]

    def side(distance: Float32, half: float) -> Float32:
        soft = max(half * box.edge, 1.0)
        step: Float32 = np.clip((half + soft / 2 - np.abs(distance)) / soft, 0, 1)
        return step * step * (3 - 2 * step)

    return box.power * side(across, box.width / 2) * side(rise, box.height / 2)


def _kelvin(warmth: float) -> Float32:
    """A gentle white balance: -1 blue, 0 neutral, 1 amber, of equal luminance."""
    tone = np.array([1 + 0.55 * warmth, 1.0, 1 - 0.65 * warmth], np.float32)
    luminance = float(tone @ np.array([0.2126, 0.7152, 0.0722], np.float32))
    return tone / np.float32(luminance)


def surface(look: TraceLook, colour: Colour, relief: Float32 | None) -> dict[str, Any]:
    """The BSDF for a part of sRGB `colour`, with the look's relief when it has one."""
    linear = to_linear(np.asarray(colour, np.float32))
    material = look.material
    if isinstance(material, Glass):
        bare = _glass(material, linear)
    elif isinstance(material, Metal):
        bare = _metal(material, linear)
    elif isinstance(material, Plastic):
        bare = _plastic(material, linear)
    else:
        bare = {"type": "diffuse", "reflectance": _rgb(linear)}
    if relief is None:
        return bare
    return {"type": "bumpmap", "relief": _texture(relief), "scale": 1.0, "bsdf": bare}


def _plastic(material: Plastic, linear: Float32) -> dict[str, Any]:
    return {
        "type": "principled",
        "base_color": _rgb(linear),
        "roughness": max(material.roughness, 0.02),
        "specular": 0.5,
        "clearcoat": material.coat,
        "clearcoat_gloss": 0.96,
        "sheen": material.sheen,
        "sheen_tint": 0.6,
    }


def _metal(material: Metal, linear: Float32) -> dict[str, Any]:
    silver = np.array([0.95, 0.94, 0.92], np.float32)
    bright = linear / max(float(linear.max()), 0.05)
    tinted = (silver * (1 - material.tint) + silver * bright * material.tint).astype(np.float32)
    return {
        "type": "principled",
        "base_color": _rgb(tinted),
        "metallic": 1.0,
        "roughness": max(material.roughness, 0.02),
        "specular": 0.5,
    }


def _glass(material: Glass, linear: Float32) -> dict[str, Any]:
    """Tint on the surface stands in for absorption in the body: the bodies are thin, and a
    surface tint needs no medium."""
    hue = linear / max(float(linear.max()), 0.05)
    tint = 1 - material.absorption * (1 - hue)
    kind = "roughdielectric" if material.roughness > 0.01 else "dielectric"
    described: dict[str, Any] = {
        "type": kind,
        "int_ior": material.ior,
        "ext_ior": 1.0,
        "specular_transmittance": _rgb(np.sqrt(tint)),
    }
    if kind == "roughdielectric":
        described["alpha"] = material.roughness
    return described


def relief(texture: Texture, seed: int) -> Float32 | None:
    """A height map that tiles, (side, side) in art units, or None for a smooth surface."""
    if texture.kind == "none" or texture.strength == 0:
        return None
    draw = np.random.default_rng(seed)
    noise = draw.standard_normal((_RELIEF_SIDE, _RELIEF_SIDE)).astype(np.float32)
    size = 1.0 + 7.0 * texture.scale
    if texture.kind == "grain":
        height = _blurred(noise, (size, size)) + _blurred(noise, (size * 3, size * 3))
    elif texture.kind == "fibre":
        along = _blurred(noise, (size * 0.35, size * 5))
        height = along + 0.7 * _blurred(noise.T, (size * 4, size * 0.35))
    else:
        height = -np.maximum(_blurred(noise, (size * 3, size * 3)), 0.2)
    return (_unit(height) * np.float32(texture.strength * 0.0035)).astype(np.float32)


def _blurred(noise: Float32, sigmas: tuple[float, float]) -> Float32:
    """Blurred along rows and columns, wrapping so that the relief tiles, to unit deviation."""
    return _unit(np.asarray(gaussian_filter(noise, sigmas, mode="wrap"), np.float32))


def _unit(values: Float32) -> Float32:
    spread = float(values.std())
    return values / np.float32(max(spread, 1e-6))


def _texture(height: Float32) -> dict[str, Any]:
    import mitsuba as mi

    return {
        "type": "bitmap",
        "bitmap": mi.Bitmap(height[..., None]),
        "raw": True,
        "wrap_mode": "repeat",
    }


def _rgb(linear: Float32) -> dict[str, Any]:
    return {"type": "rgb", "value": [float(v) for v in linear]}
