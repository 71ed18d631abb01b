"""Names of a candidate's files: by index and seed, or told by the name of its finished picture.

A folder may come from anywhere: of a picture with another name nothing is known.
"""

from __future__ import annotations

import re
from typing import Any

from nukki.catalog.placement import MAX_ASSETS

LAYERS = ("object", "shadow", "tint", "body", "linear")
# Of brand picture n: itself, what it does to what lies below it, what the scene does to it by
# multiplying and by screening, and how it is where it was blended.
_OF_ASSET = ("", "-shadow", "-shade", "-light", "-lit")
ASSET_LAYER = rf"asset[0-{MAX_ASSETS - 1}](?:{'|'.join(_OF_ASSET[1:])})?"
STEM = r"[0-9]{1,3}_[0-9]{1,20}"  # index and seed
MAX_EDITS = 999_999_999
_NUMBER = r"[1-9][0-9]{0,8}"
REFINED_STEM = rf"{STEM}\.{_NUMBER}"  # and the number of the edit
EDITS, REFINED = "edits", "refined"
_FINAL = re.compile(rf"final/({STEM})\.png")
_REFINED = re.compile(rf"{REFINED}/({REFINED_STEM})\.png")
_STROKES = re.compile(rf"({STEM})\.({_NUMBER})\.json")


def stem(index: int, seed: int) -> str:
    """How the names of all files of a candidate begin.

    >>> stem(0, 7)
    '0_7'
    """
    return f"{index}_{seed}"


def thumb_of(final: Any) -> str | None:
    """The small picture of a finished one.

    >>> thumb_of("final/0_7.png"), thumb_of("refined/0_7.2.png")
    ('thumbs/0_7.webp', 'refined/0_7.2.webp')
    """
    if found := _FINAL.fullmatch(str(final)):
        return f"thumbs/{found[1]}.webp"
    found = _REFINED.fullmatch(str(final))
    return f"{REFINED}/{found[1]}.webp" if found else None


def asset_layers(index: int) -> tuple[str, ...]:
    """The layers that brand picture `index` of a candidate may have, its own pixels first.

    >>> asset_layers(0)
    ('asset0', 'asset0-shadow', 'asset0-shade', 'asset0-light', 'asset0-lit')
    """
    return tuple(f"asset{index}{part}" for part in _OF_ASSET)


def layer_of(final: Any, layer: str) -> str | None:
    """One layer of a finished picture.

    >>> layer_of("final/0_7.png", "tint"), layer_of("refined/0_7.2.png", "tint")
    ('layers/0_7_tint.png', 'refined/0_7.2_tint.png')
    """
    if found := _FINAL.fullmatch(str(final)):
        return f"layers/{found[1]}_{layer}.png"
    found = _REFINED.fullmatch(str(final))
    return f"{REFINED}/{found[1]}_{layer}.png" if found else None


def marks_of(final: str) -> str:
    """Where the marks of a refined picture lie."""
    return f"{final.removesuffix('.png')}_marks.png"


def refined(name: str, number: int) -> str:
    """The picture that edit `number` made of the candidate `name` (`<index>_<seed>`)."""
    return f"{REFINED}/{name}.{number}.png"


def strokes(name: str, number: int) -> str:
    """The strokes of edit `number`."""
    return f"{EDITS}/{name}.{number}.json"


def number_of(name: str, file: str) -> int | None:
    """The number of the edit of `name` whose strokes the file of this last name holds.

    >>> number_of("0_7", "0_7.12.json"), number_of("0_7", "0_7_ground.json")
    (12, None)
    """
    found = _STROKES.fullmatch(file)
    return int(found[2]) if found and found[1] == name else None


def matte(name: str) -> str:
    """The alpha that strokes start from, kept when it was first asked for."""
    return f"{EDITS}/{name}_matte.png"


def limit(name: str) -> str:
    """What restoring cannot exceed, where the engine drew alpha itself."""
    return f"{EDITS}/{name}_limit.png"


def ground(name: str) -> str:
    """What else a canvas must know, written after both pictures."""
    return f"{EDITS}/{name}_ground.json"
