"""HTTP connections that are closed when a request's head does not come: uvicorn would wait for
ever, so that a few hundred idle lines of one stranger shut everybody else out."""

from __future__ import annotations

import asyncio
from collections import Counter
from typing import ClassVar

import h11
from uvicorn.protocols.http.h11_impl import H11Protocol

from nukki.server.backoff import network


class PatientProtocol(H11Protocol):
    """One connection; it has `head_s` from its beginning, or the first byte, to a whole head.

    Of one address at most `most` may be in that state. A proxy, whose address is that of all,
    sends whole heads.
    """

    head_s = 10.0
    most = 100
    _waiting: ClassVar[Counter[str]] = Counter()  # of this process, by address
    _deadline: asyncio.TimerHandle | None = None

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        """A new line."""
        super().connection_made(transport)
        self._who = network(self.client[0] if self.client else "")
        self._wait()
        if self._waiting[self._who] > self.most:
            transport.abort()

    def data_received(self, data: bytes) -> None:
        """A part of a head or a body."""
        super().data_received(data)
        if self.conn.their_state is not h11.IDLE:
            self._forget()
        elif self._deadline is None:
            self._wait()

    def connection_lost(self, exc: Exception | None) -> None:
        """The line has ended."""
        self._forget()
        super().connection_lost(exc)

    def _wait(self) -> None:
        self._deadline = self.loop.call_later(self.head_s, self.transport.close)
        self._waiting[self._who] += 1

    def _forget(self) -> None:
        if self._deadline is None:
            return
        self._deadline.cancel()
        self._deadline = None
        self._waiting[self._who] -= 1
        if not self._waiting[self._who]:
            del self._waiting[self._who]
