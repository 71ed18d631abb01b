"""What an enclosed place that looks like background is: a hole, or a part in the key's colour.

Measurement speaks first: a part has its own shade, a hole shows the backing's own gradient, and
what is framed thinly is a hole. Where both would look the same, a saturated backing is seen through
a hole, for its colour was chosen since the object lacks it; on a neutral one a model is asked.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any, Literal

import cv2
import numpy as np
import numpy.typing as npt

from nukki.alpha.background import Backdrop
from nukki.alpha.result import Remark
from nukki.alpha.source import Byte, Float, Source
from nukki.alpha.unmix import Matte, Plane
from nukki.errors import Plain

Mask = npt.NDArray[np.uint8]
Bool = npt.NDArray[np.bool_]
Verdict = Literal["hole", "part", "shaded", "open"]

# Means of a model's answer that are taken for one and for the other. u2netp gave .78 to .93 to
# true holes that look like the backing, .98 to 1 to parts; what has a shade of its own needs less.
HOLE, PART, PART_SHADED = 0.3, 0.95, 0.7
NEUTRAL = 200  # the backing that a model is shown: on green and magenta u2netp fills handles
FRAMED = 0.55  # of a place's wall is thinner than half the place, or thin as strands are:
NARROW = 0.5  # of half a place: the wall of a ring, of a wire frame
THIN = 0.008  # of the picture's longer side
ASKED_SIDE = 1024
MAP_SIDE = 1024
SATURATED = 0.3  # from here on between the channels of a backing it has a chroma to be chosen for
LEAST_AREA, LEAST_SHARE = 16, 1e-4  # px, share of the picture; smaller ones remain holes
SEEN_SHARE, SEEN_ACROSS = 2e-4, 8  # of the picture, px: what a person can see and is told of
MOST_REMARKS = 5
TILE = 32
AROUND = 8  # px around a place that are looked at, to see how the object begins
MOST_READ = 1 << 18  # pixels of a place; the law of large numbers has spoken by then
LEAST_OFF = 0.5 / 255  # no difference smaller than this is told from an error of the fit
SURE_SLOPE = 0.15
EVENLY = 0.85  # of the pixels 3 px around a place are faint where shading makes it
FADE = 48
NOISELESS = 0.8 / 255  # the noise of a drawing or of clipped white; rounding alone makes 0.5
AS_ASKED = 1.5 / 255
BLEED = 9.0  # px into a place that JPEG's blocks carry the object's colour
GAP = 1e-3  # of the picture: what is framed and smaller lies between strands or in a net
RIM = 4  # px of partial alpha around a part, which its edge left
_BOX = np.ones((3, 3), np.uint8)
MOST_PLACES = 4096  # the largest are judged; a sieve has more, and all are alike


@dataclass(frozen=True)
class Place:
    """An enclosed region: its box in the picture, and where in the box it is, (h, w) uint8."""

    box: tuple[slice, slice]
    inside: Mask

    @property
    def area(self) -> int:
        """Pixels."""
        return int(np.count_nonzero(self.inside))

    @property
    def depth(self) -> Float:
        """How far each pixel of the box is inside, (h, w), 0 outside."""
        padded = cv2.distanceTransform(np.pad(self.inside, 1), cv2.DIST_L2, 3)
        return np.asarray(padded[1:-1, 1:-1], np.float32)

    def seen(self, pixels: int) -> bool:
        """Whether a person sees the place in a picture of so many pixels."""
        large = self.area >= SEEN_SHARE * pixels
        return large and 2 * float(self.depth.max()) >= SEEN_ACROSS


@dataclass(frozen=True)
class Bare:
    """How bare backing looks where it is surely bare, in 0..1: `grain` is the RMS of what the fit
    leaves, averaged over 5 x 5 px; `drift` how far means of whole tiles are off; `sigma` noise."""

    grain: float
    drift: float
    sigma: float


@dataclass(frozen=True)
class Doubt:
    """A place that measurement cannot tell: with which mean of a model's answer it is filled, and
    from which on a person is told that it was left open."""

    place: Place
    filled: float
    told: float = HOLE


def gate(source: Source, matte: Matte, backdrop: Backdrop) -> tuple[Matte, tuple[Remark, ...]]:
    """`matte` with the parts in the key's colour made opaque again, in their original bytes.

    `backdrop` is what the matte was solved against. The model of `source` is asked at most once,
    and only when something worth it is undecided. What stays undecided stays a hole, with a remark.
    """
    places = enclosed(matte.alpha, max(LEAST_AREA, LEAST_SHARE * matte.alpha.size))
    if not places:
        return matte, ()
    bare = _bare(source, matte, backdrop)
    regions = _map(matte.alpha)
    parts, shaded, doubts = [], [], []
    for place in places:
        framed = _framed(place, regions, matte.alpha.shape)
        if framed and place.area < GAP * matte.alpha.size:
            continue
        if _fades_in(source, backdrop, place, bare):
            shaded.append(place)
            continue
        if framed:
            # A label leaves little of a bottle's front at its sides, but more than a ring has.
            if is_neutral(backdrop) and not _framed(place, regions, matte.alpha.shape, NARROW):
                doubts.append(Doubt(place, PART, PART))
            continue
        verdict = _measured(source, backdrop, place, bare)
        if verdict == "part":
            parts.append(place)
        elif verdict != "hole":
            doubts += _doubt(place, verdict, backdrop, matte.alpha.size)
    more, remarks = _asked(source, matte, doubts)
    filled = _filled(source, _filled(source, matte, parts + more, RIM), shaded, FADE)
    return filled, tuple(remarks[:MOST_REMARKS])


def is_neutral(backdrop: Backdrop) -> bool:
    """Whether the backing is white, grey or black, which objects often have in them as well."""
    return max(backdrop.colour) - min(backdrop.colour) < SATURATED


def _doubt(place: Place, verdict: Verdict, backdrop: Backdrop, pixels: int) -> list[Doubt]:
    """What a model has to say to fill the place; none where its answer would change nothing.

    Parts in the colour of a neutral backing are common: a white label, a glint. A saturated one
    was chosen because the object lacks its colour, so there only a shade of its own makes a part.
    """
    if is_neutral(backdrop):
        return [Doubt(place, PART if verdict == "open" else PART_SHADED)]
    if not place.seen(pixels):
        return []
    if verdict == "shaded" and place.depth.max() > BLEED:
        return [Doubt(place, PART_SHADED)]
    return [Doubt(place, np.inf, PART_SHADED)]


def _asked(source: Source, matte: Matte, doubts: list[Doubt]) -> tuple[list[Place], list[Remark]]:
    """Which of the undecided places the model takes for parts, and what to tell a person."""
    pixels = matte.alpha.size
    if source.saliency is None:
        lost = [doubt.place for doubt in doubts if doubt.told == HOLE]
        seen = [place for place in lost if place.seen(pixels)]
        return [], [Remark("gate-not-asked", _where(place)) for place in seen]
    if not doubts:
        return [], []
    answer = source.saliency(_on_neutral(source.rgb8, matte.alpha))
    parts, remarks = [], []
    for doubt in doubts:
        mean = _mean_over(answer, doubt.place, matte.alpha.shape)
        if mean > doubt.filled:
            parts.append(doubt.place)
        elif mean < doubt.told:
            continue
        if doubt.place.seen(pixels):
            code = "gate-filled" if mean > doubt.filled else "gate-ambiguous"
            remarks.append(Remark(code, {**_where(doubt.place), "found": f"{mean:.2f}"}))
    return parts, remarks


def enclosed(alpha: Plane, least: float, most: float = np.inf) -> list[Place]:
    """The regions of (H, W) `alpha` below half, of `least` to `most` px, that object surrounds;
    the largest first."""
    full = np.iinfo(alpha.dtype).max
    solid = np.asarray(cv2.inRange(alpha, full // 2 + 1, full), np.uint8)
    outlines, tree = cv2.findContours(solid, cv2.RETR_CCOMP, cv2.CHAIN_APPROX_NONE)
    if not outlines:
        return []
    holes = [line for line, links in zip(outlines, tree[0], strict=True) if links[3] >= 0]
    sized = [(cv2.contourArea(line), line) for line in holes]  # at least that of the region
    sized = [(area, line) for area, line in sized if least <= area <= 2 * most + 8]
    sized.sort(key=lambda pair: -pair[0])
    places = (_place(line, solid) for _, line in sized[:MOST_PLACES])
    return [place for place in places if least <= place.area <= most]


def _place(outline: npt.NDArray[Any], solid: Mask) -> Place:
    left, top, width, height = cv2.boundingRect(outline)
    box = (slice(top, top + height), slice(left, left + width))
    inside = np.zeros((height, width), np.uint8)
    cv2.drawContours(inside, [outline], -1, 1, cv2.FILLED, offset=(-left, -top))
    return Place(box, inside & (solid[box] == 0))


def _bare(source: Source, matte: Matte, backdrop: Backdrop) -> Bare:
    """Read from tiles of the picture that are wholly empty."""
    sigma = float(np.linalg.norm(backdrop.sigma))
    height, width = matte.alpha.shape
    grains, means = [], []
    for top in _starts(height):
        for left in _starts(width):
            tile = (slice(top, top + TILE), slice(left, left + TILE))
            if not matte.alpha[tile].any():
                rest = _rest(source, backdrop, tile)
                grains.append(_power(cv2.blur(rest, (5, 5))).mean())
                means.append(rest.mean(axis=(0, 1)))
    if len(grains) < 3:
        return Bare(sigma / 2, 1 / 255, sigma)
    drift = np.sqrt(np.median(_power(np.array(means))))
    return Bare(float(np.sqrt(np.median(grains))), float(drift), sigma)


def _starts(length: int) -> range:
    return range(0, max(1, length - TILE + 1), max(TILE, length // 12))


def _rest(source: Source, backdrop: Backdrop, at: tuple[slice, slice]) -> Float:
    """I − B on a block of the picture, (h, w, 3) float32."""
    rest = source.rgb[at].astype(np.float32) / np.float32(source.full)
    rest -= backdrop.at(*at)
    return np.asarray(rest, np.float32)


def _power(values: npt.NDArray[Any]) -> Float:
    return np.asarray(np.einsum("...c,...c->...", values, values), np.float32)


def _measured(source: Source, backdrop: Backdrop, place: Place, bare: Bare) -> Verdict:
    """What the pixels say of a place, without any idea of what the picture shows."""
    window, inside = _window(place, source.rgb.shape)
    rest = _rest(source, backdrop, window)
    depth = cv2.distanceTransform(np.pad(inside, 1), cv2.DIST_L2, 3)[1:-1, 1:-1]
    wide = float(depth.max())
    core = np.asarray(depth >= min(BLEED, wide / 2), np.uint8)
    behind = backdrop.at(*window)
    tone = behind / np.sqrt(np.maximum(_power(behind), 1e-6))[..., None]
    along = np.einsum("hwc,hwc->hw", rest, tone)[..., None] * tone
    if wide > BLEED and _differs(rest - along, core, bare):
        return "part"
    if _differs(rest, core, bare):  # darker or lighter: a shade on the backing, or a part's own
        return "shaded"
    verdict = _follows(rest[core > 0], behind[core > 0], bare)
    alike = is_neutral(backdrop) or _painted_alike(source, backdrop, behind[core > 0])
    return "hole" if verdict == "open" and not alike else verdict


def _window(place: Place, shape: tuple[int, ...]) -> tuple[tuple[slice, slice], Mask]:
    """The place with some of its surroundings, every so many pixels of a huge one, and its mask."""
    step = max(1, round((place.inside.size / MOST_READ) ** 0.5))
    return _widened(place, shape, step, AROUND * step)


def _widened(
    place: Place, shape: tuple[int, ...], step: int, margin: int
) -> tuple[tuple[slice, slice], Mask]:
    spans, pads = [], []
    for span, length in zip(place.box, shape, strict=False):
        start = span.start - margin
        start = start if start >= 0 else span.start % step
        wide = slice(start, min(length, span.stop + margin), step)
        before = (span.start - start) // step
        own = len(range(span.start, span.stop, step))
        spans.append(wide)
        pads.append((before, len(range(wide.start, wide.stop, step)) - before - own))
    return (spans[0], spans[1]), np.pad(place.inside[::step, ::step], pads)


def _fades_in(source: Source, backdrop: Backdrop, place: Place, bare: Bare) -> bool:
    """Whether the object comes up gradually around the place: then its own shading runs through
    the backing's colour there. A hole and a printed part have an outline, strands are uneven."""
    window, inside = _window(place, source.rgb.shape)
    strength = np.sqrt(_power(_rest(source, backdrop, window)))
    reach = 2.4 * bare.sigma + 1.5 / 255  # what `unmix` takes for background
    alike = cv2.morphologyEx(inside & (strength < reach), cv2.MORPH_OPEN, _BOX)
    shells = [cv2.dilate(alike, np.ones((n, n), np.uint8)) for n in (5, 7, 13, 17)]
    near, far = strength[shells[1] > shells[0]], strength[shells[3] > shells[2]]
    if not near.size or not far.size:
        return False
    faint = np.mean((near > 0.5 * reach) & (near < 3 * reach))
    return bool(faint > EVENLY and np.median(near) < 0.85 * np.median(far))


