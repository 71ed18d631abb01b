"""Style packs: YAML that owns a style (words, palette, material, shadow, look), never weights.

Twelve stand in this package; a person's own lie in the folder of `Settings.packs`.
"""

from __future__ import annotations

import re
from functools import lru_cache
from importlib import resources
from pathlib import Path
from string import Formatter
from typing import Annotated, Literal, Self

from pydantic import Field, ValidationError, field_validator, model_validator

from nukki.catalog import faults, yaml_file
from nukki.catalog.blend import Blend
from nukki.catalog.faults import FieldFault
from nukki.catalog.look import Hex, Look, Neon, TraceLook
from nukki.catalog.materials import Material, Strategy, first_choices
from nukki.core import hashing
from nukki.core.model import Strict
from nukki.errors import Fault, InputError, PackError
from nukki.settings import settings

PACK_ID = re.compile(r"[a-z][a-z0-9]*(-[a-z0-9]+)*")
SLOTS = ("subject", "mood")
MAX_USER_PACKS = 200

Shadow = Literal["none", "soft_floor", "ambient"]

# Painted looks have no floor to cast a shadow on, and a sprite or a wash casts none at all.
_SHADOWS: dict[str, tuple[Shadow, ...]] = {
    "trace": ("none", "soft_floor", "ambient"),
    "flat": ("none", "ambient"),
    "sticker": ("none", "ambient"),
    "pixel": ("none",),
    "watercolor": ("none",),
}
_NOT_OF_LIGHT = {"bevel", "lighting", "texture"}  # tubes of light are not lit, rounded or rough
_CLASS_OF_MATERIAL: dict[str, Material] = {"glass": "translucent", "neon": "glow"}


class Bilingual(Strict):
    """A short text in both languages."""

    en: Annotated[str, Field(min_length=1, max_length=300)]
    ko: Annotated[str, Field(min_length=1, max_length=300)]

    def text(self, language: str) -> str:
        """The text in `language`."""
        return self.ko if language == "ko" else self.en


class Matting(Strict):
    """How the object leaves its background when an engine delivers no alpha of its own."""

    strategy: Strategy


class StylePack(Strict):
    """One style. Every field has an effect on the words, the colours or the picture."""

    id: Annotated[str, Field(max_length=64)]
    version: Annotated[int, Field(ge=1, le=9999)]
    name: Bilingual
    description: Bilingual
    prompt_template: Annotated[str, Field(min_length=9, max_length=800)]
    negative: Annotated[str, Field(max_length=500)] = ""
    palette: Annotated[tuple[Hex, ...], Field(min_length=1, max_length=8)]
    material_class: Material
    shadow_policy: Shadow
    matting: Matting
    look: Look
    blend: Blend | None = None

    @field_validator("id")
    @classmethod
    def _kebab(cls, value: str) -> str:
        if not PACK_ID.fullmatch(value):
            raise FieldFault("pack-id", value, "my-own-style")
        return value

    @field_validator("prompt_template")
    @classmethod
    def _slots(cls, value: str) -> str:
        try:
            fields = [(name, spec, conv) for _, name, spec, conv in Formatter().parse(value)]
        except ValueError:
            raise FieldFault("pack-template-brace", value) from None
        names = [name for name, _, _ in fields if name is not None]
        if any(spec or conv for name, spec, conv in fields if name is not None):
            raise FieldFault("pack-template-slot", value, "{subject}, {mood}")
        if unknown := [name for name in names if name not in SLOTS]:
            raise FieldFault("pack-template-slot", f"{{{unknown[0]}}}", "{subject}, {mood}")
        if names.count("subject") != 1 or names.count("mood") > 1:
            raise FieldFault("pack-template-subject", value, "{subject}")
        return value

    @model_validator(mode="after")
    def _agree(self) -> Self:
        if self.matting.strategy not in first_choices(self.material_class):
            allowed = ", ".join(first_choices(self.material_class))
            raise FieldFault(
                "pack-matting", self.matting.strategy, allowed, field="matting.strategy"
            )
        drawn = drawn_class(self.look)
        if drawn != self.material_class:
            raise FieldFault("pack-material", self.material_class, drawn, field="material_class")
        shadows = _SHADOWS[self.look.renderer]
        if self.shadow_policy not in shadows:
            allowed = ", ".join(shadows)
            raise FieldFault("pack-shadow", self.shadow_policy, allowed, field="shadow_policy")
        if idle := idle_field(self.look):
            field, reason = idle
            raise FieldFault("pack-field-idle", reason, field=field)
        return self

    def fingerprint(self) -> str:
        """sha256 of what the pack says; comments and layout of its file do not count.

        A pack that says nothing of brand pictures has the one that it had before packs could.
        """
        silent = {"blend"} if self.blend is None else None
        return hashing.of_json(self.model_dump(mode="json", exclude=silent))


