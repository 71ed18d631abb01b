"""HTTP connections that are closed when the other side keeps us waiting: uvicorn would wait for
ever, so that a few hundred lines of one stranger shut everybody else out."""

from __future__ import annotations

import asyncio
from typing import ClassVar, Literal

import h11
from uvicorn.protocols.http.h11_impl import H11Protocol

from nukki.server.backoff import network

# What we wait for: a head, or what is left of a body that was answered; a body, whose time
# `Limits` measures; or that what we sent is read.
Turn = Literal["head", "body", "reading"]
LEAST_READ = 8 * 1024


class PatientProtocol(H11Protocol):
    """One connection. It has `patience_s` for a whole head, from its beginning or the first byte,
    and for the rest of a body that was answered before it had come; and `unread_s` for each
    `LEAST_READ` bytes of what fills our buffers.

    Of one address at most `most` may keep us waiting for longer than `brief_s`; one more ends the
    oldest, so that who speaks at once is heard even when somebody behind the same address keeps
    silent. All who listen come back at once when a server starts anew, through one proxy.
    """

    patience_s = 10.0
    unread_s = 30.0
    brief_s = 1.0
    most = 100
    _waiting: ClassVar[dict[str, dict[PatientProtocol, Turn]]] = {}

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        """A new line."""
        super().connection_made(transport)
        self._who = network(self.client[0] if self.client else "")
        self._deadline: asyncio.TimerHandle | None = None
        self._since = self.loop.time()
        self._look()

    def data_received(self, data: bytes) -> None:
        """A part of a head or a body."""
        super().data_received(data)
        self._look()

    def on_response_complete(self) -> None:
        """The answer was sent; who still sends a body reads it only if the line stays open."""
        super().on_response_complete()
        self._look()

    def pause_writing(self) -> None:
        """What we sent is not read."""
        super().pause_writing()
        self._look()

    def resume_writing(self) -> None:
        """Some of it was read."""
        super().resume_writing()
        self._look()

    def connection_lost(self, exc: Exception | None) -> None:
        """The line has ended."""
        super().connection_lost(exc)
        self._forget()

    def _look(self) -> None:
        """Begin to wait for the other side, if it is its turn."""
        turn = self._turn()
        mine = self._waiting.setdefault(self._who, {})
        if turn is None or turn != mine.get(self):
            self._forget()
        if turn is not None and self not in mine:
            self._wait(turn)

    def _turn(self) -> Turn | None:
        is_answering = not getattr(self.cycle, "response_complete", True)  # None at first
        if self.transport.get_protocol() is not self:  # it became a websocket
            return None
        if self.flow.write_paused or (not is_answering and self.transport.get_write_buffer_size()):
            return "reading"
        if not is_answering:
            return "head"
        return "body" if self.conn.their_state is h11.SEND_BODY else None

    def _wait(self, turn: Turn) -> None:
        mine = self._waiting.setdefault(self._who, {})
        mine[self] = turn
        self._since = self.loop.time()
        if turn != "body":
            patience_s = self.patience_s if turn == "head" else self.unread_s
            unread = self.transport.get_write_buffer_size()
            self._deadline = self.loop.call_later(patience_s, self._end, turn, unread)
        while len(mine) > self.most:
            oldest = next(iter(mine))
            if self._since - oldest._since < self.brief_s:
                break
            oldest._forget()
            oldest.transport.abort()

    def _end(self, turn: Turn, before: int) -> None:
        unread = self.transport.get_write_buffer_size()
        if turn == "reading" and (not unread or before - unread >= LEAST_READ):
            self._forget()
            self._look()
        elif unread:  # to close the line would wait until it is read
            self.transport.abort()
        else:
            self.transport.close()

    def _forget(self) -> None:
        mine = self._waiting.get(self._who, {})
        mine.pop(self, None)
        if not mine:
            self._waiting.pop(self._who, None)
        if self._deadline is not None:
            self._deadline.cancel()
            self._deadline = None
