"""The picture that marks where a rule on the edge found its fault."""

from __future__ import annotations

import numpy as np
import pytest

from bench import specimens, wrong_cuts
from nukki.qa.report import QaReport
from nukki.qa.rules import check

GREEN = wrong_cuts.KEYS["green"]


def _judged(rgba: np.ndarray) -> QaReport:
    return check(rgba, rgba, "opaque", background=tuple(level / 255 for level in GREEN))


def _hot(marks: np.ndarray) -> np.ndarray:
    red, green, blue, alpha = np.moveaxis(marks.astype(int), -1, 0)
    return (red > 200) & (green < 110) & (blue < 90) & (alpha > 200)


def test_only_a_failed_rule_on_the_edge_makes_marks() -> None:
    clean = specimens.disc(300)
    assert _judged(clean).marks is None
    cut_off = np.ascontiguousarray(clean[:, 80:])
    assert not _judged(cut_off).passed
    assert _judged(cut_off).marks is None
    assert _judged(wrong_cuts.ring(clean, GREEN, 2)).marks is not None


@pytest.mark.parametrize(("size", "longer"), [(90, 90), (640, 640), (1000, 640)])
def test_marks_are_as_large_as_the_picture_but_never_large(size: int, longer: int) -> None:
    wide = np.ascontiguousarray(wrong_cuts.ring(specimens.disc(size), GREEN, 2)[size // 10 :])
    marks = _judged(wide).marks
    assert marks is not None
    assert marks.shape == (round(longer * wide.shape[0] / size), longer, 4)
    assert marks.dtype == np.uint8


def test_hot_strokes_lie_where_the_background_was_left() -> None:
    clean = specimens.disc(512)
    half = wrong_cuts.ring(clean, GREEN, 2)
    half[:, :200] = clean[:, :200]
    marks = _judged(half).marks
    assert marks is not None
    y, x = np.nonzero(_hot(marks))
    assert x.min() > 190
    assert np.abs(np.hypot(x - 255.5, y - 255.5) - 0.36 * 512).max() < 8
    assert np.ptp(y) > 0.7 * 512


def test_marks_read_on_black_and_on_white() -> None:
    marks = _judged(wrong_cuts.ring(specimens.disc(512), GREEN, 2)).marks
    assert marks is not None
    alpha = marks[..., 3:] / 255
    for backdrop in (0, 255):
        seen = (marks[..., :3] * alpha + backdrop * (1 - alpha)).mean(axis=2)
        assert abs(seen[256, 256] - backdrop) > 40
    casing = (marks[..., 3] > 200) & (marks[..., :3].max(axis=2) < 90)
    assert casing.any()


def test_specks_are_circled_together() -> None:
    rgba = specimens.disc(1024)
    y, x = np.divmod(np.arange(30), 6)
    rgba[40 + 16 * y, 40 + 16 * x] = 255
    marks = check(rgba, rgba, "opaque").marks
    assert marks is not None
    pale = (marks[..., 3] > 200) & (marks[..., :3].min(axis=2) > 200)
    rows, columns = np.nonzero(pale)
    assert rows.size
    assert max(rows.max(), columns.max()) < 640 * 200 / 1024


def test_marks_leave_report_and_equality_alone() -> None:
    rgba = wrong_cuts.ring(specimens.disc(200), GREEN, 2)
    first, second = _judged(rgba), _judged(rgba)
    assert first == second
    assert "marks" not in first.as_json()
    assert np.array_equal(first.marks, second.marks)
