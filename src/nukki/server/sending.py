"""Files over HTTP: strong ETag, 304, and how long a browser may keep them."""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from fastapi import Request, Response
from fastapi.responses import FileResponse

from nukki.core.storage import Folder, Stat, Storage
from nukki.core.storage_faults import unread
from nukki.errors import InputError

FOREVER = "private, max-age=31536000, immutable"
ASK_AGAIN = "private, no-cache"
MAX_BYTES = 64 * 1024 * 1024  # of a file that is read from a bucket as a whole
# A file up to this size is read at once: then one that is deleted meanwhile is missed while that
# can still be said, and a thread has one turn instead of four.
SMALL = 256 * 1024
_NOT_OF_A_TAG = re.compile(r"[^A-Za-z0-9._-]")


def file(request: Request, path: Path, kind: str, *, forever: bool) -> Response:
    """A file of this installation as media type `kind`, or 304 when the browser has it.

    `forever` is for files that never change under their address. Raises OSError.
    """
    return stored(request, Folder(path.parent), path.name, kind, forever=forever)


def stored(request: Request, files: Storage, name: str, kind: str, *, forever: bool) -> Response:
    """The file `name` of a storage in the same way; raises FileNotFoundError and other OSErrors."""
    found = files.stat(name)
    if found is None:
        raise FileNotFoundError(name)
    headers = headers_of(found, forever=forever)
    if is_known(request, headers):
        return Response(status_code=304, headers=headers)
    if isinstance(files, Folder) and found.bytes > SMALL:
        return FileResponse(files.local(name), media_type=kind, headers=headers)
    return Response(files.read(name, MAX_BYTES), media_type=kind, headers=headers)


@contextmanager
def reading(name: str) -> Iterator[None]:
    """What is not there, or lies behind a link out of its folder, is a picture that nobody has.

    Raises InputError server-picture-unknown, StorageError storage-unreadable.
    """
    try:
        yield
    except (FileNotFoundError, PermissionError):
        raise InputError("server-picture-unknown", found=name[:100]) from None
    except OSError as error:
        raise unread(name, error) from error


def headers_of(found: Stat, *, forever: bool) -> dict[str, str]:
    """ETag and Cache-Control of a stored file."""
    tag = f'"{_NOT_OF_A_TAG.sub("", found.tag)}"'
    return {"ETag": tag, "Cache-Control": FOREVER if forever else ASK_AGAIN}


def is_known(request: Request, headers: dict[str, str]) -> bool:
    """Whether the browser has what these headers stand for."""
    known = request.headers.get("if-none-match", "").split(",")
    return not {tag.strip().removeprefix("W/") for tag in known}.isdisjoint((headers["ETag"], "*"))
