"""The procedural logos are fit to be registered, and hold what is hard to keep."""

from __future__ import annotations

from collections import Counter
from pathlib import Path

import pytest

from bench.logos import Logo, logos
from nukki.catalog import artwork
from nukki.core import png

ALL = logos()


def test_there_are_forty_under_names_of_their_own() -> None:
    assert len(ALL) == len({logo.name for logo in ALL}) == 40


def test_the_first_twenty_hold_every_kind_twice() -> None:
    kinds = Counter(logo.kind for logo in ALL[:20])
    assert set(kinds.values()) == {2}
    assert set(kinds) == {logo.kind for logo in ALL}


@pytest.mark.parametrize("logo", ALL, ids=lambda logo: logo.name)
def test_a_logo_can_be_registered_and_stands_on_a_clear_ground(logo: Logo, tmp_path: Path) -> None:
    assert 96 <= min(logo.rgba.shape[:2]) <= max(logo.rgba.shape[:2]) <= 600
    file = tmp_path / "logo.png"
    file.write_bytes(png.encode(logo.rgba))
    assert artwork.examine(file).faults == ()
    corners = logo.rgba[[0, 0, -1, -1], [0, -1, 0, -1], 3]
    assert not corners.any()


def test_drawing_them_again_gives_the_same_pixels() -> None:
    logo = logos(9)[8]
    assert logo is ALL[8]
    with pytest.raises(ValueError, match="read-only"):
        logo.rgba[0, 0, 0] = 1
