"""YAML as a person types a brief: aliases resolved, every duplicate key told."""

from __future__ import annotations

from nukki.brief.faults import path, shown
from nukki.brief.reading import MAX_DEPTH, Document, refuse
from nukki.core import marked
from nukki.core.marked import Caps, Flaw, Marked, MarkedError, Where
from nukki.errors import Fault

CAPS = Caps(depth=MAX_DEPTH, nodes=20_000)  # 64 full briefs hold about 9,000 nodes
_CODES: dict[Flaw, str] = {
    "syntax": "brief-yaml",
    "tab": "brief-yaml-tab",
    "tag": "brief-yaml-tag",
    "loop": "brief-yaml-loop",
    "documents": "brief-yaml-documents",
    "deep": "brief-too-deep",
    "many": "brief-too-many-values",
}


def read_yaml(text: str, source: str) -> Document:
    """The one mapping of a YAML text, duplicates as faults."""
    try:
        found = marked.parse(text, CAPS)
    except MarkedError as error:
        place = error.place._asdict() if error.place else {}
        raise refuse(_CODES[error.flaw], source, **place) from error
    if found.value is None:
        raise refuse("brief-empty", source)
    if not isinstance(found.value, dict):
        place = found.places[()]._asdict()
        raise refuse("brief-top-level", source, found=shown(found.value), **place)
    lines = {_field(where): place.line for where, place in found.places.items() if where}
    return Document(found.value, _twice(found), lines)


def _twice(found: Marked) -> list[Fault]:
    return [
        Fault(_field(where), "brief-duplicate-key", shown(where[-1]), **place._asdict())
        for where, place in found.repeated
    ]


def _field(where: Where) -> str:
    """The path as faults name it, its keys printable."""
    return path("", tuple(part if isinstance(part, int) else str(shown(part)) for part in where))
