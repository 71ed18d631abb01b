"""A storage in a bucket: S3, what speaks like it, and Google's, through fsspec.

Every write is one PUT, which a bucket takes whole or not at all. Keys, endpoint and region come
from the variables that all programs for S3 read (AWS_ACCESS_KEY_ID, AWS_ENDPOINT_URL …).
"""

from __future__ import annotations

import re
import shutil
import tempfile
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from importlib.util import find_spec
from pathlib import Path, PurePosixPath

from nukki.core import remote as far
from nukki.core.bucket_log import Logs, logs_of
from nukki.core.fetched import Fetched
from nukki.core.hashing import of_json
from nukki.core.storage import Stat
from nukki.errors import InputError, StorageError
from nukki.settings import settings

SCHEMES = {"s3": "s3fs", "gs": "gcsfs"}
# A published folder is there once these are, in this order; removing it begins with the last.
MARKERS = ("payload.json", "status.json")
UPLOADS = 8  # at once
TRIES = 3  # to read a file that is being written
_BUCKET = re.compile(r"[a-z0-9][a-z0-9._-]{1,61}[a-z0-9]")
_TROUBLE = {
    far.NO_BUCKET: "storage-bucket-missing",
    far.MISSING: "storage-bucket-missing",
    far.BAD_KEY: "storage-bucket-key",
    far.DENIED: "storage-bucket-denied",
    far.BAD_CLOCK: "storage-bucket-clock",
}


