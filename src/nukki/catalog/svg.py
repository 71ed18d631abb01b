"""SVG to Art: filled absolute outlines with nonzero winding, one colour each."""

from __future__ import annotations

import math
import re
from collections.abc import Iterable
from functools import lru_cache
from itertools import pairwise
from typing import Any

from nukki.catalog.art import Art, Part
from nukki.catalog.svg_safe import clean
from nukki.errors import ShapeError

Rgb = tuple[float, float, float]
Box = tuple[float, float, float, float]
MAX_PARTS = 400
MAX_COORDINATE = 1e6
MAX_ASPECT = 20.0

_FUNCTION = re.compile(r"rgba?\(([^)]*)\)")


def load_svg(data: bytes) -> Art:
    """A drawing from a stranger's SVG file.

    Outlines hold only M, L, Q, C and Z in the file's own units; gradients become their mean
    colour. Raises ShapeError with a `svg-…` code that names what cannot be used.
    """
    return _art(_normalised(clean(data)))


def _normalised(data: bytes) -> Any:
    """The picosvg document: strokes outlined, transforms, clips and fill rules resolved."""
    from lxml.etree import LxmlError
    from pathops import PathOpsError
    from picosvg.svg import SVG

    try:
        return SVG.fromstring(data).topicosvg()
    # picosvg reports what it cannot read with whatever its parsers happen to raise
    except (
        ArithmeticError,
        AssertionError,
        AttributeError,
        LookupError,
        LxmlError,
        NotImplementedError,
        PathOpsError,
        RecursionError,
        TypeError,
        ValueError,
    ) as error:
        raise ShapeError("svg-unreadable", reason=str(error)[:200]) from error


def _art(document: Any) -> Art:
    gradients = _gradient_colours(document.svg_root)
    parts = [part for shape in document.shapes() if (part := _part(shape, gradients))]
    if not parts:
        raise ShapeError("svg-empty")
    if len(parts) > MAX_PARTS:
        raise ShapeError("svg-too-many-parts", found=len(parts), allowed=MAX_PARTS)
    return Art(_view_box(document), tuple(parts))


def _part(shape: Any, gradients: dict[str, tuple[Rgb, float]]) -> Part | None:
    if shape.fill.startswith("url("):
        name = shape.fill.partition("#")[2].rstrip(")'\" ")
        if name not in gradients:
            raise ShapeError("svg-colour", found=shape.fill[:60])
        colour, alpha = gradients[name]
    else:
        colour, alpha = parse_colour(shape.fill)
    opacity = max(0.0, min(1.0, alpha * shape.opacity * shape.fill_opacity))
    path = _outline(shape)
    return Part(path, colour, round(opacity, 4)) if path and opacity > 0 else None


def _outline(shape: Any) -> str:
    path = shape.as_path().absolute().explicit_lines().expand_shorthand().arcs_to_cubics()
    if any(not _usable(values) for _command, values in path):
        raise ShapeError("svg-coordinates", allowed=f"±{MAX_COORDINATE:.0e}")
    return str(path.round_floats(4).d)


def _usable(values: Iterable[float]) -> bool:
    return all(math.isfinite(value) and abs(value) <= MAX_COORDINATE for value in values)


def _view_box(document: Any) -> Box:
    try:
        box = document.view_box() or document.bounding_box()
    except ValueError as error:
        raise ShapeError("svg-malformed", reason=str(error)[:200]) from error
    x, y, width, height = (float(value) for value in (box.x, box.y, box.w, box.h))
    if not _usable((x, y, width, height)) or min(width, height) <= 0:
        raise ShapeError("svg-coordinates", allowed=f"±{MAX_COORDINATE:.0e}")
    if max(width / height, height / width) > MAX_ASPECT:
        raise ShapeError("svg-aspect", found=f"{width:g}x{height:g}", allowed=f"1:{MAX_ASPECT:g}")
    return x, y, width, height


@lru_cache(maxsize=4096)
def parse_colour(text: str) -> tuple[Rgb, float]:
    """sRGB 0..1 and alpha of a CSS colour; ShapeError `svg-colour` for anything else."""
    from PIL import ImageColor

    try:
        if match := _FUNCTION.fullmatch(text.strip().lower()):
            return _function_colour(match[1])
        red, green, blue, *rest = ImageColor.getrgb(text.strip())
    except ValueError as error:
        raise ShapeError("svg-colour", found=text[:60]) from error
    return (red / 255, green / 255, blue / 255), (rest[0] / 255 if rest else 1.0)


def _function_colour(arguments: str) -> tuple[Rgb, float]:
    values = [value for value in re.split(r"[\s,/]+", arguments.strip()) if value]
    if len(values) not in (3, 4):
        raise ValueError(arguments)
    red, green, blue = (_share(value, 255.0) for value in values[:3])
    return (red, green, blue), (_share(values[3], 1.0) if len(values) == 4 else 1.0)


def _share(value: str, full: float) -> float:
    number = float(value[:-1]) / 100 if value.endswith("%") else float(value) / full
    if not math.isfinite(number):
        raise ValueError(value)
    return max(0.0, min(1.0, number))


def _gradient_colours(root: Any) -> dict[str, tuple[Rgb, float]]:
    """Each gradient's mean over its length, so a large middle weighs more than a thin rim."""
    found = {}
    for element in root.iter("{*}linearGradient", "{*}radialGradient"):
        stops = [_stop(stop) for stop in element.iter("{*}stop")]
        if stops:
            found[element.get("id", "")] = _mean(stops)
    return found


def _stop(element: Any) -> tuple[float, Rgb, float]:
    colour, alpha = parse_colour(element.get("stop-color", "black"))
    try:
        offset = _share(element.get("offset", "0"), 1.0)
        opacity = _share(element.get("stop-opacity", "1"), 1.0)
    except ValueError as error:
        raise ShapeError("svg-colour", found="<stop>") from error
    return offset, colour, alpha * opacity


def _mean(stops: list[tuple[float, Rgb, float]]) -> tuple[Rgb, float]:
    ordered = [(0.0, *stops[0][1:]), *stops, (1.0, *stops[-1][1:])]
    total, weight = [0.0, 0.0, 0.0], 0.0
    for (start, first, a), (end, last, b) in pairwise(ordered):
        share = max(0.0, end - start) / 2
        weight += share * (a + b)
        for channel in range(3):
            total[channel] += share * (a * first[channel] + b * last[channel])
    if weight <= 0:
        return stops[0][1], 0.0
    red, green, blue = (value / weight for value in total)
    return (red, green, blue), min(1.0, weight)
