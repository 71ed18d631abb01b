"""A check of everything that drawing needs, with the fix for each fault."""

from __future__ import annotations

import os
import shutil
import sys
import tempfile
from collections.abc import Callable, Generator, Iterator
from dataclasses import dataclass
from pathlib import Path

from nukki.core import hashing, ids
from nukki.core.storage import Storage, open_storage
from nukki.errors import InputError, NukkiError, StorageError
from nukki.jobs import store
from nukki.jobs.history import History, open_history
from nukki.jobs.queue.closing import Closing
from nukki.jobs.queue.heartbeat import Heart, Watch
from nukki.settings import Settings, settings

OLDEST_PYTHON = (3, 11)
LEAST_DISK_BYTES = 1_000_000_000  # some hundred jobs; a job of four candidates takes about 10 MB
LOOK_BACK = 200  # jobs searched for interrupted ones


@dataclass(frozen=True)
class Finding:
    """One thing checked: `health-<name>` says what, `health-fix-<fault>` how to mend it."""

    name: str
    ok: bool
    found: str = ""
    fault: str = ""


def examine(engine: str | None = None) -> Iterator[Finding]:
    """Every finding, cheap ones first; nothing here raises for what it finds wrong."""
    yield _python()
    try:
        configured = settings()
    except NukkiError as error:
        yield Finding("settings", ok=False, found=str(error.context["found"]), fault="settings")
        return
    yield Finding("settings", ok=True, found=_told(configured))
    storage = None
    if "://" in configured.storage:
        storage = yield from _bucket(configured.storage)
        yield from _folder("home", configured.home)
    else:
        yield from _folder("storage", configured.home)
        storage = open_storage(configured.storage)
    if storage is not None:
        yield from _history(configured, storage)
    yield from _art(configured.art)
    yield from _packs()
    yield _weights()
    yield _engine(engine or configured.engine)
    if (engine or configured.engine) == "render":
        yield _guarded("variant", _variant)
        yield _guarded("denoiser", _denoiser)
        yield _guarded("words", _words)


def _python() -> Finding:
    found = ".".join(str(part) for part in sys.version_info[:3])
    return Finding("python", sys.version_info >= OLDEST_PYTHON, found, "python")


def _told(configured: Settings) -> str:
    return f"engine {configured.engine}, storage {configured.storage}"


def _bucket(place: str) -> Generator[Finding, None, Storage | None]:
    """The storage in a bucket, if it can be opened; a probe is written there and removed."""
    name = f"probe-{ids.new_job_id()}"
    try:
        storage = open_storage(place)
        storage.write(name, b"")
        storage.remove(name)
    except NukkiError as error:
        yield Finding("storage", ok=False, found=error.message(), fault="bucket")
        return None
    except OSError as error:
        yield Finding("storage", ok=False, found=f"{place}: {error.strerror}", fault="bucket")
        return None
    yield Finding("storage", ok=True, found=storage.shown)
    return storage


def _folder(name: str, folder: Path) -> Iterator[Finding]:
    """Whether a folder of this machine, made or not, can be written, and what room it has."""
    try:
        place = next(parent for parent in (folder, *folder.resolve().parents) if parent.exists())
        handle, probe = tempfile.mkstemp(prefix=".probe-", dir=place)
        os.close(handle)
        Path(probe).unlink()
    except OSError as error:
        yield Finding(name, ok=False, found=f"{folder}: {error.strerror}", fault=name)
        return
    yield Finding(name, ok=True, found=str(folder.resolve()))
    free = shutil.disk_usage(place).free
    yield Finding("disk", free >= LEAST_DISK_BYTES, f"{free / 1e9:.1f} GB", "disk")


