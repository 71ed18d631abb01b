"""The stage frames what was placed, and projects as the renderer does."""

import numpy as np
import pytest

from nukki.catalog.look import Bevel, Camera, TraceLook
from nukki.engines.render import mesh, stage
from nukki.engines.render.mesh import Body
from nukki.engines.render.placed import Placed
from nukki.engines.render.stage import Stage, View
from tests.engines.render import solids

CAMERAS = {
    "long": Camera(lens=120, elevation=10),
    "wide": Camera(lens=28, elevation=25, turn=-30),
    "isometric": Camera(projection="isometric", elevation=26, turn=-34),
}
ARTS = {name: solids.art(path) for name, path in (("box", solids.BOX), ("coin", solids.CIRCLE))}
MODELS = {art.parts: mesh.model(art, Bevel()) for art in ARTS.values()}


def built(
    camera: Camera, width: int, height: int, seed: int = 1, floor: bool = False, reach: float = 0
) -> Stage:
    placed = [
        Placed(ARTS["box"], "box", -0.2, 0.1, 1.0, roll=5, yaw=15, pitch=5),
        Placed(ARTS["coin"], "coin", 0.5, -0.4, 0.6, yaw=-20, depth=1.0),
    ]
    return stage.build(
        placed, lambda a: MODELS[a.parts], camera, seed, width, height, floor=floor, reach=reach
    )


def spots(one: Stage) -> np.ndarray:
    return np.concatenate([one.pixels(b.points) for bodies in one.objects for b in bodies])


@pytest.mark.parametrize("camera", CAMERAS.values(), ids=CAMERAS)
@pytest.mark.parametrize(("width", "height"), [(400, 400), (480, 270), (270, 480)])
@pytest.mark.parametrize("floor", [False, True], ids=["hanging", "standing"])
def test_objects_fill_the_frame_up_to_its_margin(
    camera: Camera, width: int, height: int, floor: bool
) -> None:
    for seed in (1, 2, 9):
        found = spots(built(camera, width, height, seed, floor))
        low, high = found.min(0), [width, height] - found.max(0)
        assert min(*low, *high) > 0.04 * min(width, height)
        used = np.ptp(found, axis=0) / [width, height]
        assert used.max() > 0.7
    if not floor:
        assert np.abs(low - high).max() < 0.02 * min(width, height)


def test_light_around_the_objects_gets_its_room() -> None:
    found = spots(built(CAMERAS["long"], 400, 400, reach=0.1))
    assert min(*found.min(0), *(400 - found.max(0))) > 0.1 * 400


def test_the_box_holds_every_point_and_stays_in_the_frame() -> None:
    one = built(CAMERAS["long"], 300, 200)
    x, y, width, height = one.box(3)
    found = spots(one)
    assert np.all(found >= [x, y])
    assert np.all(found <= [x + width, y + height])
    assert (one.box(1000)) == (0, 0, 300, 200)


def test_the_seed_moves_the_camera_a_little_and_only_a_little() -> None:
    ups = [built(CAMERAS["long"], 300, 300, seed).up for seed in range(8)]
    angles = [np.degrees(np.arccos(np.clip(ups[0] @ up, -1, 1))) for up in ups[1:]]
    assert 0.1 < max(angles) < 15
    again = built(CAMERAS["long"], 300, 300, 3).up
    assert np.array_equal(again, ups[3])


def test_nearer_objects_stay_in_front() -> None:
    far, near = built(CAMERAS["long"], 300, 300).objects
    assert np.mean(near[0].points[:, 2]) > np.mean(far[0].points[:, 2])


def test_bodies_keep_unit_normals_and_closed_surfaces() -> None:
    for bodies in built(CAMERAS["wide"], 300, 300).objects:
        for body in bodies:
            assert np.linalg.norm(body.normals, axis=1) == pytest.approx(1, abs=1e-4)
            assert solids.open_edges(body) == 0
            assert solids.volume(body) > 0


def test_directions_to_the_viewer_are_unit_and_agree_with_the_projection() -> None:
    """Moving a point towards the viewer does not move it in the picture."""
    points = np.random.default_rng(1).uniform(-1, 1, (50, 3))
    for view in (View(5.0, 1.0), View(np.inf, 1.0)):
        towards = view.towards(points)
        assert np.linalg.norm(towards, axis=1) == pytest.approx(1)
        assert view.project(points + 0.3 * towards) == pytest.approx(view.project(points))


@pytest.mark.slow
@pytest.mark.parametrize("camera", CAMERAS.values(), ids=CAMERAS)
@pytest.mark.parametrize(("width", "height"), [(96, 96), (128, 72), (72, 128)])
def test_the_renderer_sees_points_where_the_stage_projects_them(
    camera: Camera, width: int, height: int
) -> None:
    import mitsuba as mi

    mi.set_variant("scalar_rgb")
    from nukki.catalog.look import Mood
    from nukki.engines.render.tracer import Tracer

    view = built(camera, width, height).view
    radius, place = 0.06, (0.45, 0.3, 0.2)
    ball = Stage(((solids.sphere(radius, *place),),), view, np.array([0, 1, 0]), width, height)
    tracer = Tracer(ball, TraceLook(), Mood(), 1)
    light = tracer.light(64, 2, solids.silent)
    alpha = tracer.coverage(np.ascontiguousarray(light[..., 3]), solids.silent)
    x, y, _, _ = tracer.box
    rows, columns = np.mgrid[0 : alpha.shape[0], 0 : alpha.shape[1]] + 0.5
    seen = np.array([(columns * alpha).sum(), (rows * alpha).sum()]) / alpha.sum() + [x, y]
    (expected,) = ball.pixels(np.array([place], np.float32))
    # A perspective picture of a ball is an ellipse whose middle lies a little further out.
    assert seen == pytest.approx(expected, abs=0.1)


def facing(bodies: tuple[Body, ...]) -> float:
    return float(np.mean([body.normals[:, 2].max() for body in bodies]))


def test_objects_face_the_viewer() -> None:
    for camera in CAMERAS.values():
        for bodies in built(camera, 300, 300).objects:
            assert facing(bodies) > 0.8
