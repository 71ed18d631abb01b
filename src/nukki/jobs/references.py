"""The files that a brief names, pictures for mood and drawings for shapes: read, checked, kept."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path

from nukki.catalog import mood, shapes, svg_safe
from nukki.core import files, hashing
from nukki.errors import InputError
from nukki.jobs.payload import InputFile

_MAGIC = {b"\x89PNG": "png", b"\xff\xd8\xff": "jpg", b"RIFF": "webp"}


@dataclass(frozen=True)
class Kept:
    """A file that goes into the job: its bytes, its entry for the payload, its main colours."""

    data: bytes
    entry: InputFile
    colours: tuple[str, ...] = ()


def picture(path: Path, name: str) -> Kept:
    """The PNG, JPEG or WebP at `path`, called `name` in the brief; raises InputError."""
    data = _read(path, name, mood.MAX_BYTES, "reference-missing")
    kind = next((kind for magic, kind in _MAGIC.items() if data.startswith(magic)), "png")
    entry = _entry(data, name, kind)
    return Kept(data, entry, _colours(path, entry.sha256))


def drawing(path: Path, name: str) -> Kept:
    """The SVG at `path`, once the engine can draw it; raises InputError."""
    data = _read(path, name, svg_safe.MAX_BYTES, "shape-missing")
    _understood(data)
    return Kept(data, _entry(data, name, "svg"))


# A brief is looked up with every pause of whoever writes it, and its files stay the same.
@lru_cache(maxsize=64)
def _colours(path: Path, _sha256: str) -> tuple[str, ...]:
    return mood.reference_palette(path)


@lru_cache(maxsize=16)
def _understood(data: bytes) -> None:
    shapes.load_svg(data)


def _read(path: Path, name: str, most: int, missing: str) -> bytes:
    """At most one byte more than is allowed, so that the caller's check refuses it."""
    try:
        return files.read_bytes(path, most + 1)
    except (OSError, ValueError):  # ValueError: a NUL in the name
        raise InputError(missing, found=name) from None


def _entry(data: bytes, name: str, kind: str) -> InputFile:
    sha256 = hashing.of_bytes(data)
    return InputFile(file=f"{sha256}.{kind}", name=name, sha256=sha256, bytes=len(data))
