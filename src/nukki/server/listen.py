"""The socket that the server listens on: on this machine only, until there is a password gate."""

from __future__ import annotations

import errno
import ipaddress
import socket

from nukki.errors import BackendError, InputError


def bind(host: str, port: int) -> socket.socket:
    """A bound socket of this machine.

    Raises InputError serve-not-loopback, BackendError serve-port-taken or serve-refused.
    """
    address = loopback(host)
    bound = socket.socket(socket.AF_INET6 if ":" in address else socket.AF_INET)
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
    if host.lower() == "localhost":
        return "127.0.0.1"
    try:
        address = ipaddress.ip_address(host.strip("[]"))
    except ValueError:
        raise InputError("serve-not-loopback", found=host) from None
    if not address.is_loopback:
        raise InputError("serve-not-loopback", found=host)
    return str(address)


def url(bound: socket.socket) -> str:
    """What to type into a browser."""
    host, port = bound.getsockname()[:2]
    return f"http://[{host}]:{port}/" if ":" in host else f"http://{host}:{port}/"
