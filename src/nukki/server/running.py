"""The HTTP server that runs the app: its limits, and an end that waits for no endless answer."""

from __future__ import annotations

import socket
from collections.abc import Callable

import uvicorn
from fastapi import FastAPI
from starlette.types import Receive, Scope, Send

from nukki.errors import BackendError
from nukki.server import problems
from nukki.server.patience import PatientProtocol

GRACE_S = 2  # for answers that are under way when the server is told to end
LINES = 900  # a process may have 1,024 files open by default


class Server(uvicorn.Server):
    """Uvicorn for the app of `create_app`; `run` has to be given its sockets."""

    def __init__(
        self,
        app: FastAPI,
        log_level: str = "error",  # strangers would fill the log with warnings
        on_ready: Callable[[], None] = lambda: None,
    ) -> None:
        self.app, self.on_ready = app, on_ready
        super().__init__(
            uvicorn.Config(
                self._answer,
                interface="asgi3",
                http=PatientProtocol,
                log_config=None,  # it would put its own form over that of logs.py
                log_level=log_level,
                access_log=False,  # it would write down what people search for
                server_header=False,
                forwarded_allow_ips=list(app.state.settings.proxies),
                timeout_graceful_shutdown=GRACE_S,
            )
        )

    async def _answer(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Hand a request to the app, or say that there are too many lines."""
        if scope["type"] != "lifespan" and len(self.server_state.connections) > LINES:
            busy = BackendError("server-busy", retry_after_s=5)
            await problems.refuse({**scope, "app": self.app}, receive, send, busy)
        else:
            await self.app(scope, receive, send)

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        """Start, and say so once requests are answered."""
        await super().startup(sockets)
        self.on_ready()

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        """End the live streams first: uvicorn waits for every answer, and theirs have no end."""
        if live := getattr(self.app.state, "live", None):
            live.end_streams()
        await super().shutdown(sockets)
