"""Brand pictures of a candidate: laid at their places, and given as was asked or, where that would
change them too much, exactly."""

from __future__ import annotations

import errno
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import TYPE_CHECKING, Any

import numpy as np

from nukki.catalog.blend import Blend, Limits
from nukki.catalog.placement import BLENDED, Mode, PlacedAsset, Placement, Room
from nukki.catalog.settle import settle
from nukki.core import hashing, png
from nukki.core.storage_faults import AWAY
from nukki.errors import StorageError
from nukki.finishing import compose
from nukki.finishing.compose import Piece, Stack
from nukki.finishing.harmonise import harmonise, overlays
from nukki.finishing.warp import Patch, in_place, patch_of
from nukki.jobs import given
from nukki.qa import asset_rules, deviation
from nukki.qa.deviation import Deviation

if TYPE_CHECKING:
    import numpy.typing as npt

    from nukki.catalog.placement import Given
    from nukki.core.storage import Storage
    from nukki.engines.engine import DrawRequest
    from nukki.jobs.candidate import Bench

    Byte = npt.NDArray[np.uint8]

Outcome = dict[str, Any]  # a status.AssetOutcome as JSON
Overlap = tuple[int, int]  # pixels over the objects, of so many visible ones

LIBRARY_BYTES = 10 * 1024 * 1024 + 1
_OVER = {
    "shape_iou": "asset-downgraded-shape",
    "delta_e": "asset-downgraded-colour",
    "hue": "asset-downgraded-hue",
}


@dataclass(frozen=True)
class Dressed:
    """The stack that `finish` takes; how each brand picture is given, but for what only the saved
    file can say; and how much of each lies over the objects though it should not."""

    stack: Stack
    outcomes: list[Outcome]
    overlaps: list[Overlap]


def of(bench: Bench, cut: Mapping[str, Any], rgba: Byte, layers: Mapping[str, Byte]) -> Dressed:
    """The picture of a candidate as its step before left it; raises StorageError."""
    request = bench.payload.request
    found = cut.get("places", {}).items()
    places = {int(n): Placement.model_validate(place) for n, place in found}
    return dressed(request, library(bench.job.files, request), rgba, layers, places)


def dressed(
    request: DrawRequest,
    files: Sequence[bytes],
    rgba: Byte,
    layers: Mapping[str, Byte],
    places: Mapping[int, Placement],
    before: Sequence[Outcome] | None = None,
) -> Dressed:
    """The picture of `rgba` (H, W, 4) uint8 straight, the objects, with all brand pictures.

    `files` are the library's, in the request's order. `layers` are of the frame's size: `shadow`,
    and what an engine (or an earlier finish) drew of the pictures, of which those in `places` are
    of its scene and stand there. `before`, from an earlier finish, says where all stand and which
    were not to be blended after all; without it they settle by the silhouette.
    """
    return _Studio(request, files, rgba, layers, places, before or ()).dressed()


def split(layers: Mapping[str, Byte]) -> tuple[dict[str, Byte], dict[str, Byte]]:
    """The layers of the objects, and those of brand pictures."""
    mine = {name: layer for name, layer in layers.items() if not name.startswith("asset")}
    return mine, {name: layer for name, layer in layers.items() if name not in mine}


def library(files: Storage, request: DrawRequest) -> list[bytes]:
    """The library's files as they were pinned; raises StorageError."""
    return [_pinned(files, asset) for asset in request.assets]


