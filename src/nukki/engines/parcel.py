"""A candidate packed into bytes and back.

It travels from the process that draws to the one that finishes, and lies on disk between them.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from nukki.catalog.placement import Placement
from nukki.core import bundle
from nukki.engines.engine import Candidate, Parcel
from nukki.errors import EngineError

if TYPE_CHECKING:
    import numpy.typing as npt

_RGBA, _MASK, _LAYER = "rgba", "mask", "layer."


def pack(drawn: Candidate) -> Parcel:
    """The candidate as a parcel; equal candidates give equal bytes."""
    about = {
        "index": drawn.index,
        "seed": drawn.seed,
        "timings": dict(drawn.timings),
        "facts": dict(drawn.facts),
        "background": drawn.background,
        "places": {str(n): place.model_dump(mode="json") for n, place in drawn.places.items()},
    }
    arrays: dict[str, npt.NDArray[Any]] = {_RGBA: drawn.rgba}
    if drawn.mask is not None:
        arrays[_MASK] = drawn.mask
    arrays |= {f"{_LAYER}{name}": layer for name, layer in drawn.layers.items()}
    return Parcel(drawn.index, drawn.seed, bundle.pack(about, arrays))


def unpack(data: bytes) -> Candidate:
    """The candidate in a parcel; raises EngineError parcel-damaged."""
    try:
        return _candidate(*bundle.unpack(data))
    except (KeyError, TypeError, ValueError) as error:
        raise EngineError("parcel-damaged", reason=type(error).__name__) from error


def _candidate(about: dict[str, Any], arrays: dict[str, npt.NDArray[Any]]) -> Candidate:
    background = about["background"]
    return Candidate(
        index=about["index"],
        seed=about["seed"],
        rgba=arrays[_RGBA],
        layers={
            name.removeprefix(_LAYER): layer
            for name, layer in arrays.items()
            if name.startswith(_LAYER)
        },
        timings=about["timings"],
        facts=about["facts"],
        background=None if background is None else tuple(background),
        mask=arrays.get(_MASK),
        places={
            int(n): Placement.model_validate(place) for n, place in about.get("places", {}).items()
        },
    )
