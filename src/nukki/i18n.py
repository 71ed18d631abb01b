"""The sentences of Nukki in English and Korean, looked up by code.

Each room keeps its sentences in `locale/<language>/<room>.yaml`. An entry is a string, or
`{text, hint}`; blanks are `{name}` and are filled from the error's context.
"""

from __future__ import annotations

import locale
import os
import re
from functools import lru_cache
from importlib import resources
from typing import Any

LANGUAGES = ("en", "ko")


def language(preferred: str | None = None) -> str:
    """The language to speak: the preferred one, else NUKKI_LANGUAGE, else the locale's."""
    wanted = preferred or _locale_name()
    return "ko" if wanted.lower().startswith("ko") else "en"


def text(code: str, lang: str = "en", /, **blanks: Any) -> str:
    """The sentence for `code`; an unknown code is shown as it is, never hidden."""
    return _fill(_entry(code, lang)["text"], blanks)


def hint(code: str, lang: str = "en", /, **blanks: Any) -> str:
    """The advice that goes with `code`, or an empty string.

    A clause (up to `;` or `.`) that would name an unknown value is left out: when nothing
    comes near, "nearest: –" advises nobody.
    """
    unknown = [f"{{{key}}}" for key, value in blanks.items() if value is None]
    clauses = re.split(r"(?<=[;.]) ", _entry(code, lang).get("hint", ""))
    kept = [clause for clause in clauses if not any(blank in clause for blank in unknown)]
    return _fill(" ".join(kept).removesuffix(";"), blanks)


def has(code: str, lang: str = "en") -> bool:
    """Whether `code` has a sentence in this language."""
    return code in _table(lang)


def _locale_name() -> str:
    for name in ("NUKKI_LANGUAGE", "PM_LANGUAGE", "LC_ALL", "LC_MESSAGES", "LANG"):
        if value := os.environ.get(name):
            return value
    return locale.getlocale()[0] or "en"


def _entry(code: str, lang: str) -> dict[str, str]:
    return _table(lang).get(code) or _table("en").get(code) or {"text": code}


class _Blanks(dict[str, Any]):
    def __missing__(self, key: str) -> str:
        return "{" + key + "}"


def _fill(sentence: str, blanks: dict[str, Any]) -> str:
    shown = {key: "–" if value is None else value for key, value in blanks.items()}
    return sentence.format_map(_Blanks(shown))


@lru_cache(maxsize=len(LANGUAGES))
def _table(lang: str) -> dict[str, dict[str, str]]:
    import yaml

    loader = getattr(yaml, "CSafeLoader", yaml.SafeLoader)  # the C one is ten times faster
    table: dict[str, dict[str, str]] = {}
    folder = resources.files("nukki") / "locale" / lang
    for file in sorted(folder.iterdir(), key=lambda entry: entry.name):
        if file.name.endswith(".yaml"):
            entries = yaml.load(file.read_text(encoding="utf-8"), loader) or {}  # noqa: S506
            for code, entry in entries.items():
                table[code] = {"text": entry} if isinstance(entry, str) else dict(entry)
    return table
