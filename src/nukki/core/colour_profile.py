"""ICC profiles: which are kept as they are, and how other colours come to sRGB.

A profile of an RGB space stays with its untouched pixels. CMYK, grey and Lab have no place in an
RGBA picture, so they are converted: relative colorimetric with black point compensation.
"""

from __future__ import annotations

import io
import struct
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import numpy as np
    import numpy.typing as npt
    from PIL import Image, ImageCms

# Largest seen in the wild: printer profiles of 2–3 MB.
MAX_PROFILE = 8 * 1024 * 1024
_SPACE = slice(16, 20)
_MADE = slice(24, 36)  # year to second


def is_rgb(profile: bytes | None) -> bool:
    """Whether a profile can be kept beside RGB pixels: it opens, and is one of an RGB space."""
    return profile is not None and profile[_SPACE] == b"RGB " and opened(profile) is not None


def srgb() -> bytes:
    """The sRGB profile; the same bytes whenever it is made."""
    from PIL import ImageCms

    made = bytearray(ImageCms.ImageCmsProfile(ImageCms.createProfile("sRGB")).tobytes())
    made[_MADE] = struct.pack(">6H", 2000, 1, 1, 0, 0, 0)
    return bytes(made)


def opened(profile: bytes) -> ImageCms.ImageCmsProfile | None:
    """The profile, or None when it is damaged."""
    from PIL import ImageCms

    if len(profile) > MAX_PROFILE:
        return None
    try:
        return ImageCms.getOpenProfile(io.BytesIO(profile))
    except (OSError, ImageCms.PyCMSError):
        return None


def to_srgb(image: Image.Image, profile: bytes | None) -> Image.Image | None:
    """A CMYK, LAB, L or RGB picture in sRGB, mode RGB; None when its profile does not fit it."""
    from PIL import ImageCms

    if image.mode == "LAB":
        source: ImageCms.ImageCmsProfile | None = ImageCms.ImageCmsProfile(
            ImageCms.createProfile("LAB")
        )
    else:
        spaces = {"CMYK": b"CMYK", "L": b"GRAY", "RGB": b"RGB "}
        fits = profile is not None and profile[_SPACE] == spaces[image.mode]
        source = opened(profile) if fits and profile is not None else None
    if source is None:
        return None
    srgb = ImageCms.ImageCmsProfile(ImageCms.createProfile("sRGB"))
    try:
        return ImageCms.profileToProfile(
            image,
            source,
            srgb,
            renderingIntent=ImageCms.Intent.RELATIVE_COLORIMETRIC,
            outputMode="RGB",
            flags=ImageCms.Flags.BLACKPOINTCOMPENSATION,
        )
    except ImageCms.PyCMSError:
        return None


def grey_curve(profile: bytes | None) -> npt.NDArray[np.float32] | None:
    """sRGB levels (256,) 0..255 of the grey levels 0..255 of a grey profile; None without one."""
    import numpy as np
    from PIL import Image

    ramp = Image.fromarray(np.arange(256, dtype=np.uint8)[None])
    shown = to_srgb(ramp, profile)
    return None if shown is None else np.asarray(shown, np.float32)[0, :, 1]