def _differs(rest: Float, core: Mask, bare: Bare) -> bool:
    """Whether the place is off the backing, in its mean or in its texture."""
    count = np.count_nonzero(core)
    share = cv2.blur(core.astype(np.float32), (5, 5))[core > 0]
    total = cv2.blur(rest * core[..., None], (5, 5))[core > 0]
    texture = np.sqrt(np.average(_power(total) / share, weights=share))
    mean = np.sqrt(_power(rest[core > 0].mean(axis=0)))
    off = 4 * np.hypot(bare.drift, bare.sigma / np.sqrt(count))
    return bool(texture > bare.grain * (1.5 + 4 / np.sqrt(count)) or mean > max(off, LEAST_OFF))


def _painted_alike(source: Source, backdrop: Backdrop, behind: Float) -> bool:
    """Whether a part could have just the backing's colour here, for want of noise in the picture
    or because the backing was asked for in that colour; else so close a match is no accident."""
    if backdrop.sigma.max() < NOISELESS:
        return True
    asked = source.background
    if asked is None:
        return False
    return bool(np.abs(behind.mean(axis=0) - np.asarray(asked)).max() < AS_ASKED)


def _follows(rest: Float, behind: Float, bare: Bare) -> Verdict:
    """Whether (n, 3) I changes as the backing does: I − B does not depend on B in a hole, and
    falls as B rises in a part of one colour. Open where the backing is too even to tell."""
    change = behind - behind.mean(axis=0)
    power = float(_power(change).sum())
    if power <= 0:
        return "open"
    slope = float((rest * change).sum()) / power
    doubt = np.hypot(bare.sigma / np.sqrt(power), bare.drift / np.sqrt(power / len(rest)))
    if doubt > SURE_SLOPE:
        return "open"
    return "hole" if slope > -0.4 else "part" if slope < -0.6 else "open"