def _history(configured: Settings, storage: Storage) -> Iterator[Finding]:
    """The database, whether its list is that of the folders, and jobs that were interrupted."""
    try:
        listed = store.job_ids(storage)
    except StorageError as error:
        yield Finding("storage", ok=False, found=error.message(), fault="storage")
        return
    if not listed and not _has_database(configured):
        yield Finding("database-later", ok=True)
        return
    try:
        history = open_history(configured)
    except NukkiError as error:
        yield Finding("database", ok=False, found=error.message(), fault="database")
        return
    try:
        rows = history.index.ids()
        yield Finding("database", ok=True, found=history.database.shown)
        yield Finding("index", rows == set(listed), f"{len(rows)} / {len(listed)}", "index")
        _look_after_line(history)
        in_line = history.in_line()
        recent = (job_id for job_id in listed[:LOOK_BACK] if job_id not in in_line)
        broken = [job_id for job_id in recent if _was_interrupted(history, job_id)]
        yield Finding("jobs", not broken, ", ".join(broken[:5]) or "0", "jobs")
    except StorageError as error:
        yield Finding("database", ok=False, found=error.message(), fault="database")
    except OSError as error:
        yield Finding("storage", ok=False, found=f"{storage.shown}: {error}", fault="storage")
    finally:
        history.close()


def _look_after_line(history: History) -> None:
    """What every worker does: end jobs in the line whose only worker is gone."""
    heart = Heart(history.database, "run", {})
    me = heart.begin()
    closing = Closing(history)
    try:
        closing.bury(Watch(lambda: me))
        closing.end_orphans(me)
    finally:
        heart.end()


def _has_database(configured: Settings) -> bool:
    return configured.database_url is not None or (configured.home / "nukki.db").exists()


def _was_interrupted(history: History, job_id: str) -> bool:
    """Whether the job's process went away; where nobody was left to write that down, it is now."""
    try:
        error = history.find(job_id).settle().error
    except InputError:  # a folder that is no job any more
        return False
    return error is not None and error.code == "job-interrupted"


def _art(folder: Path) -> Iterator[Finding]:
    for name, sha256, source in art_files():
        path = folder / name
        if not path.is_file():
            yield Finding("art", ok=False, found=str(path), fault="art-missing")
        elif hashing.of_file(path) != sha256:
            yield Finding("art", ok=False, found=str(path), fault="art-differs")
        else:
            yield Finding("art", ok=True, found=f"{name} ({source})")


def art_files() -> list[tuple[str, str, str]]:
    """Name, sha256 and origin of every file of the art."""
    from nukki.catalog.vocabulary import read_table

    entries = read_table("art_files.yaml")
    return [(name, entry["sha256"], entry["source"]) for name, entry in entries.items()]


def _packs() -> Iterator[Finding]:
    from nukki.catalog import packs

    broken = []
    try:
        known = packs.pack_ids()
    except NukkiError as error:
        yield Finding("packs", ok=False, found=error.message(), fault="packs")
        return
    for pack_id in known:
        try:
            packs.load(pack_id)
        except NukkiError:
            broken.append(pack_id)
    yield Finding("packs", not broken, ", ".join(broken) or str(len(known)), "packs")


def _engine(name: str) -> Finding:
    from nukki.engines import registry

    return Finding("engine", name in registry.NAMES, name, "engine")


def _weights() -> Finding:
    """Of the model that is fetched by itself; not to have it yet is no fault."""
    from nukki.catalog import weights
    from nukki.jobs.cut_model import DEFAULT

    try:
        state = weights.state(weights.find(DEFAULT))
    except NukkiError as error:
        return Finding("weights", ok=False, found=error.message(), fault="weights")
    if state == "missing":
        return Finding("weights-later", ok=True, found=DEFAULT)
    return Finding("weights", state == "here", DEFAULT, "weights")


def _guarded(name: str, check: Callable[[], str]) -> Finding:
    """A check that imports or runs a library; whatever it raises is the finding."""
    try:
        return Finding(name, ok=True, found=check())
    except (ImportError, OSError, RuntimeError, ValueError, NukkiError) as error:
        return Finding(name, ok=False, found=f"{type(error).__name__}: {error}", fault=name)


def _variant() -> str:
    from nukki.engines.render import variant

    choice = variant.choose()
    return f"{choice.variant} ({choice.reason})"


def _denoiser() -> str:
    import numpy as np
    import pyoidn

    grey = np.full((16, 16, 3), 0.5, np.float32)
    level = float(np.asarray(pyoidn.denoise(grey, hdr=True)).mean())
    if not 0.4 < level < 0.6:
        raise ValueError(f"0.5 became {level:.3f}")
    return "Open Image Denoise"


def _words() -> str:
    from nukki.catalog import shapes

    found = shapes.search("화분", 1)
    if not found:
        raise ValueError("화분 → –")
    return f"화분 → {found[0].name}"
