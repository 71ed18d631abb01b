"""The check of the saved picture fails when the picture is wrong, in each way that it may be."""

import hashlib
import io

import numpy as np
import pytest
from PIL import Image, ImageDraw

from nukki.catalog.placement import Placement, box_of
from nukki.core import png
from nukki.errors import StorageError
from nukki.finishing import core_check
from nukki.finishing.core_check import Entry, check
from nukki.finishing.warp import in_place

FRAME = (200, 160)
OFFSET = (-8, -6)  # of the finished picture in the frame: a margin all around
AT = (40, 50)


def logo(colour=(214, 40, 57), width=64, height=40):
    """A logo with a soft edge, a core of two colours and shading."""
    rgba = np.zeros((height, width, 4), np.uint8)
    x, y = np.meshgrid(np.arange(width), np.arange(height))
    rgba[..., :3] = colour
    rgba[..., 1] = 40 + x
    rgba[8:20, 10:30, :3] = (240, 240, 235)
    away = np.minimum(np.minimum(x, width - 1 - x), np.minimum(y, height - 1 - y))
    rgba[..., 3] = np.clip(85 * (away + 1), 0, 255)
    return rgba


def as_file(rgba):
    buffer = io.BytesIO()
    Image.fromarray(rgba, "RGBA").save(buffer, "PNG")
    return buffer.getvalue()


def entry(data, index=0, at=AT, stand="beside", given="exact", sha256=None, **turned):
    width, height = Image.open(io.BytesIO(data)).size
    terms = {"scale": 1.0, **turned}
    box = box_of(width, height, **terms)
    place = Placement(x=at[0], y=at[1], width=box[0], height=box[1], **terms)
    pinned = sha256 or hashlib.sha256(data).hexdigest()
    return Entry(index, stand, given, data, pinned, place)


def scene():
    """Something half transparent and noisy below."""
    image = Image.new("RGBA", (FRAME[0] + 16, FRAME[1] + 12), (0, 0, 0, 0))
    ImageDraw.Draw(image).ellipse((30, 30, 150, 140), fill=(30, 90, 160, 200))
    return np.array(image)


def laid(*entries, below=None):
    """The picture as it should be, by Pillow's own compositing, opaque pixels copied."""
    canvas = scene() if below is None else below
    for one in entries:
        own = np.asarray(Image.open(io.BytesIO(one.file)).convert("RGBA"))
        if not one.placement.keeps_bytes:
            own = in_place(own, one.placement).rgba
        top = Image.new("RGBA", (canvas.shape[1], canvas.shape[0]))
        x, y = one.placement.x - OFFSET[0], one.placement.y - OFFSET[1]
        top.paste(Image.fromarray(own, "RGBA"), (x, y))
        mixed = np.array(Image.alpha_composite(Image.fromarray(canvas, "RGBA"), top))
        whole = np.asarray(top)[..., 3] == 255
        mixed[whole] = np.asarray(top)[whole]
        canvas = mixed
    return canvas


def verdict(picture, *entries, **terms):
    data = picture if isinstance(picture, bytes) else png.encode(picture)
    return check(data, entries, OFFSET, FRAME, **terms)


FILE = as_file(logo())
X, Y = AT[0] - OFFSET[0], AT[1] - OFFSET[1]


def test_a_picture_that_is_right_matches_with_its_figures():
    [found] = verdict(laid(entry(FILE)), entry(FILE))
    core = logo()[logo()[..., 3] == 255]
    assert found.matched
    assert (found.core_px, found.visible_px, found.right_px) == (len(core),) * 3
    assert found.sha256 == hashlib.sha256(core.tobytes()).hexdigest()
    assert found.worst == 0


def flipped(picture):
    picture[Y + 20, X + 30, 2] ^= 1
    return picture


def thinner(picture):
    picture[Y + 20, X + 30, 3] = 254
    return picture


def shifted(picture):
    return np.roll(picture, 1, axis=1)


def shifted_down(picture):
    return np.roll(picture, -1, axis=0)


def by_palette(picture):
    few = Image.fromarray(picture, "RGBA").quantize(256, method=Image.Quantize.FASTOCTREE)
    return np.array(few.convert("RGBA"))


def covered_corner(picture):
    picture[Y : Y + 6, X : X + 6] = (0, 0, 0, 255)
    return picture


def other_variant(picture):
    return laid(entry(as_file(logo((215, 40, 57)))))


def premultiplied_and_back(picture):
    light = picture.astype(np.float32) / 255
    half = np.rint(light[..., :3] * 0.5 * 255)  # as a layer at half opacity would keep it
    picture[..., :3] = np.clip(half * 2, 0, 255)
    return picture


