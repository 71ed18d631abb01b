"""Child processes for what needs numeric libraries: limited in time and memory, killed when nobody
wants the result any more, gone when idle. The process that asks stays small, and survives them.
"""

from __future__ import annotations

import atexit
import logging
import socket
import subprocess
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass, replace
from functools import lru_cache
from multiprocessing.connection import Connection
from typing import Any, Literal, get_args

from nukki.core import clock
from nukki.errors import BackendError, InputError
from nukki.jobs.workshop_child import BEGUN, IDLE

log = logging.getLogger(__name__)

Lane = Literal["make", "ask", "pack"]
LANES = get_args(Lane)

SIZE = 2  # children a lane: one slow picture holds up no other
IDLE_S = 60.0
MEMORY_MB = 4096  # keying a picture of the largest size takes less than half of it
TIMEOUT_S = 600.0
_LOOK_S = 0.05  # how often a waiting caller looks whether it still wants the result
_GOING_S = 1.0  # a process that hangs up has ended within this


class Canceled(Exception):
    """The caller's `stop` was set, or the workshop closed, before there was a result."""


@dataclass(frozen=True)
class Counts:
    """What a workshop has done so far, and how many children it has now."""

    children: int = 0
    running: int = 0
    calls: int = 0
    crashed: int = 0
    timeouts: int = 0
    canceled: int = 0


class Workshop:
    """Runs functions by name in child processes; threads share it.

    `make` is the lane of jobs, `ask` that of people who wait for an answer, `pack` that of exports,
    which take minutes: none is ever stuck behind another. `size` is how many children each may
    have, `memory_mb` what one may hold.
    """

    def __init__(
        self, size: int = SIZE, idle_s: float = IDLE_S, memory_mb: int = MEMORY_MB
    ) -> None:
        self._terms = (memory_mb, idle_s)
        self._places = {lane: threading.Semaphore(size) for lane in LANES}
        self._resting: dict[str, list[_Child]] = {lane: [] for lane in LANES}
        self._busy: set[_Child] = set()
        self._lock = threading.Lock()
        self._closed = threading.Event()
        self._counts = Counts()

    def run(
        self,
        function: str,
        *args: Any,
        timeout_s: float = TIMEOUT_S,
        stop: threading.Event | None = None,
        lane: Lane = "make",
    ) -> Any:
        """Call `function`, named "module:name", with picklable arguments; returns what it returns.

        Raises the NukkiErrors of the function as they were; BackendError workshop-failed (any
        other exception; its traceback is logged), workshop-memory, workshop-crashed,
        workshop-timeout (seconds of its own work) or, in the lane `ask`, workshop-busy (waited as
        long for a free child; a job waits until it is its turn); Canceled within half a second
        after `stop` is set.
        """
        with self._place(lane, timeout_s, stop):
            self._count(calls=1)
            while True:
                child = self._hire(lane)
                try:
                    answer = self._converse(child, (function, args), timeout_s, stop)
                except (EOFError, OSError):
                    status = self._dismiss(child, _GOING_S)
                    if child.died_resting(status) and not self._closed.is_set():
                        continue
                    raise self._crashed(function, status) from None
                except BaseException:
                    self._dismiss(child)
                    raise
                self._rest(lane, child)
                return _value(function, answer)

    def counts(self) -> Counts:
        """The figures so far, for metrics."""
        with self._lock:
            for lane, resting in self._resting.items():
                self._resting[lane] = [child for child in resting if child.is_alive()]
            resting_now = sum(len(children) for children in self._resting.values())
            running = len(self._busy)
            return replace(self._counts, children=resting_now + running, running=running)

    def close(self) -> None:
        """End all children at once; whoever waits for one gets Canceled."""
        self._closed.set()
        with self._lock:
            for child in self._busy:
                child.kill()  # its caller sees it off
            resting = [child for children in self._resting.values() for child in children]
            for children in self._resting.values():
                children.clear()
        for child in resting:
            child.end()

    @contextmanager
    def _place(self, lane: Lane, timeout_s: float, stop: threading.Event | None) -> Iterator[None]:
        """Hold one of the lane's places."""
        until = clock.seconds() + timeout_s
        while not self._places[lane].acquire(timeout=_LOOK_S):
            self._require_wanted(stop)
            if lane == "ask" and clock.seconds() > until:
                raise BackendError("workshop-busy", seconds=round(timeout_s))
        try:
            self._require_wanted(stop)
            yield
        finally:
            self._places[lane].release()

    def _hire(self, lane: Lane) -> _Child:
        """A child that rests, else a new one."""
        with self._lock:
            while self._resting[lane]:
                child = self._resting[lane].pop()
                if child.is_alive():
                    break
            else:
                child = _Child(*self._terms)
            self._busy.add(child)
            return child

    def _converse(
        self,
        child: _Child,
        call: tuple[str, tuple[Any, ...]],
        timeout_s: float,
        stop: threading.Event | None,
    ) -> tuple[Any, ...]:
        """Send the call and wait for its answer; EOFError or OSError when the child is gone."""
        until = clock.seconds() + timeout_s
        child.begun = False
        child.pipe.send(call)
        while True:
            while not child.pipe.poll(_LOOK_S):
                self._require_wanted(stop)
                if clock.seconds() > until:
                    self._count(timeouts=1)
                    raise BackendError("workshop-timeout", seconds=round(timeout_s))
            answer: tuple[Any, ...] = child.pipe.recv()
            if answer != BEGUN:
                return answer
            child.begun = True

    def _require_wanted(self, stop: threading.Event | None) -> None:
        if self._closed.is_set() or (stop is not None and stop.is_set()):
            self._count(canceled=1)
            raise Canceled

    def _rest(self, lane: Lane, child: _Child) -> None:
        with self._lock:
            self._busy.discard(child)
            if not self._closed.is_set():
                child.rested = True
                self._resting[lane].append(child)
                return
        child.end()

    def _dismiss(self, child: _Child, patience_s: float = 0.0) -> int:
        """See a child off for good; returns its exit status."""
        status = child.end(patience_s)
        with self._lock:
            self._busy.discard(child)
        return status

    def _crashed(self, function: str, status: int) -> Exception:
        if self._closed.is_set():
            return Canceled()
        self._count(crashed=1)
        log.error("%s: the child ended with status %s", function, status)
        return BackendError("workshop-crashed", status=status)

    def _count(self, **more: int) -> None:
        with self._lock:
            new = {name: getattr(self._counts, name) + by for name, by in more.items()}
            self._counts = replace(self._counts, **new)


