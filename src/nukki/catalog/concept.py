"""Words to shapes: which things a concept names, how many and how large."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Annotated, Literal

from pydantic import Field

from nukki.catalog.look import Hex
from nukki.core.model import Strict
from nukki.errors import Fault, ShapeError

if TYPE_CHECKING:
    from nukki.catalog.mentioned import Mention, Notes
    from nukki.catalog.mentions import Reader

FIELD = "object_concept"
MAX_TEXT = 1_000
MAX_COUNT = 12
MAX_THINGS = 8
MAX_OBJECTS = 16
# suggestions cost about 20 ms a word, and nobody reads more
MAX_SUGGESTIONS = 12


class Subject(Strict):
    """One thing to draw. `source` says where its art comes from and `ref` names it there:
    an icon's name, the text to set in type, or the sha256 of a user's SVG in the job's inputs.
    `colour` is the main colour asked for in words; None leaves the art's own colours."""

    word: str
    source: Literal["icon", "text", "svg"]
    ref: str
    count: Annotated[int, Field(ge=1, le=12)] = 1
    size: Literal["small", "normal", "large"] = "normal"
    colour: Hex | None = None


@dataclass(frozen=True)
class Skipped:
    """A word that nothing matches, left out because the brief said so."""

    word: str
    nearest: tuple[str, ...] = ()


@dataclass(frozen=True)
class Note:
    """Something a person should know about how the concept was read: a locale code and a word."""

    code: str
    word: str


Kind = Literal[
    "shape",
    "drawing",
    "lettering",
    "unmatched",
    "left_out",
    "count",
    "size",
    "colour",
    "negation",
    "ignored",
]


@dataclass(frozen=True)
class Word:
    """A run of the text and what it became; `start` and `end` count characters of `one_form`.

    A `shape` is an icon, found by `why`; a `drawing` the SVG of a person; `lettering` is set in
    type; what is `left_out` was ruled out. `ref` is as a Subject has it. The other kinds draw
    nothing by themselves.
    """

    text: str
    start: int
    end: int
    kind: Kind
    ref: str = ""
    why: str = ""


@dataclass(frozen=True)
class Reading:
    """What a concept means, as a whole and by its `words`, which stand in the order of the text.

    With `faults` it cannot be drawn as it stands.
    """

    subjects: tuple[Subject, ...] = ()
    skipped: tuple[Skipped, ...] = ()
    notes: tuple[Note, ...] = ()
    faults: tuple[Fault, ...] = ()
    words: tuple[Word, ...] = ()


@dataclass
class _Draft:
    text: str
    words: list[Word] = field(default_factory=list)
    subjects: list[Subject] = field(default_factory=list)
    skipped: list[Skipped] = field(default_factory=list)
    faults: list[Fault] = field(default_factory=list)
    loose: list[str] = field(default_factory=list)

    def became(self, mention: Mention, kind: Kind, ref: str = "") -> None:
        """Note what a word has become."""
        why = next((why for why, name in mention.candidates if name == ref), "label")
        place = mention.start, mention.end
        said = self.text[slice(*place)]
        self.words.append(Word(said, *place, kind, ref, why if kind == "shape" else ""))


