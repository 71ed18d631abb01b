"""Artwork looked at before it may enter the library: every reason against it, each with its remedy.

`examine` runs in a child process; it decodes nothing before the size is known to be small enough.
"""

from __future__ import annotations

import io
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import TYPE_CHECKING

from nukki.catalog import artwork_png
from nukki.catalog.artwork_colour import FIELD
from nukki.catalog.artwork_png import MAX_BYTES, Head
from nukki.core import files, hashing
from nukki.errors import Fault, InputError

if TYPE_CHECKING:
    import numpy as np
    import numpy.typing as npt

    Byte = npt.NDArray[np.uint8]

CORE_PX = 320  # the longer side of the picture of the core
THUMB_PX = 480
LEAST_CORE = 64  # pixels: fewer say nothing about whether a logo is whole
LEAST_SHARE = 0.01
THIN_SHARE = 0.25
WIDE_MARGIN = 0.4  # of the area, that which holds something
DIMMED = 0.35


@dataclass(frozen=True)
class Artwork:
    """What is known of a file. `core_share`: how much of what is visible is fully opaque, 0 to 1.

    `sha256` is that of the file (of its beginning where it has too many bytes), `pixels` that of
    what it shows, whatever wrote it. `core` and `thumb` are small WebPs; both are empty where
    nothing could be decoded. `convertible`: only its colours or its depth stand against it;
    `converted`: what it was converted from.
    """

    file_bytes: int
    sha256: str
    width: int = 0
    height: int = 0
    pixels: str = ""
    core_share: float = 0.0
    core: bytes = field(default=b"", repr=False)
    thumb: bytes = field(default=b"", repr=False)
    faults: tuple[Fault, ...] = ()
    remarks: tuple[Fault, ...] = ()
    convertible: bool = False
    converted: str = ""


