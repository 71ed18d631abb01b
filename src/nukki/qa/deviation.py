"""How far a blended brand picture is from the designer's own: in shape, colour and hue."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from typing import TYPE_CHECKING

import numpy as np
import numpy.typing as npt

from nukki.core.pixels import to_float, to_lab, to_linear
from nukki.qa.delta_e import ciede2000

if TYPE_CHECKING:
    from nukki.catalog.blend import Limits

Byte = npt.NDArray[np.uint8]
Float = npt.NDArray[np.float32]

_SEEN = np.float32(2.3)  # ΔE 1976 from what is behind at which all of a mark is seen (Mahy 1994)
_NEUTRAL = 0.03  # chroma in OKLab below which a colour has no hue to speak of

# Linear sRGB to the cones, and their cube roots to a and b (Ottosson 2020).
_CONES = np.array(
    [
        [0.4122214708, 0.5363325363, 0.0514459929],
        [0.2119034982, 0.6806995451, 0.1073969566],
        [0.0883024619, 0.2817188376, 0.6299787005],
    ],
    np.float32,
)
_OPPONENT = np.array(
    [[1.9779984951, -2.4285922050, 0.4505937099], [0.0259040371, 0.7827717662, -0.8086757660]],
    np.float32,
)


@dataclass(frozen=True)
class Deviation:
    """Overlap of the shapes 0 to 1, mean ΔE2000, and mean turn of the hue in degrees."""

    shape_iou: float
    delta_e: float
    hue: float

    def within(self, limits: Limits) -> tuple[str, ...]:
        """The names of the limits that are exceeded; none where it may stay blended.

        >>> from nukki.catalog.blend import Limits
        >>> Deviation(0.99, 13.0, 1.0).within(Limits())
        ('delta_e',)
        """
        over = {
            "shape_iou": self.shape_iou < limits.shape_iou,
            "delta_e": self.delta_e > limits.delta_e,
            "hue": self.hue > limits.hue,
        }
        return tuple(name for name, exceeded in over.items() if exceeded)


def measure(
    lit: Byte, flat: Byte, cover: Byte | None = None, behind: Byte | None = None
) -> Deviation:
    """The deviation of `lit` from `flat`, both (H, W, 4) uint8 straight at one place.

    `cover` (H, W) is the share, 0 to 255, that others hide: it does not count. `behind` (H, W, 4)
    is the picture below: where `lit` cannot be told from it, its shape is lost. Colours count by
    the alpha that both have. Hue is that of OKLab, which light and shade alone leave as it is, by
    chroma; neutral colours have none. Raises ValueError when sizes differ.
    """
    for other in (lit, cover, behind):
        if other is not None and other.shape[:2] != flat.shape[:2]:
            raise ValueError(f"expected {flat.shape[:2]}, got {other.shape[:2]}")
    seen = 255 if cover is None else 255 - cover
    # What an engine hides itself must not be hidden twice: the lesser of both, not the product.
    own, found = (np.minimum(picture[..., 3], seen) for picture in (flat, lit))
    at = np.flatnonzero(own | found)
    if not at.size:
        return Deviation(1.0, 0.0, 0.0)
    wanted, given = to_float(_at(own, at)), to_float(_at(found, at))
    one, other = _at(flat[..., :3], at), _at(lit[..., :3], at)
    shown = given if behind is None else given * _told(other, _at(behind, at))
    shape = float(np.minimum(wanted, shown).sum() / np.maximum(wanted, shown).sum())
    both = np.minimum(wanted, given)
    if not both.any():
        return Deviation(shape, 0.0, 0.0)
    return Deviation(shape, _mean(_apart(one, other), both), _turned(one, other, both))


def _at(picture: Byte, at: npt.NDArray[np.intp]) -> Byte:
    flat = picture.reshape(picture.shape[0] * picture.shape[1], -1)
    return flat[at] if picture.ndim == 3 else flat[at, 0]


def _told(colour: Byte, behind: Byte) -> Float:
    """How well colours stand out from what is behind them, 0 to 1; from nothing, wholly."""
    apart = np.linalg.norm(_lab(colour) - _lab(behind[:, :3]), axis=1)
    there = to_float(behind[:, 3])
    return np.asarray(1 - there * (1 - np.minimum(apart / _SEEN, 1)), np.float32)


def _apart(one: Byte, other: Byte) -> Float:
    """ΔE2000; colours that are the same are not worked out."""
    result = np.zeros(len(one), np.float32)
    differ = np.flatnonzero((one != other).any(axis=1))
    if differ.size:
        result[differ] = ciede2000(_lab(one[differ]), _lab(other[differ]))
    return result


def _turned(one: Byte, other: Byte, share: Float) -> float:
    """Mean angle between the hues in degrees, by alpha and chroma."""
    (a1, b1), (a2, b2) = _opponent(one), _opponent(other)
    c1, c2 = np.sqrt(a1 * a1 + b1 * b1), np.sqrt(a2 * a2 + b2 * b2)
    weight = np.where(c1 < _NEUTRAL, 0, share * np.sqrt(c1 * c2))
    if not weight.any():
        return 0.0
    angle = np.degrees(np.arctan2(a1 * b2 - b1 * a2, a1 * a2 + b1 * b2))
    return _mean(np.abs(angle), weight)


def _lab(colour: Byte) -> Float:
    return to_lab(to_float(colour))


def _opponent(colour: Byte) -> Float:
    """a and b of OKLab, (2, N)."""
    cones = np.cbrt(_CONES @ _linear()[colour.T])
    return np.asarray(_OPPONENT @ cones, np.float32)


@lru_cache(maxsize=1)
def _linear() -> Float:
    return to_linear(to_float(np.arange(256, dtype=np.uint8)))


def _mean(values: Float, weight: Float) -> float:
    return float((values * weight).sum(dtype=np.float64) / weight.sum(dtype=np.float64))
