"""Alpha and colour of an opaque object over a background that is known: I = αF + (1−α)B.

Only the band around the silhouette is solved. What is fully opaque keeps its bytes.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

import cv2
import numpy as np
import numpy.typing as npt

from nukki.alpha.background import Backdrop
from nukki.alpha.source import Byte, Float, Pixels
from nukki.core.nearest import Index, Nearest, nearest

TILE = 1024  # bounds the memory of a 100 MP picture: about 60 bytes per pixel of one tile
MARGIN = 64  # a tile sees this far past its border, farther than any seed is looked for
_CORE_DEPTH = 2
_OTHER_SEEDS = ((-4, 0), (4, 0), (0, -4), (0, 4))

Plane = npt.NDArray[np.uint8] | npt.NDArray[np.uint16]
Bool = npt.NDArray[np.bool_]


@dataclass(frozen=True)
class Matte:
    """`alpha` (H, W) and straight `colour` (H, W, 3), both in the picture's dtype.

    Where alpha is full, `colour` holds the picture's own bytes; where it is 0, the picture's too.
    """

    alpha: Plane
    colour: Pixels


def unmix(rgb: Pixels, backdrop: Backdrop, clear: Bool | None = None) -> Matte:
    """Solve (H, W, 3) `rgb` against the background that was fitted to it.

    `clear` (H, W) marks pixels that are known to show nothing but background, such as a shadow
    that lies on it.
    """
    alpha = np.zeros(rgb.shape[:2], rgb.dtype)
    colour = rgb.copy()
    for tile in _tiles(*rgb.shape[:2]):
        _solve_tile(rgb, backdrop, clear, tile, (alpha, colour))
    return Matte(alpha, colour)


@dataclass(frozen=True)
class _Tile:
    """A block `inner` of the picture, and the block around it that is looked at."""

    outer: tuple[slice, slice]
    inner: tuple[slice, slice]  # in the picture
    within: tuple[slice, slice]  # the same block, in the outer one


def _tiles(height: int, width: int) -> Iterator[_Tile]:
    for top in range(0, height, TILE):
        for left in range(0, width, TILE):
            spans = [_span(top, height), _span(left, width)]
            outer, inner, within = zip(*spans, strict=True)
            yield _Tile(outer, inner, within)


def _span(start: int, length: int) -> tuple[slice, slice, slice]:
    stop = min(start + TILE, length)
    begin = max(0, start - MARGIN)
    outer = slice(begin, min(length, stop + MARGIN))
    return outer, slice(start, stop), slice(start - begin, stop - begin)


def _solve_tile(
    rgb: Pixels,
    backdrop: Backdrop,
    clear: Bool | None,
    tile: _Tile,
    into: tuple[Plane, Pixels],
) -> None:
    difference, strength = _difference(rgb, backdrop, tile)
    sigma = float(np.linalg.norm(backdrop.sigma))
    seen = _not_background(strength, sigma)
    if clear is not None:
        seen[clear[tile.outer]] = 0
    core = cv2.erode(seen, np.ones((2 * _CORE_DEPTH + 1,) * 2, np.uint8))
    alpha = core * np.float32(1)
    band = np.flatnonzero(seen.ravel() > core.ravel())
    if band.size:
        seeds = cv2.bitwise_or(core, _thin(strength, seen, sigma))
        picture = rgb[tile.outer]
        mixed, colour = _unmix_band(picture, difference, band, seeds, sigma)
        alpha.ravel()[band] = mixed
        _keep(into, tile, alpha, band, colour)
    else:
        _keep(into, tile, alpha, band, np.empty((0, 3), np.float32))


def _difference(rgb: Pixels, backdrop: Backdrop, tile: _Tile) -> tuple[Float, Float]:
    """I − B (h, w, 3) and its length (h, w), 0..1."""
    rows, columns = tile.outer
    scale = np.float32(1 / np.iinfo(rgb.dtype).max)
    difference = rgb[tile.outer].astype(np.float32)
    difference *= scale
    difference -= backdrop.at(rows, columns)
    strength = np.sqrt(np.einsum("ijk,ijk->ij", difference, difference))
    return difference, strength


def _not_background(strength: Float, sigma: float) -> Byte:
    """1 where something stands before the background, (h, w) uint8."""
    quiet = (strength < 2.4 * sigma + 1.5 / 255).astype(np.uint8)
    quiet = np.asarray(cv2.morphologyEx(quiet, cv2.MORPH_OPEN, np.ones((3, 3), np.uint8)), np.uint8)
    quiet |= strength < 2.0 * sigma
    seen = np.asarray(
        cv2.morphologyEx(1 - quiet, cv2.MORPH_OPEN, np.ones((2, 2), np.uint8)), np.uint8
    )
    seen |= strength > max(0.08, 6 * sigma)
    return seen


def _thin(strength: Float, seen: Byte, sigma: float) -> Byte:
    """1 on the ridges of parts too thin to have a core: they show their own colour best there."""
    ridge = strength >= 0.92 * cv2.dilate(strength, np.ones((9, 9), np.uint8))
    ridge &= strength > max(0.06, 5 * sigma)
    return seen & ridge.astype(np.uint8)


def _unmix_band(
    picture: Pixels, difference: Float, band: Index, seeds: Byte, sigma: float
) -> tuple[Float, Float]:
    """Alpha (n,) and straight colour (n, 3) of the pixels `band`, flat indices."""
    scale = np.float32(1 / np.iinfo(picture.dtype).max)
    shown = picture.reshape(-1, 3)
    d = difference.reshape(-1, 3)[band]
    own = shown[band] * scale
    if not seeds.any():
        return np.ones(len(band), np.float32), own
    behind = own - d
    near = nearest(1 - seeds)
    source = _best_seed(near, band, seeds.shape, (shown, scale), behind, d, sigma)
    face = shown[source] * scale
    line = face - behind
    length = np.maximum((line * line).sum(1), np.float32(1e-6))
    alpha = np.clip((d * line).sum(1) / length, 0, 1)
    alpha[alpha > 1 - 1.5 * sigma / np.sqrt(length)] = 1
    trust = np.clip((alpha - 0.15) / 0.35, 0, 1)[:, None]
    solved = (own - (1 - alpha[:, None]) * behind) / np.maximum(alpha[:, None], 1e-3)
    return alpha, np.clip(trust * solved + (1 - trust) * face, 0, 1)


def _best_seed(
    near: Nearest,
    band: Index,
    shape: tuple[int, ...],
    picture: tuple[npt.NDArray[np.uint8] | npt.NDArray[np.uint16], np.float32],
    behind: Float,
    d: Float,
    sigma: float,
) -> Index:
    """Of the nearest seed and those of neighbours, the one whose colour line runs through I."""
    shown, scale = picture
    height, width = shape
    y, x = np.divmod(band, width)
    best = near.source(band)
    least = _miss(shown[best] * scale - behind, d)
    for down, right in _OTHER_SEEDS:
        moved = np.clip(y + down, 0, height - 1) * width + np.clip(x + right, 0, width - 1)
        other = near.source(moved)
        miss = _miss(shown[other] * scale - behind, d) + sigma * sigma
        better = miss < least
        best = np.where(better, other, best)
        least = np.where(better, miss, least)
    return best


def _miss(line: Float, d: Float) -> Float:
    """Squared distance of d from the segment 0..line."""
    length = np.maximum((line * line).sum(1), np.float32(1e-6))
    along = np.clip((d * line).sum(1) / length, 0, 1)
    off = d - along[:, None] * line
    return np.asarray((off * off).sum(1), np.float32)


def _keep(
    into: tuple[Plane, Pixels], tile: _Tile, alpha: Float, band: Index, colour: Float
) -> None:
    """Round into the result; colour is written only where the rounded alpha is partial."""
    target, paint = into
    full = np.iinfo(target.dtype).max
    target[tile.inner] = np.rint(alpha[tile.within] * full)
    y, x = np.divmod(band, alpha.shape[1])
    rows, columns = tile.within
    level = np.rint(alpha.ravel()[band] * full)
    mine = (y >= rows.start) & (y < rows.stop) & (x >= columns.start) & (x < columns.stop)
    mine &= (level > 0) & (level < full)
    at = (y[mine] + tile.outer[0].start, x[mine] + tile.outer[1].start)
    paint[at] = np.rint(colour[mine] * full)
