"""Scalar fields that the looks are painted with: noise, blur, shifts, ramps, reduction."""

from __future__ import annotations

from math import ceil

import cv2
import numpy as np

from nukki.engines.render.vector.picture import Float

LIGHT = (-0.6, -0.8)  # where the light comes from, in the picture's plane (x right, y down)


def smoothstep(low: float, high: float, values: Float) -> Float:
    """0 below `low`, 1 above `high`, smooth between."""
    t = np.clip((values - np.float32(low)) / np.float32(high - low), 0, 1)
    return np.asarray(t * t * (np.float32(3) - np.float32(2) * t), np.float32)


def blur(field: Float, sigma: float) -> Float:
    """Gaussian blur of an (H, W) or (H, W, C) field; wide ones on a smaller grid, outside is 0."""
    if sigma < 0.3:
        return field
    factor = max(1, int(sigma // 4))
    if factor == 1:
        return np.asarray(
            cv2.GaussianBlur(field, (0, 0), sigma, borderType=cv2.BORDER_CONSTANT), np.float32
        )
    height, width = field.shape[:2]
    size = (ceil(width / factor), ceil(height / factor))
    padding = (0, size[1] * factor - height, 0, size[0] * factor - width)
    padded = cv2.copyMakeBorder(field, *padding, cv2.BORDER_CONSTANT, value=0)
    small = cv2.resize(padded, size, interpolation=cv2.INTER_AREA)
    small = cv2.GaussianBlur(small, (0, 0), sigma / factor, borderType=cv2.BORDER_CONSTANT)
    large = cv2.resize(small, None, fx=factor, fy=factor, interpolation=cv2.INTER_LINEAR)
    return np.asarray(large[:height, :width], np.float32)


def fractal(
    rng: np.random.Generator, shape: tuple[int, int], cell: float, octaves: int, gain: float = 0.5
) -> Float:
    """Smooth noise, mean 0 and deviation near 1: bumps of `cell` pixels, then half of it ..."""
    height, width = shape
    total = np.zeros(shape, np.float32)
    power = 0.0
    for octave in range(octaves):
        size = max(cell / 2**octave, 1.0)
        rows, columns = ceil(height / size) + 4, ceil(width / size) + 4
        grid = rng.standard_normal((rows, columns), dtype=np.float32)
        wide = (round(columns * size), round(rows * size))
        layer = grid if size == 1 else cv2.resize(grid, wide, interpolation=cv2.INTER_CUBIC)
        margin = int(size)
        weight = gain**octave
        total += np.float32(weight) * layer[margin : margin + height, margin : margin + width]
        power += (weight * (1.0 if size == 1 else 0.62)) ** 2  # cubic resizing calms the grid
    return np.asarray(total / np.float32(power**0.5), np.float32)


def shift(field: Float, x: float, y: float) -> Float:
    """`field` moved right by `x` and down by `y`, fractions included; what enters is 0."""
    matrix = np.array([[1, 0, x], [0, 1, y]], np.float32)
    size = (field.shape[1], field.shape[0])
    return np.asarray(cv2.warpAffine(field, matrix, size, flags=cv2.INTER_LINEAR), np.float32)


def ramp(shape: tuple[int, int]) -> Float:
    """0 at the corner nearest the light to 1 at the farthest."""
    height, width = shape
    across = np.arange(width, dtype=np.float32) * np.float32(-LIGHT[0])
    down = np.arange(height, dtype=np.float32) * np.float32(-LIGHT[1])
    field = across[None, :] + down[:, None]
    return np.asarray(field / max(float(field[-1, -1]), 1.0), np.float32)


def reduce(field: Float, samples: int) -> Float:
    """Area average of `samples`² samples per pixel."""
    if samples == 1:
        return field
    size = (field.shape[1] // samples, field.shape[0] // samples)
    return np.asarray(cv2.resize(field, size, interpolation=cv2.INTER_AREA), np.float32)


def inner_radius(cover: Float) -> float:
    """The radius of the largest disc inside (H, W) coverage, in samples."""
    solid = (cover > 0.5).astype(np.uint8)
    step: int = max(1, max(solid.shape) // 256)
    small = cv2.copyMakeBorder(
        np.ascontiguousarray(solid[::step, ::step]), 1, 1, 1, 1, cv2.BORDER_CONSTANT, value=0
    )
    depth = np.asarray(cv2.distanceTransform(small, cv2.DIST_L2, 5), np.float32)
    return float(depth.max()) * step


def window(shape: tuple[int, int], fade: float) -> Float:
    """1 inside, falling to exactly 0 on the frame's outermost pixels over `fade` pixels."""
    sides = []
    for length in shape:
        distance = np.minimum(np.arange(length), np.arange(length)[::-1]).astype(np.float32)
        sides.append(smoothstep(0, max(fade, 1.0), distance))
    return np.asarray(sides[0][:, None] * sides[1][None, :], np.float32)
