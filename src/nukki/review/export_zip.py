"""ZIP archives whose bytes depend on nothing but what is in them: no clock, no system."""

from __future__ import annotations

import hashlib
import zipfile
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from nukki.errors import InputError

MAX_BYTES = 1024 * 1024 * 1024
_EPOCH = (1980, 1, 1, 0, 0, 0)  # the first day that the format knows
_UNIX = 3
_MODE = 0o100644 << 16


@dataclass(frozen=True, slots=True)
class Entry:
    """A file of an archive: its name, its length and the sha256 of its content."""

    name: str
    bytes: int
    sha256: str


class Archive:
    """Takes files one after the other, in the order in which they will stand."""

    def __init__(self, archive: zipfile.ZipFile) -> None:
        self._archive = archive
        self._names: set[str] = set()
        self._total = 0

    def add(self, name: str, data: bytes, *, packed: bool) -> Entry:
        """Add a file; `packed` for what is not compressed in itself.

        Raises InputError export-too-large, ValueError for a name that is taken.
        """
        folded = name.casefold()
        if folded in self._names:
            raise ValueError(name)
        self._names.add(folded)
        self._total += len(data)
        if self._total > MAX_BYTES:
            raise InputError("export-too-large", allowed=MAX_BYTES // 2**20)
        info = zipfile.ZipInfo(name, _EPOCH)
        info.create_system, info.external_attr = _UNIX, _MODE
        how = zipfile.ZIP_DEFLATED if packed else zipfile.ZIP_STORED
        self._archive.writestr(info, data, how, 6 if packed else None)
        return Entry(name, len(data), hashlib.sha256(data).hexdigest())


@contextmanager
def writing(path: Path) -> Iterator[Archive]:
    """An archive at `path`, whole when the block ends; raises OSError."""
    with zipfile.ZipFile(path, "w") as archive:
        yield Archive(archive)
