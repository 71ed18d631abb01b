"""The golden set itself: it covers what it must, every case holds, and a broken cutout fails."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from pathlib import Path

import cv2
import numpy as np
import pytest

from nukki.catalog import packs
from nukki.catalog.materials import CHAINS
from nukki.jobs import golden
from nukki.qa.golden import case as cases
from nukki.qa.golden import compare, degrade, pictures
from nukki.qa.golden.compare import Outcome, Placed
from nukki.settings import settings
from tools import golden_art

FOLDER = Path(__file__).parent / "golden"
SET = {stored.case.id: stored for stored in cases.load_all(FOLDER)}
FAULTS = {
    "vignette", "gradient", "shadow", "spill", "blur", "ringing", "noise", "haze", "jpeg",
}  # fmt: skip
MAX_BYTES = 12_000_000
# Grain depends on numpy's generator, JPEG on its codec, a floor shadow is not stored.
VARYING = {"noise", "jpeg", "shadow", "haze"}
REPEATABLE = [
    name
    for name, stored in SET.items()
    if stored.case.picture.file and not VARYING & {fault.kind for fault in stored.case.faults}
]

# Where a cutout lost parts of its object, a ring of background may even win some back.
WELL_CUT = [name for name, stored in SET.items() if stored.case.thresholds.alpha_iou_min >= 0.95]


@pytest.fixture(autouse=True, scope="module")
def weights() -> Iterator[None]:
    """The saliency model in a place of its own: fetched once, kept until `make clean`."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("NUKKI_MODELS", str(FOLDER.parents[1] / "build" / "models"))
        settings.cache_clear()
        yield
    settings.cache_clear()


@cache
def outcome(name: str) -> Outcome:
    return golden.cut(SET[name])


def ringed(rgba: np.ndarray, picture: np.ndarray) -> np.ndarray:
    """The cutout with a ring of 2 px of what lay behind it: what careless matting leaves."""
    solid = np.asarray(rgba[..., 3] >= 128, np.uint8)
    wide = cv2.dilate(solid, cv2.getStructuringElement(cv2.MORPH_ELLIPSE, (5, 5)))
    ring = (wide > 0) & (rgba[..., 3] < 250)
    worse = rgba.copy()
    worse[ring] = np.dstack([picture, np.full(picture.shape[:2], 255, np.uint8)])[ring]
    return worse


def test_there_are_enough_cases_and_they_are_small() -> None:
    assert len(SET) >= 36
    assert sum(file.stat().st_size for file in FOLDER.rglob("*") if file.is_file()) <= MAX_BYTES


def test_every_pack_every_material_every_strategy_and_every_fault_is_covered() -> None:
    drawn = {str(stored.case.drawn.pack).partition("@")[0] for stored in SET.values()}
    assert {pack.id for pack in packs.all_packs() if packs.is_built_in(pack.id)} <= drawn
    assert {stored.case.material for stored in SET.values()} == set(CHAINS)
    strategies = {stored.case.must_strategy for stored in SET.values()}
    assert strategies == {"segment", "native_alpha", "trimap", "two_background"}
    assert {fault.kind for stored in SET.values() for fault in stored.case.faults} == FAULTS


def test_a_case_says_what_made_its_truth() -> None:
    for stored in SET.values():
        drawn = stored.case.drawn
        assert drawn.concept
        assert drawn.by == "photo" or (drawn.seed is not None and drawn.versions)


def test_nobody_elses_photo_is_stored() -> None:
    for stored in SET.values():
        if stored.case.picture.photo is None:
            continue
        assert not list(stored.folder.glob("input.*"))
        if not stored.case.expected.truth:
            kept = pictures.read(stored.folder / stored.case.expected.file)
            assert (kept[..., 0] == kept[..., 1]).all(), "only alpha, as grey"


@pytest.mark.parametrize("name", REPEATABLE)
def test_the_picture_is_its_truth_over_its_background_with_its_faults(name: str) -> None:
    case, folder = SET[name].case, SET[name].folder
    truth = Placed(pictures.read(folder / "expected.webp"), case.expected.offset)
    size = case.drawn.size
    for file, key in (
        (case.picture.file, case.picture.background),
        (case.picture.other, case.picture.other_background),
    ):
        if file is not None and key is not None:
            colour = tuple(int(key[at : at + 2], 16) / 255 for at in (1, 3, 5))
            again = degrade.photograph(truth.on(size, size), colour, case.faults)
            assert np.abs(again.astype(int) - pictures.read(folder / file)).max() <= 1


def test_outlines_are_drawn_again_to_the_same_pixels() -> None:
    drawn = SET["holes-green-noise"].case.drawn
    again = pictures.cropped(golden_art.DRAWN[drawn.concept](drawn.size, drawn.seed))
    kept = pictures.read(FOLDER / "holes-green-noise" / "expected.webp")
    assert (again.rgba == kept).all()


@pytest.mark.slow
@pytest.mark.parametrize("name", SET)
def test_the_case_holds(name: str) -> None:
    found = outcome(name)
    assert found.refusal is None, found.refusal
    assert found.strategy == SET[name].case.must_strategy
    assert found.misses == ()


def test_most_cases_are_cut_well_enough_to_notice_a_ring() -> None:
    assert len(WELL_CUT) >= 40


@pytest.mark.slow
@pytest.mark.parametrize("name", WELL_CUT)
def test_a_ring_of_the_background_fails_the_case(name: str) -> None:
    found = outcome(name)
    assert found.found is not None
    rgba = found.found.on(*found.picture.shape[:2])
    worse = Placed(ringed(rgba, found.picture))
    figures = compare.compare(worse, found.expected, found.picture.shape[:2])
    assert compare.judge(figures, SET[name].case.thresholds)


@pytest.mark.slow
@pytest.mark.parametrize(
    "name", ["bag-green-everything", "drop-pair", "drop-green-noise", "hair-green-noise"]
)
def test_the_same_picture_is_cut_the_same_again(name: str) -> None:
    first, again = outcome(name), golden.cut(SET[name])
    assert first.found is not None
    assert again.found is not None
    assert (first.found.rgba == again.found.rgba).all()
    assert first.confidence == again.confidence
