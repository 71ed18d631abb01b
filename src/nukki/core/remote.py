"""One bucket through fsspec: requests with limits in time, and errors that say what to do.

What a library below raises becomes an OSError without address, host or key. Nothing is cached:
another process may have written a moment ago.
"""

from __future__ import annotations

import asyncio
import errno
import os
import threading
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from datetime import datetime
from typing import Any

import fsspec
from fsspec.exceptions import FSTimeoutError

from nukki.core.storage import Stat
from nukki.settings import Cloud

CHECK_S = 8.0  # how long a person waits to hear that a bucket cannot be reached
REQUEST_S = 300.0  # a large picture over a slow line
CONNECT_S = 2.0
SILENCE_S = 20.0  # a server that says nothing for so long is not answering
ATTEMPTS = 3  # with growing pauses between them, by the library
PAGE = 1000  # keys a request may delete

MISSING, DENIED, TOO_LATE = errno.ENOENT, errno.EACCES, errno.ETIMEDOUT
BAD_KEY, NO_BUCKET, BAD_CLOCK = errno.EPERM, errno.ENODEV, errno.ETIME
UNREACHABLE, CHANGED, FULL, BUSY = errno.EHOSTUNREACH, errno.ESTALE, errno.ENOSPC, errno.EBUSY
UNKNOWN_HEADER = errno.ENOSYS

_SAID = {
    MISSING: "no such file in the bucket",
    DENIED: "the bucket does not allow it",
    TOO_LATE: "the bucket did not answer in time",
    BAD_KEY: "the bucket does not know these credentials",
    NO_BUCKET: "there is no such bucket",
    BAD_CLOCK: "the bucket's clock and this machine's differ too much",
    UNREACHABLE: "the bucket cannot be reached",
    CHANGED: "another process has written it in the meantime",
    FULL: "the bucket is full",
    BUSY: "the bucket is too busy",
    UNKNOWN_HEADER: "the bucket cannot do this",
    errno.EIO: "the bucket failed",
}
_CODES = {
    "NoSuchBucket": NO_BUCKET,
    "InvalidBucketName": NO_BUCKET,
    "NoSuchKey": MISSING,
    "404": MISSING,
    "AccessDenied": DENIED,
    "AllAccessDisabled": DENIED,
    "403": DENIED,
    "InvalidAccessKeyId": BAD_KEY,
    "SignatureDoesNotMatch": BAD_KEY,
    "InvalidToken": BAD_KEY,
    "ExpiredToken": BAD_KEY,
    "InvalidSecurity": BAD_KEY,
    "AuthorizationHeaderMalformed": BAD_KEY,
    "RequestTimeTooSkewed": BAD_CLOCK,
    "PreconditionFailed": CHANGED,
    "412": CHANGED,
    "ConditionalRequestConflict": CHANGED,
    "QuotaExceeded": FULL,
    "XMinioStorageFull": FULL,
    "507": FULL,
    "SlowDown": BUSY,
    "ServiceUnavailable": BUSY,
    "503": BUSY,
    "RequestTimeout": TOO_LATE,
    "NotImplemented": UNKNOWN_HEADER,
    "501": UNKNOWN_HEADER,
}
LIBRARIES = frozenset(("aiobotocore", "aiohttp", "botocore", "gcsfs", "google", "s3fs"))
_TAGS = ("ETag", "etag", "generation", "LastModified", "created")  # by what a system tells of files


class Remote:
    """One bucket; a key has no leading slash. Threads share it, processes do not."""

    def __init__(self, scheme: str, bucket: str) -> None:
        self.scheme, self.bucket = scheme, bucket
        self._system = _system(scheme)

    def check(self, folder: str) -> None:
        """Ask for one name of a folder; raises OSError within CHECK_S."""
        with self._told(CHECK_S) as limit:
            if self.scheme == "s3":
                wanted = {"Prefix": _below(folder), "Delimiter": "/", "MaxKeys": 1}
                self._system.call_s3("list_objects_v2", Bucket=self.bucket, **wanted, **limit)
            else:
                self._system.info(self.bucket, **limit)

    def get(self, key: str, most: int = -1) -> bytes:
        """The content of a file, at most `most` bytes of it."""
        limits = {} if most < 0 else {"start": 0, "end": max(most, 1)}
        try:
            with self._told() as limit:
                data: bytes = self._system.cat_file(self._path(key), **limits, **limit)
        except OSError as error:
            if most >= 0 and error.errno == errno.EINVAL:  # nothing has no first byte
                return b""
            raise
        return data if most < 0 else data[:most]

    def put(self, key: str, data: bytes, condition: Mapping[str, str] | None = None) -> str:
        """Write a file at once and return its tag; `condition` as S3 names it (IfMatch …)."""
        with self._told() as limit:
            made = self._system.pipe_file(self._path(key), data, **(condition or {}), **limit)
        tag = made.get("ETag") if isinstance(made, dict) else None
        if tag:
            return _bare(tag)
        found = self.head(key)
        return found.tag if found else ""

    def head(self, key: str) -> Stat | None:
        """Size and tag of a file; None when there is none."""
        try:
            with self._told() as limit:
                if self.scheme == "s3":  # info asks a second time, whether it is a folder
                    names = {"Bucket": self.bucket, "Key": key}
                    answer = self._system.call_s3("head_object", **names, **limit)
                    return _stat({**answer, "size": answer["ContentLength"]})
                found = self._system.info(self._path(key), **limit)
        except FileNotFoundError:
            return None
        return _stat(found) if found["type"] == "file" else None

    def children(self, folder: str) -> list[str]:
        """The last names of what lies directly in a folder, sorted."""
        path = self._path(folder)
        try:
            with self._told() as limit:
                found = self._system.ls(path, detail=False, **limit)
        except FileNotFoundError:
            return []
        names = (_last(item, path) for item in found)
        return sorted({name for name in names if name})

    def below(self, name: str) -> dict[str, Stat]:
        """Every file of a folder by key, or the file itself."""
        try:
            with self._told() as limit:
                found = self._system.find(self._path(name), detail=True, **limit)
        except FileNotFoundError:
            return {}
        start = len(self.bucket) + 1
        files = ((path.lstrip("/"), item) for path, item in found.items())
        return {path[start:]: _stat(item) for path, item in files if item["type"] == "file"}

    def delete(self, keys: list[str]) -> None:
        """Remove files; what is missing is no error."""
        for first in range(0, len(keys), PAGE):
            paths = [self._path(key) for key in keys[first : first + PAGE]]
            try:
                with self._told() as limit:
                    if len(paths) == 1:
                        self._system.rm_file(paths[0], **limit)
                    else:
                        self._system.rm(paths, **limit)
            except FileNotFoundError:
                continue

    def _path(self, key: str) -> str:
        return f"{self.bucket}/{key}" if key else self.bucket

    @contextmanager
    def _told(self, seconds: float = REQUEST_S) -> Iterator[dict[str, float]]:
        """The limit as the library takes it, and its errors as ours."""
        limit = {"timeout": seconds} if getattr(self._system, "async_impl", False) else {}
        try:
            yield limit
        except Exception as error:  # each library has errors of its own
            if not _is_fault(error):
                raise
            raise _plain(error) from None


