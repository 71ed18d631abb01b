"""Artwork that may not enter the library, made by real encoders or by surgery on its bytes."""

import struct
import zlib

import numpy as np
from PIL import Image

from nukki.core import png
from nukki.review import psd
from tests.catalog.artworks import (
    animated,
    deep,
    encoded,
    good,
    grey_profile,
    head,
    keyed,
    logo,
    p3_profile,
    palette,
    rebuilt,
    turned,
    with_chunk,
)
from tests.core.hostile import HEIC

GREY = Image.new("L", (60, 60), 200)
ADOBE = (31_270, 32_900, 64_000, 33_000, 21_000, 71_000, 15_000, 6_000)


def zipped(text):
    """The body of an iCCP chunk called x."""
    return b"x\0\0" + zlib.compress(text)


def without(data, kind):
    """`data` less all chunks of a kind."""
    parts = [png.chunk(name, body) for name, body in png.chunks(data) if name != kind]
    return b"".join([png.SIGNATURE, *parts])


def crc(data):
    """The checksum of a chunk's kind and body."""
    return struct.pack(">I", zlib.crc32(data))


def rebuilt_palette(change, clear=None):
    """PNG-8 with its indices changed, and `clear` as its alpha."""
    parts = list(png.chunks(palette()))
    raw = zlib.decompress(b"".join(body for kind, body in parts if kind == b"IDAT"))
    told = {b"IDAT": zlib.compress(change(raw))} | ({b"tRNS": clear} if clear else {})
    return png.SIGNATURE + b"".join(png.chunk(kind, told.get(kind, body)) for kind, body in parts)


def torn(data):
    """`data` with a text between two halves of its pixels."""
    parts = dict(png.chunks(data))
    pixels, half = parts[b"IDAT"], len(parts[b"IDAT"]) // 2
    made = [(b"IHDR", parts[b"IHDR"]), (b"IDAT", pixels[:half]), (b"tEXt", b"a\0b")]
    made += [(b"IDAT", pixels[half:]), (b"IEND", b"")]
    return png.SIGNATURE + b"".join(png.chunk(kind, body) for kind, body in made)


def faint_with_a_dot():
    """78% everywhere, and 15 opaque pixels."""
    pixels = np.asarray(logo(alpha=200)).copy()
    pixels[40, 40:55, 3] = 255
    return encoded(Image.fromarray(pixels))


