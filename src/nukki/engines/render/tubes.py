"""Art as bent light tubes: one tube along the outline of every part, one line where it is thin.

Nearer objects hide the tubes behind them with an invisible plate, so that a cluster of signs
stays readable.
"""

from __future__ import annotations

import cv2
import numpy as np
import numpy.typing as npt

from nukki.catalog.art import Art, Part
from nukki.catalog.look import Neon
from nukki.engines.render import field
from nukki.engines.render.coverage import Box, coverage
from nukki.engines.render.mesh import Body, bounds

Points = npt.NDArray[np.float64]

_BOARD = 768  # pixels across the art while its lines are found
_SIDES = 14
_STEP = 0.0035  # distance between rings of a tube, relative to the art
_SHORT = 2.6  # lines shorter than this many radii are dust
_NARROW = 2.4  # a part nowhere deeper than this many radii has no room for two tubes side by side
_SLIM = 0.75  # of the half width of a narrow part: its tube, so that letters stay apart
_PLATE_Z = -0.03
_LIFT = 0.004  # each later part's tube lies this much nearer


def model(art: Art, neon: Neon) -> list[Body]:
    """The tubes of an art, `uv[:, 0] = 1`, then its plate, `uv[:, 0] = 0`."""
    box = bounds(art)
    scale = max(box[2], box[3])
    radius = neon.tube / 32 / 2
    bodies: list[Body] = []
    taken = np.zeros((_BOARD, _BOARD), np.uint8)
    for order, part in reversed(list(enumerate(art.parts))):
        # Later parts are painted on top, so they keep their lines and earlier ones give way.
        lines, slim = _lines(part, box, radius, taken)
        for line, closed in lines:
            bodies.append(_sweep(line, closed, order * _LIFT, slim, part.colour, order))
    bodies.append(_plate(art, box, scale))
    return bodies


def _lines(
    part: Part, box: Box, radius: float, taken: npt.NDArray[np.uint8]
) -> tuple[list[tuple[Points, bool]], float]:
    """Centre lines in art-relative coordinates (y up), with whether each is closed; and the
    radius of their tubes, smaller than asked for where the part is narrower."""
    mask = _mask(part, box)
    unit = _BOARD / 1.1
    width = radius * unit
    depth = cv2.distanceTransform(mask, cv2.DIST_L2, 5)
    if depth.max() < _NARROW * width:
        skeleton = np.asarray(cv2.ximgproc.thinning(mask), np.uint8)
        if not skeleton.any():
            return [], radius
        width = min(width, _SLIM * float(np.median(depth[skeleton > 0])))
        lines = [(line, False) for line in _strands(skeleton)]
    else:
        lines = _outlined(mask, width)
    result = []
    for pixels, closed in lines:
        for piece, whole in _free(pixels, closed, taken):
            smooth = _smoothed(piece.astype(np.float64), whole, width)
            if _length(smooth) > _SHORT * width:
                result.append(((smooth - _BOARD / 2) / unit * np.array([1, -1]), whole))
    reach = max(round(width * 2.1), 1)
    for pixels, closed in lines:
        cv2.polylines(taken, [pixels.reshape(-1, 1, 2)], closed, 255, reach)
    return result, width / unit


def _outlined(
    mask: npt.NDArray[np.uint8], width: float
) -> list[tuple[npt.NDArray[np.int32], bool]]:
    """Lines along the inside of the outline, and down the middle where it is thin."""
    kernel = cv2.getStructuringElement(cv2.MORPH_ELLIPSE, (2 * round(width * 1.1) + 1,) * 2)
    core = cv2.erode(mask, kernel)
    thick = cv2.dilate(core, kernel)
    contours = cv2.findContours(core, cv2.RETR_LIST, cv2.CHAIN_APPROX_NONE)[0]
    lines = [(np.asarray(contour[:, 0, :], np.int32), True) for contour in contours]
    thin = cv2.morphologyEx(cv2.subtract(mask, thick), cv2.MORPH_OPEN, np.ones((3, 3), np.uint8))
    skeleton = np.asarray(cv2.ximgproc.thinning(thin), np.uint8)
    return lines + [(line, False) for line in _strands(skeleton)]


