"""Who changed what in the library of brand artwork: `assets/log.jsonl`, read warily."""

from __future__ import annotations

import json
import os
from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache
from typing import Annotated, Any

from pydantic import Field, ValidationError

from nukki import i18n
from nukki.catalog.manifest import LOG, Last
from nukki.core.storage import NOT_THERE, Storage
from nukki.core.storage_faults import unread

MAX_BYTES = 16 * 1024 * 1024  # of its end: fifty thousand changes
MAX_LINE = 16 * 1024  # ten times the longest that is ever written
MAX_ENTRIES = 200  # of one answer
_SHOWN = 60
_NONE = "–"


class Entry(Last):
    """One line: a change, as the manifest tells it of its newest one."""

    revision: Annotated[int, Field(ge=1)]

    @property
    def variant(self) -> str | None:
        """The variant that it added."""
        found = self.what.get("variant") if self.did == "add" else None
        return found if isinstance(found, str) else None

    def changes(self) -> Iterator[tuple[str, Any, Any]]:
        """Field, value before, value after, of all that was changed."""
        for field, pair in self.what.items():
            if isinstance(pair, list) and len(pair) == 2:
                yield field, pair[0], pair[1]


@dataclass(frozen=True)
class Log:
    """All of it, oldest first. `damaged`: lines that nobody can read; `cut`: older ones that were
    not read."""

    entries: tuple[Entry, ...] = ()
    damaged: int = 0
    cut: bool = False


@dataclass(frozen=True)
class Page:
    """Some entries, newest first. `next`: the revision before which older ones are found."""

    entries: tuple[Entry, ...]
    next: int | None
    damaged: int


def read(storage: Storage) -> Log:
    """The log of a storage, empty where there is none; raises StorageError storage-unreadable."""
    try:
        found = storage.stat(LOG)
        return Log() if found is None else _read(storage, found.tag)
    except OSError as error:
        if error.errno in NOT_THERE:
            return Log()
        raise unread(LOG, error) from error


def last_lines(storage: Storage) -> list[bytes]:
    """The last two lines as they stand there, however long the log is; raises StorageError."""
    try:
        return [] if storage.stat(LOG) is None else _end(storage, 2 * MAX_LINE)[0].splitlines()[-2:]
    except OSError as error:
        raise unread(LOG, error) from error


def page(
    storage: Storage, asset_id: str | None = None, limit: int = 50, before: int | None = None
) -> Page:
    """At most `limit` changes, those of one asset or of all; raises StorageError."""
    log, found = read(storage), []
    for entry in reversed(log.entries):
        if before is not None and entry.revision >= before:
            continue
        if asset_id is None or entry.asset in (asset_id, None):
            found.append(entry)
        if len(found) > limit:
            break
    shown = tuple(found[:limit])
    return Page(shown, shown[-1].revision if len(found) > limit else None, log.damaged)


def sentence(entry: Entry, language: str) -> str:
    """What was done, for a list that says who did it and when beside it."""
    if entry.did == "recover":
        return i18n.text("asset-log-recover", language, found=_shown(entry.what.get("pictures")))
    said = [change for change in entry.changes() if change != ("name", None, entry.asset)]
    told = [_told(*change, language) for change in said]
    if entry.did == "add":
        code = "asset-log-converted" if "converted" in entry.what else "asset-log-add"
        origin = _shown(entry.what.get("converted"))
        told.insert(0, i18n.text(code, language, found=_shown(entry.variant), reason=origin))
    return "; ".join(told)


def _told(field: str, before: Any, after: Any, language: str) -> str:
    if field == "hidden" or field.endswith(".hidden"):
        variant = field.removeprefix("variants.").removesuffix("hidden").removesuffix(".")
        code = f"asset-log-{'hid' if after else 'restored'}{'-variant' if variant else ''}"
        return i18n.text(code, language, found=_shown(variant))
    if field == "name" and before is None:
        return i18n.text("asset-log-named", language, found=_shown(after))
    known = field if field in ("name", "tags", "min_scale", "clear_space") else "other"
    code = f"asset-log-{known.replace('_', '-')}"
    return i18n.text(code, language, field=field[:40], found=_shown(after), before=_shown(before))


def _shown(value: Any) -> str:
    """A value of the log, which anybody may have edited, on one short line."""
    text = ", ".join(map(str, value)) if isinstance(value, list) else str(value)
    plain = "".join(sign for sign in text if sign.isprintable())
    return (plain if len(plain) <= _SHOWN else plain[: _SHOWN - 1] + "…") or _NONE


@lru_cache(maxsize=4)
def _read(storage: Storage, _tag: str) -> Log:
    """Kept while the file stays what it is."""
    data, cut = _end(storage, MAX_BYTES)
    lines = data.splitlines()[1 if cut else 0 :]
    entries = [_entry(line) for line in lines if line.strip()]
    kept = tuple(entry for entry in entries if entry is not None)
    return Log(kept, len(entries) - len(kept), cut)


def _end(storage: Storage, most: int) -> tuple[bytes, bool]:
    """At most so many bytes of the end of the log, and whether there are more before them."""
    with storage.local(LOG).open("rb") as file:
        size = file.seek(0, os.SEEK_END)
        file.seek(max(0, size - most))
        return file.read(most), size > most


def _entry(line: bytes) -> Entry | None:
    if len(line) > MAX_LINE:
        return None
    try:
        return Entry.model_validate(json.loads(line))
    except (ValueError, RecursionError, ValidationError):
        return None
