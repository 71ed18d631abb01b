"""The walk along a chain of strategies until one of them can cut the picture.

Which chain a material has is said in `catalog.materials`; what each name in it does, here.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from nukki.alpha import native, segment, trimap, two_background
from nukki.alpha.result import AlphaResult, Attempt, ChainExhaustedError, Remark
from nukki.alpha.source import Source
from nukki.catalog import materials
from nukki.errors import AlphaError, plain_context

if TYPE_CHECKING:
    from nukki.catalog.materials import Strategy as StrategyId


@dataclass(frozen=True)
class Strategy:
    """A way to cut. Below `least` its confidence is a refusal, below `sure` a remark."""

    cut: Callable[[Source], AlphaResult]
    least: float
    sure: float


STRATEGIES: dict[str, Strategy] = {
    native.STRATEGY_ID: Strategy(native.native_alpha, native.LEAST, native.SURE),
    segment.STRATEGY_ID: Strategy(segment.segment, segment.LEAST, segment.SURE),
    trimap.STRATEGY_ID: Strategy(trimap.trimap, trimap.LEAST, trimap.SURE),
    two_background.STRATEGY_ID: Strategy(
        two_background.two_background, two_background.LEAST, two_background.SURE
    ),
}
# A picture without alpha is the usual case, not a strategy that failed.
EXPECTED = ("native-alpha-none", "native-alpha-opaque")


def cut(source: Source, chain: Sequence[StrategyId] | None = None) -> AlphaResult:
    """The cutout of a picture by the first strategy that can; it names every attempt.

    Where there is a second background nothing else is tried: a pair that does not fit is to be
    mended, and a guess in its place would pass for the measurement that was asked for. Else the
    picture's own alpha comes first, then `chain`, by default the material's. Raises
    ChainExhaustedError when all have refused.
    """
    tried: list[Attempt] = []
    for name in _order(source, materials.CHAINS[source.material] if chain is None else chain):
        strategy = STRATEGIES[name]
        try:
            result = strategy.cut(source)
            _require(result.confidence, strategy.least)
        except AlphaError as refusal:
            reason = Attempt(name, False, refusal.code, plain_context(refusal.context))
            tried.append(reason)
            continue
        result = replace(result, remarks=(*result.remarks, *_doubts(result, strategy.sure, tried)))
        accepted = Attempt(name, accepted=True, reason="alpha-accepted")
        return replace(result, tried=(*tried, accepted))
    raise ChainExhaustedError(tuple(tried))


def _order(source: Source, chain: Sequence[str]) -> tuple[str, ...]:
    if source.other is not None:
        return (two_background.STRATEGY_ID,)
    first = () if source.alpha is None else (native.STRATEGY_ID,)
    return tuple(dict.fromkeys((*first, *chain)))


def _require(confidence: float, least: float) -> None:
    if confidence < least:
        raise AlphaError("alpha-too-unsure", found=f"{confidence:.2f}", allowed=f"{least:.2f}")


def _doubts(result: AlphaResult, sure: float, refused: Sequence[Attempt]) -> tuple[Remark, ...]:
    """What a person must know of a cutout that is taken although something spoke against it."""
    doubts = []
    for attempt in refused:
        if attempt.reason not in EXPECTED:
            names = {"found": attempt.strategy_id, "allowed": result.strategy_id}
            why = Remark(attempt.reason, attempt.context)
            doubts += [Remark("alpha-fell-back", names), why]
    if round(result.confidence, 2) < sure:  # as it is shown
        found = {"found": f"{result.confidence:.2f}", "allowed": f"{sure:.2f}"}
        doubts.append(Remark("alpha-unsure", found))
    return tuple(doubts)
