"""What the three file formats share: bytes to text, where in the text, how to refuse it."""

from __future__ import annotations

from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from nukki.brief.faults import CONTROL
from nukki.errors import BriefError, Fault

MAX_BYTES = 256 * 1024
MAX_DEPTH = 12  # a batch of briefs needs 6
WHOLE = "brief"  # the field of a fault that belongs to the document, not to one of its fields


@dataclass(frozen=True, slots=True)
class Document:
    """What a file holds: plain values, faults that do not hide the rest, and the line of each
    field as far as its format tells."""

    value: Any
    faults: list[Fault] = field(default_factory=list)
    lines: dict[str, int] = field(default_factory=dict)


def refuse(code: str, source: str, **details: Any) -> BriefError:
    """The error of a document that cannot be read further."""
    return BriefError([Fault(WHOLE, code, **details)], source)


def place(text: str, index: int) -> dict[str, int]:
    """Line and column of a character, both counted from 1."""
    start = text.rfind("\n", 0, index) + 1
    return {"line": text.count("\n", 0, index) + 1, "column": index - start + 1}


def read_bytes(path: Path, source: str) -> bytes:
    """The file's bytes, at most `MAX_BYTES`."""
    try:
        if not path.exists():
            raise refuse("brief-file-missing", source, found=str(path))
        if not path.is_file():
            raise refuse("brief-file-unreadable", source, found=str(path))
        with path.open("rb") as file:
            data = file.read(MAX_BYTES + 1)
    except (OSError, ValueError) as error:  # ValueError: a NUL in the name
        raise refuse("brief-file-unreadable", source, found=str(path)) from error
    if len(data) > MAX_BYTES:
        raise refuse("brief-too-large", source, allowed=f"{MAX_BYTES // 1024} kB")
    return data


def decode(data: bytes, source: str, *others: str) -> str:
    """UTF-8 with or without BOM, else one of the `others`; no control characters."""
    text = _decoded(data, source, others)
    if not text.strip():
        raise refuse("brief-empty", source)
    if hit := CONTROL.search(text):
        at = place(text, hit.start())
        raise refuse("brief-file-control", source, found=f"U+{ord(hit[0]):04X}", **at)
    return text


def _decoded(data: bytes, source: str, others: tuple[str, ...]) -> str:
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        for other in others:
            try:
                return data.decode(other)
            except UnicodeDecodeError:
                continue
        before = data[: error.start].decode("utf-8-sig", errors="replace")
        at = place(before, len(before))
        found = f"0x{data[error.start]:02X}"
        raise refuse("brief-not-utf8", source, found=found, **at) from error
