"""The same finishing and checks, written plainly: float64, full frame, numpy and SciPy.

It is the peer that the benchmark measures against, and the second opinion in its comparison.
"""

from __future__ import annotations

import numpy as np
import numpy.typing as npt
from scipy import ndimage

Byte = npt.NDArray[np.uint8]
Real = npt.NDArray[np.float64]
Mask = npt.NDArray[np.bool_]

BACKDROPS = [(0, 0, 0), (255, 255, 255), (128, 128, 128), (0, 90, 255)]
CROSS = ndimage.generate_binary_structure(2, 1)
SQUARE = np.ones((3, 3), bool)
WALKS, OUTSIDE, INSIDE = 512, 3, 20


def finish(rgba: Byte, shadow: Byte) -> tuple[Byte, Byte]:
    """(cutout, delivered): crop to object and shadow, 5 % margin, bleed, shadow, bleed."""
    picture, cast = rgba / 255.0, shadow / 255.0
    rows, columns = np.nonzero((picture[..., 3] > 0) | (cast[..., 3] > 1 / 255))
    box = slice(rows.min(), rows.max() + 1), slice(columns.min(), columns.max() + 1)
    picture, cast = picture[box], cast[box]
    margin = int(np.ceil(0.05 * max(picture.shape[:2])))
    sides = ((margin, margin), (margin, margin), (0, 0))
    picture, cast = np.pad(picture, sides), np.pad(cast, sides)
    cutout = bleed(picture)
    return to_bytes(cutout), to_bytes(bleed(over(cutout, cast)))


def bleed(picture: Real) -> Real:
    """Nearest visible colour under alpha 0 for 8 px, then 0."""
    hidden = picture[..., 3] == 0
    distance, nearest = ndimage.distance_transform_edt(hidden, return_indices=True)
    colour = picture[nearest[0], nearest[1], :3]
    colour = np.where((distance <= 8.5)[..., None], colour, 0)
    return np.concatenate([colour, picture[..., 3:]], axis=2)


def over(top: Real, bottom: Real) -> Real:
    """Straight `top` over straight `bottom`; hidden colour of the top is kept."""
    a, b = top[..., 3:], bottom[..., 3:] * (1 - top[..., 3:])
    alpha = a + b
    mixed = (top[..., :3] * a + bottom[..., :3] * b) / np.where(alpha > 0, alpha, 1)
    return np.concatenate([np.where(alpha > 0, mixed, top[..., :3]), alpha], axis=2)


def to_bytes(picture: Real) -> Byte:
    """0..1 to 0..255, rounded."""
    return np.clip(np.rint(picture * 255), 0, 255).astype(np.uint8)


def judge(
    candidate: Byte, shadow: Byte, cutout: Byte, delivered: Byte, material: str
) -> dict[str, float]:
    """The measured figure of every rule that applies to the material."""
    solid = material == "opaque"
    alpha = cutout[..., 3].astype(np.float64)
    frame = candidate[..., 3].astype(np.float64)
    border = np.ones(frame.shape, bool)
    border[1:-1, 1:-1] = False
    touching = (frame >= 8) & border, (shadow[..., 3].astype(np.float64) >= 8) & border
    positions = walk(alpha, 128 if solid else 16)
    found = {
        "foreground": 100 * float(np.mean(frame >= 8)),
        "edge_contact": float(touching[0].sum() + touching[1].sum()),
        "coverage": 100 * float(np.mean(alpha >= (16 if solid else 8))),
        "halo": 100 * halo(cutout.astype(np.float64), positions, solid),
        "soft_alpha": float(len(np.unique(alpha))),
        "islands": islands(alpha >= 8),
        "hidden_colour": hidden_colour(delivered.astype(np.float64)),
    }
    if solid:
        found["fringe"] = fringe(cutout.astype(np.float64), positions)
    return found


def walk(alpha: Real, threshold: int) -> tuple[npt.NDArray[np.intp], npt.NDArray[np.intp]]:
    """(rows, columns) of N walks across the silhouette, along the gradient of blurred alpha."""
    inside = alpha >= threshold
    edge = np.argwhere(inside & ~ndimage.binary_erosion(inside, CROSS))
    if len(edge) > WALKS:
        edge = edge[np.linspace(0, len(edge) - 1, WALKS).astype(int)]
    blurred = ndimage.gaussian_filter(alpha, 2, truncate=2.0)
    dy, dx = np.gradient(blurred)
    normal = np.stack([dy[edge[:, 0], edge[:, 1]], dx[edge[:, 0], edge[:, 1]]], axis=1)
    length = np.hypot(normal[:, 0], normal[:, 1])
    edge, normal = edge[length >= 1], normal[length >= 1] / length[length >= 1, None]
    step = np.arange(-OUTSIDE, INSIDE + 1)
    path = np.rint(edge[:, :, None] + normal[:, :, None] * step).astype(np.intp)
    rows = np.clip(path[:, 0], 0, alpha.shape[0] - 1)
    return rows, np.clip(path[:, 1], 0, alpha.shape[1] - 1)


def hard_edges(alpha: Real) -> Mask:
    """Walks (N, T) whose alpha rises within a few pixels."""
    peak = alpha[:, OUTSIDE:].max(axis=1)
    hard: Mask = (alpha[:, 0] <= 0.15 * peak) & (alpha[:, OUTSIDE + 2] >= 0.7 * peak)
    return hard


