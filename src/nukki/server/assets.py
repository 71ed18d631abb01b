"""Routes of the library of brand artwork: look, check, register, say, hide and restore."""

from __future__ import annotations

import base64
import logging
from collections.abc import Callable
from http import HTTPStatus
from pathlib import Path as FilePath
from typing import Annotated, Any

from fastapi import APIRouter, Depends, HTTPException, Path, Query, Request, Response
from fastapi.responses import FileResponse
from pydantic import BaseModel, ConfigDict, Field
from starlette.concurrency import run_in_threadpool

from nukki.catalog import asset_ids, library, manifest
from nukki.catalog.artwork import Artwork
from nukki.catalog.artwork_png import MAX_BYTES, too_many_bytes
from nukki.catalog.asset_change import Wanted
from nukki.catalog.manifest import MAX_TAGS, Variant
from nukki.errors import Fault, InputError, StorageError
from nukki.jobs import shelving
from nukki.jobs.workshop import Workshop
from nukki.server import form, sending, spool
from nukki.server.cards import Told
from nukki.server.deps import CallerOf, HistoryOf, WorkshopOf, who
from nukki.server.problems import FieldFault, documented, field_fault
from nukki.server.speech import Language
from nukki.server.spool import Answer

log = logging.getLogger(__name__)
router = APIRouter(prefix="/api/assets", tags=["catalog"])

TIMEOUT_S = 30.0
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
# Whatever was typed is taken here: what is wrong with it is told beside what the file is.
Typed = Annotated[str, Query(max_length=200)]
TypedId = Annotated[str, Query(max_length=200, alias="id", examples=["summer-logo"])]
Text = Annotated[str | None, Query(max_length=200)]

Convert = Annotated[bool, Query(description="Keep what it becomes in 8-bit sRGB")]


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
_PICTURE = {
    **documented(404, 422, 503),
    304: {"description": "The picture is the one that the caller has"},
}


@router.get("", responses=documented(401, 409, 422))
def list_assets(
    history: HistoryOf, hidden: Annotated[bool, Query(description="Also what is hidden")] = False
) -> list[Asset]:
    """The library, newest first; hidden assets and variants only if they are asked for."""
    held = manifest.read(history.storage).assets
    shown = [
        _asset(asset_id, asset, hidden=hidden)
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

    def look(path: FilePath) -> Examined:
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

    def keep(path: FilePath) -> Asset:
        found, data = _looked_at(path, shop, convert)
        shelf = shelving.library(history)
        made = shelf.add(found, data, (asset, variant), who(caller), about)
        request.app.state.live.tell_library()
        return _asset(asset, made, hidden=True)

    return await _with_body(request, keep)


@router.get("/{asset}", responses=documented(404, 409, 422))
def get_asset(asset: AssetId, history: HistoryOf) -> Asset:
    """One asset with all its variants, hidden ones too."""
    return _asset(asset, library.find(manifest.read(history.storage), asset), hidden=True)


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
    return _asset(asset, made, hidden=True)


@router.head("/{asset}/{variant}.core.webp", include_in_schema=False)
@router.get(
    "/{asset}/{variant}.core.webp",
    response_class=FileResponse,
    responses={**_PICTURE, 200: {"content": {WEBP: {}}}},
)
async def get_asset_core(
    asset: AssetId, variant: VariantId, request: Request, history: HistoryOf, shop: WorkshopOf
) -> Response:
    """The opaque core in its colours, what is not in it grey and faint; small, as WebP."""
    return await _small(request, history, shop, (asset, variant), "core")


@router.head("/{asset}/{variant}.thumb.webp", include_in_schema=False)
@router.get(
    "/{asset}/{variant}.thumb.webp",
    response_class=FileResponse,
    responses={**_PICTURE, 200: {"content": {WEBP: {}}}},
)
async def get_asset_thumb(
    asset: AssetId, variant: VariantId, request: Request, history: HistoryOf, shop: WorkshopOf
) -> Response:
    """The artwork, small, as WebP with alpha."""
    return await _small(request, history, shop, (asset, variant), "thumb")


@router.head("/{asset}/{variant}.png", include_in_schema=False)
@router.get(
    "/{asset}/{variant}.png",
    response_class=FileResponse,
    responses={**_PICTURE, 200: {"content": {PNG: {}}}},
)
def get_asset_picture(
    asset: AssetId, variant: VariantId, request: Request, history: HistoryOf
) -> Response:
    """The designer's file, byte for byte as it was sent."""
    _require(history, asset, variant)
    name = library.picture(asset, variant)
    with sending.reading(name):
        return sending.stored(request, history.storage, name, PNG, forever=False)


def _looked_at(path: FilePath, shop: Workshop, convert: bool) -> tuple[Artwork, bytes]:
    if convert:
        return shelving.converted(path, shop)
    return shelving.examined(path, shop), path.read_bytes()


def _require(history: HistoryOf, asset_id: str, variant_id: str) -> Variant:
    """Only what the manifest lists is given out."""
    held = manifest.read(history.storage)
    return library.find_variant(library.find(held, asset_id), asset_id, variant_id)


async def _small(
    request: Request, history: HistoryOf, shop: Workshop, place: tuple[str, str], kind: str
) -> Response:
    """A small picture, made again where a folder came without it."""
    asked = request, history, place, kind
    kept = await run_in_threadpool(_kept, *asked)
    if kept is not None:
        return kept
    async with request.app.state.asking:  # without a thread, which everybody needs
        kept = await run_in_threadpool(_kept, *asked)
        if kept is None:
            kept = await run_in_threadpool(_made, *asked, shop)
        return kept


def _kept(
    request: Request, history: HistoryOf, place: tuple[str, str], kind: str
) -> Response | None:
    _require(history, *place)
    name = library.small(*place, kind)
    with sending.reading(name):
        if history.storage.stat(name) is None:
            return None
        return sending.stored(request, history.storage, name, WEBP, forever=False)


def _made(
    request: Request, history: HistoryOf, place: tuple[str, str], kind: str, shop: Workshop
) -> Response:
    name = library.small(*place, kind)
    with sending.reading(name):
        source = history.storage.local(library.picture(*place))
        function = "nukki.catalog.artwork:thumbs"
        core, thumb = shop.run(function, source, timeout_s=TIMEOUT_S, lane="ask")
        try:
            shelving.library(history).keep_thumbs(place, core, thumb)
        except StorageError as error:  # a disk that is full can still be looked at
            log.warning("a small picture is made again each time: %s", error)
            return Response(core if kind == "core" else thumb, media_type=WEBP)
        return sending.stored(request, history.storage, name, WEBP, forever=False)


async def _with_body(request: Request, use: Callable[[FilePath], Answer]) -> Answer:
    """`use` of a local file that holds the PNG that was sent as the body."""
    if form.is_form(request.headers.get("content-type", "")):
        raise InputError("server-media-type", allowed=PNG)
    return await spool.use_of(request, MAX_BYTES, too_many_bytes, use)


def _asset(asset_id: str, asset: manifest.Asset, *, hidden: bool) -> Asset:
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


def _told(remark: Fault, language: str) -> Told:
    return Told(code=remark.code, message=remark.message(language), hint=remark.hint(language))


def _data_url(webp: bytes) -> str:
    return f"data:{WEBP};base64,{base64.b64encode(webp).decode()}" if webp else ""
