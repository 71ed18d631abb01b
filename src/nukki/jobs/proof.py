"""The proof of a saved picture: read back and held against the library's files, and what is told of
each brand picture then."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

from nukki.catalog.blend import Limits
from nukki.errors import BackendError
from nukki.finishing import core_check
from nukki.finishing.core_check import CoreCheck, Entry
from nukki.jobs import given
from nukki.jobs.brand import Outcome, Overlap, library
from nukki.qa import asset_rules
from nukki.qa.asset_rules import Found

if TYPE_CHECKING:
    from nukki.engines.engine import DrawRequest
    from nukki.jobs.candidate import Bench
    from nukki.qa.report import Check


def of(bench: Bench, path: str, done: Mapping[str, Any]) -> list[CoreCheck]:
    """What the saved picture at `path` holds, as its step before laid it; raises StorageError."""
    request, objects = bench.payload.request, None
    if needs_objects(request):
        objects = bench.read(f"layers/{bench.name}_object.png")
    files = library(bench.job.files, request)
    x, y = done["offset"]
    return proven(bench.read(path), objects, request, files, done["assets"], (x, y))


def proven(
    saved: bytes,
    objects: bytes | None,
    request: DrawRequest,
    files: Sequence[bytes],
    outcomes: Sequence[Outcome],
    offset: tuple[int, int],
) -> list[CoreCheck]:
    """What the saved picture holds of each; `objects` is their layer as saved, of need where one
    stands behind them. Raises StorageError asset-input-changed."""
    entries = [
        Entry(index, asset.stand, told["given"], files[index], asset.sha256, given.placement(told))
        for index, (asset, told) in enumerate(zip(request.assets, outcomes, strict=True))
    ]
    frame = request.width, request.height
    return list(core_check.check(saved, entries, offset, frame, objects))


def needs_objects(request: DrawRequest) -> bool:
    """Whether the layer of the objects is needed to tell what is covered."""
    return any(asset.stand == "behind" for asset in request.assets)


def is_right(proofs: Sequence[CoreCheck]) -> bool:
    """Whether the saved picture holds all that it can be held to. One that is wholly covered has
    nothing to be wrong; the rule on what is visible fails it."""
    return all(proof.matched or not proof.visible_px for proof in proofs)


def mismatch(proofs: Sequence[CoreCheck], outcomes: Sequence[Outcome]) -> BackendError:
    """Why the candidate fails, told of the first picture that is not what it should be."""
    wrong = next(proof for proof in proofs if not proof.matched and proof.visible_px)
    return BackendError(
        "asset-core-mismatch",
        asset=given.name_of(outcomes[wrong.index]),
        found=f"{wrong.visible_px - wrong.right_px:,}",
        allowed=f"{wrong.visible_px:,}",
        worst=f"{wrong.worst:.0f}",
    )


def told(outcomes: Sequence[Outcome], proofs: Sequence[CoreCheck]) -> list[Outcome]:
    """The outcomes with what the saved file says of them."""
    return [
        outcome
        | {
            "core_px": proof.core_px,
            "visible_px": proof.visible_px,
            "core_sha256": proof.sha256,
            "matched": proof.matched,
        }
        for outcome, proof in zip(outcomes, proofs, strict=True)
    ]


def verdicts(
    outcomes: Sequence[Outcome], proofs: Sequence[CoreCheck], overlaps: Sequence[Overlap]
) -> tuple[Check, ...]:
    """The rules on brand pictures."""
    found = []
    for outcome, proof, (over, shown) in zip(outcomes, proofs, overlaps, strict=True):
        measured, limits = outcome["deviation"], outcome["limits"]
        found.append(
            Found(
                given=proof.given,
                core_px=proof.core_px,
                visible_px=proof.visible_px,
                right_px=proof.right_px,
                worst=proof.worst,
                overlap_px=over,
                shown_px=shown,
                deviation=measured
                and (measured["shape_iou"], measured["delta_e"], measured["hue"]),
                limits=limits and Limits(**limits),
            )
        )
    return asset_rules.check(found)


def settings(outcomes: Sequence[Outcome], request: DrawRequest) -> dict[str, Any]:
    """What the PNG says of its brand pictures; nothing where there are none."""
    if not outcomes:
        return {}
    return {
        "assets": [
            {
                "asset": outcome["asset"],
                "variant": outcome["variant"],
                "sha256": asset.sha256,
                "given": outcome["given"],
            }
            for outcome, asset in zip(outcomes, request.assets, strict=True)
        ]
    }
