"""Files that nobody would send: changed at random, in their bytes and in their parts."""

import io
import random
import struct
import zlib

import cv2
import numpy as np
from PIL import Image

from nukki.catalog import artwork, asset_convert
from nukki.core import png
from tests.catalog.artworks import (
    deep,
    encoded,
    good,
    grey_profile,
    logo,
    p3_profile,
    palette,
    with_chunk,
)
from tests.catalog.bad_artwork import ADOBE

ROUNDS = 500
SAMPLES = (
    good(), encoded(logo((40, 30))), palette(), deep(), good(icc_profile=p3_profile()),
    encoded(logo().convert("LA"), icc_profile=grey_profile(1.8)),
    with_chunk(good(), b"cICP", bytes((12, 13, 0, 1))),
    with_chunk(good(), b"cHRM", struct.pack(">8I", *ADOBE)),
)  # fmt: skip


def noise(data, chance):
    """Some bytes are others, more or fewer."""
    at, length = chance.randrange(len(data)), chance.randrange(20)
    return data[:at] + chance.randbytes(chance.randrange(20)) + data[at + length :]


def summed(data):
    """The same with every checksum right, as far as its parts can be told."""
    made, at = [data[:8]], 8
    while at + 12 <= len(data):
        end = at + 12 + struct.unpack_from(">I", data, at)[0]
        if end > len(data):
            break
        made.append(data[at : end - 4] + struct.pack(">I", zlib.crc32(data[at + 4 : end - 4])))
        at = end
    return b"".join([*made, data[at:]])


def flipped(data, chance):
    """Three bytes are others, and nothing tells of it."""
    made = bytearray(data)
    for _ in range(3):
        made[chance.randrange(8, len(made))] = chance.randrange(256)
    return summed(bytes(made))


def rearranged(data, chance):
    """A part is left out, comes twice or elsewhere, or holds another bit or pixel."""
    parts = list(png.chunks(data))
    at = chance.randrange(len(parts))
    kind, body = parts[at]
    change = chance.choice(("out", "twice", "bit", "bit"))
    if change == "out":
        del parts[at]
    elif change == "twice":
        parts.insert(chance.randrange(len(parts) + 1), parts[at])
    elif body:
        raw = bytearray(zlib.decompress(body) if kind == b"IDAT" else body)
        raw[chance.randrange(len(raw))] ^= 1 << chance.randrange(8)
        parts[at] = kind, zlib.compress(raw) if kind == b"IDAT" else bytes(raw)
    return png.SIGNATURE + b"".join(png.chunk(kind, body) for kind, body in parts)


def test_nothing_is_raised_and_what_is_taken_is_read_alike_by_two_decoders(tmp_path):
    chance, file, taken, turned = random.Random(6), tmp_path / "a.png", 0, 0
    for number in range(ROUNDS):
        change = (noise, flipped, rearranged)[number % 3]
        data = change(chance.choice(SAMPLES), chance)
        file.write_bytes(data)
        found = artwork.examine(file)
        assert all(fault.message("ko") and fault.hint("en") for fault in found.faults)
        if found.convertible:
            turned += 1
            found, data = asset_convert.converted(file)
        if found.faults:
            continue
        taken += 1
        one = np.asarray(Image.open(io.BytesIO(data)).convert("RGBA"))
        other = cv2.imdecode(np.frombuffer(data, np.uint8), cv2.IMREAD_UNCHANGED)
        other = cv2.cvtColor(other, cv2.COLOR_BGRA2RGBA)
        assert (one[..., 3] == other[..., 3]).all()
        assert (one[one[..., 3] > 0] == other[one[..., 3] > 0]).all()
    assert taken > 20
    assert turned > 10
