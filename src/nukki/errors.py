"""Every error Nukki raises on purpose.

    NukkiError
    ├── InputError            a person's mistake: exit 2
    │   ├── BriefError        holds every fault of a brief at once
    │   ├── PackError
    │   ├── ShapeError
    │   └── PayloadError
    └── BackendError          something we depend on failed: exit 3
        ├── EngineError
        ├── AlphaError        (and alpha.result.ChainExhaustedError, which names every attempt)
        └── StorageError

A person's stop is no error: it ends a job as `canceled` and a command with status 130.

An error carries a `code` and a `context`; its sentence and its hint are looked up in
`locale/<language>/*.yaml`, so that the same error reads well in English and Korean.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from math import isfinite
from typing import Any, ClassVar

from nukki import i18n

Plain = str | int | float | bool | None


def plain(value: object) -> Plain:
    """`value` as JSON can hold it: itself if it is a scalar, else its text.

    >>> plain(0.5), plain(float("nan"))
    (0.5, 'nan')
    """
    if isinstance(value, float) and not isfinite(value):
        return str(value)
    return value if isinstance(value, str | int | float | bool | None) else str(value)


def plain_context(context: Mapping[str, object]) -> dict[str, Plain]:
    """The blanks of an error's sentence as JSON can hold them."""
    return {key: plain(value) for key, value in context.items()}


class NukkiError(Exception):
    """Base of the tree: `code` names the sentence, `context` fills its blanks."""

    exit_status: ClassVar[int] = 3

    def __init__(self, code: str, **context: Any) -> None:
        super().__init__(code)
        self.code = code
        self.context = context

    def message(self, language: str = "en") -> str:
        """The sentence a person reads."""
        return i18n.text(self.code, language, **self.context)

    def hint(self, language: str = "en") -> str:
        """What to do about it; empty when there is nothing to advise."""
        return i18n.hint(self.code, language, **self.context)

    def __str__(self) -> str:
        return self.message()

    def __reduce__(self) -> tuple[Any, ...]:
        return _revived, (type(self), self.args, self.__dict__)


def _revived(kind: type[NukkiError], args: tuple[Any, ...], state: dict[str, Any]) -> NukkiError:
    """An error as it was in another process, whatever its constructor asks for."""
    error = kind.__new__(kind, *args)
    error.__dict__.update(state)
    return error


class InputError(NukkiError):
    """Something a person typed cannot be used."""

    exit_status = 2


@dataclass(frozen=True, slots=True)
class Fault:
    """One thing wrong with one field: what was found, what is allowed, the nearest valid value.

    `line` and `column` count from 1 in the file that held the field, where they are known;
    `reason` is what another program said of it.
    """

    field: str
    code: str
    found: Any = None
    allowed: str | None = None
    nearest: Any = None
    line: int | None = None
    column: int | None = None
    reason: str | None = None

    def message(self, language: str = "en") -> str:
        """The fault as a sentence, without the field's name."""
        return i18n.text(self.code, language, **self._blanks())

    def hint(self, language: str = "en") -> str:
        """The remedy as a sentence, or an empty string."""
        return i18n.hint(self.code, language, **self._blanks())

    def _blanks(self) -> dict[str, Any]:
        return {
            "found": self.found,
            "allowed": self.allowed,
            "nearest": self.nearest,
            "line": self.line,
            "column": self.column,
            "reason": self.reason,
        }


class FaultyInputError(InputError):
    """An input with a list of faults, all found in one pass."""

    def __init__(self, code: str, faults: list[Fault], **context: Any) -> None:
        super().__init__(code, count=len(faults), **context)
        self.faults = faults


class BriefError(FaultyInputError):
    """A brief that cannot be drawn as it stands.

    `rest` is what could be read all the same, as (prefix of its fields, brief), so that a later
    stage can look for its own faults in the same pass.
    """

    def __init__(
        self, faults: list[Fault], source: str = "", rest: Sequence[tuple[str, Any]] = ()
    ) -> None:
        super().__init__("brief-invalid", faults, source=source or "brief")
        self.rest = rest


class PackError(FaultyInputError):
    """A style pack that breaks its schema."""

    def __init__(self, faults: list[Fault], source: str) -> None:
        super().__init__("pack-invalid", faults, source=source)


class ShapeError(InputError):
    """Vector art that is missing, hostile or empty."""


class PayloadError(InputError):
    """A payload that was changed, or cannot be honoured on this machine."""


class BackendError(NukkiError):
    """An engine, a store or a library failed us."""

    exit_status = 3


class EngineError(BackendError):
    """An engine could not draw."""


class AlphaError(BackendError):
    """A strategy refused a picture."""


class StorageError(BackendError):
    """A folder or a disk would not take what we wrote."""
