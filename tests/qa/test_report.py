"""Checks and reports as values."""

from __future__ import annotations

import pytest

from nukki.qa.report import Check, QaReport


@pytest.mark.parametrize(
    ("measured", "low", "high", "passed"),
    [
        (12, 12, 80, True),
        (80, 12, 80, True),
        (11.99, 12, 80, False),
        (80.01, 12, 80, False),
        (0, None, 0, True),
        (41, 41, None, True),
    ],
)
def test_the_limits_themselves_pass(
    measured: float, low: float | None, high: float | None, passed: bool
) -> None:
    assert Check("coverage", measured, low, high, "%").passed is passed


def test_a_sentence_carries_measured_value_and_limits() -> None:
    check = Check("coverage", 8.04, 12, 80, "%")
    assert check.message("en") == (
        "The object covers 8.0 % of the finished picture; 12 % to 80 % is allowed."
    )
    assert "8.0 %" in check.message("ko")


def test_the_report_is_plain_json() -> None:
    good, bad = Check("islands", 0, None, 8, "count"), Check("halo", 91.234, None, 60, "%")
    report = QaReport("opaque", (good, bad))
    assert not report.passed
    assert report.failed == (bad,)
    assert report.as_json() == {
        "material": "opaque",
        "passed": False,
        "checks": [
            {
                "rule": "islands",
                "passed": True,
                "measured": 0,
                "limit": {"low": None, "high": 8, "unit": "count"},
                "hint": None,
            },
            {
                "rule": "halo",
                "passed": False,
                "measured": 91.234,
                "limit": {"low": None, "high": 60, "unit": "%"},
                "hint": "qa-halo",
            },
        ],
    }


@pytest.mark.parametrize("measured", [60, 60.001])
def test_a_check_that_was_written_down_gives_the_same_verdict(measured):
    check = Check("halo", measured, None, 60, "%")
    assert Check.of_json(check.as_json()) == check
    assert check.as_json()["passed"] is check.passed is (measured == 60)
