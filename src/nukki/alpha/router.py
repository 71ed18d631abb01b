"""Which strategy cuts which material, and the walk along that chain until one of them can.

A material or a strategy is added by one row of a table here and one name in `catalog.packs`.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from nukki.alpha import native, segment, trimap, two_background
from nukki.alpha.result import AlphaResult, Attempt, Remark
from nukki.alpha.source import Source
from nukki.errors import AlphaError, plain_context

if TYPE_CHECKING:
    from nukki.catalog.packs import Material
    from nukki.catalog.packs import Strategy as StrategyId


@dataclass(frozen=True)
class Strategy:
    """A way to cut. Below `least` its confidence is a refusal, below `sure` a remark."""

    cut: Callable[[Source], AlphaResult]
    least: float
    sure: float


CHAINS: dict[Material, tuple[StrategyId, ...]] = {
    "opaque": ("segment",),
    "translucent": ("native_alpha", "trimap"),
    "glow": ("native_alpha", "trimap"),
}
STRATEGIES: dict[str, Strategy] = {
    native.STRATEGY_ID: Strategy(native.native_alpha, native.LEAST, native.SURE),
    segment.STRATEGY_ID: Strategy(segment.segment, segment.LEAST, segment.SURE),
    trimap.STRATEGY_ID: Strategy(trimap.trimap, trimap.LEAST, trimap.SURE),
    two_background.STRATEGY_ID: Strategy(
        two_background.two_background, two_background.LEAST, two_background.SURE
    ),
}


def chain_for(material: Material, first: StrategyId | None = None) -> tuple[StrategyId, ...]:
    """The ids of the strategies to try, in order, for a picture without alpha of its own.

    `first` is what a pack asks to be tried before the rest.
    """
    return tuple(dict.fromkeys((first, *CHAINS[material]) if first else CHAINS[material]))


def cut(source: Source, chain: Sequence[StrategyId] | None = None) -> AlphaResult:
    """The cutout of a picture by the first strategy that can; it names every attempt.

    A second background is tried first where there is one, then the picture's own alpha, then
    `chain`, by default the material's. Raises AlphaError with `tried` when all have refused.
    """
    tried: list[Attempt] = []
    for name in _order(source, chain_for(source.material) if chain is None else chain):
        strategy = STRATEGIES[name]
        try:
            result = strategy.cut(source)
            _require(result.confidence, strategy.least)
        except AlphaError as refusal:
            reason = Attempt(name, False, refusal.code, plain_context(refusal.context))
            tried.append(reason)
            continue
        tried.append(Attempt(name, accepted=True, reason="alpha-accepted"))
        doubts = _doubts(result.confidence, strategy.sure)
        return replace(result, tried=tuple(tried), remarks=(*result.remarks, *doubts))
    walked = ", ".join(f"{attempt.strategy_id} ({attempt.reason})" for attempt in tried)
    raise AlphaError(
        "alpha-chain-exhausted", material=source.material, tried=walked, attempts=tried
    )


def _order(source: Source, chain: Sequence[str]) -> tuple[str, ...]:
    first = []
    if source.other is not None:
        first.append(two_background.STRATEGY_ID)
    if source.alpha is not None:
        first.append(native.STRATEGY_ID)
    return tuple(dict.fromkeys((*first, *chain)))


def _require(confidence: float, least: float) -> None:
    if confidence < least:
        raise AlphaError("alpha-too-unsure", found=f"{confidence:.2f}", allowed=f"{least:.2f}")


def _doubts(confidence: float, sure: float) -> tuple[Remark, ...]:
    if confidence >= sure:
        return ()
    return (Remark("alpha-unsure", {"found": f"{confidence:.2f}", "allowed": f"{sure:.2f}"}),)
