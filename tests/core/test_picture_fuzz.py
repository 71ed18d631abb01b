"""Damaged files, two thousand of them: each is read or refused, in bounded memory, silently."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest

HOSTILE = Path(__file__).parent / "hostile.py"


def opened(seed: int, count: int) -> dict:
    """What the outcomes were, from a process of its own whose memory is limited."""
    done = subprocess.run(
        [sys.executable, "-W", "error", HOSTILE, str(seed), str(count)],
        capture_output=True,
        encoding="utf-8",
        timeout=600,
        check=False,
    )
    assert (done.returncode, done.stderr) == (0, "")
    return json.loads(done.stdout)


def test_damaged_files_are_read_or_refused() -> None:
    told = opened(seed=20260731, count=400)
    assert sum(told["ended"].values()) == 400
    assert told["ended"]["read"] > 20  # the faults are small enough to get past the first bytes
    assert told["ended"]["picture-damaged"] > 100


@pytest.mark.slow
def test_many_more_damaged_files_are_read_or_refused() -> None:
    told = opened(seed=7, count=1500)
    assert sum(told["ended"].values()) == 1500
    assert told["peak_mb"] < 500  # two small frames, and the libraries that read them
