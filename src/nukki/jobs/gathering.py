"""Faults of a brief, gathered so that one pass tells them all."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field, replace
from typing import Any, TypeVar

from nukki.errors import Fault, FaultyInputError, InputError

Found = TypeVar("Found")


@dataclass
class Gathering:
    """Gathers what cannot be used, so that one pass tells it all."""

    prefix: str
    found: list[Fault] = field(default_factory=list)

    def add(self, at: str, error: InputError) -> None:
        """Note why the field `at` was refused; an error with faults of its own brings them."""
        if isinstance(error, FaultyInputError):
            self.gather([replace(fault, field=fault.field or at) for fault in error.faults])
            return
        keys = ("found", "allowed", "nearest", "reason")
        self.gather([Fault(at, error.code, **{key: error.context.get(key) for key in keys})])

    def gather(self, faults: list[Fault]) -> None:
        """Note faults whose fields are those of a brief."""
        self.found += [replace(f, field=f"{self.prefix}{f.field}", line=None) for f in faults]

    def attempt(self, at: str, call: Callable[..., Found], *arguments: Any) -> Found | None:
        """`call(*arguments)`, or None with its refusal noted."""
        try:
            return call(*arguments)
        except InputError as error:
            self.add(at, error)
            return None
