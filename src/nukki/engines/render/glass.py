"""Glass from two renders: what it adds (over black) and what it lets through (T per channel).

In linear light the picture over a backdrop g is  B + T g, so for neutral glass one alpha,
1 - T, is exact (Smith and Blinn 1996). Browsers, Figma and Photoshop blend encoded values,
where the same picture bends: there alpha and colour are the line that fits best over the whole
range of backdrops. Tinted glass lets each channel through differently, which no single alpha
can carry; the difference is a multiply layer of its own.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from nukki.core.pixels import to_linear, to_srgb

Float32 = npt.NDArray[np.float32]

_GREYS = (np.arange(8, dtype=np.float32) + np.float32(0.5)) / np.float32(8)
# Of all lines, the one through these two points of a bent curve has the least mean error.
_LOW, _HIGH = 0.25, 0.75
_CLEAR = 1 - 1 / 1020  # transmission above which a pixel is empty


@dataclass(frozen=True)
class Glass:
    """All (h, w, C) float32 in 0..1, sRGB-encoded, straight.

    `rgba` for compositors that blend sRGB; `linear` the same object for those that blend linear
    light; `tint` multiplies the backdrop (1 = untouched) before `body`, the object that
    is left when the tint is applied on its own. Residuals are means over the object, in 1/255.
    """

    rgba: Float32
    linear: Float32
    tint: Float32
    body: Float32
    residual: float
    residual_with_tint: float
    residual_linear: float


def solve(black: Float32, through: Float32) -> Glass:
    """`black` is the developed linear light over black, `through` T per channel, (h, w, 3)."""
    through = np.clip(through, 0, 1)
    low, high = _over(black, through, _LOW), _over(black, through, _HIGH)
    slope = np.clip((high - low) / np.float32(_HIGH - _LOW), 0, 1)
    middle = (low + high) / np.float32(2)
    rgba, _ = _layer(middle, np.repeat(slope.mean(-1, keepdims=True), 3, axis=-1))
    body, tint = _layer(middle, slope)
    inside = through.mean(-1) < _CLEAR
    linear = in_linear_light(black, through)
    truth = [_over(black, through, grey) for grey in _GREYS]
    return Glass(
        rgba=_cleared(rgba, inside),
        linear=_cleared(linear, inside),
        tint=np.where(inside[..., None], tint, 1).astype(np.float32),
        body=_cleared(body, inside),
        residual=_residual(truth, rgba, None, inside),
        residual_with_tint=_residual(truth, body, tint, inside),
        residual_linear=_residual_linear(truth, linear, inside),
    )


def in_linear_light(black: Float32, through: Float32) -> Float32:
    """Straight RGBA, colour sRGB-encoded, exact for neutral glass blended in linear light."""
    alpha = 1 - through.mean(-1)
    alpha = np.clip(np.maximum(alpha, black.max(-1)), 0, 1)
    colour = np.clip(black / np.maximum(alpha, 1e-4)[..., None], 0, 1)
    return np.dstack([to_srgb(colour), alpha]).astype(np.float32)


def _over(black: Float32, through: Float32, grey: float) -> Float32:
    light = black + through * _light_of(grey)
    return to_srgb(np.minimum(light, 1))


def _light_of(grey: float) -> Float32:
    return to_linear(np.full(1, grey, np.float32))


def _layer(middle: Float32, slope: Float32) -> tuple[Float32, Float32]:
    """A straight layer, and the tint below it, whose blend over grey g is the line that has
    `slope` and is `middle` at g = 1/2; both (h, w, 3)."""
    # No layer takes light away, so a line that would start below black starts at black.
    slope = np.minimum(slope, 2 * middle)
    # A highlight brighter than its own coverage needs more coverage, or it would be clipped;
    # 2 m - 1 is what the line from there to white needs, where the line would pass white.
    needed = np.maximum(middle - slope / 2, 2 * middle - 1).max(-1)
    alpha = np.clip(np.maximum(1 - slope.max(-1), needed), 0, 1)[..., None]
    passed = np.minimum(slope, 1 - alpha)
    colour = np.clip((middle - passed / 2) / np.maximum(alpha, 1e-4), 0, 1)
    tint = np.clip(passed / np.maximum(1 - alpha, 1e-4), 0, 1)
    return np.dstack([colour, alpha]).astype(np.float32), tint.astype(np.float32)


def _cleared(rgba: Float32, inside: npt.NDArray[np.bool_]) -> Float32:
    return np.where(inside[..., None], rgba, 0).astype(np.float32)


def _residual(
    truth: list[Float32], rgba: Float32, tint: Float32 | None, inside: npt.NDArray[np.bool_]
) -> float:
    if not inside.any():
        return 0.0
    alpha = rgba[..., 3:]
    errors = []
    for grey, one in zip(_GREYS, truth, strict=True):
        backdrop = grey if tint is None else grey * tint
        errors.append(np.abs(rgba[..., :3] * alpha + backdrop * (1 - alpha) - one)[inside].mean())
    return float(np.mean(errors) * 255)


def _residual_linear(truth: list[Float32], linear: Float32, inside: npt.NDArray[np.bool_]) -> float:
    if not inside.any():
        return 0.0
    alpha, colour = linear[..., 3:], to_linear(np.ascontiguousarray(linear[..., :3]))
    errors = []
    for grey, one in zip(_GREYS, truth, strict=True):
        blended = to_srgb(np.clip(colour * alpha + _light_of(grey) * (1 - alpha), 0, 1))
        errors.append(np.abs(blended - one)[inside].mean())
    return float(np.mean(errors) * 255)
