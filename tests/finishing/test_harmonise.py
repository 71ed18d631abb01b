"""How a brand picture comes to belong to a finished picture."""

from __future__ import annotations

import numpy as np
import pytest

from bench import specimens
from bench.logos import Logo, logos
from nukki.catalog import packs
from nukki.catalog.blend import Blend
from nukki.finishing.compose import lay
from nukki.finishing.harmonise import Effects, harmonise, overlays
from nukki.finishing.harmonise_scene import around, key_of
from nukki.finishing.warp import Patch
from nukki.qa.deviation import measure

PLAIN = Blend(light=0, contact=0, drop=0, wrap=0, grain=False, ink=1, emboss=0)
SIZE = 320


def ground(colour: tuple[int, int, int] = (90, 140, 200), size: int = SIZE) -> np.ndarray:
    return np.full((size, size, 4), (*colour, 255), np.uint8)


def block(colour: tuple[int, int, int] = (128, 128, 128), side: int = 80, at: int = 120) -> Patch:
    rgba = np.zeros((side, side, 4), np.uint8)
    rgba[4:-4, 4:-4] = (*colour, 255)
    return Patch(rgba, at, at)


def brightness(patch: Patch) -> np.ndarray:
    return patch.rgba[..., :3].astype(float).mean(axis=2)


@pytest.mark.parametrize("turns", range(4))
def test_the_key_light_is_found_by_the_shading_of_the_objects(turns: int) -> None:
    key = key_of(np.ascontiguousarray(np.rot90(specimens.glossy(SIZE), turns)))
    x, y = -0.45, -0.55  # as the ball is lit
    for _ in range(turns):  # a quarter turn against the clock
        x, y = y, -x
    assert key.sure > 0.4
    assert (key.x * x + key.y * y) / np.hypot(x, y) > 0.85


@pytest.mark.parametrize("scene", [specimens.disc(SIZE), np.zeros((SIZE, SIZE, 4), np.uint8)])
def test_where_nothing_is_shaded_light_comes_from_where_it_usually_comes(scene) -> None:
    key = key_of(scene)
    assert key.sure < 0.05
    assert key.y < -0.8
    assert key.x < 0


def test_shadows_fall_away_from_the_light() -> None:
    for turns, side in ((0, (1, 1)), (2, (-1, -1))):
        scene = np.ascontiguousarray(np.rot90(specimens.glossy(SIZE), turns))
        shadow = harmonise(scene, block(), "overlay", Blend(), True).shadow
        dark = shadow.on_frame(SIZE, SIZE)[..., 3].astype(float)
        y, x = np.mgrid[:SIZE, :SIZE]
        assert np.sign((dark * (x - 159.5)).sum()) == side[0]
        assert np.sign((dark * (y - 159.5)).sum()) == side[1]


def test_a_shadow_falls_on_nothing_only_where_the_style_casts_any() -> None:
    scene = ground()
    scene[:, 150:] = 0
    cast, kept = (harmonise(scene, block(), "overlay", Blend(), casts).shadow
                  for casts in (True, False))  # fmt: skip
    beyond = cast.on_frame(SIZE, SIZE)[:, 150:, 3], kept.on_frame(SIZE, SIZE)[:, 150:, 3]
    assert beyond[0].max() > 20
    assert beyond[1].max() == 0
    on_it = kept.on_frame(SIZE, SIZE)[:, :150, 3]
    assert np.array_equal(on_it, cast.on_frame(SIZE, SIZE)[:, :150, 3])
    assert on_it.max() > 40


def test_what_is_printed_casts_no_shadow() -> None:
    assert harmonise(ground(), block(), "imprint", Blend(), True).shadow.width == 0


