"""How large the picture is: four presets, or any width and height.

The embedded engine draws every integer size; no step is required here.
"""

from __future__ import annotations

import math
import re
from dataclasses import dataclass
from typing import Any

from nukki.brief.faults import Flaws, closest, flaw, shown, unknown_key, wrong_type
from nukki.brief.fields import whole

SMALLEST, LARGEST = 256, 2048


@dataclass(frozen=True, slots=True)
class Size:
    """Pixels of the delivered picture, before it is cropped."""

    width: int
    height: int

    def __str__(self) -> str:
        return f"{self.width}x{self.height}"


PRESETS = {
    "1:1": Size(1024, 1024),
    "4:3": Size(1152, 864),
    "16:9": Size(1344, 768),
    "3:4": Size(864, 1152),
}
_ALLOWED = f"{', '.join(PRESETS)}, {{width, height}}"
_KEYS = ("width", "height")
_TYPED = re.compile(
    r"(?P<ratio>[0-9]{1,3}\s*:\s*[0-9]{1,3})?"
    r"(?:(?:^|\s+)(?P<width>[0-9]{1,6})\s*[xX×]\s*(?P<height>[0-9]{1,6}))?"
)


def parse_size(value: object) -> Size:
    """`1:1`, `1:1 1024x1024`, `1200x628` or `{width, height}` as a Size."""
    if isinstance(value, Size):
        return _checked(value.width, value.height)
    if isinstance(value, dict):
        return _from_mapping(value)
    if isinstance(value, str):
        return _from_text(value.strip())
    raise wrong_type(value, _ALLOWED, "1:1")


def as_typed(size: Size) -> str | dict[str, int]:
    """The way a person would write this size; `parse_size` reads it back."""
    for name, preset in PRESETS.items():
        if preset == size:
            return f"{name} {preset}"
    return {"width": size.width, "height": size.height}


def as_json(size: Size) -> str | dict[str, int]:
    """The name of a preset, else width and height.

    >>> as_json(PRESETS["4:3"]), as_json(Size(300, 400))
    ('4:3', {'width': 300, 'height': 400})
    """
    names = (name for name, preset in PRESETS.items() if preset == size)
    return next(names, {"width": size.width, "height": size.height})


def _from_text(typed: str) -> Size:
    match = _TYPED.fullmatch(typed[:64])
    if not match or not match[0]:
        raise flaw("brief-not-one-of", typed, _ALLOWED, closest(typed, PRESETS) or "1:1")
    pixels = match["width"] and (int(match["width"]), int(match["height"]))
    if not match["ratio"]:
        return _checked(*pixels)
    name = re.sub(r"\s", "", match["ratio"])
    if name not in PRESETS:
        raise flaw("brief-not-one-of", typed, _ALLOWED, _nearest_ratio(name))
    preset = PRESETS[name]
    if pixels and Size(*pixels) != preset:
        meant = as_typed(Size(*pixels))
        nearest = meant if isinstance(meant, str) else f"{name} {preset}"
        raise flaw("brief-size-contradiction", typed, f"{name} {preset}", nearest)
    return preset


def _from_mapping(value: dict[Any, Any]) -> Size:
    flaws = Flaws()
    for key in list(value)[:8]:
        if key not in _KEYS:
            name = str(shown(key))
            flaws.add(name, unknown_key(name, _KEYS))
    sides = []
    for key in _KEYS:
        if value.get(key) is None:
            flaws.add(key, flaw("brief-missing", None, f"{SMALLEST}–{LARGEST}"))
        else:
            sides.append(flaws.attempt(key, whole(SMALLEST, LARGEST), value[key]))
    flaws.settle()
    return Size(*(side for side in sides if side))


def _checked(width: int, height: int) -> Size:
    return _from_mapping({"width": width, "height": height})


def _nearest_ratio(name: str) -> str:
    across, down = (max(int(part), 1) for part in name.split(":"))
    wanted = math.log(across / down)

    def distance(preset: str) -> float:
        size = PRESETS[preset]
        return abs(math.log(size.width / size.height) - wanted)

    return min(PRESETS, key=distance)
