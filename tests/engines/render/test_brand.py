"""Brand pictures in the scene: where they stand, what they cover, what they never change.

Small and with few samples: what is asked is where things are, not how fine they look.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import lru_cache

import numpy as np
import numpy.typing as npt
import pytest

from nukki.catalog.art import Art, Part
from nukki.catalog.concept import Subject
from nukki.catalog.look import Camera, Mood, TraceLook
from nukki.catalog.placement import PlacedAsset, Placement, Room, box_of, quad_in_frame
from nukki.core.warp import warped
from nukki.engines.engine import Candidate, DrawRequest
from nukki.engines.render import brand_light, brand_plate
from nukki.engines.render.draw import BRAND_SHARE, SHARES, Studio, shares_of
from nukki.engines.render.stage import Stage, View
from nukki.engines.render.variant import SAFE
from tests.engines.render import solids

Byte = npt.NDArray[np.uint8]
SIDE = 128
CARD = "M2 4H30V28H2Z"
traced = pytest.mark.slow
PIN = {"variant": SAFE, "spp": "1"}


def logo(width: int, height: int) -> Byte:
    """A red frame around blue, with clear corners: all sides can be told apart."""
    rgba = np.zeros((height, width, 4), np.uint8)
    rgba[...] = (200, 30, 30, 255)
    rgba[3:-3, 3:-3] = (30, 60, 210, 255)
    rgba[:2, :2] = rgba[-2:, :2] = rgba[:2, -2:] = rgba[-2:, -2:] = 0
    return rgba


def placed(
    x: int, y: int, width: int, height: int, scale: float = 1.0, **asked: object
) -> PlacedAsset:
    turned = {"rotate": asked.pop("rotate", 0.0), "tilt": asked.pop("tilt", "none")}
    across, down = box_of(width, height, scale, **turned)  # type: ignore[arg-type]
    box = {"x": x, "y": y, "width": across, "height": down, "scale": scale, **turned}
    return PlacedAsset.model_validate(
        {
            "asset": "logo", "variant": "default", "file": "0" * 64 + ".png", "sha256": "0" * 64,
            "width": width, "height": height, "placement": Placement.model_validate(box), **asked,
        }
    )  # fmt: skip


def request(
    assets: Sequence[PlacedAsset] = (), room: Room | None = None, **other: object
) -> DrawRequest:
    subject = Subject(word="card", source="icon", ref="package")
    return DrawRequest.model_validate(
        {
            "width": SIDE, "height": SIDE, "seeds": (3,), "prompt": "", "negative": "",
            "subjects": (subject,), "look": TraceLook(), "palette": ("#2266cc",), "mood": Mood(),
            "shadow": "none", "pins": PIN, "assets": tuple(assets), "room": room, **other,
        }
    )  # fmt: skip


def drawn(
    wanted: DrawRequest, pictures: Sequence[Byte] = (), seed: int = 3, bands: Sequence[Part] = ()
) -> Candidate:
    card = Art(solids.BOARD, (Part(CARD, (0.9, 0.9, 0.85)), *bands))
    subject = wanted.subjects[0]
    return Studio(wanted, [(subject, card)], pictures).draw(0, seed, solids.silent)


@pytest.fixture(scope="module", autouse=True)
def _mitsuba() -> None:
    import mitsuba as mi

    mi.set_variant(SAFE)
    mi.set_log_level(mi.LogLevel.Error)


ROOM = Room(x=0, y=0, width=84, height=SIDE)
BESIDE = placed(90, 40, 32, 20)
BEHIND = placed(50, 40, 60, 30, stand="behind")
ON = placed(40, 40, 30, 24, stand="on", blend="imprint")


@lru_cache(maxsize=1)
def three() -> Candidate:
    """One beside, one behind and one printed on."""
    pictures = [logo(32, 20), logo(60, 30), logo(30, 24)]
    return drawn(request((BESIDE, BEHIND, ON), ROOM, shadow="soft_floor"), pictures)


@lru_cache(maxsize=1)
def none() -> Candidate:
    return drawn(request((), ROOM, shadow="soft_floor"))


@traced
def test_the_objects_keep_their_bytes_whatever_stands_around_them() -> None:
    assert np.array_equal(three().rgba, none().rgba)
    assert np.array_equal(three().layers["shadow"], none().layers["shadow"])


@traced
def test_every_picture_has_its_three_layers_and_its_place() -> None:
    names = {f"asset{n}-{name}" for n in range(3) for name in ("flat", "lit", "shadow")}
    assert set(three().layers) == names | {"shadow"}
    assert set(three().places) == {0, 1, 2}
    for name in names:
        layer = three().layers[name]
        assert layer.shape == (SIDE, SIDE, 4)
        assert layer.dtype == np.uint8
    assert three().timings["brand"] > 0


@traced
def test_a_picture_that_is_not_scaled_has_the_bytes_of_its_file_in_the_flat_layer() -> None:
    for index, own in ((0, logo(32, 20)), (1, logo(60, 30))):
        place = three().places[index]
        flat = three().layers[f"asset{index}-flat"].copy()
        rows, columns = (
            slice(place.y, place.y + place.height),
            slice(place.x, place.x + place.width),
        )
        assert np.array_equal(flat[rows, columns], own)
        flat[rows, columns] = 0
        assert not flat.any()


@traced
def test_what_stands_behind_shows_where_nothing_solid_is_before_it_and_there_wholly() -> None:
    flat, lit = three().layers["asset1-flat"], three().layers["asset1-lit"]
    solid = three().rgba[..., 3] == 255
    assert (solid & (flat[..., 3] > 0)).any()
    assert not lit[solid].any()
    # Nor a seam: where an object's edge lets it through it is there with all of its alpha.
    assert np.array_equal(lit[~solid, 3], flat[~solid, 3])


@traced
def test_what_stands_beside_is_on_no_object_and_wholly_seen() -> None:
    own = three().layers["asset0-lit"][..., 3]
    assert np.array_equal(own, three().layers["asset0-flat"][..., 3])
    assert not (three().rgba[..., 3][own > 0] >= 16).any()


@traced
def test_a_print_is_on_its_object_only_and_keeps_its_hues() -> None:
    flat, lit = three().layers["asset2-flat"], three().layers["asset2-lit"]
    at = lit[..., 3] > 0
    assert at.sum() > 200
    assert (three().rgba[..., 3][at] > 0).all()
    assert (lit[..., 3] <= flat[..., 3]).all()
    red, blue = (
        np.abs(flat[..., :3].astype(int) - c).sum(-1) < 9 for c in ((200, 30, 30), (30, 60, 210))
    )
    assert np.all(lit[red & at][:, 0] > lit[red & at][:, 2])
    assert np.all(lit[blue & at][:, 2] > lit[blue & at][:, 0])


@traced
def test_a_print_runs_over_the_bands_of_its_object() -> None:
    bands = [Part(f"M2 {y}H30V{y + 3}H2Z", (0.2, 0.3, 0.6)) for y in (8, 14, 20)]
    asset = placed(44, 44, 40, 40, stand="on", blend="imprint")
    layers = drawn(request((asset,)), [logo(40, 40)], bands=bands).layers
    lit, flat = (layers[f"asset0-{name}"][..., 3].astype(int) for name in ("lit", "flat"))
    assert (lit > 127).sum() >= 0.98 * (flat > 127).sum()


@traced
def test_the_same_seed_gives_the_same_layers() -> None:
    pictures = [logo(32, 20), logo(60, 30), logo(30, 24)]
    again = drawn(request((BESIDE, BEHIND, ON), ROOM, shadow="soft_floor"), pictures)
    assert again.places == three().places
    assert all(np.array_equal(again.layers[name], three().layers[name]) for name in again.layers)


@traced
def test_a_shadow_falls_where_nothing_is_only_if_the_policy_casts_any() -> None:
    empty = three().rgba[..., 3] == 0
    assert (three().layers["asset0-shadow"][..., 3][empty] > 8).any()
    asked = placed(40, 40, 30, 24, stand="on", blend="overlay")
    quiet = drawn(request((BESIDE, asked), ROOM), [logo(32, 20), logo(30, 24)])
    for index in range(2):
        assert not quiet.layers[f"asset{index}-shadow"][..., 3][quiet.rgba[..., 3] == 0].any()
    # On the object, on the other hand, a plate before it always throws one.
    assert quiet.layers["asset1-shadow"][..., 3].max() > 8


@traced
def test_nothing_of_the_objects_leaves_their_room() -> None:
    room = Room(x=30, y=17, width=61, height=90)
    alpha = drawn(request((), room)).rgba[..., 3]
    rows, columns = np.nonzero(alpha)
    assert room.x <= columns.min() <= columns.max() < room.x + room.width
    assert room.y <= rows.min() <= rows.max() < room.y + room.height
    assert columns.max() - columns.min() > 0.7 * room.width


@traced
def test_a_room_is_drawn_as_a_frame_of_its_size_would_be() -> None:
    room = Room(x=40, y=10, width=80, height=100)
    inside = drawn(request((), room)).rgba[10:110, 40:120]
    alone = drawn(request(width=80, height=100)).rgba
    assert np.abs(inside[..., 3].astype(int) - alone[..., 3]).mean() < 1


@pytest.mark.parametrize("projection", ["perspective", "isometric"])
@pytest.mark.parametrize("turned", [{}, {"tilt": "strong", "rotate": 20.0}, {"tilt": "iso"}])
@pytest.mark.parametrize("stand", ["behind", "beside", "on"])
def test_a_plate_projects_onto_its_placement(
    projection: str, turned: Mapping[str, object], stand: str
) -> None:
    camera = Camera(projection=projection)  # type: ignore[arg-type]
    staged = solids.staged(solids.art(CARD), TraceLook(camera=camera), 200)
    stage = Stage(
        staged.objects, staged.view, staged.up, 300, 260, Room(x=11, y=7, width=200, height=200)
    )
    asset = placed(120, 80, 90, 60, 0.9, stand=stand, **turned)
    plate = brand_plate.stand(stage, asset)
    corners = np.array(quad_in_frame(90, 60, asset.placement))
    points = plate.on(corners)
    assert np.abs(stage.pixels(points.astype(np.float32)) - corners).max() < 0.01
    assert np.abs((points - points[0]) @ plate.normal).max() < 1e-6
    sheet = plate.cut(np.full((60, 90), 255, np.uint8))
    assert sheet is not None
    spots = stage.pixels(sheet.points)
    assert np.abs(spots.min(0) - corners.min(0)).max() < 0.5
    assert np.abs(spots.max(0) - corners.max(0)).max() < 0.5
    around = np.concatenate([body.points for bodies in stage.objects for body in bodies])
    at = stage.pixels(around)
    depths = around[((at >= corners.min(0)) & (at <= corners.max(0))).all(1), 2]
    assert len(depths)
    if stand == "behind":
        assert sheet.points[:, 2].max() < depths.min()
    if stand == "on":
        assert sheet.points[:, 2].min() > depths.max()


@traced
def test_a_print_is_foreshortened_as_the_face_turns() -> None:
    def width(turn: float) -> int:
        look = TraceLook(camera=Camera(projection="isometric", elevation=0.0, turn=turn))
        asset = placed(44, 52, 36, 20, stand="on", blend="imprint")
        flat = drawn(request((asset,), look=look), [logo(36, 20)]).layers["asset0-flat"]
        columns = np.nonzero(flat[..., 3].max(0) > 127)[0]
        return int(np.ptp(columns)) + 1

    straight, aside = width(0.0), width(42.0)
    assert straight == pytest.approx(36, abs=2)
    assert aside == pytest.approx(36 * np.cos(np.radians(42)), abs=4)


@traced
def test_a_resampled_plate_is_the_picture_resampled_once() -> None:
    asset = placed(86, 30, 60, 40, 0.6, rotate=10.0)
    own = logo(60, 40)
    flat = drawn(request((asset,), ROOM), [own])
    place = flat.places[0]
    corners = quad_in_frame(60, 40, place)
    wanted = warped(own, corners, (place.x, place.y, place.width, place.height))
    layer = flat.layers["asset0-flat"]
    part = layer[place.y : place.y + place.height, place.x : place.x + place.width]
    assert np.array_equal(part, wanted)


def test_the_light_of_a_sky_is_that_of_all_its_pixels() -> None:
    from nukki.engines.render import looks

    look = TraceLook()
    sky = brand_light.Sky(look.lighting, Mood())
    light = looks.sky(look.lighting, Mood())
    towards, area = brand_light._directions(*light.shape[:2])
    for normal in ((0, 0, 1), (0.6, 0, 0.8), (0, 0.6, 0.8), (-0.6, 0.48, 0.64)):
        facing = np.maximum(towards @ np.array(normal, np.float32), 0) * area
        exact = (light * facing[..., None]).sum((0, 1)) / np.pi
        assert sky.matt(np.array(normal, np.float32)) == pytest.approx(exact, rel=0.06)


def test_a_raised_edge_leans_outwards_and_a_pressed_one_inwards() -> None:
    alpha = np.zeros((40, 40), np.float32)
    alpha[10:30, 10:30] = 1
    raised = brand_light.relief(alpha, 2.0, 0.5)
    pressed = brand_light.relief(alpha, 2.0, -0.5)
    assert raised[20, 29, 0] > 0.3  # right
    assert raised[10, 20, 1] > 0.3  # up
    assert np.allclose(raised, -pressed)
    assert np.abs(raised[20, 20]).max() < 1e-3
    flat = np.zeros((40, 40, 3), np.float32)
    flat[..., 2] = 1
    assert np.allclose(np.linalg.norm(brand_light.tilted(flat, raised), axis=-1), 1, atol=1e-5)


def test_the_stages_of_a_candidate_with_pictures_make_up_its_whole_time() -> None:
    plain, branded = shares_of(request()), shares_of(request((BESIDE, BEHIND)))
    assert plain == SHARES["solid"]
    assert list(branded) == [*plain, "brand"]
    assert sum(branded.values()) == pytest.approx(1)
    assert branded["brand"] == pytest.approx(2 * BRAND_SHARE / (1 + 2 * BRAND_SHARE))


@traced
def test_progress_of_the_pictures_only_grows() -> None:
    seen: list[float] = []

    def heard(stage: str, step: int, steps: int) -> None:
        if stage == "brand":
            seen.append(step / steps)

    wanted = request((BESIDE, ON), ROOM)
    card = Art(solids.BOARD, (Part(CARD, (0.9, 0.9, 0.85)),))
    Studio(wanted, [(wanted.subjects[0], card)], [logo(32, 20), logo(30, 24)]).draw(0, 3, heard)
    assert seen == sorted(seen)
    assert seen[-1] == 1
    assert len(seen) > 8


def test_a_flat_camera_sees_a_depth_where_it_is() -> None:
    stage = Stage((), View(np.inf, 1.0), np.array([0.0, 1.0, 0.0]), 100, 80)
    assert stage.at_depth(np.array([[50.0, 40.0]]), 0.7)[0] == pytest.approx([0, 0, 0.7])