def _mask(part: Part, box: Box) -> npt.NDArray[np.uint8]:
    side = max(box[2], box[3]) * 1.1
    x, y = box[0] + box[2] / 2 - side / 2, box[1] + box[3] / 2 - side / 2
    covered = coverage(f'<path d="{part.path}"/>', _BOARD, _BOARD, (x, y, side, side))
    return np.where(covered > 127, 255, 0).astype(np.uint8)


def _free(
    pixels: npt.NDArray[np.int32], closed: bool, taken: npt.NDArray[np.uint8]
) -> list[tuple[npt.NDArray[np.int32], bool]]:
    """The stretches of a line that no other tube runs along."""
    busy = taken[pixels[:, 1], pixels[:, 0]] > 0
    if not busy.any():
        return [(pixels, closed)]
    if busy.all():
        return []
    if closed:
        first = int(np.argmax(busy))
        pixels, busy = np.roll(pixels, -first, 0), np.roll(busy, -first)
    edges = np.flatnonzero(np.diff(np.concatenate([[True], busy, [True]]).astype(np.int8)))
    return [(pixels[a:b], False) for a, b in zip(edges[::2], edges[1::2], strict=True) if b - a > 3]


def _strands(skeleton: npt.NDArray[np.uint8]) -> list[npt.NDArray[np.int32]]:
    """A one-pixel skeleton as polylines between its ends and forks."""
    todo = {(int(x), int(y)) for y, x in zip(*np.nonzero(skeleton), strict=True)}
    around = [(dx, dy) for dx in (-1, 0, 1) for dy in (-1, 0, 1) if dx or dy]

    def beside(spot: tuple[int, int]) -> list[tuple[int, int]]:
        return [
            (spot[0] + dx, spot[1] + dy)
            for dx, dy in around
            if (spot[0] + dx, spot[1] + dy) in todo
        ]

    strands = []
    while todo:
        start = min(todo, key=lambda spot: (len(beside(spot)) != 1, spot))
        todo.discard(start)
        line = [start]
        while following := beside(line[-1]):
            line.append(
                min(following, key=lambda s: abs(s[0] - line[-1][0]) + abs(s[1] - line[-1][1]))
            )
            todo.discard(line[-1])
        strands.append(np.array(line, np.int32))
    return strands


