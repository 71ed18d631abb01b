"""Whether a request comes from our own pages: what keeps other sites from acting for a person.

A browser says where a request comes from, and no page can change what it says: Sec-Fetch-Site
towards https and this machine, Origin with everything that changes something. A program says
neither and has no cookie of a person that it could abuse.
"""

from __future__ import annotations

from urllib.parse import urlsplit

from starlette.requests import HTTPConnection

from nukki.errors import InputError

READING = frozenset({"GET", "HEAD", "OPTIONS"})
_PORTS = {"http": 80, "https": 443}


def require_own(connection: HTTPConnection) -> None:
    """Raises InputError origin-foreign for what another site's page has asked for."""
    if not _is_own(connection):
        raise InputError("origin-foreign", found=connection.headers.get("origin", "?")[:200])


def _is_own(connection: HTTPConnection) -> bool:
    method = connection.scope.get("method", "WEBSOCKET")
    site = connection.headers.get("sec-fetch-site")
    if site in ("same-origin", "none"):
        return True
    if site is not None:
        # A link to a picture or a download that somebody follows is no harm; anything else that
        # another site begins is.
        return method in READING and connection.headers.get("sec-fetch-mode") == "navigate"
    origin = connection.headers.get("origin")
    if origin is None:
        return True
    scheme = connection.scope["scheme"].replace("ws", "http", 1)
    here = _place(f"{scheme}://{connection.headers.get('host', '')}")
    return here is not None and _place(origin) == here


def _place(origin: str) -> tuple[str, str, int] | None:
    """Scheme, host and port.

    >>> _place("https://Studio.example") == _place("https://studio.example:443"), _place("null")
    (True, None)
    """
    try:
        parts = urlsplit(origin)
        port = parts.port
    except ValueError:
        return None
    if parts.scheme not in _PORTS or not parts.hostname:
        return None
    return parts.scheme, parts.hostname, port or _PORTS[parts.scheme]
