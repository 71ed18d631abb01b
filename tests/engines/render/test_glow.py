"""Neon: hot cores, coloured rims, and a glow that is soft alpha and fades to nothing."""

import numpy as np
import pytest

from nukki.catalog.look import Neon
from nukki.engines.render import glow

SIDE = 256
NEON = Neon()
PINK = np.float32([1.0, 0.05, 0.4])


def lamp(neon: Neon = NEON, colour: np.ndarray = PINK, side: int = SIDE) -> np.ndarray:
    """A straight tube across the middle, developed."""
    y = (np.arange(side) + 0.5 - side / 2) / (side * 0.02)
    tube = np.clip((1 - np.abs(y)) * side * 0.02 + 0.5, 0, 1)
    tube = np.repeat(tube[:, None], side, 1).astype(np.float32)
    tube[:, : side // 4] = tube[:, -side // 4 :] = 0
    facing = np.sqrt(np.clip(1 - y**2, 0, 1)).astype(np.float32)[:, None] * tube
    return glow.develop(colour * tube[..., None], facing, tube, neon, side)


def test_the_tube_is_opaque_and_its_core_is_whiter_than_its_rim() -> None:
    picture = lamp()
    middle, column = SIDE // 2, SIDE // 2
    assert picture[middle, column, 3] == pytest.approx(1)
    rim = middle - round(SIDE * 0.02) + 1
    assert picture[middle, column, :3].min() > picture[rim, column, :3].min() + 0.2


def test_the_glow_fades_from_the_tube_to_nothing() -> None:
    alpha = lamp()[: SIDE // 2, SIDE // 2, 3]
    assert np.all(np.diff(alpha) >= -1e-6)
    outside = alpha[: SIDE // 2 - round(SIDE * 0.02) - 1]
    assert outside.max() > 0.3
    assert alpha[0] == 0


def test_the_glow_is_truly_soft() -> None:
    alpha = np.rint(lamp()[..., 3] * 255)
    assert len(np.unique(alpha)) > 60


def test_the_glow_has_the_tube_s_hue() -> None:
    red, green, blue = lamp()[SIDE // 2 - 14, SIDE // 2, :3]
    assert red > blue > green


def test_without_glow_only_the_tube_is_left() -> None:
    bare = lamp(Neon(glow=0.0))
    assert bare[SIDE // 2 - 10, SIDE // 2, 3] == 0


def test_more_glow_is_brighter_and_more_reach_goes_further() -> None:
    def light(neon: Neon) -> np.ndarray:
        return lamp(neon)[..., 3]

    assert light(Neon(glow=0.9)).sum() > light(Neon(glow=0.4)).sum()
    near, far = (np.count_nonzero(light(Neon(reach=reach))[:, SIDE // 2]) for reach in (0.1, 0.9))
    assert far > near + 10


@pytest.mark.parametrize("reach", [0.0, 0.5, 1.0])
@pytest.mark.parametrize("strength", [0.5, 1.0])
def test_the_room_around_the_tubes_holds_all_of_the_glow(reach: float, strength: float) -> None:
    neon = Neon(glow=strength, reach=reach)
    alpha = lamp(neon)[:, SIDE // 2, 3]
    edge = SIDE // 2 - round(SIDE * 0.02) - 1 - glow.room(neon, SIDE)
    assert alpha[: max(edge, 0)].max(initial=0) <= 1.5 / 255


def test_the_glow_scales_with_the_picture() -> None:
    large, small = lamp(side=512)[..., 3], lamp()[..., 3]
    assert large.mean() == pytest.approx(small.mean(), rel=0.03)


@pytest.mark.parametrize(
    "colour", [(0.9, 0.2, 0.3), (0.1, 0.5, 0.6), (0.4, 0.4, 0.9)], ids=["red", "teal", "violet"]
)
def test_a_vivid_tube_keeps_its_hue_at_full_strength(colour: tuple[float, float, float]) -> None:
    found = glow.vivid(colour)
    assert max(found) == pytest.approx(1)
    assert int(np.argmax(found)) == int(np.argmax(colour))
    assert max(found) - min(found) > max(colour) - min(colour)


@pytest.mark.parametrize("grey", [0.05, 0.5, 1.0])
def test_a_grey_tube_shines_in_warm_white(grey: float) -> None:
    red, green, blue = glow.vivid((grey, grey, grey))
    assert red >= green >= blue > 0.8
