"""The brand pictures of a brief: which they are in the library, and where they will stand."""

from __future__ import annotations

from dataclasses import dataclass

from nukki.catalog.placement import PlacedAsset, Room


@dataclass(frozen=True)
class Placed:
    """Brand pictures as the payload pins them, from far to near; `order` says for each its place
    in the brief. `room` is what is left for the objects."""

    assets: tuple[PlacedAsset, ...]
    order: tuple[int, ...]
    room: Room
