"""Flaws inside the model, faults outside it: the one bridge between pydantic and a person.

A field's check raises a flaw; pydantic adds where it happened; `translate` makes Faults of
the list. Allowed values are written without words ("1–8", "[…, …]"), so that they read the
same in every language.
"""

from __future__ import annotations

import difflib
import math
import re
from collections.abc import Callable, Iterable, Mapping
from typing import Any, TypeVar

from pydantic import ValidationError
from pydantic_core import ErrorDetails, InitErrorDetails, PydanticCustomError

from nukki.errors import Fault

Loc = tuple[str | int, ...]
Known = Mapping[tuple[str, ...], tuple[str, ...]]  # the keys of each mapping, by its place
Checked = TypeVar("Checked")

A_TEXT = '"…"'
A_LIST = "[…, …]"
A_MAPPING = "{…: …}"

# C0 and C1 controls but tab and line ends, lone surrogates, non-characters, and the
# direction overrides that make a text read differently from what it holds.
CONTROL = re.compile(
    "[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f\ud800-\udfff\ufffe\uffff\u202a-\u202e\u2066-\u2069]"
)

_SHOWN = 60  # characters of a value that a sentence repeats
_LARGEST_SHOWN_BITS = 128

_BUILT_IN: dict[str, tuple[str, str | None]] = {
    "missing": ("brief-missing", A_TEXT),
    "extra_forbidden": ("brief-unknown-key", None),
    "model_type": ("brief-wrong-type", A_MAPPING),
}


def shown(value: object) -> Any:
    """`value` short and printable: long texts cut, controls escaped, collections as `[…]`."""
    match value:
        case bool():
            return str(value).lower()
        case int() if value.bit_length() > _LARGEST_SHOWN_BITS:
            return f"{'-' if value < 0 else ''}2^{value.bit_length() - 1}…"
        case float() if not math.isfinite(value):
            return str(value)
        case None | int() | float():
            return value
        case str():
            cut = value if len(value) <= _SHOWN else value[: _SHOWN - 1] + "…"
            return CONTROL.sub(lambda hit: f"\\u{ord(hit[0]):04x}", cut)
        case dict():
            return "{…}"
        case list() | tuple():
            return "[…]"
    return type(value).__name__


def flaw(
    code: str, found: object = None, allowed: str | None = None, nearest: object = None
) -> PydanticCustomError:
    """What a field's check raises; the field's name is added by pydantic."""
    context = {"found": shown(found), "allowed": allowed, "nearest": nearest}
    return PydanticCustomError(code, code, context)


def wrong_type(value: object, allowed: str, nearest: object = None) -> PydanticCustomError:
    """The flaw of a value of another kind than its field holds."""
    return flaw("brief-wrong-type", value, allowed, nearest)


def closest(word: str, choices: Iterable[str]) -> str | None:
    """The choice that `word` was probably meant to be, if any is near enough."""
    near = difflib.get_close_matches(word[:_SHOWN].lower(), list(choices), n=1, cutoff=0.5)
    return near[0] if near else None


def unknown_key(key: str, known: tuple[str, ...]) -> PydanticCustomError:
    """The flaw of a key that its mapping does not have."""
    return flaw("brief-unknown-key", key, ", ".join(known), closest(key, known))


class Flaws:
    """Gathers the flaws of a field's parts, so that one pass tells them all."""

    def __init__(self) -> None:
        self._lines: list[InitErrorDetails] = []

    def add(self, part: str | int, error: PydanticCustomError) -> None:
        """Note `error` at this item or key."""
        self._lines.append(InitErrorDetails(type=error, loc=(part,), input=None))

    def attempt(
        self, part: str | int, check: Callable[[Any], Checked], value: object
    ) -> Checked | None:
        """`check(value)`, or None with its flaws noted."""
        try:
            return check(value)
        except PydanticCustomError as error:
            self.add(part, error)
        except ValidationError as error:  # of a group of fields
            self._lines += [_below(part, line) for line in error.errors(include_url=False)]
        return None

    def settle(self) -> None:
        """Raise what was gathered, if anything was."""
        if self._lines:
            raise ValidationError.from_exception_data("brief", self._lines)


def _below(part: str | int, line: ErrorDetails) -> InitErrorDetails:
    kind: str | PydanticCustomError = line["type"]
    if line["type"] not in _BUILT_IN:
        kind = PydanticCustomError(line["type"], line["type"], line.get("ctx", {}))
    return InitErrorDetails(type=kind, loc=(part, *line["loc"]), input=None)


def translate(error: ValidationError, prefix: str, known: Known) -> list[Fault]:
    """pydantic's list of errors as Faults, each field with `prefix` before it."""
    return [
        _fault(line["type"], line["loc"], line.get("ctx", {}), prefix, known)
        for line in error.errors(include_url=False, include_input=False)
    ]


def path(prefix: str, loc: Loc) -> str:
    """`("style", "style_packs", 1)` after a prefix as `briefs[2].style.style_packs[1]`."""
    result = prefix
    for part in loc:
        if isinstance(part, int):
            result += f"[{part}]"
        else:
            result += f".{part}" if result else part
    return result


def _fault(kind: str, loc: Loc, context: dict[str, Any], prefix: str, known: Known) -> Fault:
    if kind in _BUILT_IN:
        code, allowed = _BUILT_IN[kind]
        context = {"allowed": allowed}
        if kind == "extra_forbidden":
            group = tuple(part for part in loc[:-1] if isinstance(part, str))
            context = unknown_key(str(loc[-1]), known[group]).context or {}
    else:
        code = kind
    return Fault(path(prefix, loc), code, **context)
