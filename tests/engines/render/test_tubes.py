"""Light tubes run along the art, stay closed, and know who lies in front."""

import cv2
import numpy as np
import pytest

from nukki.catalog.lettering import set_text
from nukki.catalog.look import Neon
from nukki.engines.render import tubes
from nukki.engines.render.coverage import coverage
from nukki.engines.render.mesh import Body, bounds
from tests.engines.render import solids

NEON = Neon(tube=1.0)
RADIUS = 1.0 / 32 / 2


def parts_of(*paths: str, neon: Neon = NEON) -> tuple[list[Body], Body]:
    """The lit tubes and the dark plate behind them."""
    *lit, plate = tubes.model(solids.art(*paths), neon)
    return lit, plate


@pytest.mark.parametrize("path", [solids.CIRCLE, solids.BOX, solids.STAR])
def test_a_tube_along_a_closed_outline_is_closed(path: str) -> None:
    lit, _ = parts_of(path)
    closed = [body for body in lit if solids.open_edges(body) == 0]
    assert closed
    assert all(solids.volume(body) > 0 for body in closed)


def test_a_circle_becomes_one_ring_along_its_inside() -> None:
    (ring,), _ = parts_of(solids.CIRCLE)
    distance = np.linalg.norm(ring.points[:, :2], axis=1)
    # Scaled to a diameter of 1; the tube lies inside the outline.
    assert distance.max() < 0.5 + 0.005
    assert distance.min() > 0.5 - 2.4 * RADIUS - 0.005
    assert np.abs(ring.points[:, 2]).max() == pytest.approx(RADIUS, rel=0.03)


def test_a_thin_wire_becomes_a_single_line_with_round_ends() -> None:
    (line,), _ = parts_of(solids.WIRE)
    assert np.ptp(line.points[:, 0]) > 0.9
    ends = np.argsort(line.points[:, 0])[[0, -1]]
    assert np.abs(line.points[ends, 2]).max() < 0.2 * RADIUS


@pytest.mark.parametrize("path", [solids.CIRCLE, solids.WIRE, solids.STAR])
def test_normals_are_unit_and_point_away_from_the_tube(path: str) -> None:
    for body in parts_of(path)[0]:
        assert np.linalg.norm(body.normals, axis=1) == pytest.approx(1, abs=1e-5)
        spine = body.points.reshape(-1, 14, 3).mean(1, keepdims=True)
        outward = (body.points.reshape(-1, 14, 3) - spine) * body.normals.reshape(-1, 14, 3)
        assert outward.sum(-1).min() > 0


def test_the_tube_is_as_wide_as_asked_for() -> None:
    (thin,), _ = parts_of(solids.CIRCLE, neon=Neon(tube=0.6))
    (thick,), _ = parts_of(solids.CIRCLE, neon=Neon(tube=1.8))
    assert np.ptp(thick.points[:, 2]) == pytest.approx(3 * np.ptp(thin.points[:, 2]), rel=0.02)


def test_a_later_part_lies_nearer_and_keeps_its_line() -> None:
    """Both parts share their right edge: only the one painted last gets a tube there."""
    lit, _ = parts_of("M4 4H28V28H4Z", "M16 4H28V28H16Z")
    by_part = {k: [b for b in lit if b.part == k] for k in (0, 1)}
    assert max(b.points[:, 2].max() for b in by_part[1]) > max(
        b.points[:, 2].max() for b in by_part[0]
    )
    right = [np.abs(b.points[:, 0]).max() * np.sign(b.points[:, 0].mean()) for b in by_part[0]]
    assert max(right) < 0.5 - 2 * RADIUS
    assert all(solids.open_edges(b) == 0 for b in by_part[1])


def test_the_plate_lies_behind_the_tubes_and_is_marked_as_dark() -> None:
    lit, plate = parts_of(solids.CIRCLE)
    assert plate.part == -1
    assert plate.points[:, 2].max() < min(body.points[:, 2].min() for body in lit)
    assert np.all(plate.uv[:, 0] == 0)
    assert all(np.all(body.uv[:, 0] == 1) for body in lit)
    assert np.linalg.norm(plate.points[:, :2], axis=1).max() == pytest.approx(0.5, abs=0.005)


def test_no_tube_leaves_the_art() -> None:
    for path in (solids.BOX, solids.RING, solids.STAR, solids.WIRE):
        for body in parts_of(path)[0]:
            assert np.abs(body.points[:, :2]).max() < 0.5 + 2 * RADIUS


@pytest.mark.parametrize("word", ["LEVEL UP", "한가위 세일", "30%"])
def test_lettering_keeps_every_stroke(word: str) -> None:
    art = set_text(word)
    side = 512
    x, y, width, height = bounds(art)
    scale = max(width, height)
    corner = (x + width / 2 - scale / 2, y + height / 2 - scale / 2)
    paths = "".join(f'<path d="{part.path}"/>' for part in art.parts)
    letters = np.where(coverage(paths, side, side, (*corner, scale, scale)) > 127, 255, 0)
    spine = cv2.ximgproc.thinning(letters.astype(np.uint8)) > 0
    lit = np.zeros((side, side), np.uint8)
    for body in tubes.model(art, Neon())[:-1]:
        spots = ((body.points[:, :2] * [1, -1] + 0.5) * side).round().astype(int)
        lit[np.clip(spots[:, 1], 0, side - 1), np.clip(spots[:, 0], 0, side - 1)] = 255
    near = cv2.dilate(lit, np.ones((11, 11), np.uint8)) > 0
    assert (near & spine).sum() / spine.sum() > 0.95
