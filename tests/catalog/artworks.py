"""Artwork as designers send it, good and bad, and what nobody should ever send."""

import io
import struct
import zlib

import numpy as np
from PIL import Image, ImageCms, ImageDraw

from nukki.core import png


def logo(size=(120, 80), colour=(220, 60, 30), alpha=255, background=0):
    """A disc with a smooth edge, as an RGBA picture."""
    width, height = size
    image = Image.new("RGBA", (width * 4, height * 4), (*colour, background))
    inset = min(width, height) // 2
    box = (inset, inset, width * 4 - inset, height * 4 - inset)
    ImageDraw.Draw(image).ellipse(box, fill=(*colour, alpha))
    return image.resize(size, Image.Resampling.BOX)


def encoded(image, kind="PNG", **options):
    """The picture as a file."""
    buffer = io.BytesIO()
    image.save(buffer, kind, **options)
    return buffer.getvalue()


def good(**options):
    """Nothing is wrong with it."""
    return encoded(logo(), **options)


def with_chunk(data, kind, body):
    """`data` with another chunk right after its head."""
    return data[:33] + png.chunk(kind, body) + data[33:]


def rebuilt(data, change):
    """`data` with its pixels, inflated, changed."""
    parts = list(png.chunks(data))
    raw = zlib.decompress(b"".join(body for kind, body in parts if kind == b"IDAT"))
    out = [png.SIGNATURE, png.chunk(b"IHDR", parts[0][1])]
    out += [png.chunk(b"IDAT", zlib.compress(change(raw))), png.chunk(b"IEND", b"")]
    return b"".join(out)


def head(width, height, depth=8, kind=6, interlaced=0):
    """A PNG that is all promise: a head of this size, and a few bytes of pixels."""
    about = struct.pack(">IIBBBBB", width, height, depth, kind, 0, 0, interlaced)
    parts = (png.chunk(b"IHDR", about), png.chunk(b"IDAT", zlib.compress(b"\0")))
    return b"".join((png.SIGNATURE, *parts, png.chunk(b"IEND", b"")))


def deep():
    """16 bits a channel."""
    return png.encode(np.full((40, 40, 4), 65_535, np.uint16))


def animated():
    """Two frames."""
    frames = [logo(), logo(colour=(30, 60, 220))]
    return encoded(frames[0], save_all=True, append_images=frames[1:], duration=100)


def palette(transparent=True):
    """PNG-8: nothing, half of it and all of it, or three colours without transparency."""
    image = Image.fromarray((np.asarray(logo())[..., 3] // 86).astype(np.uint8), "P")
    image.putpalette([0, 0, 0, 220, 60, 30, 220, 60, 30])
    return encoded(image, **({"transparency": bytes((0, 128, 255))} if transparent else {}))


def keyed():
    """RGB, with one colour that stands for nothing."""
    return encoded(logo().convert("RGB"), transparency=(0, 0, 0))


def turned():
    """EXIF says that it lies on its side."""
    exif = Image.Exif()
    exif[0x0112] = 6
    return encoded(logo(), exif=exif.tobytes())


def srgb_profile():
    """sRGB as a profile."""
    return ImageCms.ImageCmsProfile(ImageCms.createProfile("sRGB")).tobytes()


def p3_profile():
    """sRGB's profile with the primaries of Display P3, as its name says."""
    made = bytearray(srgb_profile())
    count = struct.unpack(">I", made[128:132])[0]
    colours = {b"rXYZ": (0.51512, 0.2412, -0.00105), b"gXYZ": (0.29198, 0.69225, 0.04189),
               b"bXYZ": (0.1571, 0.06657, 0.78407)}  # fmt: skip
    for index in range(count):
        tag, at, _ = struct.unpack(">4sII", made[132 + 12 * index : 144 + 12 * index])
        if tag in colours:
            fixed = (round(value * 65_536) for value in colours[tag])
            made[at + 8 : at + 20] = struct.pack(">3i", *fixed)
    name = "sRGB built-in"
    there, own = (text.encode("utf-16-be") for text in (name, "Display P3".ljust(len(name))))
    return bytes(made).replace(there, own)


def grey_profile(gamma):
    """A profile of grey with this exponent: header, description, white and curve."""
    tags = {
        b"desc": b"desc\0\0\0\0" + struct.pack(">I", 5) + b"Grey\0" + bytes(79),
        b"wtpt": b"XYZ \0\0\0\0" + struct.pack(">3i", 63_190, 65_536, 54_061),
        b"kTRC": b"curv\0\0\0\0" + struct.pack(">IH", 1, round(gamma * 256)),
        b"cprt": b"text\0\0\0\0none\0",
    }
    table, body, at = b"", b"", 132 + 12 * len(tags)
    for name, value in tags.items():
        padded = value + bytes(-len(value) % 4)
        table += struct.pack(">4sII", name, at + len(body), len(value))
        body += padded
    size = at + len(body)
    header = struct.pack(">I4sI4s4s4s", size, b"lcms", 0x02100000, b"mntr", b"GRAY", b"XYZ ")
    header += struct.pack(">6H4s", 2026, 1, 1, 0, 0, 0, b"acsp") + bytes(28)
    header += struct.pack(">3i", 63_190, 65_536, 54_061)
    return header.ljust(128, b"\0") + struct.pack(">I", len(tags)) + table + body
