"""A glass marble with a shadow, small enough for every test: soft alpha, colour, layers."""

import numpy as np

from nukki.core import png
from nukki.finishing.finish import finish

SETTINGS = {"brief": "object_concept: 비밀", "seed": 7}


def disc(size, centre, radius, soft=3.0):
    y, x = np.mgrid[:size, :size] + 0.5
    away = np.hypot(x - centre[0], y - centre[1])
    return np.clip((radius - away) / soft + 0.5, 0, 1)


def marble(size=160, offset=(0, 0)):
    """(finished, tint, body): finished as the pipeline does it, with all its layers."""
    rng = np.random.default_rng(5)
    cover = disc(size, (size * 0.45, size * 0.42), size * 0.27)
    rgba = np.zeros((size, size, 4), np.uint8)
    ramp = np.linspace(30, 240, size)
    rgba[..., 0], rgba[..., 1], rgba[..., 2] = ramp[None, :], ramp[:, None], 90
    rgba[..., :3] += rng.integers(0, 9, (size, size, 3), np.uint8)
    rgba[..., 3] = np.rint(cover * np.linspace(140, 255, size)[None, :])
    rgba[rgba[..., 3] == 0] = 0
    shadow = np.zeros_like(rgba)
    fallen = disc(size, (size * 0.6, size * 0.65), size * 0.2, 20)
    shadow[..., 3] = np.rint(150 * fallen)
    tint = np.full((size, size, 3), 255, np.uint8)
    tint[cover > 0.5] = (255, 190, 160)
    body = rgba.copy()
    body[..., 3] //= 2
    layers = {"shadow": shadow, "tint": tint, "body": body, "linear": rgba}
    return finish(rgba, layers, "soft_floor")


def files(finished=None):
    """(final, layers) as the job folder holds them."""
    finished = finished or marble()
    layers = {}
    for name, pixels in finished.layers.items():
        if pixels.shape[2] == 3:
            opaque = np.full((*pixels.shape[:2], 1), 255, np.uint8)
            pixels = np.concatenate([pixels, opaque], axis=2)
        layers[name] = png.encode(pixels)
    return png.encode(finished.rgba, SETTINGS), layers


def over(rgba, backdrop):
    """Straight pixels over a colour, in encoded values, 0..255."""
    alpha = rgba[..., 3:].astype(float) / 255
    return rgba[..., :3] * alpha + np.asarray(backdrop) * (1 - alpha)
