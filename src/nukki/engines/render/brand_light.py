"""The light that a brand picture stands in: how bright a surface that faces any way becomes, and
what it mirrors. Noiseless, so that a picture's own edges stay sharp under it."""

from __future__ import annotations

import cv2
import numpy as np
import numpy.typing as npt

from nukki.catalog.look import Lighting, Mood
from nukki.engines.render import looks

Float32 = npt.NDArray[np.float32]

_TOWARDS = np.array([0.0, 0.0, 1.0], np.float32)
# How much of each band of a picture of light is left when a matt surface gathers it, over pi
# (Ramamoorthi and Hanrahan 2001).
_BANDS = np.array([1.0, *[2 / 3] * 3, *[1 / 4] * 5], np.float32)
_MIRROR = 0.05  # light that a varnished surface mirrors straight on


class Sky:
    """The light of a look, seen from the stage."""

    def __init__(self, lighting: Lighting, mood: Mood) -> None:
        self._map = looks.sky(lighting, mood)
        rows, columns = self._map.shape[:2]
        small = cv2.resize(self._map, (columns // 8, rows // 8), interpolation=cv2.INTER_AREA)
        towards, area = _directions(*small.shape[:2])
        shares = _harmonics(towards) * area[..., None]
        self._bands = np.einsum("rck,rcl->kl", shares, small).astype(np.float32)
        self._bands *= _BANDS[:, None]
        self.straight_on = float(self.matt(_TOWARDS[None]).mean())

    def matt(self, normals: Float32) -> Float32:
        """Light (…, 3) that a white matt surface with unit `normals` (…, 3) gives back."""
        return np.asarray(np.maximum(_harmonics(normals) @ self._bands, 1e-3), np.float32)

    def mirrored(self, normals: Float32, viewer: Float32, roughness: float) -> Float32:
        """Light (h, w, 3) that varnish with unit `normals` (h, w, 3) mirrors to the `viewer`."""
        facing = np.maximum((normals * viewer).sum(-1, keepdims=True), 0)
        out = 2 * facing * normals - viewer
        rows, columns = self._map.shape[:2]
        blur = max(rows * roughness**2 * 0.35, 1.5)
        wide = cv2.copyMakeBorder(self._map, 0, 0, columns // 4, columns // 4, cv2.BORDER_WRAP)
        soft = cv2.GaussianBlur(wide, (0, 0), blur)
        turn = np.arctan2(out[..., 0], -out[..., 2]) / (2 * np.pi) % 1.0
        x = turn * columns - 0.5 + columns // 4
        y = np.arccos(np.clip(out[..., 1], -1, 1)) / np.pi * rows - 0.5
        seen = cv2.remap(
            soft,
            x.astype(np.float32),
            y.astype(np.float32),
            cv2.INTER_LINEAR,
            borderMode=cv2.BORDER_REPLICATE,
        )
        fresnel = np.float32(_MIRROR) + (1 - np.float32(_MIRROR)) * (1 - facing) ** 5
        return np.asarray(seen * fresnel, np.float32)


def relief(alpha: Float32, width: float, slope: float) -> Float32:
    """How far the edges of a shape tilt a surface: (h, w, 2), right and up, 0 where it is flat.

    `alpha` (h, w) is the shape, `width` pixels that of its edge; a positive `slope` is steepest
    of a raised shape, whose edges tilt outwards, a negative one of one that is pressed in.
    """
    soft = cv2.GaussianBlur(alpha, (0, 0), max(width, 0.8))
    across = cv2.Scharr(soft, cv2.CV_32F, 1, 0, scale=1 / 32)
    down = cv2.Scharr(soft, cv2.CV_32F, 0, 1, scale=1 / 32)
    steepest = 0.4 / max(width, 0.8)
    tilt = np.dstack([-across, down]) * np.float32(slope / steepest)
    return np.asarray(tilt, np.float32)


def tilted(normals: Float32, tilt: Float32) -> Float32:
    """Unit normals (h, w, 3) after a tilt (h, w, 2) in the plane of the picture."""
    moved = normals.copy()
    moved[..., :2] += tilt
    length = np.linalg.norm(moved, axis=-1, keepdims=True)
    return np.asarray(moved / np.maximum(length, 1e-6), np.float32)


def _directions(rows: int, columns: int) -> tuple[Float32, Float32]:
    """Where each pixel of a sky lies, (rows, columns, 3), and its solid angle."""
    rise = np.pi / 2 - (np.arange(rows) + 0.5) / rows * np.pi
    turn = (np.arange(columns) + 0.5) / columns * 2 * np.pi
    level = np.cos(rise)[:, None]
    towards = np.stack(
        np.broadcast_arrays(
            np.sin(turn)[None] * level, np.sin(rise)[:, None], -np.cos(turn)[None] * level
        ),
        -1,
    )
    area = level * (np.pi / rows) * (2 * np.pi / columns) * np.ones((1, columns))
    return towards.astype(np.float32), area.astype(np.float32)


def _harmonics(towards: Float32) -> Float32:
    """The first nine real spherical harmonics at unit directions (…, 3), as (…, 9)."""
    x, y, z = (towards[..., k] for k in range(3))
    values = [
        np.full_like(x, 0.282095),
        0.488603 * y,
        0.488603 * z,
        0.488603 * x,
        1.092548 * x * y,
        1.092548 * y * z,
        0.315392 * (3 * z * z - 1),
        1.092548 * x * z,
        0.546274 * (x * x - y * y),
    ]
    return np.stack(values, -1).astype(np.float32)
