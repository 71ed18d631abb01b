"""The gate before everything that holds data: who is calling, and may they.

It stands before the routes, so that none can be forgotten: all of `/api` and `/metrics` but the
session itself is closed. A `Caller` is handed to routes as the dependency `CallerOf`.
"""

from __future__ import annotations

import hashlib
import logging
from dataclasses import dataclass
from typing import Annotated, Literal, NamedTuple

from fastapi import Depends
from pydantic import SecretStr
from starlette.concurrency import run_in_threadpool
from starlette.requests import HTTPConnection
from starlette.types import ASGIApp, Receive, Scope, Send

from nukki.core import clock
from nukki.errors import InputError, NukkiError, StorageError
from nukki.jobs.database import Database
from nukki.server import origin, password, tokens
from nukki.server.backoff import Backoff
from nukki.server.guard import Refuse
from nukki.server.keys import Keys, Known, signing_key
from nukki.server.password import Password
from nukki.server.seal import COOKIE, Seal

LOG = logging.getLogger(__name__)
SESSION = "/api/session"
CLOSED = ("/api", "/metrics")
USED_S = 60.0  # how exactly the last use of a token is known


@dataclass(frozen=True)
class Caller:
    """Who makes a request: somebody with the password, a program, or this machine's own user.

    `name` is safe to show, and the same for all requests of one session or token.
    """

    kind: Literal["session", "token", "local"]
    name: str


LOCAL = Caller("local", "local")


class _Opened(NamedTuple):
    """A seal with the key that it is for."""

    key: bytes
    seal: Seal


class Gate:
    """The password, the tokens and the sessions of one server."""

    def __init__(self, given: SecretStr | None) -> None:
        self._given = given
        self._password: Password | None = None
        self._keys: Keys | None = None
        self._opened: _Opened | None = None
        self._database: Database | None = None
        self._used: dict[str, float] = {}
        self.has_password = given is not None
        self.backoff = Backoff()

    def open(self, database: Database) -> None:
        """Take the keys from the database, and keep the password as a hash only.

        Raises InputError password-short, password-long or password-hash, StorageError.
        """
        self._database, self._keys = database, Keys(database)
        if self._given is not None:
            self._password = password.password(self._given, self._keys.salt)
            self._given = None

    @property
    def keys(self) -> Keys:
        """The keys of an opened gate."""
        assert self._keys is not None, "the gate was not opened"
        return self._keys

    def fits(self, tried: str) -> bool:
        """Whether `tried` is the password."""
        return self._password is not None and self._password.fits(tried)

    async def begin(self) -> str:
        """The cookie of a new session."""
        return self._seal(await self.keys.known()).begin()

    async def caller(self, connection: HTTPConnection) -> Caller | None:
        """Who calls; None for a stranger. Raises InputError token-unknown."""
        if "authorization" in connection.headers:
            return await self._program(connection.headers["authorization"])
        if not self.has_password:
            return LOCAL
        session = await self.session(connection)
        if session is None:
            return None
        return Caller("session", hashlib.sha256(session.encode()).hexdigest()[:8])

    async def session(self, connection: HTTPConnection) -> str | None:
        """The session of a request's cookie, if it is good and has not ended."""
        cookie = connection.cookies.get(COOKIE)
        if not self.has_password or not cookie:
            return None
        known = await self.keys.known()
        session = self._seal(known).session(cookie)
        return None if session in known.ended else session

    async def left_s(self, connection: HTTPConnection) -> float | None:
        """Seconds until the session of a request ends by itself; None without a good one."""
        if await self.session(connection) is None:
            return None
        return self._seal(await self.keys.known()).left_s(connection.cookies[COOKIE])

    async def _program(self, authorization: str) -> Caller:
        scheme, _, secret = authorization.partition(" ")
        if scheme.lower() != "bearer" or not tokens.FORM.fullmatch(secret.strip()):
            raise InputError("token-unknown")
        digest = tokens.digest(secret.strip())
        name = (await self.keys.known()).tokens.get(digest)
        name = name or (await self.keys.known_now()).tokens.get(digest)  # it may be just made
        if name is None:
            raise InputError("token-unknown")
        now = clock.seconds()
        if now - self._used.get(name, -USED_S) >= USED_S:
            self._used[name] = now
            await run_in_threadpool(self._mark_used, name)
        return Caller("token", name)

    def _mark_used(self, name: str) -> None:
        assert self._database is not None
        try:
            tokens.mark_used(self._database, name)
        except StorageError as error:
            LOG.warning("the use of a token cannot be noted: %s", error.code)

    def _seal(self, known: Known) -> Seal:
        assert self._password is not None
        key = signing_key(known, self._password.verifier)
        if self._opened is None or self._opened.key != key:
            self._opened = _Opened(key, Seal(key))
        return self._opened.seal


class Gatekeeper:
    """Wraps an app: strangers and other sites' pages get `refuse`, the rest gets its Caller."""

    def __init__(self, app: ASGIApp, gate: Gate, refuse: Refuse) -> None:
        self.app, self.gate, self.refuse = app, gate, refuse

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """One request."""
        if scope["type"] in ("http", "websocket") and _is_guarded(scope["path"]):
            try:
                scope.setdefault("state", {})["caller"] = await self._admit(HTTPConnection(scope))
            except NukkiError as error:
                await self.refuse(scope, receive, send, error)
                return
        await self.app(scope, receive, send)

    async def _admit(self, connection: HTTPConnection) -> Caller | None:
        if "authorization" not in connection.headers:
            origin.require_own(connection)  # a browser adds no Authorization by itself
        if connection.scope["path"] == SESSION:
            return None  # it finds out for itself, and a bad token must not keep anybody out
        caller = await self.gate.caller(connection)
        if caller is None:
            raise InputError("gate-closed")
        return caller


def _is_guarded(path: str) -> bool:
    return any(path == place or path.startswith(f"{place}/") for place in CLOSED)


def _caller(connection: HTTPConnection) -> Caller:
    caller: Caller = connection.state.caller
    return caller


CallerOf = Annotated[Caller, Depends(_caller)]
