"""A brief looked up while somebody writes it: what each word became, and what would be refused.

Runs in the workshop and makes nothing. What it tells is what planning would find.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace

from nukki.brief import Brief, fields, load_draft
from nukki.brief.faults import CONTROL
from nukki.brief.load import Draft
from nukki.brief.reading import Document
from nukki.catalog import concept, mood, shapes, words
from nukki.catalog.concept import Kind, Reading
from nukki.catalog.look import Mood
from nukki.catalog.materials import Material
from nukki.catalog.packs import Shadow
from nukki.catalog.shapes import Match
from nukki.catalog.style import Style
from nukki.engines import registry
from nukki.errors import Fault, Plain
from nukki.jobs import plan, planning
from nukki.jobs.payload import Note
from nukki.jobs.placing import Placed
from nukki.jobs.plan import Named

MAX_CONCEPT = 300
_READIES = "컵"  # read where nothing is typed yet, so that the first word need not wait a second
_MOST_TYPED = 2_000  # a longer text is refused without a look at its words


@dataclass(frozen=True)
class Word:
    """A run of the concept and what it became.

    `start` and `end` count the code points of the concept **as it was typed**. `why` is the code
    of a sentence, `context` fills its blanks. `shape` is the icon, `drawing` the name of a file;
    `near` are icons that may be picked in their place.
    """

    text: str
    start: int
    end: int
    kind: Kind
    why: str
    context: Mapping[str, Plain] = field(default_factory=dict)
    shape: Match | None = None
    drawing: str | None = None
    near: tuple[Match, ...] = ()


@dataclass(frozen=True)
class Preview:
    """What a brief would become. What cannot be known is None or empty, and `faults` say why."""

    faults: tuple[Fault, ...]
    notes: tuple[Note, ...] = ()
    words: tuple[Word, ...] = ()
    understood: tuple[str, ...] = ()
    model: str | None = None
    packs: tuple[str, ...] = ()
    material_class: Material | None = None
    shadow: Shadow | None = None
    renderer: str | None = None
    size: tuple[int, int] | None = None
    layout: Placed | None = None
    candidates: int | None = None
    costs: bool = False
    cold_start_s: float | None = None


def look(document: Document, engine: str, storage: str) -> Preview:
    """What is known of one brief, finished or not; raises InputError engine-not-here."""
    opened = registry.open_engine(engine)
    draft = load_draft(document)
    if draft.brief is None:
        return Preview(tuple(draft.faults), costs=opened.costs)
    typed = _readable(draft.concept)
    text = fields.plain(typed)[:MAX_CONCEPT].strip()
    brief = draft.brief.model_copy(update={"object_concept": text or _READIES})
    wrong = _wrong(draft)
    whole = not wrong & {"assets", "size_preset"}
    named = plan.look_up(brief, planning.place(engine, storage), whole=whole)
    if not text:
        named = _without_concept(named)
    size = brief.size_preset
    preview = Preview(
        faults=(*draft.faults, *named.faults),
        notes=_notes(brief, named),
        words=_words(typed, named.reading.words, brief),
        understood=_mood(brief).understood,
        model=named.profile.id if named.profile else None,
        size=None if "size_preset" in wrong else (size.width, size.height),
        layout=named.brand if named.brand.assets else None,
        candidates=None if "candidate_count" in wrong else brief.candidate_count,
        costs=opened.costs,
        cold_start_s=opened.cold_start_s if opened.costs else None,
    )
    return preview if "style" in wrong or named.style is None else _styled(preview, named.style)


def _readable(concept_typed: str) -> str:
    """The concept whose words can be looked at: one with control characters has none."""
    typed = concept_typed[:_MOST_TYPED]
    return "" if CONTROL.search(typed) else typed


def _without_concept(named: Named) -> Named:
    """What is named by the rest of the brief, when nothing was typed as its concept."""
    faults = [fault for fault in named.faults if fault.field != concept.FIELD]
    return replace(named, reading=Reading(), faults=faults)


def _wrong(draft: Draft) -> set[str]:
    """The fields that could not be read: the brief has their defaults, which nobody asked for."""
    at = {fault.field for fault in draft.faults}
    return {part for field in at for part in _parts(field)}


def _parts(field: str) -> set[str]:
    top = field.partition(".")[0].partition("[")[0]
    packs = "style_packs" in field
    return ({"style"} if packs or field == "style" else set()) | ({top} - {"style"})


def _styled(preview: Preview, style: Style) -> Preview:
    return replace(
        preview,
        packs=tuple(pack.id for pack in style.packs),
        material_class=style.material_class,
        shadow=style.shadow,
        renderer=style.look.renderer,
    )


def _mood(brief: Brief) -> Mood:
    return mood.read_mood(brief.campaign_text, brief.style.free_text)


def _notes(brief: Brief, named: Named) -> tuple[Note, ...]:
    return () if named.profile is None else plan.notes(brief, named, _mood(brief))


def _words(typed: str, found: Iterable[concept.Word], brief: Brief) -> tuple[Word, ...]:
    starts = _starts(typed)
    suggested = 0
    told_of: list[Word] = []
    for word in found:
        start = starts[word.start]
        end = starts[word.end] if word.end < len(starts) else len(typed.rstrip())
        told = Word(typed[start:end], start, end, word.kind, _why(word), _blanks(word))
        if word.kind == "shape":
            near = shapes.alternatives(word.text, word.ref)
            told = replace(told, shape=shapes.match(word.ref, word.why), near=near)
        elif word.kind == "unmatched" and suggested < concept.MAX_SUGGESTIONS:
            suggested += 1
            told = replace(told, near=shapes.alternatives(word.text))
        elif word.kind == "drawing":
            told = replace(told, drawing=_drawing_of(word.text, brief))
        told_of.append(told)
    return tuple(told_of)


def _why(word: concept.Word) -> str:
    return f"word-{(word.why or word.kind).replace('_', '-')}"


def _blanks(word: concept.Word) -> dict[str, Plain]:
    return {"word": word.text, "set": word.ref if word.kind == "lettering" else None}


def _drawing_of(text: str, brief: Brief) -> str | None:
    keys = set(words.singulars(text))
    return next((file for word, file in brief.shapes.items() if words.key(word) in keys), None)


def _starts(typed: str) -> list[int]:
    """Where each character of the concept, as it is read, begins in what was typed.

    Reading composes letters and drops blanks: how much every beginning of the text comes to says
    which characters became which. The x keeps a blank at its end.

    >>> _starts("  a   b")
    [2, 3, 6]
    """
    starts: list[int] = []
    for end in range(1, len(typed) + 1):
        read = len(concept.one_form(fields.plain(f"{typed[:end]}x"))) - 1
        starts += [end - 1] * (read - len(starts))
    return starts
