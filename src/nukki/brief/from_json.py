"""JSON with duplicates told, depth bounded before parsing, and no numbers without end."""

from __future__ import annotations

import json
import re
from typing import Any

from nukki.brief.faults import shown
from nukki.brief.reading import MAX_DEPTH, Document, place, refuse
from nukki.errors import Fault

_LONGEST_NUMBER = 40
# A text (closed or not: the possessive loop never looks back), or one bracket.
_TOKEN = re.compile(r'"(?:\\.|[^"\\])*+"?|[\[\]{}]', re.DOTALL)


def read_json(text: str, source: str) -> Document:
    """The one mapping of a JSON text, duplicates as faults."""
    _check_depth(text, source)
    faults: list[Fault] = []

    def mapping(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
        result: dict[str, Any] = {}
        for key, value in pairs:
            if key in result:
                faults.append(Fault(str(shown(key)), "brief-duplicate-key", shown(key)))
            result[key] = value
        return result

    try:
        value = json.loads(
            text,
            object_pairs_hook=mapping,
            parse_int=lambda digits: int(digits[:_LONGEST_NUMBER]),
            parse_constant=str,
        )
    except json.JSONDecodeError as error:
        raise refuse("brief-json", source, line=error.lineno, column=error.colno) from error
    if not isinstance(value, dict):
        at = place(text, len(text) - len(text.lstrip()))
        raise refuse("brief-top-level", source, found=shown(value), **at)
    return Document(value, faults)


def _check_depth(text: str, source: str) -> None:
    depth = 0
    for token in _TOKEN.finditer(text):
        depth += {"[": 1, "{": 1, "]": -1, "}": -1}.get(token[0], 0)
        if depth > MAX_DEPTH:
            raise refuse("brief-too-deep", source, **place(text, token.start()))
