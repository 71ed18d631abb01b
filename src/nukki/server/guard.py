"""What every request and answer passes: the Host check against rebinding, the security headers."""

from __future__ import annotations

from starlette.datastructures import Headers, MutableHeaders
from starlette.types import ASGIApp, Message, Receive, Scope, Send

LOOPBACK = frozenset({"localhost", "127.0.0.1", "[::1]"})

_POLICY = {
    "default-src": "'none'",
    "script-src": "'self'",
    "style-src": "'self'",
    "img-src": "'self' data:",
    "font-src": "'self'",
    "connect-src": "'self'",
    "base-uri": "'none'",
    "form-action": "'none'",
    "frame-ancestors": "'none'",
}
HEADERS = {
    "Content-Security-Policy": "; ".join(f"{key} {value}" for key, value in _POLICY.items()),
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "no-referrer",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Permissions-Policy": "camera=(), microphone=(), geolocation=()",
}


def host_of(header: str) -> str:
    """A Host header without its port, in small letters.

    >>> host_of("LocalHost:8787"), host_of("[::1]:8787"), host_of("[::1]")
    ('localhost', '[::1]', '[::1]')
    """
    if header.startswith("["):
        return header.partition("]")[0].lower() + "]"
    return header.partition(":")[0].lower()


class Guard:
    """Wraps an app: a foreign Host gets `refusal`, every answer gets the headers.

    A web page whose name was rebound to this machine still sends its own name as Host, so it
    can read nothing here.
    """

    def __init__(self, app: ASGIApp, hosts: frozenset[str], refusal: ASGIApp) -> None:
        self.app, self.hosts, self.refusal = app, hosts, refusal

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """One request."""
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return

        async def with_headers(message: Message) -> None:
            if message["type"] == "http.response.start":
                headers = MutableHeaders(scope=message)
                for name, value in HEADERS.items():
                    headers.setdefault(name, value)
            await send(message)

        known = host_of(Headers(scope=scope).get("host", "")) in self.hosts
        await (self.app if known else self.refusal)(scope, receive, with_headers)
