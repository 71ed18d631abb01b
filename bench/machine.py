"""What a figure was measured on."""

from __future__ import annotations

import os
import platform
from pathlib import Path

import cv2
import numpy as np
import scipy


def describe() -> str:
    """One line: processor, cores, Python and the libraries that do the work."""
    python = f"Python {platform.python_version()}"
    libraries = f"numpy {np.__version__}, OpenCV {cv2.__version__}, SciPy {scipy.__version__}"
    return f"{_processor()}, {_cores()} cores, {platform.system()}, {python}, {libraries}"


def _cores() -> int:
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


def _processor() -> str:
    listing = Path("/proc/cpuinfo")
    if listing.exists():
        for line in listing.read_text(encoding="utf-8").splitlines():
            if line.startswith("model name"):
                return line.split(":", 1)[1].strip()
    return platform.processor() or platform.machine()
