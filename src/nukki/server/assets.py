"""Routes of the library of brand artwork: look, check, register, say, hide and restore."""

from __future__ import annotations

import base64
from collections.abc import Callable
from pathlib import Path
from typing import Annotated, Any

from fastapi import APIRouter, Query, Request
from pydantic import BaseModel, ConfigDict, Field

from nukki.catalog import asset_ids, library, manifest
from nukki.catalog.artwork import Artwork
from nukki.catalog.artwork_png import MAX_BYTES, too_many_bytes
from nukki.catalog.asset_change import Wanted
from nukki.catalog.manifest import MAX_TAGS
from nukki.errors import Fault, InputError
from nukki.jobs import shelving
from nukki.jobs.workshop import Workshop
from nukki.server import asset_shown, form, spool
from nukki.server.asset_shown import PNG, WEBP, Asset, AssetId, Examined
from nukki.server.cards import Told
from nukki.server.deps import CallerOf, HistoryOf, WorkshopOf, who
from nukki.server.problems import documented, field_fault
from nukki.server.speech import Language
from nukki.server.spool import Answer

router = APIRouter(prefix="/api/assets", tags=["catalog"])

# Whatever was typed is taken here: what is wrong with it is told beside what the file is.
Typed = Annotated[str, Query(max_length=200)]
TypedId = Annotated[str, Query(max_length=200, alias="id", examples=["summer-logo"])]
Text = Annotated[str | None, Query(max_length=200)]
Convert = Annotated[bool, Query(description="Keep what it becomes in 8-bit sRGB")]


class Sent(BaseModel):
    """What a program sends: nothing is guessed from other types."""

    model_config = ConfigDict(extra="forbid", strict=True)


class VariantSent(Sent):
    """Whether to hide a variant, or to restore it."""

    hidden: bool


class AssetSent(Sent):
    """What to change; what is left out stays as it is."""

    hidden: bool | None = None
    name: Annotated[str, Field(max_length=200)] | None = None
    tags: Annotated[list[Annotated[str, Field(max_length=200)]], Field(max_length=64)] | None = None
    min_scale: float | None = None
    clear_space: int | None = None
    variants: Annotated[dict[str, VariantSent], Field(max_length=manifest.MAX_VARIANTS)] = {}


_BODY: dict[str, Any] = {
    "requestBody": {
        "required": True,
        "content": {PNG: spool.BINARY},
    }
}


@router.get("", responses=documented(401, 409, 422))
def list_assets(
    history: HistoryOf, hidden: Annotated[bool, Query(description="Also what is hidden")] = False
) -> list[Asset]:
    """The library, newest first; hidden assets and variants only if they are asked for."""
    held = manifest.read(history.storage).assets
    shown = [
        asset_shown.of(asset_id, asset, hidden=hidden)
        for asset_id, asset in held.items()
        if hidden or (not asset.hidden and asset.shown())
    ]
    return sorted(shown, key=lambda asset: asset.added, reverse=True)


@router.post("/check", responses=documented(413, 415, 422), openapi_extra=_BODY)
async def check_asset(
    request: Request,
    history: HistoryOf,
    shop: WorkshopOf,
    language: Language,
    asset: TypedId = "",
    variant: Typed = "",
    file: Typed = "",
    convert: Convert = False,
) -> Examined:
    """Look at a PNG without keeping it: every reason against it at once, and its opaque core.

    `file` is its name, from which an id is suggested where `id` is empty.
    """

    def look(path: Path) -> Examined:
        found = _looked_at(path, shop, convert)[0]
        held = manifest.read(history.storage)
        guess = asset_ids.suggested(file, frozenset(held.assets))
        place = (asset or guess[0] or "", variant or (asset_ids.DEFAULT if asset else guess[1]))
        faults = [*found.faults, *shelving.library(history).faults(found, *place)]
        return Examined(
            ok=not faults,
            convertible=found.convertible,
            width=found.width,
            height=found.height,
            bytes=found.file_bytes,
            core_share=found.core_share,
            core=_data_url(found.core),
            faults=[field_fault(fault, language) for fault in faults],
            remarks=[_told(remark, language) for remark in found.remarks],
            suggested_id=guess[0],
            suggested_variant=guess[1],
        )

    return await _with_body(request, look)


@router.post("", status_code=201, responses=documented(409, 413, 415, 422), openapi_extra=_BODY)
async def add_asset(
    request: Request,
    history: HistoryOf,
    shop: WorkshopOf,
    caller: CallerOf,
    asset: TypedId,
    variant: Typed = asset_ids.DEFAULT,
    name: Text = None,
    tags: Annotated[list[str] | None, Query(max_length=MAX_TAGS)] = None,
    min_scale: float | None = None,
    clear_space: int | None = None,
    convert: Convert = False,
) -> Asset:
    """Register a PNG, kept byte for byte, as a new asset or as another variant of one.

    What is said of the asset besides (name, tags, rules of use) replaces what was said before.
    """
    about = Wanted(name, None if tags is None else tuple(tags), min_scale, clear_space)

    def keep(path: Path) -> Asset:
        found, data = _looked_at(path, shop, convert)
        shelf = shelving.library(history)
        made = shelf.add(found, data, (asset, variant), who(caller), about)
        request.app.state.live.tell_library()
        return asset_shown.of(asset, made, hidden=True)

    return await _with_body(request, keep)


@router.get("/{asset}", responses=documented(404, 409, 422))
def get_asset(asset: AssetId, history: HistoryOf) -> Asset:
    """One asset with all its variants, hidden ones too."""
    return asset_shown.of(asset, library.find(manifest.read(history.storage), asset), hidden=True)


@router.patch("/{asset}", responses=documented(404, 409, 422))
def change_asset(
    asset: AssetId, sent: AssetSent, history: HistoryOf, caller: CallerOf, request: Request
) -> Asset:
    """Hide or restore an asset or its variants; change its name, tags and rules of use."""
    wanted = Wanted(
        name=sent.name,
        tags=None if sent.tags is None else tuple(sent.tags),
        min_scale=sent.min_scale,
        clear_space=sent.clear_space,
        hidden=sent.hidden,
        variants={name: one.hidden for name, one in sent.variants.items()},
    )
    made = shelving.library(history).change(asset, wanted, who(caller))
    request.app.state.live.tell_library()
    return asset_shown.of(asset, made, hidden=True)


def _looked_at(path: Path, shop: Workshop, convert: bool) -> tuple[Artwork, bytes]:
    if convert:
        return shelving.converted(path, shop)
    return shelving.examined(path, shop), path.read_bytes()


async def _with_body(request: Request, use: Callable[[Path], Answer]) -> Answer:
    """`use` of a local file that holds the PNG that was sent as the body."""
    if form.is_form(request.headers.get("content-type", "")):
        raise InputError("server-media-type", allowed=PNG)
    return await spool.use_of(request, MAX_BYTES, too_many_bytes, use)


def _told(remark: Fault, language: str) -> Told:
    return Told(code=remark.code, message=remark.message(language), hint=remark.hint(language))


def _data_url(webp: bytes) -> str:
    return f"data:{WEBP};base64,{base64.b64encode(webp).decode()}" if webp else ""
