"""The faults of generators: seeded, and each does what it says."""

import numpy as np
import pytest

from nukki.qa.golden import case, degrade
from tests.qa.golden import folders

GREY = degrade.solid((0.5, 0.5, 0.5), 64, 64)
STEP = np.repeat((np.mgrid[:32, :32][1] > 15).astype(np.float32)[..., None], 3, axis=2) * 0.5 + 0.25


def test_a_composite_is_alpha_times_colour_over_the_backing():
    rgba = np.array([[[255, 0, 0, 0], [255, 0, 0, 128], [255, 0, 0, 255]]], np.uint8)
    seen = degrade.composite(rgba, degrade.solid((0.0, 0.0, 1.0), 1, 3))
    share = 128 / 255
    assert seen[0] == pytest.approx(np.array([[0, 0, 1], [share, 0, 1 - share], [1, 0, 0]]))


def test_noise_has_its_strength_and_its_seed():
    grain = degrade.noise(GREY, 4.0, 7) - GREY
    assert float(grain.std() * 255) == pytest.approx(4, rel=0.05)
    assert (degrade.noise(GREY, 4.0, 7) == degrade.noise(GREY, 4.0, 7)).all()
    assert (degrade.noise(GREY, 4.0, 8) != degrade.noise(GREY, 4.0, 7)).any()


def test_a_vignette_leaves_the_middle_and_darkens_the_corners():
    dark = degrade.vignette(degrade.solid((0.5, 0.5, 0.5), 65, 65), 0.2)
    assert dark[32, 32, 0] == pytest.approx(0.5)
    assert dark[0, 0, 0] == pytest.approx(0.4)


def test_a_gradient_is_brighter_on_one_side():
    lit = degrade.gradient(GREY, 0.1, 0)
    assert lit[32, 0, 0] == pytest.approx(0.45)
    assert lit[32, -1, 0] == pytest.approx(0.55)


def test_ringing_overshoots_beside_an_edge_and_nowhere_else():
    rung = degrade.ringing(STEP, 0.8)
    assert rung.max() > 0.76
    assert rung.min() < 0.24
    assert rung[:, :6] == pytest.approx(STEP[:, :6], abs=2e-3)


def test_blur_spreads_an_edge_and_keeps_its_mean():
    soft = degrade.blur(STEP, 1.0)
    assert 0.3 < soft[16, 15, 0] < 0.5
    assert float(soft.mean()) == pytest.approx(float(STEP.mean()), abs=2e-3)


def test_spill_tints_the_rim_and_fades_inwards():
    tinted = degrade.spill(folders.disc(), (0.0, 1.0, 0.0), 0.2, 6.0)
    green = tinted[48, :, 1].astype(int)
    rim, six_in, middle = green[19], green[25], green[48]
    assert 70 < rim < 90
    assert six_in - 40 == pytest.approx((rim - 40) / 2, abs=5)
    assert middle < six_in


def test_a_shadow_darkens_the_backing_by_its_alpha():
    layer = np.zeros((64, 64, 4), np.uint8)
    layer[..., 3] = 51
    assert degrade.shadow(GREY, layer, 0.5)[0, 0, 0] == pytest.approx(0.45, abs=1e-3)


def test_haze_only_adds_alpha_and_only_up_to_its_level():
    veiled = degrade.haze(folders.disc(), 3, 5)
    gained = veiled[..., 3].astype(int) - folders.disc()[..., 3]
    assert gained.min() == 0
    assert gained.max() == 3


def test_every_fault_of_a_case_reaches_the_picture():
    clean = degrade.photograph(folders.disc(), folders.GREEN, [])
    floor = np.zeros((96, 96, 4), np.uint8)
    floor[70:, :, 3] = 100
    faults = [
        case.Vignette(kind="vignette", strength=0.2),
        case.Gradient(kind="gradient", amount=0.1, angle=20),
        case.FloorShadow(kind="shadow", strength=1),
        case.Spill(kind="spill", amount=0.2, reach=4),
        case.Blur(kind="blur", sigma=1),
        case.Ringing(kind="ringing", amount=0.5),
        case.Noise(kind="noise", sigma=2, seed=1),
    ]
    for fault in faults:
        shot = degrade.photograph(folders.disc(), folders.GREEN, [fault], floor)
        assert (shot != clean).any(), fault.kind


def test_pasting_is_exact_at_both_ends_and_rounds_between():
    photo = np.full((96, 96, 3), 100, np.uint8)
    pasted = degrade.pasted(folders.disc(), photo)
    assert pasted[0, 0].tolist() == [100, 100, 100]
    assert pasted[48, 48].tolist() == [200, 40, 60]
