"""The hard rules on pictures whose truth is known."""

from __future__ import annotations

import json
from collections.abc import Callable

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from hypothesis.extra.numpy import arrays

from bench import delicate, specimens, wrong_cuts
from nukki import i18n
from nukki.finishing.finish import finish
from nukki.qa.report import Check, QaReport
from nukki.qa.rules import RULES, check

MATERIALS = ("opaque", "translucent", "glow")
DARK = (4.0, 4.0, 4.0)
NAVY = (16.0, 24.0, 72.0)
WHITE = (250.0, 250.0, 250.0)


def _judged(rgba: np.ndarray, material: str = "opaque") -> QaReport:
    return check(rgba, finish(rgba, {}, "none").rgba, material)


def _figure(report: QaReport, rule: str) -> Check:
    return next(check for check in report.checks if check.rule == rule)


def _failed(report: QaReport) -> list[str]:
    return [check.rule for check in report.failed]


@pytest.mark.parametrize("size", [256, 640])
@pytest.mark.parametrize("name", specimens.CLEAN)
def test_a_true_cutout_passes_every_rule(name: str, size: int) -> None:
    make, material = specimens.CLEAN[name]
    assert _failed(_judged(make(size), material)) == []


@pytest.mark.parametrize("name", delicate.DELICATE)
def test_a_delicate_edge_is_clean_although_its_background_is_unknown(name: str) -> None:
    make, material = delicate.DELICATE[name]
    assert {"halo", "fringe"} & set(_failed(_judged(make(512), material))) == set()


@pytest.mark.parametrize("width", [3, 4, 6, 9])
def test_a_dark_pen_line_is_drawn_and_no_halo(width: float) -> None:
    assert _figure(_judged(delicate.outlined(512, width)), "halo").measured == 0


@pytest.mark.parametrize("key", ["green", "grey", "white", "black"])
def test_a_ring_of_two_pixels_is_a_halo_whatever_its_colour(key: str) -> None:
    ringed = wrong_cuts.ring(specimens.disc(512), wrong_cuts.KEYS[key], 2)
    assert "halo" in _failed(_judged(ringed))


@pytest.mark.parametrize("make", [specimens.cluster, specimens.glass_cluster])
def test_a_cluster_on_its_shadow_passes_every_rule(
    make: Callable[[int], specimens.Specimen],
) -> None:
    specimen = make(512)
    finished = finish(specimen.rgba, {"shadow": specimen.shadow}, "soft_floor")
    report = check(
        specimen.rgba,
        finished.rgba,
        specimen.material,
        cutout=finished.layers["object"],
        shadow=specimen.shadow,
    )
    assert _failed(report) == []


@pytest.mark.parametrize("colour", [specimens.RED, WHITE, NAVY, DARK], ids=str)
@pytest.mark.parametrize("width", [2, 4, 8])
def test_a_grey_ring_of_leftover_background_is_a_halo(
    width: float, colour: tuple[float, float, float]
) -> None:
    halo = _figure(_judged(specimens.ringed(640, width, colour)), "halo")
    assert not halo.passed
    assert halo.measured > 85


@pytest.mark.parametrize("width", [4, 8])
def test_a_ring_around_glass_is_a_halo_although_its_rim_is_not(width: float) -> None:
    rgba = specimens.glass(640)
    ring = specimens.ringed(640, width)
    around = (ring[..., 3] > 0) & (np.abs(ring[..., :3].astype(int) - 128).max(axis=2) < 40)
    rgba[around] = ring[around]
    assert not _figure(_judged(rgba, "translucent"), "halo").passed
    assert _figure(_judged(specimens.glass_ball(640), "translucent"), "halo").measured < 10


def _kept_background(rgba: np.ndarray, backdrop: tuple[int, int, int]) -> np.ndarray:
    """The cutout with the backdrop's colour left in its partial pixels."""
    dirty = rgba.astype(np.float64)
    alpha = dirty[..., 3:] / 255
    dirty[..., :3] = dirty[..., :3] * alpha + np.array(backdrop) * (1 - alpha)
    return np.rint(dirty).astype(np.uint8)


@pytest.mark.parametrize("backdrop", [(128, 128, 128), (0, 177, 64), (255, 255, 255)], ids=str)
@pytest.mark.parametrize("name", ["red", "multicolour", "chrome", "glossy", "rim light", "navy"])
def test_background_left_in_the_edge_is_a_fringe(name: str, backdrop: tuple[int, int, int]) -> None:
    clean = specimens.CLEAN[name][0](512)
    assert _figure(_judged(clean), "fringe").measured < 40
    assert "fringe" in _failed(_judged(_kept_background(clean, backdrop)))


def test_premultiplied_colour_stored_as_straight_is_a_fringe() -> None:
    assert "fringe" in _failed(_judged(specimens.premultiplied(512)))


def test_an_object_cut_off_by_the_frame_touches_the_edge() -> None:
    rgba = specimens.disc(300)[:, 60:].copy()
    contact = _figure(_judged(rgba), "edge_contact")
    assert contact.measured == np.count_nonzero(rgba[:, 0, 3] >= 8)
    assert not contact.passed


