"""The bench of brand pictures measures what it says."""

import pytest

from bench import assets


def test_costs_are_measured_on_a_picture_that_is_right() -> None:
    found = assets.costs(rounds=1)
    assert min(found.laid, found.proof, found.harmonised) > 0
    assert assets.Costs(5.0, 10.0, 60.0).good
    assert not assets.Costs(5.1, 10.0, 1.0).good
    assert not assets.Costs(1.0, 1.0, 60.1).good


@pytest.mark.parametrize("mode", assets.MODES)
def test_a_row_tells_the_worst_of_its_logos(mode: assets.Mode) -> None:
    one, more = (assets.row("clay", mode, count) for count in (1, 3))
    assert more.shape <= one.shape
    assert more.delta[1] >= one.delta[1]
    assert one.delta[0] == one.delta[1]
    assert 0 <= more.within <= 3


def test_flags_that_there_are_none_of_are_refused() -> None:
    assert assets.main(["--fast"]) == 2
