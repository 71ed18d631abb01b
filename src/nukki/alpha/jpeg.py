"""What JPEG does to edges: chroma at half the resolution (4:2:0), and ripples beside them.

Where two colours meet, chroma is a line in luma. Halving blurs both alike, so the line is read off
blurred luma, and what the blur took from luma goes back to chroma along it.
"""

from __future__ import annotations

import cv2
import numpy as np
import numpy.typing as npt

from nukki.alpha.source import Float, Pixels

_TO_LUMA = np.array(
    [[0.299, 0.587, 0.114], [-0.168736, -0.331264, 0.5], [0.5, -0.418688, -0.081312]], np.float32
)
_TO_RGB = np.array([[1, 0, 1.402], [1, -0.344136, -0.714136], [1, 1.772, 0]], np.float32)
# Means of pairs, interpolated back, averaged over the places that the pairs may begin at.
_HALVED = np.array([1, 4, 6, 4, 1], np.float32) / 16
_WINDOW = 7  # px
_FLAT = 1e-4  # variance of luma below which its windows say nothing of chroma
_SHARP = 4e-4  # mean square of what the blur takes from luma; also the least variances compared
_LEAST_SHARP = 200  # px
_HUED = 0.15  # of the edges; where most are neutral, chroma may be smooth for its own reasons
# Unexplained chroma by blurred luma over that by sharp luma: .1 to .7 in JPEGs of quality 60 to 95,
# 1.03 to 40 in pictures that kept their chroma, blurred, ringing or grainy.
_HALF = 0.85
_TILE, _TILES = 64, 48
_BESIDE = (2.5, 9.0)  # px from an edge, where blocks of 8 px ripple
_STRONG, _FAINT = 0.15, 0.06  # strength of what has such an edge, and of the strongest ripple
_LEAST_BESIDE = 500  # px
_QUARTER = 1.17  # Gaussian noise of length 1 in three channels is longer in a quarter of all pixels


def halved(rgb: Pixels) -> bool:
    """Whether chroma of (H, W, 3) `rgb` follows blurred luma better than luma itself.

    Read from the tiles with the most edges; without any sharp edge of two hues the answer is no.
    """
    tiles = _busiest(rgb)
    planes = _Planes(tiles)
    whole = _inside(*tiles.shape[:2])
    luma, spread = planes.luma, planes.variance(planes.luma)
    lost = _mean((luma - planes.soft) ** 2)
    edges = whole & (lost > _SHARP) & (planes.spread > _SHARP)
    blurred = sharp = 0.0
    count = 0
    for chroma in planes.chroma:
        own = planes.variance(chroma)
        told = edges & (own > _SHARP)
        by_soft = planes.shared(planes.soft, chroma) ** 2 / np.maximum(planes.spread, 1e-6)
        by_luma = planes.shared(luma, chroma) ** 2 / np.maximum(spread, 1e-6)
        blurred += float((own - by_soft)[told].sum())
        sharp += float((own - by_luma)[told].sum())
        count += int(np.count_nonzero(told))
    hued = count / max(1, 2 * int(np.count_nonzero(edges)))
    return hued > _HUED and count >= _LEAST_SHARP and blurred < _HALF * sharp


def sharpened(rgb: Pixels) -> Pixels:
    """(H, W, 3) `rgb` in its own dtype, its chroma as sharp as its luma; luma is not changed."""
    planes = _Planes(rgb)
    lost = planes.luma - planes.soft
    restored = [planes.luma]
    for chroma in planes.chroma:
        slope = planes.shared(planes.soft, chroma) / (planes.spread + np.float32(_FLAT))
        restored.append(chroma + slope * lost)
    full = np.iinfo(rgb.dtype).max
    shown = cv2.transform(cv2.merge(restored), _TO_RGB * np.float32(full))
    result = np.empty_like(rgb)
    np.clip(np.rint(shown), 0, full, out=result, casting="unsafe")
    return result


def ripple(strength: Float) -> float:
    """Length of the noise beside edges, 0..1, given (h, w) the length of I − B; 0 where few are.

    JPEG smooths grain away but for the blocks that hold an edge: there it is several times that
    of the background elsewhere.
    """
    away = cv2.distanceTransform((strength < _STRONG).astype(np.uint8), cv2.DIST_L2, 3)
    beside = strength[(away > _BESIDE[0]) & (away < _BESIDE[1]) & (strength < _FAINT)]
    if beside.size < _LEAST_BESIDE:
        return 0.0
    return float(np.percentile(beside, 75)) / _QUARTER


class _Planes:
    """Luma, the same blurred as chroma was, its variance per window, and both chroma planes."""

    def __init__(self, rgb: Pixels) -> None:
        scaled = rgb.astype(np.float32) * np.float32(1 / np.iinfo(rgb.dtype).max)
        luma, *chroma = cv2.split(cv2.transform(scaled, _TO_LUMA))
        self.luma = np.asarray(luma, np.float32)
        self.chroma = [np.asarray(plane, np.float32) for plane in chroma]
        self.soft = np.asarray(cv2.sepFilter2D(self.luma, -1, _HALVED, _HALVED), np.float32)
        self.spread = self.variance(self.soft)

    def variance(self, plane: Float) -> Float:
        """Per window, (h, w)."""
        return self.shared(plane, plane)

    def shared(self, one: Float, other: Float) -> Float:
        """Covariance per window, (h, w)."""
        return np.asarray(_mean(one * other) - _mean(one) * _mean(other), np.float32)


def _inside(height: int, width: int) -> npt.NDArray[np.bool_]:
    """Where windows do not look into another tile."""
    margin = _WINDOW // 2 + len(_HALVED) // 2
    rows, columns = (np.arange(length) % _TILE for length in (height, width))
    inner = [(axis >= margin) & (axis < _TILE - margin) for axis in (rows, columns)]
    return np.asarray(inner[0][:, None] & inner[1])


def _mean(plane: Float) -> Float:
    return np.asarray(cv2.boxFilter(plane, -1, (_WINDOW, _WINDOW)), np.float32)


def _busiest(rgb: Pixels) -> Pixels:
    """The tiles in which neighbours differ most, one upon the other, (n · 64, 64, 3)."""
    height, width = rgb.shape[0] // _TILE, rgb.shape[1] // _TILE
    if height * width <= _TILES:
        return rgb
    tiled = rgb[: height * _TILE, : width * _TILE].reshape(height, _TILE, width, _TILE, 3)
    green = tiled[:, ::4, :, :, 1].astype(np.float32)
    busy = np.abs(np.diff(green, axis=3)).sum(axis=(1, 3)).ravel()
    row, column = np.divmod(np.sort(np.argsort(busy)[-_TILES:]), width)
    busiest = np.empty((row.size * _TILE, _TILE, 3), rgb.dtype)
    busiest.reshape(-1, _TILE, _TILE, 3)[:] = tiled[row, :, column]
    return busiest
