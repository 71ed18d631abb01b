"""Brand pictures of an export: how its files show them, and what the manifest says of that."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any, Literal

from nukki.core import png
from nukki.errors import StorageError
from nukki.jobs import given, naming
from nukki.jobs.given import AssetOutcome
from nukki.jobs.payload import Payload
from nukki.jobs.status import CandidateStatus
from nukki.jobs.store import JobFolder
from nukki.review.export_sizes import Format

if TYPE_CHECKING:
    from nukki.finishing.core_check import Entry
    from nukki.review.export_picture import Brand, Finished

Assets = Literal["as-made", "exact"]
ASSETS: tuple[Assets, ...] = ("as-made", "exact")
Flat = Literal["exact", "resampled", "lossy", "blended", "unlike"]

_WORST: tuple[Flat, ...] = ("exact", "resampled", "lossy", "blended", "unlike")
_TOLD = (
    "asset", "variant", "asked", "given", "route", "stand", "x", "y", "width", "height", "scale",
    "rotate", "tilt", "moved", "core_px", "visible_px", "core_sha256", "matched", "deviation",
    "limits", "downgraded",
)  # fmt: skip


@dataclass(frozen=True)
class Proof:
    """Of each brand picture, whether the flat picture holds what it should of it, and whether its
    own layer holds the designer's bytes: both held against the file that the job was given."""

    flat: tuple[bool, ...] = ()
    layer: tuple[bool, ...] = ()


def layers_of(outcomes: Sequence[AssetOutcome]) -> Iterator[str]:
    """The layers that the brand pictures of a candidate may have."""
    for index in range(len(outcomes)):
        yield from naming.asset_layers(index)


def brands(outcomes: Sequence[AssetOutcome]) -> tuple[Brand, ...]:
    """They, as an exported picture has them."""
    from nukki.review.export_picture import Brand

    return tuple(
        Brand(given.name_of(one), one["stand"] == "behind", one["given"] in given.BLENDED)
        for one in outcomes
    )


def exact(picture: Finished) -> Finished:
    """The picture with every brand picture's own pixels in place of blended ones, from the layers
    of the same drawing. Raises LookupError where one is missing."""
    from nukki.finishing import compose

    stands = ["behind" if brand.behind else "on" for brand in picture.brands]
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
    from nukki.finishing import core_check

    outcomes, offset = given.of(item), item.offset()
    if not outcomes or offset is None or picture.master is None:
        return Proof((False,) * len(outcomes), (False,) * len(outcomes))
    frame = planned.request.width, planned.request.height
    try:
        entries = _entries(job, planned, outcomes, picture)
        objects = _objects(job, item) if any(brand.behind for brand in picture.brands) else None
        flat = core_check.check(picture.master, entries, offset, frame, objects)
        own = [
            name in layers
            and core_check.check(
                layers[name], [replace(one, stand="on", given="exact")], offset, frame
            )[0].matched
            for name, one in ((f"asset{one.index}", one) for one in entries)
        ]
    except (FileNotFoundError, StorageError, ValueError):
        return Proof((False,) * len(outcomes), (False,) * len(outcomes))
    return Proof(tuple(found.matched for found in flat), tuple(own))


def told(
    item: CandidateStatus, planned: Payload, picture: Finished, proven: Proof
) -> list[dict[str, Any]]:
    """What the manifest says of a candidate's brand pictures, from far to near."""
    return [
        {name: one[name] for name in _TOLD}
        | {"file_sha256": at.sha256, "flat": _flat(one, brand, holds=holds)}
        for one, at, brand, holds in zip(
            given.of(item), planned.request.assets, picture.brands, proven.flat, strict=False
        )
    ]


def told_of_file(
    outcomes: Sequence[AssetOutcome], picture: Finished, proven: Proof, kind: Format, *, whole: bool
) -> dict[str, Any]:
    """What the manifest says of one file; nothing for a picture without brand artwork. `whole` is
    whether the file has all the pixels of the finished picture."""
    if not outcomes:
        return {}
    parts = zip(outcomes, picture.brands, proven.flat, proven.layer, strict=True)
    found = []
    for one, brand, holds, own in parts:
        state = _flat(one, brand, holds=holds)
        if kind == "avif" and state != "blended":
            state = "lossy"
        if not whole and state == "exact":
            state = "resampled"
        exactly = whole and (state == "exact" or (kind == "psd" and own))
        name = given.name_of(one)
        found.append({"asset": name, "flat": state, "exact_in_this_file": exactly})
    return {"flat": max((each["flat"] for each in found), key=_worse), "assets": found}


def _worse(flat: Flat) -> int:
    return _WORST.index(flat)


def _flat(outcome: AssetOutcome, brand: Brand, *, holds: bool) -> Flat:
    """How the whole finished picture shows a brand picture."""
    if brand.blended:
        return "blended"
    if not holds:
        return "unlike"
    return "exact" if given.keeps_bytes(outcome) else "resampled"


def _entries(
    job: JobFolder, planned: Payload, outcomes: Sequence[AssetOutcome], picture: Finished
) -> list[Entry]:
    from nukki.finishing.core_check import Entry

    return [
        Entry(
            index=index,
            stand=one["stand"],
            given=one["given"] if brand.blended else given.unblended(one),
            file=job.files.read(f"inputs/{at.file}", png.MAX_BYTES),
            sha256=at.sha256,
            placement=given.placement(one),
        )
        for index, (one, brand, at) in enumerate(
            zip(outcomes, picture.brands, planned.request.assets, strict=True)
        )
    ]


def _objects(job: JobFolder, item: CandidateStatus) -> bytes | None:
    path = naming.layer_of(item.final, "object")
    return job.files.read(path, png.MAX_BYTES) if path else None
