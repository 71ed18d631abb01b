"""Colours that are not those of sRGB, taken there: right to a level, told, and only when asked."""

import io
import json
import struct

import numpy as np
import pytest
from PIL import Image

from nukki.catalog import artwork, asset_colour, asset_convert, library
from nukki.catalog.asset_colour import GAMMAS, PRIMARIES, SRGB, Source
from nukki.catalog.library import Library
from nukki.core import png
from nukki.core.storage import Folder
from tests.catalog.artworks import (
    deep,
    encoded,
    good,
    grey_profile,
    keyed,
    logo,
    p3_profile,
    rebuilt,
    srgb_profile,
    with_chunk,
)
from tests.catalog.shelf import alone

P3_NUMBERS = bytes((12, 13, 0, 1))
ADOBE = (31_270, 32_900, 64_000, 33_000, 21_000, 71_000, 15_000, 6_000)


def chart():
    """216 colours, one to a pixel in a block of four, fully opaque, with one soft corner."""
    steps = np.array([0, 51, 102, 153, 204, 255], np.uint8)
    colours = np.stack(np.meshgrid(steps, steps, steps), -1).reshape(12, 18, 3)
    rgba = np.full((12, 18, 4), 255, np.uint8)
    rgba[..., :3] = colours
    rgba = np.repeat(np.repeat(rgba, 4, 0), 4, 1)
    rgba[:2, :2, 3] = (0, 77)
    return rgba


def file_of(rgba, **options):
    return encoded(Image.fromarray(rgba), **options)


def converted(tmp_path, data):
    file = tmp_path / "sent.png"
    file.write_bytes(data)
    return asset_convert.converted(file)


def by_hand(rgb, source):
    """The conversion once more, in double floats, from the formulas of IEC 61966-2-1."""
    value = rgb / 255
    if source.gamma is None:
        light = np.where(value <= 0.04045, value / 12.92, ((value + 0.055) / 1.055) ** 2.4)
    else:
        light = value**source.gamma

    def matrix(places):
        x, y = np.array(places[2::2]), np.array(places[3::2])
        columns = np.stack([x / y, np.ones(3), (1 - x - y) / y])
        white = np.array([places[0] / places[1], 1, (1 - places[0] - places[1]) / places[1]])
        return columns * np.linalg.solve(columns, white)

    light = light @ (np.linalg.inv(matrix(SRGB)) @ matrix(source.places)).T
    light = np.clip(light, 0, 1)
    shown = np.where(light <= 0.0031308, 12.92 * light, 1.055 * light ** (1 / 2.4) - 0.055)
    return 255 * shown


NUMBERS = {
    "Display P3": ({b"cICP": P3_NUMBERS}, Source(PRIMARIES[12], None)),
    "BT.2020, gamma 2.2": ({b"cICP": bytes((9, 4, 0, 1))}, Source(PRIMARIES[9], 2.2)),
    "linear light": ({b"gAMA": struct.pack(">I", 100_000)}, Source(SRGB, 1.0)),
    "gamma 1.8": ({b"gAMA": struct.pack(">I", 55_556)}, Source(SRGB, 100_000 / 55_556)),
    "Adobe RGB by numbers": (
        {b"gAMA": struct.pack(">I", 45_470),
         b"cHRM": struct.pack(">8I", *ADOBE)},
        Source(tuple(value / 100_000 for value in ADOBE), None)),
}  # fmt: skip


@pytest.mark.parametrize(("chunks", "source"), NUMBERS.values(), ids=NUMBERS)
def test_colours_by_numbers_come_to_srgb(tmp_path, chunks, source):
    data = file_of(chart())
    for kind, body in chunks.items():
        data = with_chunk(data, kind, body)
    assert asset_colour.source_of(chunks) == source
    found, made = converted(tmp_path, data)
    assert found.faults == ()
    shown = png.decode(made)
    assert np.abs(shown[..., :3] - by_hand(chart()[..., :3], source)).max() <= 1
    assert (shown[..., 3] == chart()[..., 3]).all()
    assert found.remarks[0].code == "artwork-converted"
    assert artwork.examine(tmp_path / "sent.png").faults == ()


def test_a_profile_and_the_numbers_of_the_same_space_agree(tmp_path):
    by_profile = png.decode(converted(tmp_path, file_of(chart(), icc_profile=p3_profile()))[1])
    by_numbers = png.decode(
        converted(tmp_path, with_chunk(file_of(chart()), b"cICP", P3_NUMBERS))[1]
    )  # fmt: skip
    assert np.abs(by_profile.astype(int) - by_numbers).max() <= 3


def test_what_srgb_has_keeps_its_look_and_what_it_has_not_is_told(tmp_path):
    grey = np.full((40, 40, 4), (120, 130, 110, 255), np.uint8)
    inside, _ = converted(tmp_path, file_of(grey, icc_profile=p3_profile()))
    assert inside.remarks[0].allowed is None
    assert inside.remarks[0].hint() == ""
    vivid = grey.copy()
    vivid[:10] = (0, 255, 0, 255)
    for data in (
        file_of(vivid, icc_profile=p3_profile()),
        with_chunk(file_of(vivid), b"cICP", P3_NUMBERS),
    ):
        found, made = converted(tmp_path, data)
        assert found.remarks[0].allowed == "25%"
        assert "25%" in found.remarks[0].hint("ko")
        assert tuple(png.decode(made)[0, 0]) == (0, 255, 0, 255)


