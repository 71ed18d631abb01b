"""How entangled an SVG's outlines are, measured before anybody spends minutes on them.

Outlining strokes, clipping and resolving even-odd fills costs about 3 ms per crossing in the
geometry library: 500 random points took 72 s. Real drawings cross a few times per outline.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING
from xml.etree.ElementTree import Element

from nukki.errors import ShapeError

if TYPE_CHECKING:
    import numpy as np
    import numpy.typing as npt

MAX_SEGMENTS = 2_500
MAX_CROSSINGS = 1_500
_BLOCK = 1_000

_STEP = re.compile(r"([MmLlHhVvCcSsQqTtAaZz])([^MmLlHhVvCcSsQqTtAaZz]*)")
_NUMBER = re.compile(r"[-+]?(?:\d+\.?\d*|\.\d+)(?:[eE][-+]?\d+)?")
_PER_STEP = {"m": 2, "l": 2, "h": 1, "v": 1, "c": 6, "s": 4, "q": 4, "t": 2, "a": 7, "z": 0}


def check(root: Element) -> None:
    """ShapeError `svg-too-tangled` for outlines that would take minutes to resolve."""
    if not _needs_geometry(root):
        return
    crossings = segments = 0
    for element in root.iter():
        outline = element.get("d") or _polyline(element)
        if not outline:
            continue
        points = _points(outline)
        segments += len(points)
        if segments > MAX_SEGMENTS:
            raise ShapeError("svg-too-tangled", found=segments, allowed=MAX_SEGMENTS)
        crossings += _crossings(points)
        if crossings > MAX_CROSSINGS:
            raise ShapeError("svg-too-tangled", found=crossings, allowed=MAX_CROSSINGS)


def _needs_geometry(root: Element) -> bool:
    for element in root.iter():
        if element.get("stroke-dasharray", "none") != "none":
            raise ShapeError("svg-unsupported", found="stroke-dasharray")
        if element.get("stroke", "none") != "none" or element.get("clip-path", "none") != "none":
            return True
        if "evenodd" in (element.get("fill-rule"), element.get("clip-rule")):
            return True
    return False


def _polyline(element: Element) -> str:
    points = element.get("points", "")
    return f"M{points}" if points else ""


def _points(outline: str) -> npt.NDArray[np.float64]:
    """(N, 4) straight segments x0 y0 x1 y1 between the on-curve points."""
    import numpy as np

    x = y = start_x = start_y = 0.0
    found: list[tuple[float, float, float, float]] = []
    for command, text in _STEP.findall(outline):
        kind, relative = command.lower(), command.islower()
        numbers = [float(number) for number in _NUMBER.findall(text)]
        size = _PER_STEP[kind]
        if kind == "z":
            found.append((x, y, start_x, start_y))
            x, y = start_x, start_y
            continue
        for place in range(0, len(numbers) - size + 1, size):
            before = (x, y)
            x, y = _end(kind, relative, numbers[place : place + size], before)
            if kind == "m" and place == 0:
                start_x, start_y = x, y
            else:
                found.append((*before, x, y))
    return np.asarray(found, np.float64).reshape(-1, 4)


def _end(
    kind: str, relative: bool, numbers: list[float], before: tuple[float, float]
) -> tuple[float, float]:
    base_x, base_y = before if relative else (0.0, 0.0)
    if kind == "h":
        return base_x + numbers[0], before[1]
    if kind == "v":
        return before[0], base_y + numbers[0]
    return base_x + numbers[-2], base_y + numbers[-1]


def _crossings(segments: npt.NDArray[np.float64]) -> int:
    """How many pairs of segments properly cross."""
    import numpy as np

    count = 0
    with np.errstate(over="ignore", invalid="ignore"):
        for start in range(0, len(segments), _BLOCK):
            block = segments[start : start + _BLOCK]
            a, b = block[:, None, :2], block[:, None, 2:]
            c, d = segments[None, :, :2], segments[None, :, 2:]
            apart = (_side(a, b, c) * _side(a, b, d) < 0) & (_side(c, d, a) * _side(c, d, b) < 0)
            count += int(apart.sum())
    return count // 2


def _side(
    p: npt.NDArray[np.float64], q: npt.NDArray[np.float64], r: npt.NDArray[np.float64]
) -> npt.NDArray[np.float64]:
    turned: npt.NDArray[np.float64] = (q[..., 0] - p[..., 0]) * (r[..., 1] - p[..., 1]) - (
        q[..., 1] - p[..., 1]
    ) * (r[..., 0] - p[..., 0])
    return turned
