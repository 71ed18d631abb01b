"""Shadows: a layer of one dark ink, under what stands, never against the frame's edge."""

import numpy as np
import pytest

from nukki.catalog.look import Bevel, Camera
from nukki.engines.render import mesh, shadow, stage
from nukki.engines.render.placed import Placed
from nukki.engines.render.stage import Stage
from tests.engines.render import solids

SIZE = 256
BALL = solids.art(solids.CIRCLE)
MODEL = mesh.model(BALL, Bevel(depth=0.8, fullness=1, back=1))


def standing(*heights: float, width: int = SIZE, height: int = SIZE) -> Stage:
    """Balls side by side, each lifted by so much."""
    step = 0.7
    left = -step * (len(heights) - 1) / 2
    placed = [
        Placed(BALL, "ball", left + step * k, lift, 0.5, depth=float(k))
        for k, lift in enumerate(heights)
    ]
    camera = Camera(elevation=10)
    return stage.build(placed, lambda _: MODEL, camera, 1, width, height, floor=True)


def silhouette(one: Stage) -> np.ndarray:
    """A rough coverage: a disc over every ball."""
    y, x = np.mgrid[0 : one.height, 0 : one.width] + 0.5
    alpha = np.zeros((one.height, one.width), np.float32)
    for bodies in one.objects:
        spots = one.pixels(bodies[0].points)
        middle, radius = (spots.min(0) + spots.max(0)) / 2, np.ptp(spots[:, 0]) / 2
        inside = np.hypot(x - middle[0], y - middle[1]) < radius
        alpha[inside] = 1
    return alpha


def floor_of(one: Stage) -> np.ndarray:
    layer = shadow.cast("soft_floor", one, silhouette(one))
    assert layer is not None
    return layer


def test_no_shadow_is_no_layer() -> None:
    one = standing(0)
    assert shadow.cast("none", one, silhouette(one)) is None


@pytest.mark.parametrize("kind", ["soft_floor", "ambient"])
def test_a_shadow_is_one_dark_ink_with_soft_alpha(kind: str) -> None:
    one = standing(0, 0)
    layer = shadow.cast(kind, one, silhouette(one))
    assert layer is not None
    assert (layer.shape, layer.dtype) == ((SIZE, SIZE, 4), np.uint8)
    assert len(np.unique(layer[..., :3].reshape(-1, 3), axis=0)) == 1
    assert layer[..., :3].max() < 64
    assert len(np.unique(layer[..., 3])) > 40
    assert 30 < layer[..., 3].max() < 200


@pytest.mark.parametrize("kind", ["soft_floor", "ambient"])
@pytest.mark.parametrize(("width", "height"), [(256, 256), (320, 180), (180, 320)])
def test_a_shadow_never_reaches_the_frame_s_edge(kind: str, width: int, height: int) -> None:
    one = standing(0, 0, width=width, height=height)
    alpha = np.ones((height, width), np.float32)  # even when the object fills the frame
    layer = shadow.cast(kind, one, alpha)
    assert layer is not None
    dark = layer[..., 3]
    assert not np.concatenate([dark[0], dark[-1], dark[:, 0], dark[:, -1]]).any()


def test_a_floor_shadow_lies_at_the_foot() -> None:
    one = standing(0)
    dark = floor_of(one)[..., 3].astype(float)
    spots = one.pixels(one.objects[0][0].points)
    rows, columns = np.mgrid[0:SIZE, 0:SIZE] + 0.5
    middle = np.array([(columns * dark).sum(), (rows * dark).sum()]) / dark.sum()
    assert middle[0] == pytest.approx(spots[:, 0].mean(), abs=6)
    assert spots[:, 1].max() - 0.25 * np.ptp(spots[:, 1]) < middle[1] < spots[:, 1].max() + 10


def test_a_floating_object_casts_a_fainter_and_softer_shadow() -> None:
    one = standing(0, 0.8)
    dark = floor_of(one)[..., 3].astype(float)
    half = SIZE // 2
    assert dark[:, half:].max() < 0.8 * dark[:, :half].max()


def test_every_object_casts_its_own_shadow() -> None:
    dark = floor_of(standing(0, 0))[..., 3].astype(float)
    half = SIZE // 2
    assert dark[:, :half].sum() == pytest.approx(dark[:, half:].sum(), rel=0.35)


def test_an_ambient_shadow_surrounds_the_object_a_little_lower() -> None:
    one = standing(0)
    alpha = silhouette(one)
    layer = shadow.cast("ambient", one, alpha)
    assert layer is not None
    dark = layer[..., 3].astype(float)
    rows, columns = np.mgrid[0:SIZE, 0:SIZE]
    drop = (rows * dark).sum() / dark.sum() - (rows * alpha).sum() / alpha.sum()
    assert 1 < drop < 0.03 * SIZE
    assert abs((columns * dark).sum() / dark.sum() - (columns * alpha).sum() / alpha.sum()) < 1
    assert dark[alpha == 0].max() > 20
