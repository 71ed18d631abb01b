"""Paths to smooth signed fields, and fields to exact triangulated outlines.

A field is positive inside the art and 0 on its outline. It comes from an anti-aliased raster,
blurred by about one cell, so that the zero crossing between two grid nodes is accurate to a
few hundredths of a cell: silhouettes show no steps, whatever the grid.

A height profile is endlessly steep at its outline, so the last half cell before it is meshed as
a collar: rings that follow the outline and crowd towards it.
"""

from __future__ import annotations

from dataclasses import dataclass
from itertools import pairwise

import cv2
import numpy as np
import numpy.typing as npt
from scipy.special import ndtr, ndtri

from nukki.engines.render.coverage import Box, coverage

Float = npt.NDArray[np.float64]
Index = npt.NDArray[np.int64]

_OVERSAMPLE = 3
_BLUR_CELLS = 0.7
# Crossings closer to a node than this share of a cell would make slivers; moving them costs
# at most the same share of a cell in accuracy.
_SLIVER = 0.06
# Rings between the grid's mesh and the outline, as shares of the collar's width from the
# outline. Height goes with the square root of the distance, so these are even in angle.
_COLLAR = (0.5, 0.18, 0.04, 0.0)
_COLLAR_CELLS = 0.5


@dataclass(frozen=True)
class Field:
    """`values` (rows, columns), in -0.5..0.5; node (r, c) lies at origin + cell * (c, r)."""

    values: Float
    origin: tuple[float, float]
    cell: float


@dataclass(frozen=True)
class Outline:
    """A triangulated region: `points` (N, 2); `faces` (M, 3); `rim` marks outline vertices;
    `nodes` (N,) is the flat grid index of each inner vertex and -1 on the rim."""

    points: Float
    faces: Index
    rim: npt.NDArray[np.bool_]
    nodes: Index


def sample(path: str, box: Box, cell: float) -> Field:
    """The field of a path on a grid of `cell`, with a margin of four cells around `box`."""
    x, y, width, height = box
    margin = 4 * cell
    columns = int(np.ceil((width + 2 * margin) / cell))
    rows = int(np.ceil((height + 2 * margin) / cell))
    grid = (x - margin, y - margin, columns * cell, rows * cell)
    outline = f'<path d="{path}"/>'
    fine = coverage(outline, columns * _OVERSAMPLE, rows * _OVERSAMPLE, grid).astype(np.float32)
    soft = cv2.GaussianBlur(fine, (0, 0), _BLUR_CELLS * _OVERSAMPLE)
    centre = _OVERSAMPLE // 2
    values = soft[centre::_OVERSAMPLE, centre::_OVERSAMPLE].astype(np.float64) / 255 - 0.5
    half = cell / 2
    return Field(values, (x - margin + half, y - margin + half), cell)


def triangulate(field: Field) -> Outline:
    """The region where the field is positive: marching squares inside, a collar at the rim."""
    blur = np.hypot(_BLUR_CELLS, 1 / np.sqrt(12))
    level = float(ndtr(_COLLAR_CELLS / blur)) - 0.5
    values = field.values - level
    values[np.abs(values) < 1e-9] = 1e-9
    return _with_collar(_marching_squares(values, field), field, blur)


def _marching_squares(values: Float, field: Field) -> Outline:
    rows, columns = values.shape
    inside = values > 0
    node = np.arange(rows * columns).reshape(rows, columns)
    across, t_across = _crossings(values[:, :-1], values[:, 1:])
    down, t_down = _crossings(values[:-1, :], values[1:, :])
    first_across = rows * columns
    id_across = np.full(across.shape, -1, np.int64)
    id_across[across] = first_across + np.arange(int(across.sum()))
    first_down = first_across + int(across.sum())
    id_down = np.full(down.shape, -1, np.int64)
    id_down[down] = first_down + np.arange(int(down.sum()))

    yy, xx = np.mgrid[0:rows, 0:columns]
    points = np.concatenate(
        [
            np.stack([xx.ravel(), yy.ravel()], 1).astype(np.float64),
            np.stack([xx[:, :-1][across] + t_across[across], yy[:, :-1][across]], 1),
            np.stack([xx[:-1, :][down], yy[:-1, :][down] + t_down[down]], 1),
        ]
    )
    corners = [
        (node[:-1, :-1], inside[:-1, :-1]),
        (node[:-1, 1:], inside[:-1, 1:]),
        (node[1:, 1:], inside[1:, 1:]),
        (node[1:, :-1], inside[1:, :-1]),
    ]
    edges = [id_across[:-1, :], id_down[:, 1:], id_across[1:, :], id_down[:, :-1]]
    faces = _cell_faces(corners, edges)
    used, renumbered = np.unique(faces, return_inverse=True)
    rim = used >= first_across
    origin = np.asarray(field.origin)
    nodes = np.where(rim, -1, used)
    return Outline(origin + points[used] * field.cell, renumbered.reshape(-1, 3), rim, nodes)