def test_grey_with_a_profile_of_its_own_comes_to_srgb(tmp_path):
    ramp = np.zeros((32, 256, 2), np.uint8)
    ramp[..., 0], ramp[..., 1] = np.arange(256), 255
    data = encoded(Image.fromarray(ramp, "LA"), icc_profile=grey_profile(1.8))
    file = tmp_path / "a.png"
    file.write_bytes(data)
    assert [fault.code for fault in artwork.examine(file).faults] == ["artwork-profile"]
    found, made = converted(tmp_path, data)
    assert found.faults == ()
    wanted = by_hand(np.repeat(ramp[..., :1], 3, 2), Source(SRGB, 1.8))
    assert np.abs(png.decode(made)[..., :3] - wanted).max() <= 2


def test_sixteen_bits_are_rounded(tmp_path):
    samples = np.full((20, 256, 4), 65_535, np.uint16)
    samples[..., 0] = np.linspace(0, 65_535, 256)
    found, made = converted(tmp_path, png.encode(samples))
    assert (found.faults, found.converted) == ((), "16 bit")
    wanted = np.rint(samples / 257).astype(int)
    assert (png.decode(made) == wanted).all()


def test_sixteen_bits_of_other_colours_are_taken_there_at_once(tmp_path):
    samples = chart().astype(np.uint16) * 257
    tags = png.Tags(colour=((b"cICP", P3_NUMBERS),))
    found, made = converted(tmp_path, png.encode(samples, None, tags))
    assert (found.faults, found.converted) == ((), "16 bit, Display P3")
    shown = png.decode(made)[..., :3]
    assert np.abs(shown - by_hand(chart()[..., :3], Source(PRIMARIES[12], None))).max() <= 1


UNTOUCHED = {
    "good as it is": (good(), []),
    "sRGB by profile": (good(icc_profile=srgb_profile()), []),
    "also no core": (encoded(logo(alpha=200), icc_profile=p3_profile()),
                     ["artwork-profile", "artwork-no-core"]),
    "also no alpha": (encoded(logo().convert("RGB"), icc_profile=p3_profile()),
                      ["artwork-no-alpha", "artwork-profile"]),
    "one colour for nothing": (keyed(), ["artwork-keyed"]),
    "HDR": (with_chunk(good(), b"cICP", bytes((9, 16, 0, 1))), ["artwork-profile"]),
    "not all levels": (with_chunk(good(), b"cICP", bytes((12, 13, 0, 0))), ["artwork-profile"]),
    "primaries in a line": (
        with_chunk(good(), b"cHRM", struct.pack(">8I", *(30_000,) * 8)), ["artwork-profile"]),
    "no light at all": (with_chunk(good(), b"gAMA", bytes(4)), ["artwork-profile"]),
    "grey's profile on colours": (good(icc_profile=grey_profile(1.8)), ["artwork-profile"]),
    "a JPEG": (encoded(logo().convert("RGB"), "JPEG"), ["artwork-not-png"]),
    "cut short": (good()[:200], ["artwork-truncated"]),
}  # fmt: skip


@pytest.mark.parametrize(("data", "codes"), UNTOUCHED.values(), ids=UNTOUCHED)
def test_what_cannot_be_converted_stays_what_it_is(tmp_path, data, codes):
    found, kept = converted(tmp_path, data)
    assert kept == data == (tmp_path / "sent.png").read_bytes()
    assert [fault.code for fault in found.faults] == codes
    assert (found.convertible, found.converted) == (False, "")


def test_what_stands_against_the_converted_file_is_told(tmp_path):
    """Of 16 bit nothing is decoded before."""
    faint = np.full((40, 40, 4), 30_000, np.uint16)
    found, _ = converted(tmp_path, png.encode(faint))
    assert [fault.code for fault in found.faults] == ["artwork-no-core"]
    assert found.remarks == ()


def test_damaged_pixels_of_sixteen_bit_are_told_not_raised(tmp_path):
    found, _ = converted(tmp_path, rebuilt(deep(), lambda raw: b"\x09" + raw[1:]))
    assert [fault.code for fault in found.faults] == ["artwork-damaged"]


def test_the_library_keeps_the_converted_file_and_its_log_says_so(tmp_path):
    shelf = Library(Folder(tmp_path / "studio"), alone)
    found, made = converted(tmp_path, good(icc_profile=p3_profile()))
    shelf.add(found, made, ("logo", "default"), "x")
    assert shelf.artwork("logo", "default") == made
    (line,) = shelf.storage.read(library.LOG).splitlines()
    assert json.loads(line)["what"]["converted"] == found.converted
    kept = Image.open(io.BytesIO(made))
    assert kept.info.get("srgb") == 0
    assert "icc_profile" not in kept.info


def test_the_same_file_gives_the_same_bytes(tmp_path):
    data = good(icc_profile=p3_profile(), dpi=(300, 300))
    first, second = converted(tmp_path, data)[1], converted(tmp_path, data)[1]
    assert first == second
    assert round(Image.open(io.BytesIO(first)).info["dpi"][0]) == 300


@pytest.mark.parametrize("places", PRIMARIES.values())
def test_white_stays_white(places):
    white = np.full((1, 1, 3), 255, np.uint8)
    for gamma in GAMMAS.values():
        assert asset_colour.to_srgb(white, Source(places, gamma))[0].min() == 255
    d50 = (0.3457, 0.3585, *places[2:])
    assert asset_colour.to_srgb(white, Source(d50, None))[0].min() >= 254
