"""Glass: exact where one alpha can be exact, honest about the rest.

Truth is the light model itself: over a backdrop g, in linear light, glass shows B + T g.
"""

import numpy as np
import pytest

from nukki.core.pixels import to_linear, to_srgb
from nukki.engines.render import glass

GREYS = [np.float32(g) for g in (0.0, 0.1, 0.3, 0.5, 0.8, 1.0)]


def pair(tint: float = 0.0, side: int = 48, seed: int = 1) -> tuple[np.ndarray, np.ndarray]:
    """Light over black and transmission of made-up glass: smooth, rims opaque, a few highlights.

    `tint` is how far the channels' transmissions differ. Light never exceeds what is reflected.
    """
    draw = np.random.default_rng(seed)
    waves = draw.uniform(1, 4, (3, 2)), draw.uniform(0, 6, 3)
    y, x = np.mgrid[0:side, 0:side] / side
    grey = 0.5 + 0.45 * np.sin(waves[0][0, 0] * x * 3 + waves[0][0, 1] * y * 3 + waves[1][0])
    hue = np.array([1.0, 1.0 - 0.5 * tint, 1.0 - tint])
    through = grey[..., None] * hue
    shine = 0.3 + 0.3 * np.sin(waves[0][1, 0] * x * 4 + waves[1][1])
    black = (1 - grey[..., None]) * shine[..., None] * np.ones(3)
    return black.astype(np.float32), through.astype(np.float32)


def truth(black: np.ndarray, through: np.ndarray, grey: np.ndarray | np.float32) -> np.ndarray:
    """sRGB, of an sRGB backdrop."""
    light = to_linear(np.asarray(grey, np.float32) * np.ones(3, np.float32))
    return to_srgb(np.minimum(black + through * light, 1).astype(np.float32))


def over_linear(rgba: np.ndarray, grey: np.ndarray | np.float32) -> np.ndarray:
    """sRGB after blending in linear light."""
    light = to_linear(np.asarray(grey, np.float32) * np.ones(3, np.float32))
    colour = to_linear(np.ascontiguousarray(rgba[..., :3]))
    return to_srgb((colour * rgba[..., 3:] + light * (1 - rgba[..., 3:])).astype(np.float32))


def over(rgba: np.ndarray, grey: np.ndarray | np.float32) -> np.ndarray:
    """sRGB after blending encoded values, as browsers do."""
    return rgba[..., :3] * rgba[..., 3:] + grey * (1 - rgba[..., 3:])


@pytest.mark.parametrize("grey", GREYS)
def test_neutral_glass_is_exact_in_linear_light(grey: np.float32) -> None:
    black, through = pair()
    solved = glass.solve(black, through)
    error = np.abs(over_linear(solved.linear, grey) - truth(black, through, grey))
    assert error.max() < 0.5 / 255


def test_neutral_glass_is_exact_over_a_picture_too() -> None:
    black, through = pair()
    photo = np.random.default_rng(2).random((*black.shape[:2], 3), np.float32)
    solved = glass.solve(black, through)
    error = np.abs(over_linear(solved.linear, photo) - truth(black, through, photo))
    assert error.max() < 0.5 / 255


def test_neutral_glass_needs_no_tint() -> None:
    assert glass.solve(*pair()).tint.min() > 1 - 1e-4


@pytest.mark.parametrize("seed", range(4))
def test_no_line_blends_encoded_values_better_than_ours(seed: int) -> None:
    """Over all greys, ours is within a fifth of the best line that least squares finds."""
    black, through = pair(0.4, seed=seed)
    solved = glass.solve(black, through)
    greys = (np.arange(64) + 0.5) / 64
    shown = np.stack([truth(black, through, np.float32(g)) for g in greys])
    ours = np.stack([over(solved.body, g * solved.tint) for g in greys])
    mean = greys.mean()
    slope = np.tensordot(greys - mean, shown, 1) / ((greys - mean) ** 2).sum()
    line = shown.mean(0) + (greys - mean)[:, None, None, None] * slope
    best = np.abs(line - shown).mean()
    assert np.abs(ours - shown).mean() < 1.2 * best + 0.1 / 255