@pytest.mark.parametrize("mode", ["overlay", "imprint"])
def test_without_any_strength_nothing_is_changed(mode) -> None:
    found = harmonise(ground(), block((200, 90, 30)), mode, PLAIN, False)
    inside = found.lit.rgba[10:-10, 10:-10].astype(int)
    assert np.abs(inside - (200, 90, 30, 255)).max() <= 1
    assert found.light.rgba[10:-10, 10:-10, :3].max() <= 1
    assert found.shade.rgba[10:-10, 10:-10, :3].min() >= 254


def test_an_exact_one_keeps_its_own_pixels_and_still_gets_layers_for_the_designer() -> None:
    patch = block()
    found = harmonise(specimens.glossy(SIZE), patch, "exact", Blend(), True)
    assert found.lit is patch or np.array_equal(found.lit.rgba, patch.rgba)
    assert found.shade.rgba.shape == found.light.rgba.shape == patch.rgba.shape
    assert found.shadow.rgba[..., 3].max() > 20


def test_the_layers_of_shade_and_light_make_the_lit_picture() -> None:
    patch = block((120, 60, 200))
    found = harmonise(specimens.glossy(SIZE), patch, "overlay", Blend(grain=False), True)
    own, shade, light = (part.rgba[..., :3] / 255.0 for part in (patch, found.shade, found.light))
    seen = 255 * (1 - (1 - own * shade) * (1 - light))
    inside = found.lit.rgba[..., 3] > 0
    assert np.abs(seen - found.lit.rgba[..., :3])[inside].max() <= 1.6


def test_layers_of_light_can_be_had_from_what_an_engine_lit() -> None:
    rng = np.random.default_rng(7)
    flat, lit = (Patch(rng.integers(0, 256, (30, 40, 4), np.uint8), 3, 4) for _ in range(2))
    shade, light = overlays(flat, lit)
    own, dark, bright = (part.rgba[..., :3] / 255.0 for part in (flat, shade, light))
    seen = 255 * (1 - (1 - own * dark) * (1 - bright))
    assert np.abs(seen - lit.rgba[..., :3]).max() <= 1.6
    assert (shade.x, shade.y) == (light.x, light.y) == (3, 4)
    assert np.array_equal(shade.rgba[..., 3], lit.rgba[..., 3])


def test_it_is_brighter_where_the_scene_is_brighter() -> None:
    scene = ground((60, 60, 60))
    scene[:, :160, :3] = 220
    lit = brightness(harmonise(scene, block(), "overlay", Blend(wrap=0), False).lit)
    assert lit[20:60, 10:20].mean() > lit[20:60, 60:70].mean() + 15


def test_light_from_around_reaches_over_the_edge_and_no_further() -> None:
    plain, wrapped = (
        harmonise(ground((250, 250, 250)), block((40, 40, 40)), "overlay",
                  Blend(light=0, wrap=wrap, grain=False), False).lit
        for wrap in (0, 1)
    )  # fmt: skip
    more = brightness(wrapped) - brightness(plain)
    assert more[40, 4] > 45
    assert 3 < more[40, 5] < more[40, 4]
    assert abs(more[40, 40]) <= 1


def test_the_grain_of_the_scene_is_on_the_picture_too() -> None:
    rng = np.random.default_rng(1)
    scene = ground()
    scene[..., :3] = np.clip(rng.normal((90, 140, 200), 2.5, (SIZE, SIZE, 3)), 0, 255)
    assert 1.8 < around(scene, block()).grain <= 3
    noisy, clean = (
        harmonise(scene, block(), "overlay", Blend(grain=grain, light=0), False).lit
        for grain in (True, False)
    )
    assert 1.5 < (brightness(noisy) - brightness(clean))[12:-12, 12:-12].std() < 3.5
    assert around(ground(), block()).grain == 0


def test_the_texture_of_a_surface_comes_through_ink() -> None:
    scene = specimens.clay(SIZE)
    lit = brightness(harmonise(scene, block((200, 60, 60)), "imprint", Blend(emboss=0), False).lit)
    below = scene[120:200, 120:200, :3].astype(float).mean(axis=2)
    inside = np.s_[12:-12, 12:-12]
    assert np.corrcoef(lit[inside].ravel(), below[inside].ravel())[0, 1] > 0.9


