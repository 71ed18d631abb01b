"""Brand artwork of the library as the API shows it, and how an address names it."""

from __future__ import annotations

from http import HTTPStatus
from typing import Annotated

from fastapi import Depends, HTTPException, Path
from pydantic import BaseModel

from nukki.catalog import asset_ids, manifest
from nukki.catalog.manifest import Variant
from nukki.server.cards import Told
from nukki.server.problems import FieldFault

PNG, WEBP = "image/png", "image/webp"

_ID = rf"^{asset_ids.ID.pattern}$"
_Named = Annotated[str, Path(pattern=_ID, max_length=asset_ids.MAX_ID, examples=["summer-logo"])]
VariantId = Annotated[str, Path(pattern=_ID, max_length=asset_ids.MAX_VARIANT, examples=["dark"])]


def _asset_id(asset: _Named) -> str:
    """The asset of the address; the words that are addresses themselves name none."""
    if asset in asset_ids.RESERVED:
        raise HTTPException(HTTPStatus.METHOD_NOT_ALLOWED)
    return asset


AssetId = Annotated[str, Depends(_asset_id)]


class AssetVariant(BaseModel):
    """One picture of an asset: `picture` is the designer's file, byte for byte, `core` shows what
    of it is fully opaque, `thumb` is small. `core_share`: that part of what is visible, 0 to 1."""

    id: str
    hidden: bool
    width: int
    height: int
    bytes: int
    core_share: float
    sha256: str
    added: str
    picture: str
    core: str
    thumb: str


class Asset(BaseModel):
    """Brand artwork, as a brief names it: `id`, or `id:variant`.

    `min_scale`: how small it may become in a picture; `clear_space`: pixels that stay free around.
    """

    id: str
    name: str
    tags: list[str]
    hidden: bool
    min_scale: float
    clear_space: int
    added: str
    changed: str
    variants: list[AssetVariant]


class Examined(BaseModel):
    """What is known of a file that nobody kept. `ok`: it could be registered as it is.

    `core` shows the opaque core in its colours and the rest grey and faint, as a data URL; empty
    where nothing could be decoded. `suggested_id` is null where the file's name gives none.
    `convertible`: only colours or depth stand against the file, which `convert` would take away.
    """

    ok: bool
    convertible: bool
    width: int
    height: int
    bytes: int
    core_share: float
    core: str
    faults: list[FieldFault]
    remarks: list[Told]
    suggested_id: str | None
    suggested_variant: str


def of(asset_id: str, asset: manifest.Asset, *, hidden: bool) -> Asset:
    """The asset with its variants, `hidden` ones only if they are asked for."""
    told = asset.model_dump(exclude={"variants"})
    variants = [
        _variant(asset_id, name, variant)
        for name, variant in asset.variants.items()
        if hidden or not variant.hidden
    ]
    return Asset(id=asset_id, **told, variants=variants)


def _variant(asset_id: str, variant_id: str, variant: Variant) -> AssetVariant:
    at = f"/api/assets/{asset_id}/{variant_id}"
    told = variant.model_dump(exclude={"pixels"})
    return AssetVariant(
        id=variant_id, **told, picture=f"{at}.png", core=f"{at}.core.webp", thumb=f"{at}.thumb.webp"
    )
