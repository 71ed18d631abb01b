"""Flat illustration: gradients per part, a crisp shade away from the light, a lighter rim."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from nukki.catalog.look import FlatLook
from nukki.core import pixels
from nukki.engines.render import colours
from nukki.engines.render.placed import Placed
from nukki.engines.render.vector import fields, shading
from nukki.engines.render.vector.canvas import Canvas, settle
from nukki.engines.render.vector.picture import Float, Report, VectorPicture
from nukki.engines.render.vector.raster import Cutout, Frame, Stencil, cut_all

SUN = (1.0, 0.985, 0.94)  # the rim's light
SHADE = (0.10, 0.08, 0.24)  # the ground's shadow: the blue of the sky, never grey
CONTACT = (0.42, 0.35, 0.60)  # what full contact multiplies a colour with: violet, not grey


def paint_flat(
    placed: Sequence[Placed], look: FlatLook, seed: int, width: int, height: int, report: Report
) -> VectorPicture:
    """The objects of `placed` as a flat illustration, with a soft shadow of them all."""
    frame = Frame.supersampled(width, height)
    report("outline", 0, 1)
    cutouts = cut_all(placed, frame, pad=round(40 * frame.unit))
    grain = _grain(np.random.default_rng(seed), frame)
    canvas = Canvas(height, width)
    for index, cutout in enumerate(cutouts):
        report("paint", index, len(cutouts))
        layer = paint_object(cutout, look, frame, grain)
        top, left = cutout.top // frame.samples, cutout.left // frame.samples
        if index:
            _cast(canvas, top, left, layer[..., 3], look.contact, frame)
        canvas.over(top, left, layer)
    report("shadow", 0, 1)
    return VectorPicture(canvas.bytes(), _soft_shadow(canvas.paint[..., 3]))


def paint_object(cutout: Cutout, look: FlatLook, frame: Frame, grain: Float) -> Float:
    """One object, premultiplied (h, w, 4) in pixels."""
    layer = np.zeros((cutout.height, cutout.width, 4), np.float32)
    rims = np.zeros((cutout.height, cutout.width), np.float32)
    for stencil in cutout.stencils:
        cover = pixels.to_float(stencil.cover)
        radius = fields.inner_radius(cover)
        _drop(layer, rims, stencil, cover, radius, look, frame)
        fill = _fill(cover, stencil, radius, look, frame)
        _stipple(fill, cutout, stencil, look, grain)
        cover = cover * np.float32(stencil.opacity)
        spot = layer[stencil.rows, stencil.columns]
        spot *= np.float32(1) - cover[..., None]
        spot[..., :3] += fill * cover[..., None]
        spot[..., 3] += cover
        rim = rims[stencil.rows, stencil.columns]
        rim *= np.float32(1) - cover
        rim += _rim(cover, radius, frame)
    _round(layer, cutout, look, frame)
    _hairline(layer, cutout, frame)
    if look.rim > 0:
        room = np.array(SUN, np.float32) * layer[..., 3:] - layer[..., :3]
        layer[..., :3] += np.maximum(room, 0) * (rims * np.float32(0.5 * look.rim))[..., None]
    return settle(layer, cutout, frame.samples)


def _fill(cover: Float, stencil: Stencil, radius: float, look: FlatLook, frame: Frame) -> Float:
    """One part's (h, w, 3) colours before it is clipped to its cover."""
    tones = shading.Tones.of(stencil.colour, look.gradient, look.shade)
    fill = shading.gradient_fill((cover.shape[0], cover.shape[1]), tones)
    if look.shade > 0:
        depth = min(radius * (0.25 + 0.75 * look.reach), 90 * look.reach * frame.unit + 4)
        weight = min(1.0, radius / (24 * frame.unit))  # narrow parts would look bevelled
        shading.mix(fill, tones.shade, shading.far_side(cover, depth) * np.float32(weight))
    return fill


def _rim(cover: Float, radius: float, frame: Frame) -> Float:
    """(h, w) 0..1: a line of light just inside the lit side of all but narrow parts."""
    if radius < 12 * frame.unit:
        return np.zeros_like(cover)
    line = min(0.16 * radius, 9 * frame.unit)
    return shading.near_side(cover, line, line)


