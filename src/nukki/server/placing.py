"""Where the brand pictures of a brief will stand, for the page that shows it before it is drawn."""

from __future__ import annotations

from pydantic import BaseModel

from nukki.catalog.placement import Mode, PlacedAsset, Stand, Tilt, quad_in_frame
from nukki.jobs.placing import Placed


class Box(BaseModel):
    """A rectangle of the frame in pixels, y down."""

    x: int
    y: int
    width: int
    height: int


class AssetPlaced(Box):
    """One brand picture where it will stand: its box, and in `quad` its corners, clockwise from
    its own top left. `index` counts in `assets` of the brief. `resampled`: it is scaled or turned,
    so that its pixels are not the designer's own. `clear_space` around it stays free."""

    index: int
    asset: str
    variant: str
    quad: list[tuple[float, float]]
    scale: float
    rotate: float
    tilt: Tilt
    stand: Stand
    blend: Mode
    clear_space: int
    resampled: bool
    picture: str


class Layout(BaseModel):
    """The frame as it is divided: `room` is kept to by the objects, `assets` come in the order in
    which they are stacked, lowest first."""

    room: Box
    assets: list[AssetPlaced]


def shown(placed: Placed) -> Layout:
    """The layout as the API tells it."""
    room = placed.room
    return Layout(
        room=Box(x=room.x, y=room.y, width=room.width, height=room.height),
        assets=[
            _one(index, asset) for index, asset in zip(placed.order, placed.assets, strict=True)
        ],
    )


def _one(index: int, asset: PlacedAsset) -> AssetPlaced:
    spot = asset.placement
    return AssetPlaced(
        index=index,
        asset=asset.asset,
        variant=asset.variant,
        **spot.model_dump(),
        quad=list(quad_in_frame(asset.width, asset.height, spot)),
        stand=asset.stand,
        blend=asset.blend,
        clear_space=asset.clear_space,
        resampled=not spot.keeps_bytes,
        picture=f"/api/assets/{asset.asset}/{asset.variant}.thumb.webp",
    )
