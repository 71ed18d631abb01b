"""The recipe: alpha and visible bytes survive it, and equal input gives equal bytes."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from hypothesis.extra.numpy import arrays

from bench import specimens
from nukki.core import hashing
from nukki.finishing.finish import finish

ODD = st.one_of(
    arrays(np.uint8, st.tuples(st.integers(1, 12), st.integers(1, 12), st.just(4))),
    arrays(
        np.uint8,
        st.tuples(st.integers(1, 40), st.just(1), st.just(4)),
        elements=st.sampled_from([0, 1, 128, 255]),
    ),
    st.sampled_from([0, 255]).map(lambda value: np.full((5, 9, 4), value, np.uint8)),
)


def _visible_histogram(rgba: np.ndarray) -> np.ndarray:
    return np.bincount(rgba[..., 3].ravel(), minlength=256)[1:]


def _placed(finished_layer: np.ndarray, offset: tuple[int, int], like: np.ndarray) -> np.ndarray:
    """The finished layer put back into the candidate's frame."""
    frame = np.zeros_like(like)
    x, y = offset
    height, width = finished_layer.shape[:2]
    top, left = max(y, 0), max(x, 0)
    bottom, right = min(y + height, like.shape[0]), min(x + width, like.shape[1])
    frame[top:bottom, left:right] = finished_layer[top - y : bottom - y, left - x : right - x]
    return frame


@settings(max_examples=120, deadline=None)
@given(ODD, st.sampled_from(["none", "soft_floor", "ambient"]), st.booleans())
def test_any_picture_keeps_its_alpha_and_its_visible_bytes(
    rgba: np.ndarray, policy: str, with_shadow: bool
) -> None:
    layers = {"shadow": rgba[::-1].copy()} if with_shadow else {}
    finished = finish(rgba, layers, policy)
    cutout = finished.layers["object"]
    assert np.array_equal(_visible_histogram(cutout), _visible_histogram(rgba))
    back = _placed(cutout, finished.offset, rgba)
    seen = rgba[..., 3] > 0
    assert np.array_equal(back[seen], rgba[seen])
    assert np.array_equal(back[..., 3], rgba[..., 3])


@pytest.mark.parametrize("make", [specimens.cluster, specimens.glass_cluster])
def test_opaque_pixels_keep_their_bytes_under_a_composed_shadow(make: object) -> None:
    specimen = make(256)
    finished = finish(specimen.rgba, {"shadow": specimen.shadow}, "soft_floor")
    back = _placed(finished.rgba, finished.offset, specimen.rgba)
    opaque = specimen.rgba[..., 3] == 255
    assert np.array_equal(back[opaque], specimen.rgba[opaque])


@pytest.mark.parametrize("name", specimens.CLEAN)
def test_alpha_is_never_binarised(name: str) -> None:
    rgba = specimens.CLEAN[name][0](200)
    finished = finish(rgba, {}, "none")
    assert np.array_equal(np.unique(finished.rgba[..., 3]), np.unique(rgba[..., 3]))


def test_same_input_gives_the_same_bytes_and_recipe() -> None:
    specimen = specimens.cluster(200)
    layers = {"shadow": specimen.shadow}
    one = finish(specimen.rgba, layers, "soft_floor")
    two = finish(specimen.rgba.copy(), layers, "soft_floor")
    assert np.array_equal(one.rgba, two.rgba)
    assert hashing.of_json(one.recipe()) == hashing.of_json(two.recipe())


def test_the_log_names_steps_in_order_and_the_recipe_leaves_the_time_out() -> None:
    specimen = specimens.cluster(120)
    finished = finish(specimen.rgba, {"shadow": specimen.shadow}, "ambient")
    names = ["crop", "margin", "decontaminate", "shadow", "decontaminate"]
    assert [step.name for step in finished.log] == names
    assert all(step.milliseconds >= 0 for step in finished.log)
    assert "milliseconds" not in str(finished.recipe())


def test_the_input_is_left_as_it_was() -> None:
    specimen = specimens.cluster(120)
    before = specimen.rgba.copy(), specimen.shadow.copy()
    finish(specimen.rgba, {"shadow": specimen.shadow}, "soft_floor")
    assert np.array_equal(specimen.rgba, before[0])
    assert np.array_equal(specimen.shadow, before[1])


def test_the_crop_takes_in_object_and_shadow_only_when_the_policy_asks() -> None:
    rgba = np.zeros((100, 100, 4), np.uint8)
    rgba[20:60, 30:50] = (200, 10, 10, 255)
    shadow = np.zeros_like(rgba)
    shadow[50:90, 40:80, 3] = 60
    alone = finish(rgba, {"shadow": shadow}, "none")
    both = finish(rgba, {"shadow": shadow}, "soft_floor")
    assert alone.rgba.shape[:2] == (44, 24)
    assert alone.offset == (28, 18)
    assert set(alone.layers) == {"object"}
    assert both.rgba.shape[:2] == (78, 58)
    assert both.offset == (26, 16)
    assert both.layers["shadow"].shape == both.layers["object"].shape == both.rgba.shape
    assert both.rgba[-10, -10, 3] == 60


def test_a_policy_without_a_shadow_layer_is_recorded() -> None:
    finished = finish(specimens.disc(60), {}, "soft_floor")
    assert finished.recipe()[-1] == {"step": "shadow", "policy": "soft_floor", "composed": False}


def test_a_tint_is_framed_with_white_which_multiplies_to_nothing() -> None:
    tint = np.full((60, 60, 3), 120, np.uint8)
    finished = finish(specimens.glass(60), {"tint": tint}, "none")
    framed = finished.layers["tint"]
    assert framed.shape == (*finished.rgba.shape[:2], 3)
    assert (framed[0] == 255).all()
    assert (framed[framed.shape[0] // 2, framed.shape[1] // 2] == 120).all()


def test_a_layer_of_another_size_is_a_mistake_of_the_caller() -> None:
    with pytest.raises(ValueError, match="layer shadow"):
        finish(specimens.disc(60), {"shadow": specimens.disc(61)}, "none")