def test_white_ink_stays_white_on_a_red_object() -> None:
    scene = ground((200, 30, 30))
    lit = harmonise(scene, block((255, 255, 255)), "imprint", Blend(), False).lit
    assert lit.rgba[20:-20, 20:-20, :3].min() > 215


def test_a_pressed_edge_is_dark_at_the_side_of_the_light_and_bright_at_the_other() -> None:
    lit = brightness(harmonise(ground(), block(), "imprint", Blend(emboss=1), False).lit)
    middle = lit[36:44, 36:44].mean()
    assert lit[4:7, 30:50].mean() < middle - 25
    assert lit[-7:-4, 30:50].mean() > middle + 8


def test_colour_hidden_under_transparency_takes_no_part() -> None:
    scene = specimens.glossy(SIZE)
    other = scene.copy()
    hidden = scene[..., 3] == 0
    other[hidden, :3] = np.random.default_rng(2).integers(0, 256, (hidden.sum(), 3))
    patch = block(at=20)
    for mode in ("overlay", "imprint"):
        assert same(harmonise(scene, patch, mode, Blend(), True),
                    harmonise(other, patch, mode, Blend(), True))  # fmt: skip


def same(one: Effects, other: Effects) -> bool:
    pairs = (
        (getattr(e, name) for e in (one, other)) for name in ("shadow", "shade", "light", "lit")
    )
    return all((a.x, a.y) == (b.x, b.y) and np.array_equal(a.rgba, b.rgba) for a, b in pairs)


@pytest.mark.parametrize("mode", ["exact", "overlay", "imprint"])
def test_the_same_again_gives_the_same_bytes_and_touches_neither(mode) -> None:
    scene, patch = specimens.clay(SIZE), Patch(logos(3)[2].rgba, 15, 10)
    before = scene.copy()
    first = harmonise(scene, patch, mode, Blend(), True)
    assert same(first, harmonise(scene, patch, mode, Blend(), True))
    assert np.array_equal(scene, before)


@pytest.mark.parametrize("at", [(-30, -20), (300, 300), (-300, 0), (400, 10)])
@pytest.mark.parametrize("mode", ["exact", "overlay", "imprint"])
def test_what_lies_outside_the_frame_is_left_out(mode, at: tuple[int, int]) -> None:
    patch = Patch(block().rgba, *at)
    found = harmonise(ground(), patch, mode, Blend(), True)
    inside = patch.clipped(SIZE, SIZE)
    for part in (found.lit, found.shade, found.light):
        assert part.rgba.shape == inside.rgba.shape
    picture = ground()
    lay(picture, found.shadow)
    lay(picture, found.lit)
    assert (picture[..., 3] == 255).all()


@pytest.mark.parametrize("mode", ["exact", "overlay", "imprint"])
@pytest.mark.parametrize("size", [(1, 1), (1, 90), (90, 1), (3, 2)])
def test_the_smallest_frames_and_pictures_are_no_obstacle(mode, size: tuple[int, int]) -> None:
    scene = np.full((*size, 4), 200, np.uint8)
    found = harmonise(scene, Patch(scene[: size[0], :1].copy(), 0, 0), mode, Blend(), True)
    assert found.lit.rgba.shape == (size[0], 1, 4)


@pytest.mark.parametrize("mode", ["overlay", "imprint"])
@pytest.mark.parametrize("logo", logos(20), ids=lambda logo: logo.name)
def test_every_logo_keeps_its_shape_and_colour_on_clay(logo: Logo, mode) -> None:
    scene = specimens.clay(700)
    height, width = logo.rgba.shape[:2]
    patch = Patch(logo.rgba, 350 - width // 2, 350 - height // 2)
    blend = packs.load("sp-3d-clay").blend
    found = harmonise(scene, patch, mode, blend, False).lit
    assert measure(found.rgba, logo.rgba).within(blend.limits) == ()
