"""Objects to a composition: which stands where, how large, how turned; new for every seed.

Layouts are drawn at random and the best is kept. A good layout is a compact cluster whose
objects overlap a little, stay recognisable, stand in front the smaller they are, and fill the
frame's shape.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

import cv2
import numpy as np
import numpy.typing as npt

from nukki.catalog.art import Art, Part
from nukki.catalog.concept import Subject
from nukki.catalog.look import Look, Mood
from nukki.engines.render import colours
from nukki.engines.render.mesh import bounds
from nukki.engines.render.placed import Placed
from nukki.engines.render.silhouette import silhouette

Mask = npt.NDArray[np.bool_]

_LAYOUTS = 48  # whole layouts tried per candidate
_SPOTS = 26  # places tried for each further object
_SIZES = {"small": 0.58, "normal": 1.0, "large": 1.36}
_WISH = 0.45
_BOARD = 144  # side of the board on which overlap is counted
_UNIT = 36.0  # board pixels per scene unit while composing
_SEEN = 0.64  # an object less visible than this is hard to recognise
_IN_FRONT = 3.0  # nearness that puts a sign before everything
_READ = 0.86  # and a word less visible than this is hard to read
_MARGIN = 0.16  # scene units around the cluster that stay empty, beyond what a look paints outside


@dataclass(frozen=True)
class _Piece:
    """An object before it has a place; `mask` is its silhouette at `_UNIT` pixels per unit."""

    art: Art
    word: str
    weight: float
    roll: float
    mask: Mask
    seen: float


@dataclass(frozen=True)
class _Spot:
    x: float
    y: float
    nearness: float


def arrange(
    subjects: Sequence[tuple[Subject, Art]],
    look: Look,
    palette: Sequence[str],
    mood: Mood,
    seed: int,
    aspect: float,
    room: float = 0.0,
) -> list[Placed]:
    """The objects of a candidate, far to near, inside a frame of width / height `aspect`.

    `room` is how far, in scene units, the look paints beyond the shapes.
    """
    draw = np.random.default_rng([seed & 0xFFFFFFFF, seed >> 32, 0xA11])
    pieces = _pieces(subjects, look, palette, mood, draw)
    spots = _best_layout(pieces, aspect, draw)
    placed = _fitted(pieces, spots, aspect, _MARGIN + room, draw)
    return sorted(placed, key=lambda one: one.depth)


def _pieces(
    subjects: Sequence[tuple[Subject, Art]],
    look: Look,
    palette: Sequence[str],
    mood: Mood,
    draw: np.random.Generator,
) -> list[_Piece]:
    total = sum(subject.count for subject, _ in subjects)
    beside = [part.colour for one, art in subjects if one.source != "text" for part in art.parts]
    inks = _inks(palette, beside)
    pieces = []
    for order, (subject, art) in enumerate(subjects):
        for copy in range(subject.count):
            weight = _SIZES[subject.size] * draw.uniform(0.9, 1.1)
            weight *= 1.12 if order == 0 and copy == 0 and total > 1 else 1.0
            weight *= 0.94**copy * (_sign_size(art) if subject.source == "text" else 1.0)
            reach = 5.0 if subject.source == "text" else 9.0
            roll = float(np.clip(draw.normal(0, reach * 0.55), -reach, reach))
            dressed = _dressed(subject, art, look, palette, inks, mood, draw)
            mask = _mask(dressed, weight, roll)
            seen = _READ if subject.source == "text" else _SEEN
            pieces.append(_Piece(dressed, subject.word, weight, roll, mask, seen))
    return pieces


def _dressed(
    subject: Subject,
    art: Art,
    look: Look,
    palette: Sequence[str],
    inks: Sequence[str],
    mood: Mood,
    draw: np.random.Generator,
) -> Art:
    """The art in the pack's colours, with the colour that words or the seed ask for."""
    target = colours.rgb_of(subject.colour) if subject.colour else None
    drift = draw.uniform(-1, 1)
    if target is None and subject.source == "text" and inks:
        target = colours.rgb_of(inks[int(draw.integers(len(inks)))])
    parts = []
    for part in art.parts:
        rgb = part.colour
        if target is not None:
            rgb = target if subject.source == "text" else colours.tinted(rgb, target)
        else:
            rgb = colours.varied(rgb, drift)
        parts.append(replace(part, colour=colours.restyle(rgb, look.colour, palette, mood)))
    return Art(art.view_box, tuple(_blended(parts)))


def _sign_size(art: Art) -> float:
    """Wide signs are set larger, or their letters would be smaller the more there are."""
    _, _, width, height = bounds(art)
    return float(np.clip(np.sqrt(width / max(height, 1e-6)), 1.0, 1.7))


