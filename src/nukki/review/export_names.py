"""Names of exported files: what was asked for in the person's own words, safe on every system."""

from __future__ import annotations

import unicodedata

from nukki.core.files import DEVICES

LONGEST = 60  # characters
LONGEST_BYTES = 150  # a name may take 255 with its number, size and ending
OTHERWISE = "nukki"
_FORBIDDEN = frozenset('<>:"/\\|?*')


def stem(words: str) -> str:
    """`words` as the beginning of a file name: NFC, no path, no control character, no device.

    >>> stem(" ../쇼핑백: 50%  할인 ")
    '쇼핑백 50% 할인'
    >>> stem("NUL")
    'nukki'
    """
    shown = "".join(c if c.isprintable() and c not in _FORBIDDEN else " " for c in words[:500])
    name = " ".join(unicodedata.normalize("NFC", shown).split()).strip(". ")[:LONGEST]
    while len(name.encode("utf-8")) > LONGEST_BYTES:
        name = name[:-1]
    name = name.strip(". ")
    is_device = name.partition(".")[0].strip().lower() in DEVICES
    return OTHERWISE if is_device or not name else name


def of_picture(base: str, index: int, seed: int, scale: int, ending: str, mark: str = "") -> str:
    """The name of one file; index and seed tell the candidates of a job apart, and a `mark` what
    must not be taken for something else.

    >>> of_picture("컵", 0, 7, 2, "png"), of_picture("컵", 0, 7, 1, "png", "-blended")
    ('컵 0_7@2x.png', '컵 0_7-blended.png')
    """
    return f"{base} {index}_{seed}{mark}{f'@{scale}x' if scale > 1 else ''}.{ending}"
