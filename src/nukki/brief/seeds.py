"""Seeds: one master per job, and one seed per candidate counted up from it."""

from __future__ import annotations

import secrets
from collections.abc import Callable

SEED_LIMIT = 2**63 - 1
READABLE = 2**31  # ten digits at most: a person can read, compare and copy them


def resolve_seeds(
    seed: int | str, count: int, entropy: Callable[[int], int] = secrets.randbelow
) -> tuple[int, ...]:
    """The seeds of `count` candidates.

    `seed` is `"random"` or a master from 0 to 2^63 - 1; `entropy(n)` gives an integer below n.
    Counting up starts again at 0 beyond 2^63 - 1.
    """
    master = entropy(READABLE) if isinstance(seed, str) else seed
    return tuple((master + index) % (SEED_LIMIT + 1) for index in range(count))