def _inks(palette: Sequence[str], beside: Sequence[tuple[float, float, float]]) -> list[str]:
    """The palette's colours for lettering: of its clear ones the half that differs most from
    the things it will stand before."""
    clear = [name for name in palette if _chroma(name) > colours.NEUTRAL] or list(palette)
    if not beside:
        return clear
    things = np.stack([colours.to_oklab(rgb) for rgb in beside])

    def apart(name: str) -> float:
        ink = colours.to_oklab(colours.rgb_of(name))
        return float(np.median(np.linalg.norm(things - ink, axis=1)))

    return sorted(clear, key=lambda name: (-apart(name), name))[: max(2, -(-len(clear) // 2))]


def _chroma(name: str) -> float:
    return colours.polar(colours.to_oklab(colours.rgb_of(name)))[2]


def _blended(parts: Sequence[Part]) -> list[Part]:
    """Translucent parts as opaque ones over the part below: bodies have no opacity."""
    result: list[Part] = []
    for part in parts:
        if part.opacity < 1 and result:
            below = result[-1].colour
            mixed = tuple(
                a * part.opacity + b * (1 - part.opacity)
                for a, b in zip(part.colour, below, strict=True)
            )
            part = replace(part, colour=(mixed[0], mixed[1], mixed[2]), opacity=1.0)
        result.append(part)
    return result


def _mask(art: Art, weight: float, roll: float) -> Mask:
    shape = silhouette(art, max(int(_UNIT * weight), 4))
    height, width = shape.shape
    side = int(np.ceil(np.hypot(height, width))) + 2
    matrix = cv2.getRotationMatrix2D((width / 2, height / 2), roll, 1.0)
    matrix[:, 2] += (side - width) / 2, (side - height) / 2
    turned = cv2.warpAffine(shape, matrix, (side, side), flags=cv2.INTER_LINEAR)
    solid: Mask = turned > 127
    return solid


def _best_layout(pieces: Sequence[_Piece], aspect: float, draw: np.random.Generator) -> list[_Spot]:
    if len(pieces) == 1:
        return [_Spot(0.0, 0.0, 0.0)]
    # Every seed wishes each object somewhere else, or the best layouts would all look alike.
    angles = draw.uniform(0, 2 * np.pi, len(pieces))
    wishes = np.stack([np.cos(angles), np.sin(angles)], 1)
    layouts = [_layout(pieces, aspect, draw) for _ in range(_LAYOUTS)]
    scores = [_score(pieces, spots, aspect) + _WISH * _granted(spots, wishes) for spots in layouts]
    return layouts[int(np.argmax(scores))]


def _granted(spots: Sequence[_Spot], wishes: npt.NDArray[np.float64]) -> float:
    """How far the objects lie, from their middle, in the directions wished for: -1..1."""
    places = np.array([[spot.x, spot.y] for spot in spots])
    places -= places.mean(0)
    length = np.maximum(np.linalg.norm(places, axis=1, keepdims=True), 1e-6)
    return float((places / length * wishes).sum(1).mean())


def _layout(pieces: Sequence[_Piece], aspect: float, draw: np.random.Generator) -> list[_Spot]:
    """Heaviest first near the middle, each further one at the best of some random spots."""
    order = sorted(range(len(pieces)), key=lambda i: -pieces[i].weight * draw.uniform(0.8, 1.25))
    spots: dict[int, _Spot] = {}
    board = np.zeros((_BOARD, _BOARD), np.uint8)
    for rank, index in enumerate(order):
        piece = pieces[index]
        if not spots:
            spot = _Spot(0.0, 0.0, draw.uniform(-0.15, 0.15))
        else:
            tries = [_random_spot(piece, spots, pieces, aspect, draw) for _ in range(_SPOTS)]
            spot = min(tries, key=lambda s: _cost(piece, s, board, aspect))
        forward = 0.12 * rank + (_IN_FRONT if piece.seen == _READ else 0.0)
        spots[index] = replace(spot, nearness=spot.nearness + forward)
        _paint(board, piece, spot, 1)
    return [spots[i] for i in range(len(pieces))]


def _random_spot(
    piece: _Piece,
    spots: dict[int, _Spot],
    pieces: Sequence[_Piece],
    aspect: float,
    draw: np.random.Generator,
) -> _Spot:
    """Beside one that stands already; small things mostly in front of its foot."""
    beside = list(spots)[int(draw.integers(len(spots)))]
    reach = (piece.weight + pieces[beside].weight) / 2 * draw.uniform(0.55, 0.95)
    angle = draw.uniform(0, 2 * np.pi)
    light = max(0.0, 1.0 - piece.weight)
    if light > 0.25 and draw.random() < 0.9:
        angle = draw.uniform(np.pi, 2 * np.pi)
    wide = float(np.clip(aspect, 0.7, 1.6)) ** 0.5
    x = spots[beside].x + np.cos(angle) * reach * wide
    y = spots[beside].y + np.sin(angle) * reach / wide
    return _Spot(float(x), float(y), float(2.0 * light - 0.8 * y + draw.normal(0, 0.1)))


def _cost(piece: _Piece, spot: _Spot, board: npt.NDArray[np.uint8], aspect: float) -> float:
    overlap = _count(board, piece, spot) / max(int(piece.mask.sum()), 1)
    far = np.hypot(spot.x / max(aspect, 1), spot.y * min(aspect, 1))
    wanted = 0.05 if piece.seen == _READ else 0.14
    return float(abs(overlap - wanted) * 3.0 + far * 0.9)


def _score(pieces: Sequence[_Piece], spots: Sequence[_Spot], aspect: float) -> float:
    """Compact, balanced, of the frame's shape, and everything seen."""
    board = np.zeros((_BOARD, _BOARD), np.uint8)
    order = sorted(range(len(pieces)), key=lambda i: spots[i].nearness)
    for index in order:
        _paint(board, pieces[index], spots[index], index + 1)
    seen = [int((board == i + 1).sum()) / max(int(p.mask.sum()), 1) for i, p in enumerate(pieces)]
    rows, columns = np.nonzero(board)
    width, height = np.ptp(columns) + 1, np.ptp(rows) + 1
    filled = len(rows) / (width * height)
    shape = abs(np.log(width / height / aspect))
    middle = abs(columns.mean() - (columns.min() + columns.max()) / 2) / width
    top_heavy = max(0.0, ((rows.min() + rows.max()) / 2 - rows.mean()) / height)
    hidden = sum(max(0.0, p.seen - share) for p, share in zip(pieces, seen, strict=True))
    touching = cv2.connectedComponents((board > 0).astype(np.uint8))[0] - 2
    return float(
        1.6 * filled - 0.55 * shape - 1.2 * middle - 1.0 * top_heavy - 9 * hidden - 0.35 * touching
    )


def _window(piece: _Piece, spot: _Spot) -> tuple[slice, slice, slice, slice] | None:
    side = piece.mask.shape[0]
    left = round(_BOARD / 2 + spot.x * _UNIT - side / 2)
    top = round(_BOARD / 2 - spot.y * _UNIT - side / 2)
    x0, y0 = max(left, 0), max(top, 0)
    x1, y1 = min(left + side, _BOARD), min(top + side, _BOARD)
    if x0 >= x1 or y0 >= y1:
        return None
    return (
        slice(y0, y1),
        slice(x0, x1),
        slice(y0 - top, y1 - top),
        slice(x0 - left, x1 - left),
    )


def _paint(board: npt.NDArray[np.uint8], piece: _Piece, spot: _Spot, value: int) -> None:
    if (window := _window(piece, spot)) is not None:
        rows, columns, mask_rows, mask_columns = window
        board[rows, columns][piece.mask[mask_rows, mask_columns]] = value


def _count(board: npt.NDArray[np.uint8], piece: _Piece, spot: _Spot) -> int:
    if (window := _window(piece, spot)) is None:
        return 0
    rows, columns, mask_rows, mask_columns = window
    return int(board[rows, columns][piece.mask[mask_rows, mask_columns]].astype(bool).sum())


def _fitted(
    pieces: Sequence[_Piece],
    spots: Sequence[_Spot],
    aspect: float,
    margin: float,
    draw: np.random.Generator,
) -> list[Placed]:
    """Scaled and centred so that the cluster fills the frame up to `margin` scene units."""
    boxes = []
    for piece, spot in zip(pieces, spots, strict=True):
        rows, columns = np.nonzero(piece.mask)
        half = piece.mask.shape[0] / 2
        boxes.append(
            (
                spot.x + (columns.min() - half) / _UNIT,
                spot.x + (columns.max() + 1 - half) / _UNIT,
                spot.y - (rows.max() + 1 - half) / _UNIT,
                spot.y - (rows.min() - half) / _UNIT,
            )
        )
    left, right = min(b[0] for b in boxes), max(b[1] for b in boxes)
    bottom, top = min(b[2] for b in boxes), max(b[3] for b in boxes)
    half_width, half_height = max(aspect, 1.0), max(1 / aspect, 1.0)
    wide, high = 2 * (half_width - margin), 2 * (half_height - margin)
    scale = min(wide / (right - left), high / (top - bottom))
    centre_x, centre_y = (left + right) / 2, (bottom + top) / 2
    nearest_first = sorted(range(len(pieces)), key=lambda i: spots[i].nearness)
    depth = {index: rank for rank, index in enumerate(nearest_first)}
    return [
        Placed(
            art=piece.art,
            word=piece.word,
            x=float((spot.x - centre_x) * scale),
            y=float((spot.y - centre_y) * scale),
            size=float(piece.weight * scale),
            roll=piece.roll,
            yaw=float(np.clip(draw.normal(-14 * np.sign(spot.x - centre_x), 8), -24, 24)),
            pitch=float(draw.uniform(-2, 9)),
            depth=float(depth[index]),
        )
        for index, (piece, spot) in enumerate(zip(pieces, spots, strict=True))
    ]
