"""Cutouts held against the background they were cut from: true ones pass, wrong cuts fail."""

from __future__ import annotations

from functools import lru_cache
from pathlib import Path

import cv2
import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from PIL import Image

import nukki
from bench import delicate, specimens, wrong_cuts
from nukki.core.pixels import to_lab
from nukki.qa.report import QaReport
from nukki.qa.rules import check

SPECIMENS = {**specimens.CLEAN, **delicate.DELICATE}
SIZE = 256
KNOWN_RULES = ("residue", "tint", "recomposition")
# Neither an eye nor a rule can tell these apart: the object's edge has the colour of the key, or
# fades into it as shading does.
SAME = {
    *(("black", "black"), ("black rims", "black")),
    *(("soft edge", key) for key in ("grey", "black", "white")),
}
# A line in the key's colour looks like a ring of it.
LINED = {("pen outline", "black")}
SAMPLES = sorted((Path(nukki.__file__).parent / "catalog/samples").glob("*-1.webp"))
KEYS = pytest.mark.parametrize("key", wrong_cuts.KEYS)


@lru_cache
def _specimen(name: str) -> tuple[np.ndarray, str]:
    make, material = SPECIMENS[name]
    return make(2 * SIZE if name in ("tiny", "pen outline") else SIZE), material


@lru_cache
def _sample(path: Path) -> tuple[np.ndarray, str]:
    rgba = np.ascontiguousarray(Image.open(path).convert("RGBA"))
    return rgba, {"glass": "translucent", "neon": "glow"}.get(path.stem.split("-")[1], "opaque")


def _judged(rgba: np.ndarray, truth: np.ndarray, material: str, key: str) -> QaReport:
    """The report on a cut of `truth`, which stood on `key`."""
    colour = wrong_cuts.KEYS[key]
    background = tuple(level / 255 for level in colour)
    source = wrong_cuts.over(truth, colour)
    return check(rgba, rgba, material, background=background, source_rgb=source)


def _failed(report: QaReport) -> set[str]:
    return {each.rule for each in report.failed} & set(KNOWN_RULES)


def _figure(report: QaReport, rule: str) -> float:
    return next(each.measured for each in report.checks if each.rule == rule)


@KEYS
@pytest.mark.parametrize("name", SPECIMENS)
def test_a_true_matte_passes_on_every_key(name: str, key: str) -> None:
    rgba, material = _specimen(name)
    expected = {"residue"} if (name, key) in LINED else set()
    assert _failed(_judged(rgba, rgba, material, key)) == expected


@KEYS
@pytest.mark.parametrize("name", SPECIMENS)
def test_a_ring_of_background_is_found_wherever_it_can_be_seen(name: str, key: str) -> None:
    rgba, material = _specimen(name)
    ringed = wrong_cuts.ring(rgba, wrong_cuts.KEYS[key], 2)
    assert ("residue" in _failed(_judged(ringed, rgba, material, key))) is ((name, key) not in SAME)


@KEYS
@pytest.mark.parametrize("name", ["glass", "glass ball", "neon"])
def test_a_rim_of_background_around_true_glass_or_glow_is_found(name: str, key: str) -> None:
    rgba, material = _specimen(name)
    rimmed = wrong_cuts.rim(rgba, wrong_cuts.KEYS[key], 2)
    assert "residue" in _failed(_judged(rimmed, rgba, material, key))


@KEYS
@pytest.mark.parametrize("name", ["red", "clay", "multicolour", "chrome", "navy", "wires", "hair"])
def test_a_ring_of_one_pixel_is_found(name: str, key: str) -> None:
    rgba, material = _specimen(name)
    ringed = wrong_cuts.ring(rgba, wrong_cuts.KEYS[key], 1)
    assert "residue" in _failed(_judged(ringed, rgba, material, key))


@KEYS
@pytest.mark.parametrize("name", ["red", "clay", "multicolour", "chrome", "navy", "glossy"])
def test_background_kept_in_partial_pixels_is_found_by_its_tint(name: str, key: str) -> None:
    rgba, material = _specimen(name)
    report = _judged(wrong_cuts.fringe(rgba, wrong_cuts.KEYS[key], 1), rgba, material, key)
    assert "tint" in _failed(report)
    assert _figure(report, "recomposition") > 10


@pytest.mark.parametrize("key", ["green", "magenta", "blue"])
@pytest.mark.parametrize("name", ["red", "clay", "multicolour", "chrome", "navy", "black"])
def test_half_of_the_background_is_found_on_saturated_keys(name: str, key: str) -> None:
    rgba, material = _specimen(name)
    report = _judged(wrong_cuts.fringe(rgba, wrong_cuts.KEYS[key], 0.5), rgba, material, key)
    assert "tint" in _failed(report)


@pytest.mark.parametrize("name", ["glass", "neon"])
def test_glass_and_glow_that_keep_the_background_differ_from_their_source(name: str) -> None:
    rgba, material = _specimen(name)
    report = _judged(wrong_cuts.fringe(rgba, wrong_cuts.KEYS["green"], 1), rgba, material, "green")
    assert _failed(report) == {"recomposition"}


@KEYS
def test_real_renders_pass_on_every_key(key: str) -> None:
    failed = {}
    for path in SAMPLES:
        rgba, material = _sample(path)
        failed[path.stem] = _failed(_judged(rgba, rgba, material, key))
    assert {stem: rules for stem, rules in failed.items() if rules} == {}


