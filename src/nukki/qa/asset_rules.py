"""The rules on brand pictures: what the check of the saved file found, and what blending changed.

The rules of `rules` judge the objects alone: a logo neither covers their faults nor adds any.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from nukki.catalog.blend import Limits
from nukki.catalog.placement import BLENDED, Given
from nukki.qa.report import Check, Unit

if TYPE_CHECKING:
    import numpy as np
    import numpy.typing as npt

    Byte = npt.NDArray[np.uint8]

OVER = 16  # alpha from which on a picture is over another
EXACT, VISIBLE, OVERLAP = 100.0, 50.0, 0.0  # %
RESAMPLED = 20.0  # levels beyond an independent resampling's neighbours; see core_check


@dataclass(frozen=True)
class Found:
    """What is known of one brand picture in the saved file. `right_px` of its `visible_px` core
    pixels are as they should be, `worst` is their largest difference in levels. `overlap_px` of
    its `shown_px` lie over the objects; of one that may lie there none are counted. Deviation is
    told only of what is blended, beside what it may be."""

    given: Given
    core_px: int
    visible_px: int
    right_px: int
    worst: float
    overlap_px: int = 0
    shown_px: int = 0
    deviation: tuple[float, float, float] | None = None  # shape IoU, ΔE2000, degrees of hue
    limits: Limits | None = None


@dataclass(frozen=True)
class AssetRule:
    """A figure of each brand picture that it can be told of; the worst of them is judged."""

    name: str
    unit: Unit
    low: float | None
    high: float | None
    measure: Callable[[Found], float | None]


def check(found: Sequence[Found]) -> tuple[Check, ...]:
    """The verdicts on all brand pictures of a candidate: one of each rule that has anything to
    say, with the figure of the picture that is nearest to its limit, or farthest beyond it."""
    checks = [judged for rule in RULES if (judged := _judged(rule, found)) is not None]
    return (*checks, *_deviations(found))


def overlap(own: Byte, objects: Byte) -> tuple[int, int]:
    """(overlap_px, shown_px) of a brand picture's alpha (h, w) over the objects' at that place."""
    import numpy as np

    shown = own >= OVER
    return int(np.count_nonzero(shown & (objects >= OVER))), int(np.count_nonzero(shown))


def _judged(rule: AssetRule, found: Sequence[Found]) -> Check | None:
    figures = [figure for one in found if (figure := rule.measure(one)) is not None]
    if not figures:
        return None
    worst = min(figures) if rule.high is None else max(figures)
    return Check(rule.name, round(worst, 3), rule.low, rule.high, rule.unit)


def _right(one: Found) -> float | None:
    """Percentage of the visible core whose bytes are the designer's; rounding makes none whole."""
    if one.given != "exact" or not one.visible_px:
        return None
    share = 100 * one.right_px / one.visible_px
    return share if one.right_px == one.visible_px else min(share, 99.9)


def _visible(one: Found) -> float:
    return 100 * one.visible_px / one.core_px if one.core_px else 0.0


def _overlap(one: Found) -> float | None:
    return 100 * one.overlap_px / one.shown_px if one.shown_px else None


RULES = (
    AssetRule("asset-core", "%", EXACT, None, _right),
    AssetRule(
        "asset-resampled", "levels", None, RESAMPLED,
        lambda one: one.worst if one.given == "resampled" and one.visible_px else None,
    ),
    AssetRule("asset-visible", "%", VISIBLE, None, _visible),
    AssetRule("asset-overlap", "%", None, OVERLAP, _overlap),
)  # fmt: skip
NAMES = (*(rule.name for rule in RULES), "asset-shape", "asset-colour", "asset-hue")


def _deviations(found: Sequence[Found]) -> list[Check]:
    """Of blended pictures, that which is nearest to its own limit."""
    told = [
        (one.deviation, one.limits or Limits())
        for one in found
        if one.deviation is not None and one.given in BLENDED
    ]
    if not told:
        return []
    shape = min(((100 * f[0], 100 * limits.shape_iou) for f, limits in told), key=_apart)
    delta = max(((f[1], limits.delta_e) for f, limits in told), key=_apart)
    hue = max(((f[2], limits.hue) for f, limits in told), key=_apart)
    return [
        Check("asset-shape", round(shape[0], 3), round(shape[1], 3), None, "%"),
        Check("asset-colour", round(delta[0], 3), None, delta[1], "ΔE"),
        Check("asset-hue", round(hue[0], 3), None, hue[1], "°"),
    ]


def _apart(pair: tuple[float, float]) -> float:
    return pair[0] - pair[1]
