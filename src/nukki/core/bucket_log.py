"""Appending to a file of a bucket, which knows only whole files.

The one writer of a log keeps what it wrote in memory, so that a line costs one PUT. The PUT says
which content it follows (If-Match): a writer that was replaced while it slept is refused. A
server that ignores the condition is noticed at the first line; from then on the tag is looked at
before each one. That catches all but a write within those milliseconds, for which only the fence
of the job's epoch stands.
"""

from __future__ import annotations

import threading
from collections import OrderedDict
from dataclasses import dataclass, field
from weakref import WeakKeyDictionary

from nukki.core.remote import CHANGED, UNKNOWN_HEADER, Remote

MAX_LOGS = 64
MAX_KEPT = 64 * 1024 * 1024  # bytes of all logs in memory
NEVER = "0" * 32  # the tag of no content


@dataclass
class _Log:
    data: bytes = b""
    tag: str | None = None
    known: bool = False
    lock: threading.Lock = field(default_factory=threading.Lock)


class Logs:
    """The logs of a bucket that this process writes; see `logs_of`."""

    def __init__(self, remote: Remote) -> None:
        self._remote = remote
        self._logs: OrderedDict[str, _Log] = OrderedDict()
        self._lock = threading.Lock()
        # Whether the server minds conditions; None until it has been tried.
        self._minds: bool | None = None if remote.scheme == "s3" else False

    def append(self, key: str, line: str) -> None:
        """Add a line; OSError ESTALE when somebody else has written since."""
        log = self._of(key)
        with log.lock:
            self._catch_up(key, log)
            torn = log.data and not log.data.endswith(b"\n")
            longer = log.data + (b"\n" if torn else b"") + line.encode("utf-8") + b"\n"
            log.known = False  # until it is there, nobody knows
            log.tag = self._put(key, longer, log.tag)
            log.data, log.known = longer, True

    def forget(self, key: str) -> None:
        """Read the log anew before the next line: it was written whole, or removed."""
        with self._lock:
            self._logs.pop(key, None)

    def _of(self, key: str) -> _Log:
        with self._lock:
            log = self._logs.setdefault(key, _Log())
            self._logs.move_to_end(key)
            idle = [name for name, kept in self._logs.items() if not kept.lock.locked()]
            size = sum(len(kept.data) for kept in self._logs.values())
            for name in idle:
                if name == key or (len(self._logs) <= MAX_LOGS and size <= MAX_KEPT):
                    break
                size -= len(self._logs.pop(name).data)
            return log

    def _catch_up(self, key: str, log: _Log) -> None:
        """Know the log's content and tag; the tag first, so that no other content gets it."""
        if log.known and self._minds:
            return
        found = self._remote.head(key)
        if found is None:
            log.data, log.tag = b"", None
        elif not log.known or found.tag != log.tag:
            log.data, log.tag = self._remote.get(key), found.tag
        log.known = True

    def _put(self, key: str, data: bytes, follows: str | None) -> str:
        if self._minds is False:
            return self._remote.put(key, data)
        if follows is None:
            return self._conditional(key, data, {"IfNoneMatch": "*"})
        if self._minds is None:
            try:
                # The right content under a condition that cannot hold: who takes it ignores them.
                tag = self._remote.put(key, data, {"IfMatch": NEVER})
            except OSError as error:
                if error.errno not in (CHANGED, UNKNOWN_HEADER):
                    raise
                self._minds = error.errno == CHANGED
                return self._put(key, data, follows)
            self._minds = False
            return tag
        return self._conditional(key, data, {"IfMatch": f'"{follows}"'})

    def _conditional(self, key: str, data: bytes, condition: dict[str, str]) -> str:
        try:
            return self._remote.put(key, data, condition)
        except OSError as error:
            if error.errno == UNKNOWN_HEADER:
                self._minds = False
                return self._remote.put(key, data)
            if error.errno != CHANGED:
                raise
            # A repeated request is refused when only the answer to the first one was lost.
            found = self._remote.head(key)
            if found is not None and self._remote.get(key) == data:
                return found.tag
            raise


_all: WeakKeyDictionary[Remote, Logs] = WeakKeyDictionary()
_all_lock = threading.Lock()


def logs_of(remote: Remote) -> Logs:
    """The logs of a bucket, the same for all of this process."""
    with _all_lock:
        return _all.setdefault(remote, Logs(remote))
