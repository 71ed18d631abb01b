"""One wash of watercolour: a strayed, partly lost edge, pooled pigment, flow inside."""

from __future__ import annotations

from dataclasses import dataclass, replace

import cv2
import numpy as np

from nukki.catalog.look import WatercolorLook
from nukki.engines.render import colours
from nukki.engines.render.colours import Rgb
from nukki.engines.render.vector import fields
from nukki.engines.render.vector.paper import SPARE, Paper, at
from nukki.engines.render.vector.picture import Float
from nukki.engines.render.vector.shading import near_side

DILUTION = 0.74  # of the art's density: watercolour is paler than print
COOL_GREY = 0.022  # OKLab chroma: painters mix greys from blue, they never buy them
PAPER_WHITE = (0.925, 0.940, 0.965)  # white things are painted as their cool shade


@dataclass
class Sheet:
    """What lies on the paper: optical density (h, w, 3) and how far a brush was there (h, w)."""

    density: Float
    cover: Float

    @classmethod
    def blank(cls, shape: tuple[int, int]) -> Sheet:
        """Clean paper."""
        return cls(np.zeros((*shape, 3), np.float32), np.zeros(shape, np.float32))

    def lift(self, amount: Float) -> None:
        """Take paint away by (h, w) `amount`, as a painter who leaves the next shape free."""
        keep = np.float32(1) - amount
        self.density *= keep[..., None]
        self.cover *= keep


@dataclass(frozen=True)
class Brush:
    """How one part is painted: where its window lies in the frame, and what chance it reads."""

    look: WatercolorLook
    paper: Paper
    unit: float
    top: int
    left: int
    luck: tuple[int, int]
    slip: tuple[float, float]

    @classmethod
    def dipped(
        cls,
        rng: np.random.Generator,
        look: WatercolorLook,
        paper: Paper,
        unit: float,
        place: tuple[int, int],
    ) -> Brush:
        """A brush for the window at `place` (top, left), its chance drawn from `rng`."""
        luck = rng.integers(0, SPARE, 2)
        slip = rng.standard_normal(2) * 2.4 * look.wobble * unit
        return cls(
            look,
            paper,
            unit,
            *place,
            (int(luck[0]), int(luck[1])),
            (float(slip[0]), float(slip[1])),
        )

    def own(self, field: Float, shape: tuple[int, int]) -> Float:
        """A piece of a paper field that only this part reads."""
        return at(field, self.top + self.luck[0], self.left + self.luck[1], shape)

    def shared(self, field: Float, shape: tuple[int, int]) -> Float:
        """The piece of a paper field that lies under the part, the same for its neighbours."""
        return at(field, self.top, self.left, shape)


def lay(sheet: Sheet, cover: Float, colour: Rgb, brush: Brush) -> None:
    """Paint (h, w) `cover` in `colour` onto `sheet`, a view of the same size."""
    radius = fields.inner_radius(cover)
    edge = _partly_lost(_strayed(cover, brush), radius, brush)
    amount = _amount(edge, brush) * (1 - _spared(edge, radius, brush))
    glaze = _glaze(cover, edge, radius, brush)
    pooled = _pooled(edge, radius, brush) + brush.look.pooling * _pooled(glaze, radius, brush)
    slit = np.clip(fields.blur(edge, 1.6 * brush.unit) * np.float32(1.7), 0, 1)
    sheet.lift(np.maximum(edge, slit * np.float32(0.9)))
    sheet.density += amount[..., None] * _separated(colour, edge.shape, brush)
    dark = pigment(colours.shifted(colour, -0.13, 1.0, 14))
    sheet.density += (pooled + np.float32(0.42) * glaze)[..., None] * dark
    sheet.cover += edge * (np.float32(1) - sheet.cover)


def _separated(colour: Rgb, shape: tuple[int, int], brush: Brush) -> Float:
    """(h, w, 3) density of a colour mixed from a warm and a cool pigment that part in water."""
    lightness, _, chroma = colours.polar(colours.to_oklab(colour))
    if chroma < colours.NEUTRAL:
        colour = colours.in_gamut(lightness, colours.radians_of(280.0), COOL_GREY)
    warm = pigment(colours.shifted(colour, 0.02, 1.0, -15 * brush.look.flow))
    cool = pigment(colours.shifted(colour, -0.02, 1.0, 15 * brush.look.flow))
    share = fields.smoothstep(-2.0, 2.0, brush.own(brush.paper.drift[1], shape))[..., None]
    return warm + (cool - warm) * share


