"""Glass or light over one known plain background: the alpha that the picture supports, and how
far it can be off."""

from __future__ import annotations

from collections.abc import Iterator

import cv2
import numpy as np
import numpy.typing as npt

from nukki.alpha import assumption, background
from nukki.alpha.assumption import Assumption
from nukki.alpha.background import Backdrop
from nukki.alpha.result import AlphaResult, Remark
from nukki.alpha.source import Pixels, Source
from nukki.alpha.support import REACH, largest, noise_of, support
from nukki.errors import AlphaError

Float = npt.NDArray[np.float32]
Bool = npt.NDArray[np.bool_]

LEAST = 0.5
_STRIP = 256  # rows
_SAMPLES = 200_000
_CLEAR = 6.0  # noises from which a pixel may tell what the object is made of
_SPECK = 0.002  # of the canvas; smaller things must stand out to stay
_STANDS_OUT = 0.1
_CALM = 0.6 / 255  # noise below which colour needs no smoothing


def one_background(source: Source, back: Backdrop | None = None) -> AlphaResult:
    """Cut `source.rgb` against its plain background, fitted here unless `back` is given.

    `facts` hold `assumption` (neutral, tinted, additive, minimal) and `bound`: by how much alpha
    can be off on the average of the object, 0..1. `confidence` is 1 − 2 · bound. Raises AlphaError
    when the background is not plain, shows nothing on it, or hides the object.
    """
    back = back or background.fit(source.rgb, source.background, ring_only=True)
    if not back.solid:
        raise AlphaError("one-background-busy")
    noise = max(noise_of(back), 0.3 / source.full)
    there = _there(source.rgb, back, noise)
    samples = _samples(source.rgb, back, there, noise)
    if not len(samples):
        raise AlphaError("one-background-empty")
    glow = source.material == "glow"
    chosen = assumption.choose(samples, back.colour, noise, glow)
    confidence = max(0.0, 1 - 2 * chosen.bound)
    if confidence < LEAST:
        found = "#" + "".join(f"{round(c * 255):02x}" for c in back.colour)
        raise AlphaError("one-background-hides", found=found, bound=f"{chosen.bound:.0%}")
    rgba = np.zeros((*source.rgb.shape[:2], 4), source.rgb.dtype)
    for rows in _rows(source.rgb.shape[0]):
        if there[rows].any():
            _cut(source.rgb, back, chosen, there, noise, rows, rgba)
    return AlphaResult(
        rgba,
        "trimap",
        confidence,
        background=back.colour,
        remarks=(Remark(f"glass-{chosen.name}", {"bound": f"{chosen.bound:.1%}"}),),
        facts={
            "assumption": chosen.name,
            "bound": round(chosen.bound, 4),
            "noise": round(noise * 255, 3),
        },
    )


def _rows(height: int) -> Iterator[slice]:
    for top in range(0, height, _STRIP):
        yield slice(top, min(top + _STRIP, height))


def _wide(rows: slice, height: int) -> tuple[slice, slice]:
    """Rows with REACH more on both sides, and where the rows themselves lie in them."""
    top = max(0, rows.start - REACH)
    return slice(top, min(height, rows.stop + REACH)), slice(rows.start - top, rows.stop - top)


def _picture(rgb: Pixels, rows: slice) -> Float:
    return rgb[rows].astype(np.float32) / np.float32(np.iinfo(rgb.dtype).max)


def _there(rgb: Pixels, back: Backdrop, noise: float) -> Bool:
    """Where the object is, (H, W): what stands out from noise and is no speck, holes filled."""
    found = np.zeros(rgb.shape[:2], np.uint8)
    strong = np.zeros(rgb.shape[:2], bool)
    for rows in _rows(rgb.shape[0]):
        wide, own = _wide(rows, rgb.shape[0])
        standing = _picture(rgb, wide) - back.at(wide)
        here = np.zeros(standing.shape[:2], bool)
        for channel in range(3):
            here |= support(np.ascontiguousarray(standing[..., channel]), noise)
        found[rows] = here[own]
        strong[rows] = largest(np.abs(standing[own])) > max(_STANDS_OUT, 2 * _CLEAR * noise)
    _, label, stats, _ = cv2.connectedComponentsWithStats(found, connectivity=8)
    keep = stats[:, cv2.CC_STAT_AREA] > _SPECK * found.size
    keep |= np.bincount(label[strong], minlength=len(stats)) >= 3
    keep[0] = False
    return _filled(keep[label])


def _filled(there: Bool) -> Bool:
    """`there` with its holes, which are all that cannot be reached from the border."""
    outside = np.pad((~there).astype(np.uint8), 1, constant_values=1)
    _, label = cv2.connectedComponents(outside, connectivity=4)
    return np.asarray(label[1:-1, 1:-1] != label[0, 0])


def _samples(rgb: Pixels, back: Backdrop, there: Bool, noise: float) -> Float:
    """Clear pixels of the object less their background, (n, 3)."""
    step = max(1, int(np.ceil(np.sqrt(np.count_nonzero(there) / _SAMPLES))))
    found = []
    for rows in _rows(rgb.shape[0]):
        picked = slice(rows.start, rows.stop, step)
        at = there[picked, ::step]
        standing = _picture(rgb, picked)[:, ::step][at] - back.at(picked)[:, ::step][at]
        found.append(standing[np.linalg.norm(standing, axis=1) > _CLEAR * noise])
    return np.concatenate(found)


def _cut(
    rgb: Pixels,
    back: Backdrop,
    chosen: Assumption,
    there: Bool,
    noise: float,
    rows: slice,
    rgba: Pixels,
) -> None:
    """Write `rows` of the cutout into `rgba`, (H, W, 4)."""
    wide, own = _wide(rows, rgb.shape[0])
    behind = back.at(wide)
    picture = _picture(rgb, wide)
    alpha = np.clip(chosen.alpha(picture - behind, behind), 0, 1).astype(np.float32)
    if noise > _CALM:
        alpha = np.asarray(cv2.medianBlur(alpha, 3), np.float32)
    alpha *= there[wide]
    full = np.float32(np.iinfo(rgba.dtype).max)
    stored = np.rint(alpha * full) / full
    # Colour is solved for the alpha that is stored, so that rounding alpha costs no colour.
    light = picture - (1 - stored)[..., None] * behind
    light[stored <= 0] = 0
    colour = np.zeros_like(light)
    np.divide(light, stored[..., None], out=colour, where=stored[..., None] > 0)
    if noise > _CALM:
        colour = _calmed(colour, light, stored)
    rgba[rows, :, :3] = np.rint(np.clip(colour[own], 0, 1) * full)
    rgba[rows, :, 3] = np.rint(stored[own] * full)
    whole = stored[own] >= 1
    rgba[rows, :, :3][whole] = rgb[rows][whole]


def _calmed(colour: Float, light: Float, alpha: Float) -> Float:
    """`colour` where alpha is thin, and noise is divided by it, from the mean of 5 x 5 pixels."""
    mass = cv2.blur(alpha, (5, 5))[..., None]
    mean = cv2.blur(light, (5, 5)) / np.maximum(mass, np.float32(1e-4))
    weight = np.clip((alpha - np.float32(0.05)) / np.float32(0.25), 0, 1)[..., None]
    return np.asarray(weight * colour + (1 - weight) * mean, np.float32)
