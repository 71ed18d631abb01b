"""A concept's text as tokens: quoted and typed signs, emoji, numbers, words and breaks."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Literal

from nukki.catalog import words
from nukki.catalog.vocabulary import bare, vocabulary

Kind = Literal["letters", "emoji", "number", "latin", "korean", "break"]

_QUOTES = "|".join(
    f"{opening}([^{closing}\n]{{1,40}}){closing}"
    for opening, closing in ('""', "“”", "「」", "『』", "‘’")
)
_SINGLE = r"(?<![\w'])'([^'\n]{1,40})'(?![A-Za-z])"
_EMOJI = (
    "(?:[\U0001f000-\U0001faff\u2190-\u21ff\u2300-\u23ff\u2460-\u24ff\u25a0-\u27bf"
    "\u2900-\u297f\u2b00-\u2bff\u3030\u303d\u3297\u3299]"
    "|[0-9#*]\ufe0f?\u20e3|[\ufe0e\ufe0f\u200d])+"
)
_TYPED = (
    r"[₩$€£¥]\s?\d[\d,.]*\d|[₩$€£¥]\s?\d"
    r"|[-+]?\d[\d,.]*\s?%(?:\s?(?:OFF|Off|off)\b|\s?(?:할인|특가|세일)(?![율률권가점액]))?"
    r"|\d[\d,.]*[만천백]?\s?원(?![가-힣])|\d[\d,.]*[$€]"
    r"|\b[A-Z0-9]{1,3}\+[A-Z0-9]{1,3}\b|\bD-(?:\d{1,3}|DAY|Day|day)\b"
    r"|\d{1,4}[./]\d{1,2}(?:[./]\d{1,2})?(?![\d%])"
    r"|(?<!\w)[%₩$€£¥#@](?!\w)|(?<!\S)[?!]{1,3}(?!\S)"
)
_SCAN = re.compile(
    rf"(?P<quoted>{_QUOTES}|{_SINGLE})|(?P<emoji>{_EMOJI})|(?P<typed>{_TYPED})"
    r"|(?P<times>(?:(?<=\s)|(?<=^))[x×]\s?\d{1,4}\b|\b\d{1,4}\s?[x×](?=\s))"
    r"|(?P<number>\d+(?![A-Za-z]))"
    r"|(?P<latin>[A-Za-z0-9À-ɏ][\w'’À-ɏ-]*(?<![-'’가-힣])|[A-Za-z])"
    r"|(?P<dash>(?<=\s)[-–—]+(?=\s))"
    r"|(?P<korean>[가-힣ㄱ-ㅣ]+)|(?P<break>[,;:/·|\n+&、，。•.!?~()\[\]]+)",
)
_LATIN = re.compile(r"[A-Za-z0-9À-ɏ'’_-]+")


@dataclass(frozen=True)
class Token:
    """A piece of the text; `tag` is the part of speech of Korean pieces."""

    text: str
    kind: Kind
    start: int
    end: int
    tag: str = ""


def tokenise(text: str) -> list[Token]:
    """The tokens of `text` in order of place."""
    coarse = list(_scan(text))
    if any(token.kind == "korean" for token in coarse):
        coarse = _with_morphemes(text, coarse)
    return sorted(coarse, key=lambda token: (token.start, token.end))


def _scan(text: str) -> Iterator[Token]:
    for match in _SCAN.finditer(text):
        start, end = match.span()
        found = match[0]
        if match["quoted"]:
            inner = next(group for group in match.groups()[1:] if group is not None)
            yield Token(inner.strip(), "letters", start, end)
        elif match["typed"]:
            yield Token(re.sub(r"\s+", " ", found.strip()), "letters", start, end)
        elif match["emoji"]:
            yield from _emoji(found, start)
        elif match["times"]:
            yield Token(re.sub(r"\D", "", found), "number", start, end, "times")
        elif match["latin"]:
            latin = _LATIN.match(found)
            stop = start + (latin.end() if latin else len(found))
            yield Token(text[start:stop], "latin", start, stop)
            if stop < end:  # a word that Hangul follows without a space
                yield Token(text[stop:end], "korean", stop, end)
        elif match["dash"]:
            yield Token(":", "break", start, end)
        elif match["number"]:
            yield Token(found, "number", start, end)
        elif match["korean"]:
            yield Token(found, "korean", start, end)
        else:
            yield Token(found, "break", start, end)


def _emoji(run: str, start: int) -> Iterator[Token]:
    """One token an emoji, the longest known sequence first, skin tones taken off."""
    known = vocabulary().emoji
    place = 0
    while place < len(run):
        for end in range(min(len(run), place + 16), place, -1):
            plain = re.sub("[\U0001f3fb-\U0001f3ff]", "", bare(run[place:end]))
            if plain in known:
                yield Token(run[place:end], "emoji", start + place, start + end, known[plain])
                break
        else:
            end = place + 1
            if bare(run[place]) not in ("", "\u200d"):
                yield Token(run[place], "letters", start + place, start + end)
        place = end


def _with_morphemes(text: str, coarse: list[Token]) -> list[Token]:
    """Korean runs cut into morphemes; everything else stands in for a foreign noun."""
    from nukki.catalog.korean import morphemes

    masked = list(text)
    for token in coarse:
        if token.kind in ("letters", "emoji", "latin"):
            masked[token.start : token.end] = "X" * (token.end - token.start)
    kept = [token for token in coarse if token.kind != "korean"]
    for piece in morphemes("".join(masked)):
        surface = text[piece.start : piece.end]
        if words.is_korean(surface) and masked[piece.start] == text[piece.start]:
            kept.append(Token(surface, "korean", piece.start, piece.end, piece.tag))
    return kept
