"""ViTMatte (Yao and others, 2023) by ONNX Runtime: alpha from a picture and its trimap.

The network takes four channels, the picture and the trimap, with sides that are multiples of 32.
"""

from __future__ import annotations

import threading
from functools import lru_cache
from pathlib import Path
from typing import Any

import numpy as np

from nukki.alpha import network
from nukki.alpha.network import Network
from nukki.alpha.source import Byte, Float
from nukki.alpha.working_size import solve_small, unknown
from nukki.catalog import weights
from nukki.catalog.weights import Weights
from nukki.errors import AlphaError

_UNKNOWN = 128  # the grey that its authors paint
MOST_PIXELS = 2_000_000  # its attention takes memory by the pixel
_OPENING = threading.Lock()


class ViTMatte:
    """A `Matting` of `alpha.source`; `id` is that of its weights."""

    def __init__(self, profile: Weights, path: Path) -> None:
        self.id = profile.id
        self._profile = profile
        self._network = Network(profile, path)

    def __call__(self, rgb: Byte, trimap: Byte) -> Float:
        """(H, W, 3) uint8 sRGB and (H, W) uint8 to (H, W) float32, known pixels 0 or 1 exactly.

        Raises AlphaError when the answer is smaller than the picture, BackendError when there is
        none.
        """
        if not unknown(trimap).any():
            return np.asarray(trimap == 255, np.float32)
        return solve_small(rgb, trimap, MOST_PIXELS, self._infer)

    def _infer(self, rgb: Byte, trimap: Byte) -> Float:
        height, width = trimap.shape
        found = self._network.run(tensor(rgb, trimap, self._profile))
        if found.size == 0 or found.shape[-2] < height or found.shape[-1] < width:
            raise AlphaError("matting-failed", found=self.id, reason=f"shape {found.shape}")
        alpha = found.reshape(-1, *found.shape[-2:])[0, :height, :width]
        return np.asarray(np.clip(alpha, 0, 1), np.float32)


def tensor(rgb: Byte, trimap: Byte, profile: Weights) -> Float:
    """[1, 4, h, w] float32: the picture normalised, then the trimap 0, 128/255 or 1; zeros at the
    right and below up to the next multiple."""
    given = profile.input
    height, width = (-(-side // given.multiple) * given.multiple for side in trimap.shape)
    assert given.divide != "max"
    values: Any = rgb.astype(np.float32) * np.float32(1 / given.divide)
    values = (values - np.asarray(given.mean, np.float32)) / np.asarray(given.std, np.float32)
    result = np.zeros((1, 4, height, width), np.float32)
    result[0, :3, : rgb.shape[0], : rgb.shape[1]] = values.transpose(2, 0, 1)
    known = np.where(unknown(trimap), np.uint8(_UNKNOWN), trimap)
    result[0, 3, : rgb.shape[0], : rgb.shape[1]] = known / np.float32(255)
    return result


class Pulled:
    """A `Matting` that opens its network when a trimap is first put to it."""

    def __init__(self, weights_id: str) -> None:
        self.id = weights_id

    def __call__(self, rgb: Byte, trimap: Byte) -> Float:
        """As the network; raises what opening it raises."""
        return open_matting(self.id)(rgb, trimap)


def if_pulled(weights_id: str = "vitmatte-small") -> Pulled | None:
    """The matting model where its weights lie in the store; nothing is fetched or opened."""
    return None if weights.state(weights.find(weights_id)) == "missing" else Pulled(weights_id)


def open_matting(weights_id: str = "vitmatte-small") -> ViTMatte:
    """The network of that id, opened once per process; raises what `network.find` and `Network`
    raise."""
    profile, path = network.find(weights_id, "matting")
    with _OPENING:  # two threads at once would open it twice
        return _opened(profile, path)


@lru_cache(maxsize=1)
def _opened(profile: Weights, path: Path) -> ViTMatte:
    return ViTMatte(profile, path)