def gamma(picture):
    picture[..., :3] = np.rint(255 * (picture[..., :3] / 255) ** (1 / 1.02))
    return picture


def cropped_wrong(picture):
    return np.pad(picture, ((1, 0), (0, 0), (0, 0)))[:-1]


def smaller(picture):
    return picture[: Y + 30]


def blurred(picture):
    from PIL import ImageFilter

    soft = Image.fromarray(picture, "RGBA").filter(ImageFilter.GaussianBlur(0.4))
    return np.array(soft)


def without(picture):
    return scene()


BREAK = [flipped, thinner, shifted, shifted_down, by_palette, covered_corner, other_variant,
         premultiplied_and_back, gamma, cropped_wrong, smaller, blurred, without]  # fmt: skip


@pytest.mark.parametrize("broken", BREAK, ids=lambda each: each.__name__)
def test_each_way_to_spoil_it_is_caught(broken):
    [found] = verdict(broken(laid(entry(FILE))), entry(FILE))
    assert not found.matched
    assert found.right_px < found.visible_px


@pytest.mark.parametrize("bit", range(8))
@pytest.mark.parametrize("channel", range(4))
def test_any_bit_of_any_channel_of_any_core_pixel_counts(bit, channel):
    picture = laid(entry(FILE))
    y, x = np.nonzero(logo()[..., 3] == 255)
    pick = (bit * 4 + channel) * len(y) // 32
    picture[Y + y[pick], X + x[pick], channel] ^= 1 << bit
    [found] = verdict(picture, entry(FILE))
    assert not found.matched
    assert found.right_px == found.visible_px - 1


@pytest.mark.parametrize("mode", ["P", "LA", "RGB", "L"])
def test_a_picture_of_another_kind_of_pixel_is_not_the_one_that_was_saved(mode):
    buffer = io.BytesIO()
    Image.fromarray(laid(entry(FILE)), "RGBA").convert(mode).save(buffer, "PNG")
    assert not verdict(buffer.getvalue(), entry(FILE))[0].matched


def test_a_picture_of_16_bit_that_is_cut_to_the_right_bytes_is_not_the_one_that_was_saved():
    deep = laid(entry(FILE)).astype(np.uint16) * 256 + 200  # rounded, it is a level off
    deep[..., 3] = laid(entry(FILE))[..., 3].astype(np.uint16) * 257
    assert not verdict(png.encode(deep), entry(FILE))[0].matched


