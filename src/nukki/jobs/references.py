"""The pictures that a brief names for mood: read within limits, and kept with the job."""

from __future__ import annotations

import io
import warnings
from dataclasses import dataclass
from pathlib import Path

from nukki.core import hashing
from nukki.errors import InputError
from nukki.jobs.payload import InputFile

MAX_BYTES = 15 * 1024 * 1024
MAX_PIXELS = 50_000_000
KINDS = {"PNG": "png", "JPEG": "jpg", "WEBP": "webp"}


@dataclass(frozen=True)
class Reference:
    """A picture that can be decoded: its bytes as they were, and its entry for the payload."""

    data: bytes
    entry: InputFile


def read(path: Path, name: str) -> Reference:
    """The picture at `path`, called `name` in the brief.

    Raises InputError: reference-missing, reference-too-large (bytes or pixels) or
    reference-unreadable (not a whole PNG, JPEG or WebP).
    """
    try:
        with path.open("rb") as file:
            data = file.read(MAX_BYTES + 1)
    except (OSError, ValueError):  # ValueError: a NUL in the name
        raise InputError("reference-missing", found=name) from None
    if len(data) > MAX_BYTES:
        allowed = f"{MAX_BYTES // 1024**2} MiB"
        raise InputError("reference-too-large", found=name, allowed=allowed)
    kind = _kind(data, name)
    sha256 = hashing.of_bytes(data)
    entry = InputFile(file=f"{sha256}.{kind}", name=name, sha256=sha256, bytes=len(data))
    return Reference(data, entry)


def _kind(data: bytes, name: str) -> str:
    """png, jpg or webp, once every pixel could be decoded."""
    from PIL import Image, UnidentifiedImageError

    unreadable = InputError("reference-unreadable", found=name, allowed="PNG, JPEG, WebP")
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore", Image.DecompressionBombWarning)
            with Image.open(io.BytesIO(data), formats=list(KINDS)) as picture:
                if picture.width * picture.height > MAX_PIXELS:
                    allowed = f"{MAX_PIXELS // 1_000_000} MP"
                    raise InputError("reference-too-large", found=name, allowed=allowed)
                picture.load()
                return KINDS[str(picture.format)]
    except (UnidentifiedImageError, Image.DecompressionBombError, OSError, SyntaxError, ValueError):
        raise unreadable from None
