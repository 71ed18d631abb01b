"""The HTML report: whole in itself, failing cases first, in both languages, and safe."""

import re

import numpy as np
import pytest

from nukki.errors import AlphaError
from nukki.qa.golden import case, compare, pictures, report
from nukki.qa.golden.compare import Outcome, Placed
from tests.qa.golden import folders


def outcome(root, name, found=None, **changes):
    stored = case.load(folders.make(root, name, **changes))
    picture = pictures.given(stored).rgb
    expected = pictures.expected(stored, picture)
    if found is None:
        refusal = AlphaError("alpha-too-unsure", found="<b>", allowed="0.5")
        return Outcome(stored.case, 0.1, picture, expected, refusal=refusal)
    figures = compare.compare(Placed(found), expected, (96, 96))
    misses = compare.judge(figures, stored.case.thresholds)
    return Outcome(
        stored.case, 0.1, picture, expected, Placed(found), "segment", 0.9, figures, misses
    )


@pytest.fixture
def outcomes(tmp_path):
    faint = folders.disc()
    faint[..., 3] //= 2
    shows = {"en": "A <disc> & more", "ko": "<원반>"}
    return [
        outcome(tmp_path, "good", folders.disc(), shows=shows),
        outcome(tmp_path, "faint", faint, faults=[{"kind": "noise", "sigma": 2, "seed": 1}]),
        outcome(tmp_path, "refused"),
    ]


@pytest.mark.parametrize(("language", "title"), [("en", "Golden set"), ("ko", "골든 세트")])
def test_the_page_needs_nothing_else_and_speaks_the_language(outcomes, language, title):
    page = report.page(outcomes, language, "2026-01-31")
    assert f"<h1>{title}</h1>" in page
    assert f'lang="{language}"' in page
    assert not re.findall(r"(?:src|href)=|@import|https?:", page)
    assert not re.findall(r"golden-[a-z]", re.sub(r"<style>.*?</style>", "", page, flags=re.S))


def test_what_failed_comes_first_and_a_refusal_before_all(outcomes):
    page = report.page(outcomes, "en", "now")
    assert re.findall(r'<article class="\w+" id="(\w+)"', page) == ["refused", "faint", "good"]


def test_text_from_a_case_is_escaped(outcomes):
    page = report.page(outcomes, "en", "now")
    assert "A &lt;disc&gt; &amp; more" in page
    assert "<disc>" not in page
    assert "<b>" not in re.sub(r"<b>[\d.]+</b>", "", page)


def test_every_ground_is_shown_and_every_picture_is_stored_once(outcomes):
    page = report.page(outcomes[:1], "en", "now")
    for kind in ("input", "checker", "white", "black", "blue", "expected", "difference"):
        assert page.count(f'class="tile {kind}"') == 1
    assert page.count("data:image/webp;base64,") == 4


def test_the_difference_is_dark_where_there_is_none_and_white_hot_at_32_levels():
    shown = report.heat(np.array([[0, 5, 32, 255]], np.float32))
    assert shown[0, 0].tolist() == [20, 21, 26]
    assert shown[0, 2].tolist() == shown[0, 3].tolist() == [255, 250, 214]
    assert shown[0, 0].sum() < shown[0, 1].sum() < shown[0, 2].sum()


def test_the_bar_is_the_share_of_what_is_allowed(outcomes):
    assert report.used(outcomes[0], "ssim") == pytest.approx(0, abs=1e-6)
    assert report.used(outcomes[1], "soft_alpha_mae") > 1
