"""The tracer against what is known: coverage of a disc, light that adds up, glass over backdrops.

Traced in the variants that this machine can be trusted with.
"""

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np
import pytest

from nukki.catalog.look import Camera, Glass, Mood, Neon, TraceLook
from nukki.core.pixels import to_bytes, to_float, to_linear, to_srgb
from nukki.engines.render import develop, draw, glass, tracer, tubes, variant
from nukki.engines.render.stage import Stage, View
from nukki.engines.render.tracer import Tracer
from tests.engines.render import solids

pytestmark = pytest.mark.slow

VARIANTS = sorted({variant.SAFE, variant.choose().variant})


@pytest.fixture(scope="module", params=VARIANTS)
def mitsuba(request: pytest.FixtureRequest) -> Iterator[str]:
    import mitsuba as mi

    mi.set_variant(request.param)
    mi.set_log_level(mi.LogLevel.Error)
    yield request.param
    mi.set_variant(variant.SAFE)


def ball(size: int, radius: float, x: float = 0.0, y: float = 0.0) -> Stage:
    """A ball seen without perspective: its picture is a disc of known radius and place."""
    body = solids.sphere(radius, x, y, 0.0, rings=160)
    return Stage(((body,),), View(np.inf, 1.0), np.array([0.0, 1.0, 0.0]), size, size)


def disc(size: int, radius: float, x: float, y: float) -> np.ndarray:
    """Coverage of the same disc, from 32 by 32 points a pixel."""
    fine = 32
    at = (np.arange(size * fine) + 0.5) / (size * fine) * 2 - 1
    inside = (at[None, :] - x) ** 2 + (-at[:, None] - y) ** 2 < radius**2
    return inside.reshape(size, fine, size, fine).mean((1, 3))


@pytest.mark.parametrize("spp", [1, 3, 4, 16, 32, 48, 64, 96])
def test_no_pixel_is_shared_by_two_blocks_of_rays(spp: int) -> None:
    each, passes = tracer.in_passes(spp)
    assert each in (1, 4, 16, 64)
    assert each * passes == spp


def test_the_same_samples_give_the_same_bytes(mitsuba: str) -> None:
    tracing = Tracer(ball(128, 0.95), TraceLook(), Mood(), 1)
    first, *others = (tracing.light(draw.GLASS_SPP, 3, solids.silent) for _ in range(3))
    assert all(np.array_equal(first, other) for other in others)


@pytest.mark.parametrize(("radius", "x", "y"), [(0.6, 0.013, -0.007), (0.31, 0.2, 0.1)])
def test_coverage_is_that_of_the_disc(mitsuba: str, radius: float, x: float, y: float) -> None:
    size = 96
    tracing = Tracer(ball(size, radius, x, y), TraceLook(), Mood(), 1)
    light = tracing.light(16, 3, solids.silent)
    alpha = tracing.coverage(np.ascontiguousarray(light[..., 3]), solids.silent)
    left, top, width, height = tracing.box
    exact = disc(size, radius, x, y)[top : top + height, left : left + width]
    assert np.abs(alpha - exact).mean() < 1 / 255
    assert alpha.sum() == pytest.approx(exact.sum(), rel=2e-3)
    partial = (exact > 0.02) & (exact < 0.98)
    assert np.abs(alpha - exact)[partial].mean() < 0.05
    assert len(np.unique(np.rint(alpha * 255))) > 40


def test_the_box_loses_nothing_and_the_rest_of_the_frame_is_empty(mitsuba: str) -> None:
    tracing = Tracer(ball(64, 0.4), TraceLook(), Mood(), 1)
    light = tracing.light(8, 3, solids.silent)
    edge = np.concatenate([light[0], light[-1], light[:, 0], light[:, -1]])
    assert not edge.any()


