"""The hard rules: one small function measures, one table row limits, per material.

`check` never changes a picture and never stops a candidate; it says what was measured.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import cv2
import numpy as np
import numpy.typing as npt

from nukki.core.pixels import words
from nukki.qa import marks
from nukki.qa.evidence import COUNTED, VISIBLE, Evidence, Needs
from nukki.qa.report import Check, QaReport, Unit
from nukki.qa.residual import Colour

if TYPE_CHECKING:
    from nukki.catalog.materials import Material

Byte = npt.NDArray[np.uint8]
Limits = tuple[float | None, float | None]
DRAWN_TONE = 64  # levels; a drawn outline is darker in all channels
DRAWN_PX = 3  # no plain cut leaves so much all around: a mask is off by 1 or 2 px
HIDDEN_TOLERANCE = 8
_NEAR = np.ones((3, 3), np.uint8)
_FAR = np.ones((33, 33), np.uint8)
_NEIGHBOURS = [(dy, dx) for dy in (-1, 0, 1) for dx in (-1, 0, 1) if (dy, dx) != (0, 0)]


def check(
    candidate: Byte,
    finished: Byte,
    material: Material,
    *,
    cutout: Byte | None = None,
    shadow: Byte | None = None,
    waived: Collection[str] = (),
    background: Colour | None = None,
    source_rgb: Byte | None = None,
    offset: tuple[int, int] = (0, 0),
    object_px: int | None = None,
) -> QaReport:
    """Judge one candidate; all pictures (H, W, 4) uint8 straight.

    `candidate` is the AlphaResult in full frame and `finished` what is delivered. When a shadow
    was composed, `cutout` is the finished object without it and `shadow` the engine's layer.
    `waived` names rules that the style breaks on purpose. `background` (0..1) is the solid colour
    that the object was cut from and `source_rgb` (H, W, 3) uint8 that picture, of the candidate's
    size; `offset` (x, y) is where the finished picture's corner lies in it. `object_px` is how many
    pixels the finished picture would have without brand artwork, all of them if None. Raises
    ValueError when the sizes differ.
    """
    if source_rgb is not None and source_rgb.shape != (*candidate.shape[:2], 3):
        raise ValueError(f"source is {source_rgb.shape}, the candidate {candidate.shape}")
    object_alone = finished if cutout is None else cutout
    evidence = Evidence(
        candidate,
        shadow,
        object_alone,
        finished,
        material,
        background,
        source_rgb,
        offset,
        object_px,
    )
    asked = [
        rule
        for rule in RULES
        if material in rule.limits and rule.needs in evidence.known and rule.name not in waived
    ]
    checks = [  # rounded before it is judged, so that a stored figure gives the same verdict
        Check(rule.name, round(rule.measure(evidence), 3), *rule.limits[material], rule.unit)
        for rule in asked
    ]
    pairs = zip(asked, checks, strict=True)
    places = [rule.places(evidence) for rule, done in pairs if rule.places and not done.passed]
    return QaReport(material, tuple(checks), _marks(evidence, places) if places else None)


def edge_contact(evidence: Evidence) -> float:
    """Visible pixels, of object or composed shadow, on the border of the candidate's frame."""
    layers = [evidence.candidate] + ([] if evidence.shadow is None else [evidence.shadow])
    least = VISIBLE[evidence.material]
    return float(sum(np.count_nonzero(_ring(layer) >= least) for layer in layers))


def coverage(evidence: Evidence) -> float:
    """Percentage of the finished crop that the object covers; faint glass and glow count.

    Of the crop that it would have alone: a logo beside it makes no object thin.
    """
    least = COUNTED[evidence.material]
    return 100 * _count(evidence.alpha, least) / (evidence.object_px or evidence.alpha.size)


def foreground(evidence: Evidence) -> float:
    """Percentage of the candidate's frame in which something is visible."""
    alpha = cv2.extractChannel(evidence.candidate, 3)
    return 100 * _count(np.asarray(alpha, np.uint8), VISIBLE[evidence.material]) / alpha.size


