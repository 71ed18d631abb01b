"""The hard rules: one small function measures, one table row limits, per material.

`check` never changes a picture and never stops a candidate; it says what was measured.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Any

import cv2
import numpy as np
import numpy.typing as npt

from nukki.qa import silhouette
from nukki.qa.report import Check, QaReport, Unit

if TYPE_CHECKING:
    from nukki.catalog.materials import Material

Byte = npt.NDArray[np.uint8]
Limits = tuple[float | None, float | None]

# The least alpha that a person sees: 3 % on any backdrop, half of that where light is added.
VISIBLE = {"opaque": 8, "translucent": 8, "glow": 4}
COUNTED = {"opaque": 16, "translucent": 8, "glow": 8}
EDGE = {"opaque": 128, "translucent": 16, "glow": 16}
SPECK_SHARE = 2e-5  # of the picture: 20 px at 1024²
HIDDEN_TOLERANCE = 8
_NEAR = np.ones((3, 3), np.uint8)
_FAR = np.ones((33, 33), np.uint8)
_GROWN = np.ones((9, 9), np.uint8)
_NEIGHBOURS = [(dy, dx) for dy in (-1, 0, 1) for dx in (-1, 0, 1) if (dy, dx) != (0, 0)]


@dataclass(frozen=True)
class Evidence:
    """The pictures a rule may look at; all (H, W, 4) uint8 straight, contiguous.

    `candidate`: alpha before the crop, haze cleared. `shadow`: the layer that was composed, in the
    candidate's frame. `cutout`: the finished object alone. `delivered`: what is saved.
    """

    candidate: Byte
    shadow: Byte | None
    cutout: Byte
    delivered: Byte
    material: Material

    @cached_property
    def alpha(self) -> Byte:
        """The alpha of the cutout."""
        return np.asarray(cv2.extractChannel(self.cutout, 3), np.uint8)

    @cached_property
    def walks(self) -> silhouette.Walks:
        """Samples across the silhouette of the cutout, shared by the rules on its edge."""
        return silhouette.walk(self.cutout, EDGE[self.material])


def check(
    candidate: Byte,
    finished: Byte,
    material: Material,
    *,
    cutout: Byte | None = None,
    shadow: Byte | None = None,
    waived: Collection[str] = (),
) -> QaReport:
    """Judge one candidate; all pictures (H, W, 4) uint8 straight.

    `candidate` is the AlphaResult in full frame and `finished` what is delivered. When a shadow
    was composed, `cutout` is the finished object without it and `shadow` the engine's layer.
    `waived` names rules that the style breaks on purpose.
    """
    evidence = Evidence(
        candidate, shadow, finished if cutout is None else cutout, finished, material
    )
    checks = []
    for rule in RULES:
        limits = rule.limits.get(material)
        if limits is not None and rule.name not in waived:
            checks.append(Check(rule.name, rule.measure(evidence), *limits, rule.unit))
    return QaReport(material, tuple(checks))


def edge_contact(evidence: Evidence) -> float:
    """Visible pixels, of object or composed shadow, on the border of the candidate's frame."""
    layers = [evidence.candidate] + ([] if evidence.shadow is None else [evidence.shadow])
    least = VISIBLE[evidence.material]
    return float(sum(np.count_nonzero(_ring(layer) >= least) for layer in layers))


def coverage(evidence: Evidence) -> float:
    """Percentage of the finished crop that the object covers; faint glass and glow count."""
    least = COUNTED[evidence.material]
    return 100 * _count(evidence.alpha, least) / evidence.alpha.size


def foreground(evidence: Evidence) -> float:
    """Percentage of the candidate's frame in which something is visible."""
    alpha = cv2.extractChannel(evidence.candidate, 3)
    return 100 * _count(np.asarray(alpha, np.uint8), VISIBLE[evidence.material]) / alpha.size


def halo(evidence: Evidence) -> float:
    """Percentage of the silhouette inside a ring of one foreign colour."""
    longer = max(evidence.alpha.shape)
    solid = evidence.material == "opaque"
    return 100 * silhouette.ring_share(evidence.walks, longer, solid=solid)


def fringe(evidence: Evidence) -> float:
    """Foreign colour in partial pixels, in levels of 255."""
    return silhouette.fringe_levels(evidence.walks)


def soft_alpha(evidence: Evidence) -> float:
    """Number of distinct alpha values; a binary mask has two."""
    histogram = cv2.calcHist([evidence.alpha], [0], None, [256], [0, 256])
    return float(np.count_nonzero(histogram))


