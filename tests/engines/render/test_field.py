"""Outlines against shapes whose outline is known."""

import numpy as np
import pytest

from nukki.engines.render import field
from nukki.engines.render.field import Outline
from tests.engines.render import solids

CELL = 0.15


def outline_of(path: str, cell: float = CELL) -> Outline:
    return field.triangulate(field.sample(path, solids.BOARD, cell))


def areas(outline: Outline) -> np.ndarray:
    a, b, c = (outline.points[outline.faces[:, k]] for k in range(3))
    return ((b - a)[:, 0] * (c - a)[:, 1] - (b - a)[:, 1] * (c - a)[:, 0]) / 2


@pytest.mark.parametrize("radius", [1.0, 5.0, 12.0])
def test_the_outline_of_a_circle_is_the_circle(radius: float) -> None:
    outline = outline_of(solids.circle(radius, 16.03, 15.96))
    distance = np.linalg.norm(outline.points[outline.rim] - [16.03, 15.96], axis=1)
    # The blur that keeps steps away rounds tight curves: by its variance over twice the radius.
    rounded = (0.75 * CELL) ** 2 / (2 * radius)
    assert np.quantile(np.abs(distance - radius), 0.97) < 0.05 * CELL + 1.3 * rounded
    assert np.abs(distance - radius).max() < 0.08 * CELL + 1.3 * rounded


def test_the_area_of_a_disc_is_right_to_a_thousandth() -> None:
    for radius in (5.0, 12.0):
        assert areas(outline_of(solids.circle(radius))).sum() == pytest.approx(
            np.pi * radius**2, rel=1e-3
        )


def test_the_outline_of_a_circle_has_no_steps() -> None:
    outline = outline_of(solids.circle(12))
    rim = outline.points[outline.rim] - 16
    rim = rim[np.argsort(np.arctan2(rim[:, 1], rim[:, 0]))]
    edge = np.roll(rim, -1, 0) - rim
    edge = edge[np.linalg.norm(edge, axis=1) > 0.2 * CELL]
    turn = np.diff(np.unwrap(np.arctan2(edge[:, 1], edge[:, 0])))
    assert np.degrees(np.abs(turn)).max() < 10


@pytest.mark.parametrize("path", [solids.WIRE, solids.RING, solids.STAR, solids.BOX])
def test_all_triangles_turn_the_same_way(path: str) -> None:
    found = areas(outline_of(path))
    against = min(found[found > 0].sum(), -found[found < 0].sum())
    # At a needle's tip, finer than a cell, a few may cross.
    assert against < 1e-4 * np.abs(found).sum()


def test_a_hole_stays_a_hole() -> None:
    outline = outline_of(solids.RING, 0.05)
    centres = outline.points[outline.faces].mean(1)
    assert np.linalg.norm(centres - 16, axis=1).min() > 12.3
    assert abs(areas(outline).sum()) == pytest.approx(np.pi * (13**2 - 12.5**2), rel=0.02)


def test_finer_cells_give_a_finer_outline_of_a_corner() -> None:
    square = 24.0 * 20.0
    missing = [square - abs(areas(outline_of(solids.BOX, cell)).sum()) for cell in (0.4, 0.1)]
    assert 0 < missing[1] < missing[0] / 4


def test_where_nothing_is_drawn_there_is_no_outline() -> None:
    outline = outline_of("M16 16Z")
    assert len(outline.faces) == 0
