"""The set-up step that brings the art, with a small npm that stands in for the real one."""

from __future__ import annotations

import base64
import hashlib
import io
import json
import os
import re
import subprocess
import sys
import tarfile
from pathlib import Path
from typing import Any

import pytest

from tools import fetch_art

MEMBERS = {"package/icons.json": b"{}", "package/LICENSE": b"do as you like"}


def tarball(members: dict[str, bytes], link: str = "") -> bytes:
    buffer = io.BytesIO()
    with tarfile.open(fileobj=buffer, mode="w:gz") as archive:
        for name, data in members.items():
            info = tarfile.TarInfo(name)
            info.size = len(data)
            if name == link:
                info.type, info.linkname, info.size = tarfile.SYMTYPE, "/etc/passwd", 0
            archive.addfile(info, io.BytesIO(data) if info.isfile() else None)
    return buffer.getvalue()


def pins(data: bytes, members: dict[str, bytes]) -> dict[str, Any]:
    digest = base64.b64encode(hashlib.sha512(data).digest()).decode()
    files = [
        {"member": name, "file": Path(name).name, "sha256": hashlib.sha256(content).hexdigest()}
        for name, content in members.items()
    ]
    package = {"title": "Icons", "name": "icons", "version": "1.0.0", "licence": "MIT",
               "integrity": f"sha512-{digest}", "holder": "Somebody", "files": files}  # fmt: skip
    return {"packages": [package], "npm": {"package": "no-such", "version": "0", "sha256": []}}


@pytest.fixture
def npm(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    """Puts an npm on the PATH that delivers the given bytes, or fails without any."""

    def place(data: bytes | None) -> Path:
        folder = tmp_path / "bin"
        folder.mkdir()
        (tmp_path / "delivery.tgz").write_bytes(data or b"")
        deliver = f'cp "{tmp_path}/delivery.tgz" "$5/a.tgz"' if data else "exit 1"
        script = f'#!/bin/sh\necho "$@" >> "{tmp_path}/calls"\necho "no network" >&2\n{deliver}\n'
        (folder / "npm").write_text(script)
        (folder / "npm").chmod(0o755)
        monkeypatch.setenv("PATH", f"{folder}{os.pathsep}{os.environ['PATH']}")
        return tmp_path / "calls"

    return place


def test_named_members_and_licences_arrive_whole_and_nothing_else(tmp_path: Path, npm) -> None:
    data = tarball(MEMBERS | {"package/other.js": b"x", "../../escape": b"x"})
    calls = npm(data)
    target = tmp_path / "with space" / "아트"
    assert fetch_art.fetch(target, pins(data, MEMBERS))
    assert sorted(file.name for file in target.iterdir()) == [
        "LICENSE", "LICENSES.txt", "icons.json",
    ]  # fmt: skip
    assert (target / "icons.json").read_bytes() == b"{}"
    assert "copyright: Somebody" in (target / "LICENSES.txt").read_text()
    assert "--ignore-scripts" in calls.read_text()


def test_a_second_run_calls_nobody(tmp_path: Path, npm) -> None:
    data = tarball(MEMBERS)
    calls = npm(data)
    assert fetch_art.fetch(tmp_path / "art", pins(data, MEMBERS))
    calls.unlink()
    assert not fetch_art.fetch(tmp_path / "art", pins(data, MEMBERS))
    assert not calls.exists()


def test_a_damaged_file_is_brought_again(tmp_path: Path, npm) -> None:
    data = tarball(MEMBERS)
    npm(data)
    fetch_art.fetch(tmp_path / "art", pins(data, MEMBERS))
    (tmp_path / "art" / "icons.json").write_bytes(b"{")
    assert fetch_art.fetch(tmp_path / "art", pins(data, MEMBERS))
    assert (tmp_path / "art" / "icons.json").read_bytes() == b"{}"


def refusals() -> dict[str, tuple[bytes | None, dict[str, Any], str]]:
    good = tarball(MEMBERS)
    linked = tarball(MEMBERS, link="package/icons.json")
    outside = pins(good, MEMBERS)
    outside["packages"][0]["files"][0]["file"] = "../icons.json"
    absent = pins(good, MEMBERS)
    absent["packages"][0]["files"][0]["member"] = "package/none"
    return {
        "no network": (None, pins(good, MEMBERS), "Check the network"),
        "other bytes": (tarball({}), pins(good, MEMBERS), "sha512 differs"),
        "a link": (linked, pins(linked, MEMBERS), "no plain file"),
        "no archive": (b"xx", pins(b"xx", MEMBERS), "could not be unpacked"),
        "no such member": (good, absent, "could not be unpacked"),
        "outside": (good, outside, "outside the art folder"),
        "another member": (good, pins(good, MEMBERS | {"package/icons.json": b"?"}), "differs"),
    }


@pytest.mark.parametrize("kind", refusals())
def test_each_failure_is_a_sentence_with_a_remedy(tmp_path: Path, npm, kind: str) -> None:
    data, pinned, sentence = refusals()[kind]
    npm(data)
    with pytest.raises(fetch_art.FetchError, match=sentence):
        fetch_art.fetch(tmp_path / "art", pinned)
    assert not (tmp_path / "art" / "LICENSES.txt").exists()


def test_the_real_pins_hold_hashes_and_no_addresses() -> None:
    text = fetch_art.PINS.read_text(encoding="utf-8")
    assert "://" not in text + Path(fetch_art.__file__).read_text(encoding="utf-8")
    pinned = json.loads(text)
    assert len(pinned["npm"]["sha256"]) == 8
    for package in pinned["packages"]:
        assert re.fullmatch(r"sha512-[A-Za-z0-9+/]{86}==", package["integrity"])
        assert all(re.fullmatch("[0-9a-f]{64}", file["sha256"]) for file in package["files"])


def test_this_environment_already_holds_all_of_the_art() -> None:
    done = subprocess.run(
        [sys.executable, fetch_art.__file__], capture_output=True, text=True, check=False
    )
    assert (done.returncode, done.stderr) == (0, "")
