"""Closed-form matting with what is unknown in a trimap, in a child process with limits.

The child is a process of its own because numba compiles for seconds and may take gigabytes.
"""

from __future__ import annotations

import json
import logging
import os
import signal
import subprocess
import sys
import tempfile
from collections.abc import Callable
from pathlib import Path

import numpy as np

from nukki.alpha import closed_form_child as child
from nukki.alpha.source import Byte, Float
from nukki.alpha.working_size import solve_small, unknown
from nukki.core import clock
from nukki.errors import AlphaError
from nukki.settings import settings

SECONDS = 60.0
MEGABYTES = 3072
MOST_PIXELS = 1_000_000
MOST_UNKNOWN = 120_000  # some 5 s on an idle core; more are solved at a smaller size
MOST_UNKNOWN_SHARE = 0.6
_WARM_SECONDS = 180.0  # the first run on a machine compiles: 5 s on an idle core
_LOOK = 0.05
_GRACE = 2.0

_LOG = logging.getLogger(__name__)

Told = Callable[[str], None]


def solve(
    rgb: Byte,
    trimap: Byte,
    *,
    seconds: float = SECONDS,
    megabytes: int = MEGABYTES,
    told: Told | None = None,
) -> Float:
    """Alpha (H, W) float32 0..1 of (H, W, 3) sRGB and a trimap: 0, 255, and unknown between.

    Pictures above MOST_PIXELS are solved smaller and brought back along the picture's edges.
    `told` is called with the code `closed-form-warming` when the child has to compile first.
    Raises AlphaError when the trimap lacks object, background or anything unknown but too much
    of it, and when time or memory runs out, the child dies or cannot solve it.
    """
    share = float(unknown(trimap).mean())
    if not (trimap == 255).any() or not (trimap == 0).any():
        raise AlphaError("trimap-one-sided")
    if share > MOST_UNKNOWN_SHARE:
        raise AlphaError(
            "trimap-too-unknown", found=f"{share:.0%}", allowed=f"{MOST_UNKNOWN_SHARE:.0%}"
        )
    if not share:
        return np.asarray(trimap == 255, np.float32)
    most = min(MOST_PIXELS, int(MOST_UNKNOWN / share))
    return solve_small(rgb, trimap, most, lambda r, t: _in_child(r, t, seconds, megabytes, told))


def _cache(run: Path) -> Path:
    """Where compiled code is kept, so that only a machine's first run compiles; the folder of
    the run where the storage cannot be written."""
    folder = settings().home.absolute() / "cache" / "numba"
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError:
        return run
    return folder if os.access(folder, os.W_OK) else run


def _in_child(rgb: Byte, trimap: Byte, seconds: float, megabytes: int, told: Told | None) -> Float:
    with tempfile.TemporaryDirectory(prefix="nukki-") as name:
        folder = Path(name)
        np.save(folder / "rgb.npy", rgb)
        np.save(folder / "trimap.npy", trimap)
        limits = {"megabytes": megabytes, "cache": str(_cache(folder))}
        (folder / "limits.json").write_text(json.dumps(limits), "utf-8")
        with (folder / "said").open("wb") as said:
            # The child ends when this end of its standard input closes, however we end.
            process = subprocess.Popen(
                [sys.executable, "-m", child.__name__, name],
                stdin=subprocess.PIPE,
                stdout=subprocess.DEVNULL,
                stderr=said,
                start_new_session=True,  # Ctrl-C is for us; no picture may fail by it
            )
        try:
            _wait(process, folder, seconds, told)
        finally:
            _end(process)
        if process.returncode != 0:
            raise _death(process.returncode, folder, megabytes)
        return np.asarray(np.load(folder / child.DONE), np.float32)


def _wait(
    process: subprocess.Popen[bytes], folder: Path, seconds: float, told: Told | None
) -> None:
    """Until the child has ended; raises AlphaError when it takes too long."""
    began = ready = clock.seconds()
    warmed = False
    while process.poll() is None:
        now = clock.seconds()
        if not (folder / child.READY).exists():
            ready = now
            if not warmed and (folder / child.WARMING).exists():
                warmed = True
                _LOG.info("closed-form-warming: compiling into %s", settings().home)
                if told is not None:
                    told("closed-form-warming")
        if now - ready > seconds or ready - began > _WARM_SECONDS:
            raise AlphaError("closed-form-slow", allowed=f"{seconds:.0f}")
        _pause(process)


def _pause(process: subprocess.Popen[bytes]) -> None:
    try:
        process.wait(_LOOK)
    except subprocess.TimeoutExpired:
        return


def _end(process: subprocess.Popen[bytes]) -> None:
    if process.poll() is None:
        process.kill()
        process.wait(_GRACE)
    assert process.stdin is not None
    process.stdin.close()


def _death(status: int, folder: Path, megabytes: int) -> AlphaError:
    """Why the child ended with that status."""
    if status == child.MISSING:
        return AlphaError("closed-form-missing")
    # Compiled code that gets no memory may abort where Python would raise.
    said = (folder / "said").read_text("utf-8", "replace").strip()
    if status == child.MEMORY or "MemoryError" in said or "bad_alloc" in said:
        return AlphaError("closed-form-memory", allowed=megabytes)
    if status < 0:
        return AlphaError("closed-form-killed", reason=signal.Signals(-status).name)
    reason = said.splitlines()[-1][:200] if said else str(status)
    return AlphaError("closed-form-failed", reason=reason)
