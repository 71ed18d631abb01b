"""Disks that are small or may not be written, for a script in a process of its own."""

from __future__ import annotations

import functools
import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

# A new namespace of mounts: nobody else sees the disk, and it is gone with the process.
ENTER = ("unshare", "--map-root-user", "--mount", "sh", "-c")
MOUNT = 'mount -t tmpfs -o size="$1" tmpfs "$2" && shift 2 && exec "$@"'
REMOUNT = """
def freeze():
    import subprocess
    subprocess.run(["mount", "-o", "remount,ro", DISK], check=True)
"""
SCRIPT = "import json, pathlib, sys\nDISK = pathlib.Path(sys.argv[1])\n" + REMOUNT


@functools.cache
def _can_mount() -> bool:
    tried = subprocess.run([*ENTER, "true"], capture_output=True, check=False)
    return tried.returncode == 0


def on_a_disk(script: str, folder: Path, size: str = "400k") -> dict[str, Any]:
    """What a script prints last, as JSON; its DISK is a disk of `size`, and `freeze()` makes that
    read-only."""
    if not _can_mount():
        pytest.skip("this system lets nobody mount a disk in a namespace of their own")
    disk = folder / "disk"
    disk.mkdir()
    python = [sys.executable, "-c", SCRIPT + script, str(disk)]
    ran = subprocess.run(
        [*ENTER, MOUNT, "sh", size, str(disk), *python],
        capture_output=True, text=True, timeout=60, check=False,
    )  # fmt: skip
    assert ran.returncode == 0, ran.stderr
    assert "Traceback" not in ran.stderr, ran.stderr
    found: dict[str, Any] = json.loads(ran.stdout.splitlines()[-1])
    return found
