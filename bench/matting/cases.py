"""The pictures that are cut: the golden set, and seeded ones of a size that is asked for."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

import cv2
import numpy as np
import numpy.typing as npt

from bench import specimens
from nukki.core.pixels import to_bytes, to_float

if TYPE_CHECKING:
    from nukki.qa.golden.case import Stored

Byte = npt.NDArray[np.uint8]
Float = npt.NDArray[np.float32]

GOLDEN = Path(__file__).resolve().parents[2] / "tests" / "golden"
GREEN, GREY, WHITE, BLACK = (0, 177, 64), (128, 128, 128), (255, 255, 255), (0, 0, 0)
CLEAN, THIN, GLASS_PAIR, PHOTO = "solid, clean", "solid, hair", "glass, two backings", "photo"
SEE_THROUGH = "solid, paint that one sees through"
FAULT = "solid + "  # and the fault's name
THIN_THINGS = ("hair", "grass", "wires")
# A picture with several faults counts under the first of these that it has.
WORST_FIRST = (
    "jpeg", "blur", "ringing", "shadow", "spill", "gradient", "vignette", "noise",
)  # fmt: skip
SLIGHT = {"noise", "vignette"}
MANY = 4


@dataclass(frozen=True)
class Case:
    """A picture (H, W, 3) and its true cutout (H, W, 4), straight; what a job would know of it.

    `background`: the colour (0..1) that an engine was told to paint. `model`: the network that
    may be asked. `other`: the same object over a second background.
    """

    id: str
    group: str
    rgb: Byte
    truth: Byte
    material: str = "opaque"
    background: tuple[float, float, float] | None = None
    other: Byte | None = None
    model: str | None = None

    @property
    def facts(self) -> dict[str, object]:
        """What is told about it, beside the pictures."""
        told = {"id": self.id, "material": self.material, "model": self.model}
        return told | {"background": self.background}


def golden(wanted: tuple[str, ...] = ()) -> list[Case]:
    """The golden cases whose truth is known and which do not come with an alpha of their own."""
    from nukki.qa.golden import case

    found = [_of_golden(stored) for stored in case.load_all(GOLDEN, wanted)]
    return [one for one in found if one is not None]


def small(size: int = 192) -> list[Case]:
    """Two quick ones: a red disc on green, and a glass ball over white and over black."""
    disc = specimens.disc(size)
    ball = specimens.glass_ball(size)
    return [
        Case("disc-green", CLEAN, on(disc, GREEN), disc),
        Case(
            "glass-pair",
            GLASS_PAIR,
            on(ball, WHITE),
            ball,
            material="translucent",
            other=on(ball, BLACK),
        ),
    ]


def solid(size: int) -> Case:
    """Four opaque objects, one with a hole, on a green that is neither even nor free of noise."""
    truth = specimens.cluster(size).rgba
    return Case(f"cluster on green {size}²", CLEAN, grainy(on(truth, GREEN)), truth)


def scene(size: int, model: str) -> Case:
    """The same objects before a seeded clutter of soft blots, for the network to find."""
    rng = np.random.default_rng(9)
    clutter = np.zeros((size, size, 3), np.float32)
    for cells in (2, 5, 11):
        blots = rng.random((cells, cells, 3), np.float32) - np.float32(0.5)
        clutter += cv2.resize(blots, (size, size), interpolation=cv2.INTER_CUBIC) * 60
    truth = specimens.cluster(size).rgba
    backdrop = np.clip(120 + clutter, 0, 255)
    return Case(
        f"cluster in clutter {size}²", PHOTO, grainy(on(truth, backdrop)), truth, model=model
    )


def on(rgba: Byte, backdrop: tuple[int, int, int] | npt.NDArray[np.floating]) -> Byte:
    """Straight (H, W, 4) over a colour 0..255 or over a picture, blended in sRGB."""
    alpha = to_float(rgba[..., 3:])
    mixed = to_float(rgba[..., :3]) * alpha + np.asarray(backdrop, np.float32) / 255 * (1 - alpha)
    return to_bytes(np.asarray(mixed, np.float32))


def grainy(rgb: Byte, sigma: float = 2.0, seed: int = 1) -> Byte:
    """With noise of `sigma` levels and corners 4 % darker."""
    height, width = rgb.shape[:2]
    y, x = np.mgrid[-1 : 1 : height * 1j, -1 : 1 : width * 1j].astype(np.float32)
    light = 1 - np.float32(0.02) * (x * x + y * y)
    noise = np.random.default_rng(seed).normal(0, sigma, rgb.shape).astype(np.float32)
    return to_bytes(np.asarray((rgb * light[..., None] + noise) / 255, np.float32))


def _of_golden(stored: Stored) -> Case | None:
    from nukki.qa.golden import pictures

    case = stored.case
    given = pictures.given(stored)
    if given.alpha is not None or not case.expected.truth:
        return None
    height, width = given.rgb.shape[:2]
    truth = pictures.expected(stored, given.rgb).on(height, width)
    named = case.picture.background if case.picture.named else None
    colour = tuple(int(named[i : i + 2], 16) / 255 for i in (1, 3, 5)) if named else None
    return Case(
        case.id,
        _group(stored, truth),
        given.rgb,
        truth,
        material=case.material,
        background=(colour[0], colour[1], colour[2]) if colour else None,
        other=given.other,
        model=case.picture.model,
    )


def _group(stored: Stored, truth: Byte) -> str:
    case = stored.case
    kinds = {fault.kind for fault in case.faults}
    if case.picture.photo is not None:
        return PHOTO
    if case.material != "opaque":
        named = "glass" if case.material == "translucent" else case.material
        return f"{named}, {'two backings' if case.picture.other else 'one backing'}"
    if case.id.split("-")[0] in THIN_THINGS and kinds <= SLIGHT:
        return THIN
    if 2 * np.count_nonzero(truth[..., 3] == 255) < np.count_nonzero(truth[..., 3]):
        return SEE_THROUGH  # the key shines through watercolour, though its pack calls it opaque
    if len(kinds) >= MANY:
        return FAULT + "all of them"
    return next((FAULT + kind for kind in WORST_FIRST if kind in kinds), CLEAN)
