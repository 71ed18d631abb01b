"""What a person says of an asset besides its pictures: name, tags, rules of use, hidden or not."""

from __future__ import annotations

import unicodedata
from dataclasses import dataclass, field
from typing import Any

from nukki.catalog.manifest import (
    LEAST_SCALE,
    MAX_CLEAR_SPACE,
    MAX_NAME,
    MAX_TAG,
    MAX_TAGS,
    Asset,
)
from nukki.errors import Fault

FIELDS = ("name", "tags", "min_scale", "clear_space", "hidden")


@dataclass(frozen=True)
class Wanted:
    """What to change of an asset; None stays as it is. `variants`: which to hide or to restore."""

    name: str | None = None
    tags: tuple[str, ...] | None = None
    min_scale: float | None = None
    clear_space: int | None = None
    hidden: bool | None = None
    variants: dict[str, bool] = field(default_factory=dict)

    def tidied(self) -> Wanted:
        """With its texts in one form: composed, no blanks around, no tag twice."""
        name = None if self.name is None else _line(self.name)
        tags = None
        if self.tags is not None:
            tags = tuple(dict.fromkeys(tag for tag in map(_line, self.tags) if tag))
        return Wanted(name, tags, self.min_scale, self.clear_space, self.hidden, self.variants)


def faults(wanted: Wanted) -> list[Fault]:
    """What of a tidied change cannot be taken."""
    found = []
    name, tags = wanted.name, wanted.tags or ()
    if name is not None and not (1 <= len(name) <= MAX_NAME and _is_text(name)):
        found.append(Fault("name", "asset-name-form", len(name), str(MAX_NAME)))
    if len(tags) > MAX_TAGS:
        found.append(Fault("tags", "asset-tags-many", len(tags), str(MAX_TAGS)))
    odd = [tag for tag in tags[:MAX_TAGS] if len(tag) > MAX_TAG or not _is_text(tag)]
    found += [Fault("tags", "asset-tag-form", _shown(tag), str(MAX_TAG)) for tag in odd]
    scale, space = wanted.min_scale, wanted.clear_space
    if scale is not None and not LEAST_SCALE <= scale <= 1.0:
        found.append(Fault("min_scale", "asset-min-scale", scale, f"{LEAST_SCALE}–1"))
    if space is not None and not 0 <= space <= MAX_CLEAR_SPACE:
        found.append(Fault("clear_space", "asset-clear-space", space, f"0–{MAX_CLEAR_SPACE}"))
    return found


def changed(asset: Asset, wanted: Wanted) -> Asset:
    """The asset as it is wanted."""
    told = {key: value for key in FIELDS if (value := getattr(wanted, key)) is not None}
    variants = {
        name: variant.model_copy(update={"hidden": wanted.variants.get(name, variant.hidden)})
        for name, variant in asset.variants.items()
    }
    return asset.model_copy(update={**told, "variants": variants})


def differences(old: Asset, new: Asset) -> dict[str, Any]:
    """What a change did, for the log: each value with the one before it."""
    told = {
        key: [getattr(old, key), getattr(new, key)]
        for key in FIELDS
        if getattr(old, key) != getattr(new, key)
    }
    for name, variant in new.variants.items():
        if old.variants[name].hidden != variant.hidden:
            told[f"variants.{name}.hidden"] = [not variant.hidden, variant.hidden]
    return told


def _line(text: str) -> str:
    return unicodedata.normalize("NFC", text).strip()


def _shown(text: str) -> str:
    """What of a text shows as what it is, on one short line."""
    return "".join(sign for sign in text[:MAX_TAG] if _is_text(sign))


def _is_text(text: str) -> bool:
    """Whether it shows as what it is: no controls, no signs that turn the direction of writing."""
    return not any(unicodedata.category(sign) in ("Cc", "Cf", "Cs", "Zl", "Zp") for sign in text)
