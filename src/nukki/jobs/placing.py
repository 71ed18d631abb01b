"""The brand pictures of a brief: which they are in the library, and where they will stand."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache

from nukki.brief import AssetUse, Brief
from nukki.catalog import assets, layout, library, manifest
from nukki.catalog.artwork_png import MAX_BYTES
from nukki.catalog.asset_ids import DEFAULT
from nukki.catalog.assets import Held
from nukki.catalog.frame import Wanted
from nukki.catalog.layout import Layout, Spot
from nukki.catalog.look import Look, TraceLook
from nukki.catalog.placement import PlacedAsset, Room
from nukki.catalog.profiles import Profile
from nukki.core import hashing
from nukki.core.storage import NOT_THERE, Storage
from nukki.core.storage_faults import unread
from nukki.errors import Fault, FaultyInputError, InputError
from nukki.jobs.gathering import Gathering
from nukki.jobs.payload import InputFile, Note
from nukki.jobs.references import Kept


@dataclass(frozen=True)
class Placed:
    """Brand pictures as the payload pins them, from far to near; `order` says for each its place
    in the brief. `room` is what is left for the objects, `divided` whether that is less than
    without them, `narrow` less than usual. `exact_at` is for each the size of the smallest larger
    picture in which it would keep its bytes, if there is one."""

    assets: tuple[PlacedAsset, ...]
    order: tuple[int, ...]
    room: Room
    divided: bool = False
    narrow: bool = False
    exact_at: tuple[str | None, ...] = ()


def place(
    brief: Brief,
    profile: Profile | None,
    storage: Storage,
    faults: Gathering,
    *,
    whole: bool = True,
) -> Placed:
    """Where each stands in a picture of the brief's size; none where `faults` say why not, and in
    a brief that is not `whole`."""
    size = brief.size_preset
    nothing = Placed((), (), Room(x=0, y=0, width=size.width, height=size.height))
    if not brief.assets:
        return nothing
    held = _held(brief, profile, storage, faults)
    if held is None or not whole:
        return nothing
    wanted = tuple(_wanted(use, one) for use, one in zip(brief.assets, held, strict=True))
    found, exact_at = _laid_out(wanted, size.width, size.height)
    if isinstance(found, FaultyInputError):
        faults.add("assets", found)
        return nothing
    return Placed(
        assets=tuple(
            _pinned(brief.assets[spot.index], held[spot.index], spot) for spot in found.spots
        ),
        order=tuple(spot.index for spot in found.spots),
        room=found.room,
        divided=found.divided,
        narrow=found.narrow,
        exact_at=tuple(exact_at[spot.index] for spot in found.spots),
    )


def file_of(asset: PlacedAsset, storage: Storage) -> Kept:
    """The designer's file as it goes into the job.

    Raises InputError asset-file-changed, asset-file-missing, StorageError.
    """
    name = f"{asset.asset}:{asset.variant}"
    try:
        data = storage.read(library.picture(asset.asset, asset.variant), MAX_BYTES + 1)
    except OSError as error:
        if error.errno not in NOT_THERE:
            raise unread(name, error) from error
        raise InputError("asset-file-missing", found=name) from None
    if hashing.of_bytes(data) != asset.sha256:
        raise InputError("asset-file-changed", found=name)
    entry = InputFile(file=asset.file, name=f"asset:{name}", sha256=asset.sha256, bytes=len(data))
    return Kept(data, entry)


def notes(placed: Placed, look: Look) -> list[Note]:
    """What a person should know before it is drawn, picture by picture in the brief's order."""
    told: list[Note] = []
    for at in sorted(range(len(placed.assets)), key=lambda at: placed.order[at]):
        told += _notes_of(placed.assets[at], placed.exact_at[at], look)
    if placed.narrow:
        told.append(Note(code="note-room-narrow"))
    return told


