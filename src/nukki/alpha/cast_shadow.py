"""The soft shadow that an object casts on its backing: I = k B, the backing's colour made darker.

It is found on a small copy, where noise is low, as what can be reached from the bare backing
without crossing an edge, and kept as a smooth field that any block of the picture is read from.
"""

from __future__ import annotations

from dataclasses import dataclass, fields, replace

import cv2
import numpy as np
import numpy.typing as npt

from nukki.alpha.background import Backdrop
from nukki.alpha.result import Remark
from nukki.alpha.source import Colour, Float, Pixels

Mask = npt.NDArray[np.uint8]
Bool = npt.NDArray[np.bool_]

COPY_SIDE = 512  # a soft shadow of a picture of 1024 has nothing that half its size cannot hold
STRIP = 1 << 20  # pixels that are in work at once as floats
DARK = 0.15  # on a backing darker than this nothing darker can be told
SATURATED = 0.35  # a backing whose channels differ by this share has a chroma of its own
DEEPEST = {True: 0.85, False: 0.6}  # of saturated backings and others; beyond, it is dark object
# An edge's weak and strong step, each (least, times the noise), of saturated backings and others.
EDGE = {False: ((0.012, 4.0), (0.012, 4.0)), True: ((0.008, 2.5), (0.012, 4.0))}
REACH = {
    False: 8,
    True: 2,
}  # under the object, in pixels of the copy, of saturated backings and others
# On saturated backings, where chroma keeps objects out, a rim is an edge only when this share of
# its height is climbed within 2 px of the copy: a shadow's foot is steep, but no step.
AT_ONCE = 0.65
LEAST_DEPTH = 0.03  # what is fainter everywhere is the backing's own unevenness
LEAST_SHARE = 5e-4  # of the picture; smaller spots are no cast shadow
_DISC = cv2.getStructuringElement(cv2.MORPH_ELLIPSE, (5, 5))
_BOX = np.ones((3, 3), np.uint8)