def read(
    concept: str,
    user_shapes: Mapping[str, str] | None = None,
    negative: str | None = None,
    unmatched: Literal["refuse", "skip"] = "refuse",
    chosen: Mapping[str, str] | None = None,
) -> Reading:
    """The things that `concept` names, in Korean or English.

    `user_shapes` maps a word to the sha256 of the SVG that draws it, `chosen` to the icon that a
    person picked for it; both win over every icon that the word would find by itself.
    Shapes that `negative` names are never taken. Words that nothing matches are faults, or
    with `unmatched="skip"` listed in `skipped`. Never raises for what a person typed.
    """
    from nukki.catalog.mentions import Reader

    if len(concept) > MAX_TEXT:
        return Reading(faults=(_fault("concept-too-long", len(concept), str(MAX_TEXT)),))
    reader = Reader(one_form(concept), user_shapes or {}, chosen)
    wanted = [mention for mention in reader.mentions if not mention.negated]
    negated = [mention for mention in reader.mentions if mention.negated]
    ruled_out = _ruled_out(negative)
    excluded = _excluded([*negated, *(ruled_out.mentions if ruled_out else ())])
    draft = _Draft(reader.text)
    for mention in negated:
        draft.became(mention, "left_out", mention.candidates[0][1] if mention.candidates else "")
    for mention in wanted:
        _settle(mention, excluded, unmatched, draft)
    subjects = _merged(draft.subjects)
    draft.faults += _limits(subjects) if not draft.faults else []
    if not subjects and not draft.faults:
        draft.faults.append(_fault("concept-empty", concept.strip()[:60] or None))
    notes = _notes(reader.notes, [mention.word for mention in negated])
    notes += tuple(Note("concept-loosely", words) for words in draft.loose)
    if unused := _without_effect(ruled_out):
        notes += (Note("concept-negative-unused", ", ".join(unused)),)
    found = tuple(subjects), tuple(draft.skipped), notes, tuple(draft.faults)
    return Reading(*found, _in_order(draft.words, reader))


def one_form(text: str) -> str:
    """The text as it is read: composed, with single blanks."""
    import unicodedata

    composed = unicodedata.normalize("NFC", text)
    return re.sub(r"[^\S\n]+", " ", composed.replace("\x00", " "))


def _in_order(things: list[Word], reader: Reader) -> tuple[Word, ...]:
    """Things and what was said of them; a thing's own letters are no word of another kind."""
    found = sorted(things, key=lambda word: word.start)
    for said in sorted(reader.said, key=lambda said: said.start):
        later = (word.start for word in found if word.start >= said.start)
        end = min(said.end, next(later, said.end))
        inside = any(word.start <= said.start < word.end for word in found)
        if said.start < end and not inside:
            text = reader.text[said.start : end]
            found.append(Word(text, said.start, end, said.asks))
            found.sort(key=lambda word: word.start)
    return tuple(found)


def _fault(code: str, found: object, allowed: str | None = None, nearest: object = None) -> Fault:
    return Fault(FIELD, code, found, allowed, nearest)


def _ruled_out(negative: str | None) -> Reader | None:
    from nukki.catalog.mentions import Reader

    return Reader(one_form(negative[:MAX_TEXT]), {}) if negative else None


def _without_effect(ruled_out: Reader | None) -> list[str]:
    """Words of the negative that name no shape: nothing could be left out for them."""
    if ruled_out is None:
        return []
    unknown = [mention.word for mention in ruled_out.mentions if not mention.candidates]
    return list(dict.fromkeys([*unknown, *ruled_out.notes.ignored]))


def _excluded(said: Sequence[Mention]) -> frozenset[str]:
    """The icons that must not be drawn."""
    from nukki.catalog import words
    from nukki.catalog.lexicon import lexicon
    from nukki.catalog.vocabulary import vocabulary

    names = {name for mention in said for _why, name in mention.candidates}
    if any(set(words.singulars(m.word)) & lexicon().people for m in said):
        names |= {entry.name for entry in vocabulary().entries.values() if entry.is_person}
    return frozenset(names)


def _settle(mention: Mention, excluded: frozenset[str], unmatched: str, draft: _Draft) -> None:
    """Turn one mention into a subject, a skipped word or a fault."""
    if mention.kind == "unknown":
        draft.became(mention, "unmatched")
        _unknown(mention.word, unmatched, draft)
        return
    if mention.kind == "icon":
        name = _icon(mention, excluded)
        if name is None:
            draft.became(mention, "left_out", mention.candidates[0][1])
            draft.faults.append(_fault("concept-contradiction", mention.word))
            return
        if ("tag", name) in mention.candidates:
            draft.loose.append(f"{mention.word} → {name.replace('-', ' ')}")
        source: Literal["icon", "text", "svg"] = "icon"
    else:
        name, source = mention.ref, mention.kind
    draft.became(mention, _KINDS[source], name)
    if source == "text" and (fault := _unsettable(name)):
        draft.faults.append(fault)
        return
    count = _count(mention, name)
    if count > MAX_COUNT or count < 1:
        draft.faults.append(_fault("concept-count", f"{mention.word} {count}", f"1–{MAX_COUNT}"))
        return
    draft.subjects.append(
        Subject(
            word=mention.word[:60],
            source=source,
            ref=name,
            count=count,
            size=mention.size,
            colour=mention.colour,
        )
    )


