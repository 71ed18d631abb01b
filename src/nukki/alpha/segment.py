"""Opaque objects: the background is keyed where it is solid, else a model finds the object."""

from __future__ import annotations

import numpy as np

from nukki.alpha.background import Backdrop, fit
from nukki.alpha.result import AlphaResult
from nukki.alpha.salient import salient
from nukki.alpha.source import Source
from nukki.alpha.unmix import Matte, unmix
from nukki.errors import AlphaError

STRATEGY_ID = "segment"
LEAST = 0.5
SURE = 0.8


def segment(source: Source) -> AlphaResult:
    """Key a solid background; any other goes to `salient`.

    Raises AlphaError when the picture shows nothing but its background.
    """
    backdrop = fit(source.rgb, source.background)
    if not backdrop.solid:
        return salient(source)
    matte = unmix(source.rgb, backdrop)
    _require_object(matte)
    return AlphaResult(
        np.dstack([matte.colour, matte.alpha]),
        STRATEGY_ID,
        confidence(backdrop),
        background=backdrop.colour,
        facts=_facts(backdrop),
    )


def confidence(backdrop: Backdrop) -> float:
    """How much of the border ring the fit explains, 0..1."""
    return backdrop.ring_share


def _require_object(matte: Matte) -> None:
    if not matte.alpha.any():
        raise AlphaError("segment-nothing")


def _facts(backdrop: Backdrop) -> dict[str, float | str]:
    return {
        "noise": round(255 * float(backdrop.sigma.max()), 3),
        "inlier_share": round(backdrop.share, 4),
        "ring_share": round(backdrop.ring_share, 4),
    }
