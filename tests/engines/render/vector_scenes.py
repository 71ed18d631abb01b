"""Small drawings for the tests of the vector looks; made by hand, so no art need be installed."""

from nukki.catalog.art import Art, Part
from nukki.engines.render.placed import Placed

BOX = "M4 10H28V30H4Z"
LID = "M2 6H30V12H2Z"
RIBBON = "M14 6H18V30H14Z"
DISC = "M16 2A14 14 0 1 1 16 30A14 14 0 1 1 16 2Z"
GLEAM = "M20 7A3 3 0 1 1 20 13A3 3 0 1 1 20 7Z"

GIFT = Art(
    (0, 0, 32, 32),
    (
        Part(BOX, (0.99, 0.82, 0.25)),
        Part(LID, (1.0, 0.69, 0.18)),
        Part(RIBBON, (0.79, 0.04, 0.29)),
    ),
)
BALL = Art(
    (0, 0, 32, 32),
    (Part(DISC, (0.25, 0.37, 1.0)), Part(GLEAM, (1.0, 1.0, 1.0), opacity=0.5)),
)
WHITE = Art((0, 0, 32, 32), (Part(DISC, (1.0, 1.0, 1.0)),))

PALETTE = ("#ff5a5f", "#ffc53d", "#2ec4b6", "#3d5afe", "#f7f4ee", "#2b2d42")


def scene() -> list[Placed]:
    """A ball in front of a gift, both well inside the frame."""
    return [
        Placed(GIFT, "gift", -0.12, -0.05, 1.0, roll=4),
        Placed(BALL, "ball", 0.30, 0.25, 0.6, depth=1.0),
    ]


def silent(stage: str, step: int, steps: int) -> None:
    """Progress that nobody watches."""
