"""The checks of single fields: texts, whole numbers, ids, lists, choices, shapes.

Each takes what was typed and returns it normalised, or raises a flaw.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable, Hashable
from pathlib import PurePosixPath, PureWindowsPath
from typing import Any, TypeVar

from pydantic import ValidationInfo

from nukki.brief.faults import (
    A_LIST,
    A_MAPPING,
    A_TEXT,
    CONTROL,
    Flaws,
    closest,
    flaw,
    shown,
    wrong_type,
)
from nukki.brief.seeds import SEED_LIMIT
from nukki.core import ids

Item = TypeVar("Item")

ID_LENGTH = 128
PATH_LENGTH = 1024
SHAPES = 8
WORD_LENGTH = 40

# What a program sent before, instead of a path: a server reads no file that a brief names by path.
UPLOAD = re.compile(r"upload:[a-z0-9](?:[a-z0-9_-]|\.(?!\.)){0,99}")
# A file that a job holds, by the job's id and the file's sha256.
KEPT = re.compile(rf"job:({ids.JOB_ID.pattern.strip('^$')}):([0-9a-f]{{64}})")

_KEBAB = re.compile(r"[a-z0-9]+(?:-[a-z0-9]+)*")
_DIGITS = re.compile(r"[-+]?[0-9]{1,19}")
_NUMBER = re.compile(
    r"(?P<digits>[-+]?(?:[0-9]{1,9}(?:[.,][0-9]{0,9})?|[.,][0-9]{1,9}))\s*(?P<unit>[%°]?)"
)
_HUGE = 1e15  # beyond it an integer may be too large for a float
_SEEDS = f"random, 0–{SEED_LIMIT}"
# A composed character comes from at most 3 or 4 decomposed ones; a longer text is refused
# before it is normalised, because sorting endless combining marks takes quadratic time.
_MOST_DECOMPOSED = 4


def text(low: int, high: int) -> Callable[[object], str]:
    """A check for texts of `low` to `high` characters, trimmed, NFC, without controls."""
    allowed = f"{low}–{high}"

    def check(value: object) -> str:
        if not isinstance(value, str):
            raise wrong_type(value, A_TEXT, _quoted(value))
        if len(value) > high * _MOST_DECOMPOSED + 64:
            raise flaw("brief-too-long", len(value), allowed, high)
        if hit := CONTROL.search(value):
            raise flaw("brief-control-character", f"U+{ord(hit[0]):04X}")
        result = plain(value)
        if len(result) > high:
            raise flaw("brief-too-long", len(result), allowed, high)
        if len(result) < low:
            raise flaw("brief-too-short", len(result), allowed, low)
        return result

    return check


def plain(typed: str) -> str:
    """A text as briefs hold it: trimmed, NFC, its lines ended by line feeds."""
    lines = typed.replace("\r\n", "\n").replace("\r", "\n")
    return unicodedata.normalize("NFC", lines).strip()


def is_shape(file: str) -> bool:
    """Whether a brief means a shape of the catalog by this name, and no file.

    >>> is_shape("potted-plant"), is_shape("plant.svg")
    (True, False)
    """
    return _KEBAB.fullmatch(file) is not None


def whole(low: int, high: int) -> Callable[[object], int]:
    """A check for integers from `low` to `high`; true and false are no numbers."""
    allowed = f"{low}–{high}"

    def check(value: object) -> int:
        if isinstance(value, bool) or not isinstance(value, int):
            number = _number(value)
            nearest = None if number is None else min(max(number, low), high)
            raise wrong_type(value, allowed, nearest)
        if not low <= value <= high:
            raise flaw("brief-out-of-range", value, allowed, min(max(value, low), high))
        return value

    return check


def number(low: float, high: float, word: str | None = None) -> Callable[[object], float | str]:
    """A check for numbers from `low` to `high`, or the one `word` that stands for a choice."""
    allowed = f"{low:g}–{high:g}" if word is None else f"{word}, {low:g}–{high:g}"

    def check(value: object) -> float | str:
        if word is not None and isinstance(value, str) and value.strip() == word:
            return word
        if (found := _finite(value)) is None:
            near = _meant(value)
            nearest = word if near is None else min(max(near, low), high)
            raise wrong_type(value, allowed, nearest)
        if not low <= found <= high:
            raise flaw("brief-out-of-range", value, allowed, min(max(found, low), high))
        return found

    return check


def degrees(most: int) -> Callable[[object], float]:
    """A check for a turn of at most `most` degrees either way; beyond, the same turn is near."""
    allowed = f"-{most}–{most}"

    def check(value: object) -> float:
        found = _finite(value)
        near = _meant(value) if found is None else found
        nearest = None if near is None else _neat(near if abs(near) <= most else _turned(near))
        if found is None:
            raise wrong_type(value, allowed, nearest)
        if abs(found) > most:
            raise flaw("brief-out-of-range", value, allowed, nearest)
        return found + 0.0  # no negative zero

    return check


def seed(value: object) -> int | str:
    """`random`, or an integer from 0 to 2^63 - 1."""
    if isinstance(value, str):
        if value.strip() == "random":
            return "random"
        number = _number(value)
        fits = number is not None and 0 <= number <= SEED_LIMIT
        raise flaw("brief-not-one-of", value, _SEEDS, number if fits else "random")
    if isinstance(value, bool) or not isinstance(value, int):
        number = _number(value)
        raise wrong_type(value, _SEEDS, "random" if number is None else max(number, 0))
    if not 0 <= value <= SEED_LIMIT:
        raise flaw("brief-out-of-range", value, _SEEDS, 0 if value < 0 else SEED_LIMIT)
    return value


def choice(*values: str) -> Callable[[object], str]:
    """A check for one of a few words."""
    allowed = ", ".join(values)

    def check(value: object) -> str:
        if value in values and isinstance(value, str):
            return value
        if isinstance(value, str):
            near = closest(value.strip(), values) or values[0]
            raise flaw("brief-not-one-of", value, allowed, near)
        raise wrong_type(value, allowed, values[0])

    return check


def kebab(value: object) -> str:
    """An id in kebab case, as packs and profiles have."""
    name = text(1, ID_LENGTH)(value)
    if not _KEBAB.fullmatch(name):
        raise flaw("brief-bad-id", name, "a-z 0-9 -", _as_kebab(name))
    return name


def asset(value: object) -> str:
    """`asset` or `asset:variant`, both in kebab case, together at most 128 characters."""
    name = text(1, ID_LENGTH)(value)
    parts = name.split(":")
    if len(parts) > 2 or not all(_KEBAB.fullmatch(part) for part in parts):
        near = [part for part in map(_as_kebab, parts[:2]) if part]
        raise flaw("brief-bad-id", name, "asset, asset:variant", ":".join(near) or None)
    return name


def picture(value: object) -> str:
    """A path to a picture, kept as typed; whether it exists is asked later."""
    return text(1, PATH_LENGTH)(value)


def same_file(name: str) -> Hashable:
    """What two spellings of one path share."""
    return PurePosixPath(name.replace("\\", "/"))


def listing(
    check: Callable[[object], Item], most: int, key: Callable[[Item], Hashable] = str
) -> Callable[[object], tuple[Item, ...]]:
    """A check for lists of at most `most` items, each checked, no two with the same `key`."""

    def check_all(value: object) -> tuple[Item, ...]:
        if not isinstance(value, list | tuple):
            nearest = f"[{value}]" if isinstance(value, str) and len(value) <= WORD_LENGTH else None
            raise wrong_type(value, A_LIST, nearest)
        if len(value) > most:
            raise flaw("brief-too-many", len(value), f"0–{most}", most)
        flaws = Flaws()
        items: dict[Hashable, Item] = {}
        for index, raw in enumerate(value):
            item = flaws.attempt(index, check, raw)
            if item is not None and key(item) in items:
                flaws.add(
                    index, flaw("brief-duplicate", item if isinstance(item, str) else key(item))
                )
            elif item is not None:
                items[key(item)] = item
        flaws.settle()
        return tuple(items.values())

    return check_all


def shapes(value: object, info: ValidationInfo) -> dict[str, str]:
    """Words of the concept, and for each the user's own SVG or a shape of the catalog."""
    if not isinstance(value, dict):
        raise wrong_type(value, A_MAPPING)
    if len(value) > SHAPES:
        raise flaw("brief-too-many", len(value), f"0–{SHAPES}", SHAPES)
    concept: str | None = info.data.get("object_concept")
    flaws = Flaws()
    result: dict[str, str] = {}
    for raw_word, raw_path in value.items():
        part = str(shown(raw_word))
        word = flaws.attempt(part, text(1, WORD_LENGTH), raw_word)
        file = flaws.attempt(part, _svg, raw_path)
        if word is None:
            continue
        if word.casefold() in map(str.casefold, result):
            flaws.add(part, flaw("brief-duplicate", word))
        elif concept is not None and word.casefold() not in concept.casefold():
            near = closest(word, re.findall(r"[\w%]+", concept.lower()))
            flaws.add(part, flaw("brief-shape-unused", word, concept, near))
        result[word] = file or ""
    flaws.settle()
    return result


