"""The base of a brief's groups of fields."""

from __future__ import annotations

from typing import Any

from pydantic import model_validator

from nukki.core.model import Strict


class Asked(Strict):
    """Takes null for "the default", as people leave a field empty."""

    @model_validator(mode="before")
    @classmethod
    def _null_is_default(cls, value: Any) -> Any:
        if not isinstance(value, dict):
            return value
        known = cls.model_fields
        return {key: entry for key, entry in value.items() if entry is not None or key not in known}
