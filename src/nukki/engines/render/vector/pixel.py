"""Pixel art: majority colours on a coarse grid, clean clusters, an outline, few colours, a glow."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from math import exp

import cv2
import numpy as np
import numpy.typing as npt

from nukki.catalog.look import PixelLook
from nukki.core import pixels
from nukki.engines.render.placed import Placed
from nukki.engines.render.vector import fields
from nukki.engines.render.vector.picture import Byte, Float, Report, VectorPicture
from nukki.engines.render.vector.ramps import BASE, LIGHT, OUTLINE, SHADE, TONES, limited, ramp_of
from nukki.engines.render.vector.raster import Cutout, Frame, bounds, cut_all, joined

Cells = npt.NDArray[np.int32]
Mask = npt.NDArray[np.bool_]

EMPTY = -1
SPECK = 4  # cells that a patch of light or shade needs to be seen as one
UPRIGHT = 15.0  # degrees of roll below which an object is set straight
FINE = 1.1  # cells of inner radius below which a part is a line, and lines have no outline
SAMPLES = 6  # per cell and axis: 36 votes decide a cell


def paint_pixel(
    placed: Sequence[Placed],
    look: PixelLook,
    palette: Sequence[str],
    width: int,
    height: int,
    report: Report,
) -> VectorPicture:
    """The objects of `placed` as a sprite of whole cells over its own soft glow."""
    cell = max(1, round(min(width, height) / look.cells))
    frame = Frame(width // cell, height // cell, SAMPLES)
    report("outline", 0, 1)
    cutouts = cut_all([_on_grid(one, frame) for one in placed], frame, pad=2 * SAMPLES)
    sprite: Cells = np.full((frame.height, frame.width), EMPTY, np.int32)
    table: list[tuple[float, float, float]] = []
    for index, cutout in enumerate(cutouts):
        report("paint", index, len(cutouts))
        _stamp(sprite, _drawn(cutout, look, len(table)), cutout)
        for colour in cutout.solid_colours():
            table.extend(ramp_of(colour, look))
    report("palette", 0, 1)
    _tidy(sprite)
    small = _coloured(sprite, table, palette, look.colours)
    report("glow", 0, 1)
    return VectorPicture(_enlarged(small, cell, width, height, look.glow))


def _on_grid(placed: Placed, frame: Frame) -> Placed:
    """The object as a pixel artist would set it: upright, on whole cells.

    A small roll only tears straight edges into steps; a large one is meant and stays.
    """
    if abs(placed.roll) > UPRIGHT:
        return placed
    left, top, right, bottom = joined([bounds(part.path) for part in placed.art.parts])
    cell = 2 / frame.short
    size = max(round(placed.size / cell), 2) * cell
    scale = size / max(right - left, bottom - top, 1e-6)
    half_width, half_height = (right - left) * scale / 2, (bottom - top) * scale / 2
    edge = frame.width / frame.short, frame.height / frame.short
    x = round((placed.x - half_width + edge[0]) / cell) * cell - edge[0] + half_width
    y = edge[1] - round((edge[1] - placed.y - half_height) / cell) * cell - half_height
    return replace(placed, x=x, y=y, size=size, roll=0.0)


def _drawn(cutout: Cutout, look: PixelLook, first: int) -> Cells:
    """One object as cells of `first` + part * TONES + tone, with its outline; EMPTY elsewhere."""
    parts = _majority(cutout)
    cells: Cells = np.full(parts.shape, EMPTY, np.int32)
    for part, stencil in enumerate(cutout.stencils):
        whole = _to_cells(cutout, stencil.rows, stencil.columns, stencil.cover) >= 0.5
        mine = parts == part
        tones = _tones(whole | mine, look)
        _clear_specks(tones, mine)
        cells[mine] = first + part * TONES + tones[mine]
    if look.outline > 0:
        fine = [_radius(stencil.cover) < FINE for stencil in cutout.stencils]
        _outline(cells, np.isin(parts, np.flatnonzero(fine)) if not all(fine) else None)
    return cells


def _majority(cutout: Cutout) -> Cells:
    """(rows, columns): the part that holds most of each cell; small parts have a louder voice."""
    free = np.ones((cutout.height, cutout.width), np.float32)
    shape = (cutout.height // SAMPLES, cutout.width // SAMPLES)
    best = np.zeros(shape, np.float32)
    total = np.zeros(shape, np.float32)
    winner: Cells = np.full(shape, EMPTY, np.int32)
    for part in reversed(range(len(cutout.stencils))):
        stencil = cutout.stencils[part]
        cover = pixels.to_float(stencil.cover)
        seen = np.zeros_like(free)
        spot = free[stencil.rows, stencil.columns]
        seen[stencil.rows, stencil.columns] = cover * spot
        spot *= 1 - cover
        share = fields.reduce(seen, SAMPLES)
        radius = _radius(stencil.cover)
        voice = share * np.float32(1 + 0.9 * exp(-radius / 1.2))
        winner[voice > best] = part
        best = np.maximum(best, voice)
        total += share
    winner[(total < 0.5) & (best < 0.62)] = EMPTY
    return winner


def _radius(cover: Byte) -> float:
    """Inner radius of a part in cells."""
    return fields.inner_radius(pixels.to_float(cover)) / SAMPLES


def _tones(whole: Mask, look: PixelLook) -> npt.NDArray[np.int32]:
    """BASE, SHADE or LIGHT per cell of one part, from its shape and the light."""
    tones = np.full(whole.shape, BASE, np.int32)
    radius = fields.inner_radius(whole.astype(np.float32))
    if look.shade == 0 or radius < 1.5:
        return tones
    thick = 1 if radius < 4 else 2
    inner = np.pad(whole, thick)
    height, width = whole.shape
    towards = inner[2 * thick :, 2 * thick :][:height, :width]
    tones[whole & ~towards] = SHADE
    if radius >= 2.5:
        away = inner[thick - 1 : thick - 1 + height, thick - 1 : thick - 1 + width]
        tones[whole & ~away] = LIGHT
    if radius >= 7:
        _dither(tones, whole, look.dither)
    return tones


def _clear_specks(tones: npt.NDArray[np.int32], mine: Mask) -> None:
    """Light and shade that hardly show between other parts are dirt, not form."""
    for tone in (SHADE, LIGHT):
        shown = (mine & (tones == tone)).astype(np.uint8)
        _, labels, stats, _ = cv2.connectedComponentsWithStats(shown, connectivity=8)
        small = stats[:, cv2.CC_STAT_AREA] < SPECK
        tones[small[labels] & (shown > 0)] = BASE


def _dither(tones: npt.NDArray[np.int32], whole: Mask, width: float) -> None:
    """Large areas run from light to shade; a checkerboard softens the two borders."""
    rows, columns = np.nonzero(whole)
    box = (slice(rows.min(), rows.max() + 1), slice(columns.min(), columns.max() + 1))
    t = fields.ramp((box[0].stop - box[0].start, box[1].stop - box[1].start))
    inside = t[whole[box]]
    light, shade = float(np.quantile(inside, 0.14)), float(np.quantile(inside, 0.74))
    board = (np.add.outer(np.arange(t.shape[0]), np.arange(t.shape[1])) % 2).astype(np.float32)
    wide = t + (board - np.float32(0.5)) * np.float32(0.22 * width)
    spot = tones[box]
    plain = whole[box] & (spot == BASE)
    spot[plain & (wide > shade)] = SHADE
    spot[plain & (wide < light)] = LIGHT


def _outline(cells: Cells, lines: Mask | None) -> None:
    """Empty cells that touch the object across an edge take the dark tone of what they touch;
    parts that are `lines` themselves are left without."""
    bodies = cells if lines is None else np.where(lines, np.int32(EMPTY), cells)
    padded = np.pad(bodies, 1, constant_values=EMPTY)
    around = [padded[:-2, 1:-1], padded[1:-1, :-2], padded[1:-1, 2:], padded[2:, 1:-1]]
    touching = np.max(np.stack(around), axis=0)
    edge = (cells == EMPTY) & (touching != EMPTY)
    cells[edge] = touching[edge] // TONES * TONES + OUTLINE


def _stamp(sprite: Cells, cells: Cells, cutout: Cutout) -> None:
    """Lay an object on the sprite; what lies right under its edge falls into shade."""
    top, left = cutout.top // SAMPLES, cutout.left // SAMPLES
    height, width = cells.shape
    spot = sprite[top : top + height, left : left + width]
    solid = cells != EMPTY
    shadow = np.zeros_like(solid)
    shadow[1:, 1:] = solid[:-1, :-1]
    fallen = shadow & ~solid & (spot != EMPTY) & (spot % TONES != OUTLINE)
    spot[fallen] = spot[fallen] // TONES * TONES + SHADE
    spot[solid] = cells[solid]


def _tidy(sprite: Cells) -> None:
    """No orphans: a lone cell among others takes the most frequent colour around it.

    An isolated dot that is a whole part by itself (an eye, a spark) has an outline of its own
    part around it and stays.
    """
    padded = np.pad(sprite, 1, constant_values=EMPTY)
    height, width = sprite.shape
    around = np.stack(
        [
            padded[y : y + height, x : x + width]
            for y in range(3)
            for x in range(3)
            if (y, x) != (1, 1)
        ]
    )
    same_part = (around // TONES == sprite // TONES).any(axis=0)
    lone = (sprite != EMPTY) & ~(around == sprite).any(axis=0)
    for y, x in np.argwhere(lone):
        near = around[:, y, x]
        kin = near[near // TONES == sprite[y, x] // TONES] if same_part[y, x] else near
        values, counts = np.unique(kin[kin != EMPTY], return_counts=True)
        if values.size:
            sprite[y, x] = values[counts.argmax()]


def _coloured(
    sprite: Cells, table: list[tuple[float, float, float]], palette: Sequence[str], size: int
) -> Byte:
    """(rows, columns, 4) straight cells in at most `size` colours."""
    small = np.zeros((*sprite.shape, 4), np.uint8)
    solid = sprite != EMPTY
    if solid.any():
        used, where, counts = np.unique(sprite[solid], return_inverse=True, return_counts=True)
        chosen = limited([table[i] for i in used], counts, palette, size)
        small[solid, :3] = pixels.to_bytes(chosen)[where]
        small[solid, 3] = 255
    return small


def _enlarged(small: Byte, cell: int, width: int, height: int, glow: float) -> Byte:
    """Whole-pixel cells in the middle of the frame, over a soft glow in their own colours."""
    rows, columns = small.shape[:2]
    top, left = (height - rows * cell) // 2, (width - columns * cell) // 2
    frame = np.zeros((height, width, 4), np.uint8)
    frame[top : top + rows * cell, left : left + columns * cell] = np.repeat(
        np.repeat(small, cell, axis=0), cell, axis=1
    )
    if glow == 0:
        return frame
    light = _glow(pixels.premultiply(pixels.to_float(frame)), glow)
    return pixels.over(frame, pixels.to_bytes(light))


def _glow(premultiplied: Float, strength: float) -> Float:
    """The sprite's colours, blurred and lowered a little, as straight light that fades out."""
    unit = min(premultiplied.shape[:2]) / 1000
    soft = fields.blur(premultiplied, 20 * unit) * np.float32(0.75)
    soft += fields.blur(premultiplied, 46 * unit) * np.float32(0.25)
    lowered = fields.shift(soft, 0, 8 * unit)
    straight = pixels.unpremultiply(np.clip(lowered, 0, 1))
    straight[..., 3] *= np.float32(strength) * fields.window(straight.shape[:2], 40 * unit)
    return straight


def _to_cells(cutout: Cutout, rows: slice, columns: slice, cover: Byte) -> Float:
    """Coverage of one part per cell of its cutout."""
    field = np.zeros((cutout.height, cutout.width), np.float32)
    field[rows, columns] = pixels.to_float(cover)
    return np.asarray(
        cv2.resize(
            field,
            (cutout.width // SAMPLES, cutout.height // SAMPLES),
            interpolation=cv2.INTER_AREA,
        ),
        np.float32,
    )
