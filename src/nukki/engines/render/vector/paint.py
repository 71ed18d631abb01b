"""The vector looks behind one call."""

from __future__ import annotations

from collections.abc import Sequence

from nukki.catalog.look import FlatLook, PixelLook, StickerLook, VectorLook, WatercolorLook
from nukki.engines.render.placed import Placed
from nukki.engines.render.vector.picture import Report, VectorPicture


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
