"""Damages good picture files in every way a disk, a network or an attacker might, and opens them.

Run as a program with a seed and a count: it limits its own memory, reads what it has damaged, and
prints how often each outcome came up. Whatever is neither a picture nor an InputError ends it.
"""

from __future__ import annotations

import base64
import io
import json
import random
import resource
import sys
import warnings
from collections import Counter

import numpy as np
from PIL import Image

from nukki.core import png, process
from nukki.core.picture import open_picture
from nukki.errors import InputError

ADDRESS_SPACE = 4 * 2**30  # libraries alone map 1.2 GiB; one frame of 100 MP takes 1.5 GiB
INTERESTING = (0, 1, 0x7F, 0x80, 0xFF)
# 64 x 48, green with a red rectangle, to be turned by 90° to the right.
HEIC = base64.b64decode(
    b"AAAAHGZ0eXBoZWljAAAAAG1pZjFoZWljbWlhZgAAAchtZXRhAAAAAAAAACFoZGxyAAAAAAAAAABwaWN0AAAAAAAA"
    b"AAAAAAAAAAAAADRpbG9jAAAAAERAAAIAAQAAAAAB7AABAAAAAAAAAJkAAgAAAAAChQABAAAAAAAAACQAAAA4aWlu"
    b"ZgAAAAAAAgAAABVpbmZlAgAAAAABAABodmMxAAAAABVpbmZlAgAAAQACAABFeGlmAAAAAA5waXRtAAAAAAABAAAB"
    b"B2lwcnAAAADmaXBjbwAAAHZodmNDAQNwAAAAkAAAAAAAHvAA/P34+AAADwNgAAEAGEABDAH//wNwAAADAJAAAAMA"
    b"AAMAHroCQGEAAQAqQgEBA3AAAAMAkAAAAwAAAwAeoCCBBZbq5Ka5uAhoMCAAAAMDIAAAAwAhYgABAAZEAcFzwIkA"
    b"AAATY29scm5jbHgAAQANAAaAAAAAFGlzcGUAAAAAAAAAQAAAAEAAAAAoY2xhcAAAAEAAAAABAAAAMAAAAAEAAAAA"
    b"AAAAAv////AAAAACAAAAEHBpeGkAAAAAAwgICAAAAAlpcm90AwAAABlpcG1hAAAAAAAAAAEAAQaBAgMFhIYAAAAa"
    b"aXJlZgAAAAAAAAAOY2RzYwACAAEAAQAAAMVtZGF0AAAAlSgBrwng428Oumpb/7zP//At//u0Uxw2xvCuWZO0dFoj"
    b"n1BBXNcv8suppeTeaeu2+nAmoX8lPgSOc0QNGit/w4Yz5poJ4yRSaUn7wNqqkjEZGHfTzF2072A8vAd9KpPyGV36"
    b"0rvwXVTEQJl+qn4SGa+OyC3HFEgp0Jv6gsgNq3uC72o/gZDZXoM2nZO+NRcxaH7qBd+QAAAABkV4aWYAAE1NACoA"
    b"AAAIAAEBEgADAAAAAQAGAAAAAAAA"
)


def samples() -> dict[str, bytes]:
    """A small good file of every kind, still and moving."""
    pixels = np.random.default_rng(3).integers(0, 256, (24, 32, 4)).astype(np.uint8)
    flat = np.full((24, 32, 4), (10, 200, 90, 255), np.uint8)
    flat[6:18, 8:24] = pixels[6:18, 8:24]
    image, moved = Image.fromarray(flat), Image.fromarray(np.roll(flat, 3, axis=1))
    still, exif = image.convert("RGB"), Image.Exif()
    exif[274] = 6
    found = {"HEIC": HEIC, "PNG of 16 bit": png.encode(flat.astype(np.uint16) * 257)}
    for kind in ("PNG", "JPEG", "WEBP", "AVIF", "TIFF", "BMP"):
        found[kind] = _saved(still, kind, **({} if kind == "BMP" else {"exif": exif}))
    found["TIFF, packed"] = _saved(still, "TIFF", compression="tiff_lzw")
    found["CMYK"] = _saved(still.convert("CMYK"), "JPEG")
    found["palette"] = _saved(still.quantize(16), "PNG", transparency=3)
    for kind in ("GIF", "PNG", "WEBP", "AVIF", "TIFF"):
        found[f"moving {kind}"] = _saved(image, kind, save_all=True, append_images=[moved] * 2)
    return found