@pytest.mark.parametrize(
    ("alpha", "material", "passed"),
    [(7, "opaque", True), (8, "opaque", False), (4, "glow", False), (3, "glow", True)],
)
def test_what_nobody_sees_does_not_touch_the_edge(alpha: int, material: str, passed: bool) -> None:
    rgba = specimens.disc(300)
    rgba[0, 0] = (9, 9, 9, alpha)
    assert _figure(check(rgba, rgba, material), "edge_contact").passed is passed


def test_a_shadow_cut_off_by_the_frame_touches_the_edge_when_it_is_composed() -> None:
    rgba, shadow = specimens.disc(300), np.zeros((300, 300, 4), np.uint8)
    shadow[-1, 100:150, 3] = 40
    assert _figure(check(rgba, rgba, "opaque", shadow=shadow), "edge_contact").measured == 50
    assert _figure(check(rgba, rgba, "opaque"), "edge_contact").passed


@pytest.mark.parametrize(
    ("share", "passed"), [(0.10, False), (0.14, True), (0.78, True), (0.83, False)]
)
def test_coverage_is_a_share_of_the_finished_crop(share: float, passed: bool) -> None:
    rgba = np.zeros((200, 200, 4), np.uint8)
    rgba[: round(200 * share)] = 255
    coverage = _figure(check(rgba, rgba, "opaque"), "coverage")
    assert coverage.measured == pytest.approx(100 * share, abs=0.3)
    assert coverage.passed is passed


def test_an_all_but_empty_frame_has_no_foreground() -> None:
    rgba = np.zeros((300, 300, 4), np.uint8)
    rgba[100:104, 100:104] = 255
    assert "foreground" in _failed(_judged(rgba))


def test_a_binary_mask_is_not_soft() -> None:
    rgba = specimens.disc(300)
    rgba[..., 3] = np.where(rgba[..., 3] > 127, 255, 0)
    assert _figure(_judged(rgba), "soft_alpha").measured == 2
    assert "soft_alpha" in _failed(_judged(rgba))


@pytest.mark.parametrize(("count", "passed"), [(3, True), (30, False)])
def test_specks_are_counted_even_inside_a_hole(count: int, passed: bool) -> None:
    rgba = specimens.neon(1024)
    y, x = np.divmod(np.arange(count), 6)
    rgba[460 + 16 * y, 470 + 16 * x] = (255, 255, 255, 255)
    islands = _figure(_judged(rgba, "glow"), "islands")
    assert islands.measured == count
    assert islands.passed is passed


def test_bits_beside_the_object_belong_to_it() -> None:
    rgba = specimens.disc(512)
    rgba[80:400:12, 256] = (200, 30, 30, 255)
    rgba[64:70:3, 200:312:20] = (200, 30, 30, 40)
    assert _figure(_judged(rgba), "islands").measured == 0


def test_a_small_part_that_somebody_drew_is_no_speck() -> None:
    rgba = specimens.neon(1024)
    rgba[500:510, 500:510] = 255
    assert _figure(_judged(rgba, "glow"), "islands").measured == 0


@pytest.mark.parametrize("where", ["beside", "beyond"])
def test_key_colour_under_alpha_zero_is_found(where: str) -> None:
    finished = finish(specimens.disc(300), {}, "none").rgba
    clean = _figure(check(finished, finished, "opaque"), "hidden_colour")
    dirty = finished.copy()
    hidden = dirty[..., 3] == 0
    bled = dirty[..., :3].any(axis=2)
    dirty[hidden & (bled if where == "beside" else ~bled)] = (0, 177, 64, 0)
    found = _figure(check(dirty, dirty, "opaque"), "hidden_colour")
    assert clean.measured == 0
    assert not found.passed


@settings(max_examples=60, deadline=None)
@given(
    st.one_of(
        arrays(np.uint8, st.tuples(st.integers(1, 14), st.integers(1, 14), st.just(4))),
        st.sampled_from([0, 255]).map(lambda value: np.full((3, 40, 4), value, np.uint8)),
    ),
    st.sampled_from(MATERIALS),
)
def test_any_picture_gets_a_report_of_finite_figures(rgba: np.ndarray, material: str) -> None:
    report = _judged(rgba, material)
    assert all(np.isfinite(check.measured) for check in report.checks)
    assert json.loads(json.dumps(report.as_json()))["passed"] is report.passed


def test_judging_changes_no_picture() -> None:
    rgba = specimens.cluster(200).rgba
    before = rgba.copy()
    check(rgba, rgba, "opaque")
    assert np.array_equal(rgba, before)


@pytest.mark.parametrize("language", i18n.LANGUAGES)
@pytest.mark.parametrize("rule", [rule.name for rule in RULES])
def test_each_rule_speaks_with_its_figures_and_gives_advice(rule: str, language: str) -> None:
    failed = Check(rule, 1234.0, None, 0, "px")
    passed = Check(rule, 0.0, None, 0, "px")
    assert "1234" in failed.message(language)
    assert "{" not in failed.message(language)
    assert failed.hint(language)
    assert passed.hint(language) == ""
    assert failed.name(language) not in ("", f"{failed.code}-name")
    assert failed.name("en") != failed.name("ko")
