"""`python -m bench.matting.closed_form FOLDER`: PyMatting with a trimap that only the truth gives.

No tool has such a trimap for a new picture; the figures say what closed form can do at its best.
"""

from __future__ import annotations

import sys
import warnings
from typing import Any

import numpy as np
from scipy import ndimage

from bench.matting.desk import Byte, Desk

BAND = 3  # px on both sides of what is partly covered


def main(folder: str) -> int:
    """Cut all by closed form, and recover colours by the multi-level method."""
    from pymatting import estimate_alpha_cf, estimate_foreground_ml

    warnings.filterwarnings("ignore")  # that the factorisation needs a second try
    desk = Desk(folder)

    def cut(told: dict[str, Any], rgb: Byte, other: Byte | None) -> Byte | str:
        truth = np.load(desk.folder / f"{told['number']}.truth.npy")
        picture = rgb / 255.0
        trimap = _trimap(truth)
        if not (trimap == 0).any() or not (trimap == 1).any():
            return "nothing-firm"
        try:
            alpha = estimate_alpha_cf(picture, trimap)
        except ValueError:
            return "no-solution"
        colour = estimate_foreground_ml(picture, alpha)
        rgba = np.dstack([colour, alpha])
        return np.asarray(np.rint(np.clip(rgba, 0, 1) * 255), np.uint8)

    desk.work(cut)
    return 0


def _trimap(alpha: Byte) -> Any:
    """(H, W) uint8 to float64: 0, 1, and .5 where it is to be found out."""
    partial = (alpha > 2) & (alpha < 253)
    unknown = ndimage.binary_dilation(partial, iterations=BAND)
    return np.where(unknown, 0.5, np.where(alpha >= 128, 1.0, 0.0))


if __name__ == "__main__":
    sys.exit(main(sys.argv[1]))
