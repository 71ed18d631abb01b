"""Crop, margin, bleed and shadow, each alone."""

from __future__ import annotations

import numpy as np
import pytest
from scipy import ndimage

from bench import specimens
from nukki.core import pixels
from nukki.finishing.crop import SHADOW_FLOOR, Box, content_box, crop, union, visible_box
from nukki.finishing.decontaminate import REACH, decontaminate
from nukki.finishing.margin import margin_px, pad
from nukki.finishing.shadow import under


def _dot(y: int, x: int, alpha: int, shape: tuple[int, int] = (9, 12)) -> np.ndarray:
    rgba = np.zeros((*shape, 4), np.uint8)
    rgba[y, x] = (10, 20, 30, alpha)
    return rgba


@pytest.mark.parametrize(
    ("rgba", "floor", "box"),
    [
        (_dot(3, 4, 1), 0, Box(4, 3, 1, 1)),
        (_dot(3, 4, 1), 1, None),
        (_dot(0, 11, 255), 0, Box(11, 0, 1, 1)),
        (np.zeros((1, 1, 4), np.uint8), 0, None),
        (np.full((1, 6, 4), 255, np.uint8), 0, Box(0, 0, 6, 1)),
    ],
    ids=["faint", "below the floor", "corner", "nothing", "everything"],
)
def test_the_box_holds_every_pixel_above_the_floor(
    rgba: np.ndarray, floor: int, box: Box | None
) -> None:
    assert visible_box(rgba, floor) == box


def test_the_faintest_tail_of_a_shadow_does_not_widen_the_box() -> None:
    shadow = _dot(8, 0, SHADOW_FLOOR)
    assert content_box(_dot(3, 4, 9), shadow) == Box(4, 3, 1, 1)
    shadow[8, 0, 3] = SHADOW_FLOOR + 1
    assert content_box(_dot(3, 4, 9), shadow) == Box(0, 3, 5, 6)


def test_an_empty_picture_keeps_its_frame() -> None:
    assert content_box(np.zeros((5, 7, 4), np.uint8), None) == Box(0, 0, 7, 5)


def test_union_and_crop_agree_on_the_pixels() -> None:
    box = union(Box(1, 2, 2, 2), Box(5, 0, 1, 1))
    assert box == Box(1, 0, 5, 4)
    cut, record = crop(np.arange(9 * 12 * 4, dtype=np.uint8).reshape(9, 12, 4), box)
    assert cut.shape == (4, 5, 4)
    assert record == {"box": [1, 0, 5, 4]}


@pytest.mark.parametrize(
    ("size", "margin"), [((1, 1), 1), ((100, 20), 5), ((20, 101), 6), ((1024, 768), 52)]
)
def test_the_margin_is_five_per_cent_of_the_longer_side(size: tuple[int, int], margin: int) -> None:
    assert margin_px(*size) == margin
    padded, record = pad(np.full((size[1], size[0], 4), 7, np.uint8), margin)
    assert padded.shape == (size[1] + 2 * margin, size[0] + 2 * margin, 4)
    assert (padded[margin:-margin, margin:-margin] == 7).all()
    assert int(padded.sum()) == 7 * 4 * size[0] * size[1]
    assert record["margin_px"] == margin


def test_hidden_pixels_take_the_nearest_visible_colour_and_then_nothing() -> None:
    rgba = specimens.multicolour(200)
    rgba[rgba[..., 3] == 0] = (0, 177, 64, 0)  # the key colour of a green screen
    result, record = decontaminate(rgba)
    hidden = rgba[..., 3] == 0
    distance, nearest = ndimage.distance_transform_edt(hidden, return_indices=True)
    band = hidden & (distance <= REACH)
    true = rgba[nearest[0], nearest[1], :3]
    assert np.mean((result[band][:, :3] == true[band]).all(axis=1)) > 0.98
    assert not result[distance > REACH + 1].any()
    assert (result[hidden][:, 3] == 0).all()
    assert record["bled_px"] > 0
    assert np.array_equal(result[~hidden], rgba[~hidden])


@pytest.mark.parametrize("value", [0, 255])
@pytest.mark.parametrize("shape", [(1, 1), (1, 9), (9, 1)])
def test_bleeding_leaves_pictures_without_an_edge_alone(value: int, shape: tuple[int, int]) -> None:
    rgba = np.full((*shape, 4), value, np.uint8)
    result, record = decontaminate(rgba)
    assert np.array_equal(result, rgba)
    assert record["bled_px"] == 0


def test_key_colour_under_an_empty_picture_is_cleared() -> None:
    rgba = np.zeros((6, 6, 4), np.uint8)
    rgba[..., 1] = 200
    assert not decontaminate(rgba)[0].any()


def test_a_shadow_lies_under_the_object_as_a_browser_would_blend_it() -> None:
    specimen = specimens.glass_cluster(160)
    composed, record = under(specimen.rgba, specimen.shadow)
    exact = pixels.over(specimen.rgba, specimen.shadow)
    seen = composed[..., 3] > 0
    difference = np.abs(composed[seen].astype(int) - exact[seen])
    assert difference.max() <= 1
    assert record["mixed_px"] > 0


def test_where_no_shadow_falls_the_object_keeps_even_its_hidden_bytes() -> None:
    rgba = np.random.default_rng(2).integers(0, 256, (20, 20, 4), np.uint8)
    shadow = np.zeros_like(rgba)
    shadow[:5, :, 3] = 90
    composed, _ = under(rgba, shadow)
    assert np.array_equal(composed[5:], rgba[5:])
    opaque = rgba[..., 3] == 255
    assert np.array_equal(composed[opaque], rgba[opaque])


def test_16_bit_is_bled_and_shaded_as_8_bit_is() -> None:
    rgba = np.zeros((24, 24, 4), np.uint8)
    rgba[..., :3] = (0, 177, 64)
    rgba[6:14, 6:14] = (200, 40, 50, 255)
    rgba[6:14, 14] = (200, 40, 50, 100)
    cast = np.zeros_like(rgba)
    cast[12:20, 4:20, 3] = 120
    deep, deep_cast = (layer.astype(np.uint16) * 257 for layer in (rgba, cast))
    bled, record = decontaminate(deep)
    shallow, same = decontaminate(rgba)
    assert record == same
    assert np.array_equal(bled, shallow.astype(np.uint16) * 257)
    shaded = under(deep, deep_cast)[0]
    assert np.abs(shaded / 257 - under(rgba, cast)[0]).max() <= 0.51


def test_a_large_picture_is_bled_in_strips(monkeypatch: pytest.MonkeyPatch) -> None:
    rgba = np.zeros((120, 40, 4), np.uint8)
    rgba[..., :3] = (0, 177, 64)
    for top in (3, 41, 90):
        rgba[top : top + 9, 10:30] = (top, 40, 50, 255)
    whole = decontaminate(rgba)
    monkeypatch.setattr("nukki.finishing.decontaminate.STRIP_PX", 40 * 17)
    strips = decontaminate(rgba)
    assert strips[1] == whole[1]
    assert np.array_equal(strips[0][..., 3], whole[0][..., 3])
    # Two neighbours may be equally near; the colour is one of theirs either way.
    differing = (strips[0] != whole[0]).any(axis=2)
    assert differing.mean() < 0.01
