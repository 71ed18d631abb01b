"""For every pixel the nearest one that is known: how colours and heights go on past an edge."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import cv2
import numpy as np
import numpy.typing as npt

Index = npt.NDArray[np.intp]


@dataclass(frozen=True)
class Nearest:
    """`distance` (H, W) float32 in pixels to the nearest known pixel, 0 where it is known itself;
    OpenCV's chamfer of 5 x 5, which is off by at most 2 %."""

    distance: npt.NDArray[np.float32]
    _label: npt.NDArray[np.int32]
    _known: Index

    def source(self, at: Index) -> Index:
        """Flat indices of the known pixels nearest to the pixels `at`, flat indices as well."""
        source: Index = self._known[self._label.ravel()[at] - 1]
        return source

    def spread(self, values: npt.NDArray[Any]) -> npt.NDArray[Any]:
        """`values` (H, W) or (H, W, C) in which unknown pixels are as the nearest known one."""
        flat = values.reshape(self._label.size, -1)
        continued: npt.NDArray[Any] = flat[self._known[self._label.ravel() - 1]]
        return continued.reshape(values.shape)


def nearest(unknown: npt.NDArray[np.uint8]) -> Nearest:
    """Look for the nearest zero of (H, W) `unknown`; ValueError when it has none.

    >>> row = nearest(np.array([[0, 1, 1, 0]], np.uint8))
    >>> row.spread(np.array([[7, 0, 0, 9]])).tolist()
    [[7, 7, 9, 9]]
    """
    known = np.flatnonzero(unknown.ravel() == 0)
    if not known.size:
        raise ValueError("expected at least one known pixel, got none")
    distance, label = cv2.distanceTransformWithLabels(
        unknown, cv2.DIST_L2, 5, labelType=cv2.DIST_LABEL_PIXEL
    )
    # OpenCV counts the zeros from 1 in raster order.
    return Nearest(np.asarray(distance, np.float32), np.asarray(label, np.int32), known)
