"""Filled SVG outlines as anti-aliased coverage, by resvg: the one place that rasterises."""

from __future__ import annotations

import cv2
import numpy as np
import numpy.typing as npt
import resvg_py

Box = tuple[float, float, float, float]


def coverage(
    outlines: str, columns: int, rows: int, view_box: Box | None = None
) -> npt.NDArray[np.uint8]:
    """Coverage 0..255 (rows, columns) of `outlines`, SVG elements that are filled in white.

    `view_box` (x, y, width, height) is stretched over the picture; without it one unit is a pixel.
    """
    seen = ""
    if view_box is not None:
        corners = " ".join(f"{value:.6f}" for value in view_box)
        seen = f' viewBox="{corners}" preserveAspectRatio="none"'
    svg = (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{columns}" height="{rows}"{seen}>'
        f'<g fill="#fff">{outlines}</g></svg>'
    )
    png = resvg_py.svg_to_bytes(svg_string=svg, skip_system_fonts=True)
    picture = cv2.imdecode(np.frombuffer(png, np.uint8), cv2.IMREAD_UNCHANGED)
    return np.ascontiguousarray(np.asarray(picture)[..., 3], dtype=np.uint8)
