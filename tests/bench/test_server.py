"""The figures of `bench server` and their verdicts; the server that it measures is the real one."""

import pytest

from bench.server.figures import Figure, percentile
from bench.server.started import serving


@pytest.mark.parametrize(
    ("measured", "aim", "good"), [(2.0, 2.0, True), (2.1, 2.0, False), (9e9, None, True)]
)
def test_a_figure_is_good_up_to_its_aim(measured, aim, good):
    assert Figure("a", measured, aim, "s").good is good


def test_a_percentile_is_one_of_the_values_and_no_mean():
    assert percentile([1.0, 9.0], 0.5) == 1.0
    assert percentile([1.0, 9.0], 0.95) == 9.0


@pytest.mark.slow
def test_the_server_that_is_measured_draws_jobs_without_an_engines_work(tmp_path):
    with serving(tmp_path) as server:
        assert server.json("/api/jobs")["total"] == 0
        assert 20 < server.resident_mb() < 1000
