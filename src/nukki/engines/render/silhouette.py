"""The outline of a whole art, all parts together, as a small coverage image."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from nukki.catalog.art import Art
from nukki.engines.render.coverage import coverage
from nukki.engines.render.mesh import bounds


def silhouette(art: Art, side: int) -> npt.NDArray[np.uint8]:
    """Coverage 0..255 of the art cropped to what it draws, its larger side `side` pixels."""
    box = bounds(art)
    scale = side / max(box[2], box[3])
    columns, rows = max(round(box[2] * scale), 1), max(round(box[3] * scale), 1)
    outlines = "".join(f'<path d="{part.path}"/>' for part in art.parts)
    return coverage(outlines, columns, rows, box)
