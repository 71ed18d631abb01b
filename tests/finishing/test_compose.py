"""The stack: what covers what, bytes that are copied, and the same flat picture out of layers."""

import hashlib

import numpy as np
import pytest

from bench import specimens
from nukki.core import png
from nukki.finishing import compose
from nukki.finishing.compose import Piece, Stack
from nukki.finishing.finish import finish
from nukki.finishing.warp import Patch


def block(colour, at, size=(30, 20), alpha=255, edge=0):
    """A patch of one colour, with a border of half alpha `edge` px wide."""
    rgba = np.zeros((size[1], size[0], 4), np.uint8)
    rgba[...] = (*colour, alpha)
    if edge:
        inner = rgba[edge:-edge, edge:-edge].copy()
        rgba[..., 3] = alpha // 2
        rgba[edge:-edge, edge:-edge] = inner
    return Patch(rgba, *at)


RED, BLUE, INK = (200, 20, 30), (20, 40, 220), (0, 0, 0)


def stacked(pieces, stands, objects=None, shadow=None):
    objects = specimens.disc(120) if objects is None else objects
    stack = Stack.on(objects, shadow)
    for index in compose.order(stands):
        if index is None:
            stack.lay_objects(objects)
        else:
            stack.lay(pieces[index])
    return stack


def at(stack, x, y):
    return tuple(int(v) for v in stack.flat[y, x])


def test_a_picture_on_an_object_covers_it_and_one_behind_is_covered_by_it():
    objects = np.zeros((100, 100, 4), np.uint8)
    objects[40:] = (5, 200, 5, 255)
    pieces = [Piece(0, "exact", block(RED, (10, 30))), Piece(1, "exact", block(BLUE, (50, 30)))]
    stack = stacked(pieces, ["behind", "on"], objects)
    assert at(stack, 20, 35) == (*RED, 255)
    assert at(stack, 20, 45) == (5, 200, 5, 255)
    assert at(stack, 60, 45) == (*BLUE, 255)


def test_later_pictures_cover_earlier_ones_and_those_behind_are_below_all():
    pieces = [Piece(n, "exact", block((n, n, n), (10 + n, 10))) for n in range(3)]
    stack = stacked(pieces, ["beside", "behind", "beside"], np.zeros((60, 60, 4), np.uint8))
    assert at(stack, 12, 12) == (2, 2, 2, 255)
    assert at(stack, 11, 12) == (0, 0, 0, 255)  # of the first, though the second came later


@pytest.mark.parametrize("alpha", [0, 1, 100, 254, 255])
def test_an_opaque_pixel_is_copied_whatever_lies_below(alpha):
    rng = np.random.default_rng(3)
    objects = rng.integers(0, 256, (40, 40, 4), np.uint8)
    objects[..., 3] = alpha
    own = rng.integers(0, 256, (20, 30, 4), np.uint8)
    own[..., 3] = 255
    stack = stacked([Piece(0, "exact", Patch(own, 5, 7))], ["on"], objects)
    assert np.array_equal(stack.flat[7:27, 5:35], own)


def test_a_half_covered_pixel_is_mixed_once_and_rounded():
    objects = np.full((40, 40, 4), (100, 100, 100, 255), np.uint8)
    own = np.full((4, 4, 4), (200, 0, 101, 128), np.uint8)
    stack = stacked([Piece(0, "exact", Patch(own, 0, 0))], ["on"], objects)
    exact = [round(c * 128 / 255 + 100 * 127 / 255) for c in (200, 0, 101)]
    assert at(stack, 1, 1) == (*exact, 255)


def test_light_and_shade_never_touch_the_flat_picture_of_an_exact_one():
    own = block(RED, (10, 10), edge=2)
    plain = stacked([Piece(0, "exact", own)], ["on"])
    dark = block(INK, (10, 10), alpha=200)
    lit = stacked([Piece(0, "exact", own, shade=dark, light=dark, lit=dark)], ["on"])
    assert np.array_equal(plain.flat, lit.flat)
    assert {"asset0-shade", "asset0-light"} <= lit.layers.keys()
    assert "asset0-lit" not in lit.layers


def test_a_blended_one_is_shown_as_lit_and_its_own_pixels_stay_in_their_layer():
    own, lit = block(RED, (10, 10)), block(BLUE, (10, 10))
    stack = stacked([Piece(0, "overlay", own, lit=lit)], ["on"])
    assert at(stack, 15, 15) == (*BLUE, 255)
    assert np.array_equal(stack.layers["asset0"].rgba, own.rgba)
    assert np.array_equal(stack.layers["asset0-lit"].rgba, lit.rgba)


def test_a_shadow_falls_on_objects_but_on_no_brand_picture_below():
    objects = np.full((60, 60, 4), (90, 90, 90, 255), np.uint8)
    first = Piece(0, "exact", block(RED, (5, 5), edge=3))
    shadow = block(INK, (0, 0), (60, 60), alpha=128)
    second = Piece(1, "exact", block(BLUE, (30, 40), (10, 10)), shadow=shadow)
    stack = stacked([first, second], ["on", "on"], objects)
    assert at(stack, 15, 15) == (*RED, 255)
    assert at(stack, 50, 5)[0] < 60
    assert stack.layers["asset1-shadow"].rgba[15, 15, 3] == 0
    edge = stack.layers["asset1-shadow"].rgba[6, 6, 3]
    assert 0 < edge < 128  # half of it where the picture below covers half


