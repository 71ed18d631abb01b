"""Processes: whether one is still the one that was meant, and how much memory this one took."""

from __future__ import annotations

import os
import resource
import socket
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path


@dataclass(frozen=True)
class Owner:
    """A process on a machine; `started` tells it from a later one with the same pid."""

    pid: int
    started: str
    host: str


def myself() -> Owner:
    """This process."""
    pid = os.getpid()
    return Owner(pid, started(pid) or "", socket.gethostname())


def is_here(owner: Owner) -> bool:
    """Whether the owner ran on this machine, so that `is_alive` can tell."""
    return owner.host == socket.gethostname()


def is_alive(owner: Owner) -> bool:
    """Whether the very process still runs on this machine."""
    return started(owner.pid) == owner.started


def started(pid: int) -> str | None:
    """When the process began, in a form that only compares; None when there is none."""
    proc = Path("/proc")
    if (proc / "self" / "stat").exists():
        return _linux_start(proc, pid)
    command = ["/bin/ps", "-o", "lstart=", "-p", str(pid)]
    shown = subprocess.run(command, capture_output=True, text=True, check=False)
    return shown.stdout.strip() or None


def peak_mb() -> float:
    """The most memory that this process has held, in MB.

    Linux hands on the peak of whoever started a process in `ru_maxrss`; its own stands elsewhere.
    """
    own = Path("/proc/self/status")
    if own.exists():
        lines = own.read_text(encoding="ascii", errors="replace").splitlines()
        return next(int(line.split()[1]) for line in lines if line.startswith("VmHWM:")) / 1e3
    most = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    return most / 1e6 if sys.platform == "darwin" else most / 1e3


def _linux_start(proc: Path, pid: int) -> str | None:
    try:
        stat = (proc / str(pid) / "stat").read_text(encoding="ascii", errors="replace")
        boot = (proc / "sys/kernel/random/boot_id").read_text(encoding="ascii").strip()
    except OSError:
        return None
    # The command's name may hold blanks and brackets; fields are counted after its last bracket.
    fields = stat.rpartition(")")[2].split()
    state, ticks = fields[0], fields[19]
    return None if state in "ZX" else f"{boot}:{ticks}"
