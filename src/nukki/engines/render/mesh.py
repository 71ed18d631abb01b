"""Art to bodies: every part of the art becomes a closed, smooth body of its own.

A part that lies mostly on nothing is a free body with a front and a flatter back; one that lies
on others is laid on their height, extended past their edge, with a small thickness of its own.
"""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np
import numpy.typing as npt
from picosvg.svg_types import SVGPath

from nukki.catalog.art import Art, Part
from nukki.catalog.look import Bevel
from nukki.core.nearest import nearest
from nukki.engines.render import colours, field, inflate
from nukki.engines.render.coverage import Box
from nukki.engines.render.field import Float, Outline

Float32 = npt.NDArray[np.float32]

_CANVAS = 256  # nodes across the board on which parts are stacked
_CELLS = 170  # grid cells across a part's larger side
_FREE = 0.5  # a part with less of its area on others stands free
_HIGHLIGHT_SHARE = 0.14  # of the part below: painted highlights are smaller
_MIN_SIDE = 1e-3  # smaller parts, relative to the art, cannot be seen


@dataclass(frozen=True)
class Body:
    """A closed mesh: `points`, unit `normals` (N, 3), `uv` (N, 2), `faces` (M, 3).

    Coordinates: the art's drawn bounding box is centred on the origin with a larger side of 1;
    y up, z towards the viewer. `colour` is sRGB 0..1; `part` is the index in the art, or -1.
    """

    points: Float32
    normals: Float32
    uv: Float32
    faces: npt.NDArray[np.uint32]
    colour: tuple[float, float, float]
    part: int


def bounds(art: Art) -> Box:
    """The box (x, y, width, height) of everything drawn, in the art's units."""
    boxes = [SVGPath(d=part.path).bounding_box() for part in art.parts]
    left, top = min(b.x for b in boxes), min(b.y for b in boxes)
    right = max(b.x + b.w for b in boxes)
    bottom = max(b.y + b.h for b in boxes)
    return (left, top, right - left, bottom - top)


def model(art: Art, bevel: Bevel) -> list[Body]:
    """The bodies of an art, back to front."""
    box = bounds(art)
    board = _Board(box)
    bodies = (_body(art, index, box, bevel, board) for index in range(len(art.parts)))
    return [body for body in bodies if body is not None]


def rim_width(bevel: Bevel) -> float:
    """Width of the rounded rim for an art of size 1: from a card's edge to a pillow."""
    return float(0.008 + 0.172 * bevel.fullness)


class _Board:
    """The height of what has been stacked so far, on a square grid over the art."""

    def __init__(self, box: Box) -> None:
        side = max(box[2], box[3]) * 1.1
        self.cell = side / _CANVAS
        self.origin = (box[0] + box[2] / 2 - side / 2, box[1] + box[3] / 2 - side / 2)
        self.top: Float32 = np.zeros((_CANVAS, _CANVAS), np.float32)
        self.filled = np.zeros((_CANVAS, _CANVAS), np.float32)
        self.owner = np.full((_CANVAS, _CANVAS), -1, np.int64)

    def project(self, image: Float, origin: tuple[float, float], cell: float) -> Float32:
        """An image on a part's grid, resampled to the board; 0 outside."""
        scale = self.cell / cell
        matrix = np.array(
            [
                [scale, 0, (self.origin[0] - origin[0]) / cell],
                [0, scale, (self.origin[1] - origin[1]) / cell],
            ]
        )
        moved = cv2.warpAffine(
            image.astype(np.float32),
            matrix,
            (_CANVAS, _CANVAS),
            flags=cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP,
        )
        return np.asarray(moved, np.float32)

    def at(self, image: Float32, points: Float) -> Float:
        """Bilinear values of a board image at points (N, 2) in art units."""
        where = ((points - np.asarray(self.origin)) / self.cell).astype(np.float32)
        picked = cv2.remap(
            image,
            where[None, :, 0],
            where[None, :, 1],
            cv2.INTER_LINEAR,
            borderMode=cv2.BORDER_REPLICATE,
        )
        return np.asarray(picked[0], np.float64)

    def surface(self) -> Float32:
        """The stacked height, extended smoothly to where nothing lies.

        The last nodes before an edge are left out: there the height falls too steeply for this
        grid, and would carry its steps into whatever is laid across the edge.
        """
        solid = (self.filled > 0.5).astype(np.uint8)
        core = cv2.erode(solid, np.ones((5, 5), np.uint8))
        if not core.any():
            core = solid
        if not core.any():
            return self.top
        extended = nearest(np.asarray(1 - core, np.uint8)).spread(self.top)
        wide = np.asarray(cv2.GaussianBlur(extended, (0, 0), _CANVAS * 0.03), np.float32)
        fine = np.asarray(cv2.GaussianBlur(extended, (0, 0), _CANVAS * 0.008), np.float32)
        inside = cv2.GaussianBlur(core.astype(np.float32), (0, 0), _CANVAS * 0.012)
        return np.asarray(wide + (fine - wide) * inside, np.float32)

    def add(self, front: Float32, mask: Float32, part: int) -> None:
        """Stack a part's front."""
        solid = mask > 0.5
        self.top[solid] = np.maximum(self.top, front)[solid]
        self.filled = np.maximum(self.filled, mask)
        self.owner[solid] = part

    def bearer(self, mask: Float32) -> int:
        """The part that nearly all of `mask` lies on, or -1."""
        below = self.owner[mask > 0.5]
        if not below.size or below.min() < 0:
            return -1
        part = int(np.bincount(below).argmax())
        return part if (below == part).mean() > 0.9 else -1


