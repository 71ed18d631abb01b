"""The manifest of the library made again where it was lost, is damaged or is an earlier copy: what
the log says of each picture, and the pictures themselves, held against the sha256 it says.

What is still readable of the manifest stands; the log adds what the manifest does not know, and
all that was changed after it. Nothing is removed: what cannot be vouched for comes in hidden, or
is left where it lies, and is told.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from pydantic import ValidationError

from nukki.catalog import asset_log, manifest
from nukki.catalog.artwork import Artwork
from nukki.catalog.asset_change import FIELDS
from nukki.catalog.asset_log import Entry
from nukki.catalog.manifest import (
    FOLDER,
    MAX_ASSETS,
    MAX_PICTURES,
    MAX_VARIANTS,
    PNG,
    Asset,
    Last,
    Manifest,
    Variant,
)
from nukki.core import clock
from nukki.core.storage import Storage
from nukki.core.storage_faults import unread
from nukki.errors import InputError

Place = tuple[str, str]
Examine = Callable[[Path], Artwork]


@dataclass
class Recovery:
    """What was found. `manifest` is None where nothing is missing of the present one.

    Of the pictures, as `asset:variant`: `missing` are said to be there and are not, `changed` are
    other files than those that were registered, `damaged` cannot be read, `twins` show what
    another one shows: these are not listed. `unlogged` are listed, but hidden, as no line tells of
    them. `unnamed` are assets of whose name and rules of use nothing is known.
    """

    manifest: Manifest | None = None
    pictures: int = 0
    restored: int = 0
    lines_damaged: int = 0
    missing: list[str] = field(default_factory=list)
    changed: list[str] = field(default_factory=list)
    damaged: list[str] = field(default_factory=list)
    twins: list[str] = field(default_factory=list)
    unlogged: list[str] = field(default_factory=list)
    unnamed: list[str] = field(default_factory=list)

    @property
    def whole(self) -> bool:
        """Whether every picture that was ever registered is there."""
        return not (self.missing or self.changed or self.damaged)


@dataclass
class _Told:
    """What manifest and log say of an asset."""

    about: dict[str, Any]
    added: str
    changed: str
    variants: dict[str, Variant] = field(default_factory=dict)  # as the manifest has them
    logged: dict[str, tuple[str, str]] = field(default_factory=dict)  # sha256 and time
    hidden: dict[str, bool] = field(default_factory=dict)
    named: bool = False


def gather(storage: Storage, examine: Examine, by: str) -> Recovery:
    """The library as log and files tell it; writes nothing.

    `examine` looks at a picture; it is asked for each that the manifest does not list. Raises
    StorageError, and InputError assets-recover-many for more than a library may hold.
    """
    held, log = readable(storage), asset_log.read(storage)
    told = _replayed(held, log.entries)
    found = Recovery(lines_damaged=log.damaged)
    try:
        lying = list(manifest.pictures_in(storage))
    except OSError as error:
        raise unread(FOLDER, error) from error
    _add_pictures(storage, examine, told, lying, found)
    assets = {name: made for name, one in told.items() if (made := _asset(name, one, found))}
    found.pictures = sum(len(asset.variants) for asset in assets.values())
    most = max((len(asset.variants) for asset in assets.values()), default=0)
    if len(assets) > MAX_ASSETS or most > MAX_VARIANTS or found.pictures > MAX_PICTURES:
        raise InputError("assets-recover-many", count=found.pictures, allowed=f"{MAX_PICTURES:,}")
    known = 0 if held is None else held.revision
    newest = max([known, *(entry.revision for entry in log.entries)])
    if held is None or newest > known or assets != held.assets:
        what = {"pictures": found.pictures, "restored": found.restored}
        last = Last(at=clock.now(), by=by, did="recover", what=what)
        found.manifest = Manifest(revision=newest + 1, last=last, assets=assets)
    return found


def readable(storage: Storage) -> Manifest | None:
    """The present manifest, None where it is lost or damaged; raises StorageError."""
    try:
        return manifest.told(storage)
    except InputError:
        return None
    except OSError as error:
        raise unread(manifest.MANIFEST, error) from error


def _replayed(held: Manifest | None, entries: tuple[Entry, ...]) -> dict[str, _Told]:
    """The manifest, with every line of the log that it does not know."""
    told: dict[str, _Told] = {}
    for name, asset in ({} if held is None else held.assets).items():
        about = {key: getattr(asset, key) for key in FIELDS}
        one = _Told(about, asset.added, asset.changed, dict(asset.variants), named=True)
        one.hidden = {key: variant.hidden for key, variant in asset.variants.items()}
        told[name] = one
    known = frozenset(told)
    revision = 0 if held is None else held.revision
    for entry in entries:
        if entry.asset is None:
            continue
        one = told.setdefault(entry.asset, _Told({}, entry.at, entry.at))
        _replay(one, entry, newer=entry.revision > revision or entry.asset not in known)
    return told


def _replay(one: _Told, entry: Entry, *, newer: bool) -> None:
    sha256 = entry.what.get("sha256")
    if entry.variant is not None and isinstance(sha256, str):
        one.logged[entry.variant] = (sha256, entry.at)
    if newer:
        one.changed = entry.at
    for key, _, after in entry.changes():
        variant = key.removeprefix("variants.").removesuffix(".hidden")
        if key in FIELDS and newer:
            one.about[key] = after
            one.named = one.named or key == "name"
        elif key not in FIELDS and (newer or variant not in one.variants):
            one.hidden[variant] = after is True


def _add_pictures(
    storage: Storage, examine: Examine, told: dict[str, _Told], lying: list[Place], found: Recovery
) -> None:
    """Take in what lies there and is not listed; tell what is listed or logged and lies nowhere."""
    there = set(lying)
    pixels = {v.pixels for one in told.values() for v in one.variants.values()}
    for name, one in told.items():
        known = sorted({*one.variants, *one.logged})
        found.missing += [_shown(name, key) for key in known if (name, key) not in there]
    by_log = sorted(there, key=lambda place: (not _is_logged(told, place), place))
    for asset_id, variant_id in by_log:
        one = told.get(asset_id) or _Told({}, clock.now(), clock.now())
        if variant_id in one.variants:
            continue
        seen = _looked_at(storage, examine, (asset_id, variant_id))
        shown, logged = _shown(asset_id, variant_id), one.logged.get(variant_id)
        if not seen.pixels:
            found.damaged.append(shown)
        elif logged and logged[0] != seen.sha256:
            found.changed.append(shown)
        elif seen.pixels in pixels:
            found.twins.append(shown)
        else:
            if logged is None:
                found.unlogged.append(shown)
                one.hidden[variant_id] = True
            one.variants[variant_id] = Variant.of(seen, logged[1] if logged else one.added)
            told[asset_id] = one
            pixels.add(seen.pixels)
            found.restored += 1


def _is_logged(told: dict[str, _Told], place: Place) -> bool:
    return place[0] in told and place[1] in told[place[0]].logged


def _looked_at(storage: Storage, examine: Examine, place: Place) -> Artwork:
    name = f"{FOLDER}/{place[0]}/{place[1]}{PNG}"
    try:
        return examine(storage.local(name))
    except OSError as error:
        raise unread(name, error) from error
    except InputError:  # too slow to read: it was not when it was registered
        return Artwork(0, "")


def _asset(name: str, one: _Told, found: Recovery) -> Asset | None:
    """The asset; what the log says of it and no manifest could hold is left out."""
    if not one.variants:
        return None
    variants = {
        key: variant.model_copy(update={"hidden": one.hidden.get(key, variant.hidden)})
        for key, variant in one.variants.items()
    }
    base = Asset(name=name, added=one.added, changed=one.changed, variants=variants)
    for key, value in one.about.items():
        try:
            base = Asset.model_validate({**base.model_dump(), key: value})
        except ValidationError:
            one.named = one.named and key != "name"
    if not one.named:
        found.unnamed.append(name)
    return base


def _shown(asset_id: str, variant_id: str) -> str:
    return f"{asset_id}:{variant_id}"
