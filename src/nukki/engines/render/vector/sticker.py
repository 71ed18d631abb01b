"""A die-cut sticker: bold shapes, one even border around them all, gloss and a lifted edge."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import cv2
import numpy as np

from nukki.catalog.look import FlatLook, StickerLook
from nukki.core import pixels
from nukki.engines.render import colours
from nukki.engines.render.colours import Rgb
from nukki.engines.render.placed import Placed
from nukki.engines.render.vector import fields
from nukki.engines.render.vector.canvas import Canvas
from nukki.engines.render.vector.flat import SHADE, paint_object
from nukki.engines.render.vector.picture import Byte, Float, Report, VectorPicture
from nukki.engines.render.vector.raster import Cutout, Frame, cut_all


def paint_sticker(
    placed: Sequence[Placed], look: StickerLook, width: int, height: int, report: Report
) -> VectorPicture:
    """The objects of `placed` as one sticker, with the shadow of its lifted sheet."""
    frame = Frame.supersampled(width, height)
    report("outline", 0, 1)
    cutouts = cut_all(placed, frame, pad=round(40 * frame.unit))
    art = Canvas(height, width)
    for index, cutout in enumerate(cutouts):
        report("paint", index, len(cutouts))
        _lay(art, cutout, look, frame)
    report("border", 0, 2)
    sheet = _sheet(art.paint[..., 3], look)
    report("border", 1, 2)
    picture = _mounted(art.paint, sheet, look)
    return VectorPicture(pixels.to_bytes(pixels.unpremultiply(picture)), _shadow(sheet, look))


def _lay(art: Canvas, cutout: Cutout, look: StickerLook, frame: Frame) -> None:
    """One object with its dark line, over those behind it."""
    style = FlatLook(
        gradient=0.35, shade=look.shade, reach=0.4, rim=look.gloss, grain=0.0, contact=0.35
    )
    grain = np.zeros((1, 1), np.float32)  # never read: the style has no grain
    layer = paint_object(cutout, style, frame, grain)
    top, left = cutout.top // frame.samples, cutout.left // frame.samples
    if look.outline > 0:
        line = _line(cutout.cover, (2 + 6 * look.outline) * frame.unit)
        ink = np.array((*_ink(cutout), 1), np.float32)
        art.over(top, left, fields.reduce(line, frame.samples)[..., None] * ink)
    art.over(top, left, layer)


def _ink(cutout: Cutout) -> Rgb:
    """The line's colour: the darkest tone that still belongs to the object."""
    weights = [float(s.cover.sum()) * s.opacity for s in cutout.stencils]
    mean = np.average([s.colour for s in cutout.stencils], axis=0, weights=weights)
    _, hue, chroma = colours.polar(colours.to_oklab(mean))
    return colours.in_gamut(0.27, hue, min(chroma, 0.09))


@dataclass(frozen=True)
class _Sheet:
    """Coverage of the whole sticker and how far inside its edge each pixel lies, in pixels."""

    cover: Float
    inside: Float


def _sheet(alpha: Float, look: StickerLook) -> _Sheet:
    """The die line: `border` around the art, small bays closed, holes filled, corners round."""
    unit = min(alpha.shape) / 1000
    border = look.border * unit
    outside = _distance(alpha < 0.5)
    bay = max(1.1 * border, 14 * unit)
    region = _filled(outside < border + bay)
    inside = fields.blur(_distance(region), 1.0) - np.float32(bay)
    cover = np.clip(inside + np.float32(0.5), 0, 1)
    # The die never cuts art: tight bays would lose their closing at the frame's edge.
    cover = np.maximum(cover, alpha)
    return _Sheet(cover * fields.window(alpha.shape, 2), np.maximum(inside, 0))


