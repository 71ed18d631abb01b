"""One frozen Settings, read once from NUKKI_* (the older PM_* names are accepted).

No other file reads the environment.
"""

from __future__ import annotations

import sys
from functools import lru_cache
from pathlib import Path
from typing import Literal

from pydantic import AliasChoices, Field
from pydantic_settings import BaseSettings, SettingsConfigDict


def _named(name: str) -> AliasChoices:
    return AliasChoices(f"NUKKI_{name}", f"PM_{name}")


class Settings(BaseSettings):
    """Where things lie and how this machine draws."""

    model_config = SettingsConfigDict(frozen=True, extra="ignore", populate_by_name=True)

    storage: Path = Field(Path("nukki-data"), validation_alias=_named("STORAGE"))
    engine: Literal["render", "local-comfy", "remote-comfy"] = Field(
        "render", validation_alias=_named("ENGINE")
    )
    language: str | None = Field(None, validation_alias=_named("LANGUAGE"))
    art: Path = Field(
        Path(sys.prefix) / "share" / "nukki" / "art", validation_alias=_named("ART")
    )
    render_variant: Literal["auto", "scalar_rgb", "llvm_ad_rgb"] = Field(
        "auto", validation_alias=_named("RENDER_VARIANT")
    )
    packs: Path | None = Field(None, validation_alias=_named("PACKS"))


@lru_cache(maxsize=1)
def settings() -> Settings:
    """The settings of this process."""
    return Settings()
