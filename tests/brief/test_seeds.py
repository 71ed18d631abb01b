"""Seeds of candidates."""

from __future__ import annotations

import pytest

from nukki.brief import resolve_seeds


@pytest.mark.parametrize(
    ("seed", "count", "seeds"),
    [
        (0, 1, (0,)),
        (41, 3, (41, 42, 43)),
        (2**63 - 1, 3, (2**63 - 1, 0, 1)),
    ],
)
def test_seeds_count_up_from_the_master(seed: int, count: int, seeds: tuple[int, ...]) -> None:
    assert resolve_seeds(seed, count) == seeds


def test_a_random_master_is_drawn_once_and_stays_easy_to_read() -> None:
    asked: list[int] = []

    def entropy(limit: int) -> int:
        asked.append(limit)
        return limit - 1

    assert resolve_seeds("random", 2, entropy) == (2**31 - 1, 2**31)
    assert asked == [2**31]


def test_random_jobs_differ() -> None:
    assert len({resolve_seeds("random", 1) for _ in range(8)}) > 1
