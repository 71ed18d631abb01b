"""How far a cutout is from the truth, in the figures that papers on matting report.

Alpha is (H, W) float32 in 0..1, linear coverage; pictures are (H, W, 4) float32 in 0..1, straight
sRGB. `where` (H, W) bool restricts a figure to a region. What equals the truth scores 0, or 1.
"""

from __future__ import annotations

import math

import cv2
import numpy as np
import numpy.typing as npt

from nukki.core.nearest import nearest
from nukki.core.pixels import to_lab

Float = npt.NDArray[np.float32]
Mask = npt.NDArray[np.bool_]
Colour = tuple[float, float, float]

BACKDROPS: tuple[Colour, ...] = ((0.0, 0.0, 0.0), (1.0, 1.0, 1.0), (0.1, 0.2, 0.8))
_GRADIENT_SIGMA = 1.4
_CONNECTED_STEPS = 10  # thresholds 0, .1 … 1
_CONNECTED_LEAST = np.float32(0.15)  # a smaller gap to the connected part does not count
_SSIM_SIGMA, _SSIM_RADIUS = 1.5, 5  # a window of 11 x 11, as in the paper
_SSIM_MEAN, _SSIM_SPREAD = np.float32(0.01**2), np.float32(0.03**2)  # against division by 0
_BAND = (0.02, 0.98)  # alpha of an edge: below nothing shows, above the pixel is the object's own


def mae(found: Float, truth: Float, where: Mask | None = None) -> float:
    """Mean absolute difference of (H, W) or (H, W, C); over an unknown region it is called MAD.

    >>> mae(np.zeros((1, 2), np.float32), np.array([[0, 0.5]], np.float32))
    0.25
    """
    return _mean(np.abs(found - truth), where)


def mse(found: Float, truth: Float, where: Mask | None = None) -> float:
    """Mean squared difference of (H, W) or (H, W, C); papers show it times 1000."""
    return _mean(np.square(found - truth), where)


def sad(found: Float, truth: Float, where: Mask | None = None) -> float:
    """Sum of absolute differences of alpha, in thousands of pixels."""
    return _sum(np.abs(found - truth), where) / 1000


def grad(found: Float, truth: Float, where: Mask | None = None) -> float:
    """Sum of squared differences of alpha's gradient length, in thousands (Rhemann 2009).

    The gradient is that of a Gaussian of σ = 1.4 in 9 x 9, of unit norm, edges replicated.
    """
    return _sum(np.square(_gradient(found) - _gradient(truth)), where) / 1000


def conn(found: Float, truth: Float, where: Mask | None = None) -> float:
    """Sum of differences of connectedness, in thousands (Rhemann 2009).

    A pixel is connected up to the last threshold at which it belongs to the largest region of
    four-connected pixels that both alphas hold opaque; what rises above it by .15 or more is lost.
    """
    level = np.ones(found.shape, np.float32)
    inside = np.ones(found.shape, np.bool_)
    both = np.minimum(found, truth)
    for step in range(1, _CONNECTED_STEPS + 1):
        largest = _largest(both >= np.float32(step / _CONNECTED_STEPS))
        level[inside & ~largest] = (step - 1) / _CONNECTED_STEPS
        inside &= largest
    return _sum(np.abs(_connected(found, level) - _connected(truth, level)), where) / 1000


def iou(found: Float, truth: Float, where: Mask | None = None) -> float:
    """Intersection over union of alpha ≥ .5; two empty pictures agree: 1."""
    a, b = found >= np.float32(0.5), truth >= np.float32(0.5)
    if where is not None:
        a, b = a & where, b & where
    union = int(np.count_nonzero(a | b))
    return int(np.count_nonzero(a & b)) / union if union else 1.0


def soft_alpha_mae(found: Float, truth: Float, where: Mask | None = None) -> float:
    """Mean absolute difference of alpha where either is above 0, so that no canvas dilutes it."""
    union = (found > 0) | (truth > 0)
    return mae(found, truth, union if where is None else union & where)


