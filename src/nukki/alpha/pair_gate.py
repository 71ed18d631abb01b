"""Whether two pictures show one object: counted while alpha is solved, judged at the end."""

from __future__ import annotations

from dataclasses import dataclass, field

import numpy as np
import numpy.typing as npt

from nukki.alpha.result import Remark
from nukki.alpha.support import largest
from nukki.errors import AlphaError

Float = npt.NDArray[np.float32]
Bool = npt.NDArray[np.bool_]

SPREAD = 6 / 255  # p99 of a perfect pair is 1/255
OVERSHOOT = 2 / 255
_MOST_OVERSHOOT = 1e-4
_MOST_ALONE = 0.002
_LEAST_GAIN, _MOST_GAIN = 0.01, 0.3  # no exposure drifts by more; it is another colour
_CLEAR = 8.0  # colour must be this many times the noise before a factor is read from it
_EXPLAINED = 0.3
_TINT_COST = 1 / 255
_STANDS_OUT = 0.1
_DARK = 0.2
MOST_COST = 64 / 255
_BINS = 1024
# Of the range of three normal variables: 99 % lie below 4.1 standard deviations.
_RANGE_P99 = 4.2


@dataclass
class Tally:
    """Counts over the object. `noise`: deviation of a difference; `apart`: of the backgrounds."""

    noise: float
    apart: Float
    visible: int = 0
    over: int = 0
    alone: int = 0
    residual: float = 0.0
    worst: npt.NDArray[np.int64] = field(default_factory=lambda: np.zeros(_BINS, np.int64))
    gain: npt.NDArray[np.float64] = field(default_factory=lambda: np.zeros(3))

    def add(self, pictures: Float, backs: Float, alpha: Float) -> None:
        """Count n pixels of the object: `pictures` and `backs` (2, n, 3), the two side by side;
        `alpha` (n,) as solved, before it is clipped."""
        apart = backs[0] - backs[1]
        rest = pictures[0] - pictures[1] - (1 - alpha)[:, None] * apart
        spread = (largest(rest) + largest(-rest)) / largest(np.abs(apart))
        self.visible += alpha.size
        self.residual += float(np.abs(rest).mean(1).sum()) / 2
        level = np.minimum(spread * _BINS, _BINS - 1).astype(np.intp)
        self.worst += np.bincount(level, minlength=_BINS)
        margin = OVERSHOOT + 4 * self.alpha_noise
        self.over += int(np.count_nonzero((alpha > 1 + margin) | (alpha < -margin)))
        stands_out = largest(np.abs(pictures - backs))
        # A filter that only takes light away cannot be seen over black, and may stay.
        missing = (stands_out < OVERSHOOT + 3 * self.noise) & (largest(backs) > _DARK)
        alone = missing.any(0) & (stands_out.max(0) > _STANDS_OUT) & (spread > self.spread_limit)
        self.alone += int(np.count_nonzero(alone))
        self._count_gain(rest, pictures[1] - (1 - alpha)[:, None] * backs[1], apart)

    @property
    def alpha_noise(self) -> float:
        """Standard deviation of alpha that the pictures' noise makes."""
        return self.noise / float(np.linalg.norm(self.apart))

    @property
    def cost(self) -> float:
        """Mean difference, 0..1, of the cutout over both backgrounds from the two pictures."""
        return self.residual / max(self.visible, 1)

    @property
    def spread(self) -> float:
        """By how much alphas of single channels differ, 0..1, at the 99th percentile."""
        if not self.visible:
            return 0.0
        return float(np.searchsorted(np.cumsum(self.worst), 0.99 * self.visible) + 0.5) / _BINS

    @property
    def spread_limit(self) -> float:
        """What noise and rounding may spread."""
        return SPREAD + _RANGE_P99 * self.noise / float(np.abs(self.apart).max())

    @property
    def brighter(self) -> float:
        """Factor of the first picture over the second, where it explains much of the residual.

        Only colours that alpha cannot imitate tell it: for a grey object it is unknown, and 1.
        """
        power, product, rest = self.gain
        if power <= (_CLEAR * max(self.noise, 1 / 510)) ** 2 * self.visible:
            return 1.0
        if product**2 / power < _EXPLAINED * rest:
            return 1.0
        # Rounding moves flat colours by a level, and by more in a sum: that is no factor.
        rounded = 1.25 / 255 * float(np.sqrt(self.visible / power))
        excess = float(product / power)
        return 1 + excess if abs(excess) > _LEAST_GAIN + rounded else 1.0

    def facts(self) -> dict[str, float | str]:
        """Figures for reports, differences in levels of 255."""
        seen = max(self.visible, 1)
        return {
            "pair_spread_p99": round(self.spread * 255, 2),
            "pair_spread_limit": round(self.spread_limit * 255, 2),
            "pair_overshoot": round(self.over / seen, 6),
            "pair_residual": round(self.cost * 255, 3),
        }

    def _count_gain(self, rest: Float, colour: Float, apart: Float) -> None:
        """Sums for a fit of the residual by the part of the colour that alpha cannot explain."""
        share = np.einsum("nc,nc->n", colour, apart) / np.einsum("nc,nc->n", apart, apart)
        free = colour - share[:, None] * apart
        sums = ((free, free), (free, rest), (rest, rest))
        self.gain += [float(np.einsum("nc,nc->", a, b, dtype=np.float64)) for a, b in sums]


def judge(tally: Tally) -> tuple[Remark, ...]:
    """What to say of a pair that passes; raises AlphaError with the likeliest cause for others."""
    if not tally.visible:
        raise AlphaError("pair-empty")
    if abs(tally.brighter - 1) > _MOST_GAIN:
        raise AlphaError("pair-recoloured")
    if tally.brighter != 1:
        raise AlphaError("pair-gain", found=f"{(tally.brighter - 1) * 100:+.1f}")
    if tally.alone > _MOST_ALONE * tally.visible:
        raise AlphaError("pair-alone", found=f"{tally.alone / tally.visible:.1%}")
    if tally.over > _MOST_OVERSHOOT * tally.visible:
        raise AlphaError("pair-overshoot", found=f"{tally.over / tally.visible:.2%}")
    if tally.spread <= tally.spread_limit:
        return ()
    code = "pair-tinted" if tally.cost >= _TINT_COST + tally.noise else "pair-rough"
    return (Remark(code, {"found": f"{tally.cost * 255:.1f}"}),)


def confidence(tally: Tally) -> float:
    """1 for a cutout that gives both pictures back, 0 for one that misses them by MOST_COST."""
    return max(0.0, 1 - tally.cost / MOST_COST)
