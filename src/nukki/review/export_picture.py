"""One finished picture as the files that a designer takes: PNG, WebP, AVIF, PSD.

Every file carries the IPTC mark of synthetic media; what the picture was asked for with is left
out unless it is wanted. Equal input gives equal bytes.
"""

from __future__ import annotations

import io
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from typing import Any

import numpy as np
import numpy.typing as npt
from PIL import Image

from nukki.core import png
from nukki.core.png import Tags
from nukki.errors import InputError
from nukki.review import psd
from nukki.review.export_sizes import Format
from nukki.review.psd import Group, Layer
from nukki.review.resize import opaque_smaller, smaller

Byte = npt.NDArray[np.uint8]

MAX_PIXELS = 16_000_000  # three times the largest picture that a brief can ask for
# Measured on drawn objects of 0.7 MP: at 93 colour is off by 0.8 of 255 in the mean for a quarter
# of the bytes of a PNG. Coded with the same loss, alpha would be off by up to 8 of 255, so alpha
# is coded without any.
_AVIF: dict[str, Any] = {
    "quality": 93,
    "subsampling": "4:4:4",
    "speed": 6,
    "codec": "aom",
    "max_threads": 1,  # more threads may split the picture, and so give other bytes
    "advanced": {"alpha:lossless": "1"},
}
_WEBP: dict[str, Any] = {"lossless": True, "exact": True, "quality": 80, "method": 4}


@dataclass(frozen=True)
class Brand:
    """A brand picture of a finished one: its name in the library, whether it stands `behind` the
    objects, whether the finished picture shows it `blended`, and whether its own layer is
    `resampled` instead of the designer's bytes."""

    name: str
    behind: bool = False
    blended: bool = False
    resampled: bool = False


@dataclass(frozen=True)
class Finished:
    """A finished picture with its layers, all of one size, (H, W, 4) uint8 straight sRGB.

    `layers` are among `object`, `shadow`, `body` and `tint`, whose alpha says nothing; for number n
    of `brands`, which are from far to near, `asset<n>`, its own pixels, and `asset<n>-shadow`,
    `-shade`, `-light`, `-lit`. `master` are the bytes of the PNG that `rgba` came from while no
    pixel of it was changed, None after. `settings` is what that PNG says of its making.
    """

    rgba: Byte
    layers: Mapping[str, Byte] = field(default_factory=dict)
    master: bytes | None = None
    settings: Mapping[str, Any] | None = None
    source_type: str = png.SOURCE_TYPE
    brands: tuple[Brand, ...] = ()

    @property
    def blended(self) -> bool:
        """Whether `rgba` shows a brand picture blended instead of as it is."""
        return any(brand.blended for brand in self.brands)


def read(final: bytes, layers: Mapping[str, bytes], *, keep_settings: bool) -> Finished:
    """A picture from the bytes of its PNG files.

    Raises InputError for files that are no PNG, too large, or of different sizes.
    """
    rgba = _pixels(final)
    held = {name: _pixels(data) for name, data in layers.items()}
    for name, layer in held.items():
        if layer.shape != rgba.shape:
            raise InputError("export-layer-size", found=name)
    found = png.settings_of(final) if keep_settings else None
    return Finished(rgba, held, final, found, png.source_type_of(final) or png.SOURCE_TYPE)


def on_canvas(picture: Finished, offset: tuple[int, int], width: int, height: int) -> Finished:
    """The picture at the place of `width` x `height` pixels where it was drawn.

    `offset` is its corner there, and may lie outside; what reaches past the frame is margin.
    """
    placed = {
        name: _placed(layer, offset, width, height, 255 if name == "tint" else 0)
        for name, layer in picture.layers.items()
    }
    rgba = _placed(picture.rgba, offset, width, height, 0)
    return replace(picture, rgba=rgba, layers=placed, master=None)


def reduced(picture: Finished, width: int, height: int) -> Finished:
    """The picture at a size that is not larger; itself when it has that size."""
    if picture.rgba.shape[:2] == (height, width):
        return picture
    layers = {
        name: _opaque(layer, width, height) if name == "tint" else smaller(layer, width, height)
        for name, layer in picture.layers.items()
    }
    rgba = smaller(picture.rgba, width, height)
    brands = tuple(replace(brand, resampled=True) for brand in picture.brands)
    return replace(picture, rgba=rgba, layers=layers, master=None, brands=brands)


def encode(picture: Finished, kind: Format, names: Mapping[str, str]) -> bytes:
    """The picture as a file; `names` are the words for the layers of a PSD, for `glass`, and for
    those of a brand picture (`brand`, `brand-shadow` …)."""
    if kind == "psd":
        return psd.encode(picture.rgba, _layers(picture, names), png.xmp(picture.source_type))
    if kind == "png":
        tags = Tags(source_type=picture.source_type)
        if picture.master is not None:
            return png.relabelled(picture.master, picture.settings, tags)
        return png.encode(picture.rgba, picture.settings, tags)
    buffer = io.BytesIO()
    options = _AVIF if kind == "avif" else _WEBP
    image = Image.fromarray(np.ascontiguousarray(picture.rgba), "RGBA")
    image.save(buffer, kind.upper(), xmp=png.xmp(picture.source_type), **options)
    return buffer.getvalue()


