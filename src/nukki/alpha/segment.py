"""Opaque objects: the background is keyed where it is solid, else a model finds the object."""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from nukki.alpha.background import Backdrop, fit
from nukki.alpha.cast_shadow import Shadow, cast_shadow, under
from nukki.alpha.cleanup import cleanup
from nukki.alpha.gate import gate, is_neutral
from nukki.alpha.result import AlphaResult, Remark
from nukki.alpha.salient import salient
from nukki.alpha.second_look import overlooked
from nukki.alpha.source import Pixels, Source
from nukki.alpha.unmix import Matte, unmix
from nukki.errors import AlphaError

STRATEGY_ID = "segment"
# Measured on 60 synthetic pictures with known alpha and on photos: clean pictures and JPEGs of a
# plain backing score .80 to .98; a floor and a wall .5 to .75; textures and photos that pass for
# a solid background .1 to .35.
LEAST = 0.5
SURE = 0.8
_LEAST_PIXELS = 4
# Of the object: white labels and lids on white are 8 to 40 %, and what the key cuts well 1 %.
_LEAST_LOST = 0.05
_UNSURE = 0.75


def segment(source: Source) -> AlphaResult:
    """Key a solid background; any other, and one that the key cannot explain, goes to `salient`.

    Raises AlphaError when the picture shows nothing but its background.
    """
    backdrop = fit(source.rgb, source.background)
    if not backdrop.solid:
        return salient(source)
    shadow = cast_shadow(source.rgb, backdrop)
    behind = under(backdrop, shadow)
    matte = unmix(source.rgb, behind)
    sure = confidence(backdrop, matte)
    if sure < LEAST:
        return salient(source)
    matte, remarks = gate(source, matte, behind)
    lost = overlooked(source, matte.alpha) if is_neutral(backdrop) else 0.0
    if lost >= _LEAST_LOST:
        if sure < SURE:
            return _by_model(source, lost)
        sure = _UNSURE
        remarks = (*remarks, Remark("segment-overlooked", {"found": f"{100 * lost:.0f} %"}))
    cleaned = cleanup(source.rgb, matte, backdrop.colour)
    _require_object(cleaned.matte)
    return AlphaResult(
        _joined(cleaned.matte),
        STRATEGY_ID,
        sure,
        layers=_layers(source, shadow),
        background=backdrop.colour,
        remarks=(*shadow.remarks, *remarks, *cleaned.remarks),
        facts=_facts(backdrop, matte) | cleaned.facts,
    )


def _by_model(source: Source, lost: float) -> AlphaResult:
    """The cut of a picture in which the key lost so much of what the model calls the object."""
    result = salient(source)
    remark = Remark("segment-alike", {"found": f"{100 * lost:.0f} %"})
    return replace(result, remarks=(*result.remarks, remark))


def confidence(backdrop: Backdrop, matte: Matte) -> float:
    """How well background and mixtures explain the picture, 0..1; the product of three figures.

    The share of the border ring that the fitted background explains. 1 − 2 · `doubt`, the error
    of alpha that noise and unexplained colour lead one to expect at the edges. And 1 − 2 s (1 − s)
    with s the share of the outline that is soft: an object is soft all around or hardly at all,
    but metal that mirrors the backing's colour fades into it here and has hard edges there.
    """
    mixed = 2 * matte.soft * (1 - matte.soft)
    return backdrop.ring_share * max(0.0, 1 - 2 * matte.doubt) * (1 - mixed)


def _require_object(matte: Matte) -> None:
    half = np.iinfo(matte.alpha.dtype).max // 2
    if np.count_nonzero(matte.alpha > half) < _LEAST_PIXELS:
        raise AlphaError("segment-nothing")


def _layers(source: Source, shadow: Shadow) -> dict[str, Pixels]:
    if source.shadow == "none" or not shadow.found:
        return {}
    return {"shadow": shadow.layer(source.rgb.dtype)}


def _joined(matte: Matte) -> Pixels:
    rgba = np.empty((*matte.alpha.shape, 4), matte.alpha.dtype)
    rgba[..., :3] = matte.colour
    rgba[..., 3] = matte.alpha
    return rgba


def _facts(backdrop: Backdrop, matte: Matte) -> dict[str, float | str]:
    """Noise in levels of 255, and what the confidence is made of."""
    return {
        "noise": round(255 * float(backdrop.sigma.max()), 3),
        "inlier_share": round(backdrop.share, 4),
        "ring_share": round(backdrop.ring_share, 4),
        "doubt": round(matte.doubt, 4),
        "soft_share": round(matte.soft, 4),
    }
