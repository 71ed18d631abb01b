"""The measure of noise itself: dB and alpha errors that are known beforehand."""

import numpy as np
import pytest

from bench import noise, scene
from bench.noise import Line


def picture(value: int, alpha: int = 255) -> np.ndarray:
    """A square of one colour in an empty frame."""
    made = np.zeros((16, 16, 4), np.uint8)
    made[4:12, 4:12] = (value, value, value, alpha)
    return made


def test_a_difference_of_ten_steps_is_28_decibel() -> None:
    decibel, alpha = noise.difference(picture(100), picture(110))
    assert decibel == pytest.approx(20 * np.log10(255 / 10))
    assert alpha == 0


def test_the_same_picture_has_no_noise() -> None:
    assert noise.difference(picture(100), picture(100))[0] > 100


def test_colour_counts_as_far_as_it_is_seen() -> None:
    faint = noise.difference(picture(100, 51), picture(110, 51))[0]
    assert faint == pytest.approx(20 * np.log10(255 / 2), abs=0.1)


def test_alpha_is_judged_on_the_object_and_not_on_the_empty_frame() -> None:
    assert noise.difference(picture(100, 204), picture(100, 255))[1] == pytest.approx(0.2)


def test_the_advice_is_the_fewest_samples_that_hold_in_every_pack() -> None:
    lines = [
        Line(pack, "solid", count, 33 + count / 8 + extra, 0.001)
        for pack, extra in (("a", 0), ("b", 1))
        for count in (8, 16, 24, 32)
    ]
    assert noise.advice("solid", lines).endswith("takes 24 samples")
    assert noise.advice("solid", lines[:1]).endswith("takes more than 8 samples")


@pytest.mark.parametrize(("decibel", "alpha"), [(33.9, 0.0), (40.0, 0.003)])
def test_the_aim_is_missed_by_noise_or_by_alpha(decibel: float, alpha: float) -> None:
    assert not Line(noise.GLOSSY, "solid", 8, decibel, alpha).good


def test_only_the_packs_asked_for_are_drawn_and_all_when_none_are() -> None:
    assert [pack.id for pack in scene.named(["sp-glass"])] == ["sp-glass"]
    assert len(scene.named(None)) == 12


@pytest.mark.slow
def test_more_samples_are_nearer_to_the_reference() -> None:
    import mitsuba as mi

    mi.set_variant("scalar_rgb")
    (pack,) = scene.named(["sp-3d-glossy"])
    wanted = scene.request(pack, 96, 7, {"variant": "scalar_rgb"})
    few, many = noise.compare(wanted, pack.id, [2, 32], 64)
    assert (few.samples, many.samples) == (2, 32)
    assert many.decibel > few.decibel + 1