_remotes: dict[tuple[str, str, int], Remote] = {}
_remotes_lock = threading.Lock()
os.register_at_fork(after_in_child=lambda: _remotes.clear())


def remote(scheme: str, bucket: str) -> Remote:
    """This process's own connection to a bucket."""
    key = scheme, bucket, os.getpid()
    with _remotes_lock:
        if key not in _remotes:
            _remotes[key] = Remote(scheme, bucket)
        return _remotes[key]


def forget() -> None:
    """Let go of every connection: credentials or addresses have changed."""
    with _remotes_lock:
        _remotes.clear()


def _system(scheme: str) -> Any:
    if scheme != "s3":
        return fsspec.filesystem(scheme, skip_instance_cache=True, use_listings_cache=False)
    region = Cloud().aws_region
    made = fsspec.filesystem(
        "s3",
        skip_instance_cache=True,
        use_listings_cache=False,
        max_concurrency=1,  # else every read asks for the size first
        client_kwargs={"region_name": region} if region else {},
        config_kwargs={
            "connect_timeout": CONNECT_S,
            "read_timeout": SILENCE_S,
            "retries": {"mode": "standard", "total_max_attempts": ATTEMPTS},
            "max_pool_connections": 32,
            # Not every server knows the newer checksums; the signature covers the content.
            "request_checksum_calculation": "when_required",
            "response_checksum_validation": "when_required",
        },
    )
    made.retries = 2  # beside those of a request: an answer that breaks off
    return made


def _is_fault(error: Exception) -> bool:
    """Whether the system failed, not our way of calling it."""
    family = type(error).__module__.partition(".")[0]
    return isinstance(error, OSError | FSTimeoutError | asyncio.TimeoutError) or family in LIBRARIES


def _plain(error: Exception) -> OSError:
    """`error` as an OSError that names no host and no key."""
    number = _number(error)
    return OSError(number, _SAID.get(number) or os.strerror(number))


def _number(error: BaseException) -> int:
    """The errno that says what went wrong."""
    response = getattr(error, "response", None) or getattr(error.__cause__, "response", None)
    code = response.get("Error", {}).get("Code") if isinstance(response, dict) else None
    if code in _CODES:
        return _CODES[code]
    names = {kind.__name__ for kind in type(error).__mro__}
    if names & {"NoCredentialsError", "PartialCredentialsError", "GoogleAuthError"}:
        return BAD_KEY
    if names & {"FSTimeoutError", "TimeoutError", "ConnectTimeoutError", "ReadTimeoutError"}:
        return TOO_LATE
    if names & {"ConnectionError", "HTTPClientError", "ClientConnectionError"}:
        return UNREACHABLE
    if isinstance(error, FileNotFoundError):
        return MISSING
    if isinstance(error, PermissionError):
        return DENIED
    return error.errno if isinstance(error, OSError) and error.errno else errno.EIO


def _stat(found: Mapping[str, Any]) -> Stat:
    tag = next((found[name] for name in _TAGS if found.get(name)), "")
    same = tag.timestamp() if isinstance(tag, datetime) else tag  # some tell times in two ways
    return Stat(int(found["size"]), _bare(str(same)))


def _bare(tag: str) -> str:
    return tag.removeprefix("W/").strip('"')


def _below(folder: str) -> str:
    return f"{folder}/" if folder else ""


def _last(path: str, folder: str) -> str:
    """The name of what lies in the folder; nothing for a marker of the folder itself."""
    trimmed = path.strip("/")
    return "" if trimmed == folder else trimmed.rpartition("/")[2]
