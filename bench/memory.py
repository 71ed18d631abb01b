"""How much memory this process held at most. Standard library only: peers use it as well."""

from __future__ import annotations

import resource
import sys
from pathlib import Path

_STATUS = Path("/proc/self/status")
_CLEAR = Path("/proc/self/clear_refs")


def forget_peak() -> None:
    """Begin to count anew, where the system can (Linux); elsewhere the peak only ever grows."""
    if _CLEAR.exists():
        _CLEAR.write_text("5", encoding="ascii")


def peak_mb() -> float:
    """The most resident memory so far in MB, that of children added: they ran beside us."""
    children = resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss
    if _STATUS.exists():
        # Not ru_maxrss: what a parent held before it started us would count as ours.
        lines = _STATUS.read_text(encoding="ascii").splitlines()
        own = next(int(line.split()[1]) for line in lines if line.startswith("VmHWM"))
    else:
        own = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    unit = 1 if sys.platform == "darwin" else 1024
    return (own * (1024 if _STATUS.exists() else unit) + children * unit) / 1e6
