"""What the mood words of a brief, and its reference pictures, ask of light and colour."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from functools import lru_cache
from pathlib import Path
from typing import TYPE_CHECKING, Any

from nukki.catalog.look import Mood
from nukki.errors import ShapeError

if TYPE_CHECKING:
    import numpy as np
    import numpy.typing as npt

MAX_TEXT = 2_000
MAX_BYTES = 20_000_000
MAX_PIXELS = 40_000_000
MAX_COLOURS = 5
FORMATS = ("PNG", "JPEG", "WEBP")
# what is only mentioned in the campaign, or only seen in a reference, counts half
HALF = 0.5

_WORD = re.compile(r"[A-Za-z]+|[가-힣]+")
_ENDINGS = ("", "y", "ish", "ing", "ed", "ly", "er")
_SIDE = 160

Shift = tuple[float, float, float]


def read_mood(
    campaign_text: str | None = None,
    free_text: str | None = None,
    reference_colours: Sequence[str] = (),
) -> Mood:
    """Warmth, brightness and vividness from words and `#rrggbb` reference colours.

    Words of the campaign and colours of references count half. Only words of the free text
    that nothing is known about are listed as ignored.
    """
    total = [0.0, 0.0, 0.0]
    understood: list[str] = []
    ignored: list[str] = []
    for text, weight in ((free_text, 1.0), (campaign_text, HALF)):
        for word in _words(text):
            shift = _shift(word)
            if shift is not None:
                understood.append(word)
                total = [sum_ + weight * part for sum_, part in zip(total, shift, strict=True)]
            elif weight == 1.0 and word.lower() not in _silent():
                ignored.append(word)
    if reference_colours:
        seen = _seen(reference_colours)
        total = [sum_ + HALF * part for sum_, part in zip(total, seen, strict=True)]
    warmth, brightness, vividness = (round(max(-1.0, min(1.0, value)), 3) for value in total)
    return Mood(
        warmth=warmth,
        brightness=brightness,
        vividness=vividness,
        understood=tuple(dict.fromkeys(understood)),
        ignored=tuple(dict.fromkeys(ignored)),
    )


def reference_palette(path: Path) -> tuple[str, ...]:
    """Up to five dominant colours of a PNG, JPEG or WebP, the largest first, as `#rrggbb`.

    Clusters are found in Lab with a fixed seed; transparent pixels do not count. Raises
    ShapeError with a `reference-…` code for files that are missing, too large or no picture.
    """
    import cv2
    import numpy as np

    rgb = _pixels(path)
    if len(rgb) == 0:
        return ()
    if len(rgb) == 1:  # OpenCV takes one sample of three values for three samples
        rgb = np.repeat(rgb, 2, axis=0)
    lab = cv2.cvtColor((rgb[None].astype(np.float32) / 255), cv2.COLOR_RGB2LAB)[0]
    distinct = len(np.unique(rgb, axis=0))
    clusters = min(MAX_COLOURS, distinct)
    cv2.setRNGSeed(1)
    criteria = (cv2.TERM_CRITERIA_EPS + cv2.TERM_CRITERIA_MAX_ITER, 40, 0.2)
    _compactness, labels, centres = cv2.kmeans(
        lab, clusters, np.zeros((len(lab), 1), np.int32), criteria, 3, cv2.KMEANS_PP_CENTERS
    )
    counts = np.bincount(labels.ravel(), minlength=clusters)
    order = [int(i) for i in np.argsort(-counts, kind="stable") if counts[i] > 0.02 * len(lab)]
    back = cv2.cvtColor(centres[None].astype(np.float32), cv2.COLOR_LAB2RGB)[0]
    found = np.clip(np.rint(back * 255), 0, 255).astype(int)
    return tuple(dict.fromkeys("#{:02x}{:02x}{:02x}".format(*found[i]) for i in order))


def _words(text: str | None) -> Iterator[str]:
    for match in _WORD.finditer((text or "")[:MAX_TEXT]):
        yield match[0]


@lru_cache(maxsize=1)
def _table() -> Any:
    from nukki.catalog.vocabulary import read_table

    return read_table("mood.yaml")


@lru_cache(maxsize=1)
def _silent() -> frozenset[str]:
    return frozenset(str(word) for word in _table()["silent"])


def _shift(word: str) -> Shift | None:
    if word.isascii():
        return _english(word.lower())
    stems = [stem for stem in _table()["korean"] if word.startswith(stem)]
    # one syllable alone begins too many other words: "밤" is night, "밤양갱" is a sweet
    stems = [stem for stem in stems if len(stem) > 1 or _stands_alone(word, stem)]
    return _as_shift(_table()["korean"][max(stems, key=len)]) if stems else None


def _stands_alone(word: str, stem: str) -> bool:
    if stem in ("밝", "맑", "쨍"):
        return True
    return word[len(stem) :] in ("", "의", "에", "은", "이", "을", "과", "처럼", "같은", "느낌")


def _english(word: str) -> Shift | None:
    table = _table()["english"]
    for ending in _ENDINGS:
        stem = word.removesuffix(ending) if ending else word
        if stem in table:
            return _as_shift(table[stem])
    return None


def _as_shift(values: Sequence[float]) -> Shift:
    warmth, brightness, vividness = values
    return float(warmth), float(brightness), float(vividness)


def _seen(colours: Sequence[str]) -> Shift:
    """Mean warmth, brightness and vividness of colours, in Lab."""
    import cv2
    import numpy as np

    values = [[int(colour[i : i + 2], 16) for i in (1, 3, 5)] for colour in colours]
    rgb = np.asarray([values], np.float32) / 255
    light, a, b = cv2.cvtColor(rgb, cv2.COLOR_RGB2LAB)[0].mean(axis=0)
    chroma = float(np.hypot(*cv2.cvtColor(rgb, cv2.COLOR_RGB2LAB)[0][:, 1:].T).mean())
    return (
        float(np.clip((0.4 * a + b) / 60, -1, 1)),
        float(np.clip((light - 60) / 40, -1, 1)),
        float(np.clip((chroma - 35) / 35, -1, 1)),
    )


def _pixels(path: Path) -> npt.NDArray[np.uint8]:
    """(N, 3) sRGB pixels that can be seen, from a picture of at most 160 a side."""
    import warnings

    import numpy as np
    from PIL import Image, UnidentifiedImageError

    try:
        size = path.stat().st_size
    except OSError as error:
        raise ShapeError("reference-missing", found=path.name) from error
    if size > MAX_BYTES:
        raise ShapeError("reference-too-large", found=size, allowed=MAX_BYTES)
    try:
        with warnings.catch_warnings():
            # Pillow warns of large pictures; the limit below is ours and lower
            warnings.simplefilter("ignore", Image.DecompressionBombWarning)
            with Image.open(path, formats=FORMATS) as picture:
                if picture.width * picture.height > MAX_PIXELS:
                    raise ShapeError(
                        "reference-too-many-pixels",
                        found=f"{picture.width}x{picture.height}",
                        allowed=MAX_PIXELS,
                    )
                picture.draft("RGB", (_SIDE, _SIDE))
                sixteen = picture.mode.startswith("I")  # grey, which Pillow would clip to white
                shown = picture.point(lambda level: level / 256) if sixteen else picture
                small = shown.convert("L").convert("RGBA") if sixteen else shown.convert("RGBA")
                small.thumbnail((_SIDE, _SIDE))
    except (
        UnidentifiedImageError,
        Image.DecompressionBombError,
        OSError,
        SyntaxError,
        ValueError,
    ) as error:
        raise ShapeError("reference-unreadable", found=path.name) from error
    pixels = np.asarray(small).reshape(-1, 4)
    return np.ascontiguousarray(pixels[pixels[:, 3] > 127, :3])
