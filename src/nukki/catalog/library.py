"""Changing the library of brand artwork: byte-exact files, whole or not at all, never removed.

The picture is written first, then the manifest, which makes it part of the library, then the log.
No picture is written over another one, listed or not.
Who changes it holds a lock that is handed in, so that of two at once neither is lost.
"""

from __future__ import annotations

import errno
import json
from collections.abc import Callable, Collection, Iterator
from contextlib import AbstractContextManager, contextmanager
from dataclasses import replace
from pathlib import Path
from typing import Any

from nukki.catalog import asset_change, asset_ids, asset_log, asset_recovery, manifest
from nukki.catalog.artwork import Artwork
from nukki.catalog.asset_change import Wanted
from nukki.catalog.asset_recovery import Examine, Recovery
from nukki.catalog.faults import nearest
from nukki.catalog.manifest import (
    EMPTY,
    FOLDER,
    LOG,
    MANIFEST,
    MAX_ASSETS,
    MAX_PICTURES,
    MAX_VARIANTS,
    PNG,
    Asset,
    Last,
    Manifest,
    Variant,
)
from nukki.core import clock, hashing
from nukki.core.storage import Storage
from nukki.core.storage_faults import unread, unwritten
from nukki.errors import Fault, FaultyInputError, InputError, StorageError

_TRIES = 3  # to append to a bucket's log that another process wrote last

Lock = Callable[[], AbstractContextManager[Callable[[], None]]]
"""Held by one writer at a time; what it gives raises when it is held no longer."""

NOTHING = Wanted()