def _pixels(data: bytes) -> Byte:
    rgba = png.decode(data)
    height, width = rgba.shape[:2]
    if height * width > MAX_PIXELS:
        allowed = MAX_PIXELS // 1_000_000
        raise InputError("png-too-many-pixels", width=width, height=height, allowed=allowed)
    return rgba


def _placed(rgba: Byte, offset: tuple[int, int], width: int, height: int, empty: int) -> Byte:
    canvas = np.full((height, width, 4), empty, np.uint8)
    x, y = offset
    left, top = max(0, x), max(0, y)
    right, bottom = min(width, x + rgba.shape[1]), min(height, y + rgba.shape[0])
    if left < right and top < bottom:
        canvas[top:bottom, left:right] = rgba[top - y : bottom - y, left - x : right - x]
    return canvas


def _opaque(rgba: Byte, width: int, height: int) -> Byte:
    rgb = opaque_smaller(np.ascontiguousarray(rgba[..., :3]), width, height)
    return np.dstack([rgb, np.full(rgb.shape[:2], 255, np.uint8)])


def _layers(picture: Finished, names: Mapping[str, str]) -> list[Layer | Group]:
    """The layers as a designer stacks them, lowest first: shadow, brand pictures behind the
    objects, glass, object, the other brand pictures.

    Glass is there twice: as one layer with one alpha, which is what every other format holds, and
    hidden as a tint that multiplies what lies below it, with the body above. Only the second
    colours a backdrop as the glass does.
    """
    held = picture.layers
    layers: list[Layer | Group] = []
    if "shadow" in held:
        layers += _cut(names["shadow"], held["shadow"])
    layers += _brands(picture, names, behind=True)
    if "tint" in held and "body" in held:
        tint = _only_where_it_tints(held["tint"])
        below = _cut(names["tint"], tint, blend="multiply")
        layers.append(
            Group(names["glass"], (*below, *_cut(names["body"], held["body"])), visible=False)
        )
    layers += _cut(names["object"], held.get("object", picture.rgba))
    return [*layers, *_brands(picture, names, behind=False)]


def _brands(picture: Finished, names: Mapping[str, str], *, behind: bool) -> list[Group]:
    """A group for each brand picture that stands there, called as in the library."""
    return [
        Group(brand.name, tuple(_of_brand(picture.layers, n, brand, names)))
        for n, brand in enumerate(picture.brands)
        if brand.behind is behind
    ]


def _of_brand(
    held: Mapping[str, Byte], n: int, brand: Brand, names: Mapping[str, str]
) -> Iterator[Layer]:
    """The layers of brand picture `n`, lowest first: what of them the picture shows is visible.

    The designer's own pixels are among them, whether they are shown or not. The flat picture holds
    a shadow as it is; a black one may multiply instead, which looks the same, and keeps so on
    every backdrop that the designer lays below.
    """
    lit = brand.blended and f"asset{n}-lit" in held
    over = brand.blended and not lit
    own = "brand-resampled" if brand.resampled else "brand"
    parts: tuple[tuple[str, str, psd.Blend | None, bool], ...] = (
        ("-shadow", "brand-shadow", None, True),
        ("", own, "normal", not lit),
        ("-shade", "brand-shade", "multiply", over),
        ("-light", "brand-light", "screen", over),
        ("-lit", "brand-lit", "normal", lit),
    )
    for part, word, blend, visible in parts:
        if (rgba := held.get(f"asset{n}{part}")) is not None:
            mode = blend or ("multiply" if _is_black(rgba) else "normal")
            yield from _cut(names[word], rgba, mode, visible=visible)


def _cut(
    name: str, rgba: Byte, blend: psd.Blend = "normal", *, visible: bool = True
) -> list[Layer]:
    """The layer at the smallest rectangle that holds it; none when all of it is empty."""
    rows = np.flatnonzero(rgba[..., 3].any(axis=1))
    columns = np.flatnonzero(rgba[..., 3].any(axis=0))
    if not rows.size:
        return []
    top, left = int(rows[0]), int(columns[0])
    shown = rgba[top : int(rows[-1]) + 1, left : int(columns[-1]) + 1]
    return [Layer(name, np.ascontiguousarray(shown), left, top, blend, visible)]


def _is_black(rgba: Byte) -> bool:
    return not rgba[rgba[..., 3] > 0, :3].any()


def _only_where_it_tints(tint: Byte) -> Byte:
    """White multiplies nothing: transparent there, so that it covers no empty canvas."""
    result = tint.copy()
    result[..., 3] = np.where((tint[..., :3] == 255).all(axis=2), 0, 255)
    return result
