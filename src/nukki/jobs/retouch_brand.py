"""Brand pictures over refined objects: where they stood before, and proved once more."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

import numpy as np

from nukki.errors import InputError
from nukki.finishing.thin import thinned
from nukki.jobs import brand, given, naming, proof
from nukki.jobs.brand import Dressed, Outcome

if TYPE_CHECKING:
    import numpy.typing as npt

    from nukki.jobs.candidate import Bench
    from nukki.qa.report import Check

    Byte = npt.NDArray[np.uint8]


def dressed(
    bench: Bench,
    before: Sequence[Outcome],
    rgba: Byte,
    layers: Mapping[str, Byte],
    had: Byte,
    has: Byte,
) -> Dressed | None:
    """The refined objects `rgba` (H, W, 4) uint8 straight with the brand pictures of `before`
    where they stood then; None where there are none.

    `layers` are the objects' own, refined already, and those of the brand pictures as they were
    first finished. Strokes took the objects' alpha (H, W) from `had` to `has`. Of what the engine
    drew, a shadow on the objects goes with them. One behind them has a hole where they hid it, so
    where they are gone it is made anew from the picture. Raises InputError refine-damaged,
    StorageError.
    """
    request = bench.payload.request
    if not request.assets:
        return None
    if not given.tell_of(before, request.assets):
        raise InputError("refine-damaged", found=bench.job.id)
    files = brand.library(bench.job.files, request)
    kept, scene = dict(layers), {}
    for n, outcome in enumerate(before):
        place, shadow = given.placement(outcome), f"asset{n}-shadow"
        is_behind = outcome["stand"] == "behind"
        right, bottom = max(0, place.x + place.width), max(0, place.y + place.height)
        box = np.s_[max(0, place.y) : bottom, max(0, place.x) : right]
        bared = is_behind and bool((has[box] < had[box]).any())
        if outcome["route"] == "scene" and not bared:
            scene[n] = place
        if shadow in kept and not is_behind:
            kept[shadow] = thinned(shadow, kept[shadow], had, has)
    return brand.dressed(request, files, rgba, kept, scene, before)


def proved(
    bench: Bench, final: str, done: Dressed, offset: tuple[int, int]
) -> tuple[list[Outcome], tuple[Check, ...]]:
    """How each is given by the saved picture `final`, whose corner lies at `offset` in the frame,
    and the rules on that.

    Raises BackendError asset-core-mismatch where the file is not what it should be, StorageError.
    """
    request = bench.payload.request
    objects = naming.layer_of(final, "object") if proof.needs_objects(request) else None
    proofs = proof.proven(
        bench.read(final),
        bench.read(objects) if objects else None,
        request,
        brand.library(bench.job.files, request),
        done.outcomes,
        offset,
    )
    if not proof.is_right(proofs):
        raise proof.mismatch(proofs, done.outcomes)
    told = proof.told(done.outcomes, proofs)
    return told, proof.verdicts(told, proofs, done.overlaps)
