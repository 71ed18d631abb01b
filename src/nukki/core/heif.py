"""HEIC in a process of its own: its decoder was seen to crash on files damaged in one byte.

Run as a program, it reads a file from stdin and writes a line of JSON and the raw pixels to stdout.
"""

from __future__ import annotations

import base64
import io
import json
import subprocess
import sys
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from nukki.errors import InputError

if TYPE_CHECKING:
    import numpy as np
    import numpy.typing as npt

    Pixels = npt.NDArray[np.uint8] | npt.NDArray[np.uint16]

SECONDS = 120  # a photo of 100 MP takes 4
ADDRESS_SPACE = 6 * 2**30  # libraries map 1.2 GiB; 100 MP of 16 bit take 2.4


@dataclass(frozen=True)
class Heif:
    """The picture of a HEIC file: `pixels` (H, W, 3 or 4), straight, upright; 16 bit where the
    file has 10 or 12."""

    pixels: Pixels
    profile: bytes | None
    xmp: bytes


def size_and_pixels(data: bytes, most: int) -> tuple[tuple[int, int], Heif | None]:
    """(width, height) and, where they are no more than `most` pixels, the picture.

    Raises InputError `picture-damaged` for whatever the decoder does not survive.
    """
    import numpy as np

    command = [sys.executable, "-P", "-m", "nukki.core.heif", str(most)]
    try:
        done = subprocess.run(
            command,
            input=data,
            capture_output=True,
            timeout=SECONDS,
            check=True,
            start_new_session=True,  # Ctrl-C is for us; a file must not look damaged by it
        )
        line = done.stdout.index(b"\n")
        told = json.loads(done.stdout[:line])
    except (subprocess.SubprocessError, ValueError) as error:
        raise InputError("picture-damaged") from error
    size = (told["size"][0], told["size"][1])
    if told["shape"] is None:
        return size, None
    pixels: Any = np.frombuffer(done.stdout, told["dtype"], offset=line + 1)
    profile = base64.b64decode(told["profile"]) or None
    return size, Heif(pixels.reshape(told["shape"]), profile, base64.b64decode(told["xmp"]))


def _main(most: int) -> None:
    import numpy as np
    import pi_heif

    from nukki.core.pixels import straighten

    _limit_memory()
    opened = pi_heif.open_heif(io.BytesIO(sys.stdin.buffer.read()), convert_hdr_to_8bit=False)
    image = opened[opened.primary_index]
    told: dict[str, Any] = {"size": image.size, "shape": None}
    pixels = None
    if image.size[0] * image.size[1] <= most:
        pixels = np.asarray(image)
        if pixels.ndim == 2:
            pixels = np.repeat(pixels[..., None], 3, axis=2)
        if image.premultiplied_alpha:
            pixels = pixels.copy()
            straighten(pixels)
        told |= {
            "shape": pixels.shape,
            "dtype": pixels.dtype.str,
            "profile": base64.b64encode(image.info.get("icc_profile") or b"").decode(),
            "xmp": base64.b64encode(image.info.get("xmp") or b"").decode(),
        }
    sys.stdout.buffer.write(json.dumps(told).encode() + b"\n")
    if pixels is not None:
        sys.stdout.buffer.write(np.ascontiguousarray(pixels).data)


def _limit_memory() -> None:
    try:
        import resource
    except ImportError:  # there is no such limit on Windows
        return
    resource.setrlimit(resource.RLIMIT_AS, (ADDRESS_SPACE, ADDRESS_SPACE))


if __name__ == "__main__":
    _main(int(sys.argv[1]))
