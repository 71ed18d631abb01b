"""What becomes of a file that somebody sent: nothing of it is kept as it came.

Runs in a workshop child, limited in time and memory: a drawing can take minutes to resolve, a
picture gigabytes to decode.
"""

from __future__ import annotations

import io
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np
import numpy.typing as npt
from PIL import Image

from nukki.core import colour_profile, files, picture_kinds, png
from nukki.core.picture import Frame, open_picture
from nukki.core.pixels import to_8_bit
from nukki.core.png import Tags
from nukki.errors import InputError
from nukki.jobs.uploads import LONGEST, MAX_BYTES, THUMB_PX, Prepared
from nukki.review.resize import smaller

if TYPE_CHECKING:
    from nukki.catalog.art import Art

Byte = npt.NDArray[np.uint8]

# What text may be said to be before its `<svg` is found.
_PERHAPS_SVG = frozenset(("picture-svg", "picture-text"))


def prepare(path: Path) -> Prepared:
    """The picture or drawing at `path`, decoded and encoded anew.

    A picture becomes an upright sRGB PNG of 8 bit without metadata, of which only the mark of
    synthetic media stays, at most `LONGEST` px a side; of an animation the first frame. An SVG
    becomes the harmless drawing that the engine draws. Raises InputError picture-…, ShapeError
    svg-….
    """
    data = files.read_bytes(path, MAX_BYTES + 1)
    if len(data) > MAX_BYTES:
        raise InputError("upload-too-large", allowed=MAX_BYTES // 2**20, found=LONGEST)
    try:
        picture_kinds.kind_of(data[: picture_kinds.HEAD_BYTES])
    except InputError as error:
        if error.code in _PERHAPS_SVG and b"<svg" in data:
            return _drawing(data)
        raise
    return _picture(data)


def _picture(data: bytes) -> Prepared:
    opened = open_picture(data)
    rgba = _in_srgb(next(opened.frames()), opened.tags.profile)
    height, width = rgba.shape[:2]
    longest = max(width, height)
    if longest > LONGEST:
        sides = (max(1, round(side * LONGEST / longest)) for side in (width, height))
        rgba = smaller(rgba, *sides)
    encoded = png.encode(rgba, tags=Tags(source_type=opened.tags.source_type))
    return Prepared("png", encoded, _thumb(rgba), rgba.shape[1], rgba.shape[0])


def _in_srgb(frame: Frame, profile: bytes | None) -> Byte:
    """(H, W, 4) uint8 straight sRGB."""
    rgb = to_8_bit(frame.rgb)
    shown = colour_profile.to_srgb(Image.fromarray(rgb, "RGB"), profile) if profile else None
    rgba = np.full((*rgb.shape[:2], 4), 255, np.uint8)
    rgba[..., :3] = rgb if shown is None else np.asarray(shown)
    if frame.alpha is not None:
        rgba[..., 3] = to_8_bit(frame.alpha)
    return rgba


def _drawing(data: bytes) -> Prepared:
    from nukki.catalog import shapes, svg_safe

    cleaned = svg_safe.clean(data)
    art = shapes.load_svg(cleaned)
    _, _, width, height = art.view_box
    return Prepared("svg", cleaned, _drawn(art), max(1, round(width)), max(1, round(height)))


def _drawn(art: Art) -> bytes:
    """The parts as they are understood, so that what is lost is seen at once."""
    import resvg_py

    x, y, width, height = art.view_box
    scale = THUMB_PX / max(width, height)
    size = f'width="{max(1, round(width * scale))}" height="{max(1, round(height * scale))}"'
    parts = "".join(
        f'<path d="{part.path}" fill="rgb({_percent(part.colour)})" fill-opacity="{part.opacity}"/>'
        for part in art.parts
    )
    svg = (
        f'<svg xmlns="http://www.w3.org/2000/svg" {size} viewBox="{x} {y} {width} {height}">'
        f"{parts}</svg>"
    )
    drawn = bytes(resvg_py.svg_to_bytes(svg_string=svg, skip_system_fonts=True))
    return _thumb(png.decode(drawn))


def _percent(colour: tuple[float, float, float]) -> str:
    return ",".join(f"{100 * share:.2f}%" for share in colour)


def _thumb(rgba: Any) -> bytes:
    """A WebP with alpha, at most `THUMB_PX` a side."""
    height, width = rgba.shape[:2]
    scale = min(1.0, THUMB_PX / max(width, height))
    small = smaller(rgba, max(1, round(width * scale)), max(1, round(height * scale)))
    buffer = io.BytesIO()
    Image.fromarray(np.ascontiguousarray(small), "RGBA").save(buffer, "WEBP", quality=85, method=4)
    return buffer.getvalue()
