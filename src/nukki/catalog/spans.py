"""Runs of words: which of them may name one thing."""

from __future__ import annotations

from nukki.catalog.lexicon import lexicon
from nukki.catalog.tokens import Token
from nukki.catalog.vocabulary import vocabulary

Span = tuple[Token, ...]
_GLUE = ("J", "E", "XS", "VCP")


def as_spaced(surface: str, sign: str) -> str:
    """The sign, with the spaces a person typed in it."""
    return surface if surface.replace(" ", "") == sign else sign


def may_mean(span: Span) -> bool:
    """Words only, and Korean particles and endings only inside."""
    if any(token.kind not in ("latin", "korean") for token in span):
        return False
    first, last = span[0], span[-1]
    if first.kind == "korean" and first.tag.startswith(_GLUE) and first.tag != "JC":
        return bool(lexicon().role(first.text, "separator")) and len(span) == 1
    return not (last.kind == "korean" and last.tag.startswith("J") and len(span) > 1)


def crosses(span: Span) -> bool:
    """Whether a word that separates things stands inside."""
    return len(span) > 1 and any(
        lexicon().role(token.text, "separator") and may_separate((token,)) for token in span
    )


def may_separate(span: Span) -> bool:
    """Whether these words part two things: short Korean ones only by their tag."""
    token = span[0]
    if token.kind != "korean" or len(span) > 1 or len(token.text) > 1:
        return True
    return token.tag in ("JC", "JKB", "MAJ", "MAG", "JX")


def curated(surface: str) -> bool:
    """Whether a person has written down what the words name."""
    found = vocabulary().find(surface)
    return bool(found) and found[0][0] == "synonym"


def is_nominal(span: Span) -> bool:
    """Whether a run of morphemes can name a thing: it holds a noun, and no lone stem."""
    if span[0].kind == "latin":
        return True
    if len(span) == 1:
        return span[0].tag in ("NNG", "NNP", "NR", "XR", "SL", "MM", "UN", "IC", "MAG", "NP")
    return any(token.tag.startswith(("N", "XR", "XP")) for token in span)
