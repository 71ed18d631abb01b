"""What a request names: icons from the store, words from the font, a user's SVG and a brand's
pictures from the inputs."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from nukki.catalog.art import Art
from nukki.catalog.concept import Subject
from nukki.catalog.lettering import set_text
from nukki.catalog.placement import PlacedAsset
from nukki.catalog.shapes import load_icon, load_svg
from nukki.core import hashing, png
from nukki.errors import PayloadError, ShapeError

if TYPE_CHECKING:
    import numpy as np
    import numpy.typing as npt


def load(subject: Subject, inputs: Path) -> Art:
    """The art of a subject; `inputs` holds users' files, named by their sha256."""
    if subject.source == "icon":
        return load_icon(subject.ref)
    if subject.source == "text":
        return set_text(subject.ref)
    path = inputs / f"{subject.ref}.svg"
    if not path.is_file():
        raise ShapeError("shape-input-missing", word=subject.word, name=path.name)
    data = path.read_bytes()
    if hashing.of_bytes(data) != subject.ref:
        raise ShapeError("shape-input-changed", word=subject.word, name=path.name)
    return load_svg(data)


def picture(asset: PlacedAsset, inputs: Path) -> npt.NDArray[np.uint8]:
    """The pixels of a brand picture, (h, w, 4) straight."""
    path = inputs / asset.file
    if not path.is_file():
        raise PayloadError("payload-input-missing", found=path.name)
    data = path.read_bytes()
    if hashing.of_bytes(data) != asset.sha256:
        raise PayloadError("payload-input-changed", found=path.name)
    return png.decode(data)
