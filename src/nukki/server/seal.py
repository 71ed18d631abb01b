"""The signed cookie of a session: which one it is and when it began, nothing else."""

from __future__ import annotations

import hashlib
import secrets
import time

from itsdangerous import BadData, TimestampSigner

COOKIE = "nukki_session"
LIFE_S = 12 * 3600
LONGEST = 200


class Seal:
    """Signs and reads the cookies of one key."""

    def __init__(self, key: bytes) -> None:
        self._signer = TimestampSigner(key, salt="nukki.session", digest_method=hashlib.sha256)

    def begin(self) -> str:
        """The cookie of a new session."""
        return self._signer.sign(secrets.token_urlsafe(16)).decode("ascii")

    def session(self, cookie: str) -> str | None:
        """The session of a cookie; None when it is forged, older than 12 h or from the future."""
        opened = self._open(cookie)
        return None if opened is None else opened[0]

    def left_s(self, cookie: str) -> float | None:
        """Seconds until a good cookie opens nothing any more."""
        opened = self._open(cookie)
        return None if opened is None else max(opened[1] + LIFE_S - time.time(), 0.0)

    def _open(self, cookie: str) -> tuple[str, float] | None:
        """The session of a cookie, and when it began as seconds of the wall clock."""
        if len(cookie) > LONGEST:
            return None
        try:
            value, begun = self._signer.unsign(cookie, max_age=LIFE_S, return_timestamp=True)
            return value.decode("ascii"), begun.timestamp()
        except (BadData, UnicodeError):
            return None