def _notes_of(asset: PlacedAsset, exact_at: str | None, look: Look) -> Iterator[Note]:
    name, spot = f"{asset.asset}:{asset.variant}", asset.placement
    if asset.variant == DEFAULT:
        name = asset.asset
    if spot.rotate != 0 or spot.tilt != "none":
        yield Note(code="note-asset-turned", context={"asset": name})
    elif spot.scale < 1 and asset.blend != "imprint":  # which keeps its bytes at no scale
        scaled = {"asset": name, "scale": f"{spot.scale * 100:.3g}"}
        if exact_at is None:
            yield Note(code="note-asset-scaled", context=scaled)
        else:
            yield Note(code="note-asset-exact-at", context={**scaled, "size": exact_at})
    if asset.blend != "exact":
        yield Note(code=f"note-asset-{asset.blend}", context={"asset": name})
        if not _has_scene(look):
            yield Note(code="note-asset-from-picture", context={"asset": name})


def _has_scene(look: Look) -> bool:
    """Whether the engine can put a brand picture into what it lights, rather than onto a drawing,
    a solved glass or a glow."""
    return isinstance(look, TraceLook) and look.material.kind in ("plastic", "metal")


def _held(
    brief: Brief, profile: Profile | None, storage: Storage, faults: Gathering
) -> list[Held] | None:
    """What the names stand for, or None with every reason why not."""
    held = faults.attempt("assets", manifest.read, storage)
    if held is None:
        return None
    found: list[Held] = []
    for index, use in enumerate(brief.assets):
        at = f"assets[{index}]"
        one = faults.attempt(at, assets.named, use.asset, held)
        if one is None:
            continue
        if profile is not None and not profile.supports_assets:
            faults.add(at, InputError("assets-not-drawn", found=use.asset))
        elif any(_same(one, other) for other in found):
            faults.gather([Fault(at, "brief-duplicate", use.asset)])
        elif faults.attempt(at, _require_sound, one, storage):
            found.append(one)
    return found if len(found) == len(brief.assets) else None


def _same(one: Held, other: Held) -> bool:
    return (one.asset_id, one.variant_id) == (other.asset_id, other.variant_id)


def _require_sound(one: Held, storage: Storage) -> bool:
    """Raise as `file_of` does if the file is not what was registered."""
    name = library.picture(one.asset_id, one.variant_id)
    try:
        stat = storage.stat(name)
    except OSError as error:
        raise unread(name, error) from error
    shown = f"{one.asset_id}:{one.variant_id}"
    if stat is None:
        raise InputError("asset-file-missing", found=shown)
    if not _is(storage, name, stat.tag, one.variant.sha256):
        raise InputError("asset-file-changed", found=shown)
    return True


# A brief is looked up with every pause of whoever writes it, and its pictures stay the same.
@lru_cache(maxsize=256)
def _is(storage: Storage, name: str, _tag: str, sha256: str) -> bool:
    try:
        return hashing.of_bytes(storage.read(name, MAX_BYTES + 1)) == sha256
    except OSError as error:
        raise unread(name, error) from error


@lru_cache(maxsize=256)
def _laid_out(
    wanted: tuple[Wanted, ...], width: int, height: int
) -> tuple[Layout | FaultyInputError, tuple[str | None, ...]]:
    """The layout, or why there is none; and for each the size in which it would keep its bytes."""
    try:
        found = layout.lay_out(wanted, width, height)
    except FaultyInputError as error:
        return error, ()
    if all(spot.placement.keeps_bytes for spot in found.spots):
        return found, (None,) * len(wanted)
    return found, layout.exact_at(wanted, width, height)


def _wanted(use: AssetUse, held: Held) -> Wanted:
    variant = held.variant
    return Wanted(
        name=use.asset,
        width=variant.width,
        height=variant.height,
        position=use.position,
        scale=None if use.scale == "auto" else use.scale,
        rotate=use.rotate,
        tilt=use.tilt,
        stand=use.stands,
        min_scale=held.asset.min_scale,
        clear_space=held.asset.clear_space,
        printed=use.stands == "on" and use.blend == "imprint",
    )


def _pinned(use: AssetUse, held: Held, spot: Spot) -> PlacedAsset:
    variant = held.variant
    return PlacedAsset(
        asset=held.asset_id,
        variant=held.variant_id,
        file=f"{variant.sha256}.png",
        sha256=variant.sha256,
        width=variant.width,
        height=variant.height,
        stand=use.stands,
        blend=use.blend,
        clear_space=spot.clear_space,
        placement=spot.placement,
    )
