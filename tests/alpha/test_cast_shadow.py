"""A cast shadow is found down to its rim, and no part of an object is ever taken for one."""

from __future__ import annotations

import functools

import cv2
import numpy as np
import pytest

from nukki.alpha.background import fit
from nukki.alpha.cast_shadow import Shadow, cast_shadow, under
from nukki.alpha.segment import segment
from nukki.alpha.source import Float, Pixels, Source
from nukki.alpha.unmix import unmix
from tests.alpha import pictures
from tests.alpha.pictures import GREEN, GREY, MAGENTA, WHITE, Canvas, Colour, Truth

SIZE = 384
KEYS = {"green": GREEN, "magenta": MAGENTA, "grey": GREY, "white": WHITE}
WHOLE = (slice(0, SIZE), slice(0, SIZE))


@functools.cache
def crate(colour: Colour = (0.85, 0.3, 0.2)) -> Truth:
    """A crate with a handle through which the backing is seen."""
    canvas = Canvas(SIZE)
    canvas.disc((0.5, 0.42), 0.15, colour)
    canvas.disc((0.5, 0.42), 0.11, None)
    canvas.area([(0.3, 0.45), (0.7, 0.45), (0.7, 0.8), (0.3, 0.8)], colour)
    fall = np.linspace(1.1, 0.7, SIZE, dtype=np.float32)[:, None, None]
    return canvas.truth(np.broadcast_to(fall, (SIZE, SIZE, 3)))


