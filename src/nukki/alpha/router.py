"""Which strategy cuts which material, and the walk along that chain until one of them can."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

import numpy as np
import numpy.typing as npt

from nukki.alpha import native
from nukki.alpha.result import AlphaResult, Attempt
from nukki.errors import AlphaError

if TYPE_CHECKING:
    from nukki.catalog.packs import Material
    from nukki.catalog.packs import Strategy as StrategyId

Strategy = Callable[[npt.NDArray[np.uint8]], AlphaResult]

CHAINS: dict[Material, tuple[StrategyId, ...]] = {
    "opaque": ("segment",),
    "translucent": ("native_alpha", "trimap"),
    "glow": ("native_alpha",),
}
STRATEGIES: dict[str, Strategy] = {native.STRATEGY_ID: native.native_alpha}


def chain_for(material: Material, first: StrategyId | None = None) -> tuple[StrategyId, ...]:
    """The ids of the strategies to try, in order, for a picture without alpha of its own.

    `first` is what a pack asks to be tried before the rest.
    """
    return tuple(dict.fromkeys((first, *CHAINS[material]) if first else CHAINS[material]))


def cut(
    rgba: npt.NDArray[np.uint8], material: Material, chain: Sequence[StrategyId] | None = None
) -> AlphaResult:
    """Straight alpha for a candidate that carries its own, (H, W, 4) uint8.

    Native alpha is tried first for every material, then `chain`, by default the material's. The
    result names every attempt. Raises AlphaError with `tried` when the chain is used up.
    """
    tried: list[Attempt] = []
    rest = chain_for(material) if chain is None else chain
    for name in dict.fromkeys((native.STRATEGY_ID, *rest)):
        strategy = STRATEGIES.get(name)
        if strategy is None:
            tried.append(Attempt(name, accepted=False, reason="alpha-strategy-missing"))
            continue
        try:
            result = strategy(rgba)
        except AlphaError as refusal:
            tried.append(Attempt(name, accepted=False, reason=refusal.code))
            continue
        tried.append(Attempt(name, accepted=True, reason="alpha-accepted"))
        return replace(result, tried=tuple(tried))
    walked = ", ".join(f"{attempt.strategy_id} ({attempt.reason})" for attempt in tried)
    raise AlphaError("alpha-chain-exhausted", material=material, tried=walked)
