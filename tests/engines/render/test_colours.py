"""How art's colours become a pack's: what moves, what stays, and what stays in order."""

import numpy as np
import pytest

from nukki.catalog.look import Colour, Mood
from nukki.engines.render import colours

PALETTE = ["#ff5a5f", "#ffc53d", "#2ec4b6", "#3d5afe", "#f7f4ee", "#2b2d42"]
LIGHT_BLUE, DARK_BLUE = (0.0, 0.65, 0.93), (0.0, 0.45, 0.73)
CALM = Mood()


def lab(rgb):
    return colours.polar(colours.to_oklab(rgb))


def restyled(rgb, mood=CALM, palette=(), **fields):
    return colours.restyle(rgb, Colour(**fields), palette, mood)


@pytest.mark.parametrize("rgb", [(0, 0, 0), (1, 1, 1), (0.2, 0.5, 0.9), (1, 0, 0), (0.3, 0.3, 0.3)])
def test_oklab_and_back_is_the_same_colour(rgb):
    assert colours.from_oklab(colours.to_oklab(rgb)) == pytest.approx(rgb, abs=1e-4)


def test_oklab_of_red_is_the_published_one():
    assert colours.to_oklab((1, 0, 0)) == pytest.approx((0.6280, 0.2249, 0.1258), abs=1e-3)


@pytest.mark.parametrize("rgb", [(0.9, 0.1, 0.2), (0.5, 0.5, 0.5), (0.02, 0.9, 0.4)])
def test_neutral_settings_change_nothing(rgb):
    assert restyled(rgb, palette=PALETTE) == pytest.approx(rgb, abs=2e-3)


def test_adherence_moves_hue_to_the_nearest_palette_colour_by_degrees():
    goal = lab(colours.rgb_of("#3d5afe"))[1]
    apart = [
        abs(lab(restyled(LIGHT_BLUE, palette=["#3d5afe", "#ffc53d"], adherence=a))[1] - goal)
        for a in (0.0, 0.5, 1.0)
    ]
    assert apart[0] > apart[1] > apart[2]
    assert apart[2] < 0.05


@pytest.mark.parametrize("adherence", [0.3, 0.7, 1.0])
def test_light_and_dark_of_one_object_stay_in_order(adherence):
    light = lab(restyled(LIGHT_BLUE, palette=PALETTE, adherence=adherence))[0]
    dark = lab(restyled(DARK_BLUE, palette=PALETTE, adherence=adherence))[0]
    assert light > dark + 0.03


def test_white_stays_white_under_a_palette():
    white = restyled((1.0, 1.0, 1.0), palette=PALETTE, adherence=1.0)
    assert min(white) > 0.93


@pytest.mark.parametrize(
    ("mood", "which", "sign"),
    [
        (Mood(brightness=1), 0, 1),
        (Mood(brightness=-1), 0, -1),
        (Mood(vividness=1), 2, 1),
        (Mood(vividness=-1), 2, -1),
    ],
)
def test_mood_moves_lightness_and_chroma(mood, which, sign):
    rgb = (0.45, 0.55, 0.65)
    assert sign * (lab(restyled(rgb, mood))[which] - lab(rgb)[which]) > 0.005


def test_warmth_moves_blue_to_yellow():
    cold, warm = (restyled((0.5, 0.5, 0.5), Mood(warmth=w)) for w in (-1, 1))
    assert warm[0] > cold[0]
    assert warm[2] < cold[2]


def test_saturation_zero_is_grey_and_pull_one_is_its_goal():
    assert np.ptp(restyled((0.9, 0.2, 0.1), saturation=0.0)) < 0.01
    pulled = restyled((0.9, 0.2, 0.1), pull="#fff4e6", pull_amount=1.0)
    assert pulled == pytest.approx(colours.rgb_of("#fff4e6"), abs=0.01)


@pytest.mark.parametrize("saturation", [1.5, 2.0])
def test_what_no_screen_shows_keeps_its_hue(saturation):
    rgb = restyled((0.95, 0.15, 0.2), saturation=saturation)
    assert all(0 <= channel <= 1 for channel in rgb)
    assert lab(rgb)[1] == pytest.approx(lab((0.95, 0.15, 0.2))[1], abs=0.03)


def test_a_tint_turns_hue_keeps_light_and_is_the_same_twice():
    once = colours.tinted(DARK_BLUE, (0.9, 0.2, 0.2))
    assert lab(once)[0] == pytest.approx(lab(DARK_BLUE)[0], abs=0.01)
    assert lab(once)[1] == pytest.approx(lab((0.9, 0.2, 0.2))[1], abs=0.02)
    assert colours.tinted(once, (0.9, 0.2, 0.2)) == pytest.approx(once, abs=0.01)
    assert colours.tinted((0.6, 0.6, 0.6), (0.9, 0.2, 0.2)) == (0.6, 0.6, 0.6)


def test_shade_leans_to_violet_and_light_to_yellow():
    green = (0.3, 0.7, 0.3)
    violet, yellow = colours.radians_of(285), colours.radians_of(95)

    def apart(rgb, goal):
        return abs((lab(rgb)[1] - goal + np.pi) % (2 * np.pi) - np.pi)

    shade = colours.shifted(green, -0.1, 1.0, 15)
    light = colours.shifted(green, 0.1, 1.0, -15)
    assert lab(shade)[0] < lab(green)[0] < lab(light)[0]
    assert apart(shade, violet) < apart(green, violet)
    assert apart(light, yellow) < apart(green, yellow)
