"""The words of a concept that are no things: sizes, numbers, signs, colours, style, grammar."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

from nukki.catalog import words
from nukki.catalog.vocabulary import read_table


@dataclass(frozen=True)
class Lexicon:
    """`roles` maps a word's key to its roles (size, number, sign, …) and their values."""

    roles: Mapping[str, Mapping[str, Any]]
    colour_words: Mapping[str, tuple[str, ...]]
    pairs: frozenset[str]
    vague: frozenset[str]
    people: frozenset[str]
    endings: tuple[str, ...]

    def role(self, surface: str, role: str) -> Any:
        """The value of `surface` in that role, or None."""
        return self.roles.get(words.key(surface), {}).get(role)


_KEYED = {
    "sizes": "size",
    "numbers": "number",
    "signs": "sign",
    "colours": "colour",
    "letterings": "sign",
}
_LISTED = {
    "counters": "counter",
    "lettering_words": "lettering",
    "ignore_ko": "ignore",
    "ignore_en": "ignore",
    "stop_en": "stop",
    "separators": "separator",
    "alternatives": "alternative",
    "negated_after": "negated_after",
    "negated_before": "negated_before",
}


@lru_cache(maxsize=1)
def lexicon() -> Lexicon:
    """The table `concept.yaml`, read once."""
    table = read_table("concept.yaml")
    roles: dict[str, dict[str, Any]] = {}
    for section, role in _KEYED.items():
        for value, names in table[section].items():
            for name in names:
                roles.setdefault(words.key(name), {})[role] = value
    for section, role in _LISTED.items():
        for name in table[section]:
            roles.setdefault(words.key(name), {})[role] = True
    return Lexicon(
        roles,
        {colour: tuple(names) for colour, names in table["colours"].items()},
        frozenset(table["pairs"]),
        frozenset(words.key(name) for name in table["vague"]),
        frozenset(words.key(name) for name in table["people"]),
        tuple(table["adjective_endings"]),
    )
