"""Colours that a PNG tells by numbers (cICP, gAMA, cHRM), in sRGB.

Through linear light: primaries to XYZ (SMPTE RP 177), the white to D65 by Bradford's matrix, and
what sRGB has not at the nearest level. HDR is left alone: it would need a choice of tones.
"""

from __future__ import annotations

import struct
from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import numpy as np
    import numpy.typing as npt

    Byte = npt.NDArray[np.uint8]
    Float = npt.NDArray[np.float32]
    Double = npt.NDArray[np.float64]
    Mask = npt.NDArray[np.bool_]
    Pixels = npt.NDArray[np.uint8] | npt.NDArray[np.uint16]

Places = tuple[float, ...]  # x and y of white, red, green, blue

SRGB: Places = (0.3127, 0.3290, 0.64, 0.33, 0.30, 0.60, 0.15, 0.06)
PRIMARIES: dict[int, Places] = {
    1: SRGB,
    9: (0.3127, 0.3290, 0.708, 0.292, 0.170, 0.797, 0.131, 0.046),
    12: (0.3127, 0.3290, 0.680, 0.320, 0.265, 0.690, 0.150, 0.060),
}  # of ITU-T H.273: BT.709, BT.2020, Display P3
ADOBE: Places = (0.3127, 0.3290, 0.64, 0.33, 0.21, 0.71, 0.15, 0.06)
NAMES = {"BT.2020": PRIMARIES[9], "Display P3": PRIMARIES[12], "Adobe RGB": ADOBE}
GAMMAS = {4: 2.2, 5: 2.8, 8: 1.0, 13: None}  # of H.273, as exponents; None is sRGB's own curve
SRGB_GAMMA = 45_455  # of 100,000, as gAMA writes it
NEAR = 1_000  # of 100,000: how far programs round apart
_GAMMAS_TAKEN = (0.4, 4.0)
_BRADFORD = ((0.8951, 0.2664, -0.1614), (-0.7502, 1.7135, 0.0367), (0.0389, -0.0685, 1.0296))
_ROWS = 256  # at once: a picture of 16 megapixels in floats would fill a child's memory
_OUTSIDE = 0.004  # of linear light, a level of 8 bit: less is rounding


@dataclass(frozen=True)
class Source:
    """Where white and primaries lie, and the exponent of the curve, None for that of sRGB."""

    places: Places
    gamma: float | None


def source_of(chunks: Mapping[bytes, bytes]) -> Source | None:
    """What cICP, or else gAMA and cHRM, say of the colours; None for what cannot be converted."""
    if (cicp := chunks.get(b"cICP")) is not None:
        known = len(cicp) == 4 and cicp[0] in PRIMARIES and cicp[1] in GAMMAS
        plain = known and cicp[2:] == b"\0\1"  # RGB, and all levels in use
        return Source(PRIMARIES[cicp[0]], GAMMAS[cicp[1]]) if plain else None
    gamma = None
    if len(told := chunks.get(b"gAMA", b"")) == 4:
        number = int.from_bytes(told, "big")
        gamma = None if abs(number - SRGB_GAMMA) <= NEAR else 100_000 / max(1, number)
    least, most = _GAMMAS_TAKEN
    if gamma is not None and not least <= gamma <= most:
        return None
    if len(told := chunks.get(b"cHRM", b"")) != 32:
        return Source(SRGB, gamma)
    places = tuple(value / 100_000 for value in struct.unpack(">8I", told))
    return Source(places, gamma) if _are_colours(places) else None


def to_srgb(rgb: Pixels, source: Source) -> tuple[Byte, Mask]:
    """(H, W, 3) uint8 or uint16 of a source in sRGB uint8, and where (H, W) sRGB has no such
    colour."""
    import numpy as np

    from nukki.core import pixels

    through = np.linalg.solve(to_xyz(SRGB), to_xyz(source.places)).T.astype(np.float32)
    made = np.empty(rgb.shape, np.uint8)
    outside = np.empty(rgb.shape[:2], np.bool_)
    for at in range(0, len(rgb), _ROWS):
        rows = slice(at, at + _ROWS)
        encoded = pixels.to_float(rgb[rows])
        if source.gamma is None:
            linear = pixels.to_linear(encoded)
        else:
            linear = np.asarray(encoded ** np.float32(source.gamma), np.float32)
        light = np.asarray(linear @ through, np.float32)
        made[rows] = pixels.to_bytes(pixels.to_srgb(light))
        outside[rows] = ((light < -_OUTSIDE) | (light > 1 + _OUTSIDE)).any(axis=2)
    return made, outside


def to_xyz(places: Places) -> Double:
    """(3, 3) from linear RGB of these primaries to XYZ under D65."""
    import numpy as np

    white, *primaries = [_xyz(x, y) for x, y in zip(places[::2], places[1::2], strict=True)]
    columns, bradford = np.array(primaries).T, np.array(_BRADFORD)
    scale = (bradford @ _xyz(*SRGB[:2])) / (bradford @ white)
    under_d65 = np.linalg.solve(bradford, np.diag(scale) @ bradford)
    found: Double = under_d65 @ columns @ np.diag(np.linalg.solve(columns, white))
    return found


def _xyz(x: float, y: float) -> Double:
    import numpy as np

    return np.array([x / y, 1.0, (1 - x - y) / y])


def _are_colours(places: Places) -> bool:
    """Whether the primaries span a triangle with the white in it, as those of any device do."""
    pairs = list(zip(places[::2], places[1::2], strict=True))
    if any(not (0 <= x <= 1 and 0.001 <= y <= 1 and x + y <= 1.2) for x, y in pairs):
        return False
    white, red, green, blue = pairs
    areas = [_area(*two, white) for two in ((red, green), (green, blue), (blue, red))]
    return all(area > 0.001 for area in areas) or all(area < -0.001 for area in areas)


def _area(a: tuple[float, float], b: tuple[float, float], c: tuple[float, float]) -> float:
    return (b[0] - a[0]) * (c[1] - a[1]) - (c[0] - a[0]) * (b[1] - a[1])
