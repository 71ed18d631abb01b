"""Cutting golden cases, and accepting what was reached."""

import numpy as np
import pytest

from nukki.errors import InputError
from nukki.jobs import golden
from nukki.qa.golden import case, compare, pictures
from nukki.qa.golden.compare import Figures, Outcome
from tests.qa.golden import folders


def test_a_cutout_is_judged_by_the_cases_own_thresholds(tmp_path):
    stored = case.load(folders.make(tmp_path))
    heard = []
    (outcome,) = golden.run([stored], heard.append)
    assert heard == [outcome]
    assert outcome.passed, outcome.misses
    assert outcome.strategy == "segment"


def test_a_cutout_by_another_strategy_does_not_pass(tmp_path):
    stored = case.load(folders.make(tmp_path, must_strategy="trimap"))
    outcome = golden.cut(stored)
    assert outcome.wrong_strategy
    assert not outcome.passed


def test_a_picture_without_an_object_is_a_refusal_and_no_crash(tmp_path):
    stored = case.load(folders.make(tmp_path))
    empty = np.full((96, 96, 3), (0, 177, 64), np.uint8)
    (stored.folder / "input.webp").write_bytes(pictures.webp(empty))
    outcome = golden.cut(stored)
    assert outcome.refusal is not None
    assert not outcome.passed
    assert outcome.as_json()["error"] == "alpha-chain-exhausted"


def test_new_thresholds_keep_the_figures_and_little_worse():
    found = Figures(0.98, 0.99, 0.01, 1.0)
    limits = golden.limits(found)
    assert compare.judge(found, limits) == ()
    assert compare.judge(Figures(0.975, 0.988, 0.012, 1.2), limits) != ()
    assert limits.ssim_min == pytest.approx(0.9765)
    assert limits.recomposition_max == pytest.approx(1.16)
    perfect = golden.limits(Figures(1.0, 1.0, 0.0, 0.0))
    assert perfect.ssim_min == pytest.approx(0.9995)
    assert golden.limits(Figures(0.0, 0.0, 1.0, 255.0)).soft_alpha_mae_max == 1


def test_accepting_tightens_the_thresholds_and_keeps_a_history(tmp_path):
    stored = case.load(folders.make(tmp_path))
    before = pictures.read(stored.folder / "expected.webp")
    golden.accept(stored, "the keyer became better", golden.cut(stored))
    after = case.load(stored.folder).case
    assert after.thresholds.recomposition_max < folders.LIMITS["recomposition_max"]
    assert after.history[-1].reason == "the keyer became better"
    assert set(after.history[-1].figures) == set(compare.MEASURES)
    assert (pictures.read(stored.folder / "expected.webp") == before).all()
    assert golden.cut(case.load(stored.folder)).passed


@pytest.mark.parametrize(
    ("reason", "code"),
    [
        ("", "golden-no-reason"),
        ("  ", "golden-no-reason"),
        ("x", "golden-no-reason"),
        ("x" * 501, "golden-reason-long"),
    ],
)
def test_accepting_without_a_reason_is_refused(tmp_path, reason, code):
    stored = case.load(folders.make(tmp_path))
    text = (stored.folder / case.FILE).read_text("utf-8")
    with pytest.raises(InputError) as caught:
        golden.accept(stored, reason, golden.cut(stored))
    assert caught.value.code == code
    assert (stored.folder / case.FILE).read_text("utf-8") == text


def test_a_refused_picture_cannot_be_accepted(tmp_path):
    stored = case.load(folders.make(tmp_path))
    picture = pictures.given(stored).rgb
    refused = Outcome(stored.case, 0.0, picture, pictures.expected(stored, picture))
    with pytest.raises(InputError) as caught:
        golden.accept(stored, "good enough", refused)
    assert caught.value.code == "golden-not-cut"


def test_without_a_truth_the_cutout_itself_becomes_the_expectation(tmp_path):
    offset = list(pictures.cropped(folders.disc()).offset)
    expected = {"file": "expected.webp", "offset": offset, "truth": False}
    stored = case.load(folders.make(tmp_path, expected=expected))
    golden.accept(stored, "looked at on three grounds", golden.cut(stored))
    again = golden.cut(case.load(stored.folder))
    assert again.passed
    assert again.figures.soft_alpha_mae == 0
    kept = pictures.read(stored.folder / "expected.webp")
    assert (kept[..., 0] == kept[..., 1]).all(), "only alpha is kept, as grey"
