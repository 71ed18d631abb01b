"""The outline of a whole art, all parts together, as a small coverage image."""

from __future__ import annotations

import cv2
import numpy as np
import numpy.typing as npt
import resvg_py

from nukki.catalog.art import Art
from nukki.engines.render.mesh import bounds


def silhouette(art: Art, side: int) -> npt.NDArray[np.uint8]:
    """Coverage 0..255 of the art cropped to what it draws, its larger side `side` pixels."""
    x, y, width, height = bounds(art)
    scale = side / max(width, height)
    columns, rows = max(round(width * scale), 1), max(round(height * scale), 1)
    paths = "".join(f'<path d="{part.path}"/>' for part in art.parts)
    svg = (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{columns}" height="{rows}" '
        f'viewBox="{x:.6f} {y:.6f} {width:.6f} {height:.6f}" preserveAspectRatio="none">'
        f'<g fill="#fff">{paths}</g></svg>'
    )
    png = bytes(resvg_py.svg_to_bytes(svg_string=svg))
    decoded = cv2.imdecode(np.frombuffer(png, np.uint8), cv2.IMREAD_UNCHANGED)
    assert decoded is not None  # resvg's own PNG
    return np.asarray(decoded[..., 3], np.uint8)
