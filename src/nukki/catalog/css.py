"""The little CSS that drawing programs write: presentation properties by tag, class and id.

Anything cleverer is refused by name, because a rule that is skipped changes the drawing.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass

from nukki.errors import ShapeError

PROPERTIES = frozenset(
    "fill fill-opacity fill-rule clip-path clip-rule stroke stroke-width stroke-opacity "
    "stroke-linecap stroke-linejoin stroke-miterlimit stroke-dasharray stroke-dashoffset "
    "opacity display visibility color stop-color stop-opacity filter mask transform".split()
)
MAX_RULES = 500

# Possessive, and to the end where it is not closed: no text makes it look back.
_COMMENT = re.compile(r"/\*(?:[^*]|\*(?!/))*+(?:\*/)?")
_SELECTOR = re.compile(r"(?P<tag>[a-zA-Z]+|\*)?(?P<class>\.[\w-]+)?(?P<id>#[\w-]+)?")


@dataclass(frozen=True)
class Rule:
    """One simple selector and what it sets; `order` sorts by specificity, then by place."""

    tag: str
    class_name: str
    id: str
    order: tuple[int, int]
    properties: Mapping[str, str]

    def matches(self, tag: str, classes: frozenset[str], id_: str) -> bool:
        """Whether an element with this tag, these classes and this id is meant."""
        return (
            self.tag in ("", "*", tag)
            and (not self.class_name or self.class_name in classes)
            and (not self.id or self.id == id_)
        )


def declarations(text: str) -> dict[str, str]:
    """`fill:#fff; stroke:none` as a mapping, unknown properties left out."""
    found: dict[str, str] = {}
    for declaration in text.split(";"):
        name, colon, value = declaration.partition(":")
        name = name.strip().lower()
        if colon and name in PROPERTIES:
            found[name] = value.replace("!important", "").strip()
    return found


def rules(sheet: str) -> list[Rule]:
    """The rules of a style sheet, weakest first; ShapeError `svg-css` for what is not simple."""
    text = _COMMENT.sub("", sheet)
    if at := re.search(r"@[\w-]+", text):
        raise ShapeError("svg-external" if at[0] == "@import" else "svg-css", found=at[0])
    found: list[Rule] = []
    *blocks, rest = text.split("}")
    if rest.strip():
        raise ShapeError("svg-css", found=rest.strip()[:60])
    for block in blocks:
        selectors, brace, body = block.partition("{")
        if not brace or "{" in body:
            raise ShapeError("svg-css", found=block.strip()[:60])
        properties = declarations(body)
        for selector in selectors.split(","):
            found.append(_rule(selector.strip(), len(found), properties))
        if len(found) > MAX_RULES:
            raise ShapeError("svg-css", found=f"> {MAX_RULES} rules")
    return sorted(found, key=lambda rule: rule.order)


def _rule(selector: str, place: int, properties: Mapping[str, str]) -> Rule:
    match = _SELECTOR.fullmatch(selector)
    if not match or not selector:
        raise ShapeError("svg-css", found=selector[:60])
    tag, class_name, id_ = (match[name] or "" for name in ("tag", "class", "id"))
    weight = 100 * bool(id_) + 10 * bool(class_name) + (tag not in ("", "*"))
    return Rule(tag, class_name[1:], id_[1:], (weight, place), properties)
