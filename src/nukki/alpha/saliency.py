"""Networks that find the object: a picture as their tensor, and their scores at its size."""

from __future__ import annotations

import threading
from functools import lru_cache
from pathlib import Path
from typing import TYPE_CHECKING, Any

import cv2
import numpy as np
import numpy.typing as npt

from nukki.alpha import network
from nukki.alpha.network import Network
from nukki.alpha.source import Byte, Float

if TYPE_CHECKING:
    from nukki.catalog.weights import Progress, Weights

_ENLARGE = {"lanczos": cv2.INTER_LANCZOS4, "linear": cv2.INTER_LINEAR}
_OPENING = threading.Lock()


class Model:
    """One network; it is a `Saliency` of `alpha.source`, and `id` is that of its weights."""

    def __init__(self, profile: Weights, path: Path) -> None:
        self.id = profile.id
        self._profile = profile
        self._network = Network(profile, path)

    def __call__(self, rgb: Byte) -> Float:
        """(H, W, 3) uint8 sRGB to (H, W) float32, 0 for background and 1 for the object.

        These are the network's own scores, never stretched: where it finds nothing, none is high.
        """
        found = self.scores(rgb)
        height, width = rgb.shape[:2]
        shrinks = height * width < found.size
        form = cv2.INTER_AREA if shrinks else cv2.INTER_LINEAR
        return np.asarray(cv2.resize(found, (width, height), interpolation=form), np.float32)

    def scores(self, rgb: Byte) -> Float:
        """The same at the network's own size, (h, w) float32."""
        found = self._network.run(_tensor(rgb, self._profile))
        scores: Float = found.reshape(found.shape[-2:])
        if self._profile.output.post == "sigmoid":
            scores = np.asarray(1 / (1 + np.exp(-np.clip(scores, -30, 30))), np.float32)
        return np.asarray(np.clip(scores, 0, 1), np.float32)


def open_model(weights_id: str = "u2netp", progress: Progress | None = None) -> Model:
    """The network of that id, opened once per process; its weights are fetched if they may be.

    Raises what `network.find` and `Network` raise.
    """
    profile, path = network.find(weights_id, "saliency", progress)
    with _OPENING:  # two threads at once would open it twice
        return _opened(profile, path)


@lru_cache(maxsize=2)  # ISNet holds 0.3 GB; more than two at once nobody needs
def _opened(profile: Weights, path: Path) -> Model:
    return Model(profile, path)


def _tensor(rgb: Byte, profile: Weights) -> Float:
    """(H, W, 3) uint8 to [1, 3, h, w] float32 as the profile says."""
    given = profile.input
    assert given.size is not None
    width, height = given.size
    small: npt.NDArray[Any] = rgb
    if rgb.shape[0] > height or rgb.shape[1] > width:
        small = cv2.resize(
            rgb, (min(width, rgb.shape[1]), min(height, rgb.shape[0])), interpolation=cv2.INTER_AREA
        )
    if small.shape[:2] != (height, width):
        small = cv2.resize(small, (width, height), interpolation=_ENLARGE[given.resize])
    values = small.astype(np.float32)
    divide = float(values.max()) or 1.0 if given.divide == "max" else given.divide
    values *= np.float32(1 / divide)
    values -= np.asarray(given.mean, np.float32)
    values /= np.asarray(given.std, np.float32)
    return np.ascontiguousarray(values.transpose(2, 0, 1)[None])
