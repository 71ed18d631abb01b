"""The sheet that watercolour is painted on: its tooth, and the chance in water and hand."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from nukki.engines.render.vector import fields
from nukki.engines.render.vector.picture import Float
from nukki.engines.render.vector.raster import Frame

SPARE = 192  # samples that a field is larger than the frame, so that parts can read it elsewhere


@dataclass(frozen=True)
class Paper:
    """Noise fields of mean 0 and deviation near 1, `SPARE` larger than the frame in samples."""

    drift: tuple[Float, Float]  # slow wandering of the brush, x and y
    jitter: tuple[Float, Float]  # fine fraying of a wet edge, x and y
    flow: Float  # how water carried pigment about
    wet: Float  # where the sheet was still wet
    tooth: Float  # height of the paper

    @classmethod
    def made(cls, rng: np.random.Generator, frame: Frame) -> Paper:
        """A new sheet for `frame`; the same generator state gives the same sheet."""
        step, unit = frame.samples, frame.unit
        shape = (frame.height * step + SPARE, frame.width * step + SPARE)

        def noise(cell: float, octaves: int, gain: float = 0.5) -> Float:
            return fields.fractal(rng, shape, max(cell * unit, 1.5), octaves, gain)

        return cls(
            drift=(noise(90, 2), noise(90, 2)),
            jitter=(noise(34, 4, 0.42), noise(34, 4, 0.42)),
            flow=noise(190, 5, 0.55),
            wet=noise(70, 3),
            tooth=noise(5.5, 3, 0.75),
        )


def at(field: Float, top: int, left: int, shape: tuple[int, int]) -> Float:
    """The (h, w) piece of a paper field at (`top`, `left`)."""
    return field[top : top + shape[0], left : left + shape[1]]
