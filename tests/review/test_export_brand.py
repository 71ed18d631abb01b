"""Brand pictures in exported files: what a PSD's visible layers show is what the PNG shows, and the
designer's own bytes lie in a layer of their own."""

import io
from dataclasses import replace

import numpy as np
import pytest
from psd_tools import PSDImage
from psd_tools.composite import composite

from nukki.core.picture import open_picture
from nukki.review.export_picture import Brand, Finished, encode, on_canvas, reduced
from tests.review.pictures import badge, branded, over, rounded, stacked

NAMES = {
    "object": "Object",
    "shadow": "Shadow",
    "glass": "Glass",
    "tint": "Tint",
    "body": "Body",
    "brand": "Original pixels",
    "brand-resampled": "Resampled",
    "brand-shadow": "Shadow of it",
    "brand-shade": "Shade",
    "brand-light": "Light",
    "brand-lit": "Blended",
}
MODES = {b"norm": "normal", b"mul ": "multiply", b"scrn": "screen"}


def picture(*blended):
    rgba, layers, brands = branded(*blended)
    return Finished(rgba, layers, brands=brands)


def document(finished):
    return PSDImage.open(io.BytesIO(encode(finished, "psd", NAMES)))


def on_frame(layer, finished):
    frame = np.zeros_like(finished.rgba)
    left, top, right, bottom = layer.bbox
    frame[top:bottom, left:right] = np.asarray(layer.topil().convert("RGBA"))
    return frame


def visible(opened, finished):
    """(mode, pixels) of what is visible, from the lowest, as another program would lay them."""
    leaves = (leaf for entry in opened for leaf in (entry if entry.is_group() else (entry,)))
    return [
        (MODES[leaf.blend_mode.value], on_frame(leaf, finished))
        for leaf in leaves
        if leaf.is_visible()
    ]


@pytest.mark.parametrize("blended", [(), (0,), (1,), (0, 1)])
def test_the_visible_layers_together_are_the_flat_picture(blended):
    finished = picture(*blended)
    opened = document(finished)
    colour, _, alpha = composite(opened, force=True)[:3]
    ours = stacked(*visible(opened, finished))
    for backdrop in (0, 90, 255):
        wanted = over(finished.rgba, backdrop)
        assert np.abs(255 * colour * alpha + backdrop * (1 - alpha) - wanted).max() <= 1
        assert np.abs(over(rounded(ours), backdrop) - wanted).max() <= 1
        assert np.abs(over(np.asarray(opened.topil()), backdrop) - wanted).max() <= 1


@pytest.mark.parametrize("blended", [(), (0, 1)])
def test_a_layer_holds_the_designers_bytes_whether_it_is_shown_or_not(blended):
    finished = picture(*blended)
    opened = document(finished)
    for group in (opened[1], opened[3]):
        own = next(layer for layer in group if layer.name == "Original pixels")
        left, top, right, bottom = own.bbox
        assert (right - left, bottom - top) == (46, 30)
        core = badge()[..., 3] == 255
        assert np.array_equal(np.asarray(own.topil())[core], badge()[core])
        assert own.is_visible() is not bool(blended)


def test_the_stack_is_shadow_what_stands_behind_object_and_the_rest():
    opened = document(picture(1))
    assert [entry.name for entry in opened] == ["Shadow", "mark", "Object", "로고:dark"]
    assert [(layer.name, layer.visible) for layer in opened[1]] == [
        ("Shadow of it", True),
        ("Original pixels", True),
        ("Shade", False),
        ("Light", False),
    ]
    assert [(layer.name, layer.visible) for layer in opened[3]] == [
        ("Shadow of it", True),
        ("Original pixels", False),
        ("Blended", True),
    ]
    assert [layer.blend_mode.value for layer in opened[1]] == [b"mul ", b"norm", b"mul ", b"scrn"]


def test_the_longest_name_of_an_asset_and_its_variant_is_told_whole():
    finished, longest = picture(), f"{'a' * 64}:{'b' * 63}"
    named = replace(finished, brands=(finished.brands[0], Brand(longest)))
    assert [entry.name for entry in document(named)][3] == longest


def test_only_a_black_shadow_multiplies_for_a_tinted_one_would_look_otherwise():
    opened = document(picture(1))
    assert [group[0].blend_mode.value for group in (opened[1], opened[3])] == [b"mul ", b"norm"]


def test_a_layer_that_was_resampled_is_not_called_original():
    finished = picture(1)
    small = reduced(finished, finished.rgba.shape[1] // 2, finished.rgba.shape[0] // 2)
    turned = replace(finished, brands=(finished.brands[0], Brand("로고", resampled=True)))
    for changed, words in (
        (small, ["Resampled", "Resampled"]),
        (turned, ["Original pixels", "Resampled"]),
    ):
        opened = document(changed)
        assert [group[1].name for group in (opened[1], opened[3])] == words


def test_a_smaller_and_a_framed_picture_have_all_layers_too():
    finished = picture(1)
    small = reduced(finished, finished.rgba.shape[1] // 2, finished.rgba.shape[0] // 2)
    framed = on_canvas(finished, (7, -3), 200, 190)
    for changed, allowed in ((small, 24), (framed, 1)):
        opened = document(changed)
        assert [entry.name for entry in opened] == ["Shadow", "mark", "Object", "로고:dark"]
        ours = rounded(stacked(*visible(opened, changed)))
        away = np.abs(over(ours, 255) - over(changed.rgba, 255))
        assert away.max() <= allowed
        assert away.mean() < 0.4


@pytest.mark.parametrize("kind", ["png", "webp", "avif", "psd"])
def test_every_file_says_that_it_is_a_composite(kind):
    rgba, layers, brands = branded()
    data = encode(
        Finished(rgba, layers, brands=brands, source_type="compositeSynthetic"), kind, NAMES
    )
    if kind == "psd":
        assert b"digitalsourcetype/compositeSynthetic<" in data
    else:
        assert open_picture(data).tags.source_type == "compositeSynthetic"
