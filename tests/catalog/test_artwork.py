"""What artwork must be like: every bad file is refused with what to change, good ones are kept."""

import io
import re
import struct
import zlib

import numpy as np
import pytest
from PIL import Image

from nukki.catalog import artwork, artwork_png
from nukki.core import png
from tests.catalog.artworks import (
    encoded,
    good,
    logo,
    p3_profile,
    palette,
    srgb_profile,
    with_chunk,
)
from tests.catalog.bad_artwork import BAD


def examined(tmp_path, data):
    file = tmp_path / "a.png"
    file.write_bytes(data)
    return artwork.examine(file)


def codes(found):
    return [fault.code for fault in found]


def wide_canvas():
    image = Image.new("RGBA", (600, 600))
    image.paste(logo(), (20, 20))
    return encoded(image)


@pytest.mark.parametrize(("data", "code"), BAD.values(), ids=BAD)
@pytest.mark.parametrize("language", ["en", "ko"])
def test_a_bad_file_is_refused_with_what_to_change(tmp_path, data, code, language):
    (fault,) = examined(tmp_path, data).faults
    assert (fault.field, fault.code) == ("file", code)
    for said in (fault.message(language), fault.hint(language)):
        assert said
        assert not re.search(r"[{}–]|None", said)
        assert str(tmp_path) not in said


def test_a_file_that_is_too_long_is_refused_by_its_length(tmp_path):
    found = examined(tmp_path, with_chunk(good(), b"teXt", bytes(2 * artwork_png.MAX_BYTES)))
    (fault,) = found.faults
    assert (fault.code, fault.found, fault.allowed) == ("artwork-too-many-bytes", "20.1", "10")
    assert found.file_bytes > 2 * artwork_png.MAX_BYTES


def test_all_that_stands_against_a_file_is_told_at_once(tmp_path):
    data = encoded(logo(alpha=250), icc_profile=p3_profile())
    found = examined(tmp_path, data)
    assert codes(found.faults) == ["artwork-profile", "artwork-no-core"]
    assert "98%" in found.faults[1].message()


GOOD = {
    "RGBA": (good(), []),
    "sRGB by name": (with_chunk(good(), b"sRGB", b"\0"), []),
    "sRGB by profile": (good(icc_profile=srgb_profile()), []),
    "sRGB by number": (with_chunk(good(), b"cICP", bytes((1, 13, 0, 1))), []),
    "sRGB by gamma": (with_chunk(good(), b"gAMA", struct.pack(">I", 45_455)), []),
    "grey with alpha": (encoded(logo().convert("LA")), []),
    "PNG-8 with transparency": (palette(), ["artwork-palette"]),
    "a rectangle": (encoded(Image.new("RGBA", (60, 60), (9, 9, 9, 255))), ["artwork-rectangle"]),
    "wide margins": (wide_canvas(), ["artwork-margin"]),
}


@pytest.mark.parametrize(("data", "remarks"), GOOD.values(), ids=GOOD)
def test_a_good_file_is_taken_and_what_is_worth_knowing_is_told(tmp_path, data, remarks):
    found = examined(tmp_path, data)
    assert (codes(found.faults), codes(found.remarks)) == ([], remarks)
    assert found.file_bytes == len(data)


@pytest.mark.parametrize("name", ["RGBA", "grey with alpha", "PNG-8 with transparency"])
def test_its_core_is_counted_in_the_pixels_that_finished_pictures_will_have(tmp_path, name):
    data = GOOD[name][0]
    alpha = png.decode(data)[..., 3]
    assert examined(tmp_path, data).core_share == (alpha == 255).sum() / (alpha > 0).sum()


def test_an_interlaced_file_is_as_good_as_any(tmp_path):
    image = logo((37, 29))
    raw = np.asarray(image)
    passes = ((0, 8, 0, 8), (4, 8, 0, 8), (0, 4, 4, 8), (2, 4, 0, 4), (0, 2, 2, 4), (1, 2, 0, 2),
              (0, 1, 1, 2))  # fmt: skip
    rows = (b"\0" + row.tobytes() for x, dx, y, dy in passes for row in raw[y::dy, x::dx])
    about = struct.pack(">IIBBBBB", 37, 29, 8, 6, 0, 0, 1)
    parts = ((b"IHDR", about), (b"IDAT", zlib.compress(b"".join(rows))), (b"IEND", b""))
    data = png.SIGNATURE + b"".join(png.chunk(kind, body) for kind, body in parts)
    assert codes(examined(tmp_path, data).faults) == []
    assert examined(tmp_path, data).pixels == examined(tmp_path, encoded(image)).pixels


def test_what_cannot_be_seen_makes_no_other_picture(tmp_path):
    first, second = (encoded(logo(background=value)) for value in (0, 0))
    other = np.asarray(logo()).copy()
    other[other[..., 3] == 0, :3] = 77
    hidden = examined(tmp_path, encoded(Image.fromarray(other)))
    assert examined(tmp_path, first).pixels == examined(tmp_path, second).pixels == hidden.pixels
    assert hidden.sha256 != examined(tmp_path, first).sha256
    other[40, 60, 0] ^= 1
    assert examined(tmp_path, encoded(Image.fromarray(other))).pixels != hidden.pixels


def test_the_picture_of_the_core_dims_what_is_not_in_it(tmp_path):
    pixels = np.zeros((100, 100, 4), np.uint8)
    pixels[:, :50] = (220, 40, 40, 255)
    pixels[:, 50:] = (220, 40, 40, 200)
    found = examined(tmp_path, encoded(Image.fromarray(pixels)))
    shown = np.asarray(Image.open(io.BytesIO(found.core)).convert("RGBA")).astype(int)
    assert np.abs(shown[50, 20] - (220, 40, 40, 255)).max() <= 8
    red, green, blue, alpha = shown[50, 80]
    assert max(red, green, blue) - min(red, green, blue) <= 8
    assert abs(alpha - 70) <= 4
    assert found.core_share == 0.5


def test_small_pictures_keep_their_sides_within_bounds(tmp_path):
    found = examined(tmp_path, encoded(logo((900, 300))))
    assert Image.open(io.BytesIO(found.core)).size == (320, 107)
    assert Image.open(io.BytesIO(found.thumb)).size == (480, 160)
    assert artwork.thumbs(tmp_path / "a.png") == (found.core, found.thumb)
