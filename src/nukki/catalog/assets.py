"""Brand artwork as a brief names it: `asset` or `asset:variant`, neither of them hidden."""

from __future__ import annotations

import re
from dataclasses import dataclass

from nukki.catalog import faults, manifest
from nukki.catalog.asset_ids import DEFAULT, ID
from nukki.catalog.manifest import Asset, Manifest, Variant
from nukki.core.storage import Storage
from nukki.errors import InputError

REFERENCE = re.compile(rf"{ID.pattern}(:{ID.pattern})?")


@dataclass(frozen=True)
class Held:
    """What a reference stands for."""

    asset_id: str
    variant_id: str
    asset: Asset
    variant: Variant


def names(storage: Storage) -> list[str]:
    """What a brief may name: each asset, and each of its variants but the one it stands for.

    Raises InputError assets-manifest, StorageError.
    """
    found = []
    for asset_id, asset in manifest.read(storage).assets.items():
        shown = [] if asset.hidden else asset.shown()
        if shown:
            found.append(asset_id)
        found += [f"{asset_id}:{variant_id}" for variant_id in shown[1:]]
    return found


def require(reference: str, storage: Storage) -> Held:
    """What `reference` stands for in the library of a storage; raises as `named` does, and
    InputError assets-manifest, StorageError."""
    return named(reference, manifest.read(storage))


def named(reference: str, library: Manifest) -> Held:
    """What `reference` stands for; without a variant that is `default`, else the first.

    Raises InputError asset-name (not kebab case), asset-missing or asset-variant-missing (with the
    nearest name), asset-hidden.
    """
    if not REFERENCE.fullmatch(reference):
        raise InputError(
            "asset-name", found=faults.shown(reference), allowed="my-logo, my-logo:dark"
        )
    held = library.assets
    asset_id, _, variant_id = reference.partition(":")
    asset = held.get(asset_id)
    known = [name for name, item in held.items() if not item.hidden and item.shown()]
    if asset is None:
        raise _refusal("asset-missing", asset_id, known)
    shown = asset.shown()
    if asset.hidden or not shown:
        raise _refusal("asset-hidden", asset_id, known)
    if variant_id and variant_id not in asset.variants:
        raise _refusal("asset-variant-missing", variant_id, shown, asset_id)
    if variant_id and variant_id not in shown:
        raise _refusal("asset-hidden", variant_id, shown, asset_id)
    chosen = variant_id or shown[0]
    return Held(asset_id, chosen, asset, asset.variants[chosen])


def _refusal(code: str, name: str, known: list[str], asset_id: str = "") -> InputError:
    """With the nearest name that would do; of variants the default stands for the asset alone."""

    def whole(variant: str) -> str:
        if not asset_id:
            return variant
        return asset_id if variant == DEFAULT else f"{asset_id}:{variant}"

    near = faults.nearest(name, known)
    allowed = ", ".join(whole(item) for item in known[:20]) or None
    found = f"{asset_id}:{name}" if asset_id else name
    return InputError(
        code, found=found, allowed=allowed, nearest=whole(near) if near is not None else None
    )