def _mounted(art: Float, sheet: _Sheet, look: StickerLook) -> Float:
    """Art on its sheet, with the sheet's thickness and the gloss; premultiplied."""
    unit = min(sheet.cover.shape) / 1000
    picture = np.empty((*sheet.cover.shape, 4), np.float32)
    paper: Rgb = colours.rgb_of(look.border_colour)
    picture[...] = (*paper, 1.0)
    depth = (2.5 + 3 * look.lift) * unit
    edge = sheet.cover - fields.shift(sheet.cover, fields.LIGHT[0] * depth, fields.LIGHT[1] * depth)
    thickness = np.array((*colours.shifted(paper, -0.11, 1.0, 20), 1), np.float32)
    amount = fields.blur(np.maximum(edge, 0), 0.5 * unit)[..., None]
    picture += (thickness - picture) * amount
    picture *= 1 - art[..., 3:]
    picture += art
    light = _gloss(sheet) * np.float32(look.gloss)
    picture[..., :3] += (1 - picture[..., :3]) * light[..., None]
    return picture * sheet.cover[..., None]


def _gloss(sheet: _Sheet) -> Float:
    """Two slanted bands of light, a wide and a narrow one, crisp on one side only."""
    rows, columns = np.nonzero(sheet.cover > 0.5)
    if not rows.size:
        return np.zeros_like(sheet.cover)
    extent = max(float(np.ptp(columns)), float(np.ptp(rows)), 1.0)
    x = (np.arange(sheet.cover.shape[1], dtype=np.float32) - columns.min()) / extent
    y = (np.arange(sheet.cover.shape[0], dtype=np.float32) - rows.min()) / extent
    along = x[None, :] + np.float32(0.62) * y[:, None]
    crisp = 1.5 / extent
    wide = fields.smoothstep(0.34, 0.62, along) * (
        1 - fields.smoothstep(0.62 - crisp, 0.62 + crisp, along)
    )
    thin = fields.smoothstep(0.655 - crisp, 0.655 + crisp, along) * (
        1 - fields.smoothstep(0.70 - crisp, 0.70 + crisp, along)
    )
    return np.float32(0.34) * wide + np.float32(0.24) * thin


def _shadow(sheet: _Sheet, look: StickerLook) -> Byte:
    """Tight where the sheet sticks, wider towards the lower right where it peels off."""
    unit = min(sheet.cover.shape) / 1000
    rows, columns = np.nonzero(sheet.cover > 0.5)
    corner = (columns.min(), rows.min()) if rows.size else (0, 0)
    scale = 1 + 0.035 * look.lift
    shift = 5 * unit * (0.4 + look.lift)
    matrix = np.array(
        [[scale, 0, corner[0] * (1 - scale) + shift], [0, scale, corner[1] * (1 - scale) + shift]],
        np.float32,
    )
    size = (sheet.cover.shape[1], sheet.cover.shape[0])
    peeled = np.asarray(cv2.warpAffine(sheet.cover, matrix, size), np.float32)
    far = fields.blur(peeled, (6 + 14 * look.lift) * unit) * np.float32(0.14 + 0.20 * look.lift)
    near = fields.blur(fields.shift(sheet.cover, 0, 2 * unit), 3 * unit) * np.float32(0.22)
    shadow = np.empty((*sheet.cover.shape, 4), np.float32)
    shadow[..., :3] = SHADE
    shadow[..., 3] = (far + near * (1 - far)) * fields.window(sheet.cover.shape, 30 * unit)
    return pixels.to_bytes(shadow)


def _line(cover: Float, width: float) -> Float:
    """Coverage of everything within `width` samples of an object, itself included."""
    # The blur takes the steps out of a distance that was measured from whole samples.
    away = fields.blur(_distance(cover < 0.5), 1.2)
    return np.asarray(np.clip(np.float32(width + 0.5) - away, 0, 1), np.float32)


def _distance(outside: np.ndarray) -> Float:
    """Pixels to the nearest place where `outside` is false, 0 there."""
    return np.asarray(
        cv2.distanceTransform(outside.astype(np.uint8), cv2.DIST_L2, cv2.DIST_MASK_PRECISE),
        np.float32,
    )


def _filled(region: np.ndarray) -> np.ndarray:
    """`region` without holes: what cannot be reached from the frame's corner belongs to it."""
    padded = cv2.copyMakeBorder(region.astype(np.uint8), 1, 1, 1, 1, cv2.BORDER_CONSTANT, value=0)
    cv2.floodFill(padded, None, (0, 0), 2)
    return np.asarray(padded[1:-1, 1:-1] != 2)
