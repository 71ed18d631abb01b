"""Korean text as morphemes, by Kiwi: loaded once, and only when there is Hangul to read."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from typing import Any


@dataclass(frozen=True)
class Morpheme:
    """A piece of a word with its part of speech (Sejong tags) and its place in the text."""

    tag: str
    start: int
    end: int


@lru_cache(maxsize=1)
def _kiwi() -> Any:
    from kiwipiepy import Kiwi

    # no typo and no multi-word dictionaries: half of the memory, and no guesses
    return Kiwi(num_workers=1, load_typo_dict=False, load_multi_dict=False)


def morphemes(text: str) -> list[Morpheme]:
    """The morphemes of `text` in order; contractions share their place."""
    found = _kiwi().tokenize(text)
    return [
        Morpheme(str(token.tag).split("-")[0], token.start, token.start + token.len)
        for token in found
    ]
