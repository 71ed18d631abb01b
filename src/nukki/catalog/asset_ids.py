"""Ids of brand artwork: kebab case, and one to suggest for the name of a file in any script."""

from __future__ import annotations

import re
import unicodedata
from functools import lru_cache
from pathlib import Path

from nukki.core.files import DEVICES
from nukki.errors import Fault

MAX_ID = 64
MAX_VARIANT = 63  # with the colon a brief's 128
MAX_SUGGESTED = 40
DEFAULT = "default"
RESERVED = frozenset(("check", "log"))  # words that stand where the API has an id
ID = re.compile(r"[a-z0-9]+(-[a-z0-9]+)*")

# Letters of Hangul as the Revised Romanization writes them: at the beginning of a syllable, in the
# middle, at the end, and at the end where a vowel follows.
_FIRST = "g kk n d tt r m b pp s ss  j jj ch k t p h".split(" ")
_VOWEL = "a ae ya yae eo e yeo ye o wa wae oe yo u wo we wi yu eu ui i".split(" ")
_LAST = " k k k n n n t l k m l l l p l m p p t t ng t t k t p t".split(" ")
_CARRIED = " g kk ks n nj n d r lg lm lb ls lt lp r m b ps s ss ng j ch k t p ".split(" ")
_HANGUL, _SILENT = 0xAC00, 11  # the first syllable; the consonant that stands for none
_SCALE = re.compile(r"@[1-9]x$", re.IGNORECASE)
_HUMP = re.compile(r"(?<=[a-z0-9])(?=[A-Z])")


def suggested(file_name: str, known: frozenset[str] = frozenset()) -> tuple[str | None, str]:
    """Id and variant for a file; the id is None where nothing of its name can be read.

    A name that begins with a known id is a variant of it.

    >>> suggested("여름 로고@2x.png")
    ('yeoreum-logo', 'default')
    >>> suggested("SummerLogo_Dark.png", frozenset({"summer-logo"}))
    ('summer-logo', 'dark')
    """
    stem = re.split(r"[\\/]", file_name)[-1]
    stem = stem.rpartition(".")[0] or stem
    slug = slugged(_SCALE.sub("", stem.strip()))
    if slug is None:
        return None, DEFAULT
    begun = [name for name in known if slug.startswith(f"{name}-")]
    if begun:
        asset = max(begun, key=len)
        return asset, slug[len(asset) + 1 :]
    return slug, DEFAULT


def slugged(text: str) -> str | None:
    """`text` in kebab case, Korean romanised but for words such as 로고; None where none is left.

    >>> slugged("누끼 Café №2"), slugged("ロゴ")
    ('nukki-cafe-no2', None)
    """
    words = re.split(r"([\W_]+)", unicodedata.normalize("NFC", text[:200]))
    latin = "".join(_known().get(word) or _romanised(word) for word in words)
    plain = unicodedata.normalize("NFKD", _HUMP.sub("-", latin)).encode("ascii", "ignore").decode()
    slug = re.sub(r"[^a-z0-9]+", "-", plain.lower()).strip("-")
    if len(slug) > MAX_SUGGESTED:
        slug = slug[: MAX_SUGGESTED + 1].rpartition("-")[0] or slug[:MAX_SUGGESTED]
    return slug or None


def faults(asset_id: str, variant_id: str) -> list[Fault]:
    """What is wrong with the two ids, each with one that would do."""
    found = []
    for field, value, most in (("id", asset_id, MAX_ID), ("variant", variant_id, MAX_VARIANT)):
        shown = value if len(value) <= 60 else f"{value[:59]}…"
        if not value.strip():
            found.append(Fault(field, "asset-id-missing"))
        elif len(value) > most:
            near = slugged(value)
            found.append(Fault(field, "asset-id-long", len(value), str(most), near))
        elif not ID.fullmatch(value):
            near = slugged(value)
            code = "asset-id-form" if near else "asset-id-script"
            found.append(Fault(field, code, shown, "my-logo", near))
        elif field == "id" and value in RESERVED:
            found.append(Fault(field, "asset-id-reserved", value, None, f"{value}-logo"))
        elif value in DEVICES:  # the library could not be copied to Windows
            found.append(Fault(field, "asset-id-device", value, None, f"{value}-logo"))
    return found


@lru_cache(maxsize=1)
def _known() -> dict[str, str]:
    from nukki.catalog import yaml_file

    found: dict[str, str] = yaml_file.read(Path(__file__).with_name("asset_words.yaml")).value
    return found


def _romanised(text: str) -> str:
    """Hangul letter by letter; a consonant at an end is carried to a vowel that follows."""
    written = []
    for index, letter in enumerate(text):
        place = ord(letter) - _HANGUL
        if not 0 <= place < 11_172:
            written.append(letter)
            continue
        first, vowel, last = place // 588, place % 588 // 28, place % 28
        following = ord(text[index + 1]) - _HANGUL if index + 1 < len(text) else -1
        carried = 0 <= following < 11_172 and following // 588 == _SILENT
        written += [_FIRST[first], _VOWEL[vowel], (_CARRIED if carried else _LAST)[last]]
    return "".join(written)
