"""`nukki golden`: what it prints, writes and exits with."""

import json

import pytest

from nukki.cli import main
from nukki.qa.golden import case
from nukki.settings import settings
from tests.qa.golden import folders


@pytest.fixture
def cases(tmp_path, monkeypatch):
    monkeypatch.setenv("NUKKI_STORAGE", str(tmp_path / "data"))
    settings.cache_clear()
    folders.make(tmp_path / "cases")
    yield tmp_path / "cases"
    settings.cache_clear()


def called(line, capsys, language="en"):
    return main.call([str(word) for word in line], language), capsys.readouterr()


def test_a_run_that_holds_exits_with_0_and_leaves_a_report(cases, capsys):
    status, told = called(["golden", "run", "--cases", cases], capsys, "ko")
    assert status == 0
    assert "✓ red-disc" in told.out
    assert "케이스 1개 중 1개" in told.out
    report = settings().home / "golden" / "report.html"
    assert str(report) in told.out
    assert '<html lang="ko">' in report.read_text("utf-8")


def test_a_case_that_misses_exits_with_1_and_says_by_how_much(cases, capsys, tmp_path):
    impossible = folders.LIMITS | {"soft_alpha_mae_max": 0.0}
    folders.make(cases, "strict", thresholds=impossible, faults=[{"kind": "blur", "sigma": 2.0}])
    page = tmp_path / "page.html"
    status, told = called(["golden", "run", "--cases", cases, "--report", page], capsys)
    assert status == 1
    assert "✗ strict: " in told.out
    assert "soft alpha error 0.0" in told.out
    assert page.exists()


def test_json_is_one_object_with_figures_and_thresholds(cases, capsys):
    status, told = called(["golden", "run", "red-disc", "--cases", cases, "--json"], capsys)
    (found,) = json.loads(told.out)["cases"]
    assert status == 0
    assert told.err == ""
    assert found["passed"]
    assert set(found["figures"]) == {"ssim", "alpha_iou", "soft_alpha_mae", "recomposition"}
    assert found["thresholds"] == folders.LIMITS


@pytest.mark.parametrize(
    ("line", "said"),
    [
        (["golden", "run", "--cases", "nowhere"], "no golden cases"),
        (["golden", "run", "red-disk"], "nearest: red-disc"),
        (["golden", "accept", "red-disc"], "needs a reason"),
        (["golden", "accept"], "is missing"),
    ],
)
def test_what_cannot_be_done_exits_with_2(cases, capsys, line, said):
    where = [] if "--cases" in line else ["--cases", cases]
    status, told = called([*line, *where], capsys)
    assert status == 2
    assert said in told.err


def test_accept_shows_every_threshold_before_and_after(cases, capsys):
    tight = folders.LIMITS | {"recomposition_max": 0.0}
    folders.make(cases, thresholds=tight)
    line = ["golden", "accept", "red-disc", "--cases", cases, "--reason", "measured anew"]
    status, told = called(line, capsys)
    assert status == 0
    assert "LOOSER" in told.out
    assert "tighter" in told.out
    assert case.load(cases / "red-disc").case.history[0].reason == "measured anew"
