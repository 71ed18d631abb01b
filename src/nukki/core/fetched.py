"""Files of a bucket on this machine's disk: whole or not there, and not more than fits.

`<cache>/<what>/<version>/<name>`: a new version lies beside the old one, so nobody who still
reads that one is disturbed.
"""

from __future__ import annotations

import hashlib
import os
import shutil
import tempfile
import threading
import time
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path

MAX_BYTES = 2 * 1024**3
IN_USE_S = 600.0  # whoever was given a path may read it for so long
SWEEP_EVERY = 64 * 1024**2  # bytes fetched between two looks at the whole

Fill = Callable[[Path], None]


class Fetched:
    """The cache in one folder; processes share it, and any of it may be deleted at any time."""

    def __init__(self, root: Path, most: int = MAX_BYTES) -> None:
        self.root, self.most = root, most
        self._since = SWEEP_EVERY  # so that the first fetch looks
        self._lock = threading.Lock()

    def get(self, what: str, version: str, name: str, fill: Fill) -> Path:
        """The path of `name` in this version of `what`; `fill` writes it when it is missing."""
        home = self.root / _short(what) / _short(version)
        found = home / name
        if not found.exists():
            self._fetch(home, name, fill)
        with suppress(OSError):
            os.utime(home)  # used now
        return found

    def sweep(self) -> None:
        """Drop what was not used for longest until the rest fits."""
        entries = sorted(_entries(self.root), reverse=True)
        kept = 0
        for used, size, folder in entries:
            kept += size
            if kept > self.most and time.time() - used > IN_USE_S:
                shutil.rmtree(folder, ignore_errors=True)
                kept -= size

    def _fetch(self, home: Path, name: str, fill: Fill) -> None:
        self.root.mkdir(parents=True, exist_ok=True, mode=0o700)
        home.parent.mkdir(exist_ok=True)
        draft = Path(tempfile.mkdtemp(prefix=".new-", dir=self.root))
        try:
            fill(draft / name)
            size = _size(draft)
            with suppress(OSError):  # another process was faster
                draft.rename(home)
        finally:
            shutil.rmtree(draft, ignore_errors=True)
        with self._lock:
            self._since += size
            due = self._since > SWEEP_EVERY
            self._since = 0 if due else self._since
        if due:
            self.sweep()


def _short(text: str) -> str:
    return hashlib.sha256(text.encode("utf-8")).hexdigest()[:32]


def _size(folder: Path) -> int:
    return sum(path.stat().st_size for path in folder.rglob("*") if path.is_file())


def _entries(root: Path) -> list[tuple[float, int, Path]]:
    """Last use, bytes and folder of every version, and of drafts that a crash has left."""
    found = []
    drafts = [name for name in _names(root) if name.startswith(".new-")]
    kept = [f"{what}/{name}" for what in _names(root) for name in _names(root / what)]
    for path in [*drafts, *(name for name in kept if not name.startswith(".new-"))]:
        folder = root / path
        with suppress(OSError):  # dropped by another process just now
            found.append((folder.stat().st_mtime, _size(folder), folder))
    return found


def _names(folder: Path) -> list[str]:
    with suppress(OSError):
        return [path.name for path in folder.iterdir()]
    return []
