"""What generators do to a picture, as seeded functions of (H, W, 3) float32 encoded sRGB in 0..1.

Each says which real fault it stands for. `photograph` applies a case's faults in the order in
which they happen: to the backing, to the object, to the finished picture.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

import cv2
import numpy as np
import numpy.typing as npt

from nukki.core.pixels import to_bytes, to_float
from nukki.qa.golden import case

if TYPE_CHECKING:
    from nukki.qa.golden.case import Fault

Byte = npt.NDArray[np.uint8]
Float = npt.NDArray[np.float32]


def composite(rgba: Byte, backing: Float) -> Float:
    """I = αF + (1−α)B in encoded sRGB, as browsers blend; `rgba` (H, W, 4) straight."""
    straight = to_float(rgba)
    alpha = straight[..., 3:]
    return np.asarray(straight[..., :3] * alpha + backing * (1 - alpha), np.float32)


def solid(colour: tuple[float, float, float], height: int, width: int) -> Float:
    """A backing of one colour, as a generator was asked to paint it."""
    return np.full((height, width, 3), colour, np.float32)


def vignette(backing: Float, strength: float) -> Float:
    """Corners `strength` darker than the middle: image models light a plain backdrop like a studio.

    >>> vignette(solid((1.0, 1.0, 1.0), 3, 3), 0.2)[0, 0].tolist()
    [0.800000011920929, 0.800000011920929, 0.800000011920929]
    """
    x, y = _grid(backing.shape[:2])
    fall = (x * x + y * y)[..., None] / np.float32(0.5)
    return np.asarray(backing * (1 - np.float32(strength) * fall), np.float32)


def gradient(backing: Float, amount: float, angle: float) -> Float:
    """One side brighter and the other darker by `amount`, along `angle` in degrees: a key light
    that the model imagined for a backdrop that was to be even."""
    x, y = _grid(backing.shape[:2])
    turn = np.radians(angle)
    ramp = 2 * (x * np.cos(turn) + y * np.sin(turn))[..., None]
    return np.asarray(np.clip(backing * (1 + np.float32(amount) * ramp), 0, 1), np.float32)


def shadow(backing: Float, layer: Byte, strength: float) -> Float:
    """A contact shadow on the backing: of the light that falls there, `layer` (H, W, 4) takes its
    alpha times `strength`; the backing keeps its hue, as a lit surface does.

    Nearly every generator grounds its object so, also where the prompt forbids it.
    """
    taken = to_float(layer)[..., 3:] * np.float32(strength)
    return np.asarray(backing * (1 - taken), np.float32)


def spill(rgba: Byte, key: tuple[float, float, float], amount: float, reach: float) -> Byte:
    """Light of the backing on the object: at its rim the colour is `amount` of the key's, and half
    of that `reach` px further in. A painted green screen colours what stands before it."""
    inside = np.asarray(rgba[..., 3] > 127, np.uint8)
    depth = cv2.distanceTransform(inside, cv2.DIST_L2, 5)
    share = np.float32(amount) * np.exp2(-depth / np.float32(reach))[..., None]
    tinted = rgba.copy()
    colour = to_float(rgba[..., :3])
    tinted[..., :3] = to_bytes(
        np.asarray(colour + (np.asarray(key, np.float32) - colour) * share, np.float32)
    )
    return tinted


def blur(picture: Float, sigma: float) -> Float:
    """Softness of `sigma` px: a decoder of latents, or a scaled picture."""
    soft = cv2.GaussianBlur(picture, (0, 0), sigma, borderType=cv2.BORDER_REFLECT_101)
    return np.asarray(soft, np.float32)


def ringing(picture: Float, amount: float) -> Float:
    """Over- and undershoot beside edges, two pixels wide: a band between 0.8 and 2 px is raised.

    Decoders of latent models and Lanczos scaling leave such a light and a dark line.
    """
    band = blur(picture, 0.8) - blur(picture, 2.0)
    return np.asarray(np.clip(picture + np.float32(amount) * band, 0, 1), np.float32)


def noise(picture: Float, sigma: float, seed: int) -> Float:
    """Independent Gaussian grain, `sigma` in levels of 255: sampling noise of a diffusion model."""
    grain = np.random.default_rng(seed).standard_normal(picture.shape, np.float32)
    grained = picture + grain * np.float32(sigma / 255)
    return np.asarray(np.clip(grained, 0, 1), np.float32)


def haze(rgba: Byte, level: int, seed: int) -> Byte:
    """A veil over the whole canvas, alpha 0 to `level` and dirty grey: what layer decoders leave
    where nothing should be."""
    rng = np.random.default_rng(seed)
    veil = rng.integers(0, level + 1, rgba.shape[:2], np.uint8)
    veiled = rgba.copy()
    thin = rgba[..., 3] < veil
    veiled[..., 3] = np.maximum(rgba[..., 3], veil)
    veiled[..., :3][thin] = rng.integers(96, 160, (int(thin.sum()), 1), np.uint8)
    return veiled


def photograph(
    rgba: Byte,
    colour: tuple[float, float, float],
    faults: Sequence[Fault],
    floor: Byte | None = None,
) -> Byte:
    """`rgba` (H, W, 4) straight before `colour` with all `faults`, (H, W, 3) uint8 rounded once.

    `floor` is the object's drawn shadow, which the fault `shadow` needs. JPEG is not applied here:
    it is the format that the picture is stored in.
    """
    backing = solid(colour, *rgba.shape[:2])
    for fault in faults:
        if isinstance(fault, case.Vignette):
            backing = vignette(backing, fault.strength)
        elif isinstance(fault, case.Gradient):
            backing = gradient(backing, fault.amount, fault.angle)
        elif isinstance(fault, case.FloorShadow) and floor is not None:
            backing = shadow(backing, floor, fault.strength)
        elif isinstance(fault, case.Spill):
            rgba = spill(rgba, colour, fault.amount, fault.reach)
    picture = composite(rgba, backing)
    for fault in faults:
        if isinstance(fault, case.Blur):
            picture = blur(picture, fault.sigma)
        elif isinstance(fault, case.Ringing):
            picture = ringing(picture, fault.amount)
        elif isinstance(fault, case.Noise):
            picture = noise(picture, fault.sigma, fault.seed)
    return to_bytes(picture)


def pasted(rgba: Byte, photo: Byte) -> Byte:
    """`rgba` over `photo` (H, W, 3) uint8 in whole numbers, so that every machine agrees."""
    alpha = rgba[..., 3:].astype(np.uint32)
    mixed = rgba[..., :3] * alpha + photo * (255 - alpha)
    return ((mixed + 127) // 255).astype(np.uint8)


def _grid(shape: tuple[int, ...]) -> tuple[Float, Float]:
    """x and y of every pixel, −½ to ½ from the first to the last."""
    x = np.linspace(-0.5, 0.5, shape[1], dtype=np.float32)
    y = np.linspace(-0.5, 0.5, shape[0], dtype=np.float32)
    across, down = np.meshgrid(x, y)
    return across, down
