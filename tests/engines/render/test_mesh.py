"""Bodies are closed and smooth, and stand in front of what they are drawn over."""

import numpy as np
import pytest

from nukki.catalog.look import Bevel
from nukki.engines.render import mesh
from nukki.engines.render.mesh import Body
from tests.engines.render import solids

SHAPES = {
    "wire": solids.WIRE,
    "ring": solids.RING,
    "star": solids.STAR,
    "box": solids.BOX,
    "circle": solids.CIRCLE,
}
BEVELS = {
    "card": Bevel(depth=0.2, fullness=0.0, back=0.0),
    "pillow": Bevel(depth=0.9, fullness=1.0, back=1.0),
}


@pytest.fixture(scope="module", params=[(s, b) for s in SHAPES for b in BEVELS], ids="-".join)
def body(request: pytest.FixtureRequest) -> Body:
    shape, bevel = request.param
    (made,) = mesh.model(solids.art(SHAPES[shape]), BEVELS[bevel])
    return made


def test_every_edge_is_shared_by_exactly_two_faces(body: Body) -> None:
    assert solids.open_edges(body) == 0


def test_faces_look_outwards(body: Body) -> None:
    assert solids.volume(body) > 0


def test_every_vertex_is_used_and_finite(body: Body) -> None:
    assert np.array_equal(np.unique(body.faces), np.arange(len(body.points)))
    assert np.isfinite(body.points).all()


def test_normals_are_unit_and_agree_with_their_faces(body: Body) -> None:
    assert np.linalg.norm(body.normals, axis=1) == pytest.approx(1, abs=1e-5)
    a, b, c = (body.points[body.faces[:, k]].astype(np.float64) for k in range(3))
    face = np.cross(b - a, c - a)
    area = np.linalg.norm(face, axis=1)
    mean = body.normals[body.faces].astype(np.float64).mean(1)
    agreement = np.einsum("ni,ni->n", face / np.maximum(area, 1e-20)[:, None], mean)
    # Weighted by area: a sliver's own normal means nothing.
    assert np.average(agreement, weights=area) > 0.93
    assert area[agreement < 0].sum() < 0.002 * area.sum()


def test_the_art_is_centred_and_its_larger_side_is_one(body: Body) -> None:
    low, high = body.points.min(0), body.points.max(0)
    # A needle loses the tip that is finer than a cell.
    assert 0.94 < max(high[:2] - low[:2]) < 1.002
    assert np.abs(low + high)[:2].max() < 0.01


def test_up_in_the_picture_is_up_in_space() -> None:
    top, bottom = mesh.model(solids.art("M4 2H28V8H4Z", "M4 24H28V30H4Z"), Bevel())
    assert top.points[:, 1].min() > bottom.points[:, 1].max()


@pytest.mark.parametrize("bevel", BEVELS.values(), ids=BEVELS)
@pytest.mark.parametrize(
    "over", [solids.DOT, "M6 15H26V17H6Z", solids.circle(2, 10, 20)], ids=["dot", "band", "aside"]
)
def test_a_part_that_lies_on_another_is_in_front_of_it(over: str, bevel: Bevel) -> None:
    below, above = mesh.model(solids.art(solids.CIRCLE, over), bevel)
    inner = above.normals[:, 2] > 0.2
    places, heights = above.points[inner, :2], above.points[inner, 2]
    assert np.all(heights > heights_of(below, places) - 1e-4)


def test_a_free_part_that_only_overlaps_comes_forward() -> None:
    below, above = mesh.model(solids.art(solids.circle(8, 11), solids.circle(8, 23)), Bevel())
    inner = above.normals[:, 2] > 0.2
    shared = np.linalg.norm(above.points[:, :2] - centre_of(below), axis=1) < 0.2
    both = inner & shared
    ahead = above.points[both, 2] - heights_of(below, above.points[both, :2])
    assert both.any()
    assert np.mean(ahead > 0) > 0.9


def test_a_part_too_small_to_see_is_left_out() -> None:
    bodies = mesh.model(solids.art(solids.CIRCLE, solids.circle(0.005)), Bevel())
    assert [body.part for body in bodies] == [0]


def test_more_fullness_makes_more_volume_and_more_depth_too() -> None:
    def of(**bevel: float) -> float:
        return solids.volume(mesh.model(solids.art(solids.STAR), Bevel(**bevel))[0])

    assert of(fullness=0.2) < of(fullness=0.6) < of(fullness=1.0)
    assert of(depth=0.2) < of(depth=0.6) < of(depth=1.0)
    assert of(back=0.0) < of(back=1.0)


def heights_of(body: Body, places: np.ndarray) -> np.ndarray:
    """The body's front at `places`, from the nearest of its front vertices."""
    from scipy.spatial import cKDTree

    front = body.points[body.normals[:, 2] > 0]
    _, nearest = cKDTree(front[:, :2]).query(places)
    return front[nearest, 2]


def centre_of(body: Body) -> np.ndarray:
    return (body.points.min(0) + body.points.max(0))[:2] / 2
