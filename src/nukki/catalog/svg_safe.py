"""A stranger's SVG, rebuilt from nothing but harmless drawing elements.

Whatever could fetch, run, explode or be drawn differently than meant is refused by name.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from typing import TYPE_CHECKING
from xml.etree.ElementTree import Element, ParseError, SubElement, tostring

from nukki.catalog import css, svg_tangle
from nukki.errors import ShapeError

if TYPE_CHECKING:
    from collections.abc import Sequence

MAX_BYTES = 1_000_000
MAX_ELEMENTS = 2_000
MAX_DEPTH = 64
MAX_NUMBERS = 40_000

SVG = "http://www.w3.org/2000/svg"
XLINK = "http://www.w3.org/1999/xlink"

_DRAWN = frozenset(
    "svg g a path rect circle ellipse line polyline polygon use defs symbol clipPath "
    "linearGradient radialGradient stop".split()
)
_SILENT = frozenset(("title", "desc", "metadata", "style"))
_REFUSED = {
    "script": "svg-script",
    "image": "svg-image",
    "feImage": "svg-image",
    "foreignObject": "svg-foreign",
    "text": "svg-text",
    "tspan": "svg-text",
    "textPath": "svg-text",
}
_GEOMETRY = frozenset(
    "d x y width height rx ry r cx cy x1 y1 x2 y2 points viewBox preserveAspectRatio id offset "
    "gradientUnits gradientTransform spreadMethod fx fy fr clipPathUnits overflow".split()
)
_REFERENCE = re.compile(r"url\(\s*+['\"]?([^()'\"]*+)['\"]?\s*+\)")
_NUMBER = re.compile(r"[-+]?(?:\d+\.?\d*|\.\d+)(?:[eE][-+]?\d+)?")
_PIXELS = re.compile(r"(?<=\d)px\b")


def clean(data: bytes) -> bytes:
    """`data` as a small, self-contained SVG with styles written out as attributes.

    Raises ShapeError with a code that names what was found.
    """
    if len(data) > MAX_BYTES:
        raise ShapeError("svg-too-large", found=len(data), allowed=MAX_BYTES)
    source = _parse(data)
    _check_size(source)
    sheet = css.rules("\n".join(e.text or "" for e in source.iter() if _local(e) == "style"))
    root = Element("svg", {"xmlns": SVG, "xmlns:xlink": XLINK})
    _copy(source, root, sheet, "#000000")
    _check_uses(root)
    svg_tangle.check(root)
    _drop_needless_ids(root)
    return tostring(root)


def _parse(data: bytes) -> Element:
    from defusedxml.common import DefusedXmlException
    from defusedxml.ElementTree import fromstring

    try:
        root: Element = fromstring(data)
    except DefusedXmlException as error:
        raise ShapeError("svg-entity") from error
    except (ParseError, ValueError, LookupError) as error:
        raise ShapeError("svg-malformed", reason=str(error)) from error
    if _local(root) != "svg":
        raise ShapeError("svg-malformed", reason=f"<{_local(root)[:40]}>")
    return root


def _check_size(root: Element) -> None:
    level, count, numbers = [root], 0, 0
    for _depth in range(MAX_DEPTH):
        count += len(level)
        numbers += sum(_numbers(element) for element in level)
        if count > MAX_ELEMENTS:
            raise ShapeError("svg-too-complex", found=f"> {MAX_ELEMENTS}", allowed=MAX_ELEMENTS)
        if numbers > MAX_NUMBERS:
            raise ShapeError("svg-too-detailed", found=numbers, allowed=MAX_NUMBERS)
        level = [child for element in level for child in element]
        if not level:
            return
    raise ShapeError("svg-too-deep", allowed=MAX_DEPTH)


def _numbers(element: Element) -> int:
    outline = element.get("d", "") + " " + element.get("points", "")
    return sum(1 for _ in _NUMBER.finditer(outline))


def _local(element: Element) -> str:
    return str(element.tag).rpartition("}")[2]


def _is_svg(element: Element) -> bool:
    tag = str(element.tag)
    return not tag.startswith("{") or tag.startswith("{" + SVG + "}")


def _copy(source: Element, target: Element, sheet: Sequence[css.Rule], colour: str) -> None:
    """Copy attributes and children; `colour` is what currentColor means here."""
    attributes = _attributes(source, sheet)
    colour = _resolve(attributes.pop("color", "inherit"), colour)
    for name, value in attributes.items():
        target.set(name, _resolve(value, colour) if name in _PAINTS else value)
    for child in source:
        name = _local(child)
        if not _is_svg(child):
            continue  # editors keep their own notes in other namespaces
        if name in _SILENT:
            continue
        if name not in _DRAWN:
            raise ShapeError(_REFUSED.get(name, "svg-unsupported"), found=f"<{name[:40]}>")
        _copy(child, SubElement(target, "g" if name == "a" else name), sheet, colour)


_PAINTS = frozenset(("fill", "stroke", "stop-color"))


def _resolve(value: str, colour: str) -> str:
    return colour if value.lower() in ("currentcolor", "inherit") else value


def _attributes(element: Element, sheet: Sequence[css.Rule]) -> dict[str, str]:
    """Presentation attributes, then style sheet, then the style attribute, strongest last."""
    kept: dict[str, str] = {}
    for qualified, value in element.attrib.items():
        namespace, _, name = str(qualified).rpartition("}")
        if name.lower().startswith("on"):
            raise ShapeError("svg-script", found=name[:40])
        if name == "href":
            if not value.startswith("#"):
                raise ShapeError("svg-external", found=value[:60])
            kept["xlink:href"] = value
        elif not namespace and (name in _GEOMETRY or name in css.PROPERTIES):
            kept[name] = value if name == "id" else _PIXELS.sub("", value.strip())
    classes = frozenset(element.get("class", "").split())
    for rule in sheet:
        if rule.matches(_local(element), classes, element.get("id", "")):
            kept.update(rule.properties)
    kept.update(css.declarations(element.get("style", "")))
    _check_values(kept)
    return {name: value for name, value in kept.items() if _says_something(name, value)}


def _check_values(attributes: dict[str, str]) -> None:
    for name in ("filter", "mask"):
        if attributes.pop(name, "none") != "none":
            raise ShapeError("svg-unsupported", found=name)
    if attributes.pop("visibility", "") in ("hidden", "collapse"):
        attributes["display"] = "none"
    for name, value in attributes.items():
        for address in _REFERENCE.findall(value):
            if not address.startswith("#"):
                raise ShapeError("svg-external", found=address[:60])
        if "(" in value and name in _PAINTS and (match := _REFERENCE.search(value)):
            attributes[name] = match[0]


def _says_something(name: str, value: str) -> bool:
    return value != "" and not (value == "inherit" and name != "color")


def _check_uses(root: Element) -> None:
    """Refuse copies of copies before anybody makes them."""
    by_id = {element.get("id"): element for element in root.iter() if element.get("id")}
    budget = MAX_ELEMENTS
    for _ in _expanded(root, by_id, ()):
        budget -= 1
        if budget < 0:
            raise ShapeError("svg-too-complex", found=f"> {MAX_ELEMENTS}", allowed=MAX_ELEMENTS)


def _expanded(
    element: Element, by_id: dict[str | None, Element], trail: tuple[str, ...]
) -> Iterator[Element]:
    yield element
    if element.tag == "use":
        reference = element.get("xlink:href", "")[1:]
        if reference not in by_id or reference in trail or len(trail) > MAX_DEPTH:
            raise ShapeError("svg-malformed", reason=f"<use> #{reference[:40]}")
        yield from _expanded(by_id[reference], by_id, (*trail, reference))
    for child in element:
        yield from _expanded(child, by_id, trail)


def _drop_needless_ids(root: Element) -> None:
    """Ids that nothing points to may repeat in real files, and repeated ids stop picosvg."""
    used = Counter[str]()
    for element in root.iter():
        for name, value in element.attrib.items():
            used.update(address[1:] for address in _REFERENCE.findall(value))
            if name == "xlink:href":
                used[value[1:]] += 1
    for element in root.iter():
        if element.get("id") and not used[element.attrib["id"]]:
            del element.attrib["id"]