def halo(evidence: Evidence) -> float:
    """Percentage of the silhouette inside a ring of one foreign colour.

    A ring that is dark and as wide as a pen's is an outline that somebody drew.
    """
    rings = evidence.rings
    drawn = rings.width >= DRAWN_PX and float(rings.tone.max()) <= DRAWN_TONE
    return 0.0 if drawn else 100 * rings.share


def fringe(evidence: Evidence) -> float:
    """Foreign colour in partial pixels, in levels of 255."""
    return evidence.fringe[0]


def residue(evidence: Evidence) -> float:
    """Percentage of the silhouette that still shows the background it was cut from.

    Only where the object differs from that background: elsewhere nobody could tell.
    """
    return 100 * evidence.residue.share


def tint(evidence: Evidence) -> float:
    """ΔE by which partial pixels lean towards the background they were cut from."""
    return evidence.tint[0]


def recomposition(evidence: Evidence) -> float:
    """Mean error, in levels, of partial pixels put back over their background."""
    return evidence.recomposition[0]


def soft_alpha(evidence: Evidence) -> float:
    """Number of distinct alpha values; a binary mask has two."""
    histogram = cv2.calcHist([evidence.alpha], [0], None, [256], [0, 256])
    return float(np.count_nonzero(histogram))


def islands(evidence: Evidence) -> float:
    """Number of specks: pieces smaller than .002 % of the picture that stand clear of all others.

    Bits within 8 px of the object belong to it, as the broken edge of a dry brush does.
    """
    return float(len(evidence.specks))


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
    """A measurement and its limits (low, high) per material; no entry: the rule does not apply.

    `places` says where it was found, for the picture that marks the place.
    """

    name: str
    unit: Unit
    measure: Callable[[Evidence], float]
    limits: Mapping[str, Limits]
    needs: Needs = "nothing"
    places: Callable[[Evidence], marks.Places] | None = None


def _along(
    walks: Callable[[Evidence], npt.NDArray[np.bool_]],
) -> Callable[[Evidence], marks.Places]:
    return lambda evidence: marks.Places(edge=evidence.walks.edge[walks(evidence)])


def _everywhere(low: float | None, high: float | None) -> dict[str, Limits]:
    return dict.fromkeys(("opaque", "translucent", "glow"), (low, high))


# fmt: off
RULES = (
    Rule("foreground", "%", foreground, _everywhere(0.5, None)),
    Rule("edge_contact", "px", edge_contact, _everywhere(None, 0)),
    Rule("coverage", "%", coverage, _everywhere(12, 80) | {"glow": (8, 85)}),
    Rule("halo", "%", halo, _everywhere(None, 60), "unknown", _along(lambda e: e.rings.found)),
    Rule("fringe", "levels", fringe, {"opaque": (None, 68)}, "unknown",
         _along(lambda e: e.fringe[1])),
    Rule("residue", "%", residue, _everywhere(None, 25) | {"opaque": (None, 45)}, "background",
         _along(lambda e: e.residue.found)),
    Rule("tint", "ΔE", tint, {"opaque": (None, 20)}, "background", _along(lambda e: e.tint[1])),
    Rule("recomposition", "levels", recomposition, _everywhere(None, 14), "source",
         lambda e: marks.Places(pixels=e.recomposition[1])),
    Rule("soft_alpha", "count", soft_alpha, _everywhere(41, None)),
    Rule("islands", "count", islands, _everywhere(None, 8),
         places=lambda e: marks.Places(spots=tuple(e.specks))),
    Rule("hidden_colour", "%", hidden_colour, _everywhere(None, 2)),
)
# fmt: on
EDGE_RULES = tuple(rule.name for rule in RULES if rule.places)


def _marks(evidence: Evidence, places: list[marks.Places]) -> Byte:
    return marks.draw(evidence.cutout, evidence.walks.edge, places)


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
    packed = words(rgba)
    own = _bytes(packed[beside])[:, :3].astype(np.int16)
    alike = np.zeros(beside.size, np.bool_)
    for dy, dx in _NEIGHBOURS:
        at = np.clip(y + dy, 0, height - 1) * width + np.clip(x + dx, 0, width - 1)
        there = _bytes(packed[at])
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
