"""Arrays and a few lines of JSON as one file: a NumPy archive without pickles."""

from __future__ import annotations

import io
import json
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    import numpy.typing as npt

    Arrays = Mapping[str, npt.NDArray[Any]]

_ABOUT = "about"


def pack(about: Mapping[str, Any], arrays: Arrays) -> bytes:
    """The archive; equal content gives equal bytes. No array may be called `about`."""
    import numpy as np

    text = json.dumps(about, ensure_ascii=False, default=float).encode("utf-8")
    buffer = io.BytesIO()
    np.savez(buffer, allow_pickle=False, **{_ABOUT: np.frombuffer(text, np.uint8)}, **arrays)
    return buffer.getvalue()


def unpack(data: bytes) -> tuple[dict[str, Any], dict[str, npt.NDArray[Any]]]:
    """What was packed; raises ValueError when the archive is damaged."""
    import tokenize
    import zipfile
    import zlib

    import numpy as np

    # What their readers raise for bytes that anybody may have sent; a RuntimeError is also what
    # is nested too deep, encrypted or packed in a way that is not known.
    damaged = (
        zipfile.BadZipFile, zlib.error, tokenize.TokenError, SyntaxError,
        OSError, EOFError, KeyError, TypeError, RuntimeError,
    )  # fmt: skip

    try:
        with np.load(io.BytesIO(data), allow_pickle=False) as archive:
            arrays: dict[str, npt.NDArray[Any]] = {name: archive[name] for name in archive.files}
        about: dict[str, Any] = json.loads(arrays.pop(_ABOUT).tobytes())
    except damaged as error:
        raise ValueError(type(error).__name__) from error
    return about, arrays