def _with_collar(core: Outline, field: Field, blur: float) -> Outline:
    """Rings from the core's rim out to where the field is zero, along its gradient."""
    inner = np.nonzero(core.rim)[0]
    if not inner.size:
        return core
    start = core.points[inner]
    value, outward = _value_and_outward(field, start)
    reach = blur * ndtri(np.clip(value + 0.5, 1e-3, 1 - 1e-3)) * field.cell
    ends = start + outward * np.clip(reach, 0, 2 * field.cell)[:, None]
    value, _ = _value_and_outward(field, ends)
    reach += blur * ndtri(np.clip(value + 0.5, 1e-3, 1 - 1e-3)) * field.cell
    reach = np.clip(reach, 0.05 * field.cell, 2 * field.cell)

    rings = [start + outward * (reach * (1 - share))[:, None] for share in _COLLAR]
    points = np.concatenate([core.points, *rings])
    a, b = _rim_edges(core)
    position = np.full(len(core.points), -1)
    position[inner] = np.arange(len(inner))
    first = [
        inner,
        *(len(core.points) + k * len(inner) + np.arange(len(inner)) for k in range(len(_COLLAR))),
    ]
    faces = [core.faces]
    for near, far in pairwise(first):
        na, nb, fa, fb = near[position[a]], near[position[b]], far[position[a]], far[position[b]]
        faces += [np.stack([nb, na, fa], 1), np.stack([nb, fa, fb], 1)]
    rim = np.zeros(len(points), bool)
    rim[first[-1]] = True
    extra = np.full(len(points) - len(core.points), -1)
    return Outline(points, np.concatenate(faces), rim, np.concatenate([core.nodes, extra]))


def _rim_edges(core: Outline) -> tuple[Index, Index]:
    """Directed edges that only one face has."""
    edges = np.concatenate([core.faces[:, [0, 1]], core.faces[:, [1, 2]], core.faces[:, [2, 0]]])
    count = len(core.points)
    forward = edges[:, 0] * count + edges[:, 1]
    single = ~np.isin(edges[:, 1] * count + edges[:, 0], forward)
    return edges[single, 0], edges[single, 1]


def _value_and_outward(field: Field, points: Float) -> tuple[Float, Float]:
    """The field at points, and the unit direction in which it falls fastest."""
    image = field.values.astype(np.float32)
    rows, columns = np.gradient(image)
    where = ((points - np.asarray(field.origin)) / field.cell).astype(np.float32)

    def at(values: npt.NDArray[np.float32]) -> Float:
        picked = cv2.remap(values, where[None, :, 0], where[None, :, 1], cv2.INTER_LINEAR)
        return np.asarray(picked[0], np.float64)

    fall = -np.stack([at(np.asarray(columns)), at(np.asarray(rows))], 1)
    length = np.maximum(np.linalg.norm(fall, axis=1, keepdims=True), 1e-9)
    return at(image), fall / length


def _crossings(a: Float, b: Float) -> tuple[npt.NDArray[np.bool_], Float]:
    crosses = (a > 0) != (b > 0)
    t = np.zeros_like(a)
    np.divide(a, a - b, out=t, where=crosses)
    return crosses, np.clip(t, _SLIVER, 1 - _SLIVER)


def _cell_faces(corners: list[tuple[Index, npt.NDArray[np.bool_]]], edges: list[Index]) -> Index:
    """Fans of the polygon that each cell keeps; saddles are split, which a blurred field allows."""
    code = np.zeros(corners[0][0].shape, np.int64)
    for k, (_, inside) in enumerate(corners):
        code |= inside.astype(np.int64) << k
    faces: list[Index] = []
    for case in range(1, 16):
        at = np.nonzero(code == case)
        if not at[0].size:
            continue
        for polygon in _POLYGONS[case]:
            ids = [corners[k][0][at] if k < 4 else edges[k - 4][at] for k in polygon]
            for second, third in pairwise(ids[1:]):
                faces.append(np.stack([ids[0], second, third], 1))
    if not faces:
        return np.zeros((0, 3), np.int64)
    return np.concatenate(faces)


def _polygons(case: int) -> list[tuple[int, ...]]:
    """Corners 0..3 clockwise from the upper left, edge k between corner k and k + 1 is 4 + k."""
    if case in (5, 10):
        kept = [k for k in range(4) if case >> k & 1]
        return [(k, 4 + k, 4 + (k - 1) % 4) for k in kept]
    ring: list[int] = []
    for k in range(4):
        here, there = case >> k & 1, case >> (k + 1) % 4 & 1
        if here:
            ring.append(k)
        if here != there:
            ring.append(4 + k)
    return [tuple(ring)]


_POLYGONS = {case: _polygons(case) for case in range(1, 16)}