def _smoothed(line: Points, closed: bool, width: float) -> Points:
    """Pixel steps removed by a Gaussian along the line; ends of open lines stay in place."""
    if len(line) < 5:
        return line
    sigma = max(width * 0.35, 2.0)
    reach = int(4 * sigma)
    kernel = np.exp(-0.5 * (np.arange(-reach, reach + 1) / sigma) ** 2)
    kernel /= kernel.sum()
    if closed:
        padded = line[np.arange(-reach, len(line) + reach) % len(line)]
    else:
        reach = min(reach, len(line) - 1)
        kernel = kernel[len(kernel) // 2 - reach : len(kernel) // 2 + reach + 1]
        kernel /= kernel.sum()
        padded = np.pad(line, ((reach, reach), (0, 0)), "reflect", reflect_type="odd")
    return np.stack([np.convolve(padded[:, k], kernel, "valid") for k in range(2)], 1)


def _length(line: Points) -> float:
    return float(np.linalg.norm(np.diff(line, axis=0), axis=1).sum()) if len(line) > 1 else 0.0


def _sweep(
    line: Points,
    closed: bool,
    z: float,
    radius: float,
    colour: tuple[float, float, float],
    part: int,
) -> Body:
    """A round tube along a line in the plane; open ends are capped by half spheres."""
    spine = _resampled(np.concatenate([line, line[:1]]) if closed else line)
    if closed:
        spine = spine[:-1]
        tangent = np.roll(spine, -1, 0) - np.roll(spine, 1, 0)
        radii = np.full(len(spine), radius)
    else:
        spine, radii = _capped(spine, radius)
        tangent = np.gradient(spine, axis=0)
    tangent /= np.maximum(np.linalg.norm(tangent, axis=1, keepdims=True), 1e-12)
    across = np.stack([-tangent[:, 1], tangent[:, 0]], 1)
    angle = np.arange(_SIDES) / _SIDES * 2 * np.pi
    ring = np.stack([np.cos(angle), np.sin(angle)], 1)
    normals = np.concatenate(
        [
            across[:, None, :] * ring[None, :, :1],
            np.broadcast_to(ring[None, :, 1:], (len(spine), _SIDES, 1)),
        ],
        2,
    )
    centres = np.concatenate([spine, np.full((len(spine), 1), z)], 1)
    points = centres[:, None, :] + normals * radii[:, None, None]
    faces = _tube_faces(len(spine), closed)
    flat = points.reshape(-1, 3).astype(np.float32)
    uv = np.zeros((len(flat), 2), np.float32)
    uv[:, 0] = 1
    return Body(flat, normals.reshape(-1, 3).astype(np.float32), uv, faces, colour, part)


def _resampled(line: Points) -> Points:
    steps = np.concatenate([[0.0], np.cumsum(np.linalg.norm(np.diff(line, axis=0), axis=1))])
    count = max(int(steps[-1] / _STEP), 4)
    at = np.linspace(0, steps[-1], count)
    return np.stack([np.interp(at, steps, line[:, k]) for k in range(2)], 1)


def _capped(spine: Points, radius: float) -> tuple[Points, Points]:
    """Extra rings that close an open tube with a half sphere at both ends."""
    turn = np.linspace(0, np.pi / 2, 7)[1:]
    along, size = radius * np.sin(turn), np.maximum(radius * np.cos(turn), radius * 1e-3)

    def cap(end: Points, before: Points) -> Points:
        direction = (end - before) / max(float(np.linalg.norm(end - before)), 1e-12)
        return end + along[:, None] * direction

    head, tail = cap(spine[0], spine[1])[::-1], cap(spine[-1], spine[-2])
    radii = np.concatenate([size[::-1], np.full(len(spine), radius), size])
    return np.concatenate([head, spine, tail]), radii


def _tube_faces(rings: int, closed: bool) -> npt.NDArray[np.uint32]:
    here = np.arange(rings if closed else rings - 1)
    there = (here + 1) % rings
    side = np.arange(_SIDES)
    beside = (side + 1) % _SIDES
    a = (here[:, None] * _SIDES + side).ravel()
    b = (here[:, None] * _SIDES + beside).ravel()
    c = (there[:, None] * _SIDES + side).ravel()
    d = (there[:, None] * _SIDES + beside).ravel()
    return np.concatenate([np.stack([a, b, c], 1), np.stack([b, d, c], 1)]).astype(np.uint32)


def _plate(art: Art, box: Box, scale: float) -> Body:
    """A flat, unlit sheet in the art's outline: it hides what lies behind and is not drawn."""
    path = " ".join(part.path for part in art.parts)
    outline = field.triangulate(field.sample(path, box, scale / 200))
    centre = np.array([box[0] + box[2] / 2, box[1] + box[3] / 2])
    flat = (outline.points - centre) / scale * np.array([1, -1])
    points = np.column_stack([flat, np.full(len(flat), _PLATE_Z)]).astype(np.float32)
    normals = np.tile(np.array([0, 0, 1], np.float32), (len(points), 1))
    uv = np.zeros((len(points), 2), np.float32)
    faces = outline.faces[:, ::-1].astype(np.uint32)
    return Body(points, normals, uv, faces, (0.0, 0.0, 0.0), -1)
