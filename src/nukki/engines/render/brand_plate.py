"""A brand picture as a thin plate in the scene: the plane whose picture is its placement."""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np
import numpy.typing as npt

from nukki.catalog.placement import PlacedAsset, quad_in_frame
from nukki.engines.render import field
from nukki.engines.render.mesh import Body
from nukki.engines.render.stage import Stage

Byte = npt.NDArray[np.uint8]
Float = npt.NDArray[np.float64]
Points = npt.NDArray[np.float32]

_CELLS = 220  # across a plate's longer side: its shadow is soft
_TRIES = 4  # a leaning plate's depth depends on how far away it is; this converges fast
_GAP = 0.02  # scene units between a plate and what it stands before or behind
_FORTH, _BACK = 1.6, 0.8  # scene units before and behind the objects that are still beside them
_NEAR = 0.12  # scene units of a frame around a plate within which an object is near it
# How each tilt turns a plate: degrees about the upright axis, then about the level one.
_TURNS = {"none": (0.0, 0.0), "slight": (16.0, 4.0), "strong": (36.0, 10.0), "iso": (45.0, 35.26)}


@dataclass(frozen=True)
class Plate:
    """`normal` (3,) and one `point` (3,) of the plane; `corners` (4, 2) in pixels of the frame, of
    a picture of `size` (width, height), clockwise from its own top left."""

    stage: Stage
    normal: Float
    point: Float
    corners: Float
    size: tuple[int, int]

    def on(self, spots: Float) -> Float:
        """World points (N, 3) of the plane that are seen at pixels (N, 2)."""
        near, far = self.stage.at_depth(spots, 0.0), self.stage.at_depth(spots, -1.0)
        along = far - near
        share = ((self.point - near) @ self.normal) / (along @ self.normal)
        points: Float = near + share[:, None] * along
        return points

    def sheet(self, margin: float = 0.02) -> Body:
        """The whole rectangle, a little larger than the picture, so that no ray misses it."""
        middle = self.corners.mean(0)
        spots = middle + (self.corners - middle) * (1 + margin)
        faces = np.array([[0, 1, 2], [0, 2, 3]], np.uint32)
        return self._body(self.on(spots), faces)

    def cut(self, alpha: Byte) -> Body | None:
        """The picture's own outline as a sheet: what casts its shadow. None where there is none."""
        width, height = self.size
        cell = max(width, height) / _CELLS
        columns, rows = max(round(width / cell), 2), max(round(height / cell), 2)
        small = cv2.resize(alpha, (columns, rows), interpolation=cv2.INTER_AREA)
        small = cv2.copyMakeBorder(small, 4, 4, 4, 4, cv2.BORDER_CONSTANT)
        values = cv2.GaussianBlur(small.astype(np.float32), (0, 0), 0.7).astype(np.float64)
        grid = field.Field(values / 255 - 0.5, (-3.5, -3.5), 1.0)
        outline = field.triangulate(grid)
        if not len(outline.faces):
            return None
        source = np.array([(0, 0), (columns, 0), (columns, rows), (0, rows)], np.float32)
        there = cv2.getPerspectiveTransform(source, self.corners.astype(np.float32))
        spots = cv2.perspectiveTransform(outline.points[None], there)[0]
        return self._body(self.on(spots), outline.faces.astype(np.uint32))

    def _body(self, points: Float, faces: npt.NDArray[np.uint32]) -> Body:
        normals = np.broadcast_to(self.normal, points.shape)
        uv = np.zeros((len(points), 2), np.float32)
        flat = points.astype(np.float32), normals.astype(np.float32)
        return Body(*flat, uv, faces, (1.0, 1.0, 1.0), -1)


def stand(stage: Stage, asset: PlacedAsset) -> Plate:
    """The plate of a picture: behind all objects it overlaps, close before them, or level with
    the objects it stands beside."""
    corners = np.array(quad_in_frame(asset.width, asset.height, asset.placement))
    normal = _normal(asset)
    size = asset.width, asset.height
    points = np.concatenate([b.points for bodies in stage.objects for b in bodies])
    spots = stage.pixels(points)
    around = 0.0 if asset.stand == "on" else _NEAR * stage.short / 2
    low, high = corners.min(0) - around, corners.max(0) + around
    near = ((spots >= low) & (spots <= high)).all(1)
    z = points[near, 2] if near.any() else points[:, 2]
    if asset.stand == "behind":
        limit, ahead = float(z.min()) - _GAP, True
    elif asset.stand == "on":
        limit, ahead = float(z.max()) + _GAP, False
    else:
        limit, ahead = _level(stage, corners, points), None
    middle, depth = corners.mean(0)[None], limit
    for _ in range(_TRIES):
        plate = Plate(stage, normal, stage.at_depth(middle, depth)[0], corners, size)
        if ahead is None:
            break
        deep = plate.on(corners)[:, 2]
        depth += limit - float(deep.max() if ahead else deep.min())
    return plate


def _level(stage: Stage, corners: Float, points: Points) -> float:
    """The depth at which a plate beside the objects stands on their floor, or among them where it
    would have to stand too far from them for that."""
    middle = float(np.median(points[:, 2]))
    foot = np.array([[corners[:, 0].mean(), corners[:, 1].max()]])
    ground = float((points @ stage.up).min())
    near, far = stage.at_depth(foot, middle)[0], stage.at_depth(foot, middle - 1)[0]
    fall = float((near - far) @ stage.up)
    steps = (ground - float(near @ stage.up)) / fall if abs(fall) > 1e-3 else np.inf
    return middle + steps if -_BACK < steps < _FORTH else middle


def _normal(asset: PlacedAsset) -> Float:
    about, over = (np.deg2rad(angle) for angle in _TURNS[asset.placement.tilt])
    leaning = np.array([np.sin(about), -np.cos(about) * np.sin(over), np.cos(about) * np.cos(over)])
    turn = np.deg2rad(-asset.placement.rotate)
    c, s = np.cos(turn), np.sin(turn)
    turned: Float = np.array([[c, -s, 0], [s, c, 0], [0, 0, 1]]) @ leaning
    return turned