def halo(
    picture: Real,
    positions: tuple[npt.NDArray[np.intp], npt.NDArray[np.intp]],
    solid: bool,
) -> float:
    """Share of the silhouette behind a ring; the whole picture is recomposed on each backdrop."""
    alpha = picture[..., 3:] / 255
    seen = np.stack(
        [(picture[..., :3] * alpha + np.array(b) * (1 - alpha))[positions] for b in BACKDROPS]
    )
    opacity = alpha[..., 0][positions]
    widest = int(np.clip(round(0.025 * max(picture.shape[:2])), 2, 10))
    return max(ring_of(seen, opacity, width, solid) for width in range(2, widest + 1))


def ring_of(seen: Real, alpha: Real, width: int, solid: bool) -> float:
    """Share of walks that show a flat ring of this width before a flat body of another colour."""
    o = OUTSIDE
    ring, body = seen[:, :, o + 1 : o + width], seen[:, :, o + width + 2 : o + width + 6]
    deep = seen[:, :, o + width + 6 : o + width + 10]
    at_ring, at_body = ring.mean(axis=2), body.mean(axis=2)
    backdrop = np.array(BACKDROPS, float)[:, None, :]
    low, high = np.minimum(backdrop, at_body), np.maximum(backdrop, at_body)
    beyond = np.maximum(np.maximum(low - at_ring, at_ring - high), 0).max(axis=2)
    step = np.sort(beyond, axis=0)[-2]
    unrest = np.maximum(ring.std(axis=2).max(axis=(0, 2)), body.std(axis=2).max(axis=(0, 2)))
    drift = np.abs(deep.mean(axis=2) - at_body).max(axis=(0, 2))
    least = 0.7 * alpha[:, o + 1 : o + width].mean(axis=1) if solid else 0.05
    filled = alpha[:, o + width + 2 : o + width + 10].min(axis=1) >= least
    flat = np.maximum(unrest, drift) <= 0.3 * step
    found = hard_edges(alpha) & (step >= 24) & flat & filled
    if not found.any():
        return 0.0
    tone = np.concatenate([at_ring[0, found], at_ring[1, found]], axis=1)
    alike = np.abs(tone - np.median(tone, axis=0)).max(axis=1) <= 48
    return float(alike.sum() / len(found))


def fringe(picture: Real, positions: tuple[npt.NDArray[np.intp], npt.NDArray[np.intp]]) -> float:
    """Foreign colour in partial pixels by least squares."""
    walks = picture[positions]
    colour, alpha = walks[..., :3], walks[..., 3] / 255
    first, near = OUTSIDE + 2, slice(OUTSIDE - 1, OUTSIDE + 2)
    firm = hard_edges(alpha) & (alpha[:, first] >= 0.97) & (alpha[:, first + 1] >= 0.97)
    outer = np.abs(colour[:, first - 1] - colour[:, first]).max(axis=1)
    inner = np.abs(colour[:, first] - colour[:, first + 1]).max(axis=1)
    firm &= (np.where(alpha[:, first - 1] >= 0.97, outer, 0) <= 32) & (inner <= 32)
    colour, alpha = colour[firm], alpha[firm, near]
    row, column = np.nonzero((alpha > 0.1) & (alpha < 0.9))
    if 3 * firm.sum() < len(firm) or len(row) < 16:
        return 0.0
    absent = 1 - alpha[row, column]
    own = colour[row, first]
    trend = own - colour[row, first + 1]
    error = colour[:, near][row, column] - own
    blocks = []
    for channel in range(3):
        block = np.zeros((len(row), 6))
        block[:, channel] = 128 * absent
        block[:, 3] = -absent * own[:, channel]
        block[:, 4] = trend[:, channel]
        block[:, 5] = absent * trend[:, channel]
        blocks.append(block)
    system, right = np.vstack(blocks), np.concatenate([error[:, 0], error[:, 1], error[:, 2]])
    held = np.vstack([system, np.eye(4, 6) * 2 * np.sqrt(len(row))])
    answer = np.linalg.lstsq(held, np.append(right, np.zeros(4)), rcond=None)[0]
    alone = np.linalg.lstsq(system[:, 4:], right, rcond=None)[0]
    left = np.sum((right - system @ answer) ** 2)
    left_by_trend = np.sum((right - system[:, 4:] @ alone) ** 2)
    explained = 1 - left / left_by_trend if left_by_trend > left else 0.0
    return float(np.abs(128 * answer[:3] - answer[3] * own).max(axis=1).mean() * explained)


def islands(visible: Mask) -> float:
    """Pieces smaller than .002 % of the picture that stand more than 8 px from all others."""
    grown = ndimage.binary_dilation(visible, np.ones((9, 9), bool))
    labels, count = ndimage.label(grown, SQUARE)
    sizes = np.bincount(labels.ravel(), minlength=count + 1)[1:]
    return float(np.sum(sizes < (max(2.0, np.sqrt(2e-5 * visible.size)) + 8) ** 2))


def hidden_colour(picture: Real) -> float:
    """Foreign colour beside the object, or any colour more than 16 px away, in per cent."""
    visible = picture[..., 3] > 0
    hidden = ~visible
    beside = hidden & ndimage.binary_dilation(visible, SQUARE)
    padded = np.pad(picture, ((1, 1), (1, 1), (0, 0)))
    alike = np.zeros(visible.shape, bool)
    height, width = visible.shape
    for dy in (0, 1, 2):
        for dx in (0, 1, 2):
            there = padded[dy : dy + height, dx : dx + width]
            near = np.abs(there[..., :3] - picture[..., :3]).max(axis=2) <= 8
            alike |= near & (there[..., 3] > 0)
    foreign = np.sum(beside & ~alike) / max(1, beside.sum())
    far = ndimage.distance_transform_cdt(hidden, "chessboard") > 16
    garbage = np.sum(far & picture[..., :3].any(axis=2)) / max(1, hidden.sum())
    return 100 * float(max(foreign, garbage))
