"""Telling a process from a later one with the same pid."""

import os
import subprocess
import sys

from nukki.core import process
from nukki.core.process import Owner


def test_this_process_is_alive_and_here():
    me = process.myself()
    assert me.pid == os.getpid()
    assert process.is_here(me)
    assert process.is_alive(me)


def test_another_start_time_is_another_process():
    me = process.myself()
    assert not process.is_alive(Owner(me.pid, "earlier", me.host))


def test_an_ended_process_is_not_alive():
    child = subprocess.Popen([sys.executable, "-c", "input()"], stdin=subprocess.PIPE)
    owner = Owner(child.pid, process.started(child.pid) or "", "here")
    assert process.is_alive(owner)
    child.communicate(b"\n")
    assert not process.is_alive(owner)


def test_the_peak_of_memory_is_not_that_of_whoever_started_the_process():
    held = b"1" * 300_000_000
    code = "from nukki.core import process; print(process.peak_mb())"
    done = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, check=True, timeout=60
    )
    assert 5 < float(done.stdout) < 150
    assert process.peak_mb() > len(held) / 1e6