def _round(layer: Float, cutout: Cutout, look: FlatLook, frame: Frame) -> None:
    """One large soft shade over all parts of an object, which holds them together."""
    if look.shade == 0:
        return
    radius = fields.inner_radius(cutout.cover)
    depth = min(radius * (0.2 + 0.5 * look.reach), 110 * frame.unit)
    soft = fields.blur(shading.far_side(cutout.cover, depth), 0.35 * depth)
    amount = soft * np.float32(0.26 * look.shade)
    layer[..., :3] *= 1 - amount[..., None] * (1 - np.array(CONTACT, np.float32))


def _hairline(layer: Float, cutout: Cutout, frame: Frame) -> None:
    """A thin tone inside the silhouette where it is so light that white would swallow it."""
    band = 1 - fields.smoothstep(0.55, 0.98, fields.blur(cutout.cover, 2.2 * frame.unit))
    light = fields.smoothstep(0.84, 0.96, layer[..., :3].min(axis=2))
    amount = band * light * np.float32(0.42)
    layer[..., :3] *= 1 - amount[..., None] * (1 - np.array(CONTACT, np.float32))


def _drop(
    layer: Float,
    rims: Float,
    stencil: Stencil,
    cover: Float,
    radius: float,
    look: FlatLook,
    frame: Frame,
) -> None:
    """The crisp shadow of a part on the parts under it; what it shades has no rim of light."""
    reach = min(10 * frame.unit, 0.35 * radius + 1)
    margin = round(2 * reach) + 2
    rows = slice(max(stencil.top - margin, 0), stencil.rows.stop + margin)
    columns = slice(max(stencil.left - margin, 0), stencil.columns.stop + margin)
    spot = layer[rows, columns]
    shape = np.zeros(spot.shape[:2], np.float32)
    inner = (stencil.top - rows.start, stencil.left - columns.start)
    shape[inner[0] : inner[0] + cover.shape[0], inner[1] : inner[1] + cover.shape[1]] = cover
    wide = fields.shift(shape, -2 * fields.LIGHT[0] * reach, -2 * fields.LIGHT[1] * reach)
    rims[rows, columns] *= 1 - np.maximum(wide, shape)
    cast = fields.shift(shape, -fields.LIGHT[0] * reach, -fields.LIGHT[1] * reach)
    amount = cast * np.float32(0.55 * look.contact * stencil.opacity)
    spot[..., :3] *= 1 - amount[..., None] * (1 - np.array(CONTACT, np.float32))


def _stipple(fill: Float, cutout: Cutout, stencil: Stencil, look: FlatLook, grain: Float) -> None:
    """Grain that thickens away from the light over the whole object."""
    if look.grain == 0:
        return
    ramp = fields.ramp((cutout.height, cutout.width))[stencil.rows, stencil.columns]
    top, left = cutout.top + stencil.top, cutout.left + stencil.left
    noise = grain[top : top + fill.shape[0], left : left + fill.shape[1]]
    density = fields.smoothstep(0.40, 1.05, ramp)
    dots = fields.smoothstep(1.15, 1.75, noise + density * np.float32(1.3))
    dark = colours.shifted(stencil.colour, -0.13, 1.05, 14)
    shading.mix(fill, dark, dots * np.float32(look.grain))


def _grain(rng: np.random.Generator, frame: Frame) -> Float:
    """Noise of about one and a half pixels a grain, for the whole frame in samples."""
    shape = (frame.height * frame.samples, frame.width * frame.samples)
    return fields.fractal(rng, shape, max(1.3 * frame.unit, 1.5), 1)


def _cast(canvas: Canvas, top: int, left: int, alpha: Float, contact: float, frame: Frame) -> None:
    """The soft shadow of an object on the objects behind it."""
    unit = frame.short / 1000
    moved = fields.shift(alpha, 10 * unit, 14 * unit)
    soft = fields.blur(moved, 13 * unit) * np.float32(contact)
    canvas.darken(top, left, soft, CONTACT)


def _soft_shadow(alpha: Float) -> np.ndarray:
    """A shadow on the ground behind: lower right, soft; nothing on the frame's edge."""
    unit = min(alpha.shape) / 1000
    soft = fields.blur(fields.shift(alpha, 14 * unit, 26 * unit), 22 * unit)
    shadow = np.empty((*alpha.shape, 4), np.float32)
    shadow[..., :3] = SHADE
    shadow[..., 3] = soft * np.float32(0.28) * fields.window(soft.shape, 40 * unit)
    return pixels.to_bytes(shadow)
