"""How long somebody who guesses must wait: longer with every miss, by address and altogether."""

from __future__ import annotations

import ipaddress
import threading
from collections import OrderedDict
from collections.abc import Callable
from dataclasses import dataclass

from nukki.core import clock
from nukki.errors import InputError


@dataclass(frozen=True)
class Pace:
    """`free` misses cost nothing, then `first_s` doubles with each one up to `most_s`; all is
    forgotten `forget_s` after the last."""

    free: int
    first_s: float
    most_s: float
    forget_s: float

    def wait_s(self, misses: int) -> float:
        """Seconds between the last of `misses` and the next attempt.

        >>> Pace(2, 1, 8, 60).wait_s(2), Pace(2, 1, 8, 60).wait_s(4), Pace(2, 1, 8, 60).wait_s(99)
        (0.0, 2.0, 8.0)
        """
        over = misses - self.free
        return 0.0 if over <= 0 else float(min(self.most_s, self.first_s * 2 ** min(over - 1, 30)))


# One address: about 300 guesses a day. Everybody together: one guess in 5 s, so about 17,000 a
# day from any number of addresses, and an owner at a new address waits 5 s at most.
ONE = Pace(free=5, first_s=1, most_s=300, forget_s=900)
ALL = Pace(free=50, first_s=1, most_s=5, forget_s=300)
MAX_ADDRESSES = 10_000


@dataclass
class _Misses:
    count: int = 0
    last: float = 0.0


class Backoff:
    """Counts attempts that missed; threads share it.

    An attempt counts as a miss from its start, so that many at once gain nothing. An address
    that got in before does not wait for what others miss: nobody can lock the owner out.
    """

    def __init__(
        self, one: Pace = ONE, every: Pace = ALL, now: Callable[[], float] = clock.seconds
    ) -> None:
        self._one, self._all, self._now = one, every, now
        self._misses: OrderedDict[str, _Misses] = OrderedDict()
        self._together = _Misses()
        self._trusted: OrderedDict[str, None] = OrderedDict()
        self._lock = threading.Lock()

    def begin(self, address: str) -> None:
        """Count an attempt; raises InputError attempts-too-many with `retry_after_s`."""
        who, now = network(address), self._now()
        with self._lock:
            mine = self._misses.pop(who, None) or _Misses()
            self._misses[who] = mine  # the newest last
            if len(self._misses) > MAX_ADDRESSES:
                self._misses.popitem(last=False)
            wait = self._left(mine, self._one, now)
            if who not in self._trusted:
                wait = max(wait, self._left(self._together, self._all, now))
            if wait > 0:
                raise InputError("attempts-too-many", retry_after_s=int(wait) + 1)
            for missed in (mine, self._together):
                missed.count, missed.last = missed.count + 1, now

    def succeed(self, address: str) -> None:
        """The attempt that was counted last from here was no miss."""
        who = network(address)
        with self._lock:
            self._misses.pop(who, None)
            self._together.count = max(0, self._together.count - 1)
            self._trusted[who] = None
            if len(self._trusted) > MAX_ADDRESSES:
                self._trusted.popitem(last=False)

    @staticmethod
    def _left(missed: _Misses, pace: Pace, now: float) -> float:
        """Seconds still to wait; misses that lie long back are forgotten."""
        if now - missed.last >= pace.forget_s:
            missed.count = 0
        return missed.last + pace.wait_s(missed.count) - now


def network(address: str) -> str:
    """Who an address stands for: one household has all of an IPv6 /64.

    >>> network("2001:db8::1") == network("2001:db8::2"), network("::ffff:10.0.0.1")
    (True, '10.0.0.1')
    """
    try:
        found = ipaddress.ip_address(address.partition("%")[0])
    except ValueError:
        return address[:64]
    if isinstance(found, ipaddress.IPv4Address):
        return str(found)
    if found.ipv4_mapped:
        return str(found.ipv4_mapped)
    return str(ipaddress.ip_network((found, 64), strict=False))
