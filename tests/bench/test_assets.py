"""The bench of brand pictures measures what it says."""

import pytest

from bench import assets
from nukki.catalog.blend import Limits
from nukki.qa.deviation import Deviation


def test_costs_are_measured_on_a_picture_that_is_right() -> None:
    found = assets.costs(rounds=1)
    assert min(found.laid, found.proof, *found.harmonised.values()) > 0


@pytest.mark.parametrize(
    ("laid", "proof", "overlay", "imprint", "good"),
    [(5, 10, 60, 1, True), (5.1, 10, 1, 1, False), (1, 1, 60.1, 1, False), (1, 1, 1, 61, False)],
)
def test_both_aims_must_hold(laid, proof, overlay, imprint, good) -> None:
    harmonised = {"overlay": overlay, "imprint": imprint}
    assert assets.Costs(laid, proof, harmonised).good is good


@pytest.mark.parametrize("mode", assets.MODES)
def test_a_row_tells_the_worst_of_its_logos(mode: assets.Mode) -> None:
    one, more = (assets.row("clay", mode, count) for count in (1, 3))
    assert more.shape <= one.shape
    assert more.delta[1] >= one.delta[1]
    assert one.delta[0] == one.delta[1]


def test_a_row_names_every_logo_that_is_over_a_limit() -> None:
    found = {"one": Deviation(1, 2, 3), "two": Deviation(0.9, 2, 3), "three": Deviation(1, 2, 9)}
    row = assets.summed("clay", "overlay", found, Limits())
    assert (row.shape, row.delta, row.hue, row.over) == (0.9, (2, 2), (5, 9), ("two", "three"))


def test_flags_that_there_are_none_of_are_refused() -> None:
    with pytest.raises(SystemExit) as caught:
        assets.main(["--fast"])
    assert caught.value.code == 2
