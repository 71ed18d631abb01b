"""Cutouts in figures, and the best of several modes figure by figure."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import astuple, dataclass, fields

import numpy as np

from bench.matting.cases import Byte, Case
from bench.matting.rivals import Run
from nukki.core.pixels import to_float
from nukki.qa import metrics

HIGHER_IS_BETTER = ("iou",)


@dataclass(frozen=True)
class Figures:
    """How far off one cutout is, or several on average.

    `alpha`: mean error of alpha where either is above 0; `sad`, `grad`, `conn` over the whole
    picture; `recomposition` in levels of 255; `seconds` and `mb` of the cut.
    """

    alpha: float
    sad: float
    grad: float
    conn: float
    recomposition: float
    iou: float
    seconds: float
    mb: float


def of(rgba: Byte, case: Case, seconds: float = 0.0, mb: float = 0.0) -> Figures:
    """The figures of one cutout."""
    found, truth = to_float(rgba), to_float(case.truth)
    a, b = np.ascontiguousarray(found[..., 3]), np.ascontiguousarray(truth[..., 3])
    return Figures(
        metrics.soft_alpha_mae(a, b),
        metrics.sad(a, b),
        metrics.grad(a, b),
        metrics.conn(a, b),
        metrics.recomposition(found, truth),
        metrics.iou(a, b),
        seconds,
        mb,
    )


def all_of(run: Run, cases: Sequence[Case]) -> list[Figures]:
    """The figures of every cut of a run."""
    pairs = zip(run.cuts, cases, strict=True)
    return [of(cut.rgba, case, cut.seconds, cut.mb) for cut, case in pairs]


def floor(case: Case) -> float:
    """The recomposition error of a perfect cutter that keeps the picture's opaque bytes.

    What noise, JPEG, spill or softness did to the object itself, no cutter can take back.
    """
    opaque = case.truth[..., 3] == 255
    kept = case.truth.copy()
    kept[opaque, :3] = case.rgb[opaque]
    return metrics.recomposition(to_float(kept), to_float(case.truth))


def best(modes: Sequence[Figures]) -> Figures:
    """The best of every figure on its own, whichever mode it is of: no mode is that good."""
    picked = {}
    for column in fields(Figures):
        values = [getattr(one, column.name) for one in modes]
        known = [value for value in values if not np.isnan(value)]
        picked[column.name] = max(known) if column.name in HIGHER_IS_BETTER else min(known)
    return Figures(**picked)


def mean(several: Sequence[Figures]) -> Figures:
    """The mean of every figure."""
    table = np.array([astuple(one) for one in several])
    averages = dict(zip((c.name for c in fields(Figures)), table.mean(axis=0), strict=True))
    return Figures(**{name: float(value) for name, value in averages.items()})
