"""Everything a rule may look at, and the measurements that rules share, each made once."""

from __future__ import annotations

import math
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Literal

import cv2
import numpy as np
import numpy.typing as npt

from nukki.qa import residual, silhouette
from nukki.qa.residual import Colour

if TYPE_CHECKING:
    from nukki.catalog.materials import Material

Byte = npt.NDArray[np.uint8]
Index = npt.NDArray[np.intp]
Mask = npt.NDArray[np.bool_]
# What a rule must be told of the old background: nothing, that it is unknown, its colour, or its
# colour and the source picture.
Needs = Literal["nothing", "unknown", "background", "source"]


# The least alpha that a person sees: 3 % on any backdrop, half of that where light is added.
VISIBLE = {"opaque": 8, "translucent": 8, "glow": 4}
COUNTED = {"opaque": 16, "translucent": 8, "glow": 8}
EDGE = {"opaque": 128, "translucent": 16, "glow": 16}
SPECK_SHARE = 2e-5  # of the picture: 20 px at 1024²
TELLING_PX = 160  # on a smaller ball the rim's light changes within the edge itself
_GROWN = np.ones((9, 9), np.uint8)


@dataclass(frozen=True)
class Evidence:
    """The pictures a rule may look at; all (H, W, 4) uint8 straight, contiguous.

    `candidate`: alpha before the crop, haze cleared. `shadow`: the layer that was composed, in the
    candidate's frame. `cutout`: the finished object alone, whose corner lies at `offset` (x, y) of
    the candidate. `delivered`: what is saved. `background` 0..1 and `source` (H, W, 3), in the
    candidate's frame: what it was cut from, when that is known. `object_px`: pixels of the crop
    that the object would have alone, where brand artwork makes it wider.
    """

    candidate: Byte
    shadow: Byte | None
    cutout: Byte
    delivered: Byte
    material: Material
    background: Colour | None = None
    source: Byte | None = None
    offset: tuple[int, int] = (0, 0)
    object_px: int | None = None

    @cached_property
    def alpha(self) -> Byte:
        """The alpha of the cutout."""
        return np.asarray(cv2.extractChannel(self.cutout, 3), np.uint8)

    @cached_property
    def walks(self) -> silhouette.Walks:
        """Samples across the silhouette of the cutout, shared by the rules on its edge."""
        return silhouette.walk(self.cutout, EDGE[self.material])

    @cached_property
    def rings(self) -> silhouette.Rings:
        """Rings of any one foreign colour."""
        longer = max(self.alpha.shape)
        return silhouette.rings(self.walks, longer, solid=self.material == "opaque")

    @cached_property
    def fringe(self) -> tuple[float, Mask]:
        """Any one foreign colour in partial pixels."""
        return silhouette.fringe(self.walks) if self.tells else self._untold

    @cached_property
    def backing(self) -> residual.Backing:
        """The known background behind each pixel of the source."""
        colour = (0.0, 0.0, 0.0) if self.background is None else self.background
        alpha = np.asarray(cv2.extractChannel(self.candidate, 3), np.uint8)
        return residual.backing(colour, self.source, alpha)

    @cached_property
    def behind(self) -> npt.NDArray[np.floating]:
        """The known background behind each walk."""
        y, x = np.divmod(self.walks.edge, self.alpha.shape[1])
        return self.backing.at(y + self.offset[1], x + self.offset[0])

    @cached_property
    def residue(self) -> residual.Residue:
        """Rings of the known background."""
        return residual.residue(self.walks, self.behind, fading=self.material == "glow")

    @cached_property
    def tint(self) -> tuple[float, Mask]:
        """The known background in partial pixels."""
        return residual.tint(self.walks, self.behind) if self.tells else self._untold

    @property
    def tells(self) -> bool:
        """Whether the picture is large enough to tell shading at the rim from foreign colour."""
        return bool(max(self.alpha.shape) >= TELLING_PX)

    @property
    def _untold(self) -> tuple[float, Mask]:
        return 0.0, np.zeros(len(self.walks.hard), np.bool_)

    @cached_property
    def recomposition(self) -> tuple[float, Index]:
        """The cutout over the known background against the source."""
        if self.source is None:
            return 0.0, np.zeros(0, np.intp)
        return residual.recomposition(self.cutout, self.source, self.backing, self.offset)

    @cached_property
    def specks(self) -> list[tuple[float, float]]:
        """Centres (x, y) of small pieces that stand clear of all others."""
        return _specks(self.alpha, VISIBLE[self.material])

    @property
    def known(self) -> frozenset[Needs]:
        """Which rules can be asked."""
        if self.background is None:
            return frozenset(("nothing", "unknown"))
        if self.source is None:
            return frozenset(("nothing", "background"))
        return frozenset(("nothing", "background", "source"))


def _specks(alpha: Byte, least: int) -> list[tuple[float, float]]:
    mask = cv2.inRange(alpha, least, 255)
    outlines, tree = cv2.findContours(
        cv2.dilate(mask, _GROWN), cv2.RETR_CCOMP, cv2.CHAIN_APPROX_NONE
    )
    if not outlines:
        return []
    outer = [outlines[int(i)] for i in np.flatnonzero(np.asarray(tree)[0, :, 3] < 0)]
    limit = (max(2.0, math.sqrt(SPECK_SHARE * mask.size)) + len(_GROWN) - 1) ** 2
    # Pick's theorem: pixels of a piece = area of its outline + half the outline's pixels + 1.
    small = [outline for outline in outer if len(outline) / 2 + 1 < limit]
    small = [each for each in small if cv2.contourArea(each) + len(each) / 2 + 1 < limit]
    return [(float(x), float(y)) for x, y in (each.mean(axis=(0, 1)) for each in small)]
