"""How much a request may send and how long it may take: nobody fills the memory or holds a line."""

from __future__ import annotations

import asyncio

from starlette.datastructures import Headers
from starlette.exceptions import HTTPException
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from nukki.errors import InputError, NukkiError
from nukki.server.guard import Refuse

MIB = 1024 * 1024
BODY = 2 * MIB  # a batch of briefs is the largest JSON that anybody sends
OTHER = {
    "/api/uploads": 32 * MIB,  # an outer wall; what a file may have is said there
    "/api/pictures/read": 33 * MIB,
    "/api/assets": 32 * MIB,
    "/api/assets/check": 32 * MIB,
    # Strangers may send this one, and a mapping of 2 MiB takes seconds to refuse.
    "/api/session": 16 * 1024,
}
PAUSE_S = 20.0  # between two parts of a body
LEAST_BYTES_S = 8 * 1024  # a body that comes slower than this altogether is no person's line
GRACE_S = 30.0


class CutOffError(HTTPException):
    """A body that is not read to its end; FastAPI passes on exceptions of this family only."""

    def __init__(self, error: NukkiError) -> None:
        super().__init__(400)
        self.error = error


class Limits:
    """Wraps an app: a body that is too large or too slow is cut off with 413 or 408."""

    def __init__(self, app: ASGIApp, refuse: Refuse) -> None:
        self.app, self.refuse = app, refuse

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """One request."""
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return
        body = _Body(receive, OTHER.get(scope["path"].rstrip("/"), BODY))
        announced = Headers(scope=scope).get("content-length", "0")
        if not announced.isdecimal() or int(announced) > body.most:
            await self.refuse(scope, receive, send, body.too_large())
        else:
            await self.app(scope, body.receive, send)


class _Body:
    """The body of one request as it comes in."""

    def __init__(self, receive: Receive, most: int) -> None:
        self._receive, self.most = receive, most
        self._bytes = 0
        self._whole = False
        self._waited = 0.0  # for the caller; what the app takes itself is no fault of theirs

    def too_large(self) -> NukkiError:
        most = self.most
        shown = f"{most // MIB} MB" if most >= MIB else f"{most // 1024} kB"
        return InputError("body-large", allowed=shown)

    async def receive(self) -> Message:
        """The next part; raises CutOffError. What comes after the body may take any time."""
        if self._whole:
            return await self._receive()
        clock = asyncio.get_running_loop().time
        left = GRACE_S + self._bytes / LEAST_BYTES_S - self._waited
        begun = clock()
        try:
            message = await asyncio.wait_for(self._receive(), min(PAUSE_S, max(0.0, left)))
        except TimeoutError:
            raise CutOffError(InputError("body-slow")) from None
        self._waited += clock() - begun
        self._bytes += len(message.get("body", b""))
        self._whole = not message.get("more_body", False)
        if self._bytes > self.most:
            raise CutOffError(self.too_large())
        return message
