"""Why a file of a storage could not be read or written: an error of the system in our own words."""

from __future__ import annotations

import errno

from nukki.errors import StorageError

AWAY = "storage-bucket-unreachable"
_UNWRITTEN = {
    errno.EHOSTUNREACH: AWAY,
    errno.ENOSPC: "storage-full",
    errno.EDQUOT: "storage-full",
    errno.EFBIG: "storage-full",
    errno.EACCES: "storage-denied",
    errno.EPERM: "storage-denied",
    errno.EROFS: "storage-denied",
    errno.ESTALE: "storage-log-changed",
}


def unread(name: str, error: OSError) -> StorageError:
    """Why `name` could not be read."""
    return StorageError("storage-unreadable", path=name, reason=_reason(error))


def unwritten(name: str, error: OSError) -> StorageError:
    """Why `name` could not be written."""
    code = _UNWRITTEN.get(error.errno or 0, "storage-failed")
    return StorageError(code, path=name, reason=_reason(error))


def _reason(error: OSError) -> str:
    return error.strerror or type(error).__name__
