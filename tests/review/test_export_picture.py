"""Exported files, opened again by other people's decoders: same pixels, true alpha, the mark."""

import io
from dataclasses import replace

import numpy as np
import pytest
from PIL import Image, ImageCms
from psd_tools import PSDImage
from psd_tools.composite import composite
from psd_tools.constants import Resource

from nukki.core import png
from nukki.core.picture import open_picture
from nukki.errors import InputError
from nukki.review import psd
from nukki.review.export_picture import encode, on_canvas, read, reduced
from nukki.review.export_sizes import FORMATS
from tests.review.pictures import SETTINGS, files, marble, over

NAMES = {
    "object": "오브젝트",
    "shadow": "그림자",
    "glass": "유리",
    "tint": "색유리",
    "body": "몸체",
}


@pytest.fixture(scope="module")
def drawn():
    return marble()


@pytest.fixture(scope="module")
def picture(drawn):
    final, layers = files(drawn)
    return read(final, layers, keep_settings=False)


def opened(data):
    return np.asarray(Image.open(io.BytesIO(data)).convert("RGBA"))


@pytest.mark.parametrize("kind", ["png", "webp"])
def test_png_and_webp_hold_every_pixel_and_the_colour_that_alpha_hides(picture, kind):
    assert np.array_equal(opened(encode(picture, kind, NAMES)), picture.rgba)


def test_avif_holds_alpha_exactly_and_colour_nearly(picture):
    found = opened(encode(picture, "avif", NAMES))
    assert np.array_equal(found[..., 3], picture.rgba[..., 3])
    for backdrop in (0, 255):
        off = np.abs(over(found, backdrop) - over(picture.rgba, backdrop))
        assert off.mean() < 1
        assert off.max() < 16


@pytest.mark.parametrize("kind", ["png", "webp", "avif"])
def test_every_file_keeps_the_mark_and_tells_nothing_else(picture, kind):
    data = encode(picture, kind, NAMES)
    assert open_picture(data).tags.source_type == "algorithmicMedia"
    assert "비밀".encode() not in data
    if kind == "png":
        kinds = [name for name, _ in png.chunks(data)]
        assert kinds == [b"IHDR", b"sRGB", b"iTXt", *[b"IDAT"] * (len(kinds) - 4), b"IEND"]


def test_a_png_that_nobody_changed_keeps_its_compressed_bytes(drawn, picture):
    before = [body for name, body in png.chunks(files(drawn)[0]) if name == b"IDAT"]
    after = [body for name, body in png.chunks(encode(picture, "png", NAMES)) if name == b"IDAT"]
    assert after == before


def test_settings_stay_in_the_png_when_they_are_wanted(drawn):
    final, layers = files(drawn)
    kept = read(final, layers, keep_settings=True)
    assert png.settings_of(encode(kept, "png", NAMES)) == SETTINGS


def test_a_foreign_mark_outlives_the_export(picture):
    drawn_by_a_model = replace(picture, source_type="trainedAlgorithmicMedia")
    for kind in ("webp", "avif"):
        found = open_picture(encode(drawn_by_a_model, kind, NAMES)).tags.source_type
        assert found == "trainedAlgorithmicMedia"


@pytest.mark.parametrize("kind", FORMATS)
def test_the_same_picture_gives_the_same_bytes(picture, kind):
    small = reduced(picture, 50, 40)
    assert encode(small, kind, NAMES) == encode(reduced(picture, 50, 40), kind, NAMES)


def test_a_psd_shows_what_the_png_shows_over_white_and_over_black(picture):
    document = PSDImage.open(io.BytesIO(encode(picture, "psd", NAMES)))
    colour, _, alpha = composite(document, force=True)[:3]
    assert (document.height, document.width) == picture.rgba.shape[:2]
    for backdrop in (0, 255):
        shown = 255 * colour * alpha + backdrop * (1 - alpha)
        assert np.abs(shown - over(picture.rgba, backdrop)).max() <= 1
        merged = np.asarray(document.topil())
        assert np.abs(over(merged, backdrop) - over(picture.rgba, backdrop)).max() <= 1


