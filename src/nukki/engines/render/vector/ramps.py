"""Tone ramps and the limited palette of pixel art."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import numpy.typing as npt

from nukki.catalog.look import PixelLook
from nukki.engines.render import colours
from nukki.engines.render.colours import Rgb
from nukki.engines.render.vector.picture import Float

BASE, SHADE, LIGHT, OUTLINE = range(4)
TONES = 4

SNAP = 0.035  # OKLab distance below which a tone becomes the pack's own colour


def ramp_of(colour: Rgb, look: PixelLook) -> tuple[Rgb, Rgb, Rgb, Rgb]:
    """Base, shade, light and outline of one part; hue turns along the ramp as painters do it."""
    lightness, hue, chroma = colours.polar(colours.to_oklab(colour))
    down = 0.35 + 0.65 * lightness
    up = 0.4 + 0.6 * (1 - lightness)
    shade = colours.shifted(colour, -0.26 * look.shade * down, 1.05, 26 * look.shade)
    light = colours.shifted(colour, 0.20 * look.shade * up, 0.92, -22 * look.shade)
    dark = max(0.16, lightness * (0.74 - 0.46 * look.outline))
    outline = colours.in_gamut(min(dark, lightness), hue, min(chroma * 0.8, 0.11))
    return colour, shade, light, outline


def limited(
    tones: Sequence[Rgb], counts: npt.NDArray[np.int64], palette: Sequence[str], size: int
) -> Float:
    """(n, 3) sRGB: each of `tones` as one of at most `size` colours.

    Tones near a colour of the pack become it; then the two tones whose union costs least
    (Ward: distance² times the harmonic weight) are joined until few enough remain.
    """
    labs = colours.to_oklab(np.array(tones, np.float32))
    if palette:
        pack = colours.to_oklab(np.array([colours.rgb_of(name) for name in palette], np.float32))
        apart = np.linalg.norm(labs[:, None] - pack[None], axis=2)
        near = apart.argmin(axis=1)
        snapped = apart.min(axis=1) < SNAP
        labs[snapped] = pack[near[snapped]]
    centres, group = np.unique(labs, axis=0, return_inverse=True)
    group = group.reshape(-1)
    weights = np.bincount(group, weights=counts).astype(np.float64)
    while len(centres) > size:
        centres, weights, group = _joined(centres, weights, group)
    return colours.from_oklab(centres[group])


def _joined(
    centres: Float, weights: npt.NDArray[np.float64], group: npt.NDArray[np.intp]
) -> tuple[Float, npt.NDArray[np.float64], npt.NDArray[np.intp]]:
    """One colour fewer; the heavier of the two stays as it is, so colours never turn muddy."""
    apart = ((centres[:, None] - centres[None]) ** 2).sum(axis=2)
    cost = apart * (weights[:, None] * weights[None] / (weights[:, None] + weights[None]))
    np.fill_diagonal(cost, np.inf)
    one, other = np.unravel_index(int(cost.argmin()), cost.shape)
    keep, drop = (one, other) if weights[one] >= weights[other] else (other, one)
    weights = weights.copy()
    weights[keep] += weights[drop]
    group = np.where(group == drop, keep, group)
    group = np.where(group > drop, group - 1, group)
    return np.delete(centres, drop, axis=0), np.delete(weights, drop), group