class Library:
    """The assets of one storage; threads share it."""

    def __init__(self, storage: Storage, lock: Lock) -> None:
        self.storage, self._lock = storage, lock

    def read(self) -> Manifest:
        """What it holds; raises InputError assets-manifest, assets-lost, StorageError."""
        return manifest.read(self.storage)

    def faults(self, artwork: Artwork, asset_id: str, variant_id: str) -> list[Fault]:
        """What stands against artwork beside the file itself; raises as `read` does."""
        held = self.read()
        found = faults(held, artwork, asset_id, variant_id)
        return found or self._left(held, artwork, asset_id, variant_id)

    def add(
        self,
        artwork: Artwork,
        data: bytes,
        place: tuple[str, str],
        by: str,
        about: Wanted = NOTHING,
    ) -> Asset:
        """Keep `data`, the file that `artwork` tells of, as variant `place[1]` of `place[0]`.

        Raises FaultyInputError asset-refused with every reason against it, StorageError.
        """
        asset_id, variant_id = place
        # It was written while it was looked at; what is refused is refused for what was seen.
        if not artwork.faults and hashing.of_bytes(data) != artwork.sha256:
            raise StorageError("asset-changed", path=f"{variant_id}.png")
        about = about.tidied()
        with self._writing() as (held, still):
            refused = [*artwork.faults, *faults(held, artwork, *place), *asset_change.faults(about)]
            refused = refused or self._left(held, artwork, *place)
            if refused:
                raise FaultyInputError("asset-refused", refused, found=f"{asset_id}:{variant_id}")
            if held is EMPTY:  # from now on a manifest that is missing beside pictures was lost
                self._write(MANIFEST, manifest.dump(held))
            self._write(picture(asset_id, variant_id), data)
            self.keep_thumbs(place, artwork.core, artwork.thumb)
            now = clock.now()
            joined = _with_variant(held.assets.get(asset_id), place, Variant.of(artwork, now), now)
            made = asset_change.changed(joined, about)
            what: dict[str, Any] = {"variant": variant_id, "sha256": artwork.sha256}
            if artwork.converted:
                what["converted"] = artwork.converted
            what |= asset_change.differences(joined, made)
            if asset_id not in held.assets:
                what["name"] = [None, made.name]  # so that the log knows it, whatever it is
            last = Last(at=now, by=by, did="add", asset=asset_id, what=what)
            self._commit(_after(held, asset_id, made, last), still)
        return made

    def change(self, asset_id: str, wanted: Wanted, by: str) -> Asset:
        """Change what is said of an asset, hide or restore it or its variants.

        Raises InputError asset-unknown, asset-variant-unknown, FaultyInputError asset-refused,
        StorageError.
        """
        wanted = wanted.tidied()
        if refused := asset_change.faults(wanted):
            raise FaultyInputError("asset-refused", refused, found=asset_id[:80])
        with self._writing() as (held, still):
            old = find(held, asset_id)
            for variant_id in wanted.variants:
                find_variant(old, asset_id, variant_id)
            made = asset_change.changed(old, wanted)
            what = asset_change.differences(old, made)
            if not what:
                return old
            now = clock.now()
            made = made.model_copy(update={"changed": now})
            last = Last(at=now, by=by, did="change", asset=asset_id, what=what)
            self._commit(_after(held, asset_id, made, last), still)
        return made

    def artwork(self, asset_id: str, variant_id: str) -> bytes:
        """The designer's file, byte for byte; raises StorageError asset-changed if it is not."""
        variant = find_variant(find(self.read(), asset_id), asset_id, variant_id)
        name = picture(asset_id, variant_id)
        try:
            data = self.storage.read(name, variant.bytes + 1)
        except OSError as error:
            raise unread(name, error) from error
        if hashing.of_bytes(data) != variant.sha256:
            raise StorageError("asset-changed", path=name)
        return data

    def recover(self, examine: Examine, by: str) -> Recovery:
        """Make the manifest again from log and pictures, and tell what could not be known.

        What it held before stays beside it as `manifest-<revision>.yaml`. Raises InputError
        assets-recover-many, StorageError.
        """
        known: dict[str, Artwork] = {}

        def once(path: Path) -> Artwork:
            if str(path) not in known:  # nothing writes over it meanwhile
                known[str(path)] = replace(examine(path), core=b"", thumb=b"")
            return known[str(path)]

        asset_recovery.gather(self.storage, once, by)  # takes minutes, in which nobody waits for us
        with self._lock() as still:
            found = asset_recovery.gather(self.storage, once, by)
            if found.manifest is not None:
                self._keep_old(found.manifest.revision)
                self._commit(found.manifest, still)
        return found

    def keep_thumbs(self, place: tuple[str, str], core: bytes, thumb: bytes) -> None:
        """Small pictures, which can be made again."""
        for kind, data in (("core", core), ("thumb", thumb)):
            self._write(small(*place, kind), data, lasting=False)

    @contextmanager
    def _writing(self) -> Iterator[tuple[Manifest, Callable[[], None]]]:
        self.read()  # a large library takes a second, in which nobody needs to wait for us
        with self._lock() as still:
            held = self.read()
            self._mend_log(held)
            yield held, still

    def _left(
        self, held: Manifest, artwork: Artwork, asset_id: str, variant_id: str
    ) -> list[Fault]:
        """A picture that lies there unlisted; not this one itself, whose writer was killed."""
        name = picture(asset_id, variant_id)
        try:
            if self.storage.stat(name) is None or self._holds(name, artwork):
                return []
            lying = {name.removesuffix(PNG) for name in self.storage.names(f"{FOLDER}/{asset_id}")}
        except OSError as error:
            raise unread(name, error) from error
        asset = held.assets.get(asset_id)
        taken = lying if asset is None else lying | asset.variants.keys()
        near = _free(taken, variant_id)
        return [Fault("variant", "asset-left", f"{asset_id}:{variant_id}", None, near)]

    def _holds(self, name: str, artwork: Artwork) -> bool:
        """Whether a file is the one that `artwork` tells of; raises OSError."""
        data = self.storage.read(name, artwork.file_bytes + 1)
        return hashing.of_bytes(data) == artwork.sha256

    def _commit(self, new: Manifest, still: Callable[[], None]) -> None:
        """The new manifest, which is what counts, and its line in the log."""
        still()
        self._write(MANIFEST, manifest.dump(new))
        self._append(_line(new))

    def _mend_log(self, held: Manifest) -> None:
        """Write the line of a change whose writer was killed before it could.

        Raises InputError assets-behind where the log knows of changes that the manifest does not.
        """
        line, ends = _line(held), asset_log.last_lines(self.storage)
        if held.last is not None and ends[-1:] == [line.encode()]:
            return
        entries = asset_log.read(self.storage).entries
        newest = max((entry.revision for entry in entries), default=0)
        if newest > held.revision:
            raise InputError("assets-behind", found=held.revision, allowed=newest)
        if held.last is not None and line.encode() not in ends:
            self._append(line)

    def _keep_old(self, revision: int) -> None:
        """What a manifest held that is replaced, under a name of its own."""
        try:
            if self.storage.stat(MANIFEST) is None:
                return
            old = self.storage.read(MANIFEST)
        except OSError as error:
            raise unread(MANIFEST, error) from error
        if old.strip():
            self._write(f"{FOLDER}/manifest-{revision - 1}.yaml", old)

    def _append(self, line: str) -> None:
        for left in reversed(range(_TRIES)):
            try:
                self.storage.append(LOG, line)
                return
            except OSError as error:
                # Another process wrote it last; asked again, the storage reads it anew.
                if error.errno != errno.ESTALE or not left:
                    raise unwritten(LOG, error) from error

    def _write(self, name: str, data: bytes, *, lasting: bool = True) -> None:
        try:
            self.storage.write(name, data, lasting=lasting)
        except OSError as error:
            raise unwritten(name, error) from error