@pytest.mark.parametrize("key", ["green", "magenta", "blue"])
@pytest.mark.parametrize("pack", ["chrome", "glass", "neon-glow", "flat-illust", "3d-glossy"])
def test_real_renders_in_a_ring_of_a_saturated_key_fail(pack: str, key: str) -> None:
    path = next(path for path in SAMPLES if path.stem.startswith(f"sp-{pack}"))
    rgba, material = _sample(path)
    ringed = wrong_cuts.ring(rgba, wrong_cuts.KEYS[key], 2)
    assert "residue" in _failed(_judged(ringed, rgba, material, key))


def test_alpha_that_is_too_low_inside_differs_from_the_source() -> None:
    rgba, material = _specimen("chrome")
    thin = rgba.copy()
    thin[100:160, 100:160, 3] = 90
    assert _failed(_judged(thin, rgba, material, "green")) == {"recomposition"}


colours = st.tuples(*[st.integers(0, 255)] * 3)


def _random_object(seed: int, colour: tuple[int, int, int]) -> np.ndarray:
    """A blob of one colour with a little relief and an anti-aliased outline."""
    rng = np.random.default_rng(seed)
    angle = np.linspace(0, 2 * np.pi, 48, endpoint=False)
    radius = 62 + sum(
        rng.normal(0, 5 / n) * np.cos(n * angle + rng.uniform(0, 6.28)) for n in (2, 3, 4)
    )
    points = 4 * (96 + np.stack([radius * np.cos(angle), radius * np.sin(angle)], axis=1))
    large = np.zeros((768, 768), np.uint8)
    cv2.fillPoly(large, [np.rint(points).astype(np.int32)], 255)
    alpha = cv2.resize(large, (192, 192), interpolation=cv2.INTER_AREA)
    relief = cv2.GaussianBlur(rng.normal(0, 1, (192, 192)), (0, 0), 3) * 25
    tone = np.clip(np.asarray(colour) + relief[..., None], 0, 255)
    tone[alpha == 0] = 0
    return np.dstack([np.rint(tone).astype(np.uint8), alpha])


@settings(max_examples=20, deadline=None)
@given(st.integers(0, 999), colours, colours)
def test_any_true_matte_passes_and_its_ring_fails_when_the_key_differs(
    seed: int, colour: tuple[int, int, int], key: tuple[int, int, int]
) -> None:
    rgba, background = _random_object(seed, colour), tuple(level / 255 for level in key)
    source = wrong_cuts.over(rgba, key)
    clean = check(rgba, rgba, "opaque", background=background, source_rgb=source)
    assert _failed(clean) == set()
    pair = to_lab(np.array([colour, key], np.float32) / 255)
    if np.linalg.norm(pair[0] - pair[1]) >= 25:
        ringed = wrong_cuts.ring(rgba, key, 2)
        report = check(ringed, ringed, "opaque", background=background, source_rgb=source)
        assert "residue" in _failed(report)


def test_a_vignette_is_measured_where_it_lies() -> None:
    rgba, _ = _specimen("red")
    wide = np.pad(rgba, ((60, 60), (60, 60), (0, 0)))
    y, x = np.mgrid[-1 : 1 : wide.shape[0] * 1j, -1 : 1 : wide.shape[1] * 1j]
    fall = 1 - 0.25 * (x**2 + y**2)[..., None]
    key = wrong_cuts.KEYS["green"]
    alpha = wide[..., 3:] / 255
    source = np.rint(wide[..., :3] * alpha + np.array(key) * fall * (1 - alpha)).astype(np.uint8)
    background = tuple(level / 255 for level in key)
    ringed = np.dstack([source, wrong_cuts.ring(wide, key, 2)[..., 3]])
    assert _failed(check(wide, wide, "opaque", background=background, source_rgb=source)) == set()
    report = check(ringed, ringed, "opaque", background=background, source_rgb=source)
    assert _figure(report, "residue") > 95


def test_the_finished_crop_is_held_against_its_own_place_in_the_source() -> None:
    rgba, _ = _specimen("multicolour")
    key = wrong_cuts.KEYS["blue"]
    source, background = wrong_cuts.over(rgba, key), tuple(level / 255 for level in key)
    crop = np.ascontiguousarray(rgba[30:-30, 20:-20])
    report = check(rgba, crop, "opaque", background=background, source_rgb=source, offset=(20, 30))
    astray = check(rgba, crop, "opaque", background=background, source_rgb=source)
    assert _failed(report) == set()
    assert _failed(astray) == {"recomposition"}


def test_the_rules_asked_follow_what_is_known() -> None:
    rgba, _ = _specimen("red")
    key = (0.0, 0.69, 0.25)

    def names(report: QaReport) -> set[str]:
        return {each.rule for each in report.checks}

    unknown = names(check(rgba, rgba, "opaque"))
    without_source = names(check(rgba, rgba, "opaque", background=key))
    source = wrong_cuts.over(rgba, wrong_cuts.KEYS["green"])
    with_source = names(check(rgba, rgba, "opaque", background=key, source_rgb=source))
    assert {"halo", "fringe"} <= unknown
    assert not unknown & set(KNOWN_RULES)
    assert {"residue", "tint"} == without_source - unknown
    assert with_source - without_source == {"recomposition"}
    assert not with_source & {"halo", "fringe"}


def test_a_source_of_another_size_is_refused() -> None:
    rgba, _ = _specimen("red")
    with pytest.raises(ValueError, match="source is"):
        check(rgba, rgba, "opaque", background=(0, 0, 0), source_rgb=rgba[:-1, :, :3])
