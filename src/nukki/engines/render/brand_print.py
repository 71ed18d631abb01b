"""A brand picture printed on an object: which face of it, and where each of its pixels goes."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

import cv2
import numpy as np
import numpy.typing as npt

from nukki.catalog.placement import PlacedAsset, Placement, Room, quad_in_frame
from nukki.core.nearest import nearest
from nukki.core.pixels import premultiply, to_bytes, to_float, unpremultiply
from nukki.engines.render.mesh import Body
from nukki.engines.render.tracer import Box, Tick, Tracer

Byte = npt.NDArray[np.uint8]
Float32 = npt.NDArray[np.float32]
Float = npt.NDArray[np.float64]

_FACES = 16  # samples a pixel for where the surface lies
_SURE = 0.5  # of a pixel that must be the face, for it to be printed on
_FLAT = 0.75  # cosine: what turns further from a face's middle is its rim
_RIM = 0.008  # of the room's shorter side at a face's border stays free of print
_FAR = 0.25  # how much a place further away, by the shorter side, must be better
_FIRST_HIT = {
    "type": "aov",
    "aovs": "albedo:albedo,normal:sh_normal,uv:uv",
    "first": {"type": "depth"},
}
_ALL = 0.995  # of a picture: more than this nobody sees
_COARSE = 256  # pixels along the shorter side are enough to look for a place
_FINE = 3  # samples a pixel, along an axis, of the printed picture


@dataclass(frozen=True)
class Found:
    """The object to print on, by the `names` of its bodies in the scene, and where; `scene` holds
    all bodies without light."""

    names: tuple[str, ...]
    place: Placement
    scene: Any


@dataclass(frozen=True)
class Face:
    """An object in the pixels of `box`: coordinates `uv` (h, w, 2) of its art, which all its
    bodies share, world `normals` (h, w, 3), the share of each pixel that it covers and that it
    shows (h, w), and the names of its bodies in the scene."""

    names: tuple[str, ...]
    box: Box
    uv: Float32
    normals: Float32
    cover: Float32
    seen: Float32


@dataclass(frozen=True)
class Print:
    """`flat` (h, w, 4) straight: the picture's own colours on the face, whatever hides it;
    the box of `place` has its middle."""

    face: Face
    flat: Byte
    place: Placement


def find(
    tracer: Tracer,
    asset: PlacedAsset,
    picture: Byte,
    taken: Sequence[Room],
    next_tick: Callable[[], Tick],
) -> Found | None:
    """The object whose face has most room for the picture, near to where it was planned."""
    tick = next_tick()
    things = _things(tracer)
    coded = {
        name: tracer.shape(body_of(tracer, name), _reflecting((1 + index) / len(things)))
        for index, names in enumerate(things)
        for name in names
    }
    scene = tracer.scene(coded, lit=False)
    first = tracer.window(scene, tracer.box, _FIRST_HIT, 1, tick)
    codes, normals = first[..., -6], first[..., -5:-2]
    seen = np.rint(codes * len(things)).astype(np.int32)
    shape = _Shape.of(asset, picture, tracer.stage.short)
    best: tuple[float, tuple[str, ...], Placement] | None = None
    for index, names in enumerate(things):
        mask, main = _face(seen == index + 1, normals, tracer.stage.short)
        if not mask.any():
            continue
        worth, place = shape.best(_in_frame(mask, tracer), main, taken)
        if best is None or worth > best[0]:
            best = worth, names, place
    return None if best is None else Found(best[1], best[2], scene)


def face(tracer: Tracer, found: Found, next_tick: Callable[[], Tick]) -> Face:
    """The face of an object around a place."""
    names, place = found.names, found.place
    ticks = next_tick(), next_tick()
    box = _around(place, tracer.box)
    # Normals of the body's own surface are told in its own frame: a plain one tells the world's.
    plain = {name: tracer.shape(body_of(tracer, name), _reflecting(1.0)) for name in names}
    alone = tracer.scene(plain, lit=False)
    picture = tracer.window(alone, box, _FIRST_HIT, _FACES, ticks[0])
    known = np.maximum(picture[..., 3:4], 1e-6)
    normals = picture[..., -5:-2] / known
    normals /= np.maximum(np.linalg.norm(normals, axis=-1, keepdims=True), 1e-6)
    tracer.recolour(found.scene, {key: float(key in names) for key in tracer.bodies})
    seen = tracer.window(found.scene, box, _FIRST_HIT, _FACES, ticks[1])[..., -6]
    uv = picture[..., -2:] / known
    there = picture[..., 3]
    return Face(
        names, box, uv.astype(np.float32), normals.astype(np.float32), there, np.clip(seen, 0, 1)
    )


def laid_on(picture: Byte, asset: PlacedAsset, on: Face, place: Placement) -> Print | None:
    """The picture on the face with its middle where that of `place` is, upright as the face is, and
    as large as asked where the surface faces the viewer; None where the face is too steep."""
    x, y, width, height = on.box
    middle = np.array([place.x + place.width / 2 - x, place.y + place.height / 2 - y])
    fitted = _fitted(on, middle, 0.3 * min(place.width, place.height))
    if fitted is None:
        return None
    centre, turned = fitted
    step = float(np.linalg.svd(turned, compute_uv=False)[-1])  # uv in a pixel that is seen straight
    turn = math.radians(place.rotate)
    c, s = math.cos(turn), math.sin(turn)
    there = np.array([[c, s], [-s, c]]) @ np.diag([1, -1]) / (step * asset.placement.scale)
    # Beyond the border the face goes on as it is, or its last pixels would be torn.
    uv = nearest((on.cover <= _SURE).astype(np.uint8)).spread(on.uv)
    size = (width * _FINE, height * _FINE)
    fine = np.asarray(cv2.resize(uv, size, interpolation=cv2.INTER_LINEAR), np.float32)
    at = (fine - centre.astype(np.float32)) @ there.T.astype(np.float32)
    at += np.array([asset.width / 2, asset.height / 2], np.float32)
    flat = _sampled(picture, at, asset.placement.scale)
    flat[..., 3] = to_bytes(to_float(flat[..., 3]) * np.clip(on.cover, 0, 1))
    left, top, across, down = cv2.boundingRect(np.ascontiguousarray(flat[..., 3]))
    if not across:
        return None
    # Of the planned size, so that the picture as it is can stand there as well.
    moved = {
        "x": x + left + (across - place.width) // 2,
        "y": y + top + (down - place.height) // 2,
        "tilt": "none",
    }
    return Print(on, flat, place.model_copy(update=moved))


def body_of(tracer: Tracer, name: str) -> Body:
    """The body that is a shape of the scene by this name."""
    _, thing, part = name.split("_")
    return tracer.stage.objects[int(thing)][int(part)]


def _things(tracer: Tracer) -> list[tuple[str, ...]]:
    """The names of the bodies of each object: bands and handles are printed on like the rest."""
    return [
        tuple(f"body_{thing}_{part}" for part in range(len(bodies)))
        for thing, bodies in enumerate(tracer.stage.objects)
    ]


def _reflecting(value: float) -> dict[str, object]:
    return {"type": "diffuse", "reflectance": {"type": "rgb", "value": value}}


def _face(mask: npt.NDArray[np.bool_], normal: Float32, short: int) -> tuple[Byte, Float32]:
    """What of a visible object is its face: turned as most of it, and not close to its border; and
    its normal."""
    if not mask.any():
        return mask.astype(np.uint8), np.zeros(3, np.float32)
    main = np.median(normal[mask], 0).astype(np.float32)
    main /= np.float32(max(float(np.linalg.norm(main)), 1e-6))
    flat = (mask & (normal @ main > _FLAT)).astype(np.uint8)
    rim = max(round(_RIM * short), 1)
    closed = cv2.morphologyEx(flat, cv2.MORPH_CLOSE, np.ones((3, 3), np.uint8))
    inner = cv2.erode(closed, np.ones((2 * rim + 1, 2 * rim + 1), np.uint8))
    return np.asarray(inner, np.uint8), main


@dataclass(frozen=True)
class _Shape:
    """What is to be printed, coarsely: its `alpha` (h, w) `coarse` times smaller, and its place."""

    alpha: Float32
    coarse: int
    planned: Placement
    short: int

    @classmethod
    def of(cls, asset: PlacedAsset, picture: Byte, short: int) -> _Shape:
        place = asset.placement
        turned = place.model_copy(update={"tilt": "none"})
        corners = np.array(quad_in_frame(asset.width, asset.height, turned)) - (place.x, place.y)
        coarse = max(1, round(short / _COARSE))
        source = np.array([(0, 0), (asset.width, 0), (asset.width, asset.height)], np.float32)
        size = -(-place.width // coarse), -(-place.height // coarse)
        there = cv2.getAffineTransform(source, (corners[:3] / coarse).astype(np.float32))
        alpha = np.ascontiguousarray(picture[..., 3])
        small = cv2.warpAffine(alpha, there, size, flags=cv2.INTER_AREA)
        return cls(to_float(np.asarray(small, np.uint8)), coarse, place, short)

    def best(self, mask: Byte, normal: Float32, taken: Sequence[Room]) -> tuple[float, Placement]:
        """The place on a face (H, W) where most of the shape is to be seen, near to the plan, and
        what it is worth; up to 1."""
        free = (mask > 0).astype(np.float32)
        for room in taken:
            rows = slice(max(room.y, 0), max(room.y + room.height, 0))
            free[rows, max(room.x, 0) : max(room.x + room.width, 0)] = 0
        height, width = (-(-side // self.coarse) for side in mask.shape)
        few = cv2.resize(free, (width, height), interpolation=cv2.INTER_AREA)
        seen = cv2.filter2D(few, -1, self._seen_from(normal), borderType=cv2.BORDER_CONSTANT)
        place = self.planned
        middle = place.x + place.width / 2, place.y + place.height / 2
        x = (np.arange(width, dtype=np.float32) + 0.5) * self.coarse - np.float32(middle[0])
        y = (np.arange(height, dtype=np.float32) + 0.5) * self.coarse - np.float32(middle[1])
        away = np.hypot(x[None, :], y[:, None]) / self.short
        worth = np.minimum(seen, _ALL) - np.float32(_FAR) * away
        row, column = divmod(int(worth.argmax()), width)
        moved = {"x": place.x + round(float(x[column])), "y": place.y + round(float(y[row]))}
        return float(worth[row, column]), place.model_copy(update=moved)

    def _seen_from(self, normal: Float32) -> Float32:
        """The shape foreshortened as on a face with this normal, to sum 1."""
        height, width = self.alpha.shape
        narrow = max(round(width * float(np.sqrt(max(1 - normal[0] ** 2, 0.04)))), 1)
        low = max(round(height * float(np.sqrt(max(1 - normal[1] ** 2, 0.04)))), 1)
        small = cv2.resize(self.alpha, (narrow, low), interpolation=cv2.INTER_AREA)
        small = np.maximum(small, np.float32(1e-4))
        return np.asarray(small / small.sum(), np.float32)


def _in_frame(mask: Byte, tracer: Tracer) -> Byte:
    x, y, width, height = tracer.box
    frame = np.zeros((tracer.stage.height, tracer.stage.width), np.uint8)
    frame[y : y + height, x : x + width] = mask * np.uint8(255)
    return frame


def _around(place: Placement, within: Box) -> Box:
    """A box around a place in which a print turned with the surface finds room."""
    side = math.hypot(place.width, place.height) * 0.56 + 4
    x, y = place.x + place.width / 2, place.y + place.height / 2
    left, top = max(int(x - side), within[0]), max(int(y - side), within[1])
    right = min(math.ceil(x + side), within[0] + within[2])
    bottom = min(math.ceil(y + side), within[1] + within[3])
    return left, top, max(right - left, 1), max(bottom - top, 1)


def _fitted(on: Face, middle: Float, reach: float) -> tuple[Float, Float] | None:
    """The plane through `uv` near a pixel: its value at the middle, and its change a pixel (2, 2),
    a column for x and one for y."""
    rows, columns = np.nonzero(on.cover > _SURE)
    offset = np.stack([columns, rows], 1) + 0.5 - middle
    near = (np.abs(offset) <= max(reach, 3)).all(1)
    if near.sum() < 9:
        return None
    known = np.column_stack([np.ones(int(near.sum())), offset[near]])
    solved = np.linalg.lstsq(
        known, on.uv[rows[near], columns[near]].astype(np.float64), rcond=None
    )[0]
    if np.linalg.svd(solved[1:], compute_uv=False)[-1] < 1e-7:
        return None
    return solved[0], solved[1:].T


def _sampled(picture: Byte, at: Float32, scale: float) -> Byte:
    """The picture at positions (h, w, 2) in its own pixels, `_FINE` of them a pixel."""
    light = premultiply(to_float(picture))
    coarser = max(1, int(1 / (scale * _FINE)))
    if coarser > 1:
        size = (-(-light.shape[1] // coarser), -(-light.shape[0] // coarser))
        at = at * np.array([size[0] / light.shape[1], size[1] / light.shape[0]], np.float32)
        light = np.asarray(cv2.resize(light, size, interpolation=cv2.INTER_AREA), np.float32)
    around = cv2.copyMakeBorder(light, 2, 2, 2, 2, cv2.BORDER_CONSTANT)
    x, y = (np.ascontiguousarray(at[..., k] + np.float32(1.5)) for k in range(2))
    fine = cv2.remap(around, x, y, cv2.INTER_CUBIC, borderMode=cv2.BORDER_CONSTANT)
    size = (at.shape[1] // _FINE, at.shape[0] // _FINE)
    few = np.asarray(cv2.resize(fine, size, interpolation=cv2.INTER_AREA), np.float32)
    small = np.clip(few, 0, 1)
    small[..., :3] = np.minimum(small[..., :3], small[..., 3:])
    flat = to_bytes(unpremultiply(small))
    flat[flat[..., 3] == 0] = 0
    return flat
