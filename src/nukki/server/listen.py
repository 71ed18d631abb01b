"""The socket that the server listens on: without a password, on this machine only."""

from __future__ import annotations

import errno
import ipaddress
import socket

from nukki.errors import BackendError, InputError


def bind(host: str, port: int, *, to_others: bool = False) -> socket.socket:
    """A bound socket of this machine; `to_others` if it may be one that others can reach.

    Raises InputError serve-not-loopback or serve-host, BackendError serve-port-taken or
    serve-refused.
    """
    address = anywhere(host) if to_others else loopback(host)
    family = socket.AF_INET6 if ":" in address else socket.AF_INET
    # Only of sockets that say they are TCP does asyncio send small answers at once: else each one
    # after the first of a line waits 40 ms.
    bound = socket.socket(family, socket.SOCK_STREAM, socket.IPPROTO_TCP)
    bound.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        bound.bind((address, port))
        bound.listen(socket.SOMAXCONN)
    except OSError as error:
        bound.close()
        taken = error.errno == errno.EADDRINUSE
        code = "serve-port-taken" if taken else "serve-refused"
        raise BackendError(code, port=port, reason=error.strerror) from None
    return bound


def loopback(host: str) -> str:
    """The address that `host` stands for; raises InputError when others could reach it.

    >>> loopback("localhost"), loopback("::1")
    ('127.0.0.1', '::1')
    """
    address = _address(host)
    if address is None or not address.is_loopback:
        raise InputError("serve-not-loopback", found=host)
    return str(address)


def anywhere(host: str) -> str:
    """The address that `host` stands for; raises InputError serve-host for a name.

    >>> anywhere("0.0.0.0"), anywhere("[::]")
    ('0.0.0.0', '::')
    """
    address = _address(host)
    if address is None:
        raise InputError("serve-host", found=host)
    return str(address)


def _address(host: str) -> ipaddress.IPv4Address | ipaddress.IPv6Address | None:
    if host.lower() == "localhost":
        return ipaddress.IPv4Address("127.0.0.1")
    try:
        return ipaddress.ip_address(host.strip("[]"))
    except ValueError:
        return None


def url(bound: socket.socket) -> str:
    """What to type into a browser."""
    host, port = bound.getsockname()[:2]
    host = {"0.0.0.0": "127.0.0.1", "::": "::1"}.get(host, host)  # noqa: S104
    return f"http://[{host}]:{port}/" if ":" in host else f"http://{host}:{port}/"
