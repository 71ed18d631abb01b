"""Routes of the library's pictures: the designer's file, its opaque core, and a small one."""

from __future__ import annotations

import logging

from fastapi import APIRouter, Request, Response
from fastapi.responses import FileResponse
from starlette.concurrency import run_in_threadpool

from nukki.catalog import library, manifest
from nukki.errors import StorageError
from nukki.jobs import shelving
from nukki.jobs.workshop import Workshop
from nukki.server import sending
from nukki.server.asset_shown import PNG, WEBP, AssetId, VariantId
from nukki.server.deps import HistoryOf, WorkshopOf
from nukki.server.problems import documented

log = logging.getLogger(__name__)
router = APIRouter(prefix="/api/assets", tags=["catalog"])

TIMEOUT_S = 30.0
_PICTURE = {
    **documented(404, 422, 503),
    304: {"description": "The picture is the one that the caller has"},
}


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


def _require(history: HistoryOf, asset_id: str, variant_id: str) -> None:
    """Only what the manifest lists is given out."""
    held = manifest.read(history.storage)
    library.find_variant(library.find(held, asset_id), asset_id, variant_id)


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
