"""What became of the brand pictures of an older brief in today's library."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from nukki.brief import Brief
from nukki.catalog import assets, manifest
from nukki.catalog.placement import PlacedAsset
from nukki.core.storage import Storage
from nukki.errors import InputError
from nukki.jobs.payload import Note


def differences(
    brief: Brief, storage: Storage, then: Sequence[PlacedAsset] | None = None
) -> list[Note]:
    """Those that are hidden or gone today, and those that are another picture than `then`.

    Raises StorageError.
    """
    if not brief.assets:
        return []
    try:
        library = manifest.read(storage)
    except InputError as error:
        return [Note(code=error.code, context={k: str(v) for k, v in error.context.items()})]
    return list(_differing(brief, library, then))


def _differing(
    brief: Brief, library: manifest.Manifest, then: Sequence[PlacedAsset] | None
) -> Iterator[Note]:
    for use in brief.assets:
        name = {"asset": use.asset}
        try:
            now = assets.named(use.asset, library)
        except InputError as error:
            hidden = error.code == "asset-hidden"
            yield Note(code="recall-asset-hidden" if hidden else "recall-asset-gone", context=name)
            continue
        if then is not None and now.variant.sha256 not in {
            one.sha256 for one in _of(use.asset, then)
        }:
            yield Note(code="recall-asset-changed", context=name)


def _of(reference: str, then: Sequence[PlacedAsset]) -> Iterator[PlacedAsset]:
    """What a reference stood for: without a variant any of that name."""
    asset_id, _, variant_id = reference.partition(":")
    for one in then:
        if one.asset == asset_id and variant_id in ("", one.variant):
            yield one
