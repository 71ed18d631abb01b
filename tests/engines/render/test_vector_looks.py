"""What holds for every vector look: same bytes, soft alpha, room kept, no field without effect."""

import numpy as np
import pytest

from nukki.catalog.look import FlatLook, PixelLook, StickerLook, WatercolorLook
from nukki.engines.render.placed import Placed
from nukki.engines.render.vector.paint import paint, room
from tests.engines.render.vector_scenes import BALL, PALETTE, WHITE, scene, silent

LOOKS = [FlatLook(), StickerLook(), PixelLook(), WatercolorLook()]
SIDE = 192

EFFECTS = {
    FlatLook: {
        "gradient": 0.0,
        "shade": 0.0,
        "reach": 0.0,
        "rim": 0.0,
        "grain": 0.0,
        "contact": 0.0,
    },
    StickerLook: {
        "border": 50,
        "border_colour": "#ffe14d",
        "outline": 0.0,
        "shade": 0.0,
        "gloss": 0.0,
        "lift": 0.0,
    },
    PixelLook: {
        "cells": 48,
        "colours": 5,
        "outline": 0.0,
        "shade": 0.0,
        "dither": 0.0,
        "glow": 0.0,
    },
    WatercolorLook: {
        "wobble": 0.0,
        "pooling": 0.0,
        "granulation": 0.0,
        "bleed": 0.0,
        "flow": 0.0,
        "body": 0.0,
        "splashes": 0.0,
        "pencil": 0.0,
    },
}


def drawn(look, placed=None, seed=7, width=SIDE, height=SIDE):
    return paint(scene() if placed is None else placed, look, PALETTE, seed, width, height, silent)


def same(one, other):
    shadows = one.shadow is None or np.array_equal(one.shadow, other.shadow)
    return np.array_equal(one.rgba, other.rgba) and shadows


every_look = pytest.mark.parametrize("look", LOOKS, ids=lambda look: look.renderer)


@every_look
def test_the_same_arguments_give_the_same_bytes(look):
    assert same(drawn(look), drawn(look))


@pytest.mark.parametrize("look", [FlatLook(), WatercolorLook()], ids=lambda look: look.renderer)
def test_another_seed_gives_another_picture_where_chance_paints(look):
    assert not same(drawn(look, seed=1), drawn(look, seed=2))


@every_look
def test_alpha_is_soft(look):
    assert len(np.unique(drawn(look, width=256, height=256).rgba[..., 3])) > 40


@every_look
@pytest.mark.parametrize(("width", "height"), [(SIDE, SIDE), (300, 200), (200, 300)])
def test_the_frame_keeps_its_size_and_its_edge_stays_clear(look, width, height):
    rgba = drawn(look, width=width, height=height).rgba
    assert rgba.shape == (height, width, 4)
    assert rgba.dtype == np.uint8
    edge = np.concatenate([rgba[0], rgba[-1], rgba[:, 0], rgba[:, -1]])
    assert not edge[:, 3].any()


@every_look
def test_nothing_is_painted_beyond_the_room_that_the_look_asks_for(look):
    ball = Placed(BALL, "ball", 0.2, -0.1, 0.6)
    fleeting = {"glow": 0.0, "splashes": 0.0}  # these keep off the frame's edge by themselves
    chosen = {name: fleeting[name] for name in fleeting if name in type(look).model_fields}
    look = look.model_copy(update=chosen)
    alpha = drawn(look, [ball], width=256, height=256).rgba[..., 3]
    y, x = np.mgrid[:256, :256]
    away = np.hypot((x + 0.5) / 128 - 1 - ball.x, 1 - (y + 0.5) / 128 - ball.y)
    beyond = away > ball.size / 2 + room(look) + 2 / 128  # and a pixel for its coverage
    assert alpha[beyond].max(initial=0) <= 2


@every_look
def test_the_object_stands_where_it_was_placed(look):
    ball = Placed(BALL, "ball", 0.4, 0.3, 0.5)
    alpha = drawn(look, [ball], width=256, height=256).rgba[..., 3].astype(float)
    y, x = np.average(np.argwhere(alpha > 128) + 0.5, axis=0)
    assert x == pytest.approx(128 + 0.4 * 128, abs=4)
    assert y == pytest.approx(128 - 0.3 * 128, abs=4)


@every_look
def test_the_nearer_object_covers_the_farther_one(look):
    gift, ball = scene()
    front = drawn(look, [gift, ball]).rgba
    back = drawn(look, [ball, gift]).rgba
    assert np.array_equal(front, back), "paint order comes from depth, not from the list"
    y, x = round(SIDE * (1 - 0.25) / 2), round(SIDE * (1 + 0.22) / 2)
    red, _, blue, alpha = (int(v) for v in front[y, x])
    assert blue > red
    assert alpha > 150


@every_look
def test_every_field_changes_the_picture(look):
    effects = EFFECTS[type(look)]
    assert set(effects) == set(type(look).model_fields) - {"renderer", "colour"}
    plain = drawn(look, width=320, height=320)
    without = [
        name
        for name, value in effects.items()
        if same(drawn(look.model_copy(update={name: value}), width=320, height=320), plain)
    ]
    assert without == []


@every_look
def test_colour_is_the_objects_own_right_up_to_its_soft_edge(look):
    blue = Placed(BALL, "ball", 0.0, 0.0, 0.9)
    rgba = drawn(look, [blue], width=256, height=256).rgba.astype(int)
    soft = (rgba[..., 3] > 8) & (rgba[..., 3] < 247)
    if isinstance(look, StickerLook):
        assert rgba[soft][:, :3].min() > 180, "a white border must not carry a dark fringe"
    else:
        red, _, blue_channel = rgba[soft][:, :3].mean(axis=0)
        assert blue_channel > red + 20


@every_look
def test_a_white_object_reads_on_white(look):
    white = drawn(look, [Placed(WHITE, "moon", 0.0, 0.0, 1.0)], width=256, height=256).rgba
    alpha = white[..., 3:] / 255
    shown = white[..., :3] * alpha + 255 * (1 - alpha)
    assert (shown.min(axis=2) < 235).mean() > 0.01


@every_look
@pytest.mark.parametrize("where", ["nothing", "outside"])
def test_an_empty_scene_is_an_empty_picture(look, where):
    placed = [] if where == "nothing" else [Placed(BALL, "ball", 9.0, 9.0, 0.5)]
    assert not drawn(look, placed).rgba.any(axis=(0, 1))[3]


@every_look
def test_what_progress_raises_ends_the_drawing(look):
    class StopError(Exception):
        pass

    calls = []

    def stop(stage, step, steps):
        calls.append((stage, step, steps))
        if len(calls) == 2:
            raise StopError

    with pytest.raises(StopError):
        paint(scene(), look, PALETTE, 1, SIDE, SIDE, stop)
    assert len(calls) == 2
    assert all(0 <= step < steps for _, step, steps in calls)