def pigment(colour: Rgb) -> Float:
    """(3,) optical density of a colour at full strength: paper shows through as exp(-density)."""
    bright = np.clip(np.array(colour, np.float32), 0.055, 0.985)
    if float(bright.min()) > 0.9:
        bright = np.minimum(bright, np.array(PAPER_WHITE, np.float32))
    return -np.log(bright)


def _strayed(cover: Float, brush: Brush) -> Float:
    """The drawn shape as a hand with a wet brush fills it."""
    wobble, unit, shape = brush.look.wobble, brush.unit, cover.shape
    if wobble == 0:
        return cover
    slow, fine = np.float32(5.0 * wobble * unit), np.float32(3.0 * wobble * unit)
    x = np.arange(shape[1], dtype=np.float32)[None, :] - np.float32(brush.slip[0])
    y = np.arange(shape[0], dtype=np.float32)[:, None] - np.float32(brush.slip[1])
    x = x + slow * brush.shared(brush.paper.drift[0], shape)
    y = y + slow * brush.shared(brush.paper.drift[1], shape)
    x += fine * brush.own(brush.paper.jitter[0], shape)
    y += fine * brush.own(brush.paper.jitter[1], shape)
    return np.asarray(cv2.remap(cover, x, y, cv2.INTER_LINEAR), np.float32)


def _partly_lost(edge: Float, radius: float, brush: Brush) -> Float:
    """Where the sheet was still wet, the edge of a large wash runs out softly."""
    if brush.look.bleed == 0 or radius < 14 * brush.unit:
        return edge
    wet = fields.smoothstep(1.2, 2.0, brush.own(brush.paper.wet, edge.shape))
    soft = fields.blur(edge, 7 * brush.unit)
    return edge + (soft - edge) * wet * np.float32(0.6 * brush.look.bleed)


def _amount(edge: Float, brush: Brush) -> Float:
    """How much pigment the first wash left: (h, w), 0 outside, about `DILUTION` inside."""
    amount = np.full(edge.shape, DILUTION, np.float32)
    flow = brush.own(brush.paper.flow, edge.shape)
    fall = fields.ramp(edge.shape) - np.float32(0.5)
    amount += np.float32(brush.look.flow) * (np.float32(0.24) * flow + np.float32(0.40) * fall)
    return np.maximum(amount, np.float32(0.22)) * edge


def _glaze(cover: Float, edge: Float, radius: float, brush: Brush) -> Float:
    """A second wash on the dry first one, on the side away from the light: (h, w) 0..1."""
    if radius < 14 * brush.unit:
        return np.zeros_like(edge)
    luck = ((brush.luck[0] + 97) % SPARE, (brush.luck[1] + 61) % SPARE)
    depth = min(0.55 * radius, 70 * brush.unit)
    lit = _strayed(cover, replace(brush, luck=luck))
    lit = fields.shift(lit, fields.LIGHT[0] * depth, fields.LIGHT[1] * depth)
    return np.asarray(np.maximum(edge - lit, 0), np.float32)


def _spared(edge: Float, radius: float, brush: Brush) -> Float:
    """The light that a painter leaves out near the lit side: (h, w) 0..1."""
    if radius < 20 * brush.unit:
        return np.zeros_like(edge)
    inset, width = 0.16 * radius, min(0.16 * radius, 16 * brush.unit)
    band = near_side(edge, inset, width)
    dry = fields.smoothstep(-0.1, 0.5, brush.own(brush.paper.drift[0], edge.shape))
    return fields.blur(band * dry, 1.2 * brush.unit) * np.float32(0.72)


def _pooled(edge: Float, radius: float, brush: Brush) -> Float:
    """Pigment that water carried to the rim of a wash while it dried: (h, w)."""
    # A line is all edge: pooling would only make it darker as a whole.
    strength = brush.look.pooling * min(1.0, radius / (12 * brush.unit))
    if strength == 0:
        return np.zeros_like(edge)
    near = np.maximum(edge - fields.blur(edge, 1.9 * brush.unit), 0)
    wide = np.maximum(edge - fields.blur(edge, 11 * brush.unit), 0)
    flow = brush.own(brush.paper.flow, edge.shape)
    chance = np.clip(np.float32(0.8) + np.float32(0.5) * flow, 0.15, 1.7)
    pooled = np.float32(strength) * chance * (np.float32(1.5) * near + np.float32(0.35) * wide)
    return np.asarray(pooled, np.float32)