def test_the_guides_know_where_the_ball_is_its_colour_and_its_normals(mitsuba: str) -> None:
    tracing = Tracer(ball(64, 0.5), TraceLook(), Mood(), 1)
    found = tracing.features(16, solids.silent)
    middle = found.normal.shape[0] // 2
    assert found.normal[middle, middle] == pytest.approx([0, 0, 1], abs=0.08)
    assert found.normal[middle, -8, 0] > 0.5
    assert found.normal[8, middle, 1] > 0.5
    linear = to_linear(np.float32(solids.GREY))
    assert found.albedo[middle, middle] == pytest.approx(linear, abs=0.25)
    assert not found.albedo[0].any()


def test_marks_tell_tubes_from_the_plate_behind_them(mitsuba: str) -> None:
    neon = Neon(tube=2.0)
    bodies = tuple(tubes.model(solids.art(solids.CIRCLE), neon))
    one = Stage((bodies,), View(np.inf, 0.7), np.array([0.0, 1.0, 0.0]), 64, 64)
    mark = Tracer(one, TraceLook(material=neon), Mood(), 1).features(32, solids.silent).mark
    assert mark.max() == pytest.approx(1, abs=0.02)
    assert mark[mark.shape[0] // 2, mark.shape[1] // 2] == 0


def test_the_same_seed_gives_the_same_light_and_another_gives_other_noise(mitsuba: str) -> None:
    def light(seed: int) -> np.ndarray:
        return Tracer(ball(48, 0.5), TraceLook(), Mood(), seed).light(4, 4, solids.silent)

    assert np.array_equal(light(3), light(3))
    assert not np.array_equal(light(3), light(4))


def test_many_passes_give_what_one_gives(mitsuba: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Memory bounds the rays of a pass; the picture must not know."""
    seen: list[tuple[int, int]] = []

    def tick(_stage: str, step: int, steps: int) -> None:
        seen.append((step, steps))

    tracing = Tracer(ball(48, 0.5), TraceLook(), Mood(), 3)
    whole = tracing.light(64, 4, solids.silent)
    monkeypatch.setattr(tracer, "_RAYS", tracing.box[2] * tracing.box[3] * 8)
    pieces = tracing.light(64, 4, tick)
    assert len(seen) > 1
    assert seen == [(k + 1, len(seen)) for k in range(len(seen))]
    assert pieces.mean() == pytest.approx(whole.mean(), rel=0.02)


def test_a_tick_that_raises_stops_the_drawing(mitsuba: str) -> None:
    class Stopped(Exception):
        pass

    def tick(_stage: str, step: int, steps: int) -> None:
        raise Stopped

    with pytest.raises(Stopped):
        Tracer(ball(32, 0.5), TraceLook(), Mood(), 3).light(4, 4, tick)


def test_no_face_renders_black_at_the_rim(mitsuba: str) -> None:
    """Shading normals that look away from the viewer would put black specks on the outline."""
    look = TraceLook(camera=Camera(elevation=20))
    one = solids.staged(solids.art(solids.BOX, solids.LID), look, 96)
    light = Tracer(one, look, Mood(), 1).light(64, 6, solids.silent)
    seen = light[..., 3] > 0.5
    colour = light[..., :3][seen] / light[..., 3][seen][:, None]
    assert colour.max(-1).min() > 0.02


def test_the_two_variants_see_the_same_light() -> None:
    """Compared over the variants that this machine has; they differ by noise alone."""
    import mitsuba as mi

    look = TraceLook()
    one = solids.staged(solids.art(solids.BOX, solids.LID), look, 64)
    found = []
    for name in VARIANTS:
        mi.set_variant(name)
        tracing = Tracer(one, look, Mood(), 1)
        light = tracing.light(64, 6, solids.silent)
        alpha = tracing.coverage(np.ascontiguousarray(light[..., 3]), solids.silent)
        found.append((light, alpha))
    mi.set_variant(variant.SAFE)
    (light, alpha), (other, other_alpha) = found[0], found[-1]
    assert light.mean((0, 1)) == pytest.approx(other.mean((0, 1)), rel=0.02)
    assert np.abs(alpha - other_alpha).mean() < 1.5 / 255


# ---- Glass, whose promise is to look over any backdrop as if it had been rendered there.

SIZE = 96


@dataclass(frozen=True)
class Glazed:
    """Neutral glass: the light over black and the transmission of one set of paths, and really
    rendered over white and over a photo by the same paths; `photo` (h, w, 3) as seen without
    glass. All linear."""

    black: np.ndarray
    through: np.ndarray
    over_white: np.ndarray
    over_photo: np.ndarray
    photo: np.ndarray
    tracing: Tracer

    @property
    def inside(self) -> np.ndarray:
        """Where glass is."""
        return self.through.mean(-1) < 1 - 1 / 1020


def landscape(x: np.ndarray, y: np.ndarray) -> np.ndarray:
    """A smooth made-up photo (.., 3), linear, in the units of the backdrop's plane."""
    red = 0.45 + 0.3 * np.sin(2.1 * x + 0.4) * np.cos(1.3 * y)
    green = 0.4 + 0.25 * np.cos(1.7 * x - 1.1 * y)
    blue = 0.5 + 0.3 * np.sin(1.9 * y + 0.7 * x)
    return np.stack([red, green, blue], -1).astype(np.float32)


def backdrop(side: int = 2048) -> np.ndarray:
    """The photo as a picture that covers the whole backdrop; its rows run upwards."""
    at = ((np.arange(side) + 0.5) / side * 2 - 1) * 40
    return landscape(*np.meshgrid(at, at))


def behind(tracing: Tracer) -> np.ndarray:
    """The photo as the camera sees it past the glass."""
    left, top, width, height = tracing.box
    view = tracing.stage.view
    scale = view.half * (view.distance + tracer._BACKDROP_DISTANCE) / view.distance
    x = (np.arange(left, left + width) + 0.5) / SIZE * 2 - 1
    y = 1 - (np.arange(top, top + height) + 0.5) / SIZE * 2
    return landscape(*np.meshgrid(x * scale, y * scale))


@pytest.fixture(scope="module")
def glazed() -> Iterator[Glazed]:
    import mitsuba as mi

    mi.set_variant(variant.choose().variant)
    look = solids.neutral_glass()
    one = solids.staged(solids.art(solids.BOX, solids.LID), look, SIZE)
    tracing = Tracer(one, look, Mood(), 1)
    spp, depth = 384, draw.GLASS_DEPTH
    yield Glazed(
        tracing.over_black(spp, depth, solids.silent),
        tracing.transmission(spp, depth, solids.silent),
        tracing.over_picture(np.ones((4, 4, 3), np.float32), spp, depth, solids.silent),
        tracing.over_picture(backdrop(), spp, depth, solids.silent),
        behind(tracing),
        tracing,
    )
    mi.set_variant(variant.SAFE)


def error(shown: np.ndarray, truth: np.ndarray, inside: np.ndarray) -> float:
    """Mean difference of two linear pictures as they are seen, in 1/255."""
    encoded = [to_srgb(np.clip(one, 0, 1).astype(np.float32)) for one in (shown, truth)]
    return float(np.abs(encoded[0] - encoded[1])[inside].mean() * 255)


def over_linear(rgba: np.ndarray, backdrop: np.ndarray | float) -> np.ndarray:
    """Straight sRGB over a linear backdrop, blended in linear light."""
    colour, alpha = to_linear(np.ascontiguousarray(rgba[..., :3])), rgba[..., 3:]
    return colour * alpha + backdrop * (1 - alpha)


def over_encoded(rgba: np.ndarray, backdrop: np.ndarray | float) -> np.ndarray:
    """The same, blended as browsers do; the result is linear again."""
    encoded = to_srgb(np.asarray(backdrop, np.float32))
    return to_linear((rgba[..., :3] * rgba[..., 3:] + encoded * (1 - rgba[..., 3:])).clip(0, 1))


def test_light_over_a_backdrop_is_light_over_black_plus_what_comes_through(glazed: Glazed) -> None:
    """B + T: the law that all of this stands on, checked against the renderer."""
    assert np.abs(glazed.over_white - glazed.black - glazed.through).max() < 1e-4


def test_past_the_glass_the_photo_is_seen_as_it_is(glazed: Glazed) -> None:
    clear = ~glazed.tracing.features(16, solids.silent).normal.any(-1)
    assert clear.mean() > 0.05
    assert np.abs(glazed.over_photo - glazed.photo)[clear].max() < 0.05


def test_recomposed_neutral_glass_equals_the_direct_render(glazed: Glazed) -> None:
    """At reference quality: recomposed and direct share their light paths, so no noise is left
    in the comparison, only what straight alpha cannot hold: a highlight on clear glass that adds
    its light to that behind it. Linear light, floating point and the 8 bits delivered."""
    toned = develop.tone(glazed.black, 1.0)
    direct = {
        "black": (np.float32(0), toned),
        "white": (np.float32(1), toned + glazed.over_white - glazed.black),
        "photo": (glazed.photo, toned + glazed.through * glazed.photo),
    }
    solved = glass.solve(toned, glazed.through)
    for linear in (solved.linear, to_float(to_bytes(solved.linear))):
        found = {
            name: error(over_linear(linear, g), truth, glazed.inside)
            for name, (g, truth) in direct.items()
        }
        assert np.mean(list(found.values())) < 1
        assert found["black"] < 0.6
        assert found["white"] < 0.5
        assert found["photo"] < 1.6


def test_blended_encoded_the_same_glass_stays_within_its_own_bound(glazed: Glazed) -> None:
    """Browsers blend encoded values. Light bends there, and one line has to do for all backdrops:
    it is nearest over middle tones, and darkest reflections are lost over black."""
    toned = develop.tone(glazed.black, 1.0)
    solved = glass.solve(toned, glazed.through)
    found = {
        name: error(over_encoded(solved.rgba, g), toned + glazed.through * g, glazed.inside)
        for name, g in (("black", np.float32(0)), ("white", np.float32(1)), ("photo", glazed.photo))
    }
    assert found["photo"] < 4
    assert found["white"] < 7
    assert found["black"] < 26
    assert solved.residual < 5


def test_refraction_is_what_no_alpha_carries(glazed: Glazed) -> None:
    """Said, not hidden: the really refracted photo is another picture."""
    toned = develop.tone(glazed.black, 1.0)
    refracted = toned + glazed.over_photo - glazed.black
    straight = toned + glazed.through * glazed.photo
    assert 5 < error(refracted, straight, glazed.inside) < 50


def test_delivered_glass_equals_a_long_direct_render(glazed: Glazed) -> None:
    """Delivered samples, other light paths: now noise and the denoiser's blur count. The long
    render is denoised too, or its own noise would be most of what is measured."""
    other = Tracer(glazed.tracing.stage, solids.neutral_glass(), Mood(), 77)
    spp, depth = draw.GLASS_SPP, draw.GLASS_DEPTH
    black, through = develop.denoise_pair(
        other.over_black(spp, depth, solids.silent), other.transmission(spp, depth, solids.silent)
    )
    solved = glass.solve(develop.tone(black, 1.0), through)
    long_black, long_through = develop.denoise_pair(glazed.black, glazed.through)
    toned = develop.tone(long_black, 1.0)
    found = [
        error(over_linear(solved.linear, g), toned + long_through * g, glazed.inside)
        for g in (np.float32(0), np.float32(1), glazed.photo)
    ]
    assert np.mean(found) < 3
    assert max(found) < 6


@pytest.mark.parametrize("colour", [(0.85, 0.25, 0.3), (0.3, 0.7, 0.85)], ids=["red", "cyan"])
def test_tinted_glass_reports_what_is_left_and_the_tint_brings_it_below_four(
    mitsuba: str, colour: tuple[float, float, float]
) -> None:
    look = solids.neutral_glass(absorption=0.6)
    one = solids.staged(solids.art(solids.BOX, solids.LID, colour=colour), look, 64)
    tracing = Tracer(one, look, Mood(), 1)
    black, through = develop.denoise_pair(
        tracing.over_black(64, 12, solids.silent), tracing.transmission(64, 12, solids.silent)
    )
    solved = glass.solve(develop.tone(black, 1.0), through)
    assert isinstance(look.material, Glass)
    assert solved.residual > solved.residual_with_tint + 1
    assert solved.residual_with_tint < 4