def _body(art: Art, index: int, box: Box, bevel: Bevel, board: _Board) -> Body | None:
    part = art.parts[index]
    outlined = _outline(part, box)
    if outlined is None:
        return None
    grid, outline = outlined
    scale = max(box[2], box[3])
    mask = board.project((grid.values > 0).astype(np.float64), grid.origin, grid.cell)
    area = float(mask.sum())
    bearer = board.bearer(mask)
    if bearer >= 0:
        room = float((board.owner == bearer).sum())
        if _is_highlight(part, art.parts[bearer], area / room):
            return None
    overlap = float((mask * board.filled).sum())
    free = area <= 0 or overlap / area < _FREE
    rim = rim_width(bevel) * scale * (1.0 if free else 0.4)
    profile = inflate.inflate(outline, rim)
    thickness = (0.25 + 1.5 * bevel.depth) * (1.0 if free else 0.55)
    height, slope = profile.height * thickness, profile.slope * thickness**2
    if free:
        lift = _lift(board, mask, overlap)
        base, tilt = np.full(len(outline.points), lift), np.zeros_like(outline.points)
    else:
        base, tilt = _laid_on(board, outline)
    board.add(_front(board, grid, outline, base + height), mask, index)
    back = bevel.back if free else 0.25
    points, normals, faces = _close(outline, base, tilt, height, slope, back, box)
    uv = points[:, :2].copy()
    return Body(points, normals, uv, faces, part.colour, index)


def _is_highlight(part: Part, bearer: Part, share: float) -> bool:
    """Whether a part is painted light: small, and a paler shade of what it lies on.

    Flat art paints its highlights; a lit body makes its own, and a bump there looks wrong.
    """
    light, hue, chroma = colours.polar(colours.to_oklab(part.colour))
    base, base_hue, base_chroma = colours.polar(colours.to_oklab(bearer.colour))
    turn = abs((hue - base_hue + np.pi) % (2 * np.pi) - np.pi)
    coloured = min(chroma, base_chroma) > colours.NEUTRAL
    paler = light > base + 0.04 and turn < np.pi / 7
    return bool(share < _HIGHLIGHT_SHARE and paler and coloured)


def _outline(part: Part, box: Box) -> tuple[field.Field, Outline] | None:
    own = SVGPath(d=part.path).bounding_box()
    scale = max(box[2], box[3])
    side = max(own.w, own.h)
    if side < _MIN_SIDE * scale:
        return None
    cell = max(side / _CELLS, scale / 700)
    grid = field.sample(part.path, (own.x, own.y, own.w, own.h), cell)
    outline = field.triangulate(grid)
    return (grid, outline) if len(outline.faces) else None