def test_a_shadow_of_which_nothing_is_left_falls_nowhere():
    nothing = Patch(np.zeros((0, 0, 4), np.uint8), 0, 0)
    outside = block(INK, (500, 500), alpha=128)
    first = Piece(0, "exact", block(RED, (10, 10)), shadow=nothing)
    second = Piece(1, "exact", block(BLUE, (20, 20)), shadow=outside)
    plain = [Piece(n, "exact", piece.own) for n, piece in enumerate((first, second))]
    stands = ("on", "on")
    with_shadow = stacked([second, first], stands)
    assert np.array_equal(with_shadow.flat, stacked(plain[::-1], stands).flat)
    assert not compose.grounded(nothing, specimens.disc(120)).rgba.size


def test_a_shadow_falls_again_on_the_object_that_hides_a_picture_behind():
    objects = np.zeros((60, 60, 4), np.uint8)
    objects[:30] = (90, 90, 90, 255)
    hidden = Piece(0, "exact", block(RED, (5, 5), (40, 50)))
    caster = Piece(1, "exact", block(BLUE, (50, 50), (5, 5)),
                   shadow=block(INK, (0, 0), (60, 60), alpha=128))  # fmt: skip
    stack = stacked([hidden, caster], ["behind", "beside"], objects)
    assert at(stack, 10, 10)[0] < 60
    assert at(stack, 10, 40) == (*RED, 255)


def test_a_shadow_that_may_fall_only_on_something_ends_where_nothing_is():
    below = np.zeros((20, 20, 4), np.uint8)
    below[:10, :, 3] = 255
    below[10, :, 3] = 128
    held = compose.grounded(block(INK, (0, 0), (20, 20), alpha=100), below)
    assert held.rgba[5, 5, 3] == 100
    assert held.rgba[10, 5, 3] == 50
    assert held.rgba[15, 5, 3] == 0


def test_what_is_outside_the_frame_is_left_out():
    stack = stacked([Piece(0, "exact", block(RED, (-10, -5)))], ["beside"])
    assert stack.layers["asset0"].rgba.shape == (15, 20, 4)
    gone = stacked([Piece(0, "exact", block(RED, (500, 500)))], ["beside"])
    assert gone.layers["asset0"].rgba.size == 0


STANDS = ["beside", "behind", "on"]


def full(objects=None):
    """Three pictures with all that they may have, one of them blended."""
    pieces = [
        Piece(0, "exact", block(RED, (2, 2), edge=3), block(INK, (4, 6), alpha=90)),
        Piece(1, "resampled", block((9, 90, 9), (30, 20), edge=1), block(INK, (33, 25), alpha=70)),
        Piece(2, "overlay", block(BLUE, (45, 50), edge=2), block(INK, (47, 55), alpha=50),
              lit=block((60, 70, 200), (45, 50), edge=2)),
    ]  # fmt: skip
    specimen = specimens.cluster(128)
    return specimen, stacked(pieces, STANDS, specimen.rgba, specimen.shadow)


@pytest.mark.parametrize("policy", ["soft_floor", "none"])
def test_the_flat_picture_comes_out_of_the_saved_layers_again(policy):
    specimen, stack = full()
    done = finish(specimen.rgba, {"shadow": specimen.shadow}, "soft_floor", stack)
    if policy == "none":
        stack = stacked([], [], specimen.rgba, None)
        done = finish(specimen.rgba, {"shadow": specimen.shadow}, "none", stack)
    height, width = done.rgba.shape[:2]
    brand = {name: patch.on_frame(width, height) for name, patch in done.brand.items()}
    layers = {name: png.decode(png.encode(v)) for name, v in {**done.layers, **brand}.items()}
    stands = STANDS if policy != "none" else []
    again = compose.flat(layers, stands, {2})
    seen = done.rgba[..., 3] > 0
    assert np.array_equal(again[..., 3], done.rgba[..., 3])
    assert np.array_equal(again[seen], done.rgba[seen])


def test_of_a_blended_picture_the_exact_one_can_be_had_from_the_layers():
    specimen, stack = full()
    done = finish(specimen.rgba, {"shadow": specimen.shadow}, "soft_floor", stack)
    height, width = done.rgba.shape[:2]
    brand = {name: patch.on_frame(width, height) for name, patch in done.brand.items()}
    exact = compose.flat({**done.layers, **brand}, STANDS)
    own = brand["asset2"]
    core = own[..., 3] == 255
    assert core.any()
    assert np.array_equal(exact[core], own[core])
    assert not np.array_equal(done.rgba[core], own[core])


def test_the_crop_holds_the_pictures_and_their_shadows():
    objects = np.zeros((100, 100, 4), np.uint8)
    objects[40:60, 40:60] = (9, 9, 9, 255)
    far = Piece(0, "exact", block(RED, (4, 10), (10, 10)), block(INK, (4, 10), (14, 18), 90))
    done = finish(objects, {}, "soft_floor", stacked([far], ["beside"], objects))
    assert done.offset == (4 - 3, 10 - 3)
    assert done.rgba.shape[:2] == (50 + 6, 56 + 6)
    own = done.brand["asset0"]
    assert (own.x, own.y) == (3, 3)
    assert done.object_px == 22 * 22


def test_pictures_without_brand_artwork_have_the_bytes_they_had():
    """What this version makes of two specimens is what the one before it made."""
    wanted = {"soft_floor": "3d733bc1dd8394ab", "none": "152b339a4fe1ab52"}
    specimen = specimens.cluster(200)
    for policy, digest in wanted.items():
        done = finish(specimen.rgba, {"shadow": specimen.shadow}, policy)
        assert hashlib.sha256(done.rgba.tobytes()).hexdigest()[:16] == digest
        assert done.brand == {}
