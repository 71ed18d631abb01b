"""The fast finishing and rules against the plain reference."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from bench import __main__ as bench
from bench import specimens
from bench.finishing import compare


@pytest.mark.parametrize("size", [256, 375])
@pytest.mark.parametrize("make", [specimens.cluster, specimens.glass_cluster])
def test_ours_and_the_reference_give_the_same_picture_and_figures(
    make: Callable[[int], specimens.Specimen], size: int
) -> None:
    found = compare(make(size), rounds=1)
    assert found.visible_difference <= 1
    assert found.hidden_equal > 0.99
    assert found.figures_differ == {}


@pytest.mark.parametrize("arguments", [[], ["nothing"], ["finishing", "more"]])
def test_an_unknown_benchmark_is_refused_with_the_list(
    arguments: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    assert bench.main(arguments) == 2
    assert "finishing" in capsys.readouterr().err


def test_the_target_of_the_makefile_runs_every_benchmark() -> None:
    assert bench.chosen(["all"]) == list(bench.BENCHES)
    assert bench.chosen(["finishing"]) == ["finishing"]
