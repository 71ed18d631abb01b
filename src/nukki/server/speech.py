"""Which language a request wants to be answered in."""

from __future__ import annotations

from typing import Annotated

from fastapi import Depends, Request

from nukki import i18n

MAX_HEADER = 200


def preferred(header: str, fallback: str) -> str:
    """The language of an Accept-Language header that we speak best.

    >>> preferred("fr, ko;q=0.4, en;q=0.6", "ko"), preferred("fr", "ko"), preferred("ko-KR", "en")
    ('en', 'ko', 'ko')
    """
    ranked = sorted(map(_weighed, header[:MAX_HEADER].split(",")), reverse=True, key=lambda e: e[0])
    spoken = (tag for weight, tag in ranked if weight > 0 and tag in i18n.LANGUAGES)
    return next(spoken, fallback)


def of(request: Request) -> str:
    """`en` or `ko` for this request; without a wish, that of the installation."""
    fallback = i18n.language(request.app.state.settings.language)
    return preferred(request.headers.get("accept-language", ""), fallback)


Language = Annotated[str, Depends(of)]


def _weighed(part: str) -> tuple[float, str]:
    tag, _, rest = part.strip().partition(";")
    try:
        weight = float(rest.strip().removeprefix("q=") or 1)
    except ValueError:
        weight = 0.0
    return weight, tag.strip().lower().split("-")[0]