@functools.cache
def contact() -> Float:
    """Alpha of a shadow below the crate: a wide soft part and a tight one at the foot."""
    soft, tight = np.zeros((2, SIZE, SIZE), np.float32)
    middle = (SIZE // 2, round(0.8 * SIZE))
    cv2.ellipse(soft, middle, (round(0.24 * SIZE), round(0.035 * SIZE)), 0, 0, 360, 1, -1)
    cv2.ellipse(tight, middle, (round(0.2 * SIZE), round(0.012 * SIZE)), 0, 0, 360, 1, -1)
    wide = 1 - 0.35 * cv2.GaussianBlur(soft, (0, 0), 0.03 * SIZE)
    near = 1 - 0.3 * cv2.GaussianBlur(tight, (0, 0), 0.012 * SIZE)
    return np.asarray(1 - wide * near, np.float32)


@functools.cache
def painted(name: str) -> Truth:
    return pictures.OBJECTS[name](SIZE)


def shaded(truth: Truth, colour: Colour, shadow: Float | None = None) -> pictures.Byte:
    """The object on its vignetted backing, in its shadow, with grain over all of it."""
    behind = pictures.backing(SIZE, colour)
    if shadow is not None:
        behind = behind * (1 - shadow[..., None])
    return pictures.grain(truth.over(behind), 2)


def alpha_of(shadow: Shadow) -> Float:
    return shadow.on(shadow.depth, *WHOLE)


@pytest.mark.parametrize(
    ("key", "bound"), [("green", 0.006), ("magenta", 0.005), ("grey", 0.004), ("white", 0.006)]
)
def test_a_shadow_is_found_with_its_faint_rim(key: str, bound: float) -> None:
    truth, cast = crate(), contact()
    picture = shaded(truth, KEYS[key], cast)
    shadow = cast_shadow(picture, fit(picture))
    visible = (truth.alpha == 0) & (cast > 2 / 255)
    assert np.abs(alpha_of(shadow) - cast)[visible].mean() < bound
    assert (alpha_of(shadow)[visible] > 1 / 255).mean() > 0.95
    assert alpha_of(shadow)[(truth.alpha == 0) & (cast < 1 / 510)].max() < 0.02
    assert shadow.remarks == ()


@pytest.mark.parametrize("key", KEYS)
def test_the_object_is_cut_as_if_there_were_no_shadow(key: str) -> None:
    truth = crate()
    picture = shaded(truth, KEYS[key], contact())
    backdrop = fit(picture)
    ignored = np.abs(unmix(picture, backdrop).alpha / 255 - truth.alpha).mean()
    lit = under(backdrop, cast_shadow(picture, backdrop))
    handled = np.abs(unmix(picture, lit).alpha / 255 - truth.alpha).mean()
    assert handled < 0.001
    assert ignored > 10 * handled


@pytest.mark.parametrize("colour", [GREEN, (0.0, 0.76, 0.82)], ids=["green", "cyan"])
@pytest.mark.parametrize(("size", "depth"), [(200, 0.6), (384, 0.6), (384, 0.8)])
@pytest.mark.parametrize("noise", [0, 2])
def test_a_steep_deep_shadow_of_a_small_picture_leaves_nothing(
    colour: Colour, size: int, depth: float, noise: float
) -> None:
    spot = np.zeros((size, size), np.float32)
    middle = (size // 2, round(0.82 * size))
    cv2.ellipse(spot, middle, (size // 4, size // 20), 0, 0, 360, 1, -1)
    cast = depth * cv2.GaussianBlur(spot, (0, 0), 0.012 * size)
    behind = pictures.backing(size, colour) * (1 - cast[..., None])
    canvas = Canvas(size)
    canvas.area([(0.3, 0.3), (0.7, 0.3), (0.7, 0.8), (0.3, 0.8)], (0.85, 0.3, 0.2))
    truth = canvas.truth()
    picture = pictures.grain(truth.over(behind), noise)
    backdrop = fit(picture)
    left = unmix(picture, under(backdrop, cast_shadow(picture, backdrop))).alpha
    assert left[truth.alpha == 0].mean() < 255e-4
    assert (left[truth.alpha == 1] == 255).mean() > 0.99


@pytest.mark.parametrize("tone", [0.3, 0.6])
def test_a_thing_with_an_outline_in_a_darker_shade_of_the_key_stays(tone: float) -> None:
    canvas = Canvas(SIZE)
    red, green, blue = (tone * channel for channel in GREEN)
    canvas.area([(0.3, 0.45), (0.7, 0.45), (0.7, 0.8), (0.3, 0.8)], (red, green, blue))
    picture = shaded(canvas.truth(), GREEN)
    assert not cast_shadow(picture, fit(picture)).found


# What is lost are corners at the foot that are just as dark as the shadow beside them. An edge that
# is opaque throughout would lose none, so the error of alpha is held as well.
@pytest.mark.parametrize(
    ("key", "tone", "bound"),
    [
        *((key, tone, 1e-3) for key in ("green", "magenta") for tone in (0.12, 0.5, 0.7, 0.95)),
        *((key, tone, 1e-3) for key in ("grey", "white") for tone in (0.12, 0.5)),
        *(("grey", 0.7, 0.012), ("white", 0.7, 1e-3), ("white", 0.95, 0.032)),
    ],
)
def test_grey_objects_are_not_eaten(key: str, tone: float, bound: float) -> None:
    truth = crate((tone, tone, tone))
    inside = cv2.erode(np.uint8(truth.alpha == 1), np.ones((5, 5))) > 0
    picture = shaded(truth, KEYS[key], contact())
    backdrop = fit(picture)
    kept = unmix(picture, backdrop).alpha[inside] == 255
    alpha = unmix(picture, under(backdrop, cast_shadow(picture, backdrop))).alpha
    still = alpha[inside]
    assert (still[kept] < 255).mean() < bound
    error = np.abs(alpha / 255 - truth.alpha)
    assert error[truth.alpha > 0].mean() < 0.015
    assert error[(truth.alpha > 0) & (truth.alpha < 1)].mean() < 0.2


@pytest.mark.parametrize("key", KEYS)
@pytest.mark.parametrize("name", ["bag", "hair", "soft", "grey", "chrome"])
def test_no_shadow_is_found_where_none_lies(key: str, name: str) -> None:
    picture = pictures.photo(painted(name), KEYS[key])
    assert not cast_shadow(picture, fit(picture)).found


@pytest.mark.parametrize(
    "move", [(-0.62, 0.0), (-0.65, -0.3)], ids=["over the object", "in a corner"]
)
def test_a_dark_haze_where_no_shadow_falls_is_left_alone(move: tuple[float, float]) -> None:
    shift = np.float32([[1, 0, move[1] * SIZE], [0, 1, move[0] * SIZE]])
    haze = cv2.warpAffine(contact(), shift, (SIZE, SIZE))
    picture = shaded(crate(), GREEN, haze)
    shadow = cast_shadow(picture, fit(picture))
    assert not shadow.found
    assert [remark.code for remark in shadow.remarks] == ["shadow-unsure"]


def test_a_backing_too_dark_to_darken_has_no_shadow() -> None:
    picture = shaded(crate(), pictures.BLACK, contact())
    assert not cast_shadow(picture, fit(picture)).found


@pytest.mark.parametrize("shape", [(1, 1), (1, 40), (7, 3), (33, 64)])
@pytest.mark.parametrize("dtype", [np.uint8, np.uint16])
def test_small_and_flat_pictures_have_none(shape: tuple[int, int], dtype: type) -> None:
    picture: Pixels = np.full((*shape, 3), 200, dtype)
    shadow = cast_shadow(picture, fit(picture))
    assert not shadow.found
    assert shadow.layer(dtype).shape == (*shape, 4)


def test_depth_of_16_bit_reads_the_same_and_the_layer_is_black() -> None:
    picture = shaded(crate(), GREEN, contact())
    deep = picture.astype(np.uint16) * 257
    shadow, other = cast_shadow(picture, fit(picture)), cast_shadow(deep, fit(deep))
    assert np.allclose(shadow.depth, other.depth, atol=1e-3)
    layer = other.layer(np.uint16)
    assert not layer[..., :3].any()
    assert np.abs(layer[..., 3] / 65535 - alpha_of(other)).max() < 1e-4


def test_blocks_of_the_field_agree_with_the_whole() -> None:
    picture = shaded(crate(), GREEN, contact())
    shadow = cast_shadow(picture, fit(picture))
    block = (slice(250, 331), slice(101, 222))
    whole = shadow.on(shadow.depth, *WHOLE)
    assert np.abs(shadow.on(shadow.depth, *block) - whole[block]).max() < 0.005


@pytest.mark.parametrize(("policy", "layers"), [("none", set()), ("soft_floor", {"shadow"})])
def test_the_policy_says_whether_the_shadow_is_handed_back(policy: str, layers: set[str]) -> None:
    picture = shaded(crate(), GREEN, contact())
    result = segment(Source(picture, background=GREEN, shadow=policy))
    assert set(result.layers) == layers
    assert not result.rgba[round(0.87 * SIZE), :, 3].any()
    if layers:
        below = result.layers["shadow"][round(0.82 * SIZE), SIZE // 2, 3]
        assert abs(below / 255 - contact()[round(0.82 * SIZE), SIZE // 2]) < 0.02
