"""Placed objects to a stage: bodies in world space in front of a camera that frames them."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

import numpy as np
import numpy.typing as npt

from nukki.catalog.art import Art
from nukki.catalog.look import Camera
from nukki.catalog.placement import Room
from nukki.engines.render.mesh import Body
from nukki.engines.render.placed import Placed

Matrix = npt.NDArray[np.float64]
Points = npt.NDArray[np.float64]

_LAYER = 0.04  # least distance between objects in depth, in scene units
_LEAN = 0.85  # share of an object's front that stays clear of what stands before it
_SINK = 0.55  # share of an object's back that stays clear of what stands behind it
_MARGIN = 0.07  # of the frame's shorter side stays empty all around
_FLOOR_MARGIN = 0.10  # with a shadow below
_RAISED = 0.035  # how far objects on a floor stand above the middle
_SENSOR = 36.0  # mm, the full-frame width that focal lengths refer to


@dataclass(frozen=True)
class View:
    """A camera on the z axis at `distance`, looking at the origin; `half` is the half height
    (of the frame's shorter side) that it sees there. Orthographic when `distance` is infinite."""

    distance: float
    half: float

    def project(self, points: Points) -> Points:
        """World points (N, 3) to the frame, where the shorter side is -1..1 and y points up."""
        if np.isinf(self.distance):
            return points[:, :2] / self.half
        scale = self.distance / (self.distance - points[:, 2:]) / self.half
        projected: Points = points[:, :2] * scale
        return projected

    def towards(self, points: Points) -> Points:
        """Unit directions from points (N, 3) to the viewer."""
        if np.isinf(self.distance):
            return np.broadcast_to(np.array([0.0, 0.0, 1.0]), points.shape)
        rays = np.array([0.0, 0.0, self.distance]) - points
        unit: Points = rays / np.linalg.norm(rays, axis=1, keepdims=True)
        return unit


@dataclass(frozen=True)
class Stage:
    """`objects` are the bodies of each placed object in world space, far to near; `up` is the
    direction away from the floor they stand on. The camera looks at the middle of `room`, the part
    of the frame that they keep to, and its scale is the room's; None is the whole frame."""

    objects: tuple[tuple[Body, ...], ...]
    view: View
    up: npt.NDArray[np.float64]
    width: int
    height: int
    room: Room | None = None

    @property
    def short(self) -> int:
        """The shorter side, in pixels, of what the objects keep to."""
        return min(self._inner)

    @property
    def centre(self) -> tuple[float, float]:
        """Where in the frame the camera looks, in pixels."""
        width, height = self._inner
        x, y = (self.room.x, self.room.y) if self.room else (0, 0)
        return x + width / 2, y + height / 2

    @property
    def film(self) -> tuple[int, int, int, int]:
        """A film with the camera's target in its middle that holds the whole frame: its width and
        height in pixels, and where in it the frame begins."""
        x, y = self.centre
        width = round(2 * max(x, self.width - x))
        height = round(2 * max(y, self.height - y))
        return width, height, round(width / 2 - x), round(height / 2 - y)

    @property
    def _inner(self) -> tuple[int, int]:
        if self.room is None:
            return self.width, self.height
        return self.room.width, self.room.height

    def box(self, pad: int = 3) -> tuple[int, int, int, int]:
        """The pixels (x, y, width, height) that the objects cover, with a pad."""
        spots = np.concatenate(
            [self.pixels(body.points) for bodies in self.objects for body in bodies]
        )
        low = np.floor(spots.min(0)).astype(int) - pad
        high = np.ceil(spots.max(0)).astype(int) + pad
        x0, y0 = max(int(low[0]), 0), max(int(low[1]), 0)
        x1, y1 = min(int(high[0]), self.width), min(int(high[1]), self.height)
        return (x0, y0, x1 - x0, y1 - y0)

    def pixels(self, points: npt.NDArray[np.float32]) -> Points:
        """World points to pixel positions (N, 2), y down."""
        flat = self.view.project(points.astype(np.float64)) * (self.short / 2)
        spots: Points = np.array(self.centre) + flat * np.array([1, -1])
        return spots

    def at_depth(self, spots: Points, depth: Points | float) -> Points:
        """Pixel positions (N, 2) to the world points (N, 3) seen there with z = `depth`."""
        flat = (spots - np.array(self.centre)) * np.array([1, -1]) / (self.short / 2)
        z = np.broadcast_to(np.asarray(depth, np.float64), (len(spots),))
        scale = self.view.half * (
            np.ones_like(z) if np.isinf(self.view.distance) else 1 - z / self.view.distance
        )
        points: Points = np.column_stack([flat * scale[:, None], z])
        return points


def build(
    placed: Sequence[Placed],
    model: Callable[[Art], Sequence[Body]],
    camera: Camera,
    seed: int,
    width: int,
    height: int,
    *,
    floor: bool = False,
    reach: float = 0.0,
    room: Room | None = None,
) -> Stage:
    """The stage for one candidate; the seed moves the camera a little.

    The objects fill `room`, or the frame. A margin is left below when there is a `floor` with a
    shadow, and all around for light that goes out by `reach`, a share of the shorter side.
    """
    draw = np.random.default_rng([seed & 0xFFFFFFFF, seed >> 32, 0xCA3])
    orbit = _orbit(camera, draw)
    view = _view(camera)
    posed = [
        [_moved(body, _pose(one, camera) * one.size, np.zeros(3)) for body in model(one.art)]
        for one in placed
    ]
    moved = [
        [_moved(body, orbit, orbit @ np.array([one.x, one.y, depth])) for body in bodies]
        for one, bodies, depth in zip(placed, posed, _depths(placed, posed), strict=True)
    ]
    wide, high = (room.width, room.height) if room else (width, height)
    short = min(wide, high)
    margin = 2 * ((_FLOOR_MARGIN if floor else _MARGIN) + reach)
    scale, offset = _frame(moved, view, wide / short - margin, high / short - margin)
    if floor:
        offset = offset + np.array([0.0, _RAISED * high / short, 0.0])
    objects = tuple(
        tuple(_moved(body, np.eye(3) * scale, offset) for body in bodies) for bodies in moved
    )
    return Stage(objects, view, orbit @ np.array([0.0, 1.0, 0.0]), width, height, room)


def _depths(placed: Sequence[Placed], posed: Sequence[Sequence[Body]]) -> list[float]:
    """How far forward each object stands, far to near: in front of those it overlaps.

    Bodies may sink a little into what is behind them, as things that lean on each other do.
    """
    boxes = [
        _extent(bodies) + np.array([one.x, one.y, 0])
        for one, bodies in zip(placed, posed, strict=True)
    ]
    depths: list[float] = []
    for index, (low, high) in enumerate(boxes):
        depth = _LAYER * index
        for other, (behind_low, behind_high) in enumerate(boxes[:index]):
            apart = (low[:2] > behind_high[:2]) | (high[:2] < behind_low[:2])
            if not apart.any():
                front = depths[other] + behind_high[2] * _LEAN
                depth = max(depth, front - low[2] * _SINK)
        depths.append(float(depth))
    return depths


def _extent(bodies: Sequence[Body]) -> Points:
    """The corners (2, 3), lowest and highest, of an object's box."""
    points = np.concatenate([body.points[::5] for body in bodies]).astype(np.float64)
    return np.stack([points.min(0), points.max(0)])


def _view(camera: Camera) -> View:
    if camera.projection == "isometric":
        return View(np.inf, 1.0)
    return View(1.0 / np.tan(np.arctan(_SENSOR / 2 / camera.lens)), 1.0)


def _orbit(camera: Camera, draw: np.random.Generator) -> Matrix:
    loose = 0.3 if camera.projection == "isometric" else 1.0
    elevation = camera.elevation + draw.normal(0, 2.0) * loose
    turn = camera.turn + draw.normal(0, 4.0) * loose
    return _about_x(elevation) @ _about_y(turn)


def _pose(one: Placed, camera: Camera) -> Matrix:
    if camera.projection == "isometric":
        return _about_z(one.roll * 0.15)
    return _about_y(one.yaw) @ _about_x(one.pitch) @ _about_z(one.roll)


def _about_x(degrees: float) -> Matrix:
    c, s = np.cos(np.deg2rad(degrees)), np.sin(np.deg2rad(degrees))
    return np.array([[1, 0, 0], [0, c, -s], [0, s, c]])


def _about_y(degrees: float) -> Matrix:
    c, s = np.cos(np.deg2rad(degrees)), np.sin(np.deg2rad(degrees))
    return np.array([[c, 0, s], [0, 1, 0], [-s, 0, c]])


def _about_z(degrees: float) -> Matrix:
    c, s = np.cos(np.deg2rad(degrees)), np.sin(np.deg2rad(degrees))
    return np.array([[c, -s, 0], [s, c, 0], [0, 0, 1]])


def _moved(body: Body, matrix: Matrix, shift: npt.NDArray[np.float64]) -> Body:
    points = body.points @ matrix.T + shift
    normals = body.normals @ np.linalg.inv(matrix)
    normals /= np.maximum(np.linalg.norm(normals, axis=1, keepdims=True), 1e-12)
    return replace(body, points=points.astype(np.float32), normals=normals.astype(np.float32))


def _frame(
    objects: Sequence[Sequence[Body]], view: View, wide: float, high: float
) -> tuple[float, npt.NDArray[np.float64]]:
    """Scale and shift that fit the projected box into -wide..wide, -high..high."""
    points = np.concatenate([body.points[::7] for bodies in objects for body in bodies])
    points = points.astype(np.float64)
    scale, offset = 1.0, np.zeros(3)
    for _ in range(6):  # perspective makes the box depend on the scale; this converges fast
        flat = view.project(points * scale + offset)
        low, high_corner = flat.min(0), flat.max(0)
        size = np.maximum(high_corner - low, 1e-6)
        grow = float(min(2 * wide / size[0], 2 * high / size[1]))
        middle = (low + high_corner) / 2 * view.half
        scale *= grow
        offset = (offset - np.array([middle[0], middle[1], 0.0])) * grow
    return scale, offset
