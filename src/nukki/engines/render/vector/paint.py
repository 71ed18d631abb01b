"""The vector looks behind one call."""

from __future__ import annotations

from collections.abc import Sequence

from nukki.catalog.look import FlatLook, PixelLook, StickerLook, VectorLook, WatercolorLook
from nukki.engines.render.placed import Placed
from nukki.engines.render.vector.picture import Report, VectorPicture


def room(look: VectorLook) -> float:
    """How far paint reaches beyond the drawn shapes, in scene units: arrangement keeps it free.

    Drops and the last of a glow are not counted, as they keep off the frame's edge themselves.
    """
    per_mille = 2 / 1000  # scene units in one thousandth of the shorter side
    match look:
        case FlatLook():
            return 2 * per_mille
        case StickerLook():
            return (look.border + 8) * per_mille
        case PixelLook():
            return (2000 / look.cells + 50 * look.glow) * per_mille
        case WatercolorLook():
            return (24 * look.wobble + 18 * look.bleed + 4) * per_mille


def paint(
    placed: Sequence[Placed],
    look: VectorLook,
    palette: Sequence[str],
    seed: int,
    width: int,
    height: int,
    progress: Report,
) -> VectorPicture:
    """Draw `placed` (already restyled) in one of the vector looks.

    The same arguments give the same bytes. `progress` is called as (stage, step, steps) every
    fraction of a second; what it raises ends the drawing.
    """
    match look:
        case FlatLook():
            from nukki.engines.render.vector.flat import paint_flat

            return paint_flat(placed, look, seed, width, height, progress)
        case StickerLook():
            from nukki.engines.render.vector.sticker import paint_sticker

            return paint_sticker(placed, look, width, height, progress)
        case PixelLook():
            from nukki.engines.render.vector.pixel import paint_pixel

            return paint_pixel(placed, look, palette, width, height, progress)
        case WatercolorLook():
            from nukki.engines.render.vector.watercolor import paint_watercolor

            return paint_watercolor(placed, look, seed, width, height, progress)