def test_a_psd_has_named_layers_that_hold_their_own_pixels(drawn, picture):
    document = PSDImage.open(io.BytesIO(encode(picture, "psd", NAMES)))
    shadow, glass, object_ = list(document)
    assert [shadow.name, glass.name, object_.name] == ["그림자", "유리", "오브젝트"]
    assert [layer.name for layer in glass] == ["색유리", "몸체"]
    assert [shadow.visible, glass.visible, object_.visible] == [True, False, True]
    assert glass[0].blend_mode.value == b"mul "
    left, top, right, bottom = object_.bbox
    held = drawn.layers["object"][top:bottom, left:right]
    assert np.array_equal(np.asarray(object_.topil()), held)
    assert int(drawn.layers["object"][..., 3].astype(int).sum()) == int(held[..., 3].sum())


def test_the_glass_group_multiplies_a_backdrop_as_the_renderer_meant(drawn, picture):
    document = PSDImage.open(io.BytesIO(encode(picture, "psd", NAMES)))
    tint, body = list(list(document)[1])
    backdrop = np.full((*picture.rgba.shape[:2], 3), 180.0)
    left, top, right, bottom = tint.bbox
    pixels = np.asarray(tint.topil()).astype(float)
    part = backdrop[top:bottom, left:right]
    opaque = pixels[..., 3:] / 255
    part[...] = part * (pixels[..., :3] / 255) * opaque + part * (1 - opaque)
    left, top, right, bottom = body.bbox
    part = backdrop[top:bottom, left:right]
    part[...] = over(np.asarray(body.topil()), part)
    wanted = over(drawn.layers["body"], 180.0 * drawn.layers["tint"] / 255)
    assert np.abs(backdrop - wanted).max() < 1e-9


def test_a_psd_says_what_its_colours_mean(picture):
    document = PSDImage.open(io.BytesIO(encode(picture, "psd", NAMES)))
    profile = document.image_resources.get_data(Resource.ICC_PROFILE)
    assert "sRGB" in ImageCms.getProfileDescription(ImageCms.ImageCmsProfile(io.BytesIO(profile)))


def test_a_psd_carries_the_mark(picture):
    document = PSDImage.open(io.BytesIO(encode(picture, "psd", NAMES)))
    assert b"/algorithmicMedia<" in document.image_resources.get_data(Resource.XMP_METADATA)


def test_an_untrimmed_picture_stands_where_it_was_drawn(drawn, picture):
    whole = on_canvas(picture, drawn.offset, 160, 160)
    assert whole.rgba.shape == (160, 160, 4)
    x, y = drawn.offset
    kept = whole.rgba[max(0, y) : y + drawn.rgba.shape[0], max(0, x) : x + drawn.rgba.shape[1]]
    assert int(kept[..., 3].astype(int).sum()) == int(drawn.rgba[..., 3].astype(int).sum())
    assert (whole.layers["tint"][0, 0] == 255).all()
    assert np.array_equal(opened(encode(whole, "png", NAMES)), whole.rgba)
    assert len(PSDImage.open(io.BytesIO(encode(whole, "psd", NAMES)))) == 3


def test_an_offset_that_lies_leaves_an_empty_canvas(picture):
    assert not on_canvas(picture, (10_000, -10_000), 30, 20).rgba.any()


def test_layers_of_another_size_are_refused(drawn):
    final, layers = files(drawn)
    layers["shadow"] = png.encode(np.zeros((4, 4, 4), np.uint8))
    with pytest.raises(InputError) as refused:
        read(final, layers, keep_settings=False)
    assert refused.value.code == "export-layer-size"


def test_an_empty_picture_is_a_document_all_the_same():
    nothing = np.zeros((3, 5, 4), np.uint8)
    empty = read(png.encode(nothing), {}, keep_settings=False)
    document = PSDImage.open(io.BytesIO(encode(empty, "psd", NAMES)))
    assert (document.width, document.height, len(document)) == (5, 3, 0)


@pytest.mark.parametrize("length", [1, 2, 3, 127, 128, 129, 130, 257, 300])
def test_rows_of_every_length_unpack_to_themselves(length):
    from psd_tools.compression import rle

    rng = np.random.default_rng(length)
    for row in (
        rng.integers(0, 256, length, np.uint8),
        rng.integers(0, 2, length, np.uint8),
        np.full(length, 9, np.uint8),
    ):
        assert bytes(rle.decode(psd.pack_bits(row), length)) == row.tobytes()


@pytest.mark.parametrize(
    "rgba",
    [np.zeros((2, 2, 3), np.uint8), np.zeros((2, 2, 4), np.uint16), np.zeros((0, 2, 4), np.uint8)],
)
def test_pixels_of_another_form_are_a_mistake_of_the_caller(rgba):
    with pytest.raises(ValueError, match="uint8"):
        psd.encode(rgba, [], b"")
