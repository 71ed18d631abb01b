"""Files that are written whole or not at all (temporary name, fsync, rename) and read warily."""

from __future__ import annotations

import errno
import json
import os
import secrets
import stat
from pathlib import Path
from typing import Any, BinaryIO

# Names that Windows keeps for devices, whatever ending they have.
DEVICES = frozenset(
    ("con", "prn", "aux", "nul", *(f"{port}{n}" for port in ("com", "lpt") for n in range(10)))
)


def read_bytes(path: Path, most: int) -> bytes:
    """At most `most` bytes of a file; OSError also for pipes and devices, which may never end."""
    if not stat.S_ISREG(path.stat().st_mode):
        raise OSError(errno.EINVAL, os.strerror(errno.EINVAL), str(path))
    with path.open("rb") as file:
        return file.read(most)


def write_bytes(path: Path, data: bytes, *, lasting: bool = True) -> None:
    """Write `data` so that a reader sees the old file or the new one, never a part.

    What is `lasting` is there after a power cut too; else only after this process was killed.
    """
    # A name may fill what the file system allows; the temporary one must fit as well.
    temporary = path.with_name(f".{path.name[:32]}.{secrets.token_hex(4)}.part")
    file = _create(temporary)
    try:
        with file:
            file.write(data)
            file.flush()
            if lasting:
                os.fsync(file.fileno())
        temporary.chmod(0o644)
        temporary.replace(path)
    except BaseException:
        temporary.unlink(missing_ok=True)
        raise
    if lasting:
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
    handle = _open_log(path)
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


def publish(draft: Path, folder: Path) -> None:
    """Make `draft`, on the same disk, the folder `folder`, with all that it holds for good."""
    for place, _, names in os.walk(draft):
        for name in names:
            _sync_file(Path(place, name))
        if names:
            _sync_folder(Path(place))
    draft.rename(folder)
    _sync_folder(folder.parent)


def _create(path: Path) -> BinaryIO:
    """A new file to write; only the first one of a folder has to make that."""
    try:
        return path.open("xb")
    except FileNotFoundError:
        path.parent.mkdir(parents=True, exist_ok=True)
        return path.open("xb")


def _open_log(path: Path) -> int:
    flags = os.O_RDWR | os.O_CREAT | os.O_APPEND
    try:
        return os.open(path, flags, 0o644)
    except FileNotFoundError:
        path.parent.mkdir(parents=True, exist_ok=True)
        return os.open(path, flags, 0o644)


def _sync_file(file: Path) -> None:
    with file.open("rb+") as opened:
        os.fsync(opened.fileno())


def _sync_folder(folder: Path) -> None:
    if os.name == "nt":  # a folder cannot be opened there
        return
    handle = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)
