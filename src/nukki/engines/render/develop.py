"""Noisy light to finished pixels: denoise, tone curve, straight sRGB."""

from __future__ import annotations

import cv2
import numpy as np
import numpy.typing as npt

from nukki.core.nearest import nearest
from nukki.core.pixels import to_srgb
from nukki.engines.render.tracer import Features

Float32 = npt.NDArray[np.float32]

_SHOULDER = 0.7  # linear light above this is compressed, so that bright yellows keep their hue
_FEW = 1 / 512  # coverage below which a pixel has no colour of its own
_NEAR = 1.6  # pixels over which a barely covered pixel asks its neighbours


def straight(premultiplied: Float32, alpha: Float32) -> Float32:
    """Colour (h, w, 3) divided by coverage, continued into the empty pixels around.

    The denoiser then sees an object without an edge: no dark fringe is blurred into it. Where
    little is covered few samples speak, so the colour leans on its neighbours.
    """
    own = premultiplied / np.maximum(alpha, _FEW)[..., None]
    near = cv2.GaussianBlur(premultiplied, (0, 0), _NEAR)
    weight = cv2.GaussianBlur(alpha, (0, 0), _NEAR)
    around = near / np.maximum(weight, _FEW)[..., None]
    trust = np.clip(alpha * 1.5 - 0.5, 0, 1)[..., None]
    colour = np.where(trust > 0, own, 0) * trust + around * (1 - trust)
    colour, empty = colour.astype(np.float32), (weight <= _FEW).astype(np.uint8)
    return colour if empty.all() else nearest(empty).spread(colour)


def denoise(colour: Float32, features: Features, alpha: Float32) -> Float32:
    """Open Image Denoise on straight linear colour (h, w, 3), guided by straight features."""
    import pyoidn

    albedo = np.clip(straight(features.albedo, alpha), 0, 1)
    normal = np.clip(straight(features.normal, alpha), -1, 1)
    picture = pyoidn.denoise(colour, albedo, normal, hdr=True, clean_aux=True)
    return np.asarray(picture, np.float32)


def denoise_pair(black: Float32, through: Float32) -> tuple[Float32, Float32]:
    """Glass: the light over black and the transmission, which share no noise.

    Both as HDR: the denoiser's other mode works on encoded values and brightens what is noisy.
    """
    import pyoidn

    clean = np.asarray(pyoidn.denoise(black, hdr=True), np.float32)
    clear = np.asarray(pyoidn.denoise(through, hdr=True), np.float32)
    return np.maximum(clean, 0), np.clip(clear, 0, 1)


def tone(linear: Float32, exposure: float) -> Float32:
    """Exposure, then a shoulder on the brightest channel that keeps the ratios of the others,
    with a little of each channel's own curve so that highlights still turn white."""
    light = np.maximum(linear, 0) * np.float32(exposure)
    peak = light.max(-1, keepdims=True)
    scaled = light * (_shoulder(peak) / np.maximum(peak, 1e-6))
    mixed = np.float32(0.55) * scaled + np.float32(0.45) * _shoulder(light)
    return np.asarray(mixed, np.float32)


def _shoulder(light: Float32) -> Float32:
    room = 1 - _SHOULDER
    bent = _SHOULDER + room * np.tanh((light - _SHOULDER) / room)
    return np.where(light > _SHOULDER, bent, light).astype(np.float32)


def encoded(linear: Float32, alpha: Float32) -> Float32:
    """Straight linear colour and coverage to straight sRGB RGBA, float32 0..1."""
    return np.dstack([np.clip(to_srgb(linear), 0, 1), alpha]).astype(np.float32)
