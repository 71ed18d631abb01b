"""What every request and answer passes: the Host check against rebinding, the security headers."""

from __future__ import annotations

import ipaddress
import socket
from collections.abc import Awaitable, Callable, Iterable
from dataclasses import dataclass

from starlette.datastructures import Headers, MutableHeaders
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from nukki.errors import InputError, NukkiError

Refuse = Callable[[Scope, Receive, Send, NukkiError], Awaitable[None]]

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
    "Cross-Origin-Embedder-Policy": "require-corp",
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


@dataclass(frozen=True)
class Names:
    """The names that a server answers under; `addresses`: any number, too, which no page can
    rebind."""

    known: frozenset[str]
    addresses: bool = False

    def __contains__(self, host: str) -> bool:
        return host in self.known or (self.addresses and _is_address(host))


def names(address: str, hosts: Iterable[str] = ()) -> Names:
    """The names of a server that is bound to `address`, with those that somebody allowed.

    >>> "[::1]" in names("127.0.0.1"), "10.0.0.1" in names("127.0.0.1"), "10.0.0.1" in names("::")
    (True, False, True)
    """
    allowed = LOOPBACK | {host_of(host) for host in hosts}
    bound = ipaddress.ip_address(address)
    if bound.is_unspecified:
        machine = socket.gethostname().lower()
        return Names(allowed | {machine, f"{machine}.local"}, addresses=True)
    return Names(allowed | {f"[{bound}]" if bound.version == 6 else str(bound)})


class Guard:
    """Wraps an app: a foreign Host gets `refuse`, every answer gets the headers.

    A web page whose name was rebound to this machine still sends its own name as Host, so it
    can read nothing here.
    """

    def __init__(self, app: ASGIApp, hosts: Names, refuse: Refuse) -> None:
        self.app, self.hosts, self.refuse = app, hosts, refuse

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """One request."""
        if scope["type"] not in ("http", "websocket"):
            await self.app(scope, receive, send)
            return

        async def with_headers(message: Message) -> None:
            if message["type"] == "http.response.start":
                _add_headers(MutableHeaders(scope=message), scope)
            await send(message)

        host = host_of(Headers(scope=scope).get("host", ""))
        if host in self.hosts:
            await self.app(scope, receive, with_headers)
        else:
            refused = InputError("server-host", found=host[:200])
            await self.refuse(scope, receive, with_headers, refused)


def _add_headers(headers: MutableHeaders, scope: Scope) -> None:
    for name, value in HEADERS.items():
        headers.setdefault(name, value)
    if scope["scheme"] == "https":
        headers.setdefault("Strict-Transport-Security", "max-age=31536000")
    if headers.get("content-type", "").startswith("application/json"):
        headers.setdefault("Cache-Control", "no-store")


def _is_address(host: str) -> bool:
    try:
        ipaddress.ip_address(host.strip("[]"))
    except ValueError:
        return False
    return True
