"""Watercolour: wet washes on paper that stays unpainted, so light washes are translucent."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from nukki.catalog.look import WatercolorLook
from nukki.core import pixels
from nukki.engines.render import colours
from nukki.engines.render.colours import Rgb
from nukki.engines.render.placed import Placed
from nukki.engines.render.vector import fields
from nukki.engines.render.vector.drops import run_back, splash
from nukki.engines.render.vector.paper import Paper, at
from nukki.engines.render.vector.picture import Float, Report, VectorPicture
from nukki.engines.render.vector.raster import Cutout, Frame, cut_all
from nukki.engines.render.vector.washes import Brush, Sheet, lay

GRAPHITE = (0.24, 0.24, 0.29)


def paint_watercolor(
    placed: Sequence[Placed],
    look: WatercolorLook,
    seed: int,
    width: int,
    height: int,
    report: Report,
) -> VectorPicture:
    """The objects of `placed` in washes; alpha is pigment and body, never paper."""
    # Small pictures are painted larger, or a wobble would be less than a pixel.
    frame = Frame(width, height, max(1, min(3, 768 // min(width, height))))
    rng = np.random.default_rng(seed)
    report("paper", 0, 1)
    paper = Paper.made(rng, frame)
    cutouts = cut_all(placed, frame, pad=round(44 * frame.unit))
    sheet = Sheet.blank((height * frame.samples, width * frame.samples))
    lines = np.zeros_like(sheet.cover)
    for index, cutout in enumerate(cutouts):
        report("wash", index, len(cutouts))
        own = _object(cutout, look, rng, paper, frame)
        _join(sheet, own, cutout, frame)
        if look.pencil > 0:
            _draw(lines, cutout, frame)
    report("dry", 0, 1)
    run_back(sheet, rng, look, paper, frame.unit)
    splash(sheet, _inks(cutouts), rng, look, paper, frame.unit)
    _granulate(sheet, look, paper)
    picture = _lit(sheet, look.body)
    _pencil(picture, lines, look, paper)
    picture *= fields.window(sheet.cover.shape, 24 * frame.unit)[..., None]
    reduced = fields.reduce(picture, frame.samples)
    return VectorPicture(pixels.to_bytes(pixels.unpremultiply(reduced)))


def _object(
    cutout: Cutout, look: WatercolorLook, rng: np.random.Generator, paper: Paper, frame: Frame
) -> Sheet:
    """One object on a sheet of its own, the size of its crop."""
    sheet = Sheet.blank((cutout.height, cutout.width))
    room = round(40 * frame.unit)
    for stencil, colour in zip(cutout.stencils, cutout.solid_colours(), strict=True):
        top, left = max(stencil.top - room, 0), max(stencil.left - room, 0)
        bottom = min(stencil.rows.stop + room, cutout.height)
        right = min(stencil.columns.stop + room, cutout.width)
        cover = np.zeros((bottom - top, right - left), np.float32)
        y, x = stencil.top - top, stencil.left - left
        height, width = stencil.cover.shape
        cover[y : y + height, x : x + width] = pixels.to_float(stencil.cover)
        spot = Sheet(sheet.density[top:bottom, left:right], sheet.cover[top:bottom, left:right])
        place = (cutout.top + top, cutout.left + left)
        lay(spot, cover, colour, Brush.dipped(rng, look, paper, frame.unit, place))
    if look.bleed > 0:
        _bleed(sheet, at(paper.wet, cutout.top, cutout.left, sheet.cover.shape), look, frame)
    return sheet


def _bleed(sheet: Sheet, wet: Float, look: WatercolorLook, frame: Frame) -> None:
    """Wet in wet: neighbouring colours run into each other where both were wet."""
    sigma = 15 * frame.unit
    reached = np.maximum(fields.blur(sheet.cover, sigma), np.float32(0.05))
    run = fields.blur(sheet.density, sigma) / reached[..., None] * sheet.cover[..., None]
    share = fields.smoothstep(0.1, 1.5, wet) * np.float32(0.85 * look.bleed)
    sheet.density += (run - sheet.density) * share[..., None]


def _join(sheet: Sheet, own: Sheet, cutout: Cutout, frame: Frame) -> None:
    """An object among those behind it, which were painted around it, a slit apart."""
    rows = slice(cutout.top, cutout.top + cutout.height)
    columns = slice(cutout.left, cutout.left + cutout.width)
    below = Sheet(sheet.density[rows, columns], sheet.cover[rows, columns])
    wide = np.clip(fields.blur(own.cover, 2.4 * frame.unit) * np.float32(1.9), 0, 1)
    below.lift(np.maximum(own.cover, wide))
    below.density += own.density
    below.cover += own.cover * (np.float32(1) - below.cover)


def _granulate(sheet: Sheet, look: WatercolorLook, paper: Paper) -> None:
    """Pigment settles in the valleys of the paper."""
    tooth = at(paper.tooth, 0, 0, sheet.cover.shape)
    # Few deep valleys hold much pigment, broad peaks lack a little.
    valleys = np.maximum(tooth - np.float32(0.4), 0) * np.float32(0.8)
    peaks = np.maximum(np.float32(-0.6) - tooth, 0) * np.float32(0.5)
    change = np.float32(0.75 * look.granulation) * np.clip(valleys - peaks, -0.8, 1.2)
    sheet.density *= (1 + change)[..., None]


def _lit(sheet: Sheet, body: float) -> Float:
    """Density to a premultiplied picture that looks on white as the paint does on paper.

    On white, paint shows R = exp(-density). Any alpha from 1 - min(R) to 1 gives the same
    picture there; `body` chooses between: 0 lets all the ground through, 1 none.
    """
    shown = np.exp(-sheet.density)
    least = shown.min(axis=2)
    alpha = (1 - least) + np.float32(0.25 + 0.75 * body) * sheet.cover * least
    picture = np.empty((*alpha.shape, 4), np.float32)
    picture[..., :3] = np.maximum(shown - (1 - alpha)[..., None], 0)
    picture[..., 3] = alpha
    return picture


def _draw(lines: Float, cutout: Cutout, frame: Frame) -> None:
    """The outlines of one object's parts; what lies behind it is not drawn through it."""
    rows = slice(cutout.top, cutout.top + cutout.height)
    columns = slice(cutout.left, cutout.left + cutout.width)
    own = np.zeros((cutout.height, cutout.width), np.float32)
    for stencil in cutout.stencils:
        cover = _padded(pixels.to_float(stencil.cover), own.shape, stencil.top, stencil.left)
        soft = fields.blur(cover, 0.9 * frame.unit)
        own *= 1 - cover
        np.maximum(own, (4 * soft * (1 - soft)) ** 2, out=own)
    lines[rows, columns] *= 1 - cutout.cover
    lines[rows, columns] += own * (1 - lines[rows, columns])


