"""Packs by what people call them: their names in every language."""

from __future__ import annotations

from functools import lru_cache

from nukki.catalog import packs
from nukki.errors import NukkiError
from nukki.jobs.row import folded


def packs_named(word: str) -> tuple[str, ...]:
    """The ids of the packs that have `word`, folded, in a name. A pack that is broken has none.

    >>> packs_named("수채"), packs_named("glow")
    (('sp-watercolor',), ('sp-neon-glow',))
    """
    return tuple(pack_id for pack_id, names in _names() if word in names)


def _names() -> list[tuple[str, str]]:
    try:
        return [(pack_id, names) for pack_id in packs.pack_ids() if (names := _of(pack_id))]
    except NukkiError:  # the folder of a person's own packs is away
        return []


def _of(pack_id: str) -> str:
    try:
        name = packs.load(pack_id).name
    except NukkiError:
        return ""
    return _folded(name.en, name.ko)


@lru_cache(maxsize=2 * packs.MAX_USER_PACKS)
def _folded(*names: str) -> str:
    return "\n".join(folded(name) for name in names)
