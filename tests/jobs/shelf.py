"""A library of brand pictures in a storage, made by the library itself."""

from __future__ import annotations

import io
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from PIL import Image

from nukki.catalog import artwork
from nukki.catalog.asset_change import Wanted
from nukki.catalog.library import Library
from nukki.core import hashing
from nukki.core.storage import Storage


def png(width: int, height: int, seed: str = "") -> bytes:
    """A fully opaque picture whose colour is that of `seed`."""
    colour = bytes.fromhex(hashing.of_bytes(seed.encode()))[:3]
    stream = io.BytesIO()
    Image.new("RGBA", (width, height), (*colour, 255)).save(stream, "PNG", compress_level=1)
    return stream.getvalue()


def put(storage: Storage, name: str, size: tuple[int, int], **about: Any) -> bytes:
    """Register a picture called `logo` or `logo:dark`; gives its bytes."""
    asset_id, _, variant_id = name.partition(":")
    data = png(*size, seed=name)
    with TemporaryDirectory() as folder:
        path = Path(folder, "picture.png")
        path.write_bytes(data)
        found = artwork.examine(path)
    place = (asset_id, variant_id or "default")
    library(storage).add(found, data, place, "test", Wanted(**about))
    return data


def library(storage: Storage) -> Library:
    """The library of a storage that nobody else writes into."""
    return Library(storage, _held)


@contextmanager
def _held() -> Iterator[Any]:
    yield lambda: None
