"""Small shapes and stages for the tests of the traced looks: everything about them is known."""

from collections.abc import Sequence

import numpy as np

from nukki.catalog.art import Art, Part
from nukki.catalog.look import Bevel, Camera, Glass, Lighting, TraceLook
from nukki.engines.render import mesh, stage
from nukki.engines.render.mesh import Body
from nukki.engines.render.placed import Placed
from nukki.engines.render.stage import Stage

BOARD = (0.0, 0.0, 32.0, 32.0)
CIRCLE = "M16 4A12 12 0 1 1 16 28A12 12 0 1 1 16 4Z"
BOX = "M4 10H28V30H4Z"
LID = "M2 6H30V12H2Z"
DOT = "M16 12A4 4 0 1 1 16 20A4 4 0 1 1 16 12Z"
# A wire two fifths of a unit wide, a ring as thin, and a star with needles for points.
WIRE = "M2 15.8L30 12.8L30 13.2L2 16.2Z"
RING = (
    "M16 3A13 13 0 1 1 16 29A13 13 0 1 1 16 3Z"
    "M16 3.5A12.5 12.5 0 1 0 16 28.5A12.5 12.5 0 1 0 16 3.5Z"
)
STAR = "M16 1L17.6 13L31 16L17.6 19L16 31L14.4 19L1 16L14.4 13Z"
GREY = (0.8, 0.8, 0.8)


def art(*paths: str, colour: tuple[float, float, float] = GREY) -> Art:
    return Art(BOARD, tuple(Part(path, colour) for path in paths))


def circle(radius: float, x: float = 16, y: float = 16) -> str:
    arc = f"A{radius} {radius} 0 1 1"
    return f"M{x} {y - radius}{arc} {x} {y + radius}{arc} {x} {y - radius}Z"


def neutral_glass(absorption: float = 0.0, roughness: float = 0.0) -> TraceLook:
    """Glass without a colour of its own, in the light of a studio."""
    return TraceLook(
        material=Glass(ior=1.38, roughness=roughness, absorption=absorption),
        bevel=Bevel(depth=0.6, fullness=0.7, back=0.6),
        lighting=Lighting(exposure=1.0),
        camera=Camera(lens=85),
    )


def staged(
    drawn: Art | Sequence[Placed], look: TraceLook, size: int, height: int = 0, seed: int = 1
) -> Stage:
    """One art in the middle, or what was placed, in a frame of `size` by `height` pixels."""
    placed = [Placed(drawn, "thing", 0, 0, 1.0)] if isinstance(drawn, Art) else drawn

    def model(one: Art) -> list[Body]:
        return mesh.model(one, look.bevel)

    return stage.build(placed, model, look.camera, seed, size, height or size)


def sphere(radius: float, x: float, y: float, z: float, rings: int = 48) -> Body:
    """A ball of triangles in world space."""
    down, around = np.meshgrid(
        np.linspace(0, np.pi, rings), np.linspace(0, 2 * np.pi, 2 * rings), indexing="ij"
    )
    normals = np.stack(
        [np.sin(down) * np.cos(around), np.cos(down), np.sin(down) * np.sin(around)], -1
    )
    index = np.arange(down.size).reshape(down.shape)
    a, b, c, d = (
        i.ravel() for i in (index[:-1, :-1], index[:-1, 1:], index[1:, :-1], index[1:, 1:])
    )
    faces = np.concatenate([np.stack([a, b, c], 1), np.stack([b, d, c], 1)])
    flat = normals.reshape(-1, 3).astype(np.float32)
    points = (flat * radius + np.array([x, y, z])).astype(np.float32)
    uv = np.zeros((len(flat), 2), np.float32)
    return Body(points, flat, uv, faces.astype(np.uint32), GREY, 0)


def open_edges(body: Body) -> int:
    """Edges that are not shared by exactly two faces which run along them in opposite ways."""
    faces = body.faces.astype(np.int64)
    a, b = (np.concatenate([faces[:, i] for i in order]) for order in ((0, 1, 2), (1, 2, 0)))
    count = len(body.points)
    forward, backward = a * count + b, b * count + a
    twice = len(forward) - len(np.unique(forward))
    return twice + int((~np.isin(forward, backward)).sum())


def volume(body: Body) -> float:
    """Enclosed volume; positive when the faces look outwards."""
    a, b, c = (body.points[body.faces[:, k]].astype(np.float64) for k in range(3))
    return float(np.einsum("ni,ni->", a, np.cross(b, c)) / 6)


def silent(stage_name: str, step: int, steps: int) -> None:
    """Progress that nobody watches."""
