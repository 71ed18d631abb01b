"""What the drawing benchmarks draw: the cluster of the first example, in every pack that is asked
for, as requests that an engine takes."""

from __future__ import annotations

import argparse
from collections.abc import Sequence

from nukki.catalog import packs, style
from nukki.catalog.concept import Subject
from nukki.catalog.look import Mood
from nukki.engines.engine import DrawRequest

SUBJECTS = (
    Subject(word="shopping bag", source="icon", ref="shopping-bags"),
    Subject(word="percent", source="text", ref="%"),
    Subject(word="plant", source="icon", ref="potted-plant", size="small"),
)
SEED = 20260731


def parser(name: str, size: int) -> argparse.ArgumentParser:
    """Flags that every drawing benchmark has: which packs, and how large."""
    made = argparse.ArgumentParser(prog=f"python -m bench {name}")
    made.add_argument("--packs", nargs="+", metavar="PACK", help="only these (all)")
    made.add_argument("--size", type=int, default=size, help=f"side in pixels ({size})")
    made.add_argument("--seed", type=int, default=SEED, help=f"seed of the candidate ({SEED})")
    return made


def named(wanted: Sequence[str] | None) -> list[packs.StylePack]:
    """The packs asked for, or every built-in one."""
    names = wanted or [name for name in packs.pack_ids() if packs.is_built_in(name)]
    return [packs.load(name) for name in names]


def request(pack: packs.StylePack, size: int, seed: int, pins: dict[str, str]) -> DrawRequest:
    """One candidate of the cluster in this pack."""
    combined = style.combine([pack])
    return DrawRequest(
        width=size,
        height=size,
        seeds=(seed,),
        prompt="",
        negative="",
        subjects=SUBJECTS,
        look=combined.look,
        palette=combined.palette,
        mood=Mood(),
        shadow=combined.shadow,
        pins=pins,
    )
