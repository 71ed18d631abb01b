"""Any background: a model finds the object, the picture's own colours draw its edge, and
foreground estimation gives the edge its colour."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import cv2
import numpy as np
import numpy.typing as npt

from nukki.alpha import colour_odds, foreground, local_matte
from nukki.alpha.result import AlphaResult
from nukki.alpha.source import Byte, Float, Pixels, Source
from nukki.alpha.working_size import enlarged
from nukki.core.pixels import to_float
from nukki.errors import AlphaError

STRATEGY_ID = "segment"

# Where a network finds an object it says 1: of all that it holds possible (above .1) at least 40 %
# is certain (above .9) on photos of things; on noise, brick, grass and gravel at most 16 %.
POSSIBLE, CERTAIN = 0.1, 0.9
LEAST_CERTAIN = 0.25
LEAST_AREA = 0.001  # of the picture: a thing of 30 x 30 pixels in 1024 x 1024
# A pattern, such as the joints of a wall, runs out of the picture in 36 places, things in 17.
MOST_EXITS = 24
MOST_AREA = 0.995  # an object that is all of the picture leaves nothing to remove

WORKING_SIDE = 2048
WORKING_BAND = 120_000  # pixels; what the closed form solves in half a second on two cores
BAND = 192  # the band reaches at most this part of the longer side past the model's own doubt
# So many reaches from where the model changes its mind its word stands: wide doubt, as inside a
# face or along a chin, would come out as a smear of half transparency.
FAR = 2.5
RIDGE = 1.9  # pixels from the rim: the middle of a certain part 4 pixels wide
LOOK = 512  # a side at which the two sides of the outline are compared
VISIBLE_STEP = 0.04  # of √3: sides of an edge that differ by less cannot be told apart


@dataclass(frozen=True)
class _Found:
    """What the model says, at the working size."""

    rgb: Float
    score: Float
    belief: Float  # the same, moved by what the picture's colours say
    decided: float


def salient(source: Source) -> AlphaResult:
    """Cut the object out of a picture whose background is not known.

    `source.prior` says where the object is, or else `source.saliency` is asked. Confidence is the
    product of two measurements: how decided the model is (the mean of |2s − 1| over its scores
    s > .1), and the share of the found outline on which the picture's colours differ between its
    two sides. Raises AlphaError `salient-no-model` when there is nobody to ask,
    `salient-nothing` when no object is found, `salient-everything` when nothing else is.
    """
    found = _ask(source)
    alpha = _edge(found.rgb, found.score, found.belief)
    agreement = _agreement(found.rgb, alpha)
    full = enlarged(source.rgb, found.rgb, alpha)
    colour = foreground.estimate(source.rgb, full)
    opacity = np.rint(full * source.full).astype(source.rgb.dtype)
    rgba: Pixels = np.dstack([colour, opacity])
    return AlphaResult(
        rgba,
        STRATEGY_ID,
        float(np.clip(found.decided * agreement, 0, 1)),
        facts={
            "decided": found.decided,
            "edge_agreement": agreement,
            "working_side": float(max(alpha.shape)),
            "found_by": source.saliency.id if source.prior is None and source.saliency else "prior",
        },
    )


def _ask(source: Source) -> _Found:
    """The score of every pixel at the working size; raises AlphaError when it holds no object."""
    if source.prior is None and source.saliency is None:
        raise AlphaError("salient-no-model")
    small = _shrunk(source.rgb8, WORKING_SIDE)
    if source.prior is not None:
        score = _resized(source.prior, small.shape[:2])
    else:
        assert source.saliency is not None
        score = source.saliency(small)
    possible = score > POSSIBLE
    certain = np.count_nonzero(score > CERTAIN)
    area = certain / score.size
    faint = area < LEAST_AREA or certain < LEAST_CERTAIN * np.count_nonzero(possible)
    if faint or _exits(score > 0.5) > MOST_EXITS:
        raise AlphaError("salient-nothing", found=f"{100 * area:.1f} %")
    if area > MOST_AREA:
        raise AlphaError("salient-everything")
    decided = float(np.abs(2 * score[possible] - 1).mean())
    score = score.astype(np.float32)
    return _Found(to_float(small), score, colour_odds.weighed(small, score), decided)


def _exits(found: npt.NDArray[np.bool_]) -> int:
    """In how many places what is found leaves the picture."""
    ring = np.concatenate([found[0], found[1:, -1], found[-1, -2::-1], found[-2:0:-1, 0]])
    return int(np.count_nonzero(ring & ~np.roll(ring, 1)))


def _edge(rgb: Float, score: Float, belief: Float) -> Float:
    """Alpha at the working size, or at half of it while the band is too large to solve.

    Certain is only what the model and the picture's colours are certain of alike.
    """
    reach = _reach(belief)
    inside = _eroded(np.minimum(score, belief) > CERTAIN, reach, ridges=True)
    inside |= _eroded(belief > 0.5, FAR * reach)
    outside = _eroded(np.maximum(score, belief) < POSSIBLE, reach)
    outside |= _eroded(belief < 0.5, FAR * reach)
    if np.count_nonzero(~(inside | outside)) > WORKING_BAND and max(score.shape) > 256:
        half = (score.shape[0] // 2, score.shape[1] // 2)
        small = _resized(rgb, half)
        alpha = _edge(small, _resized(score, half), _resized(belief, half))
        return enlarged(rgb, small, alpha)
    alpha = local_matte.matte(rgb, belief, inside, outside)
    return _attached(alpha, score > CERTAIN)


def _reach(score: Float) -> int:
    """How far from what it is certain of the model may be wrong, in pixels: by how wide its scores
    run from background to object, which for a fine network is little."""
    doubt = int(np.count_nonzero((score > POSSIBLE) & (score < CERTAIN)))
    outline = int(np.count_nonzero(_outline(score > 0.5)))
    width = doubt / outline if outline else 0.0
    widest = round(max(score.shape) / BAND)
    return int(max(2, min(round(0.8 * width), widest)))


def _outline(solid: npt.NDArray[np.bool_]) -> npt.NDArray[np.bool_]:
    """The pixels of `solid` that touch others; the frame is no other."""
    cross = np.ones((3, 3), np.uint8)
    inner = cv2.erode(solid.astype(np.uint8), cross, borderType=cv2.BORDER_REPLICATE)
    return np.asarray(solid & (inner == 0), bool)


def _attached(alpha: Float, certain: npt.NDArray[np.bool_]) -> Float:
    """Alpha without the islands that no part of the object that the model is sure of reaches."""
    count, label = cv2.connectedComponents((alpha > 0.05).astype(np.uint8))
    if count <= 2:
        return alpha
    kept = np.zeros(count, bool)
    kept[np.unique(label[certain])] = True
    kept[0] = True  # what is fainter than an island is the rim of one
    return np.where(kept[label], alpha, 0).astype(np.float32)


def _agreement(rgb: Float, alpha: Float) -> float:
    """The share of the outline on which the picture's colours differ between its two sides."""
    factor = min(1.0, LOOK / max(alpha.shape))
    form = tuple(max(1, round(side * factor)) for side in alpha.shape)
    rgb, alpha = _resized(rgb, form), _resized(alpha, form)
    solid = (alpha >= 0.5).astype(np.float32)
    window = (7, 7)
    share = cv2.blur(solid, window)
    front = cv2.blur(rgb * solid[..., None], window) / np.maximum(share, 1e-3)[..., None]
    back = cv2.blur(rgb * (1 - solid)[..., None], window) / np.maximum(1 - share, 1e-3)[..., None]
    outline = _outline(solid > 0)
    if not outline.any():
        return 0.0
    step = np.linalg.norm((front - back)[outline], axis=1)
    return float(np.count_nonzero(step > VISIBLE_STEP) / step.size)


