"""The comparison of cutouts: what is measured, what counts as the peer, when a goal is missed."""

from __future__ import annotations

import json
from dataclasses import replace

import numpy as np
import pytest

from bench import memory
from bench.matting import cases, compare, goals, rivals, score
from bench.matting.score import Figures
from bench.matting.trial import NUKKI, Cost, Row, Trial, best_of, plain

GOOD = Figures(0.001, 0.01, 0.01, 0.01, 0.1, 1.0, 0.1, 100.0)
BAD = Figures(0.1, 1.0, 1.0, 1.0, 5.0, 0.9, 0.5, 700.0)


def test_nukki_alone_cuts_two_pictures_and_reaches_the_goals(
    capsys: pytest.CaptureFixture[str],
) -> None:
    status = compare.main(["--quick", "--alone", "--json"])
    told = json.loads(capsys.readouterr().out)
    assert [case["refused"] for case in told["cases"]] == [{}, {}]
    assert all(goal["reached"] for goal in told["goals"])
    assert len(told["goals"]) == 2
    assert status == 0


def test_a_competitor_that_dies_is_told_with_its_last_words() -> None:
    broken = rivals.Rival("nobody", (rivals.ours().command[0], "-c", "raise SystemExit('alas')"))
    with pytest.raises(RuntimeError, match=r"nobody stopped after 0 answers: alas"):
        rivals.run(broken, cases.small(32))


def test_the_peer_is_the_best_mode_of_every_figure() -> None:
    mixed = replace(BAD, sad=0.001, iou=1.0)
    found = score.best([GOOD, mixed])
    assert found == replace(GOOD, sad=0.001)


def test_a_perfect_cutter_still_pays_for_what_was_done_to_the_object() -> None:
    clean, _ = cases.small(64)
    noisy = replace(clean, rgb=cases.grainy(clean.rgb, sigma=4))
    assert score.floor(clean) == 0
    assert 0.5 < score.floor(noisy) < 4


def test_the_truth_itself_scores_perfect() -> None:
    for case in cases.small(64):
        found = score.of(case.truth, case)
        assert (found.alpha, found.sad, found.recomposition, found.iou) == (0, 0, 0, 1)


def trial(ours: Figures, seconds: float = 0.2, mb: float = 300.0) -> Trial:
    clean, pair = cases.small(32)
    photo = replace(clean, group=cases.PHOTO)
    figures = {NUKKI: ours, best_of("u2netp"): BAD, plain("u2netp"): BAD}
    costs = [
        Cost(NUKKI, "solid", seconds, 0.2, 1.0, 80.0),
        Cost(f"{NUKKI} u2netp", "scene", seconds, 0.2, 1.0, mb),
        Cost(plain("u2netp"), "scene", 0.3, 0.5, 4.0, 700.0),
    ]
    rows = [Row(case, 0.0, figures, {}) for case in (clean, pair, photo)]
    return Trial(rows, costs, ("u2netp",), 0.0, 40.0, {"scene": 1.5})


def test_every_goal_is_judged_and_reached() -> None:
    found = goals.of(trial(GOOD))
    assert len(found) == 9
    assert [goal.text for goal in found if not goal.reached] == []


@pytest.mark.parametrize(
    ("ours", "missed"),
    [
        ({"alpha": 0.02}, ["alpha error on solid backings / rembg's, u2netp"]),
        (
            {"recomposition": 0.5},
            ["recomposition, clean opaque objects, worst case"],
        ),
        ({"iou": 0.89}, ["photos: IoU short of rembg's, u2netp"]),
    ],
)
def test_a_worse_figure_misses_its_goal(ours: dict[str, float], missed: list[str]) -> None:
    found = goals.of(trial(replace(GOOD, **ours)))
    assert [goal.text for goal in found if not goal.reached] == missed


def test_time_and_memory_have_goals_of_their_own() -> None:
    found = goals.of(trial(GOOD, seconds=0.6, mb=600.0))
    assert sorted(goal.text for goal in found if not goal.reached) == [
        "peak memory / rembg's, u2netp",
        "seconds per 1024² / rembg's, u2netp",
        "seconds per 1024² without a model",
    ]


def test_a_hundred_columns_hold_the_tables(capsys: pytest.CaptureFixture[str]) -> None:
    done = trial(replace(GOOD, mb=2345.0, sad=123.4))
    done.rows[0].figures["closed form, truth's trimap"] = GOOD
    shown = Trial(done.rows, done.costs, (), 2.0)
    compare.show(shown, goals.of(done))
    printed = capsys.readouterr().out
    assert max(map(len, printed.splitlines())) <= 100
    assert "2345" in printed
    assert "as ratios at best" in printed


def test_memory_is_counted_from_where_it_was_forgotten() -> None:
    block = np.ones(30_000_000, np.uint8)
    high = memory.peak_mb()
    del block
    memory.forget_peak()
    assert 10 < memory.peak_mb() <= high
