"""Brand pictures of an export: how its files show them, and what the manifest says of that."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any, Literal

from nukki.catalog.placement import BLENDED
from nukki.core import png
from nukki.errors import StorageError
from nukki.jobs import given, naming
from nukki.jobs.given import Outcome
from nukki.jobs.payload import Payload
from nukki.jobs.status import CandidateStatus
from nukki.jobs.store import JobFolder
from nukki.review.export_sizes import Format

if TYPE_CHECKING:
    from nukki.catalog.placement import Stand
    from nukki.finishing.core_check import CoreCheck
    from nukki.review.export_picture import Brand, Finished

Assets = Literal["as-made", "exact"]
ASSETS: tuple[Assets, ...] = ("as-made", "exact")
Flat = Literal["exact", "resampled", "lossy", "blended", "unlike"]

_WORST: tuple[Flat, ...] = ("exact", "resampled", "lossy", "blended", "unlike")


@dataclass(frozen=True)
class Proof:
    """What the flat picture holds of each brand picture, None where that cannot be told, and
    whether its own layer holds the designer's bytes: both held against the file that the job was
    given."""

    flat: tuple[CoreCheck | None, ...] = ()
    layer: tuple[bool, ...] = ()


def as_planned(item: CandidateStatus, planned: Payload) -> CandidateStatus:
    """The candidate with brand pictures that are those of the payload.

    A folder may tell nothing of them, or of others than were asked for: then they are looked for
    where they were planned.
    """
    found, asked = given.of(item), planned.request.assets
    if given.tell_of(found, asked):
        return item
    return replace(item, assets=[given.unproved(asset, asset.placement) for asset in asked])


def layers_of(outcomes: Sequence[Outcome]) -> Iterator[str]:
    """The layers that the brand pictures of a candidate may have."""
    for index in range(len(outcomes)):
        yield from naming.asset_layers(index)


def brands(outcomes: Sequence[Outcome]) -> tuple[Brand, ...]:
    """They, as an exported picture has them."""
    from nukki.review.export_picture import Brand

    return tuple(
        Brand(
            given.name_of(one),
            behind=one["stand"] == "behind",
            blended=one["given"] in BLENDED,
            resampled=not given.keeps_bytes(one),
        )
        for one in outcomes
    )


def require(layers: Collection[str], brands: Sequence[Brand]) -> None:
    """Raise LookupError where layers are missing without which the others show another picture."""
    if not brands:
        return
    needed = {"object", *(f"asset{n}" for n in range(len(brands)))}
    needed |= {f"asset{n}-lit" for n, brand in enumerate(brands) if brand.blended}
    if missing := needed - set(layers):
        raise LookupError(*missing)


def exact(picture: Finished) -> Finished:
    """The picture with every brand picture's own pixels in place of blended ones, from the layers
    of the same drawing."""
    from nukki.finishing import compose

    stands: list[Stand] = ["behind" if brand.behind else "on" for brand in picture.brands]
    rgba = compose.flat(picture.layers, stands)
    plain = tuple(replace(brand, blended=False) for brand in picture.brands)
    settings = picture.settings and {**picture.settings, "assets_exported": "exact"}
    return replace(picture, rgba=rgba, master=png.encode(rgba), brands=plain, settings=settings)


def proof(
    job: JobFolder,
    planned: Payload,
    item: CandidateStatus,
    picture: Finished,
    layers: Mapping[str, bytes],
) -> Proof:
    """What the finished picture, of which `master` is there, really holds of its brand pictures;
    `layers` are the files of those that will be exported."""
    from nukki.jobs import brand
    from nukki.jobs import proof as proving

    outcomes, offset = given.of(item), item.offset()
    none = Proof((None,) * len(outcomes), (False,) * len(outcomes))
    if not outcomes or offset is None or picture.master is None:
        return none
    request = planned.request
    shown = [
        {**one, "given": one["given"] if shown_as.blended else given.unblended(one)}
        for one, shown_as in zip(outcomes, picture.brands, strict=True)
    ]
    try:
        files = brand.library(job.files, request)
        objects = _objects(job, item) if proving.needs_objects(request) else None
        found = proving.proven(picture.master, objects, request, files, shown, offset)
        own = [
            _is_whole(layers.get(f"asset{n}"), planned, n, files[n], outcomes[n], offset)
            for n in range(len(outcomes))
        ]
    except (FileNotFoundError, StorageError, ValueError):
        return none
    return Proof(tuple(found), tuple(own))


def told(
    item: CandidateStatus, planned: Payload, picture: Finished, proven: Proof
) -> list[dict[str, Any]]:
    """What the manifest says of a candidate's brand pictures, from far to near: of their pixels
    what was found just now, whatever the job once wrote down."""
    parts = zip(given.of(item), planned.request.assets, picture.brands, proven.flat, strict=True)
    return [
        {
            **one,
            **_found(check),
            "file_sha256": asset.sha256,
            "flat": _flat(one, brand, check),
        }
        for one, asset, brand, check in parts
    ]


def _found(check: CoreCheck | None) -> dict[str, Any]:
    if check is None:
        return {"core_px": 0, "visible_px": 0, "core_sha256": "", "matched": False}
    return {
        "core_px": check.core_px,
        "visible_px": check.visible_px,
        "core_sha256": check.sha256,
        "matched": check.matched,
    }


def told_of_file(
    outcomes: Sequence[Outcome], picture: Finished, proven: Proof, kind: Format, *, whole: bool
) -> dict[str, Any]:
    """What the manifest says of one file; nothing for a picture without brand artwork. `whole` is
    whether the file has all the pixels of the finished picture."""
    if not outcomes:
        return {}
    parts = zip(outcomes, picture.brands, proven.flat, proven.layer, strict=True)
    found: list[dict[str, Any]] = []
    for one, brand, check, own in parts:
        state = _flat(one, brand, check)
        if kind == "avif" and state in ("exact", "resampled"):
            state = "lossy"
        if not whole and state == "exact":
            state = "resampled"
        exactly = whole and (state == "exact" or (kind == "psd" and own))
        name = given.name_of(one)
        found.append({"asset": name, "flat": state, "exact_in_this_file": exactly})
    return {"flat": max((each["flat"] for each in found), key=_worse), "assets": found}


def _worse(flat: Flat) -> int:
    return _WORST.index(flat)


def _flat(outcome: Outcome, brand: Brand, check: CoreCheck | None) -> Flat:
    """How the whole finished picture shows a brand picture."""
    if brand.blended:
        return "blended"
    if check is None or not check.matched:
        return "unlike"
    return "exact" if given.keeps_bytes(outcome) else "resampled"


def _is_whole(
    layer: bytes | None,
    planned: Payload,
    n: int,
    file: bytes,
    outcome: Outcome,
    offset: tuple[int, int],
) -> bool:
    """Whether the layer of brand picture `n` holds all that is to be had of the designer's bytes;
    nothing covers it there."""
    from nukki.finishing import core_check

    place = given.placement(outcome)
    if layer is None or not place.keeps_bytes:
        return False
    frame = planned.request.width, planned.request.height
    entry = core_check.Entry(n, "on", "exact", file, planned.request.assets[n].sha256, place)
    return core_check.check(layer, [entry], offset, frame)[0].matched


def _objects(job: JobFolder, item: CandidateStatus) -> bytes | None:
    path = naming.layer_of(item.final, "object")
    return job.files.read(path, png.MAX_BYTES) if path else None
