"""What tests have a workshop's children do: answer, fail, crash, take too much of everything."""

import ctypes
import os
import signal
import sys
import time
from pathlib import Path

from nukki.errors import BriefError, EngineError, Fault, PackError


def refusals():
    from nukki.alpha.result import Attempt, ChainExhaustedError  # needs numpy, the rest does not

    faults = [Fault("seed", "brief-invalid", found=-1, allowed="0…9")]
    attempt = Attempt("segment", accepted=False, reason="engine-failed")
    return {
        "engine": EngineError("engine-failed", reason="없음"),
        "brief": BriefError(faults, "a.yaml"),
        "pack": PackError(faults, "b.yaml"),
        "chain": ChainExhaustedError((attempt,)),
    }


def pid():
    return os.getpid()


def add(left, right):
    return left + right


def refuse(kind):
    raise refusals()[kind]


def divide(by):
    return 1 / by


def unsendable():
    return lambda: None


def die(how):
    if how == "segfault":
        ctypes.string_at(0)
    os.kill(os.getpid(), signal.SIGKILL)


def sleep(seconds, note=None):
    if note:
        Path(note).write_text(str(os.getpid()), "utf-8")
    time.sleep(seconds)
    return os.getpid()


def hold(megabytes):
    return len(bytearray(megabytes * 2**20))


def speak(text):
    print(text, flush=True)
    os.write(2, text.encode())
    return text


def where():
    return list(sys.path), "numpy" in sys.modules, os.getsid(0) == os.getpid()
