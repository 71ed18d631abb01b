"""What is told of a cutout: sentences with their advice, in both languages."""

from __future__ import annotations

import pytest

from nukki.cli import told

SURE = {"code": "cut-shadow-kept", "context": {}}
UNSURE = {"code": "alpha-unsure", "context": {"found": "0.61", "allowed": "0.80"}}


@pytest.mark.parametrize(("language", "word"), [("en", "0.61"), ("ko", "확신도")])
def test_a_remark_is_followed_by_its_advice(language: str, word: str) -> None:
    first, second, advice = told.lines("a.png", [SURE, UNSURE], language)
    assert first.startswith("• a.png: ")
    assert second.startswith("• a.png: ")
    assert word in second
    assert advice.startswith("  → ")
    assert len(advice) > 10


def test_programs_get_code_context_sentence_and_advice() -> None:
    plain, unsure = told.remarks([SURE, UNSURE], "en")
    assert plain["hint"] == ""
    assert unsure["hint"]
    assert {key: unsure[key] for key in UNSURE} == UNSURE
    assert "0.61" in unsure["message"]


def test_attempts_name_their_strategy_and_reason() -> None:
    refused = {
        "strategy_id": "trimap",
        "accepted": False,
        "reason": "trimap-no-mask",
        "context": {},
    }
    (data,) = told.tried([refused], "en")
    assert data["strategy_id"] == "trimap"
    assert data["message"].startswith("The background is not plain")
