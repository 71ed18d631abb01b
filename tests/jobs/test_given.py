"""How a brand picture was given, said in both languages; never more than was proved."""

import re

import pytest

from nukki import i18n
from nukki.jobs import given
from tests.jobs.by_hand import job_in, outcome

WHY = {
    "code": "asset-downgraded-colour",
    "context": {"asset": "badge:dark", "found": "17.2", "allowed": "12.0"},
}
RESAMPLED = {"given": "resampled", "scale": 0.5, "rotate": -8.0, "deviation": None, "limits": None}


EVERY = (
    outcome(0, "exact"),
    outcome(0, "exact", **RESAMPLED),
    outcome(1, "overlay"),
    outcome(1, "imprint"),
    outcome(0, "exact", matched=False),
    outcome(0, "exact", **RESAMPLED | {"matched": False}),
    outcome(1, "overlay", given="exact", downgraded=WHY),
)


@pytest.mark.parametrize("language", i18n.LANGUAGES)
@pytest.mark.parametrize("told", EVERY)
def test_every_outcome_has_a_sentence_without_an_open_blank(told, language):
    said = [given.message(told, language), given.hint(told, language)]
    said += [given.label(told, language), given.short(told, language)]
    said += given.lines(0, [told], language)
    assert all(said[:1] + said[2:])
    assert not any(re.search(r"[{}]|\bNone\b", line) for line in said)
    assert given.name_of(told) in said[0]


def test_the_figures_of_a_blended_one_are_told_with_what_was_allowed():
    said = given.message(outcome(1, "overlay"), "en")
    for figure in ("0.991", "0.980", "5.2", "12.0", "1.5", "8.0"):
        assert figure in said


def test_a_resampled_one_is_never_called_exact():
    for language, word in (("en", "exact"), ("ko", "원본 그대로")):
        told = outcome(0, "exact", **RESAMPLED)
        assert word not in given.label(told, language)
        assert word not in given.short(told, language)
    assert "(50% of its size, turned -8°)" in given.message(told, "en")
    assert "(크기 50%, 회전 -8°)" in given.message(told, "ko")


def test_only_what_was_changed_of_size_and_angle_is_told():
    tilted = outcome(0, "exact", given="resampled", tilt="slight")
    assert "(tilted)" in given.message(tilted, "en")
    assert "(기울임)" in given.message(tilted, "ko")
    assert given.changes(outcome(0, "exact"), "en") == ""


def test_what_did_not_match_is_called_neither_exact_nor_resampled():
    told = outcome(0, "exact", matched=False)
    assert given.code(told) == "given-unlike"
    told = outcome(0, "exact", **RESAMPLED | {"matched": False})
    assert given.code(told) == "given-unlike-resampled"
    assert "designer" not in given.message(told, "en")


def test_a_downgrade_is_told_where_it_cannot_be_missed():
    told = outcome(1, "overlay", given="exact", downgraded=WHY)
    assert given.short(told, "en") == "badge:dark: exact · given exactly instead"
    assert given.short(told, "ko") == "badge:dark: 원본 그대로 · 원본으로 대체"
    assert "17.2" in given.downgrade(told, "en")
    assert "17.2" in given.lines(3, [told], "ko")[1]
    (data,) = given.as_data([told], "en")
    assert data["downgrade"] == given.downgrade(told, "en")
    assert data["downgraded"] == WHY


def test_only_what_was_blended_makes_a_picture_blended(tmp_path):
    (tmp_path / "b").mkdir()
    exact, mixed = job_in(tmp_path), job_in(tmp_path / "b", 1)
    assert [given.is_blended(job.status().candidates[0]) for job in (exact, mixed)] == [False, True]
