"""Words made comparable: spaces, case, hyphens and plurals do not matter; distance by jamo."""

from __future__ import annotations

import re
import unicodedata
from functools import lru_cache

_NOISE = re.compile(r"[\s\-_·’'\".,:!“”()]+")
_HANGUL = re.compile(r"[가-힣ㄱ-ㅎㅏ-ㅣ]")
_IRREGULAR = {
    "leaves": "leaf",
    "knives": "knife",
    "loaves": "loaf",
    "mice": "mouse",
    "feet": "foot",
    "geese": "goose",
    "people": "person",
    "children": "child",
    "men": "man",
    "women": "woman",
    "dice": "die",
    "wolves": "wolf",
}


def is_korean(text: str) -> bool:
    """Whether any Hangul is in `text`."""
    return bool(_HANGUL.search(text))


@lru_cache(maxsize=20_000)
def key(text: str) -> str:
    """The form under which a word is looked up: `Ice-Cream` and `ice cream` are `icecream`."""
    folded = unicodedata.normalize("NFKC", text).casefold()
    if folded.isascii() or is_korean(folded):
        return _NOISE.sub("", folded)
    decomposed = unicodedata.normalize("NFKD", folded)
    return _NOISE.sub("", "".join(c for c in decomposed if not unicodedata.combining(c)))


def singulars(text: str) -> tuple[str, ...]:
    """Keys to try for a word: itself first, then what it may be the plural of."""
    whole = key(text)
    if is_korean(whole):
        return (whole, whole[:-1]) if len(whole) > 2 and whole.endswith("들") else (whole,)
    words = re.split(r"[\s\-]+", text.strip().casefold())
    head, last = "".join(words[:-1]), words[-1]
    forms = [whole]
    if last in _IRREGULAR:
        forms.append(key(head + _IRREGULAR[last]))
    elif last.endswith("ies") and len(last) > 4:
        forms.append(whole[:-3] + "y")
    elif last.endswith("s") and not last.endswith("ss") and len(last) > 3:
        forms.append(whole[:-1])
        if last.endswith(("ses", "xes", "zes", "ches", "shes", "oes")):
            forms.append(whole[:-2])
    return tuple(dict.fromkeys(forms))


def spelled(text: str) -> str:
    """Hangul syllables as their letters, so that one wrong letter is one step away."""
    return unicodedata.normalize("NFD", key(text))


def distance(first: str, second: str, limit: int) -> int:
    """Edit distance of two strings, or `limit` + 1 as soon as it must be larger."""
    if abs(len(first) - len(second)) > limit:
        return limit + 1
    previous = list(range(len(second) + 1))
    for row, letter in enumerate(first, 1):
        current = [row]
        for column, other in enumerate(second, 1):
            change = previous[column - 1] + (letter != other)
            current.append(min(previous[column] + 1, current[-1] + 1, change))
        if min(current) > limit:
            return limit + 1
        previous = current
    return previous[-1]