@dataclass(frozen=True)
class Shadow:
    """A cast shadow: black, with alpha 1 - k, as (h, w) float32 0..1 on a copy smaller by `factor`.

    `depth` is carried on smoothly below the object. `behind` ends a little way under the
    object's edge: deeper in, nothing is known, and a dark grey object must not be taken for
    backing because the shadow carried on below it happens to be as dark. Both are 0 everywhere
    where there is no shadow.
    """

    depth: Float
    behind: Float
    factor: int
    shape: tuple[int, int]
    remarks: tuple[Remark, ...] = ()

    @property
    def found(self) -> bool:
        """Whether there is a shadow at all."""
        return bool(self.behind.any())

    def layer(self, dtype: npt.DTypeLike) -> Pixels:
        """The shadow as a picture of its own, (H, W, 4) straight black of that integer type."""
        full = np.iinfo(dtype).max
        height, width = self.shape
        made = np.zeros((height, width, 4), dtype)
        step = max(1, STRIP // width)
        for top in range(0, height, step):
            rows = slice(top, min(top + step, height))
            made[rows, :, 3] = np.rint(full * self.on(self.depth, rows, slice(0, width)))
        return made

    def on(self, values: Float, rows: slice, columns: slice) -> Float:
        """What `values` of the copy are on a block of the picture, (h, w) float32."""
        top, bottom, _ = rows.indices(self.shape[0])
        left, right, _ = columns.indices(self.shape[1])
        scale = 1 / self.factor
        starts = [(start + 0.5) * scale - 0.5 for start in (left, top)]
        # Lines between pixels of the copy cut the crests of a steep shadow, where grain is low.
        block = cv2.warpAffine(
            values,
            np.array([[scale, 0, starts[0]], [0, scale, starts[1]]]),
            (right - left, bottom - top),
            flags=cv2.INTER_CUBIC | cv2.WARP_INVERSE_MAP,
            borderMode=cv2.BORDER_REPLICATE,
        )
        return np.clip(np.asarray(block, np.float32), 0, 1)


@dataclass(frozen=True)
class Shaded(Backdrop):
    """A backdrop under its shadow: what an edge that stands in the shadow is mixed with."""

    shadow: Shadow

    def at(self, rows: slice, columns: slice = slice(None)) -> Float:
        """k B on a block of the picture, (h, w, 3) float32 in 0..1."""
        lit = super().at(rows, columns)
        lit *= (1 - self.shadow.on(self.shadow.behind, rows, columns))[..., None]
        return lit


def under(backdrop: Backdrop, shadow: Shadow) -> Backdrop:
    """The backdrop as it shows with the shadow on it."""
    if not shadow.found:
        return backdrop
    own = {field.name: getattr(backdrop, field.name) for field in fields(Backdrop)}
    return Shaded(**own, shadow=shadow)


@dataclass(frozen=True)
class _Copy:
    """The small copy in terms of the backing. `depth` 1 - k; `chroma`: I is some k B, bool;
    `noise`: of depth; `neutral`: the backing has no chroma by which an object could differ."""

    depth: Float
    chroma: Mask
    noise: float
    neutral: bool


def cast_shadow(rgb: Pixels, backdrop: Backdrop) -> Shadow:
    """The shadow on the backing of (H, W, 3) `rgb`; none where the object might be taken for it."""
    height, width = rgb.shape[:2]
    # Without chroma to go by, grain has to be averaged away in small pictures as well.
    least = 2 if _neutral(backdrop.colour) else 1
    factor = max(least, -(-max(height, width) // COPY_SIDE))
    size = (-(-height // factor), -(-width // factor))
    nothing = np.zeros(size, np.float32)
    none = Shadow(nothing, nothing, factor, (height, width))
    copy = _copy(rgb, backdrop, factor)
    if copy is None:
        return none
    ground = _reached(copy)
    region = _region(copy, ground)
    if not region.any():
        return none
    if _doubt(copy, ground, region):
        share = f"{100 * region.mean():.1f}"
        return replace(none, remarks=(Remark("shadow-unsure", {"share": share}),))
    depth, seen = _field(copy, ground, region)
    reach = cv2.dilate(seen, _BOX, iterations=REACH[copy.neutral])
    return replace(none, depth=depth, behind=depth * reach)


def _neutral(colour: Colour) -> bool:
    return max(colour) - min(colour) < SATURATED * max(colour)


def _copy(rgb: Pixels, backdrop: Backdrop, factor: int) -> _Copy | None:
    seen, bare = _shrunk(rgb, backdrop, factor)
    power = np.einsum("hwc,hwc->hw", bare, bare)
    colour = np.median(bare[::4, ::4].reshape(-1, 3), axis=0)
    if colour.max() < DARK:
        return None
    k = np.einsum("hwc,hwc->hw", seen, bare) / np.maximum(power, 1e-4)
    red, green, blue = cv2.split(np.abs(seen - k[..., None] * bare))
    off = np.maximum(np.maximum(red, green), blue)
    depth = np.asarray(1 - k, np.float32)
    norm = float(np.linalg.norm(colour))
    rough = float(backdrop.sigma.max())
    bare_px = (np.abs(depth) < 4 * rough / norm) & (off < 4 * rough)
    noise = 1e-3 + (
        1.4826 * float(np.median(np.abs(depth[bare_px][::4]))) if bare_px.any() else rough
    )
    # A bounce off the floor tints a shadow slightly, and the more the deeper it is.
    chroma = off < 3.5 * noise * norm + 1 / 255 + 0.03 * np.clip(depth, 0, 1)
    return _Copy(depth, _mask(chroma), noise, _neutral(backdrop.colour))


def _shrunk(rgb: Pixels, backdrop: Backdrop, factor: int) -> tuple[Float, Float]:
    """Picture and backing, 0..1, as means over `factor` squares; the last row and column go on."""
    height, width = rgb.shape[:2]
    size = (-(-width // factor), -(-height // factor))
    right = size[0] * factor - width
    seen = np.empty((size[1], size[0], 3), np.float32)
    full = np.float32(np.iinfo(rgb.dtype).max)
    step = max(1, STRIP // (width * factor))
    for top in range(0, size[1], step):
        rows = slice(top * factor, min((top + step) * factor, height))
        small = (size[0], min(step, size[1] - top))
        below = small[1] * factor - (rows.stop - rows.start)
        strip = cv2.copyMakeBorder(rgb[rows], 0, below, 0, right, cv2.BORDER_REPLICATE)
        means = cv2.resize(strip.astype(np.float32), small, interpolation=cv2.INTER_AREA)
        seen[top : top + step] = means / full
    rows, columns = (slice(min(factor // 2, n - 1), None, factor) for n in (height, width))
    bare = backdrop.at(rows, columns)
    down, across = (n - m for n, m in zip(seen.shape, bare.shape[:2], strict=False))
    return seen, np.pad(bare, ((0, down), (0, across), (0, 0)), "edge")


def _mask(truth: Bool) -> Mask:
    return np.asarray(truth, np.uint8)


def _mean(values: Float, weights: Mask, spread: float) -> Float:
    """The local mean of the values that have weight, by a Gaussian; 0 where none is near."""
    share = cv2.GaussianBlur(weights.astype(np.float32), (0, 0), spread)
    total = cv2.GaussianBlur(values * weights, (0, 0), spread)
    return np.asarray(total / np.maximum(share, 1e-3), np.float32)


def _reached(copy: _Copy) -> Mask:
    """The ground: bare or shaded backing that one can walk to without crossing an edge.

    An edge is where the depth leaves its own local mean; a shadow may be steeper where it is deep.
    Where edge meets edge with hardly a step between, the weak part of it counts as well, and no
    path leads through a gap narrower than the disc.
    """
    least, most = -4 * copy.noise - 0.01, DEEPEST[not copy.neutral]
    alike = copy.chroma & _mask((copy.depth > least) & (copy.depth < most))
    smooth = _mean(copy.depth, alike, 1.5)
    step = np.abs(copy.depth - smooth) - 0.06 * smooth.clip(0)
    if not copy.neutral:
        step[_gradual(copy.depth, alike)] = 0
    weak, strong = (max(low, times * copy.noise) for low, times in EDGE[copy.neutral])
    free = alike & ~_holding((step > weak) & (alike > 0), step > strong)
    brush = _DISC if copy.neutral else _BOX
    ways = np.asarray(cv2.erode(free, brush), np.uint8)
    walked = np.asarray(cv2.dilate(_holding(ways > 0, _starts(copy, ways)), brush), np.uint8)
    return _seen_from_outside(copy, walked & free) if copy.neutral else walked & free


def _gradual(depth: Float, alike: Mask) -> Bool:
    """Where the depth climbs over many pixels of the copy, by what is seen of it within `alike`."""
    high = np.where(alike > 0, depth, -1).astype(np.float32)
    low = np.where(alike > 0, depth, 2).astype(np.float32)
    near, wide = (
        cv2.dilate(high, np.ones((n, n), np.uint8)) - cv2.erode(low, np.ones((n, n), np.uint8))
        for n in (3, 9)
    )
    steady = _mask(near < AT_ONCE * wide)
    return np.asarray(cv2.erode(steady, _BOX) > 0)  # an edge is as wide as its finest blur


def _starts(copy: _Copy, ways: Mask) -> Bool:
    """Where the ground is known to lie: at the frame; on a backing with a chroma of its own also
    where it is bare inside a ring or between strands."""
    if not copy.neutral:
        return np.abs(copy.depth) < 3 * copy.noise
    frame = np.ones(ways.shape, bool)
    frame[4:-4, 4:-4] = False
    return frame


def _holding(parts: Bool, marks: Bool) -> Mask:
    """The connected parts that hold a mark, as (h, w) uint8 0 or 1."""
    count, label = cv2.connectedComponents(parts.astype(np.uint8), connectivity=8)
    held = np.zeros(count, np.uint8)
    held[label[marks & parts]] = 1
    held[0] = 0
    return np.asarray(held[label], np.uint8)


def _seen_from_outside(copy: _Copy, ground: Mask) -> Mask:
    """The ground without what lies within an outline.

    On a backing without chroma the walk can enter a grey object where its foot is as dark as its
    shadow. From in there edges block the view to bare ground in three of four directions.
    """
    bare = (ground > 0) & (copy.depth < LEAST_DEPTH)
    blocked = _blocked(ground == 0, bare)
    kept = ground & _mask(bare | (blocked < 3))
    return np.asarray(cv2.morphologyEx(kept, cv2.MORPH_OPEN, _BOX), np.uint8)


def _blocked(wall: Bool, bare: Bool) -> Mask:
    """For each place in how many of the four directions the view ends at a wall, not at bare
    ground or the frame."""
    count = np.zeros(wall.shape, np.uint8)
    for upright in (True, False):
        for step in (1, -1):
            walls, bares, counts = ((a if upright else a.T)[::step] for a in (wall, bare, count))
            shut = np.zeros(walls.shape[1], bool)
            for row, open_row, into in zip(walls, bares, counts, strict=True):
                shut = (shut | row) & ~open_row
                into += shut
    return count


def _region(copy: _Copy, ground: Mask) -> Mask:
    """The shadow: dark ground, and its faint rim down to the unevenness of the bare ground."""
    dark = (_mean(copy.depth, ground, 1.5) > LEAST_DEPTH) & (ground > 0)
    core = np.asarray(cv2.morphologyEx(_mask(dark), cv2.MORPH_OPEN, _DISC), np.uint8)
    faint = _mean(copy.depth, ground, 3)
    bare = faint[(ground > 0) & (cv2.dilate(core, np.ones((41, 41), np.uint8)) == 0)]
    uneven = 1.4826 * float(np.median(np.abs(bare[::4]))) if bare.size else LEAST_DEPTH
    shaded = (faint > max(0.003, 3 * uneven)) & (ground > 0)
    _, label, stats, _ = cv2.connectedComponentsWithStats(core, connectivity=8)
    large = stats[:, cv2.CC_STAT_AREA] >= LEAST_SHARE * core.size
    large[0] = False
    return _holding(shaded, large[label])


def _doubt(copy: _Copy, ground: Mask, region: Mask) -> bool:
    """Whether the region lies where no cast shadow does: apart from the object, above it, or all
    over the picture."""
    thing = np.asarray(cv2.morphologyEx(1 - ground, cv2.MORPH_OPEN, _BOX), np.uint8)
    if not thing.any() or region.mean() > 0.6:
        return True
    near = np.asarray(cv2.dilate(thing, np.ones((25, 25), np.uint8)), np.uint8)
    if not (near & region).any():
        return True
    ys = np.arange(region.shape[0], dtype=np.float32)
    rows = np.flatnonzero(thing.any(axis=1))
    weight = (copy.depth * region).sum(axis=1)
    return bool((ys * weight).sum() / weight.sum() < (rows[0] + rows[-1]) / 2)


def _field(copy: _Copy, ground: Mask, region: Mask) -> tuple[Float, Mask]:
    """Depth of the region, 0 on the bare ground, both carried on smoothly over all the rest; and
    the region with its foot."""
    known = region.copy()
    depth = _mean(copy.depth, region, 1)
    if not copy.neutral:
        depth += _mean(copy.depth - depth, region, 1)  # what the mean took off the crests
    depth = (depth * region).clip(0)
    tolerance = max(0.03 if copy.neutral else 0.05, 4 * copy.noise)
    # The steep foot, which the edge test left out; and, where chroma tells the two apart, the
    # gaps between strands that stand in the shadow.
    for _ in range(3 if copy.neutral else 16):
        wider = np.asarray(cv2.dilate(known, _BOX), np.uint8)
        ring = wider & ~known & ~ground & copy.chroma
        share = cv2.blur(known.astype(np.float32), (3, 3))
        around = cv2.blur(depth * known, (3, 3)) / np.maximum(share, 1e-3)
        alike = _mask(np.abs(copy.depth - around) < tolerance) & ring
        depth = np.where(alike > 0, copy.depth.clip(0), depth)
        known |= alike
    return _carried_on(depth, known | ground), known


def _carried_on(values: Float, known: Mask) -> Float:
    """`values` where known, elsewhere the mean of what is known ever further around."""
    weight = known.astype(np.float32)
    if min(values.shape) < 2 or known.all():
        return np.asarray(values, np.float32)
    total, share = cv2.pyrDown(values * weight), cv2.pyrDown(weight)
    means = np.asarray(total / np.maximum(share, 1e-6), np.float32)
    coarse = _carried_on(means, _mask(share > 1e-3))
    finer = cv2.pyrUp(coarse, dstsize=(values.shape[1], values.shape[0]))
    return np.where(known > 0, values, finer).astype(np.float32)
