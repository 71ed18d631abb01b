"""How far a blended brand picture is from the designer's: known answers."""

from __future__ import annotations

import numpy as np
import pytest
from skimage.color import deltaE_ciede2000

from bench import specimens
from bench.logos import logos
from nukki.catalog.blend import Limits
from nukki.qa.delta_e import ciede2000
from nukki.qa.deviation import Deviation, measure

# Sharma, Wu, Dalal 2005, table 1: what implementations get wrong.
PUBLISHED = [
    (50.0, 2.6772, -79.7751, 50.0, 0.0, -82.7485, 2.0425),
    (50.0, 3.1571, -77.2803, 50.0, 0.0, -82.7485, 2.8615),
    (50.0, 2.8361, -74.0200, 50.0, 0.0, -82.7485, 3.4412),
    (50.0, -1.3802, -84.2814, 50.0, 0.0, -82.7485, 1.0000),
    (50.0, -1.1848, -84.8006, 50.0, 0.0, -82.7485, 1.0000),
    (50.0, -0.9009, -85.5211, 50.0, 0.0, -82.7485, 1.0000),
    (50.0, 0.0, 0.0, 50.0, -1.0, 2.0, 2.3669),
    (50.0, -1.0, 2.0, 50.0, 0.0, 0.0, 2.3669),
    (50.0, 2.49, -0.001, 50.0, -2.49, 0.0009, 7.1792),
    (50.0, 2.49, -0.001, 50.0, -2.49, 0.0010, 7.1792),
    (50.0, 2.49, -0.001, 50.0, -2.49, 0.0011, 7.2195),
    (50.0, 2.49, -0.001, 50.0, -2.49, 0.0012, 7.2195),
    (50.0, -0.001, 2.49, 50.0, 0.0009, -2.49, 4.8045),
    (50.0, -0.001, 2.49, 50.0, 0.0010, -2.49, 4.8045),
    (50.0, -0.001, 2.49, 50.0, 0.0011, -2.49, 4.7461),
    (50.0, 2.5, 0.0, 50.0, 0.0, -2.5, 4.3065),
    (50.0, 2.5, 0.0, 73.0, 25.0, -18.0, 27.1492),
    (50.0, 2.5, 0.0, 61.0, -5.0, 29.0, 22.8977),
    (50.0, 2.5, 0.0, 56.0, -27.0, -3.0, 31.9030),
    (50.0, 2.5, 0.0, 58.0, 24.0, 15.0, 19.4535),
    (50.0, 2.5, 0.0, 50.0, 3.1736, 0.5854, 1.0000),
    (50.0, 2.5, 0.0, 50.0, 3.2972, 0.0, 1.0000),
    (50.0, 2.5, 0.0, 50.0, 1.8634, 0.5757, 1.0000),
    (50.0, 2.5, 0.0, 50.0, 3.2592, 0.3350, 1.0000),
    (60.2574, -34.0099, 36.2677, 60.4626, -34.1751, 39.4387, 1.2644),
    (63.0109, -31.0961, -5.8663, 62.8187, -29.7946, -4.0864, 1.2630),
    (61.2901, 3.7196, -5.3901, 61.4292, 2.2480, -4.9620, 1.8731),
    (35.0831, -44.1164, 3.7933, 35.0232, -40.0716, 1.5901, 1.8645),
    (22.7233, 20.0904, -46.6940, 23.0331, 14.9730, -42.5619, 2.0373),
    (36.4612, 47.8580, 18.3852, 36.2715, 50.5065, 21.2231, 1.4146),
    (90.8027, -2.0831, 1.4410, 91.1528, -1.6435, 0.0447, 1.4441),
    (90.9257, -0.5406, -0.9208, 88.6381, -0.8985, -0.7239, 1.5381),
    (6.7747, -0.2908, -2.4247, 5.8714, -0.0985, -2.2286, 0.6377),
    (2.0776, 0.0795, -1.1350, 0.9033, -0.0636, -0.5514, 0.9082),
]


def test_the_published_pairs_of_colours_are_as_far_apart_as_published() -> None:
    pairs = np.array(PUBLISHED)
    found = ciede2000(pairs[:, :3].astype(np.float32), pairs[:, 3:6].astype(np.float32))
    assert np.abs(found - pairs[:, 6]).max() < 2e-4


def test_random_colours_are_as_far_apart_as_another_implementation_says() -> None:
    rng = np.random.default_rng(4)
    one = rng.uniform((0, -90, -90), (100, 90, 90), (20_000, 3))
    other = one + rng.normal(0, 12, one.shape)
    found = ciede2000(one.astype(np.float32), other.astype(np.float32))
    assert np.abs(found - deltaE_ciede2000(one, other)).max() < 2e-2


def plain(colour: tuple[int, int, int], alpha: int = 255, size: int = 40) -> np.ndarray:
    picture = np.zeros((size, size, 4), np.uint8)
    picture[10:30, 10:30] = (*colour, alpha)
    return picture


