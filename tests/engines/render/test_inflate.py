"""Heights against the equation's known solutions."""

import numpy as np
import pytest

from nukki.engines.render import field, inflate
from nukki.engines.render.field import Outline
from tests.engines.render import solids

ENDLESS = 1e6  # a rim this wide is no screening at all


def outline_of(path: str, cell: float = 0.15) -> Outline:
    return field.triangulate(field.sample(path, solids.BOARD, cell))


def test_a_disc_without_screening_becomes_a_half_sphere() -> None:
    radius = 12.0
    outline = outline_of(solids.circle(radius))
    profile = inflate.inflate(outline, ENDLESS)
    squared = radius**2 - ((outline.points - 16) ** 2).sum(1)
    # laplacian(u) = -4 has u = R^2 - r^2, and height = sqrt(u / 2).
    assert np.abs(2 * profile.height**2 - squared).max() < 0.005 * radius**2
    inner = ~outline.rim & (squared > 0.05 * radius**2)
    assert np.abs(profile.slope - -(outline.points - 16))[inner].max() < 0.02 * radius


def test_a_disc_has_no_crease_in_its_middle() -> None:
    """A distance transform would end in a cone: a slope that jumps by its full size."""
    outline = outline_of(solids.circle(12))
    profile = inflate.inflate(outline, ENDLESS)
    gradient = profile.slope / np.maximum(2 * profile.height, 1e-9)[:, None]
    middle = np.linalg.norm(outline.points - 16, axis=1) < 0.5
    assert np.abs(gradient[middle]).max() < 0.05


def test_a_bar_has_no_crease_along_its_middle_line() -> None:
    outline = outline_of("M2 12H30V20H2Z")
    profile = inflate.inflate(outline, ENDLESS)
    across = np.abs(outline.points[:, 0] - 16) < 4
    inner = across & ~outline.rim
    y = outline.points[:, 1] - 16
    # Far from its ends a bar of half width w is one-dimensional: u'' = -4, u = 2 (w^2 - y^2).
    assert np.abs(profile.height[across] ** 2 - (16 - y[across] ** 2)).max() < 0.6
    assert np.abs(profile.slope[inner, 1] + 2 * y[inner]).max() < 0.4


@pytest.mark.parametrize("rim", [0.8, 2.0])
def test_a_narrow_rim_levels_off_to_a_flat_top(rim: float) -> None:
    outline = outline_of(solids.circle(12))
    profile = inflate.inflate(outline, rim)
    inner = np.linalg.norm(outline.points - 16, axis=1) < 12 - 5 * rim
    # Where nothing changes, u / rim^2 = 4.
    assert profile.height[inner] == pytest.approx(np.sqrt(2) * rim, rel=0.02)


@pytest.mark.parametrize("path", [solids.WIRE, solids.RING, solids.STAR, solids.BOX])
def test_heights_are_finite_zero_on_the_rim_and_positive_inside(path: str) -> None:
    outline = outline_of(path)
    profile = inflate.inflate(outline, 2.0)
    assert np.isfinite(profile.height).all()
    assert np.isfinite(profile.slope).all()
    assert np.all(profile.height[outline.rim] == 0)
    assert np.all(profile.height[~outline.rim] > 0)
