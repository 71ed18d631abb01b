"""A flat outline to a round height: the screened Poisson profile.

Inside the outline solve  laplacian(u) - u / rim^2 = -4,  u = 0 on the outline. Without the
screening term a disc of radius R gives u = R^2 - r^2, whose root is a sphere; with it, u levels
off `rim` away from the edge. So one equation gives tubes, pillows and boxes with soft rims, and
leaves no crease along the medial axis, which a distance transform does.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt
from scipy.sparse import coo_matrix
from scipy.sparse.linalg import splu

from nukki.engines.render.field import Float, Index, Outline


@dataclass(frozen=True)
class Profile:
    """Per vertex: `height` above the outline's plane, and `slope` (N, 2), the gradient of u / 2.

    height = sqrt(u / 2), so its gradient is slope / (2 height), endless at the rim; normals are
    built from the pair without dividing.
    """

    height: Float
    slope: Float


def inflate(outline: Outline, rim: float) -> Profile:
    """The profile of an outline for a rim of width `rim` (same units as the points)."""
    u = _solve(outline, rim) / 2
    u = np.maximum(u, 0.0)
    return Profile(np.sqrt(u), _gradient(outline, u))


def _solve(outline: Outline, rim: float) -> Float:
    """Linear finite elements with a lumped mass, a sparse Cholesky-like direct solve."""
    points, faces = outline.points, outline.faces
    count = len(points)
    stiffness, mass = _elements(points, faces)
    rows = np.concatenate([faces[:, [i]] for i in range(3) for _ in range(3)], 1).ravel()
    columns = np.concatenate([faces[:, [j]] for _ in range(3) for j in range(3)], 1).ravel()
    matrix = coo_matrix((stiffness.ravel(), (rows, columns)), (count, count)).tocsc()
    lumped = np.bincount(faces.ravel(), np.repeat(mass / 3, 3), count)
    matrix.setdiag(matrix.diagonal() + lumped / rim**2)
    free = ~outline.rim
    inner = matrix[free][:, free].tocsc()
    u = np.zeros(count)
    if free.any():
        u[free] = splu(inner, permc_spec="MMD_AT_PLUS_A", options={"SymmetricMode": True}).solve(
            4 * lumped[free]
        )
    return u


def _elements(points: Float, faces: Index) -> tuple[Float, Float]:
    a, b, c = (points[faces[:, k]] for k in range(3))
    edges = np.stack([c - b, a - c, b - a], 1)
    area = 0.5 * np.abs(edges[:, 0, 0] * edges[:, 1, 1] - edges[:, 0, 1] * edges[:, 1, 0])
    area = np.maximum(area, 1e-14)
    dots = np.einsum("nik,njk->nij", edges, edges)
    return dots / (4 * area)[:, None, None], area


def _gradient(outline: Outline, u: Float) -> Float:
    """Area-weighted mean of the gradients of the faces around each vertex."""
    points, faces = outline.points, outline.faces
    a, b, c = (points[faces[:, k]] for k in range(3))
    double = (b[:, 0] - a[:, 0]) * (c[:, 1] - a[:, 1]) - (b[:, 1] - a[:, 1]) * (c[:, 0] - a[:, 0])
    double = np.where(np.abs(double) < 1e-14, 1e-14, double)
    ub, uc = u[faces[:, 1]] - u[faces[:, 0]], u[faces[:, 2]] - u[faces[:, 0]]
    gx = (ub * (c[:, 1] - a[:, 1]) - uc * (b[:, 1] - a[:, 1])) / double
    gy = (uc * (b[:, 0] - a[:, 0]) - ub * (c[:, 0] - a[:, 0])) / double
    weight = np.repeat(np.abs(double), 3)
    total = np.bincount(faces.ravel(), weight, len(points))
    sums = [np.bincount(faces.ravel(), weight * np.repeat(g, 3), len(points)) for g in (gx, gy)]
    gradient: npt.NDArray[np.float64] = np.stack(sums, 1) / np.maximum(total, 1e-14)[:, None]
    return gradient