@pytest.mark.parametrize("logo", logos(20), ids=lambda logo: logo.name)
def test_what_was_not_changed_deviates_by_nothing(logo) -> None:
    assert measure(logo.rgba, logo.rgba) == Deviation(1.0, 0.0, 0.0)


def test_a_shift_of_half_the_width_leaves_a_third_of_the_shape() -> None:
    flat = plain((200, 30, 30))
    found = measure(np.roll(flat, 10, axis=1), flat)
    assert found.shape_iou == pytest.approx(1 / 3, abs=1e-6)
    assert found.delta_e == 0


def test_half_the_alpha_is_half_the_shape() -> None:
    assert measure(plain((9, 9, 9), 128), plain((9, 9, 9))).shape_iou == pytest.approx(128 / 255)


@pytest.mark.parametrize(
    ("flat", "lit", "least", "most"),
    [
        ((255, 0, 0), (0, 255, 0), 86.6, 86.7),  # published for the sRGB primaries
        ((255, 255, 255), (0, 0, 0), 99.9, 100.1),
        ((128, 128, 128), (129, 129, 129), 0.1, 0.5),
    ],
)
def test_known_colours_are_so_far_apart(flat, lit, least: float, most: float) -> None:
    assert least <= measure(plain(lit), plain(flat)).delta_e <= most


def test_light_and_shade_alone_do_not_turn_a_hue() -> None:
    flat = plain((200, 80, 40))
    linear = (flat[..., :3] / 255.0) ** 2.2
    shaded = flat.copy()
    shaded[..., :3] = np.rint(255 * (0.5 * linear) ** (1 / 2.2))
    found = measure(shaded, flat)
    assert found.delta_e > 10
    assert found.hue < 1.2


@pytest.mark.parametrize("degrees", [5, 20, 90])
def test_a_turned_hue_is_told_in_degrees(degrees: int) -> None:
    def colour(turn: float) -> tuple[int, int, int]:
        a, b = 0.09 * np.cos(np.radians(turn)), 0.09 * np.sin(np.radians(turn))
        root = np.array([[1, 0.3963377774, 0.2158037573], [1, -0.1055613458, -0.0638541728],
                         [1, -0.0894841775, -1.2914855480]]) @ (0.6, a, b)  # fmt: skip
        linear = np.array([[4.0767416621, -3.3077115913, 0.2309699292],
                           [-1.2684380046, 2.6097574011, -0.3413193965],
                           [-0.0041960863, -0.7034186147, 1.7076147010]]) @ root**3  # fmt: skip
        encoded = np.where(linear <= 0.0031308, 12.92 * linear, 1.055 * linear ** (1 / 2.4) - 0.055)
        return tuple(np.rint(255 * encoded).astype(int))

    assert measure(plain(colour(40 + degrees)), plain(colour(40))).hue == pytest.approx(
        degrees, abs=0.8
    )


def test_neutral_colours_have_no_hue_that_could_turn() -> None:
    found = measure(plain((140, 128, 120)), plain((128, 128, 130)))
    assert found.hue == 0
    assert found.delta_e > 3


def test_a_mark_that_vanishes_in_what_is_behind_it_loses_its_shape() -> None:
    white, behind = plain((255, 255, 255)), np.full((40, 40, 4), 255, np.uint8)
    assert measure(white, white, behind=behind).shape_iou == 0
    grey = behind.copy()
    grey[..., :3] = 180
    assert measure(white, white, behind=grey).shape_iou == 1
    nothing = np.zeros_like(behind)
    assert measure(white, white, behind=nothing).shape_iou == 1


def test_what_others_hide_does_not_count_however_the_engine_hid_it() -> None:
    flat = plain((200, 30, 30))
    cover = np.zeros((40, 40), np.uint8)
    cover[:, :20] = 255
    wrong = flat.copy()
    wrong[:, :20, :3] = 0
    hidden = flat.copy()
    hidden[:, :20] = 0
    assert measure(wrong, flat, cover) == measure(hidden, flat, cover) == Deviation(1.0, 0.0, 0.0)
    assert measure(wrong, flat, np.full_like(cover, 255)) == Deviation(1.0, 0.0, 0.0)


def test_colours_count_by_their_alpha() -> None:
    flat = np.zeros((1, 2, 4), np.uint8)
    flat[0] = ((255, 255, 255, 255), (255, 255, 255, 51))
    lit = flat.copy()
    lit[0, 1, :3] = 0
    assert measure(lit, flat).delta_e == pytest.approx(100 / 6, abs=0.1)


def test_each_limit_is_named_that_is_exceeded() -> None:
    limits = Limits(shape_iou=0.98, delta_e=6, hue=4)
    assert Deviation(0.98, 6.0, 4.0).within(limits) == ()
    assert Deviation(0.979, 6.1, 4.1).within(limits) == ("shape_iou", "delta_e", "hue")


def test_pictures_of_two_sizes_are_refused() -> None:
    with pytest.raises(ValueError, match="expected"):
        measure(specimens.disc(20), specimens.disc(21))
