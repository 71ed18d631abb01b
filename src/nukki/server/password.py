"""The one password of the studio, kept as an argon2id hash only."""

from __future__ import annotations

import unicodedata

import argon2
from argon2.low_level import Type
from pydantic import SecretStr

from nukki.errors import InputError

HASHED = "$argon2id$"
SHORTEST = 8
LONGEST = 1024

# OWASP's smallest set (2023): 19 MiB and two passes take about 30 ms here, so that a flood of
# attempts neither fills the memory nor holds up the pictures of others.
_HASHER = argon2.PasswordHasher(
    time_cost=2, memory_cost=19 * 1024, parallelism=1, hash_len=32, salt_len=16, type=Type.ID
)


class Password:
    """Verifies attempts against a hash."""

    def __init__(self, verifier: str) -> None:
        self.verifier = verifier

    def __repr__(self) -> str:
        return "Password(**********)"

    def fits(self, tried: str) -> bool:
        """Whether `tried` is the password; every attempt costs one whole hash."""
        try:
            return _HASHER.verify(self.verifier, _whole(tried))
        except argon2.exceptions.VerificationError:
            return False


def password(given: SecretStr, salt: bytes) -> Password:
    """The password of a setting, which holds it plain or as an argon2id hash.

    A plain one is hashed with `salt` (16 bytes), so that every server that shares the salt has
    the same verifier. Raises InputError password-short, password-long or password-hash.
    """
    check(given)
    text = given.get_secret_value()
    return Password(text if text.startswith(HASHED) else hashed(text, salt))


def check(given: SecretStr) -> None:
    """Whether a setting can be a password; raises InputError as `password` does."""
    text = given.get_secret_value()
    if text.startswith(HASHED):
        try:
            argon2.extract_parameters(text)
        except argon2.exceptions.InvalidHashError:
            raise InputError("password-hash") from None
    else:
        _check_length(text)


def hashed(text: str, salt: bytes | None = None) -> str:
    """The argon2id hash of a new password; raises InputError password-short or password-long."""
    _check_length(text)
    return _HASHER.hash(_whole(text), salt=salt)


def _check_length(text: str) -> None:
    if len(text) < SHORTEST:
        raise InputError("password-short", allowed=SHORTEST)
    if len(text) > LONGEST:
        raise InputError("password-long", allowed=LONGEST)


def _whole(text: str) -> str:
    """Composed: a Mac may send 한 as three letters, another machine as one."""
    return unicodedata.normalize("NFC", text)
