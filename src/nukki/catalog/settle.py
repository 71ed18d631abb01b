"""Where a brand picture stands in the end: moved, never scaled, by the silhouette as drawn."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from nukki.catalog.placement import PlacedAsset, Placement, Room

if TYPE_CHECKING:
    import numpy as np
    import numpy.typing as npt

    Byte = npt.NDArray[np.uint8]
    Counts = npt.NDArray[np.int32]

SOLID = 16  # alpha from which on something is in the way
_AS_GOOD = 0.98  # of the best cover; for the last pixels nobody wants a picture moved far


@dataclass(frozen=True)
class Settled:
    """`placement` is `moved` (x, y) pixels from what was planned. `overlap`: the share of its box
    that lies over the silhouette, 0 to 1; for one `on` an object the more the better."""

    placement: Placement
    moved: tuple[int, int]
    overlap: float


def settle(
    silhouette: Byte, asset: PlacedAsset, taken: Sequence[Room] = (), frame: Room | None = None
) -> Settled:
    """The place nearest to the planned one that suits the picture's stand.

    `silhouette` is the objects' alpha (H, W) uint8, `taken` the boxes of other pictures, and
    `frame` the part of it that this one may use (default: all). `beside`: its box with its clear
    space touches neither silhouette nor another picture; where there is no such place, that of
    least overlap. `on`: its box lies on the silhouette as far as can be, and on no other picture
    if that can be. `behind`: as planned.
    """
    solid = _solid(silhouette)
    placed = asset.placement
    at = placed.x, placed.y
    if asset.stand != "behind":
        at = _nearest(solid, asset, taken, frame or _whole(solid))
    moved = at[0] - placed.x, at[1] - placed.y
    placement = placed.model_copy(update={"x": at[0], "y": at[1]}) if any(moved) else placed
    return Settled(placement, moved, _share(solid, placement))


def _nearest(
    solid: Byte, asset: PlacedAsset, taken: Sequence[Room], frame: Room
) -> tuple[int, int]:
    placed = asset.placement
    if placed.width > frame.width or placed.height > frame.height:
        return placed.x, placed.y
    if asset.stand == "beside" and _is_free(solid, asset, taken, frame):
        return placed.x, placed.y
    rows = slice(frame.y, frame.y + frame.height - placed.height + 1)
    columns = slice(frame.x, frame.x + frame.width - placed.width + 1)
    cost = _cost(solid, asset, taken, (rows, columns))
    return _least(cost, (placed.x, placed.y), (frame.x, frame.y))


def _is_free(solid: Byte, asset: PlacedAsset, taken: Sequence[Room], frame: Room) -> bool:
    """Whether nothing is in the way where it was planned, which is the rule."""
    placed, clear = asset.placement, asset.clear_space
    left, top = placed.x - clear, placed.y - clear
    right, bottom = placed.x + placed.width + clear, placed.y + placed.height + clear
    free = all(
        room.x >= right or room.y >= bottom or room.x + room.width <= left
        or room.y + room.height <= top
        for room in taken
    )  # fmt: skip
    inside = (
        frame.x <= placed.x <= frame.x + frame.width - placed.width
        and frame.y <= placed.y <= frame.y + frame.height - placed.height
    )
    return free and inside and not solid[max(0, top) : bottom, max(0, left) : right].any()


def _cost(
    solid: Byte, asset: PlacedAsset, taken: Sequence[Room], places: tuple[slice, slice]
) -> Counts:
    """What stands against each of these places (y, x) of the box, in pixels; what is worse counts
    more."""
    import numpy as np

    placed = asset.placement
    size = placed.width, placed.height
    if asset.stand == "on":
        cover = _counts(solid, size)
        lacking = np.maximum(int(int(cover[places].max()) * _AS_GOOD) - cover, 0)
        for room in taken:
            lacking[_touching(room, size)] += size[0] * size[1]
        return lacking[places]
    others = _drawn(taken, solid.shape)
    clear = min(asset.clear_space, max(solid.shape))
    both = solid if others is None else solid | others
    cost = _counts(both, size, clear)[places]
    if int(cost.min()) > 0:  # a logo over the object is worse than one too near to it
        cost = cost + _counts(both, size)[places] * np.float32(4)
    return cost


def _least(cost: Counts, wish: tuple[int, int], corner: tuple[int, int]) -> tuple[int, int]:
    """The place of least cost that is nearest to the wish; of equal ones the first by rows."""
    import numpy as np

    x, y = wish[0] - corner[0], wish[1] - corner[1]
    if 0 <= y < cost.shape[0] and 0 <= x < cost.shape[1] and cost[y, x] == 0:
        return wish
    away_x = (np.arange(cost.shape[1], dtype=np.float32) - x) ** 2
    away_y = (np.arange(cost.shape[0], dtype=np.float32) - y) ** 2
    away = np.where(cost <= cost.min(), away_y[:, None] + away_x, np.float32(np.inf))
    row, column = divmod(int(away.argmin()), cost.shape[1])
    return corner[0] + column, corner[1] + row


def _counts(mask: Byte, size: tuple[int, int], around: int = 0) -> Counts:
    """Pixels of the mask (0 or 1) in a box of this size, wider by `around` on each side, for each
    place (y, x) of the box in the frame; nothing counts outside the frame."""
    import cv2
    import numpy as np

    wide = cv2.copyMakeBorder(mask, around, around, around, around, cv2.BORDER_CONSTANT)
    total = np.asarray(cv2.integral(wide), np.int32)
    width, height = size[0] + 2 * around, size[1] + 2 * around
    lower = total[height:, width:] - total[height:, :-width]
    counts: Counts = lower - (total[:-height, width:] - total[:-height, :-width])
    return counts


def _solid(silhouette: Byte) -> Byte:
    import cv2
    import numpy as np

    return np.asarray(cv2.threshold(silhouette, SOLID - 1, 1, cv2.THRESH_BINARY)[1], np.uint8)


def _drawn(taken: Sequence[Room], shape: tuple[int, ...]) -> Byte | None:
    """A mask of the boxes; None where there are none."""
    import numpy as np

    if not taken:
        return None
    mask = np.zeros(shape, np.uint8)
    for room in taken:
        rows = slice(max(0, room.y), max(0, room.y + room.height))
        mask[rows, max(0, room.x) : max(0, room.x + room.width)] = 1
    return mask


def _touching(room: Room, size: tuple[int, int]) -> tuple[slice, slice]:
    """The places (y, x) at which a box of this size overlaps the room."""
    rows = slice(max(0, room.y - size[1] + 1), max(0, room.y + room.height))
    return rows, slice(max(0, room.x - size[0] + 1), max(0, room.x + room.width))


def _share(solid: Byte, placed: Room) -> float:
    part = solid[
        max(0, placed.y) : max(0, placed.y + placed.height),
        max(0, placed.x) : max(0, placed.x + placed.width),
    ]
    return float(part.sum()) / (placed.width * placed.height)


def _whole(solid: Byte) -> Room:
    return Room(x=0, y=0, width=solid.shape[1], height=solid.shape[0])
