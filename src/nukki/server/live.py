"""The route of live events: server-sent events that a caller who was away can take up again."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable
from functools import partial
from typing import Annotated, Literal

from anyio import to_thread
from fastapi import APIRouter, Header, Query, Request
from fastapi.responses import StreamingResponse
from starlette.types import Receive, Scope, Send

from nukki.core import ids
from nukki.errors import InputError, StorageError
from nukki.server import speech
from nukki.server.hub import Hub, Listener
from nukki.server.news import News
from nukki.server.problems import documented

router = APIRouter(prefix="/api", tags=["events"])
HEARTBEAT_S = 15.0  # shorter than the patience of any proxy; sign-in is looked at again with it
BEAT = b": \n\n"
RETRY = b"retry: 2000\n\n"  # milliseconds until a browser comes back
MAX_ID = 2**63 - 1
HEADERS = {"Cache-Control": "no-cache, no-store, no-transform", "X-Accel-Buffering": "no"}
Welcome = Callable[[], Awaitable[bool]]


class EventStream(StreamingResponse):
    """An answer without an end; what a gone caller held is given back."""

    media_type = "text/event-stream"

    def __init__(self, hub: Hub, listener: Listener, begun: bytes, welcome: Welcome) -> None:
        self.hub, self.listener, self.welcome = hub, listener, welcome
        super().__init__(self._frames(begun), headers=HEADERS)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Send until the caller goes or the server ends."""
        try:
            await super().__call__(scope, receive, send)
        finally:
            self.hub.leave(self.listener)

    async def _frames(self, begun: bytes) -> AsyncIterator[bytes]:
        yield RETRY + begun
        loop = asyncio.get_running_loop()
        due = loop.time() + HEARTBEAT_S
        while (told := await self.listener.take(max(0.0, due - loop.time()))) is not None:
            yield told or BEAT
            if loop.time() < due:
                continue
            if not await self.welcome():
                return
            due = loop.time() + HEARTBEAT_S


@router.get(
    "/events",
    status_code=200,
    response_class=EventStream,
    responses={
        **documented(422, 503),
        200: {"model": News, "description": "Events; the data of each is a News"},
    },
)
async def stream_events(
    request: Request,
    job: Annotated[str | None, Query(pattern=ids.JOB_ID.pattern)] = None,
    after: Annotated[int | None, Query(ge=0, le=MAX_ID)] = None,
    language: Literal["en", "ko"] | None = None,
    last_event_id: Annotated[str | None, Header(max_length=40)] = None,
) -> EventStream:
    """What happens to all jobs, or to `job`, from now on; or since event `after`.

    A browser that lost the connection says itself which event it had last, in Last-Event-ID. The
    event `ready` means that from here on things are told as they happen; `reset` that too much
    happened meanwhile, so that everything shown must be read again. `language` is for browsers,
    which cannot send a header of their own with this request.
    """
    hub: Hub = request.app.state.live
    listener = Listener(language or speech.of(request), job)
    hub.enter(listener)
    try:
        since = _number(last_event_id) if last_event_id else after
        missed = partial(hub.missed, listener, since)
        position, begun = await to_thread.run_sync(missed, limiter=hub.replaying)
    except BaseException:
        hub.leave(listener)
        raise
    listener.begin(position)
    return EventStream(hub, listener, begun, partial(_is_welcome, request))


async def _is_welcome(request: Request) -> bool:
    """Whether the caller is still one who may listen: a session ends, a token is taken back."""
    try:
        return await request.app.state.gate.caller(request) is not None
    except InputError:
        return False
    except StorageError:
        return True  # nobody can tell now; it is asked again soon


def _number(header: str) -> int:
    """The id in a Last-Event-ID header; one that no feed ever gave is answered by a reset."""
    plain = header.isascii() and header.isdigit() and len(header) < len(str(MAX_ID))
    return int(header) if plain else MAX_ID
