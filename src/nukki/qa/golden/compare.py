"""A cutout against what is expected of it: aligned by their offsets, measured, judged."""

from __future__ import annotations

from dataclasses import asdict, dataclass
from typing import TYPE_CHECKING, Any, Literal

import numpy as np
import numpy.typing as npt

from nukki.core.pixels import to_float
from nukki.qa import metrics

if TYPE_CHECKING:
    from nukki.errors import NukkiError
    from nukki.qa.golden.case import Case, Thresholds

Byte = npt.NDArray[np.uint8]
Float = npt.NDArray[np.float32]

Measure = Literal["ssim", "alpha_iou", "soft_alpha_mae", "recomposition"]
MEASURES: tuple[Measure, ...] = ("ssim", "alpha_iou", "soft_alpha_mae", "recomposition")
HIGHER_IS_BETTER: frozenset[Measure] = frozenset(("ssim", "alpha_iou"))
_GREY = (0.5, 0.5, 0.5)
_AROUND = 8  # px around what is visible that SSIM is measured in, so that no canvas dilutes it


@dataclass(frozen=True)
class Placed:
    """`rgba` (H, W, 4) uint8 straight whose upper left corner lies at `offset` (x, y)."""

    rgba: Byte
    offset: tuple[int, int] = (0, 0)

    def on(self, height: int, width: int, origin: tuple[int, int] = (0, 0)) -> Byte:
        """The picture on an empty canvas that begins at `origin`; what lies outside is lost."""
        canvas = np.zeros((height, width, 4), np.uint8)
        left, top = self.offset[0] - origin[0], self.offset[1] - origin[1]
        own = self.rgba[max(0, -top) : height - top, max(0, -left) : width - left]
        if own.size:
            at = max(top, 0), max(left, 0)
            canvas[at[0] : at[0] + own.shape[0], at[1] : at[1] + own.shape[1]] = own
        return canvas


@dataclass(frozen=True)
class Figures:
    """How far a cutout is off. SSIM (over grey 128, in the box of what is visible), IoU of alpha
    ≥ .5, mean alpha error where either is visible, recomposition error in levels of 255."""

    ssim: float
    alpha_iou: float
    soft_alpha_mae: float
    recomposition: float

    def as_json(self) -> dict[str, float]:
        """Plain values, rounded to six digits."""
        return {name: round(value, 6) for name, value in asdict(self).items()}


@dataclass(frozen=True)
class Miss:
    """A threshold that was not kept."""

    measure: Measure
    found: float
    limit: float


@dataclass(frozen=True)
class Outcome:
    """What became of one case: the cutout with its figures, or the refusal.

    `wrong_strategy`: another one than the case demands cut it. `seconds` are those of the cut.
    """

    case: Case
    seconds: float
    picture: Byte
    expected: Placed
    found: Placed | None = None
    strategy: str | None = None
    confidence: float | None = None
    figures: Figures | None = None
    misses: tuple[Miss, ...] = ()
    refusal: NukkiError | None = None

    @property
    def wrong_strategy(self) -> bool:
        """Whether another strategy cut it than the case demands."""
        return self.strategy is not None and self.strategy != self.case.must_strategy

    @property
    def passed(self) -> bool:
        """Whether the cutout is as good as the case demands, by the strategy that it demands."""
        return self.figures is not None and not self.misses and not self.wrong_strategy

    def as_json(self) -> dict[str, Any]:
        """Plain values for `--json`."""
        return {
            "case": self.case.id,
            "passed": self.passed,
            "strategy": self.strategy,
            "must_strategy": self.case.must_strategy,
            "confidence": None if self.confidence is None else round(self.confidence, 4),
            "figures": None if self.figures is None else self.figures.as_json(),
            "thresholds": self.case.thresholds.model_dump(),
            "missed": [miss.measure for miss in self.misses],
            "error": None if self.refusal is None else self.refusal.code,
            "seconds": round(self.seconds, 3),
        }


def compare(found: Placed, expected: Placed, size: tuple[int, int] | None = None) -> Figures:
    """The figures of `found`, whatever the two crops are: each is laid where its offset says.

    `size` (height, width) of the picture that both were cut from; without it the canvas is the
    union of both.
    """
    top, left, height, width = (0, 0, *size) if size is not None else _union(found, expected)
    ours = to_float(found.on(height, width, (left, top)))
    theirs = to_float(expected.on(height, width, (left, top)))
    return Figures(
        ssim=_similarity(ours, theirs),
        alpha_iou=metrics.iou(ours[..., 3], theirs[..., 3]),
        soft_alpha_mae=metrics.soft_alpha_mae(ours[..., 3], theirs[..., 3]),
        recomposition=metrics.recomposition(ours, theirs),
    )


def judge(figures: Figures, limits: Thresholds) -> tuple[Miss, ...]:
    """The thresholds that the figures do not keep."""
    misses = []
    for measure in MEASURES:
        found, limit = getattr(figures, measure), limit_of(limits, measure)
        kept = found >= limit if measure in HIGHER_IS_BETTER else found <= limit
        if not kept:
            misses.append(Miss(measure, found, limit))
    return tuple(misses)


def limit_of(limits: Thresholds, measure: Measure) -> float:
    """The limit of one measure."""
    end = "min" if measure in HIGHER_IS_BETTER else "max"
    return float(getattr(limits, f"{measure}_{end}"))


def difference(found: Byte, expected: Byte) -> Float:
    """(H, W) float32: the largest difference of a channel when both (H, W, 4) are composited on
    black, white and blue, in levels of 255."""
    ours, theirs = to_float(found), to_float(expected)
    worst = np.zeros(found.shape[:2], np.float32)
    for backdrop in metrics.BACKDROPS:
        apart = np.abs(_over(ours, backdrop) - _over(theirs, backdrop)).max(axis=2)
        worst = np.maximum(worst, apart)
    return np.asarray(worst * 255, np.float32)


def _similarity(ours: Float, theirs: Float) -> float:
    """SSIM over grey, in the box around everything that is visible in either."""
    visible = np.maximum(ours[..., 3], theirs[..., 3]) > 0
    rows, columns = np.flatnonzero(visible.any(axis=1)), np.flatnonzero(visible.any(axis=0))
    if not rows.size:
        return 1.0
    box = (
        slice(max(0, int(rows[0]) - _AROUND), int(rows[-1]) + 1 + _AROUND),
        slice(max(0, int(columns[0]) - _AROUND), int(columns[-1]) + 1 + _AROUND),
    )
    return metrics.ssim(_padded(_over(ours[box], _GREY)), _padded(_over(theirs[box], _GREY)))


def _over(rgba: Float, backdrop: tuple[float, float, float]) -> Float:
    alpha = rgba[..., 3:]
    return np.asarray(
        rgba[..., :3] * alpha + np.asarray(backdrop, np.float32) * (1 - alpha), np.float32
    )


def _padded(picture: Float) -> Float:
    """At least as large as the window of SSIM, by repeating the border."""
    height, width = picture.shape[:2]
    add = (max(0, 11 - height), max(0, 11 - width))
    if not any(add):
        return picture
    return np.asarray(np.pad(picture, ((0, add[0]), (0, add[1]), (0, 0)), mode="edge"), np.float32)


def _union(one: Placed, other: Placed) -> tuple[int, int, int, int]:
    """(top, left, height, width) around both."""
    left, top = min(one.offset[0], other.offset[0]), min(one.offset[1], other.offset[1])
    right = max(item.offset[0] + item.rgba.shape[1] for item in (one, other))
    bottom = max(item.offset[1] + item.rgba.shape[0] for item in (one, other))
    return top, left, bottom - top, right - left