_KINDS: Mapping[str, Kind] = {"icon": "shape", "text": "lettering", "svg": "drawing"}


def _unknown(word: str, unmatched: str, draft: _Draft) -> None:
    from nukki.catalog.shapes import nearest

    word = word[:60]
    asked = len(draft.faults) + len(draft.skipped)
    names = nearest(word) if asked < MAX_SUGGESTIONS else []
    if unmatched == "skip":
        draft.skipped.append(Skipped(word, tuple(names)))
    else:
        shown = ", ".join(names) or None
        code = "concept-unmatched" if shown else "concept-unmatched-alone"
        draft.faults.append(_fault(code, word, nearest=shown))


def _icon(mention: Mention, excluded: frozenset[str]) -> str | None:
    """The best icon left; the one that already has the colour asked for, if there is one."""
    from nukki.catalog.lexicon import lexicon
    from nukki.catalog.vocabulary import vocabulary

    best = mention.candidates[0][0] if mention.candidates else ""
    if best == "chosen":
        name = mention.candidates[0][1]
        return None if name in excluded else name
    for colour_word in lexicon().colour_words.get(mention.colour or "", ()):
        for why, name in vocabulary().find(f"{colour_word} {mention.word}"):
            if why != "tag" and name not in excluded:
                mention.colour = None
                return name
    # a second-best icon would be another thing: "no gift" must not turn a gift into a ribbon
    for rank, name in mention.candidates:
        if rank == best and name not in excluded:
            return name
    return None


def _count(mention: Mention, name: str) -> int:
    from nukki.catalog.lexicon import lexicon

    count = 1 if mention.count is None else mention.count
    return 1 if count == 2 and name in lexicon().pairs else count


def _unsettable(text: str) -> Fault | None:
    from nukki.catalog import lettering

    try:
        lettering.check(text)
    except ShapeError as error:
        allowed = error.context.get("allowed")
        return _fault(error.code, error.context.get("found"), str(allowed) if allowed else None)
    return None


def _merged(subjects: list[Subject]) -> list[Subject]:
    """The same thing said twice is one subject with a larger count."""
    merged: dict[tuple[str, str, str, str | None], Subject] = {}
    for subject in subjects:
        same = (subject.source, subject.ref, subject.size, subject.colour)
        if same in merged:
            count = min(MAX_COUNT, merged[same].count + subject.count)
            subject = merged[same].model_copy(update={"count": count})
        merged[same] = subject
    return list(merged.values())


def _limits(subjects: list[Subject]) -> list[Fault]:
    faults = []
    if len(subjects) > MAX_THINGS:
        faults.append(_fault("concept-too-many-things", len(subjects), f"1–{MAX_THINGS}"))
    total = sum(subject.count for subject in subjects)
    if total > MAX_OBJECTS:
        faults.append(_fault("concept-too-many-objects", total, f"1–{MAX_OBJECTS}"))
    return faults


def _notes(notes: Notes, negated: list[str]) -> tuple[Note, ...]:
    listed = [
        *(Note("concept-ignored", word) for word in notes.ignored),
        *(Note("concept-vague", word) for word in notes.vague),
        *(Note("concept-read-apart", word) for word in notes.apart),
        *(Note("concept-negated", word) for word in negated),
    ]
    return tuple(dict.fromkeys(listed))