def _svg(value: object) -> str:
    file = text(1, PATH_LENGTH)(value)
    if UPLOAD.fullmatch(file) or KEPT.fullmatch(file) or is_shape(file):
        return file
    windows = PureWindowsPath(file)  # it splits at both kinds of slash
    away = windows.anchor or file.startswith("~") or ".." in windows.parts
    if away or windows.suffix.lower() != ".svg":
        name = windows.name if windows.suffix.lower() == ".svg" else f"{windows.stem}.svg"
        raise flaw("brief-bad-path", file, "folder/name.svg", name)
    return file


def _as_kebab(name: str) -> str | None:
    return re.sub(r"[^a-z0-9]+", "-", name.lower()).strip("-") or None


def _number(value: Any) -> int | None:
    """The integer that a text or a fraction was probably meant to be."""
    if isinstance(value, str) and _DIGITS.fullmatch(value.strip()):
        return int(value)
    if isinstance(value, float) and abs(value) < SEED_LIMIT:  # also false for nan
        return round(value)
    return None


def _finite(value: object) -> float | None:
    if isinstance(value, bool) or not isinstance(value, int | float):
        return None
    if abs(value) <= _HUGE:
        return float(value)
    return -_HUGE if value < 0 else _HUGE


def _meant(value: object) -> float | None:
    """The number that a text was probably meant to be: `0.5`, `0,5`, `50%`, `-8°`."""
    if not isinstance(value, str) or not (hit := _NUMBER.fullmatch(value.strip())):
        return None
    found = float(hit["digits"].replace(",", "."))
    return found / 100 if hit["unit"] == "%" else found


def _turned(angle: float) -> float:
    return (angle + 180) % 360 - 180


def _neat(value: float) -> float:
    return int(value) if value % 1 == 0 else round(value, 3)


def _quoted(value: Any) -> str | None:
    plain = isinstance(value, int | float) and not isinstance(value, bool)
    return f'"{value}"' if plain and abs(value) <= SEED_LIMIT else None
