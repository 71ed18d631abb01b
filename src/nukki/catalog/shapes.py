"""The icon store: search by Korean or English words, load one icon as Art."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass
from functools import lru_cache

from nukki.catalog import words
from nukki.catalog.art import Art
from nukki.catalog.svg import load_svg
from nukki.catalog.svg_safe import clean
from nukki.catalog.vocabulary import Entry, read_art, vocabulary
from nukki.errors import ShapeError

__all__ = [
    "Match",
    "alternatives",
    "load_icon",
    "load_svg",
    "match",
    "nearest",
    "picture",
    "require",
    "search",
]

MAX_QUERY = 60
MAX_NEAREST = 12
MAX_PICTURE = 64 * 1024
_FILTER = re.compile(r"<filter.*?</filter>|\sfilter=\"[^\"]*\"", re.DOTALL)
# buttons with Japanese writing, which no Korean word means
_FOREIGN = re.compile(r"japanese-.*-button$")
_SCORES = {
    "chosen": 1.0,
    "synonym": 1.0,
    "label": 0.95,
    "tag": 0.8,
    "mention": 0.6,
    "near": 0.4,
    "kin": 0.3,
}


@dataclass(frozen=True)
class Match:
    """One icon found; `score` is 1 for the best kind of match, `why` names the kind."""

    name: str
    label_en: str
    label_ko: str
    score: float
    why: str


def search(text: str, limit: int = 10, *, tones: bool = False) -> list[Match]:
    """Icons for `text`, best first; skin tones only when asked for.

    What is set in type, as SALE and 30%, finds no icon that only looks like it in writing.
    """
    query = text.strip()[:MAX_QUERY]
    if not query or limit < 1:
        return []
    table = vocabulary()
    found: dict[str, str] = {}
    for why, name in table.find(query):
        found.setdefault(name, why)
    if emoji := table.emoji.get(query.replace("\ufe0f", "")):
        found.setdefault(emoji, "label")
    for kind, name in _mentions(query):
        found.setdefault(name, kind)
    if len(found) < limit and (found or not _is_lettering(query)):
        for entry, _word in _near(query, table.entries.values()):
            found.setdefault(entry.name, "near")
    names = [*found, *_tones(found)] if tones else list(found)
    return [_match(table.entries[name], found.get(name, "label")) for name in names[:limit]]


def _is_lettering(query: str) -> bool:
    from nukki.catalog.mentions import Reader

    mentions = Reader(query, {}).mentions
    return bool(mentions) and all(mention.kind == "text" for mention in mentions)


def nearest(word: str, limit: int = 3) -> list[str]:
    """Up to `limit` words, in the language of `word`, that do name an icon and look like it."""
    return list(_nearest(word)[:limit])


@lru_cache(maxsize=512)
def _nearest(word: str) -> tuple[str, ...]:
    korean = words.is_korean(word)
    found: dict[str, None] = {}
    for _why, name in _mentions(word):
        if not (korean and _FOREIGN.match(name)):
            found.setdefault(_spoken(vocabulary().entries[name], korean), None)
    for entry, spelling in _near(word, vocabulary().entries.values()):
        if not (korean and _FOREIGN.match(entry.name)):
            found.setdefault(spelling, None)
    return tuple(spoken for spoken in found if spoken)[:MAX_NEAREST]


def require(name: str) -> str:
    """`name` if an icon is called so; raises ShapeError shape-unknown with the nearest ones."""
    if name not in vocabulary().entries:
        near = ", ".join(match.name for match in search(name.replace("-", " "), 3)) or None
        raise ShapeError("shape-unknown", found=name[:60], nearest=near)
    return name


def match(name: str, why: str) -> Match:
    """The icon `name`, which was found by `why`."""
    return _match(vocabulary().entries[name], why)


@lru_cache(maxsize=512)
def alternatives(word: str, taken: str = "", limit: int = 6) -> tuple[Match, ...]:
    """Other icons that a person may have meant by `word`, or that are like the one that it became.

    Kept, because a person who types asks for the same words again with every letter.
    """
    table = vocabulary()
    found: dict[str, str] = {name: why for why, name in table.find(word)}
    for kind, name in _mentions(word):
        found.setdefault(name, kind)
    for name in _kin(taken)[:limit] if taken else ():
        found.setdefault(name, "kin")
    if not found:
        found = {entry.name: "near" for entry, _word in _near(word, table.entries.values())}
    korean = words.is_korean(word)
    names = [name for name in found if name != taken and not (korean and _FOREIGN.match(name))]
    return tuple(_match(table.entries[name], found[name]) for name in names[:limit])


def _kin(name: str) -> list[str]:
    """Icons of things of the same kind, those with most tags in common first."""
    entry = vocabulary().entries[name]
    own = set(entry.tags_en)
    kin = [other for other in _families().get(entry.family, ()) if other.name != name]
    kin.sort(key=lambda other: -len(own.intersection(other.tags_en)))
    return [other.name for other in kin]


@lru_cache(maxsize=1)
def _families() -> dict[int | None, list[Entry]]:
    families: dict[int | None, list[Entry]] = {}
    for entry in vocabulary().entries.values():
        if not entry.tone and entry.family is not None:
            families.setdefault(entry.family, []).append(entry)
    return families


def _spoken(entry: Entry, korean: bool) -> str:
    return (entry.label_ko or entry.label_en) if korean else entry.label_en


def _match(entry: Entry, why: str) -> Match:
    return Match(entry.name, entry.label_en, entry.label_ko, _SCORES[why], why)


def _tones(names: Iterable[str]) -> list[str]:
    bases = tuple(f"{name}-" for name in names)
    entries = vocabulary().entries.values()
    return [entry.name for entry in entries if entry.tone and entry.name.startswith(bases)]


def _mentions(query: str) -> list[tuple[str, str]]:
    """Icons whose tags equal the query or whose labels hold it as a whole word."""
    found: dict[str, tuple[int, int, str]] = {}
    for form in words.singulars(query):
        for ranked in _mentioning().get(form, ()):
            name = ranked[-1]
            found[name] = min(ranked, found.get(name, ranked))
    return [("mention", name) for _place, _length, name in sorted(found.values())]


@lru_cache(maxsize=1)
def _mentioning() -> dict[str, list[tuple[int, int, str]]]:
    """Icons by each word of their labels (ranked 0) and each tag (1), built once in 50 ms."""
    found: dict[str, list[tuple[int, int, str]]] = {}
    for entry in vocabulary().entries.values():
        if not entry.tone:
            parts = {words.key(part) for part in f"{entry.label_en} {entry.label_ko}".split()}
            tags = {words.key(tag) for tag in (*entry.tags_en, *entry.tags_ko)}
            for place, keys in enumerate((parts, tags - parts)):
                for key in keys:
                    found.setdefault(key, []).append((place, len(entry.label_en), entry.name))
    return found


def _near(query: str, entries: Iterable[Entry]) -> list[tuple[Entry, str]]:
    """Icons with a word that is a few letters (or jamo) away, or that one contains the other."""
    korean = words.is_korean(query)
    wanted = words.spelled(query)
    limit = max(1, len(wanted) // 3)
    found: list[tuple[float, int, str, Entry]] = []
    for entry in entries:
        if entry.tone:
            continue
        scored = [
            (_closeness(wanted, words.spelled(word), limit), word)
            for word in (_spoken(entry, korean), *entry.synonyms)
            if word and words.is_korean(word) == korean
        ]
        if scored and (best := min(scored))[0] <= limit:
            found.append((best[0], len(best[1]), best[1], entry))
    found.sort(key=lambda item: (item[0], item[1], item[2], item[3].name))
    return [(entry, word) for _score, _length, word, entry in found]


def _closeness(wanted: str, other: str, limit: int) -> float:
    short, long = sorted((len(other), len(wanted)))
    if short > 3 and 2 * short >= long and (other in wanted or wanted in other):
        return 0.5 + abs(len(other) - len(wanted)) / 100
    return words.distance(wanted, other, limit)


@lru_cache(maxsize=256)
def load_icon(name: str) -> Art:
    """The icon `name` on its 32-unit board; ShapeError `shape-unknown` when there is none."""
    return load_svg(_document(name))


def picture(name: str) -> bytes:
    """The icon as an SVG to show: rebuilt from harmless elements, at most `MAX_PICTURE` bytes.

    Raises ShapeError shape-unknown, or svg-too-large.
    """
    drawn = clean(_document(require(name)))
    if len(drawn) > MAX_PICTURE:
        raise ShapeError("svg-too-large", found=len(drawn), allowed=MAX_PICTURE)
    return drawn


def _document(name: str) -> bytes:
    store = read_art("icons.json")
    flip = False
    if name not in store["icons"] and name in store.get("aliases", {}):
        alias = store["aliases"][name]
        name, flip = alias["parent"], bool(alias.get("hFlip"))
    if name not in store["icons"]:
        raise ShapeError("shape-unknown", found=name[:60], nearest=", ".join(nearest(name[:60])))
    icon = store["icons"][name]
    width, height = (icon.get(side, store[side]) for side in ("width", "height"))
    # six icons carry a faint inner shadow, which a body of its own casts by itself
    body = _FILTER.sub("", icon["body"])
    if flip:
        body = f'<g transform="matrix(-1 0 0 1 {width} 0)">{body}</g>'
    head = f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}">'
    return f"{head}{body}</svg>".encode()
