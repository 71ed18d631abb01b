"""The library of brand pictures under `<storage>/assets`: which names it holds."""

from __future__ import annotations

import re

from nukki.catalog import faults, yaml_file
from nukki.core.storage import Storage
from nukki.errors import InputError

MANIFEST = "assets/manifest.yaml"
REFERENCE = re.compile(r"[a-z0-9]+(-[a-z0-9]+)*(:[a-z0-9]+(-[a-z0-9]+)*)?")


def names(storage: Storage) -> list[str]:
    """The ids in the library, in file order; raises InputError when its manifest is damaged."""
    if storage.stat(MANIFEST) is None:
        return []
    path = storage.local(MANIFEST)
    value = yaml_file.read(path).value
    if not isinstance(value, dict):
        raise InputError("assets-manifest", found=path.name)
    return [str(name) for name in value]


def require(reference: str, storage: Storage) -> str:
    """`reference` (`asset` or `asset:variant`) if the library holds the asset.

    Raises InputError: asset-name (not kebab case) or asset-missing (with the nearest name).
    """
    if not REFERENCE.fullmatch(reference):
        raise InputError(
            "asset-name", found=faults.shown(reference), allowed="my-logo, my-logo:dark"
        )
    known = names(storage)
    asset = reference.partition(":")[0]
    if asset not in known:
        near = faults.nearest(asset, known)
        allowed = ", ".join(known) or None
        raise InputError("asset-missing", found=asset, allowed=allowed, nearest=near)
    return asset
