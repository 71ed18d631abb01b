"""What a picture is made of, as far as its edge is concerned, and which strategies can cut it.

The one table of materials: a new material or strategy is a name and a row here, and the function
that cuts in `alpha.router`.
"""

from __future__ import annotations

from typing import Literal

Material = Literal["opaque", "translucent", "glow"]
Strategy = Literal["segment", "native_alpha", "trimap", "two_background"]

CHAINS: dict[Material, tuple[Strategy, ...]] = {
    "opaque": ("segment",),
    "translucent": ("native_alpha", "trimap"),
    "glow": ("native_alpha", "trimap"),
}


def chain_for(material: Material, first: Strategy | None = None) -> tuple[Strategy, ...]:
    """The strategies to try, in order, for a picture without alpha of its own.

    `first` is what a pack asks to be tried before the rest.
    """
    return tuple(dict.fromkeys((first, *CHAINS[material]) if first else CHAINS[material]))


def first_choices(material: Material) -> tuple[Strategy, ...]:
    """What a pack may ask to be tried first: its chain, or alpha that an engine delivers."""
    return tuple(dict.fromkeys((*CHAINS[material], "native_alpha")))