def damaged(data: bytes, chance: random.Random) -> bytes:
    """`data` with one to eight faults."""
    broken = bytearray(data)
    for _ in range(chance.choice((1, 1, 2, 4, 8))):
        chance.choice((_flip, _flip, _byte, _header, _number, _cut, _repeat, _shuffle))(
            broken, chance
        )
        if not broken:
            break
    return bytes(broken)


def _saved(image: Image.Image, kind: str, **options: object) -> bytes:
    buffer = io.BytesIO()
    image.save(buffer, kind, **options)
    return buffer.getvalue()


def _flip(broken: bytearray, chance: random.Random) -> None:
    broken[chance.randrange(len(broken))] ^= 1 << chance.randrange(8)


def _byte(broken: bytearray, chance: random.Random) -> None:
    broken[chance.randrange(len(broken))] = chance.choice(INTERESTING)


def _header(broken: bytearray, chance: random.Random) -> None:
    broken[chance.randrange(min(64, len(broken)))] = chance.randrange(256)


def _number(broken: bytearray, chance: random.Random) -> None:
    """A length, an offset or a count that lies."""
    at = chance.randrange(len(broken))
    value = chance.choice((0, 1, 0x7FFFFFFF, 0xFFFFFFFF, 65_535, len(broken)))
    broken[at : at + 4] = value.to_bytes(4, chance.choice(("big", "little")))


def _cut(broken: bytearray, chance: random.Random) -> None:
    del broken[chance.randrange(len(broken)) :]


def _repeat(broken: bytearray, chance: random.Random) -> None:
    at = chance.randrange(len(broken))
    broken[at:at] = broken[at : at + chance.randrange(1, 64)]


def _shuffle(broken: bytearray, chance: random.Random) -> None:
    at = chance.randrange(len(broken))
    part = list(broken[at : at + 16])
    chance.shuffle(part)
    broken[at : at + 16] = part


def _repaired(data: bytes) -> bytes:
    """A PNG whose checksums fit again, so that the faults reach what lies behind them."""
    parts, at = [data[:8]], 8
    while at + 12 <= len(data):
        length = int.from_bytes(data[at : at + 4], "big")
        if at + 12 + length > len(data):
            break
        parts.append(png.chunk(data[at + 4 : at + 8], data[at + 8 : at + 8 + length]))
        at += 12 + length
    return b"".join([*parts, data[at:]])


def _main(seed: int, count: int) -> None:
    warnings.simplefilter("error")
    resource.setrlimit(resource.RLIMIT_AS, (ADDRESS_SPACE, ADDRESS_SPACE))
    chance, files = random.Random(seed), samples()
    ended: Counter[str] = Counter()
    for number in range(count):
        turn, place = divmod(number, len(files))
        name = list(files)[place]
        if name == "HEIC" and turn % 8:  # a process for each of them takes its time
            name = "JPEG"
        data = damaged(files[name], chance)
        if data[:8] == png.SIGNATURE and chance.random() < 0.7:
            data = _repaired(data)
        try:
            for frame in open_picture(data).frames():
                assert frame.rgb.shape[2] == 3
                assert frame.alpha is None or frame.alpha.shape == frame.rgb.shape[:2]
            ended["read"] += 1
        except InputError as error:
            ended[error.code] += 1
        except BaseException as error:
            raise AssertionError(f"{name}, number {number} of seed {seed}") from error
    print(json.dumps({"ended": ended, "peak_mb": process.peak_mb()}))


if __name__ == "__main__":
    _main(int(sys.argv[1]), int(sys.argv[2]))
