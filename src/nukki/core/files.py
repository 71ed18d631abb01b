"""Files that are written whole or not at all (temporary name, fsync, rename) and read warily."""

from __future__ import annotations

import errno
import json
import os
import tempfile
from pathlib import Path
from typing import Any


def read_bytes(path: Path, most: int) -> bytes:
    """At most `most` bytes of a file; OSError also for pipes and devices, which may never end."""
    if path.exists() and not path.is_file():
        raise OSError(errno.EINVAL, os.strerror(errno.EINVAL), str(path))
    with path.open("rb") as file:
        return file.read(most)


def write_bytes(path: Path, data: bytes) -> None:
    """Write `data` so that a reader sees the old file or the new one, never a part."""
    path.parent.mkdir(parents=True, exist_ok=True)
    # A name may fill what the file system allows; the temporary one must fit as well.
    handle, name = tempfile.mkstemp(prefix=f".{path.name[:32]}.", suffix=".part", dir=path.parent)
    temporary = Path(name)
    try:
        with os.fdopen(handle, "wb") as file:
            file.write(data)
            file.flush()
            os.fsync(file.fileno())
        temporary.chmod(0o644)
        temporary.replace(path)
    except BaseException:
        temporary.unlink(missing_ok=True)
        raise
    _sync_folder(path.parent)


def write_text(path: Path, text: str) -> None:
    """`write_bytes` in UTF-8."""
    write_bytes(path, text.encode("utf-8"))


def write_json(path: Path, value: Any) -> None:
    """`value` as readable JSON, Korean left as it is."""
    write_text(path, json.dumps(value, ensure_ascii=False, indent=2) + "\n")


def append_line(path: Path, line: str) -> None:
    """Add one line in a single write, so that lines never interleave.

    A line that a crash left open is ended first, so that the new one does not join it.
    """
    path.parent.mkdir(parents=True, exist_ok=True)
    handle = os.open(path, os.O_RDWR | os.O_CREAT | os.O_APPEND, 0o644)
    try:
        size = os.fstat(handle).st_size
        torn = size > 0 and os.pread(handle, 1, size - 1) != b"\n"
        data = (("\n" if torn else "") + line + "\n").encode("utf-8")
        if os.write(handle, data) != len(data):  # the disk is full: a part is worse than nothing
            os.ftruncate(handle, size)
            raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC), str(path))
        os.fsync(handle)
    finally:
        os.close(handle)


def _sync_folder(folder: Path) -> None:
    if os.name == "nt":  # a folder cannot be opened there
        return
    handle = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)