def islands(evidence: Evidence) -> float:
    """Number of specks: pieces smaller than .002 % of the picture that stand clear of all others.

    Bits within 8 px of the object belong to it, as the broken edge of a dry brush does.
    """
    mask = cv2.inRange(evidence.alpha, VISIBLE[evidence.material], 255)
    outlines, tree = cv2.findContours(
        cv2.dilate(mask, _GROWN), cv2.RETR_CCOMP, cv2.CHAIN_APPROX_NONE
    )
    if not outlines:
        return 0.0
    outer = [outlines[int(i)] for i in np.flatnonzero(np.asarray(tree)[0, :, 3] < 0)]
    limit = (max(2.0, math.sqrt(SPECK_SHARE * mask.size)) + len(_GROWN) - 1) ** 2
    # Pick's theorem: pixels of a piece = area of its outline + half the outline's pixels + 1.
    small = [outline for outline in outer if len(outline) / 2 + 1 < limit]
    return float(sum(cv2.contourArea(each) + len(each) / 2 + 1 < limit for each in small))


def hidden_colour(evidence: Evidence) -> float:
    """Percentage of hidden pixels with a foreign colour.

    Right beside the object the colour must be a visible neighbour's; more than 16 px away it must
    be 0, or an encoder carries garbage and a resize may show it.
    """
    alpha = np.asarray(cv2.extractChannel(evidence.delivered, 3), np.uint8)
    visible = np.asarray(cv2.inRange(alpha, 1, 255), np.uint8)
    return max(
        _foreign_beside(evidence.delivered, visible), _garbage_beyond(evidence.delivered, visible)
    )


@dataclass(frozen=True)
class Rule:
    """A measurement and its limits (low, high) per material; no entry: the rule does not apply."""

    name: str
    unit: Unit
    measure: Callable[[Evidence], float]
    limits: Mapping[str, Limits]


def _everywhere(low: float | None, high: float | None) -> dict[str, Limits]:
    return dict.fromkeys(("opaque", "translucent", "glow"), (low, high))


RULES = (
    Rule("foreground", "%", foreground, _everywhere(0.5, None)),
    Rule("edge_contact", "px", edge_contact, _everywhere(None, 0)),
    Rule("coverage", "%", coverage, _everywhere(12, 80) | {"glow": (8, 85)}),
    Rule("halo", "%", halo, _everywhere(None, 60)),
    Rule("fringe", "levels", fringe, {"opaque": (None, 68)}),
    Rule("soft_alpha", "count", soft_alpha, _everywhere(41, None)),
    Rule("islands", "count", islands, _everywhere(None, 8)),
    Rule("hidden_colour", "%", hidden_colour, _everywhere(None, 2)),
)


def _count(alpha: Byte, least: int) -> int:
    return cv2.countNonZero(cv2.inRange(alpha, least, 255))


def _ring(rgba: Byte) -> npt.NDArray[Any]:
    sides = [rgba[0, :, 3], rgba[-1, :, 3], rgba[1:-1, 0, 3], rgba[1:-1, -1, 3]]
    return np.concatenate(sides)


def _foreign_beside(rgba: Byte, visible: Byte) -> float:
    grown = np.asarray(cv2.dilate(visible, _NEAR))
    beside = np.flatnonzero(grown != visible)
    if not beside.size:
        return 0.0
    beside = beside[:: max(1, beside.size // 4096)]
    height, width = visible.shape
    y, x = np.divmod(beside, width)
    words = rgba.reshape(-1, 4).view("<u4")[:, 0]
    own = _bytes(words[beside])[:, :3].astype(np.int16)
    alike = np.zeros(beside.size, np.bool_)
    for dy, dx in _NEIGHBOURS:
        at = np.clip(y + dy, 0, height - 1) * width + np.clip(x + dx, 0, width - 1)
        there = _bytes(words[at])
        near = np.abs(there[:, :3] - own).max(axis=1) <= HIDDEN_TOLERANCE
        alike |= near & (there[:, 3] > 0)
    return 100 * (1 - float(np.count_nonzero(alike)) / beside.size)


def _bytes(words: npt.NDArray[np.uint32]) -> Byte:
    return words.view(np.uint8).reshape(-1, 4)


def _garbage_beyond(rgba: Byte, visible: Byte) -> float:
    beyond = cv2.bitwise_not(cv2.dilate(visible, _FAR))
    left = np.asarray(cv2.bitwise_and(rgba, rgba, mask=beyond)).view("<i4")[..., 0]
    hidden = visible.size - cv2.countNonZero(visible)
    return 100 * cv2.countNonZero(left) / hidden if hidden else 0.0
