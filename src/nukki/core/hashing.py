"""sha256 of bytes, files, values and pixels."""

from __future__ import annotations

import hashlib
import json
from pathlib import Path
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    import numpy as np


def of_bytes(data: bytes) -> str:
    """Hex sha256 of `data`."""
    return hashlib.sha256(data).hexdigest()


def of_file(path: Path) -> str:
    """Hex sha256 of a file, read in pieces."""
    with path.open("rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()


def of_json(value: Any) -> str:
    """Hex sha256 of the canonical JSON of `value`: sorted keys, no spaces, UTF-8.

    JSON may hold half of a surrogate pair, which is no text and still has a hash.
    """
    canonical = json.dumps(value, ensure_ascii=False, sort_keys=True, separators=(",", ":"))
    return of_bytes(canonical.encode("utf-8", "surrogatepass"))


def of_pixels(pixels: np.ndarray) -> str:
    """Hex sha256 of decoded pixels with their shape and dtype: files differ, pixels do not."""
    head = f"{pixels.shape}{pixels.dtype}".encode()
    return of_bytes(head + pixels.tobytes())
