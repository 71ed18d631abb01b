"""Files that people send for their briefs: re-encoded or rebuilt, kept by content, cleared away.

`uploads/<id>.png` or `.svg`, `<id>.webp` to show it, `<id>.json` about it; the id is the sha256 of
the kept file. One that no brief has used for `KEPT` is removed; a job has copies of its inputs.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import asdict, dataclass, replace
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any, Literal

from nukki.core import clock, hashing
from nukki.core.storage import NOT_THERE, Storage
from nukki.core.storage_faults import unread, unwritten
from nukki.errors import InputError

FOLDER = "uploads"
KEPT = timedelta(days=7)
MAX_BYTES = 15 * 1024 * 1024
MAX_UPLOADS = 1000
LONGEST = 2048  # pixels; what a picture is referred to for needs no more
THUMB_PX = 320
_NOTED_EVERY = timedelta(hours=1)  # how exactly the last use is known
_MAX_INFO = 4096
_ID = re.compile(r"[0-9a-f]{64}")

Kind = Literal["png", "svg"]


@dataclass(frozen=True)
class Upload:
    """A kept file: its pixels across and down (of an SVG its own units, rounded), its bytes, and
    when a brief last used it, or it was sent."""

    id: str
    kind: Kind
    width: int
    height: int
    bytes: int
    used: str

    @property
    def file(self) -> str:
        """Its name in the storage."""
        return f"{FOLDER}/{self.id}.{self.kind}"

    @property
    def thumb(self) -> str:
        """The name of the small WebP that shows it."""
        return f"{FOLDER}/{self.id}.webp"


@dataclass(frozen=True)
class Prepared:
    """What a sent file became: the content to keep, and a small WebP that shows it."""

    kind: Kind
    data: bytes
    thumb: bytes
    width: int
    height: int


def keep(storage: Storage, prepared: Prepared) -> Upload:
    """Keep a prepared file; the same one again is the same upload, used now.

    Raises InputError upload-too-many, StorageError.
    """
    upload = Upload(
        id=hashing.of_bytes(prepared.data),
        kind=prepared.kind,
        width=prepared.width,
        height=prepared.height,
        bytes=len(prepared.data),
        used=clock.now(),
    )
    try:
        known = _ids(storage)
        if upload.id not in known and len(known) >= MAX_UPLOADS:
            raise InputError("upload-too-many", allowed=MAX_UPLOADS, found=KEPT.days)
        _note(storage, upload)  # first: what is not finished is cleared away by it
        storage.write(upload.thumb, prepared.thumb)
        storage.write(upload.file, prepared.data)
    except OSError as error:
        raise unwritten(FOLDER, error) from error
    return upload


def find(storage: Storage, upload_id: str) -> Upload:
    """The upload with this id; raises InputError upload-unknown, StorageError."""
    upload = _read(storage, upload_id)
    with _reading():
        if upload is None or storage.stat(upload.file) is None:
            raise InputError("upload-unknown", found=upload_id[:80], allowed=KEPT.days)
    return upload


def resolve(storage: Storage, upload_id: str) -> Path:
    """The kept file on this machine, to read from, for a brief that uses it from now on.

    Raises InputError upload-unknown, StorageError.
    """
    upload = find(storage, upload_id)
    try:
        if datetime.now(UTC) - _time(upload.used) > _NOTED_EVERY:
            _note(storage, replace(upload, used=clock.now()))
    except OSError as error:
        raise unwritten(FOLDER, error) from error
    with _reading():
        return storage.local(upload.file)


def sweep(storage: Storage, now: datetime) -> int:
    """Remove what nobody has used since `now` less `KEPT`; returns how many went.

    Raises StorageError.
    """
    removed = 0
    with _reading():
        known = _ids(storage)
    for upload_id in known:
        upload = _read(storage, upload_id)
        if upload is not None and now - _time(upload.used) <= KEPT:
            continue
        _remove(storage, upload_id)
        removed += 1
    return removed


def _remove(storage: Storage, upload_id: str) -> None:
    try:
        for ending in ("png", "svg", "webp", "json"):  # what says that it is there goes last
            storage.remove(f"{FOLDER}/{upload_id}.{ending}")
    except OSError as error:
        raise unwritten(FOLDER, error) from error


def _ids(storage: Storage) -> list[str]:
    names = (name.partition(".") for name in storage.names(FOLDER))
    return [stem for stem, _, ending in names if ending == "json" and _ID.fullmatch(stem)]


def _note(storage: Storage, upload: Upload) -> None:
    told = json.dumps(asdict(upload), indent=2) + "\n"
    storage.write(f"{FOLDER}/{upload.id}.json", told.encode("utf-8"))


def _read(storage: Storage, upload_id: str) -> Upload | None:
    """What is noted of an upload; None where nothing that can be trusted is."""
    if not _ID.fullmatch(upload_id):
        return None
    try:
        found: Any = json.loads(storage.read(f"{FOLDER}/{upload_id}.json", _MAX_INFO))
        upload = Upload(**found)
        numbers: tuple[Any, ...] = (upload.width, upload.height, upload.bytes)
        right = upload.id == upload_id and upload.kind in ("png", "svg")
        _time(upload.used)
    except (ValueError, TypeError, RecursionError):
        return None
    except OSError as error:
        if error.errno not in NOT_THERE:  # or it would be swept away
            raise unread(FOLDER, error) from error
        return None
    whole = all(isinstance(n, int) and not isinstance(n, bool) and n > 0 for n in numbers)
    return upload if right and whole else None


@contextmanager
def _reading() -> Iterator[None]:
    try:
        yield
    except OSError as error:
        raise unread(FOLDER, error) from error


def _time(at: str) -> datetime:
    found = datetime.fromisoformat(at)
    return found if found.tzinfo else found.replace(tzinfo=UTC)
