"""By which colours artwork is meant, as the chunks of its PNG say, and whether these are sRGB's."""

from __future__ import annotations

import struct
import zlib
from collections.abc import Mapping
from typing import TYPE_CHECKING

from nukki.catalog import asset_colour
from nukki.catalog.asset_colour import NEAR, SRGB_GAMMA
from nukki.core import colour_profile
from nukki.errors import Fault

if TYPE_CHECKING:
    from PIL import Image

Chunks = Mapping[bytes, bytes]

FIELD = "file"
PROFILE = "artwork-profile"  # the code of colours that a conversion takes away
_SRGB_CICP = bytes((1, 13, 0, 1))
_SRGB_PRIMARIES = (31_270, 32_900, 64_000, 33_000, 30_000, 60_000, 15_000, 6_000)
_SAME_COLOUR = 3  # of 255: what two writings of sRGB differ by


def faults(chunks: Chunks, *, grey: bool) -> list[Fault]:
    """Colours that are not sRGB's: they would look otherwise in a picture, though no byte differs.

    A PNG that says it several times is meant as the first of these says.
    """
    if (cicp := chunks.get(b"cICP")) is not None:
        return [] if cicp == _SRGB_CICP else [_profile(_cicp_name(cicp))]
    if (packed := chunks.get(b"iCCP")) is not None:
        return _icc_faults(packed, grey=grey)
    if b"sRGB" in chunks:
        return []
    gamma = chunks.get(b"gAMA", b"")
    if len(gamma) == 4 and abs(int.from_bytes(gamma, "big") - SRGB_GAMMA) > NEAR:
        return [_profile(f"gamma {100_000 / max(1, int.from_bytes(gamma, 'big')):.2f}")]
    primaries = chunks.get(b"cHRM", b"")
    if len(primaries) == 32:
        told = struct.unpack(">8I", primaries)
        if any(abs(a - b) > NEAR for a, b in zip(told, _SRGB_PRIMARIES, strict=True)):
            return [_profile(_named(told))]
    return []


def convertible(chunks: Chunks, *, grey: bool) -> bool:
    """Whether there is a way from these colours to sRGB."""
    if b"iCCP" in chunks and b"cICP" not in chunks:
        return _unpacked(chunks[b"iCCP"])[16:20] == (b"GRAY" if grey else b"RGB ")
    return asset_colour.source_of(chunks) is not None


def _icc_faults(packed: bytes, *, grey: bool) -> list[Fault]:
    profile = _unpacked(packed)
    shown = packed.partition(b"\0")[0][:79].decode("latin-1").strip()
    opened = colour_profile.opened(profile) if profile else None
    if opened is None:
        return [Fault(FIELD, "artwork-profile-damaged", shown if shown.isprintable() else None)]
    from PIL import ImageCms

    told = str(ImageCms.getProfileDescription(opened)).strip()
    described = (told if told.isprintable() and told else shown)[:60]
    return [] if _is_srgb(profile, grey=grey) else [_profile(described)]


def _unpacked(packed: bytes) -> bytes:
    """The profile of an iCCP chunk; empty for one that is damaged or has no end."""
    stream = zlib.decompressobj()
    try:
        profile = stream.decompress(packed.partition(b"\0")[2][1:], colour_profile.MAX_PROFILE)
    except zlib.error:
        return b""
    return b"" if stream.unconsumed_tail else profile


def _is_srgb(profile: bytes, *, grey: bool) -> bool:
    """Whether colours stay what they are, to rounding, when they are taken through the profile."""
    import numpy as np
    from PIL import Image

    if grey:
        curve = colour_profile.grey_curve(profile)
        return curve is not None and bool(
            np.abs(curve - np.arange(256, dtype=np.float32)).max() <= _SAME_COLOUR
        )
    steps = np.array([0, 51, 102, 153, 204, 255], np.uint8)
    grid = np.stack(np.meshgrid(steps, steps, steps), -1).reshape(6, 36, 3)
    shown: Image.Image | None = colour_profile.to_srgb(Image.fromarray(grid), profile)
    if shown is None:
        return False
    return bool(np.abs(np.asarray(shown, np.int16) - grid).max() <= _SAME_COLOUR)


def _profile(found: str) -> Fault:
    return Fault(FIELD, PROFILE, found)


def _named(primaries: tuple[int, ...]) -> str:
    for name, places in asset_colour.NAMES.items():
        if all(abs(a - 100_000 * b) <= NEAR for a, b in zip(primaries, places, strict=True)):
            return name
    return "cHRM"


def _cicp_name(cicp: bytes) -> str:
    primaries = {9: "BT.2020", 12: "Display P3"}
    named = primaries.get(cicp[0] if cicp else 0, "cICP")
    transfer = {16: " PQ", 18: " HLG"}
    return named + transfer.get(cicp[1] if len(cicp) > 1 else 0, "")