def _lift(board: _Board, mask: Float32, overlap: float) -> float:
    """How far a free part must come forward to stay in front of what it overlaps."""
    if overlap < 1:
        return 0.0
    covered = board.top[(mask > 0.5) & (board.filled > 0.5)]
    return float(np.percentile(covered, 85)) if covered.size else 0.0


def _laid_on(board: _Board, outline: Outline) -> tuple[Float, Float]:
    surface = board.surface()
    rows, columns = (np.asarray(g, np.float32) for g in np.gradient(surface, board.cell))
    base = board.at(surface, outline.points)
    tilt = np.stack([board.at(columns, outline.points), board.at(rows, outline.points)], 1)
    return base, tilt


def _front(board: _Board, grid: field.Field, outline: Outline, front: Float) -> Float32:
    """A part's front height on the board."""
    image = np.zeros(grid.values.size)
    inner = outline.nodes >= 0
    image[outline.nodes[inner]] = front[inner]
    return board.project(image.reshape(grid.values.shape), grid.origin, grid.cell)


def _close(
    outline: Outline,
    base: Float,
    tilt: Float,
    height: Float,
    slope: Float,
    back: float,
    box: Box,
) -> tuple[Float32, Float32, npt.NDArray[np.uint32]]:
    """Front and back over one shared rim. Normals come from the profile, not from the faces:
    for height h the normal is (-slope, h) up to length. Only the rim takes the mean of its
    faces, or a viewer at a grazing angle would see faces whose normals point away: black."""
    scale = max(box[2], box[3])
    inner = np.nonzero(~outline.rim)[0]
    count = len(outline.points)
    front_z = base + height
    back_z = (base - back * height)[inner]
    flat = np.concatenate([outline.points, outline.points[inner]])
    z = np.concatenate([front_z, back_z])
    centre = np.array([box[0] + box[2] / 2, box[1] + box[3] / 2])
    points = np.column_stack([flat - centre, z]) / scale * np.array([1, -1, 1])
    # d(height)/dx = slope / height; with the base's own tilt on top.
    front = np.column_stack([-(slope + tilt * height[:, None]), height])
    behind = np.column_stack(
        [
            -(back * slope[inner] - tilt[inner] * height[inner, None]),
            -height[inner],
        ]
    )
    normals = np.concatenate([front, behind]) * np.array([1, -1, 1])
    length = np.linalg.norm(normals, axis=1, keepdims=True)
    normals = np.where(length > 1e-12, normals / np.maximum(length, 1e-12), [[0.0, 0.0, 1.0]])
    to_back = np.arange(count)
    to_back[inner] = count + np.arange(len(inner))
    # y is flipped above, so the front's faces turn; the back's keep their order.
    faces = _outward(points, np.concatenate([outline.faces[:, ::-1], to_back[outline.faces]]))
    rim = np.nonzero(outline.rim)[0]
    normals[rim] = _face_normals(points, faces)[rim]
    return points.astype(np.float32), normals.astype(np.float32), faces.astype(np.uint32)


def _face_normals(points: Float, faces: field.Index) -> Float:
    """Area-weighted mean of the normals of the faces around each vertex."""
    a, b, c = (points[faces[:, k]] for k in range(3))
    face = np.repeat(np.cross(b - a, c - a), 3, axis=0)
    total = np.stack([np.bincount(faces.ravel(), face[:, k], len(points)) for k in range(3)], 1)
    length = np.linalg.norm(total, axis=1, keepdims=True)
    normal: Float = total / np.maximum(length, 1e-20)
    return normal


def _outward(points: Float, faces: field.Index) -> field.Index:
    """Faces in the order that makes the enclosed volume positive."""
    a, b, c = (points[faces[:, k]] for k in range(3))
    volume = float(np.einsum("ni,ni->", a, np.cross(b, c)))
    return faces if volume >= 0 else faces[:, ::-1]
