"""Chance on the finished sheet: back-runs in large washes and drops around the object."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from nukki.catalog.look import WatercolorLook
from nukki.engines.render.colours import Rgb
from nukki.engines.render.vector import fields
from nukki.engines.render.vector.paper import Paper, at
from nukki.engines.render.vector.picture import Float
from nukki.engines.render.vector.washes import Brush, Sheet, lay


def run_back(
    sheet: Sheet, rng: np.random.Generator, look: WatercolorLook, paper: Paper, unit: float
) -> None:
    """Water that crept into half-dry washes: pale cauliflowers with a dark rim."""
    deep = fields.blur(sheet.cover, 30 * unit) > 0.97
    spots = np.argwhere(deep[::8, ::8]) * 8
    for _ in range(round(5 * look.flow) if len(spots) else 0):
        y, x = (int(v) for v in spots[rng.integers(len(spots))])
        radius = float(rng.uniform(26, 62)) * unit
        reach = int(radius * 2)
        rows = slice(max(y - reach, 0), min(y + reach, sheet.cover.shape[0]))
        columns = slice(max(x - reach, 0), min(x + reach, sheet.cover.shape[1]))
        away = np.hypot(
            np.arange(rows.start, rows.stop, dtype=np.float32)[:, None] - y,
            np.arange(columns.start, columns.stop, dtype=np.float32)[None, :] - x,
        )
        shape = (away.shape[0], away.shape[1])
        away += np.float32(0.16 * radius) * at(paper.jitter[0], rows.start, columns.start, shape)
        away += np.float32(0.20 * radius) * at(paper.wet, rows.start, columns.start, shape)
        inside = 1 - fields.smoothstep(radius * 0.35, radius, away)
        rim = np.exp(-(((away - np.float32(radius)) / np.float32(4 * unit)) ** 2))
        change = np.float32(0.30) * rim - np.float32(0.34) * inside
        sheet.density[rows, columns] *= (1 + np.float32(look.flow) * change)[..., None]


def splash(
    sheet: Sheet,
    inks: Sequence[Rgb],
    rng: np.random.Generator,
    look: WatercolorLook,
    paper: Paper,
    unit: float,
) -> None:
    """Drops on the free paper near the object, in its colours; none near the frame's edge."""
    near = fields.blur(sheet.cover, 45 * unit)
    free = (near > 0.05) & (near < 0.22) & (fields.blur(sheet.cover, 12 * unit) < 0.01)
    margin = int(45 * unit) + 4
    free[:margin] = free[-margin:] = False
    free[:, :margin] = free[:, -margin:] = False
    spots = np.argwhere(free[::4, ::4]) * 4
    for _ in range(round(22 * look.splashes) if len(spots) and inks else 0):
        y, x = (int(v) for v in spots[rng.integers(len(spots))])
        radius = float(min(2.0 + rng.exponential(3.4), 13)) * unit
        colour = inks[int(rng.integers(len(inks)))]
        half = int(radius * 2 + 8 * unit) + 2
        top, left = y - half, x - half
        spot = Sheet(
            sheet.density[top : y + half, left : x + half],
            sheet.cover[top : y + half, left : x + half],
        )
        calm = look.model_copy(update={"wobble": look.wobble * 0.4, "bleed": 0.0})
        brush = Brush.dipped(rng, calm, paper, unit, (top, left))
        lay(spot, _drop(2 * half, radius, float(rng.uniform(0.55, 1.0))), colour, brush)


def _drop(side: int, radius: float, flatness: float) -> Float:
    """A slightly flattened disc in the middle of a square window."""
    axis = np.arange(side, dtype=np.float32) - np.float32(side / 2)
    away = np.hypot(axis[None, :], axis[:, None] / np.float32(flatness))
    return np.asarray(np.clip(np.float32(radius + 0.5) - away, 0, 1), np.float32)
