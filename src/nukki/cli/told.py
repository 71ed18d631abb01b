"""What is told of a cutout, to people and to programs: remarks, and the strategies that refused."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from nukki import i18n
from nukki.alpha.result import Attempt, Remark


def remarks(found: Iterable[Mapping[str, Any]], language: str) -> list[dict[str, Any]]:
    """Remarks as `--json` prints them: code, context, message and hint."""
    return [
        {**one, "message": remark.message(language), "hint": remark.hint(language)}
        for one, remark in ((one, Remark(**one)) for one in found)
    ]


def tried(found: Iterable[Mapping[str, Any]], language: str) -> list[dict[str, Any]]:
    """Attempts as `--json` prints them, each with its reason as a sentence."""
    return [{**one, "message": Attempt(**one).message(language)} for one in found]


def lines(name: object, found: Iterable[Mapping[str, Any]], language: str) -> list[str]:
    """Remarks on the picture `name`, a line each, and what can be done about it below."""
    told = []
    for remark in (Remark(**one) for one in found):
        told.append(f"• {name}: {remark.message(language)}")
        if advice := remark.hint(language):
            told.append(f"  → {advice}")
    return told


def strategy(name: str | None, language: str) -> str:
    """A strategy as people call it."""
    return i18n.text(f"strategy-{name}", language)
