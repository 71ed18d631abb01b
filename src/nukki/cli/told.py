"""What is told of a cutout, to people and to programs: remarks, checks, and what was tried."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from nukki import i18n
from nukki.alpha.result import Attempt, Remark
from nukki.qa.report import Check


def remarks(found: Iterable[Mapping[str, Any]], language: str) -> list[dict[str, Any]]:
    """Remarks as `--json` prints them: code, context, message and hint."""
    return [
        {**one, "message": remark.message(language), "hint": remark.hint(language)}
        for one, remark in ((one, Remark(**one)) for one in found)
    ]


def tried(found: Iterable[Mapping[str, Any]], language: str) -> list[dict[str, Any]]:
    """Attempts as `--json` prints them, each with its reason as a sentence."""
    return [{**one, "message": Attempt(**one).message(language)} for one in found]


def checks(found: Iterable[Mapping[str, Any]], language: str) -> list[dict[str, Any]]:
    """Checks as `--json` prints them: with their finding as a sentence, and what to do about it."""
    return [
        {**one, "message": check.message(language), "advice": check.hint(language)}
        for one, check in ((one, Check.of_json(one)) for one in found)
    ]


def failures(name: object, found: Iterable[Mapping[str, Any]], language: str) -> list[str]:
    """Checks that the picture `name` did not pass, a line each, and what to do about it below."""
    said = []
    for check in map(Check.of_json, found):
        if not check.passed:
            said.append(f"✗ {name}: {check.message(language)}")
            if advice := check.hint(language):
                said.append(f"  → {advice}")
    return said


def lines(name: object, found: Iterable[Mapping[str, Any]], language: str) -> list[str]:
    """Remarks on the picture `name`, a line each, and what can be done about it below."""
    said = []
    for remark in (Remark(**one) for one in found):
        said.append(f"• {name}: {remark.message(language)}")
        if advice := remark.hint(language):
            said.append(f"  → {advice}")
    return said


def strategy(name: str | None, language: str) -> str:
    """A strategy as people call it."""
    return i18n.text(f"strategy-{name}", language)