def test_a_file_that_is_cut_short_or_no_png_never_matches():
    data = png.encode(laid(entry(FILE)))
    bare, bit = png.SIGNATURE + png.chunk(b"IEND", b""), bytearray(data)
    bit[-20] ^= 1  # far below the brand picture
    for broken in (data[: len(data) // 2], data[:-1], bytes(bit), b"", b"GIF89a" + data, bare):
        assert not verdict(broken, entry(FILE))[0].matched


def test_another_file_in_the_folder_is_told_and_not_compared_with_itself():
    other = as_file(logo((1, 2, 3)))
    pinned = hashlib.sha256(FILE).hexdigest()
    swapped = entry(other, sha256=pinned)
    with pytest.raises(StorageError) as caught:
        verdict(laid(entry(other)), swapped)
    assert caught.value.code == "asset-input-changed"


def test_a_file_larger_than_the_library_takes_is_not_decoded(monkeypatch):
    final = laid(entry(FILE))
    monkeypatch.setattr(core_check, "MAX_PIXELS", 100)
    with pytest.raises(StorageError) as caught:
        verdict(final, entry(FILE))
    assert caught.value.code == "asset-input-changed"


def test_what_a_later_picture_covers_is_left_out_and_nothing_else():
    first, second = entry(FILE), entry(as_file(logo((20, 160, 70))), 1, (70, 60))
    picture = laid(first, second)
    one, two = verdict(picture, first, second)
    assert (one.matched, two.matched) == (True, True)
    assert one.visible_px < one.core_px
    assert two.visible_px == two.core_px
    swapped = verdict(laid(second, first), first, second)
    assert not swapped[1].matched
    picture[Y + 3, X + 5, 0] ^= 1  # seen still
    assert not verdict(picture, first, second)[0].matched


def test_what_hides_one_behind_is_taken_from_the_layer_of_the_objects_not_from_the_picture():
    behind = entry(FILE, stand="behind")
    objects = np.zeros_like(scene())
    objects[Y + 10 :, X + 20 :] = (9, 9, 9, 255)
    picture = laid(behind)
    picture[objects[..., 3] > 0] = (9, 9, 9, 255)
    [found] = verdict(picture, behind, objects=png.encode(objects))
    assert found.matched
    assert 0 < found.visible_px < found.core_px
    more = picture.copy()
    more[Y + 5, X + 9] = (9, 9, 9, 255)  # hidden in the picture, though no object is there
    assert not verdict(more, behind, objects=png.encode(objects))[0].matched
    assert not verdict(picture, behind)[0].matched


def test_one_behind_is_below_all_others_whatever_its_place_in_the_request():
    front, behind = entry(FILE), entry(as_file(logo((9, 99, 9))), 1, (60, 60), "behind")
    picture = laid(behind, front)
    objects = png.encode(np.zeros_like(scene()))
    assert [one.matched for one in verdict(picture, front, behind, objects=objects)] == [True, True]


def test_what_lies_outside_the_frame_is_not_expected():
    clipped = entry(FILE, at=(-20, -10))
    picture = laid(clipped)
    picture[: -OFFSET[1]] = 0
    picture[:, : -OFFSET[0]] = 0
    [found] = verdict(picture, clipped)
    assert found.matched
    assert 0 < found.visible_px < found.core_px


def test_one_that_is_wholly_covered_proves_nothing():
    first, second = entry(FILE), entry(as_file(np.full((90, 110, 4), 255, np.uint8)), 1, (20, 30))
    found = verdict(laid(first, second), first, second)[0]
    assert (found.visible_px, found.matched) == (0, False)


@pytest.mark.parametrize(
    "data",
    [
        as_file(logo()),
        png.encode(logo()),
    ],
)
def test_two_decoders_agree_on_a_library_file(data):
    assert np.array_equal(
        np.asarray(Image.open(io.BytesIO(data)).convert("RGBA")), np.asarray(png.decode(data))
    )


@pytest.mark.parametrize("mode", ["P", "LA"])
def test_a_library_file_of_few_colours_or_grey_is_held_to_what_it_shows(mode):
    rgba = logo()
    rgba[..., 1] = rgba[..., 2] = rgba[..., 0]
    rgba[..., 3] = np.where(rgba[..., 3] > 128, 255, 0)
    buffer = io.BytesIO()
    Image.fromarray(rgba, "RGBA").convert(mode).save(buffer, "PNG")
    data = buffer.getvalue()
    decoded = as_file(np.asarray(png.decode(data)))
    [found] = verdict(laid(entry(decoded)), entry(data))
    assert found.matched


TURNS = [
    {"scale": 0.5},
    {"scale": 0.83},
    {"scale": 1.0, "rotate": 20.0},
    {"scale": 0.7, "tilt": "slight"},
    {"scale": 0.8, "rotate": -30.0, "tilt": "iso"},
]


@pytest.mark.parametrize("turned", TURNS)
def test_a_resampled_one_agrees_and_is_never_called_exact(turned):
    one = entry(FILE, given="resampled", **turned)
    [found] = verdict(laid(one), one)
    assert (found.given, found.matched) == ("resampled", True)
    assert 0 <= found.worst <= 20


def test_a_plate_whose_edge_falls_within_a_pixel_agrees():
    plate = np.full((180, 1400, 4), (20, 60, 140, 255), np.uint8)
    plate[20:160, 20:1380, :3] = (250, 240, 200)
    one = entry(as_file(plate), at=(0, 0), given="resampled", scale=0.13)
    assert verdict(laid(one), one)[0].matched


@pytest.mark.parametrize("turned", TURNS)
def test_one_that_says_it_is_exact_but_was_resampled_is_found_out(turned):
    one = entry(FILE, **turned)
    assert not verdict(laid(one), one)[0].matched


@pytest.mark.parametrize("turned", TURNS)
@pytest.mark.parametrize("broken", [other_variant, shifted, without, covered_corner])
def test_a_resampled_one_that_is_wrong_is_caught(turned, broken):
    one = entry(FILE, given="resampled", **turned)
    picture = laid(one)
    if broken is other_variant:
        picture = laid(entry(as_file(logo((120, 40, 57))), given="resampled", **turned))
    elif broken is shifted:
        picture = np.roll(picture, 3, axis=1)
    elif broken is covered_corner:
        y, x = Y + one.placement.height // 2, X + one.placement.width // 2
        picture[y : y + 3, x : x + 3] = (0, 0, 0, 255)
    else:
        picture = scene()
    assert not verdict(picture, one)[0].matched


def test_a_blended_one_is_held_to_no_bytes_but_its_figures_are_told():
    one = entry(FILE, given="overlay")
    [found] = verdict(scene(), one)
    assert found.matched
    assert found.core_px == int((logo()[..., 3] == 255).sum())


def hairlines(colour=(200, 10, 30)):
    """Strokes a pixel wide, six apart."""
    rgba = np.zeros((120, 160, 4), np.uint8)
    rgba[::6] = (*colour, 255)
    return rgba


@pytest.mark.parametrize("turned", [{"scale": 0.7}, {"scale": 0.1}, {"scale": 0.6, "rotate": 7.0}])
def test_strokes_that_fill_no_pixel_are_held_to_where_they_are_seen_most(turned):
    one = entry(as_file(hairlines()), given="resampled", **turned)
    [found] = verdict(laid(one, below=np.zeros_like(scene())), one)
    assert found.matched
    assert 0 < found.core_px < one.placement.width * one.placement.height
    other = entry(as_file(hairlines((30, 10, 200))), given="resampled", **turned)
    assert not verdict(laid(other, below=np.zeros_like(scene())), one)[0].matched


def fine_grain():
    """Colours and holes that change from pixel to pixel."""
    rgba = np.random.default_rng(5).integers(0, 256, (60, 80, 4), np.uint8)
    y, x = np.mgrid[:60, :80]
    rgba[..., 3] = np.where((y + x) % 2 == 0, 255, 120)
    return rgba


@pytest.mark.parametrize(
    "turned", [{"rotate": 90.0}, {"rotate": 30.0}, {"scale": 0.999}, {"scale": 0.5}]
)
@pytest.mark.parametrize("grain", [fine_grain, hairlines])
def test_detail_as_fine_as_a_pixel_is_no_reason_to_fail_a_picture(grain, turned):
    one = entry(as_file(grain()), given="resampled", **turned)
    assert verdict(laid(one), one)[0].matched


def test_one_that_is_a_pixel_high_in_the_end_agrees():
    long = np.full((16, 2000, 4), (200, 0, 0, 255), np.uint8)
    long[:, ::3] = (0, 255, 0, 255)
    one = entry(as_file(long), at=(0, 20), given="resampled", scale=0.0467)
    assert one.placement.height == 1
    assert verdict(laid(one), one)[0].matched


def test_stripes_of_a_long_one_across_a_large_box_are_not_stepped_over():
    long = np.full((16, 4400, 4), (200, 0, 0, 255), np.uint8)
    long[:, ::3] = (0, 255, 0, 255)
    one = entry(as_file(long), at=(0, 0), given="resampled", scale=0.34, rotate=45.0)
    side = one.placement.width
    assert side * side > 1_000_000
    picture = in_place(long, one.placement).rgba
    [found] = check(png.encode(picture), [one], (0, 0), (side, side))
    assert found.matched


def test_a_slight_change_of_all_colours_of_a_resampled_one_is_caught_by_the_mean():
    one = entry(FILE, given="resampled", scale=0.8)
    picture = laid(one)
    box = slice(Y, Y + one.placement.height), slice(X, X + one.placement.width)
    picture[box][..., 0] -= 12  # less than two filters may differ by at an edge
    [found] = verdict(picture, one)
    assert (found.matched, found.right_px) == (False, 0)
    assert found.worst >= 12  # what is told is not that nothing differs


def test_the_core_is_what_is_full_and_one_level_less_is_not():
    rgba = logo()
    rgba[10:14, 10:20, 3] = 254
    data = as_file(rgba)
    [found] = verdict(laid(entry(data)), entry(data))
    assert found.matched
    assert found.core_px == np.count_nonzero(rgba[..., 3] == 255)


def over_the_first(given, file, at):
    """Two pictures, of which the second spoils what lies to its left, 2 px wide."""
    first = entry(as_file(np.full((60, 90, 4), (9, 90, 200, 255), np.uint8)))
    second = entry(file, 1, at, given=given)
    picture = laid(first, second)
    left = at[0] - OFFSET[0]
    picture[at[1] - OFFSET[1] + 10, left - 2 : left] = (1, 2, 3, 255)
    return verdict(picture, first, second)[0]


def test_what_lies_beside_a_blended_one_may_be_its_edge_and_beside_an_exact_one_may_not():
    plate = as_file(np.full((30, 30, 4), (250, 240, 10, 255), np.uint8))
    assert over_the_first("overlay", plate, (80, 60)).matched
    assert not over_the_first("exact", plate, (80, 60)).matched


def test_what_lies_beyond_the_right_and_the_lower_edge_is_not_expected():
    clipped = entry(FILE, at=(FRAME[0] - 40, FRAME[1] - 25))
    picture = laid(clipped)
    picture[FRAME[1] - OFFSET[1] :] = 0
    picture[:, FRAME[0] - OFFSET[0] :] = 0
    [found] = verdict(picture, clipped)
    assert found.matched
    assert found.visible_px == np.count_nonzero(logo()[:25, :40, 3] == 255)


def test_without_the_layer_of_the_objects_nothing_behind_them_is_proved():
    behind = entry(FILE, stand="behind")
    assert verdict(laid(behind), behind)[0].visible_px == 0