def _pencil(picture: Float, lines: Float, look: WatercolorLook, paper: Paper) -> None:
    """Graphite that catches on the paper's peaks, under paint that is mostly transparent."""
    if look.pencil == 0:
        return
    tooth = at(paper.tooth, 0, 0, lines.shape)
    press = np.clip(np.float32(0.6) + np.float32(0.3) * at(paper.flow, 0, 0, lines.shape), 0, 1)
    catch = fields.smoothstep(-1.0, 0.8, -tooth)
    amount = (lines * press * catch * np.float32(0.75 * look.pencil))[..., None]
    picture *= 1 - amount
    picture += amount * np.array((*GRAPHITE, 1), np.float32)


def _inks(cutouts: Sequence[Cutout]) -> list[Rgb]:
    """Colours that splash: those with a hue."""
    every = [colour for cutout in cutouts for colour in cutout.solid_colours()]
    return [c for c in every if colours.polar(colours.to_oklab(c))[2] > colours.NEUTRAL]


def _padded(field: Float, shape: tuple[int, int], top: int, left: int) -> Float:
    """`field` at (`top`, `left`) of an empty field of `shape`."""
    whole = np.zeros(shape, np.float32)
    whole[top : top + field.shape[0], left : left + field.shape[1]] = field
    return whole
