"""Which words name which icon: curated synonyms, the emoji's labels, and tags that echo a label.

A tag counts only when the label repeats it as a word, so that "meeting" does not become a
handshake; every other tag is kept for search and for suggestions.
"""

from __future__ import annotations

import json
import re
import unicodedata
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from functools import lru_cache
from importlib import resources
from pathlib import Path
from typing import Any, Literal

from nukki.catalog import words
from nukki.errors import ShapeError
from nukki.settings import settings

ICONS = "icons.json"
Why = Literal["synonym", "label", "tag"]
RANK: Mapping[str, int] = {"synonym": 0, "label": 1, "tag": 2}
# emoji subgroups of whole people, from "person" to "family"; hands and bodily parts are others
_PEOPLE = range(23, 32)
_TONES = re.compile(r"-(?:dark|light|medium|medium-dark|medium-light)$")
_FACES = frozenset(("face", "얼굴"))
_DROPPED = re.compile(r"[’'“”.!]")


@dataclass(frozen=True)
class Entry:
    """One icon and everything it is called. Icons of one `family` depict things of one kind."""

    name: str
    label_en: str
    label_ko: str
    emoji: str = ""
    is_person: bool = False
    is_animal: bool = False
    synonyms: tuple[str, ...] = ()
    tags_en: tuple[str, ...] = ()
    tags_ko: tuple[str, ...] = ()
    tone: bool = False
    family: int | None = None


@dataclass(frozen=True)
class Vocabulary:
    """`entries` by icon name, `meanings` by word key (best first), `emoji` by character."""

    entries: Mapping[str, Entry]
    meanings: Mapping[str, tuple[tuple[Why, str], ...]]
    emoji: Mapping[str, str] = field(default_factory=dict)

    def find(self, text: str) -> tuple[tuple[Why, str], ...]:
        """Why and which icons `text` names, best first; a plural finds its singular."""
        loose: tuple[tuple[Why, str], ...] = ()
        for form in words.singulars(text):
            found = self.meanings.get(form, ())
            if found and found[0][0] != "tag":
                return found
            loose = loose or found
        return loose


def read_art(name: str) -> Any:
    """The parsed JSON file `name` of the art folder; ShapeError `art-missing` without it."""
    return _read_art(settings().art / name)


@lru_cache(maxsize=8)
def _read_art(path: Path) -> Any:
    try:
        found = json.loads(path.read_bytes())
    except (OSError, ValueError, RecursionError) as error:
        raise ShapeError("art-missing", path=str(path)) from error
    if not isinstance(found, dict if path.name == ICONS else list):
        raise ShapeError("art-missing", path=str(path))
    return found


def read_table(name: str) -> Any:
    """One of the YAML tables beside this file."""
    import yaml

    loader = getattr(yaml, "CSafeLoader", yaml.SafeLoader)  # the C one is ten times faster
    text = (resources.files("nukki.catalog") / name).read_text(encoding="utf-8")
    return yaml.load(text, loader)  # noqa: S506


@lru_cache(maxsize=1)
def vocabulary() -> Vocabulary:
    """Every icon with its words, built once in about 0.3 s."""
    entries = {entry.name: entry for entry in _entries()}
    meanings: dict[str, dict[str, Why]] = {}
    for entry in entries.values():
        if not entry.tone:
            for why, word in _names(entry):
                found = meanings.setdefault(words.key(word), {})
                if entry.name not in found or RANK[why] < RANK[found[entry.name]]:
                    found[entry.name] = why
    ordered = {
        word: tuple((why, name) for name, why in sorted(found.items(), key=_by_rank(entries)))
        for word, found in meanings.items()
        # a tag that many icons share names a kind of thing, not one of them
        if len(found) == 1 or set(found.values()) != {"tag"}
    }
    emoji = {bare(entry.emoji): entry.name for entry in entries.values() if entry.emoji}
    return Vocabulary(entries, ordered, emoji)


def bare(emoji: str) -> str:
    """An emoji without its presentation selectors."""
    return emoji.replace("\ufe0f", "").replace("\ufe0e", "")


def _by_rank(entries: Mapping[str, Entry]) -> Any:
    # among equals the plainest label depicts the thing itself: "cat" before "crying cat"
    return lambda item: (RANK[item[1]], len(entries[item[0]].label_en), item[0])


def _names(entry: Entry) -> Iterator[tuple[Why, str]]:
    yield from (("synonym", word) for word in entry.synonyms)
    yield "label", entry.label_en
    yield "label", entry.name
    yield "label", entry.label_ko
    yield from (("tag", tag) for tag in entry.tags_en if _echoes(tag, entry.label_en, entry))
    yield from (("tag", tag) for tag in entry.tags_ko if _echoes(tag, entry.label_ko, entry))


def _echoes(tag: str, label: str, entry: Entry) -> bool:
    """Whether the tag is the head of a two-word label: "wine glass" is a glass, no wine.

    "fox face" is a fox, but "cold face" is not a cold.
    """
    parts = label.casefold().split()
    word = tag.casefold()
    if len(parts) != 2 or len(tag) < 2 or word.endswith(("ing", "ed")):
        return False
    head, last = parts
    return (last == word and last not in _FACES) or (
        entry.is_animal and head == word and last in _FACES
    )


def _entries() -> Iterator[Entry]:
    icons = read_art(ICONS)
    names = [*icons["icons"], *icons.get("aliases", {})]
    english, korean = read_art("emoji-en.json"), read_art("emoji-ko.json")
    labels = {emoji["hexcode"]: emoji for emoji in korean}
    by_code = {emoji["hexcode"]: emoji for emoji in english}
    by_slug = {_slug(emoji["label"]): emoji for emoji in english}
    renamed = read_table("icon_names.yaml")
    synonyms = read_table("synonyms.yaml")
    known = set(names)
    for name in names:
        emoji = by_code.get(renamed[name]) if name in renamed else by_slug.get(name)
        # what has a label of its own is no tone: "police-car-light" is a light
        base = _untoned(name, known) if emoji is None else name
        if base != name:
            emoji = by_code.get(renamed[base]) if base in renamed else by_slug.get(base)
        yield _entry(name, emoji, labels, tuple(synonyms.get(name, ())), base != name)


def _entry(
    name: str,
    emoji: Mapping[str, Any] | None,
    korean: Mapping[str, Mapping[str, Any]],
    synonyms: tuple[str, ...],
    tone: bool,
) -> Entry:
    if emoji is None:
        return Entry(name, name.replace("-", " "), "", synonyms=synonyms, tone=tone)
    local = korean.get(emoji["hexcode"], {})
    return Entry(
        name,
        str(emoji["label"]),
        str(local.get("label", "")),
        "" if tone else str(emoji["emoji"]),
        emoji.get("group") == 1 and emoji.get("subgroup") in _PEOPLE,
        emoji.get("group") == 3,
        synonyms,
        tuple(emoji.get("tags", ())),
        tuple(local.get("tags", ())),
        tone,
        emoji.get("subgroup"),
    )


def _untoned(name: str, known: set[str]) -> str:
    """The icon of which `name` is a skin tone, or `name`."""
    stripped = name
    while match := _TONES.search(stripped):
        stripped = stripped[: match.start()]
        if stripped in known:
            return stripped
    return name


def _slug(label: str) -> str:
    text = _DROPPED.sub("", label.casefold()).replace("&", "and").replace("*", "asterisk")
    plain = unicodedata.normalize("NFKD", text).encode("ascii", "ignore").decode()
    return re.sub(r"[^a-z0-9]+", "-", plain).strip("-")
