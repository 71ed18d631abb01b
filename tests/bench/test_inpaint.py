"""The bench of inpaint masks measures a mask that is right."""

import numpy as np

from bench import inpaint


def test_what_is_measured_has_a_core_and_an_edge() -> None:
    alpha = inpaint.disc(400)
    assert (alpha.shape, alpha.max(), alpha.min()) == ((400, 400), 255, 0)
    assert 0 < np.count_nonzero((alpha > 0) & (alpha < 255)) < 3_000


def test_a_line_holds_the_aim_or_misses_it() -> None:
    line = inpaint.measure(100, 8, rounds=1)
    assert line.good == (line.ms <= inpaint.AIM_MS)
    assert not inpaint.Line(100, 8, 10.1).good


def test_flags_that_there_are_none_of_are_refused() -> None:
    assert inpaint.main(["--fast"]) == 2
