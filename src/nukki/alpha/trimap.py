"""Translucent or glowing things without alpha: against a plain background by what it shows, else
from a trimap around a coarse mask."""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np
import numpy.typing as npt

from nukki.alpha import background, closed_form, foreground
from nukki.alpha.one_background import one_background
from nukki.alpha.result import AlphaResult, Remark
from nukki.alpha.source import Byte, Float, Source
from nukki.alpha.working_size import unknown
from nukki.errors import AlphaError

STRATEGY_ID = "trimap"
LEAST = 0.25
SURE = 0.8
UNSURE = (0.1, 0.9)  # scores between these leave open what a pixel is
_BAND = 128  # this part of the shorter side is open around what is unsure: 2.5 cells of u2netp
_LEAST_BAND = 3
_LEAST_OBJECT = 0.001  # of the picture


@dataclass(frozen=True)
class _Solved:
    """Alpha (H, W) float32 with its trimap, and what is to be said of the way there."""

    alpha: Float
    trimap: Byte
    solver: str
    said: tuple[Remark, ...]


def trimap(source: Source) -> AlphaResult:
    """Cut out by the one background where it is plain, else by a trimap.

    With a plain background `confidence` is that of `one_background`. With a trimap it is, for
    opaque things, how decided the solved pixels are, 1 − the mean of 4α(1 − α); for translucent and
    glowing ones the share of the object that was solved at all: the rest is taken to be
    opaque, which glass is not. Raises AlphaError when neither way is open.
    """
    back = background.fit(source.rgb, source.background, ring_only=True)
    if back.solid and source.material != "opaque":
        return one_background(source, back)
    solved = _solve(source, make(_coarse(source)))
    rgba = np.dstack(
        [
            foreground.estimate(source.rgb, solved.alpha),
            np.rint(solved.alpha * source.full).astype(source.rgb.dtype),
        ]
    )
    plate = _plate(solved)
    opaque = source.material == "opaque"
    confidence = _decided(solved) if opaque else 1 - plate
    remarks = solved.said
    if not opaque:
        if confidence < LEAST:
            raise AlphaError("trimap-plate", found=f"{plate:.0%}")
        remarks = (*remarks, Remark("trimap-plate", {"found": f"{plate:.0%}"}))
    return AlphaResult(
        rgba,
        STRATEGY_ID,
        confidence,
        remarks=remarks,
        facts={
            "solver": solved.solver,
            "unknown_share": round(float(unknown(solved.trimap).mean()), 4),
            "plate_share": round(plate, 4),
        },
    )


def make(scores: Float) -> Byte:
    """The trimap of a coarse mask (H, W) float32 0..1: 0, 128 where it is unsure or near, 255.

    The band grows with what is unsure and is never narrower than the errors of a coarse model.
    Raises AlphaError when the mask finds nothing.
    """
    low, high = UNSURE
    if np.count_nonzero(scores > high) < max(4, _LEAST_OBJECT * scores.size):
        raise AlphaError("trimap-no-object")
    band = max(_LEAST_BAND, round(min(scores.shape) / _BAND))
    sure_object = _shrunk(scores > high, band)
    sure_back = _shrunk(scores < low, band)
    found = np.full(scores.shape, 128, np.uint8)
    found[sure_object] = 255
    found[sure_back] = 0
    return found


def _shrunk(area: npt.NDArray[np.bool_], pixels: int) -> npt.NDArray[np.bool_]:
    """`area` without what lies within so many pixels of its outline; the frame is no outline."""
    inside = np.pad(area, 1, mode="edge").astype(np.uint8)
    distance = cv2.distanceTransform(inside, cv2.DIST_L2, 5)[1:-1, 1:-1]
    return np.asarray(distance > pixels)


def _coarse(source: Source) -> Float:
    if source.prior is not None:
        return source.prior
    if source.saliency is not None:
        return source.saliency(source.rgb8)
    raise AlphaError("trimap-no-mask")


def _solve(source: Source, trimap_: Byte) -> _Solved:
    if source.matting is not None:
        alpha = source.matting(source.rgb8, trimap_)
        return _Solved(alpha, trimap_, source.matting.id, ())
    said: list[Remark] = []
    alpha = closed_form.solve(source.rgb8, trimap_, told=lambda code: said.append(Remark(code)))
    return _Solved(alpha, trimap_, "closed-form", tuple(said))


def _plate(solved: _Solved) -> float:
    """Share of the object that the mask alone calls opaque."""
    area = float(solved.alpha.sum())
    return float(np.count_nonzero(solved.trimap == 255)) / max(area, 1.0)


def _decided(solved: _Solved) -> float:
    alpha = solved.alpha[unknown(solved.trimap)]
    return float(1 - np.mean(4 * alpha * (1 - alpha))) if alpha.size else 1.0
