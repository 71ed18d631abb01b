"""Pixels of any kind, seeded: each ends in a cutout or a refusal, never in a crash or a warning."""

from __future__ import annotations

import numpy as np
import pytest

from nukki.core.picture import Frame
from nukki.errors import AlphaError
from nukki.jobs.cut import Options, cut_frame

SIZES = (1, 2, 3, 5, 8, 17, 48)


class Middle:
    """A model that takes whatever is in the middle for the object."""

    id = "middle"

    def __call__(self, rgb: np.ndarray) -> np.ndarray:
        height, width = rgb.shape[:2]
        found = np.zeros((height, width), np.float32)
        found[height // 4 : height * 3 // 4 + 1, width // 4 : width * 3 // 4 + 1] = 1
        return found

    scores = __call__


def anything(chance: np.random.Generator) -> tuple[Frame, np.ndarray | None]:
    """A picture of noise, of one colour, or of a box on a ground, and perhaps a second one."""
    height, width = (int(chance.choice(SIZES)) for _ in range(2))
    depth = chance.choice([np.uint8, np.uint16])
    top = int(np.iinfo(depth).max) + 1
    shape = (height, width, 3)
    rgb = np.empty(shape, depth)
    rgb[:] = chance.integers(0, top, 3)
    kind = chance.integers(4)
    if kind == 0:
        rgb = chance.integers(0, top, shape).astype(depth)
    elif kind > 1:
        rows, columns = (np.sort(chance.integers(0, side + 1, 2)) for side in shape[:2])
        rgb[slice(*rows), slice(*columns)] = chance.integers(0, top, 3)
    if kind == 3:
        noisy = rgb + chance.normal(0, top / 64, shape)
        rgb = np.clip(noisy, 0, top - 1).astype(depth)
    alpha = chance.integers(0, top, shape[:2]).astype(depth) if chance.random() < 0.2 else None
    other = chance.integers(0, top, shape).astype(depth) if chance.random() < 0.2 else None
    return Frame(rgb, alpha), other


@pytest.mark.usefixtures("compiled_once")
@pytest.mark.parametrize("seed", range(3))
def test_any_pixels_are_cut_or_refused(seed: int) -> None:
    chance = np.random.default_rng(seed)
    ended = {"cut": 0, "refused": 0}
    for _ in range(60):
        frame, other = anything(chance)
        options = Options(
            material=str(chance.choice(["opaque", "translucent", "glow"])),
            background=tuple(chance.random(3)) if chance.random() < 0.3 else None,
            shadow=str(chance.choice(["drop", "keep"])),
        )
        model = Middle() if chance.random() < 0.5 else None
        try:
            made = cut_frame(frame, options, model, other)
        except AlphaError:
            ended["refused"] += 1
            continue
        ended["cut"] += 1
        assert made.rgba.dtype == frame.rgb.dtype
        assert made.rgba.shape == (*frame.rgb.shape[:2], 4)
        opaque = made.rgba[..., 3] == np.iinfo(made.rgba.dtype).max
        assert np.array_equal(made.rgba[opaque][:, :3], frame.rgb[opaque])
    assert min(ended.values()) > 5