def examine(path: Path) -> Artwork:
    """Everything about the file at `path`; what is wrong with it is told, never raised."""
    data = files.read_bytes(path, MAX_BYTES + 1)
    size, digest = max(len(data), path.stat().st_size), hashing.of_bytes(data)
    try:
        head = artwork_png.head_of(data, size)
    except InputError as error:
        told = (error.context.get(key) for key in ("found", "allowed", "nearest"))
        return Artwork(size, digest, faults=(Fault(FIELD, error.code, *told),))
    faults = artwork_png.faults(head)
    known = Artwork(size, digest, head.width, head.height, faults=tuple(faults))
    if any(fault.code in ("artwork-animated", artwork_png.DEEP) for fault in faults):
        return _with_way_out(known, head)
    try:
        rgba = _decoded(data)
        if head.palette:
            _require_entries(data, len(head.chunks[b"PLTE"]) // 3)
        if not faults:
            _require_agreement(data, rgba)
    except InputError:
        # a profile or a text that unpacks to gigabytes stops the decoder, too
        return replace(known, faults=known.faults or (Fault(FIELD, "artwork-damaged"),))
    return _with_way_out(_measured(known, head, rgba), head)


def thumbs(path: Path) -> tuple[bytes, bytes]:
    """The core and the small picture of artwork that is in the library already."""
    rgba = _decoded(files.read_bytes(path, MAX_BYTES + 1))
    return _core_picture(rgba), _small(rgba, THUMB_PX)


def _with_way_out(known: Artwork, head: Head) -> Artwork:
    """With the remedy beside each fault that a conversion takes away, where it takes away all."""
    if not artwork_png.convertible(head, known.faults):
        return known
    faults = tuple(replace(fault, allowed="--convert") for fault in known.faults)
    return replace(known, faults=faults, convertible=True)


def _measured(known: Artwork, head: Head, rgba: Byte) -> Artwork:
    import numpy as np

    alpha, faults = rgba[..., 3], list(known.faults)
    visible, core = int(np.count_nonzero(alpha)), int(np.count_nonzero(alpha == 255))
    share = core / visible if visible else 0.0
    if not any(fault.code in ("artwork-no-alpha", "artwork-keyed") for fault in faults):
        faults += _core_faults(visible, core, int(alpha.max()))
    return replace(
        known,
        pixels=_shown(rgba),
        core_share=share,
        core=_core_picture(rgba),
        thumb=_small(rgba, THUMB_PX),
        faults=tuple(faults),
        remarks=tuple(_remarks(head, alpha, share)) if not faults else (),
    )


def _core_faults(visible: int, core: int, most: int) -> list[Fault]:
    if not visible:
        return [Fault(FIELD, "artwork-nothing")]
    if not core:
        return [Fault(FIELD, "artwork-no-core", most, f"{most / 2.55:.0f}")]
    if core < LEAST_CORE or core < LEAST_SHARE * visible:
        allowed = f"{LEAST_CORE}"
        return [Fault(FIELD, "artwork-small-core", f"{core:,}", allowed, f"{LEAST_SHARE:.0%}")]
    return []


def _remarks(head: Head, alpha: Byte, share: float) -> list[Fault]:
    """What a designer may want to know though nothing stands against the file."""
    import numpy as np

    found = []
    if int(alpha.min()) == 255:
        found.append(Fault(FIELD, "artwork-rectangle"))
    elif share < THIN_SHARE:
        found.append(Fault(FIELD, "artwork-thin-core", f"{share:.0%}"))
    across, down = np.flatnonzero(alpha.max(axis=0)), np.flatnonzero(alpha.max(axis=1))
    width, height = int(across[-1] - across[0]) + 1, int(down[-1] - down[0]) + 1
    if width * height < WIDE_MARGIN * alpha.size:
        found.append(Fault(FIELD, "artwork-margin", f"{width} × {height}"))
    if head.palette:
        found.append(Fault(FIELD, "artwork-palette"))
    return found


def _decoded(data: bytes) -> Byte:
    """(H, W, 4) uint8 straight; raises InputError picture-…."""
    import numpy as np

    from nukki.core.picture import open_picture

    frame = next(open_picture(data).frames())
    rgba = np.full((*frame.rgb.shape[:2], 4), 255, np.uint8)
    rgba[..., :3] = frame.rgb
    if frame.alpha is not None:
        rgba[..., 3] = frame.alpha
    return rgba


def _require_entries(data: bytes, entries: int) -> None:
    """Refuse pixels of colours that the palette has not: decoders show them as they like."""
    from PIL import Image

    most = Image.open(io.BytesIO(data)).getextrema()[1]
    if isinstance(most, int | float) and most >= entries:
        raise InputError("artwork-damaged")


def _require_agreement(data: bytes, rgba: Byte) -> None:
    """Refuse what the decoder of finished pictures reads otherwise: no core could be proved."""
    import numpy as np

    from nukki.core import png

    other, seen = png.decode(data), rgba[..., 3] > 0
    same = np.array_equal(other[..., 3], rgba[..., 3])
    if not same or ((other != rgba).any(axis=2) & seen).any():
        raise InputError("artwork-damaged")


def _shown(rgba: Byte) -> str:
    """The sha256 of what is seen: the colour of what is fully transparent does not count."""
    import numpy as np

    return hashing.of_pixels(np.where(rgba[..., 3:] > 0, rgba, np.uint8(0)))


def _core_picture(rgba: Byte) -> bytes:
    """The core in its own colours; what is not in it grey and faint."""
    import numpy as np

    shown = rgba.copy()
    outside = rgba[..., 3] < 255
    soft = rgba[outside].astype(np.float32)
    grey = soft[:, :3] @ np.array([0.299, 0.587, 0.114], np.float32)
    shown[outside] = np.stack([grey, grey, grey, soft[:, 3] * DIMMED], -1).round().astype(np.uint8)
    return _small(shown, CORE_PX)


def _small(rgba: Byte, longest: int) -> bytes:
    """A WebP with alpha, at most `longest` a side."""
    from PIL import Image

    image = Image.fromarray(rgba, "RGBA")
    scale = min(1.0, longest / max(image.size))
    size = (max(1, round(image.width * scale)), max(1, round(image.height * scale)))
    if scale < 1.0:
        image = image.resize(size, Image.Resampling.LANCZOS, reducing_gap=2.0)
    buffer = io.BytesIO()
    image.save(buffer, "WEBP", quality=88, method=4)
    return buffer.getvalue()