def test_the_residuals_reported_are_those_that_a_viewer_finds() -> None:
    black, through = pair(0.5)
    solved = glass.solve(black, through)
    greys = [np.float32((k + 0.5) / 32) for k in range(32)]

    def mean(shown: list[np.ndarray]) -> float:
        pairs = zip(shown, greys, strict=True)
        return 255 * float(np.mean([np.abs(s - truth(black, through, g)).mean() for s, g in pairs]))

    assert solved.residual == pytest.approx(mean([over(solved.rgba, g) for g in greys]), abs=0.3)
    tinted = mean([over(solved.body, g * solved.tint) for g in greys])
    assert solved.residual_with_tint == pytest.approx(tinted, abs=0.3)
    linear = mean([over_linear(solved.linear, g) for g in greys])
    assert solved.residual_linear == pytest.approx(linear, abs=0.3)


@pytest.mark.parametrize("tint", [0.3, 0.6, 0.9])
def test_tinted_glass_says_what_one_alpha_cannot_carry_and_the_tint_carries_it(
    tint: float,
) -> None:
    plain, tinted = glass.solve(*pair()), glass.solve(*pair(tint))
    assert tinted.residual > plain.residual + 0.5
    assert tinted.residual_with_tint < 4
    assert tinted.residual_with_tint < 0.9 * tinted.residual


def test_glass_without_any_reflection_is_nearly_all_tint() -> None:
    """A filter only multiplies, and encoded values multiply nearly as light does."""
    _, through = pair(0.6)
    solved = glass.solve(np.zeros_like(through), through)
    assert solved.residual_with_tint < 3


def test_where_nothing_stands_everything_is_empty() -> None:
    clear = np.ones((4, 4, 3), np.float32)
    solved = glass.solve(np.zeros_like(clear), clear)
    assert not solved.rgba.any()
    assert not solved.body.any()
    assert not solved.linear.any()
    assert np.all(solved.tint == 1)
    assert (solved.residual, solved.residual_with_tint, solved.residual_linear) == (0, 0, 0)


def test_opaque_parts_are_opaque_and_keep_their_colour() -> None:
    colour = np.broadcast_to(np.float32([0.2, 0.5, 0.1]), (4, 4, 3)).copy()
    solved = glass.solve(colour, np.zeros_like(colour))
    assert solved.rgba[..., 3] == pytest.approx(1)
    assert solved.rgba[..., :3] == pytest.approx(to_srgb(colour), abs=1e-5)
    assert solved.linear[..., :3] == pytest.approx(to_srgb(colour), abs=1e-5)


def test_a_highlight_brighter_than_its_coverage_is_not_clipped() -> None:
    """Clear glass with a lamp in it: the lamp stays as bright, and covers what is behind it."""
    black = np.full((2, 2, 3), 0.6, np.float32)
    through = np.full((2, 2, 3), 0.95, np.float32)
    solved = glass.solve(black, through)
    lit = over(solved.rgba, np.float32(0.5))
    assert np.abs(lit - truth(black, through, np.float32(0.5))).max() < 8 / 255
    assert over_linear(solved.linear, np.float32(0)) == pytest.approx(
        truth(black, through, np.float32(0)), abs=1 / 255
    )


def test_noise_beyond_what_light_can_do_stays_in_range() -> None:
    draw = np.random.default_rng(3)
    black = draw.uniform(0, 3, (16, 16, 3)).astype(np.float32)
    through = draw.uniform(-0.2, 1.3, (16, 16, 3)).astype(np.float32)
    solved = glass.solve(black, through)
    for layer in (solved.rgba, solved.body, solved.linear, solved.tint):
        assert np.isfinite(layer).all()
        assert layer.min() >= 0
        assert layer.max() <= 1 + 1e-6