@contextmanager
def blaming(refusal: InputError) -> Iterator[None]:
    """Of a call that looks at a person's file: one that takes too long or too much memory raises
    `refusal`, which says so of the file."""
    try:
        yield
    except BackendError as error:
        if error.code in ("workshop-timeout", "workshop-memory"):
            raise refusal from None
        raise


class _Child:
    """One child process and our end of the pipe to it."""

    def __init__(self, memory_mb: int, idle_s: float) -> None:
        ours, theirs = socket.socketpair()
        module = [sys.executable, "-P", "-m", "nukki.jobs.workshop_child", str(theirs.fileno())]
        with theirs:
            self._process = subprocess.Popen(
                module,
                pass_fds=(theirs.fileno(),),
                stdin=subprocess.DEVNULL,
                stdout=subprocess.DEVNULL,  # libraries write there as they please
                stderr=subprocess.DEVNULL,
                start_new_session=True,  # what Ctrl-C means is decided here
            )
        self.pipe = Connection(ours.detach())
        self.rested = self.begun = False  # has answered before; is at the last call
        with suppress(OSError):  # one that is gone already is found out by the first call
            self.pipe.send((sys.path, memory_mb, idle_s))

    def is_alive(self) -> bool:
        """Whether it can be asked; one that cannot leaves nothing behind."""
        if self._process.poll() is None:
            return True
        self.pipe.close()
        return False

    def died_resting(self, status: int) -> bool:
        """Whether it was gone before it began the call, so that another can answer it.

        A killed process with several threads takes calls for a moment yet. One that was new has
        another reason, which its successor would share.
        """
        return status == IDLE or (self.rested and not self.begun)

    def kill(self) -> None:
        """End it from another thread than that which talks to it."""
        self._process.kill()

    def end(self, patience_s: float = 0.0) -> int:
        """See it off, killed unless it goes by itself in time; returns its exit status."""
        try:
            status = self._process.wait(patience_s)
        except subprocess.TimeoutExpired:
            self._process.kill()
            status = self._process.wait()
        self.pipe.close()
        return status


def _value(function: str, answer: tuple[Any, ...]) -> Any:
    match answer:
        case ("done", value):
            return value
        case ("error", Exception() as error):
            raise error
        case ("fault", kind, text):
            log.error("%s failed\n%s", function, text)
            raise BackendError("workshop-failed", reason=kind)
    raise BackendError("workshop-failed", reason="answer")


@lru_cache(maxsize=1)
def shared() -> Workshop:
    """The workshop of this process; it starts no child before the first call."""
    workshop = Workshop()
    atexit.register(workshop.close)
    return workshop


def close() -> None:
    """End the shared workshop; the next `shared()` is a new one."""
    if shared.cache_info().currsize:
        shared().close()
        shared.cache_clear()