def drawn_class(look: Look) -> Material:
    """The material class that a look really draws."""
    kind = look.material.kind if isinstance(look, TraceLook) else "flat"
    return _CLASS_OF_MATERIAL.get(kind, "opaque")


def idle_field(look: Look) -> tuple[str, str] | None:
    """A field that was written but changes nothing, and what it has no effect with.

    >>> idle_field(TraceLook.model_validate({"texture": {"kind": "none", "scale": 0.3}}))
    ('look.texture.scale', 'kind: none')
    """
    if not isinstance(look, TraceLook):
        return None
    camera, texture = look.camera, look.texture
    if isinstance(look.material, Neon) and (idle := sorted(look.model_fields_set & _NOT_OF_LIGHT)):
        return f"look.{idle[0]}", "kind: neon"
    if camera.projection == "isometric" and "lens" in camera.model_fields_set:
        return "look.camera.lens", "projection: isometric"
    if texture.kind == "none" and (idle := sorted(texture.model_fields_set - {"kind"})):
        return f"look.texture.{idle[0]}", "kind: none"
    return None


def pack_ids() -> list[str]:
    """The ids of all packs that could be loaded: built-in ones first, then a person's own."""
    return [*_built_in(), *_own()]


def load(pack_id: str) -> StylePack:
    """The pack named `pack_id`; raises InputError pack-unknown, or PackError if it is broken."""
    if path := _built_in().get(pack_id) or _own().get(pack_id):
        return _load(path, _modified(path))
    near = faults.nearest(pack_id, pack_ids())
    raise InputError("pack-unknown", found=pack_id, allowed=", ".join(pack_ids()), nearest=near)


def all_packs() -> list[StylePack]:
    """Every pack; raises PackError at the first broken one."""
    return [load(pack_id) for pack_id in pack_ids()]


def check(path: Path) -> list[Fault]:
    """Everything wrong with the pack file at `path`; an empty list means that it can be used."""
    outcome = _examine(path)
    return outcome if isinstance(outcome, list) else []


def is_built_in(pack_id: str) -> bool:
    """Whether the pack came with this package."""
    return pack_id in _built_in()


def _modified(path: Path) -> int:
    try:
        return path.stat().st_mtime_ns
    except OSError:
        return 0  # a link to nowhere; reading it says so


@lru_cache(maxsize=MAX_USER_PACKS)
def _load(path: Path, _modified: int) -> StylePack:
    outcome = _examine(path)
    if isinstance(outcome, list):
        raise PackError(outcome, path.name)
    return outcome


def _examine(path: Path) -> StylePack | list[Fault]:
    try:
        source = yaml_file.read(path)
    except yaml_file.YamlError as error:
        return [error.fault]
    if not isinstance(source.value, dict):
        return [Fault("", "pack-not-a-mapping", faults.shown(source.value), line=1)]
    try:
        pack = StylePack.model_validate(source.value)
    except ValidationError as error:
        return faults.of(error, StylePack, source)
    line = source.line(("id",))
    if path.stem != pack.id:
        return [Fault("id", "pack-file-name", pack.id, path.stem, path.stem, line)]
    ours = _built_in().get(pack.id)
    if ours is not None and ours.resolve() != path.resolve():
        return [Fault("id", "pack-id-taken", pack.id, f"my-{pack.id}", None, line)]
    return pack


@lru_cache(maxsize=1)
def _built_in() -> dict[str, Path]:
    folder = Path(str(resources.files("nukki") / "catalog" / "packs"))
    return {file.stem: file for file in sorted(folder.glob("*.yaml"))}


def _own() -> dict[str, Path]:
    folder = settings().packs
    if folder is None:
        return {}
    if not folder.is_dir():
        raise InputError("packs-no-folder", path=str(folder))
    files = [file for file in sorted(folder.glob("*.yaml")) if file.stem not in _built_in()]
    return {file.stem: file for file in files[:MAX_USER_PACKS]}
