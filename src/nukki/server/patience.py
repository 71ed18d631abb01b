"""HTTP connections that are closed when what they send does not end: uvicorn would wait for ever,
so that a few hundred idle lines of one stranger shut everybody else out."""

from __future__ import annotations

import asyncio
from typing import ClassVar

import h11
from uvicorn.protocols.http.h11_impl import H11Protocol

from nukki.server.backoff import network


class PatientProtocol(H11Protocol):
    """One connection. It has `patience_s` for a whole head, from its beginning or the first byte,
    and for the rest of a body that was answered before it had come.

    Of one address at most `most` may be in that state; one more ends the oldest, so that who
    speaks at once is heard even when somebody behind the same address keeps silent.
    """

    patience_s = 10.0
    most = 100
    _waiting: ClassVar[dict[str, dict[PatientProtocol, asyncio.TimerHandle]]] = {}

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        """A new line."""
        super().connection_made(transport)
        self._who = network(self.client[0] if self.client else "")
        self._wait()

    def data_received(self, data: bytes) -> None:
        """A part of a head or a body."""
        super().data_received(data)
        is_answering = self.cycle is not None and not self.cycle.response_complete
        if is_answering or self.transport.get_protocol() is not self:  # it became a websocket
            self._forget()
        else:
            self._wait()

    def on_response_complete(self) -> None:
        """The answer was sent; who still sends a body reads it only if the line stays open."""
        super().on_response_complete()
        if self.conn.their_state is h11.SEND_BODY:
            self._wait()

    def connection_lost(self, exc: Exception | None) -> None:
        """The line has ended."""
        self._forget()
        super().connection_lost(exc)

    def _wait(self) -> None:
        mine = self._waiting.setdefault(self._who, {})
        if self in mine:
            return
        mine[self] = self.loop.call_later(self.patience_s, self.transport.close)
        if len(mine) > self.most:
            oldest = next(iter(mine))
            oldest._forget()
            oldest.transport.abort()

    def _forget(self) -> None:
        mine = self._waiting.get(self._who, {})
        if (deadline := mine.pop(self, None)) is not None:
            deadline.cancel()
        if not mine:
            self._waiting.pop(self._who, None)