def _shrunk(rgb: Byte, side: int) -> Byte:
    """The picture with its longer side at most `side`, by area."""
    factor = side / max(rgb.shape[:2])
    if factor >= 1:
        return rgb
    return np.asarray(_resized(rgb, tuple(max(1, round(n * factor)) for n in rgb.shape[:2])))


def _resized(values: npt.NDArray[Any], form: tuple[int, ...]) -> npt.NDArray[Any]:
    """To (h, w): by area where it shrinks, bilinear where it grows."""
    if values.shape[:2] == form:
        return values
    way = cv2.INTER_AREA if form[0] < values.shape[0] else cv2.INTER_LINEAR
    return cv2.resize(values, (form[1], form[0]), interpolation=way)


def _eroded(
    side: npt.NDArray[np.bool_], reach: float, *, ridges: bool = False
) -> npt.NDArray[np.bool_]:
    """The pixels farther than `reach` from the other side; the frame is no other side.

    With `ridges` also the middle of parts too thin for that, or their colours would be unknown.
    """
    distance = np.asarray(cv2.distanceTransform(side.astype(np.uint8), cv2.DIST_L2, 5), np.float32)
    far = distance > reach
    if ridges:
        highest = cv2.dilate(distance, np.ones((5, 5), np.uint8))
        far |= (distance > RIDGE) & (distance >= highest)
    return np.asarray(far, bool)
