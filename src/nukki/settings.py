"""One frozen Settings, read once from NUKKI_* (the older PM_* names are accepted).

No other file reads the environment but `i18n`, which must speak before this one can be loaded.
"""

from __future__ import annotations

import sys
from functools import lru_cache
from pathlib import Path
from typing import Annotated, Literal

from pydantic import AliasChoices, Field, SecretStr, ValidationError, field_validator
from pydantic_settings import BaseSettings, NoDecode, SettingsConfigDict

from nukki.errors import InputError


def at_home(path: Path) -> Path:
    """`~` as the person's folder where no shell has replaced it; as it stands, as a shell would
    leave it, where nobody has that name."""
    try:
        return path.expanduser()
    except RuntimeError:
        return path


def _named(name: str) -> AliasChoices:
    return AliasChoices(f"NUKKI_{name}", f"PM_{name}")


Listed = Annotated[tuple[str, ...], NoDecode]  # written with commas, not as JSON


class Settings(BaseSettings):
    """Where things lie and how this machine draws."""

    # A variable that is set to nothing is not set: "" as a folder would be the current one.
    model_config = SettingsConfigDict(
        frozen=True, extra="ignore", populate_by_name=True, env_ignore_empty=True
    )

    # A folder, or the address of a bucket: s3://bucket/folder.
    storage: str = Field("nukki-data", validation_alias=_named("STORAGE"))
    # What belongs to this machine: the database, weights, caches. With a folder as storage, that.
    local: Path | None = Field(None, validation_alias=_named("LOCAL"))
    database_url: SecretStr | None = Field(None, validation_alias=_named("DATABASE_URL"))
    engine: Literal["render", "local-comfy", "remote-comfy"] = Field(
        "render", validation_alias=_named("ENGINE")
    )
    language: str | None = Field(None, validation_alias=_named("LANGUAGE"))
    art: Path = Field(Path(sys.prefix) / "share" / "nukki" / "art", validation_alias=_named("ART"))
    render_variant: Literal["auto", "scalar_rgb", "llvm_ad_rgb"] = Field(
        "auto", validation_alias=_named("RENDER_VARIANT")
    )
    packs: Path | None = Field(None, validation_alias=_named("PACKS"))
    models: Path | None = Field(None, validation_alias=_named("MODELS"))
    models_from: Path | None = Field(None, validation_alias=_named("MODELS_FROM"))

    # Of the studio: plain or as an argon2id hash; without one, only this machine is let in.
    password: SecretStr | None = Field(None, validation_alias=_named("PASSWORD"))
    # Names that the studio answers under beside its own address, and whose word about a client's
    # address it takes.
    hosts: Listed = Field((), validation_alias=_named("HOSTS"))
    proxies: Listed = Field(("127.0.0.1", "::1"), validation_alias=_named("PROXIES"))

    @property
    def home(self) -> Path:
        """The folder for what belongs to this machine."""
        if self.local is not None:
            return self.local
        return Path("nukki-data") if "://" in self.storage else Path(self.storage)

    @property
    def database(self) -> str:
        """The address of the database; it may hold a password."""
        if self.database_url is not None:
            return self.database_url.get_secret_value()
        return f"sqlite:///{self.home.absolute() / 'nukki.db'}"

    @field_validator("storage", mode="before")
    @classmethod
    def _storage_place(cls, place: object) -> object:
        written = str(place) if isinstance(place, Path) else place
        if isinstance(written, str) and "://" not in written:
            return str(at_home(Path(written)))
        return written

    @field_validator("hosts", "proxies", mode="before")
    @classmethod
    def _split(cls, listed: object) -> object:
        if not isinstance(listed, str):
            return listed
        return tuple(part.strip() for part in listed.split(",") if part.strip())

    @field_validator("local", "art", "packs", "models", "models_from")
    @classmethod
    def _at_home(cls, path: Path | None) -> Path | None:
        return None if path is None else at_home(path)


class Cloud(BaseSettings):
    """What the library for buckets does not read by itself, under the name that clouds use."""

    model_config = SettingsConfigDict(frozen=True, extra="ignore")

    aws_region: str = ""


class Terminal(BaseSettings):
    """What the terminal says of itself, under the names that terminals use."""

    model_config = SettingsConfigDict(frozen=True, extra="ignore")

    term: str = ""
    term_program: str = ""
    lc_terminal: str = ""
    kitty_window_id: str = ""
    colorterm: str = ""
    no_color: str = ""


@lru_cache(maxsize=1)
def settings() -> Settings:
    """The settings of this process; raises InputError for a value that cannot be used."""
    try:
        return Settings()
    except ValidationError as error:
        first = error.errors()[0]
        name = str(first["loc"][0]).removeprefix("NUKKI_").removeprefix("PM_").upper()
        allowed = first.get("ctx", {}).get("expected", first["type"])
        raise InputError("settings-invalid", found=f"NUKKI_{name}", allowed=allowed) from None
