"""Model profiles: which engine draws a model, and what that engine can make use of."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from importlib import resources
from pathlib import Path
from typing import Annotated, Any

from pydantic import Field

from nukki.catalog import faults, yaml_file
from nukki.catalog.packs import Bilingual
from nukki.core.model import Strict
from nukki.errors import InputError

# Engines that this package holds the code of; others are refused with the remedy.
ENGINES_HERE = ("render",)


class Profile(Strict):
    """One model as a brief may name it."""

    id: str
    name: Bilingual
    engine: str
    supports_negative: bool
    uses_prompt: bool
    max_references: Annotated[int, Field(ge=0, le=8)]
    supports_assets: bool


@dataclass(frozen=True)
class _Table:
    profiles: dict[str, Profile]
    needs_comfyui: list[str]


def all_profiles() -> list[Profile]:
    """Every model that an engine of this installation can draw."""
    return list(_table().profiles.values())


def elsewhere() -> list[str]:
    """Models that are known by name only: they need an engine that is not part of this package."""
    return list(_table().needs_comfyui)


def resolve(model: str | None, configured_engine: str) -> Profile:
    """The profile for a brief's `model`; none means the default of the configured engine.

    Raises InputError: engine-not-here, model-needs-engine (a model of an engine that is not
    configured) or model-unknown (with the nearest name).
    """
    if configured_engine not in ENGINES_HERE:
        raise InputError(
            "engine-not-here", found=configured_engine, allowed=", ".join(ENGINES_HERE)
        )
    table = _table()
    here = {key: item for key, item in table.profiles.items() if item.engine == configured_engine}
    default = next(iter(here))
    if model is None:
        return here[default]
    if profile := here.get(model):
        return profile
    allowed = ", ".join(here)
    if model in table.needs_comfyui:
        raise InputError("model-needs-engine", found=model, allowed=allowed, nearest=default)
    near = faults.nearest(model, [*here, *table.needs_comfyui]) or default
    raise InputError("model-unknown", found=model, allowed=allowed, nearest=near)


@lru_cache(maxsize=1)
def _table() -> _Table:
    path = Path(str(resources.files("nukki") / "catalog" / "profiles.yaml"))
    entries: dict[str, Any] = yaml_file.read(path).value
    needs_comfyui = entries.pop("needs_comfyui")
    return _Table({key: Profile(id=key, **entry) for key, entry in entries.items()}, needs_comfyui)