def ssim(found: Float, truth: Float, where: Mask | None = None) -> float:
    """Structural similarity of (H, W) or (H, W, C), values 0..1, the mean over channels.

    Gaussian window of σ = 1.5 in 11 x 11, population covariance; the border of 5 px is left out.
    ValueError when a side is shorter than the window.
    """
    if min(found.shape[:2]) <= 2 * _SSIM_RADIUS:
        raise ValueError(f"expected sides of at least {2 * _SSIM_RADIUS + 1}, got {found.shape}")
    mean_f, mean_t = _window(found), _window(truth)
    cross = mean_f * mean_t
    squares = mean_f * mean_f + mean_t * mean_t
    covariance = _window(found * truth) - cross
    variances = _window(found * found + truth * truth) - squares
    top = (2 * cross + _SSIM_MEAN) * (2 * covariance + _SSIM_SPREAD)
    bottom = (squares + _SSIM_MEAN) * (variances + _SSIM_SPREAD)
    inner = (slice(_SSIM_RADIUS, -_SSIM_RADIUS),) * 2
    alike = np.asarray(top / bottom, np.float32)[inner]
    return _mean(alike, None if where is None else where[inner], empty=1.0)


def recomposition(found: Float, truth: Float, where: Mask | None = None) -> float:
    """Mean difference of two straight (H, W, 4) as seen over black, white and blue, in /255."""
    colour = found[..., :3] * found[..., 3:] - truth[..., :3] * truth[..., 3:]
    missing = truth[..., 3:] - found[..., 3:]
    errors = [_mean(np.abs(colour + missing * np.asarray(b, np.float32)), where) for b in BACKDROPS]
    return 255 * sum(errors) / len(errors)


def halo(found: Float, background: Colour, where: Mask | None = None) -> float:
    """Mean ΔE (CIE 1976) by which edges lean from the object's own colour towards `background`.

    Straight (H, W, 4): every pixel of partial alpha is compared with the nearest firm one. Leaning
    away counts as negative, so noise cancels. 0 where there is no edge, or nothing firm beside it.
    """
    low, high = _BAND
    alpha = found[..., 3]
    soft = (alpha > low) & (alpha < high)
    band = np.flatnonzero(soft if where is None else soft & where)
    firm = alpha >= high
    if not band.size or not firm.any():
        return 0.0
    flat = found[..., :3].reshape(-1, 3)
    own = to_lab(flat[nearest((~firm).astype(np.uint8)).source(band)])
    away = to_lab(np.asarray([background], np.float32)) - own
    length = np.sqrt(np.square(away).sum(axis=1))
    lean = ((to_lab(flat[band]) - own) * away).sum(axis=1)
    return float(np.mean(lean / np.maximum(length, np.float32(1e-3)), dtype=np.float64))


def _mean(values: Float, where: Mask | None, empty: float = 0.0) -> float:
    """The mean inside `where`; `empty` when that holds nothing."""
    chosen = values if where is None else values[where]
    return float(np.mean(chosen, dtype=np.float64)) if chosen.size else empty


def _sum(values: Float, where: Mask | None) -> float:
    return float(np.sum(values if where is None else values[where], dtype=np.float64))


def _gradient(alpha: Float) -> Float:
    sigma = _GRADIENT_SIGMA
    half = math.ceil(sigma * math.sqrt(-2 * math.log(math.sqrt(2 * math.pi) * sigma * 0.01)))
    x = np.arange(-half, half + 1, dtype=np.float64)
    smooth = np.exp(-(x**2) / (2 * sigma**2))
    slope = -x * smooth
    # The 9 x 9 kernel is their outer product, so unit norms make its norm one.
    smooth, slope = smooth / np.linalg.norm(smooth), slope / np.linalg.norm(slope)
    replicated = cv2.BORDER_REPLICATE
    dx = cv2.sepFilter2D(alpha, cv2.CV_32F, slope, smooth, borderType=replicated)
    dy = cv2.sepFilter2D(alpha, cv2.CV_32F, smooth, slope, borderType=replicated)
    return np.asarray(cv2.magnitude(dx, dy), np.float32)


def _largest(mask: Mask) -> Mask:
    """The largest four-connected region; all False when there is none."""
    count, labels, stats, _ = cv2.connectedComponentsWithStats(
        mask.astype(np.uint8), connectivity=4
    )
    if count < 2:
        return np.zeros(mask.shape, np.bool_)
    return np.asarray(labels == 1 + int(np.argmax(stats[1:, cv2.CC_STAT_AREA])), np.bool_)


def _connected(alpha: Float, level: Float) -> Float:
    lost = alpha - level
    return np.asarray(1 - lost * (lost >= _CONNECTED_LEAST), np.float32)


def _window(values: Float) -> Float:
    side = 2 * _SSIM_RADIUS + 1
    blurred = cv2.GaussianBlur(values, (side, side), _SSIM_SIGMA, borderType=cv2.BORDER_REFLECT)
    return np.asarray(blurred, np.float32)