def picture(asset_id: str, variant_id: str) -> str:
    """The name of a variant's file in the storage."""
    return f"{FOLDER}/{asset_id}/{variant_id}{PNG}"


def small(asset_id: str, variant_id: str, kind: str) -> str:
    """The name of a small picture of it, `core` or `thumb`."""
    return f"{FOLDER}/{asset_id}/{variant_id}.{kind}.webp"


def find(held: Manifest, asset_id: str) -> Asset:
    """The asset, hidden or not; raises InputError asset-unknown."""
    if (found := held.assets.get(asset_id)) is None:
        near = nearest(asset_id, list(held.assets))
        raise InputError("asset-unknown", found=asset_id[:80], nearest=near)
    return found


def find_variant(asset: Asset, asset_id: str, variant_id: str) -> Variant:
    """The variant, hidden or not; raises InputError asset-variant-unknown."""
    if (found := asset.variants.get(variant_id)) is None:
        allowed = ", ".join(asset.variants)
        raise InputError(
            "asset-variant-unknown", found=f"{asset_id}:{variant_id[:80]}", allowed=allowed
        )
    return found


def faults(held: Manifest, artwork: Artwork, asset_id: str, variant_id: str) -> list[Fault]:
    """What stands against artwork beside the file itself: its ids, its twins, a full library."""
    found = asset_ids.faults(asset_id, variant_id)
    asset = held.assets.get(asset_id)
    variants = {} if asset is None else asset.variants
    if not found and variant_id in variants:
        near = _free(variants, variant_id)
        found.append(Fault("variant", "asset-exists", f"{asset_id}:{variant_id}", None, near))
    elif not artwork.faults and (twin := _twin(held, artwork)):
        other, hidden = twin
        found.append(Fault("file", "asset-twin-hidden" if hidden else "asset-twin", other))
    if asset is None and len(held.assets) >= MAX_ASSETS:
        found.append(Fault("id", "asset-too-many", None, f"{MAX_ASSETS:,}"))
    elif len(variants) >= MAX_VARIANTS:
        found.append(Fault("variant", "asset-variants-too-many", asset_id, str(MAX_VARIANTS)))
    elif sum(len(asset.variants) for asset in held.assets.values()) >= MAX_PICTURES:
        found.append(Fault("file", "asset-too-many", None, f"{MAX_PICTURES:,}"))
    return found


def _twin(held: Manifest, artwork: Artwork) -> tuple[str, bool] | None:
    """Where the same pixels are already, and whether that is hidden."""
    for asset_id, asset, variant_id, variant in held.pictures():
        if artwork.pixels and variant.pixels == artwork.pixels:
            return f"{asset_id}:{variant_id}", asset.hidden or variant.hidden
    return None


def _free(variants: Collection[str], taken: str) -> str:
    """A name like `taken` that no variant has."""
    stem = taken[: asset_ids.MAX_VARIANT - 4].rstrip("-")
    return next(name for n in range(2, 1_000) if (name := f"{stem}-{n}") not in variants)


def _with_variant(old: Asset | None, place: tuple[str, str], variant: Variant, now: str) -> Asset:
    asset_id, variant_id = place
    if old is None:
        return Asset(name=asset_id, added=now, changed=now, variants={variant_id: variant})
    variants = {**old.variants, variant_id: variant}
    return old.model_copy(update={"variants": variants, "changed": now})


def _after(held: Manifest, asset_id: str, asset: Asset, last: Last) -> Manifest:
    assets = {**held.assets, asset_id: asset}
    return Manifest(revision=held.revision + 1, last=last, assets=assets)


def _line(held: Manifest) -> str:
    told = {} if held.last is None else held.last.model_dump(mode="json")
    return json.dumps({"revision": held.revision, **told}, ensure_ascii=False)