class Bucket:
    """A folder of a bucket; `fetched` keeps on this machine what must be read as a file."""

    def __init__(self, scheme: str, bucket: str, prefix: str, fetched: Fetched) -> None:
        self.scheme, self.bucket, self.prefix = scheme, bucket, prefix
        self.fetched = fetched

    @classmethod
    def open(cls, place: str) -> Bucket:
        """The storage at `s3://bucket/folder`; asks the bucket once.

        Raises InputError for an address that is none, StorageError for a bucket that is not there
        or does not let us in.
        """
        scheme, _, rest = place.partition("://")
        bucket, _, prefix = rest.partition("/")
        odd = ".." in prefix.split("/") or any(sign in prefix for sign in "\\\0?#")
        if scheme not in SCHEMES or odd or not _BUCKET.fullmatch(bucket):
            raise InputError("storage-address")
        if find_spec(SCHEMES[scheme]) is None:
            raise InputError("storage-library-missing", library=SCHEMES[scheme])
        home = settings().home.absolute() / "cache" / "bucket"
        made = cls(scheme, bucket, "/".join(PurePosixPath(prefix).parts), Fetched(home))
        try:
            made._remote.check(made.prefix)
        except OSError as error:
            code = _TROUBLE.get(error.errno or 0, "storage-bucket-unreachable")
            raise StorageError(code, path=made.shown, reason=error.strerror) from None
        return made

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Bucket) and self.shown == other.shown

    def __hash__(self) -> int:
        return hash(self.shown)

    def __repr__(self) -> str:
        return f"Bucket({self.shown!r})"

    def __reduce__(self) -> tuple[Callable[..., Bucket], tuple[str, str, str, Path, int]]:
        """For a child process, which connects by itself."""
        cache = self.fetched
        return _again, (self.scheme, self.bucket, self.prefix, cache.root, cache.most)

    @property
    def name(self) -> str:
        """See Storage."""
        return self.prefix.rpartition("/")[2] or self.bucket

    @property
    def shown(self) -> str:
        """See Storage."""
        return f"{self.scheme}://{self.bucket}/{self.prefix}".rstrip("/")

    def at(self, folder: str) -> Bucket:
        """See Storage."""
        return Bucket(self.scheme, self.bucket, self._key(folder), self.fetched)

    def read(self, name: str, most: int = -1) -> bytes:
        """See Storage."""
        return self._remote.get(self._key(name), most)

    def write(self, name: str, data: bytes, *, lasting: bool = True) -> None:
        """See Storage; a bucket loses nothing that it has taken."""
        self._logs.forget(self._key(name))
        self._remote.put(self._key(name), data)

    def append(self, name: str, line: str) -> None:
        """See Storage; OSError ESTALE when another process has written since (see bucket_log)."""
        self._logs.append(self._key(name), line)

    def stat(self, name: str) -> Stat | None:
        """See Storage."""
        return self._remote.head(self._key(name)) if self._key(name) else None

    def names(self, folder: str = "") -> list[str]:
        """See Storage."""
        return self._remote.children(self._key(folder))

    def remove(self, name: str) -> None:
        """See Storage; a job is gone for everybody before its first file is."""
        key = self._key(name)
        found = list(self._remote.below(key))
        marks = [f"{key}/{mark}" for mark in reversed(MARKERS) if f"{key}/{mark}" in found]
        for mark in marks:
            self._remote.delete([mark])
        self._remote.delete([item for item in found if item not in marks])
        for item in found:
            self._logs.forget(item)
        # A request that deletes many is answered well even when some of them may not be.
        if len(found) > 1 and self._remote.below(key):
            raise OSError(far.DENIED, "the bucket does not let files be removed")

    def local(self, name: str) -> Path:
        """See Storage; FileNotFoundError for what is not there."""
        key = self._key(name)
        for _ in range(TRIES):
            itself = self._remote.head(key) if key else None
            found = {key: itself} if itself else self._remote.below(key)
            if not found:
                raise FileNotFoundError(far.MISSING, "no such file in the bucket", name)
            version = of_json({item: stat.tag for item, stat in found.items()})
            last = key.rpartition("/")[2] or self.bucket
            with suppress(_ChangedError):
                return self.fetched.get(
                    f"{self.scheme}://{self.bucket}/{key}",
                    version,
                    last,
                    lambda path, found=found: self._fetch(key, found, path),  # type: ignore[misc]
                )
        raise OSError(far.BUSY, "the file is being written")

    def draft(self) -> Path:
        """See Storage."""
        self.fetched.root.mkdir(parents=True, exist_ok=True, mode=0o700)
        return Path(tempfile.mkdtemp(prefix=".new-", dir=self.fetched.root))

    def unfinished(self) -> list[str]:
        """See Storage; a bucket shows nothing unfinished."""
        return []

    def tidy(self) -> None:
        """See Storage; drafts lie in the cache, which removes what nobody uses."""

    def publish(self, draft: Path, name: str) -> None:
        """See Storage; files that nobody looks for lie there until the last one is written."""
        place = self.at(name)
        paths = [path for path in draft.rglob("*") if path.is_file()]
        names = [path.relative_to(draft).as_posix() for path in paths]
        try:
            with ThreadPoolExecutor(UPLOADS) as pool:
                rest = [item for item in names if item not in MARKERS]
                list(pool.map(lambda item: place.write(item, (draft / item).read_bytes()), rest))
            for mark in MARKERS:
                if mark in names:
                    place.write(mark, (draft / mark).read_bytes())
        except OSError:
            with suppress(OSError):
                self.remove(name)
            raise
        shutil.rmtree(draft, ignore_errors=True)

    @property
    def _remote(self) -> far.Remote:
        return far.remote(self.scheme, self.bucket)

    @property
    def _logs(self) -> Logs:
        return logs_of(self._remote)

    def _fetch(self, key: str, found: dict[str, Stat], path: Path) -> None:
        """Write the file or folder `key` to `path`, every file in the version that was found."""
        for item, stat in found.items():
            target = path / item[len(key) :].lstrip("/") if item != key else path
            target.parent.mkdir(parents=True, exist_ok=True)
            data = self._remote.get(item)
            now = self._remote.head(item)
            if now is None or now.tag != stat.tag or len(data) != stat.bytes:
                raise _ChangedError
            target.write_bytes(data)

    def _key(self, name: str) -> str:
        """The key of `name`; ValueError when it could lead out of this folder."""
        if name.startswith("/") or ".." in name.split("/") or "\\" in name or "\0" in name:
            raise ValueError(name)
        return "/".join((*PurePosixPath(self.prefix).parts, *PurePosixPath(name).parts))


class _ChangedError(Exception):
    """A file was written while it was fetched."""


def _again(scheme: str, bucket: str, prefix: str, cache: Path, most: int) -> Bucket:
    return Bucket(scheme, bucket, prefix, Fetched(cache, most))
