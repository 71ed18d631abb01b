"""The route of the library's past: who changed what."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from fastapi import APIRouter, Query
from pydantic import BaseModel

from nukki.catalog import asset_ids, asset_log, library, manifest
from nukki.server.deps import HistoryOf
from nukki.server.problems import documented
from nukki.server.speech import Language

router = APIRouter(prefix="/api/assets", tags=["catalog"])

_ID = rf"^{asset_ids.ID.pattern}$"


class AssetChanged(BaseModel):
    """One field of an asset, for example `min_scale` or `variants.dark.hidden`."""

    field: str
    before: Any
    after: Any


class AssetLogEntry(BaseModel):
    """A change of the library. `message` says it in the caller's language; `by` is who: of a
    session, a token, a command, or this machine. `asset` is null where it concerns all."""

    revision: int
    at: str
    by: str
    did: Literal["add", "change", "recover"]
    asset: str | None
    variant: str | None
    changes: list[AssetChanged]
    message: str


class AssetLog(BaseModel):
    """Changes, newest first. `next`: give it as `before` for older ones; `damaged`: lines that
    nobody can read."""

    entries: list[AssetLogEntry]
    next: int | None
    damaged: int


@router.get("/log", responses=documented(401, 404, 409, 422, 503))
def list_asset_changes(
    history: HistoryOf,
    language: Language,
    asset: Annotated[str | None, Query(pattern=_ID, max_length=asset_ids.MAX_ID)] = None,
    limit: Annotated[int, Query(ge=1, le=asset_log.MAX_ENTRIES)] = 50,
    before: Annotated[int | None, Query(ge=1)] = None,
) -> AssetLog:
    """Who changed what in the library, or of one asset, newest first.

    A line that a crash or a person damaged is passed over, and counted.
    """
    if asset is not None:
        library.find(manifest.read(history.storage), asset)
    page = asset_log.page(history.storage, asset, limit, before)
    entries = [_entry(entry, language) for entry in page.entries]
    return AssetLog(entries=entries, next=page.next, damaged=page.damaged)


def _entry(entry: asset_log.Entry, language: str) -> AssetLogEntry:
    changes = [
        AssetChanged(field=field, before=before, after=after)
        for field, before, after in entry.changes()
    ]
    told = entry.model_dump(include={"revision", "at", "by", "did", "asset"})
    message = asset_log.sentence(entry, language)
    return AssetLogEntry(**told, variant=entry.variant, changes=changes, message=message)