@dataclass(frozen=True)
class _Studio:
    """All that is needed to lay the brand pictures of one candidate."""

    request: DrawRequest
    files: Sequence[bytes]
    rgba: Byte
    layers: Mapping[str, Byte]
    places: Mapping[int, Placement]
    before: Sequence[Outcome]

    @cached_property
    def blend(self) -> Blend:
        return self.request.blend or Blend()

    @property
    def casts(self) -> bool:
        """Whether a shadow may fall where there is nothing."""
        return self.request.shadow != "none"

    def dressed(self) -> Dressed:
        placed = self._placed()
        outcomes: dict[int, Outcome] = {}
        overlaps: dict[int, Overlap] = {}
        stack = Stack.on(self.rgba, self.layers.get("shadow") if self.casts else None)
        for index in compose.order([asset.stand for asset in self.request.assets]):
            if index is None:
                stack.lay_objects(self.rgba)
                continue
            piece, outcomes[index] = self._piece(index, placed[index], stack.flat)
            overlaps[index] = self._overlap(index, piece.own)
            stack.lay(piece)
        order = range(len(placed))
        return Dressed(stack, [outcomes[n] for n in order], [overlaps[n] for n in order])

    def _placed(self) -> list[Placement]:
        """Where each stands: as before, as the engine chose, or at the nearest free place."""
        if self.before:
            return [given.placement(outcome) for outcome in self.before]
        silhouette = np.ascontiguousarray(self.rgba[..., 3])
        found: list[Placement] = []
        for index, asset in enumerate(self.request.assets):
            if index in self.places:
                found.append(self.places[index])
                continue
            taken = [
                _kept_clear(place, other.clear_space - asset.clear_space)
                for place, other in zip(found, self.request.assets, strict=False)
            ]
            found.append(settle(silhouette, asset, taken).placement)
        return found

    def _piece(self, index: int, place: Placement, below: Byte) -> tuple[Piece, Outcome]:
        """The picture as it is given, and what there is to say of that."""
        asset = self.request.assets[index]
        height, width = self.rgba.shape[:2]
        # Decoded one at a time: each may have 16 million pixels.
        own = in_place(png.decode(self.files[index]), place).clipped(width, height)
        plain: Given = "exact" if place.keeps_bytes else "resampled"
        piece = Piece(index, plain, own)
        outcome = given.unproved(asset, place, "scene" if index in self.places else "picture")
        if asset.blend == "exact":
            return self._with_effects(piece, below, "exact"), outcome
        kept = self._kept(index)
        if kept is None:
            return self._decided(asset, piece, outcome, below)
        mode = "exact" if kept["downgraded"] else asset.blend
        piece = self._with_effects(piece, below, mode)
        return replace(piece, given=kept.get("given", plain)), outcome | kept

    def _kept(self, index: int) -> Outcome | None:
        """What was decided before and stays: that it may not be blended, or how far the engine's
        own picture of it is from the designer's. None where it is to be decided."""
        if not self.before:
            return None
        told = self.before[index]
        kept = {key: told[key] for key in ("deviation", "limits", "downgraded")}
        if told["downgraded"]:
            return kept
        blended = told["given"] in BLENDED and index in self.places
        return {**kept, "given": told["given"]} if blended else None

    def _decided(
        self, asset: PlacedAsset, piece: Piece, outcome: Outcome, below: Byte
    ) -> tuple[Piece, Outcome]:
        """Blended while that is within its limits."""
        limits = self.blend.limits
        blended = self._with_effects(piece, below, asset.blend)
        found = self._deviation(blended, below)
        over = found.within(limits)
        outcome |= {"deviation": _figures(found), "limits": _figures(limits)}
        if not over:
            return replace(blended, given=asset.blend), outcome | {"given": asset.blend}
        name = over[0]
        context = {
            "asset": given.name_of(outcome),
            "found": _shown(name, getattr(found, name)),
            "allowed": _shown(name, getattr(limits, name)),
        }
        exact = self._with_effects(piece, below, "exact")
        return exact, outcome | {"downgraded": {"code": _OVER[name], "context": context}}

    def _with_effects(self, piece: Piece, below: Byte, mode: Mode) -> Piece:
        """With shadow, light and shade: of the engine's scene, or found in the picture."""
        name = f"asset{piece.index}"
        if piece.index not in self.places:
            made = harmonise(below, piece.own, mode, self.blend, self.casts)
            found = _some(made.shadow), _some(made.shade), _some(made.light), _some(made.lit)
            return replace(
                piece, shadow=found[0], shade=found[1], light=found[2], lit=found[3] or piece.own
            )
        shadow, lit = self._layer(f"{name}-shadow"), self._layer(f"{name}-lit")
        shade, light = self._layer(f"{name}-shade"), self._layer(f"{name}-light")
        flat = self._layer(f"{name}-flat")
        if flat is not None and lit is not None and flat.rgba.size:
            box = _around(flat, lit)
            shade, light = overlays(_boxed(flat, box), _boxed(lit, box))
        if shadow is not None and not self.casts:
            shadow = compose.grounded(shadow, below)
        return replace(piece, shadow=shadow, shade=shade, light=light, lit=lit)

    def _layer(self, name: str) -> Patch | None:
        layer = self.layers.get(name)
        return None if layer is None else patch_of(layer)

    def _deviation(self, piece: Piece, below: Byte) -> Deviation:
        """Of the blended picture from the same without light, both where they can be seen."""
        flat = self._layer(f"asset{piece.index}-flat") or piece.own
        lit = piece.lit or Patch(np.zeros((0, 0, 4), np.uint8), piece.own.x, piece.own.y)
        box = _around(flat, lit)
        ground = Patch(_part(below, box).copy(), box[0], box[1])
        if piece.shadow is not None:
            compose.lay(ground.rgba, piece.shadow.moved(-box[0], -box[1]))
        hides = self.request.assets[piece.index].stand == "behind"
        cover = _part(self.rgba, box)[..., 3] if hides else None
        return deviation.measure(_boxed(lit, box).rgba, _boxed(flat, box).rgba, cover, ground.rgba)

    def _overlap(self, index: int, own: Patch) -> Overlap:
        if self.request.assets[index].stand != "beside" or not own.rgba.size:
            return 0, 0
        return asset_rules.overlap(own.rgba[..., 3], self.rgba[own.box][..., 3])


