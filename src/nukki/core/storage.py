"""Where the jobs lie: files by relative name, each written whole or not at all.

A name is relative and has forward slashes, for example `jobs/<id>/final/0_7.png`.
"""

from __future__ import annotations

import errno
import os
import secrets
import shutil
import stat
import tempfile
import time
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Protocol

from nukki.core import files

# What a file that is not there, or is no file (a pipe, a folder, links in a circle), is told by.
# Any other error is the place's: it may be there tomorrow.
NOT_THERE = frozenset((errno.ENOENT, errno.ENOTDIR, errno.EISDIR, errno.EINVAL, errno.ELOOP))
DRAFT, GONE = ".new-", ".gone-"  # how names of what is not there yet, or any more, begin
LEFT_S = 24 * 3600.0  # nobody fills a draft for so long


@dataclass(frozen=True)
class Stat:
    """A file's size in bytes, and a text that changes whenever its content does."""

    bytes: int
    tag: str


class Storage(Protocol):
    """A place for files. Every method raises OSError, FileNotFoundError for what is not there."""

    def __hash__(self) -> int:
        """Two storages of one place are equal, so that what was read of one can be kept."""
        ...

    @property
    def name(self) -> str:
        """The last part of the place."""
        ...

    @property
    def shown(self) -> str:
        """The whole of it, as a person would write it."""
        ...

    def at(self, folder: str) -> Storage:
        """The place `folder` of this one; it need not exist yet."""
        ...

    def read(self, name: str, most: int = -1) -> bytes:
        """The content of a file, at most `most` bytes of it."""
        ...

    def write(self, name: str, data: bytes, *, lasting: bool = True) -> None:
        """Write a file so that a reader sees the old one or the new one, never a part.

        What is not `lasting` may be lost in a power cut: it is there to be read now, and is
        made again.
        """
        ...

    def append(self, name: str, line: str) -> None:
        """Add one whole line to a file that this process alone writes."""
        ...

    def stat(self, name: str) -> Stat | None:
        """Size and tag of a file; None when there is none."""
        ...

    def names(self, folder: str = "") -> list[str]:
        """The last names of all files and folders in `folder`, sorted; empty when it is missing."""
        ...

    def remove(self, name: str) -> None:
        """Remove a file, or a folder with all that it holds; what is missing is no error."""
        ...

    def local(self, name: str) -> Path:
        """A path of this machine to read the file or folder from, fetched if it lies elsewhere."""
        ...

    def draft(self) -> Path:
        """A new empty folder of this machine to fill, in any way, and then `publish`."""
        ...

    def publish(self, draft: Path, name: str) -> None:
        """Make the local folder `draft` the folder `name`: a reader sees all of it or nothing."""
        ...

    def unfinished(self) -> list[str]:
        """Names of what writers that were killed have left behind."""
        ...

    def tidy(self) -> None:
        """Remove drafts, and folders half removed, that killed processes left here a day ago."""
        ...


@dataclass(frozen=True)
class Folder:
    """A storage that is a folder of this machine."""

    root: Path

    @property
    def name(self) -> str:
        """The folder's own name."""
        return self.root.name

    @property
    def shown(self) -> str:
        """The folder's path."""
        return str(self.root)

    def at(self, folder: str) -> Folder:
        """See Storage."""
        return Folder(self._named(folder))

    def read(self, name: str, most: int = -1) -> bytes:
        """See Storage."""
        return files.read_bytes(self._path(name), most)

    def write(self, name: str, data: bytes, *, lasting: bool = True) -> None:
        """See Storage."""
        files.write_bytes(self._path(name), data, lasting=lasting)

    def append(self, name: str, line: str) -> None:
        """See Storage; a line that a crash left open is ended first."""
        files.append_line(self._path(name), line)

    def stat(self, name: str) -> Stat | None:
        """See Storage."""
        try:
            found = self._path(name).stat()
        except OSError as error:
            if error.errno in NOT_THERE or isinstance(error, PermissionError):
                return None
            raise
        if not stat.S_ISREG(found.st_mode):
            return None
        return Stat(found.st_size, f"{found.st_mtime_ns:x}-{found.st_size:x}")

    def names(self, folder: str = "") -> list[str]:
        """See Storage."""
        path = self._path(folder)
        return sorted(entry.name for entry in path.iterdir()) if path.is_dir() else []

    def remove(self, name: str) -> None:
        """See Storage."""
        path = self._path(name)
        if path.is_dir() and not path.is_symlink():
            _remove_folder(path)
        else:
            path.unlink(missing_ok=True)

    def local(self, name: str) -> Path:
        """See Storage."""
        return self._path(name)

    def draft(self) -> Path:
        """See Storage; hidden, on the same disk."""
        self.root.mkdir(parents=True, exist_ok=True)
        made = Path(tempfile.mkdtemp(prefix=DRAFT, dir=self.root))
        made.chmod(0o755)
        return made

    def publish(self, draft: Path, name: str) -> None:
        """See Storage."""
        files.publish(draft, self._path(name))

    def unfinished(self) -> list[str]:
        """See Storage."""
        found = (*self.root.rglob(".*.part"), *self.root.rglob(f"{GONE}*"))
        return sorted(path.relative_to(self.root).as_posix() for path in found)

    def tidy(self) -> None:
        """See Storage."""
        for path in (*self.root.glob(f"{DRAFT}*"), *self.root.glob(f"{GONE}*")):
            with suppress(FileNotFoundError):  # another process removes it, too
                if time.time() - path.stat().st_mtime > LEFT_S:
                    shutil.rmtree(path, ignore_errors=True)

    def _path(self, name: str) -> Path:
        """Where `name` lies; PermissionError when a link on the way leads out of this folder."""
        path = self._named(name)
        if self._has_link(name) and not self._holds(path):
            raise PermissionError(errno.EACCES, os.strerror(errno.EACCES), str(path))
        return path

    def _holds(self, path: Path) -> bool:
        try:
            return path.resolve().is_relative_to(self.root.resolve())
        except RuntimeError:  # links in a circle, which later Pythons leave to whoever opens it
            return False

    def _has_link(self, name: str) -> bool:
        """Whether a part of `name` is a link; without one it leads nowhere but down."""
        part = str(self.root)  # text: this is asked fifty times a job, and paths are slow to build
        for step in name.split("/"):
            part = f"{part}/{step}"
            try:
                if stat.S_ISLNK(os.lstat(part).st_mode):
                    return True
            except OSError:
                break  # below what is not there, there is no link either
        return os.name == "nt"  # there are junctions there, which are no links

    def _named(self, name: str) -> Path:
        """`name` below this folder; ValueError when it could lead out of it."""
        if name.startswith("/") or ".." in name.split("/") or "\\" in name or "\0" in name:
            raise ValueError(name)
        return self.root / name


def _remove_folder(path: Path) -> None:
    """It is gone for everybody before its first file is; of several who remove it one does."""
    gone = path.with_name(f"{GONE}{secrets.token_hex(8)}")
    with suppress(FileNotFoundError):
        path.rename(gone)
        try:
            shutil.rmtree(gone)
        except OSError:
            gone.rename(path)  # so that what is left can be seen, and removed another time
            raise


def open_storage(place: str) -> Storage:
    """The storage at `place`: a folder, or an address that begins with `s3://` or `gs://`."""
    if "://" in place:
        from nukki.core.bucket import Bucket

        return Bucket.open(place)
    return Folder(Path(place))
