"""Artwork whose colours are not those of sRGB, or that has 16 bits a channel, converted where a
person asks for it: the library then keeps the converted file, and says so."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

from nukki.catalog import artwork, asset_colour
from nukki.catalog.artwork import Artwork
from nukki.catalog.artwork_colour import FIELD, PROFILE
from nukki.catalog.artwork_png import MAX_BYTES
from nukki.core import colour_profile, files, pixels, png
from nukki.core.picture import open_picture
from nukki.core.png import Tags
from nukki.errors import Fault, InputError

if TYPE_CHECKING:
    import numpy as np
    import numpy.typing as npt
    from PIL import Image

    from nukki.core.picture import Frame

    Byte = npt.NDArray[np.uint8]
    Mask = npt.NDArray[np.bool_]

_RETURNED = 4  # levels by which a colour that sRGB has not comes back changed


def converted(path: Path) -> tuple[Artwork, bytes]:
    """What is known of the file at `path`, and its bytes. Where only colours or depth stand against
    it, both are of the file that it becomes in sRGB of 8 bit, which `path` holds from then on.

    `Artwork.converted` then says from what, and a remark tells people.
    """
    found, data = artwork.examine(path), files.read_bytes(path, MAX_BYTES)
    if not found.convertible:
        return found, data
    try:
        picture = open_picture(data)
    except InputError:  # of 16 bit nothing was decoded before
        return replace(found, faults=(Fault(FIELD, "artwork-damaged"),), convertible=False), data
    frame = next(picture.frames())
    told = _in_srgb(frame, picture.tags, found)
    if told is None:
        return found, data
    rgb, outside = told
    made = png.encode(_with_alpha(rgb, frame), None, Tags(per_metre=picture.tags.per_metre))
    files.write_bytes(path, made, lasting=False)
    again = artwork.examine(path)
    origin = ", ".join(_origin(fault) for fault in found.faults)
    lost = _lost(outside, frame)
    remark = Fault(FIELD, "artwork-converted", origin, lost)
    remarks = () if again.faults else (remark, *again.remarks)
    return replace(again, converted=origin, remarks=remarks), made


def _in_srgb(frame: Frame, tags: Tags, found: Artwork) -> tuple[Byte, Mask | None] | None:
    """(H, W, 3) uint8 in sRGB, and where sRGB had no such colour, if that can be told; None where
    the profile does not open."""
    if all(fault.code != PROFILE for fault in found.faults):
        return pixels.to_8_bit(frame.rgb), None
    told = dict(tags.colour)
    if tags.profile is not None and b"cICP" not in told:
        return _by_profile(pixels.to_8_bit(frame.rgb), tags.profile)
    source = asset_colour.source_of(told) if told else None
    if source is None:  # grey with a profile has come to sRGB as it was opened
        return pixels.to_8_bit(frame.rgb), None
    return asset_colour.to_srgb(frame.rgb, source)


def _by_profile(rgb: Byte, profile: bytes) -> tuple[Byte, Mask | None] | None:
    import numpy as np
    from PIL import Image

    before = Image.fromarray(rgb)
    after = colour_profile.to_srgb(before, profile)
    if after is None:
        return None
    back = _back(after, profile)
    if back is None:
        return np.asarray(after), None
    apart = np.abs(np.asarray(back, np.int16) - rgb).max(axis=2)
    return np.asarray(after), apart > _RETURNED


def _back(image: Image.Image, profile: bytes) -> Image.Image | None:
    """A picture in sRGB as the profile's device shows it; None where that tells only one way."""
    from PIL import ImageCms

    target = colour_profile.opened(profile)
    if target is None:
        return None
    srgb = ImageCms.ImageCmsProfile(ImageCms.createProfile("sRGB"))
    try:
        return ImageCms.profileToProfile(
            image, srgb, target, renderingIntent=ImageCms.Intent.RELATIVE_COLORIMETRIC
        )
    except ImageCms.PyCMSError:
        return None


def _with_alpha(rgb: Byte, frame: Frame) -> Byte:
    import numpy as np

    rgba = np.full((*rgb.shape[:2], 4), 255, np.uint8)
    rgba[..., :3] = rgb
    if frame.alpha is not None:
        rgba[..., 3] = pixels.to_8_bit(frame.alpha)
    return rgba


def _origin(fault: Fault) -> str:
    return str(fault.found) if fault.code == PROFILE else "16 bit"


def _lost(outside: Mask | None, frame: Frame) -> str | None:
    """How much of what is visible had colours that sRGB has not; None for nothing to tell."""
    if outside is None:
        return None
    shown = outside.size if frame.alpha is None else int((frame.alpha > 0).sum())
    lost = int((outside if frame.alpha is None else outside & (frame.alpha > 0)).sum())
    share = lost / max(1, shown)
    return f"{max(share, 0.01):.0%}" if share >= 0.001 else None
