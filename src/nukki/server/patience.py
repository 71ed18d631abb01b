"""HTTP connections that are closed when a request's head does not come: uvicorn would wait for
ever, so that a few hundred idle lines of one stranger shut everybody else out."""

from __future__ import annotations

import asyncio

import h11
from uvicorn.protocols.http.h11_impl import H11Protocol

HEAD_S = 10.0


class PatientProtocol(H11Protocol):
    """One connection; it has `head_s` from its beginning, or the first byte, to a whole head."""

    head_s = HEAD_S
    _deadline: asyncio.TimerHandle | None = None

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        """A new line."""
        super().connection_made(transport)
        self._deadline = self.loop.call_later(self.head_s, transport.close)

    def data_received(self, data: bytes) -> None:
        """A part of a head or a body."""
        super().data_received(data)
        if self.conn.their_state is not h11.IDLE:
            self._forget()
        elif self._deadline is None:
            self._deadline = self.loop.call_later(self.head_s, self.transport.close)

    def connection_lost(self, exc: Exception | None) -> None:
        """The line has ended."""
        self._forget()
        super().connection_lost(exc)

    def _forget(self) -> None:
        if self._deadline is not None:
            self._deadline.cancel()
            self._deadline = None