def _figures(found: Deviation | Limits) -> dict[str, float]:
    return {
        "shape_iou": round(found.shape_iou, 4),
        "delta_e": round(found.delta_e, 3),
        "hue": round(found.hue, 3),
    }


def _shown(name: str, figure: float) -> str:
    return f"{figure:.3f}" if name == "shape_iou" else f"{figure:.1f}"


def _kept_clear(place: Room, more: int) -> Room:
    """The box of another picture, wider where that one wants more room than ours does."""
    more = max(0, more)
    wide, high = place.width + 2 * more, place.height + 2 * more
    return Room.model_construct(x=place.x - more, y=place.y - more, width=wide, height=high)


def _around(one: Patch, other: Patch) -> tuple[int, int, int, int]:
    """Left, top, right and bottom of both."""
    return (
        min(one.x, other.x),
        min(one.y, other.y),
        max(one.x + one.width, other.x + other.width),
        max(one.y + one.height, other.y + other.height),
    )


def _boxed(patch: Patch, box: tuple[int, int, int, int]) -> Patch:
    """Of the size of the box, with nothing around it."""
    left, top, right, bottom = box
    return Patch(patch.moved(-left, -top).on_frame(right - left, bottom - top), left, top)


def _some(patch: Patch) -> Patch | None:
    return patch if patch.width and patch.height else None


def _part(picture: Byte, box: tuple[int, int, int, int]) -> Byte:
    left, top, right, bottom = box
    return picture[top:bottom, left:right]


def _pinned(files: Storage, asset: PlacedAsset) -> bytes:
    path = f"inputs/{asset.file}"
    try:
        data = files.read(path, LIBRARY_BYTES)
    except OSError as error:
        code = AWAY if error.errno == errno.EHOSTUNREACH else "asset-input-missing"
        raise StorageError(code, path=path, reason=error.strerror) from error
    if hashing.of_bytes(data) != asset.sha256:
        raise StorageError("asset-input-changed", found=asset.sha256[:12])
    return data