def _map(alpha: Plane) -> npt.NDArray[np.int32]:
    """The separate regions of low (H, W) `alpha`, numbered from 1, on a small copy."""
    small = _small(alpha, MAP_SIDE)
    low = cv2.inRange(small, 0, np.iinfo(alpha.dtype).max // 2)
    return np.asarray(cv2.connectedComponents(low, connectivity=4)[1], np.int32)


def _framed(
    place: Place, regions: npt.NDArray[np.int32], shape: tuple[int, ...], thick: float = 1.0
) -> bool:
    """Whether most of the wall around the place, to the air or to the next place, is thin, `thick`
    times half the place itself: so it is in a ring, a handle, a net, between strands of hair."""
    spans = []
    for span, whole, length in zip(place.box, shape, regions.shape, strict=True):
        reach = (span.stop - span.start) // 2
        start = max(0, span.start - reach) * length // whole
        spans.append(slice(start, min(whole, span.stop + reach) * length // whole + 1))
    near = regions[spans[0], spans[1]]
    y, x = (int(v[len(v) // 2]) for v in np.nonzero(place.inside))
    y, x = y + place.box[0].start, x + place.box[1].start
    number = regions[y * regions.shape[0] // shape[0], x * regions.shape[1] // shape[1]]
    own = np.asarray(near == number, np.uint8)
    if not number or own[0].any() or own[-1].any() or own[:, 0].any() or own[:, -1].any():
        return False
    wide = float(cv2.distanceTransform(own, cv2.DIST_L2, 3).max())
    others = np.asarray((near == 0) | (own > 0), np.uint8)
    far = cv2.distanceTransform(others, cv2.DIST_L2, 3)
    rim = cv2.dilate(own, _BOX) > own
    return bool(np.mean(far[rim] < max(thick * wide, THIN * max(regions.shape))) >= FRAMED)


def _small(picture: npt.NDArray[Any], side: int) -> npt.NDArray[Any]:
    """A copy of at most `side` px a side."""
    height, width = picture.shape[:2]
    scale = min(1.0, side / max(height, width))
    size = (max(1, round(width * scale)), max(1, round(height * scale)))
    return np.asarray(cv2.resize(picture, size, interpolation=cv2.INTER_AREA))


def _on_neutral(rgb: Byte, alpha: Plane) -> Byte:
    """The picture with grey for its backing, small enough for a model."""
    small = _small(rgb, ASKED_SIDE)
    cover = _small(alpha, ASKED_SIDE)[..., None] / np.float32(np.iinfo(alpha.dtype).max)
    return np.asarray(np.rint(small * cover + NEUTRAL * (1 - cover)), np.uint8)


def _mean_over(answer: Float, place: Place, shape: tuple[int, ...]) -> float:
    """The mean of `answer`, a copy of the picture in size, over the place."""
    spans = []
    for span, length, whole in zip(place.box, answer.shape, shape, strict=True):
        start = span.start * length // whole
        spans.append(slice(start, max(start + 1, -(-span.stop * length // whole))))
    view = answer[spans[0], spans[1]]
    size = (view.shape[1], view.shape[0])
    weight = cv2.resize(place.inside.astype(np.float32), size, interpolation=cv2.INTER_AREA)
    return float(np.sum(view * weight) / max(float(np.sum(weight)), 1e-6))


def _where(place: Place) -> dict[str, Plain]:
    rows, columns = place.box
    return {
        "x": (columns.start + columns.stop) // 2,
        "y": (rows.start + rows.stop) // 2,
        "width": columns.stop - columns.start,
        "height": rows.stop - rows.start,
        "area": place.area,
    }


def _filled(source: Source, matte: Matte, parts: list[Place], rim: int) -> Matte:
    """The matte with these places opaque, and with the partial pixels that lie around them."""
    if not parts:
        return matte
    alpha, colour = matte.alpha.copy(), matte.colour.copy()
    for place in parts:
        box, part = _widened(place, alpha.shape, 1, rim)
        partial = (alpha[box] < source.full) & ((alpha[box] > 0) | (part > 0))
        for _ in range(rim):
            part = np.asarray(cv2.dilate(part, _BOX), np.uint8) & partial
        alpha[box][part > 0] = source.full
        colour[box][part > 0] = source.rgb[box][part > 0]
    return replace(matte, alpha=alpha, colour=colour)