# What it is, as people would say, its bytes, and the one reason against it.
BAD = {
    "an empty file": (b"", "artwork-empty"),
    "a JPEG that was renamed": (encoded(logo().convert("RGB"), "JPEG"), "artwork-not-png"),
    "a CMYK JPEG that was renamed": (encoded(logo().convert("CMYK"), "JPEG"), "artwork-not-png"),
    "a WebP": (encoded(logo(), "WEBP"), "artwork-not-png"),
    "a GIF": (encoded(logo().convert("P"), "GIF"), "artwork-not-png"),
    "a TIFF": (encoded(logo(), "TIFF"), "artwork-not-png"),
    "a BMP": (encoded(logo().convert("RGB"), "BMP"), "artwork-not-png"),
    "an AVIF": (encoded(logo(), "AVIF"), "artwork-not-png"),
    "a HEIC of a phone": (HEIC, "artwork-not-png"),
    "an SVG": (b'<svg xmlns="http://www.w3.org/2000/svg"/>', "artwork-vector"),
    "a PDF": (encoded(logo().convert("RGB"), "PDF"), "artwork-vector"),
    "an EPS": (encoded(logo().convert("RGB"), "EPS"), "artwork-vector"),
    "a Photoshop file": (psd.encode(np.asarray(logo()), [], b""), "artwork-project"),
    "a text": (b"hello\n", "artwork-unknown"),
    "noise": (bytes(range(255, 0, -1)), "artwork-unknown"),
    "only the first bytes": (b"\x89PNG\r\n\x1a\n", "artwork-truncated"),
    "half a file": (good()[:300], "artwork-truncated"),
    "a file without its last byte": (good()[:-1], "artwork-truncated"),
    "a flipped bit": (good()[:80] + bytes((good()[80] ^ 1,)) + good()[81:], "artwork-damaged"),
    "pixels cut short": (rebuilt(good(), lambda raw: raw[:-200]), "artwork-damaged"),
    "more pixels than it says": (rebuilt(good(), lambda raw: raw + bytes(500)), "artwork-damaged"),
    "a bomb of pixels": (rebuilt(good(), lambda raw: bytes(80_000_000)), "artwork-damaged"),
    "a filter that is none": (rebuilt(good(), lambda raw: b"\x09" + raw[1:]), "artwork-damaged"),
    "a head of 65,535 × 65,535": (head(65_535, 65_535), "artwork-large"),
    "a side of 9,000": (head(9_000, 20), "artwork-large"),
    "nothing wide": (head(0, 40), "artwork-damaged"),
    "a depth that is none": (head(40, 40, depth=7), "artwork-damaged"),
    "a head alone": (head(64, 64), "artwork-damaged"),
    "an icon of 12 pixels": (encoded(logo((12, 12))), "artwork-small"),
    "a wrong checksum of its head": (good()[:29] + bytes(4) + good()[33:], "artwork-damaged"),
    "a wrong checksum of its end": (good()[:-1] + b"?", "artwork-truncated"),
    "a way of packing that is none": (
        good()[:26] + b"\1" + good()[27:29] + crc(good()[12:26] + b"\1" + good()[27:29])
        + good()[33:], "artwork-damaged"),
    "no pixels at all": (without(good(), b"IDAT"), "artwork-damaged"),
    "no palette": (without(palette(), b"PLTE"), "artwork-damaged"),
    "a color that its palette has not": (
        rebuilt_palette(lambda raw: raw[:50] + b"\xff" + raw[51:]), "artwork-damaged"),
    "transparency of more colors than it has": (
        rebuilt_palette(lambda raw: raw, clear=bytes(9)), "artwork-damaged"),
    "two profiles of color": (
        with_chunk(with_chunk(good(), b"sRGB", b"\0"), b"sRGB", b"\0"), "artwork-damaged"),
    "a color space that comes too late": (
        good()[:-12] + png.chunk(b"sRGB", b"\0") + good()[-12:], "artwork-damaged"),
    "pixels in two places": (torn(good()), "artwork-damaged"),
    "17 megapixels": (head(4_200, 4_100), "artwork-large"),
    "a ZIP behind it": (good() + b"PK\3\4" + bytes(60), "artwork-trailing"),
    "a script behind it": (good() + b"<script>alert(1)</script>", "artwork-trailing"),
    "a second picture behind it": (good() + good(), "artwork-trailing"),
    "a part that no program knows": (with_chunk(good(), b"EVIL", b"x"), "artwork-foreign"),
    "a picture of an iPhone app": (
        good()[:12] + b"CgBI" + good()[16:], "artwork-foreign"),
    "an animation": (animated(), "artwork-animated"),
    "16 bits a channel": (deep(), "artwork-deep"),
    "no alpha channel": (encoded(logo().convert("RGB")), "artwork-no-alpha"),
    "grey without alpha": (encoded(GREY), "artwork-no-alpha"),
    "PNG-8 without transparency": (palette(transparent=False), "artwork-no-alpha"),
    "one color for nothing": (keyed(), "artwork-keyed"),
    "a side to lie on": (turned(), "artwork-turned"),
    "Display P3": (good(icc_profile=p3_profile()), "artwork-profile"),
    "Display P3 by number": (
        with_chunk(good(), b"cICP", bytes((12, 13, 0, 1))), "artwork-profile"),
    "HDR": (with_chunk(good(), b"cICP", bytes((9, 16, 0, 1))), "artwork-profile"),
    "Adobe RGB by numbers": (
        with_chunk(good(), b"cHRM", struct.pack(">8I", *ADOBE)), "artwork-profile"),
    "grey's profile on colors": (good(icc_profile=grey_profile(1.8)), "artwork-profile"),
    "grey of gamma 1.8": (
        encoded(logo().convert("LA"), icc_profile=grey_profile(1.8)), "artwork-profile"),
    "linear light": (with_chunk(good(), b"gAMA", struct.pack(">I", 100_000)), "artwork-profile"),
    "a profile that is none": (
        with_chunk(good(), b"iCCP", zipped(b"no profile")), "artwork-profile-damaged"),
    "a profile that is not even packed": (
        with_chunk(good(), b"iCCP", b"x\0\0abc"), "artwork-profile-damaged"),
    "a bomb of a profile": (
        with_chunk(good(), b"iCCP", zipped(bytes(60_000_000))), "artwork-profile-damaged"),
    "nothing to see": (encoded(Image.new("RGBA", (60, 60))), "artwork-nothing"),
    "98% everywhere": (encoded(logo(alpha=250)), "artwork-no-core"),
    "a faint picture with a dot of 15 pixels": (faint_with_a_dot(), "artwork-small-core"),
}  # fmt: skip
