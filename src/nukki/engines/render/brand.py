"""Brand pictures as things of the scene: plates beside, on and behind the objects, prints on them.

They are layers of their own around the finished objects, whose pixels they never change.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Any

import cv2
import numpy as np
import numpy.typing as npt

from nukki.catalog.blend import Blend
from nukki.catalog.look import Metal, TraceLook
from nukki.catalog.placement import PlacedAsset, Placement, Room, quad_in_frame
from nukki.catalog.settle import settle
from nukki.core.pixels import to_bytes, to_float, to_linear, to_srgb
from nukki.core.warp import warped
from nukki.engines.engine import DrawRequest
from nukki.engines.render import (
    brand_light,
    brand_plate,
    brand_print,
    brand_shadow,
    brand_tone,
    develop,
    looks,
)
from nukki.engines.render.brand_light import Sky
from nukki.engines.render.brand_plate import Plate
from nukki.engines.render.brand_print import Print
from nukki.engines.render.mesh import Body
from nukki.engines.render.tracer import Box, Features, Tick, Tracer

Byte = npt.NDArray[np.uint8]
Float32 = npt.NDArray[np.float32]

_PLATE_SPP = 8  # light on a plate is smooth, and the denoiser has no detail to lose
_PRINT_SPP = 16
_PATH = {"type": "path", "max_depth": 4, "hide_emitters": True}
_OPEN = 24  # px of a plate without anything around it, to know how bright it would be
_PLATE_RENDERS, _PRINT_RENDERS = 6, 5
_EDGE = 0.0035  # of the room's shorter side: half the width of a plate's soft edge
_EDGE_SLOPE = 0.55
_DOME = 0.10  # slope at a plate's border: a plate that is quite flat looks like paper
_PRESS = 0.0022
_PRESS_SLOPE = 0.9
_SOLID = 240  # alpha from which on a pixel is the plate's alone
_EVEN = 0.006  # of the room's shorter side: light on a plate has no finer detail
_GRAIN = np.float32(0.6)
_GRAIN_SPAN = 0.6  # of the room's shorter side: what one tile of a look's relief spans
_GROOVE = 0.5
_NORMAL_BLEND = Blend()


@dataclass
class Brands:
    """`layers` and `places` of a candidate (see `engines/engine.Candidate`)."""

    layers: dict[str, Byte] = field(default_factory=dict)
    places: dict[int, Placement] = field(default_factory=dict)


class Painter:
    """Adds brand pictures to one drawn candidate; `rgba` is that of the objects, of the frame."""

    def __init__(
        self, request: DrawRequest, tracer: Tracer, features: Features, rgba: Byte, seed: int
    ) -> None:
        assert isinstance(request.look, TraceLook)
        self._request, self._tracer, self._features = request, tracer, features
        self._look: TraceLook = request.look
        self._rgba, self._alpha = rgba, np.ascontiguousarray(rgba[..., 3])
        self._blend = request.blend or _NORMAL_BLEND
        self._sky = Sky(self._look.lighting, request.mood)
        self._exposure = self._look.lighting.exposure * (1 + 0.25 * request.mood.brightness)
        self._paint = brand_tone.surface(self._look, None)
        self._relief = looks.relief(self._look.texture, seed & 0xFFFF)

    def paint(self, pictures: Sequence[Byte], tick: Tick) -> Brands:
        """The layers of every picture of the request, straight RGBA (h, w, 4) each."""
        assets = self._request.assets
        count = _Counter(tick, sum(_renders(one) for one in assets))
        result, taken = Brands(), list[Room]()
        for index, (asset, picture) in enumerate(zip(assets, pictures, strict=True)):
            before = count.done
            others = [
                _kept_clear(one, other.clear_space - asset.clear_space)
                for one, other in zip(taken, assets, strict=False)
            ]
            layers, place = self._one(asset, picture, others, count.next)
            count.done = before + _renders(asset)
            result.layers |= {f"asset{index}-{name}": made for name, made in layers.items()}
            result.places[index] = place
            taken.append(place)
        count.end()
        return result

    def _one(
        self,
        asset: PlacedAsset,
        picture: Byte,
        taken: Sequence[Room],
        next_tick: Callable[[], Tick],
    ) -> tuple[dict[str, Byte], Placement]:
        if asset.blend == "imprint" and asset.stand == "on":
            printed = self._print(asset, picture, taken, next_tick)
            if printed is not None:
                return self._printed(printed, next_tick), printed.place
        place = settle(self._alpha, asset, taken).placement
        moved = asset.model_copy(update={"placement": place})
        return self._plated(moved, picture, next_tick), place

    def _plated(
        self, asset: PlacedAsset, picture: Byte, next_tick: Callable[[], Tick]
    ) -> dict[str, Byte]:
        box, flat = _in_place(picture, asset, self._request.width, self._request.height)
        if not flat.size:
            return {name: np.zeros_like(self._rgba) for name in ("flat", "lit", "shadow")}
        plate = brand_plate.stand(self._tracer.stage, asset)
        sheet = plate.cut(np.ascontiguousarray(picture[..., 3])) or plate.sheet()
        shape = self._tracer.shape(sheet, self._paint)
        scene = self._tracer.scene({**self._tracer.bodies, "plate": shape})
        lit = self._lit_plate(scene, plate, box, flat, asset.stand == "behind", next_tick)
        part = _part(box)
        if asset.stand == "behind":
            lit[self._alpha[part] == 255] = 0
        cover = np.zeros_like(self._alpha)
        cover[part] = flat[..., 3]
        shadow = self._shadow(asset, scene, sheet, cover, next_tick)
        return {"flat": self._framed(flat, box), "lit": self._framed(lit, box), "shadow": shadow}

    def _lit_plate(
        self,
        scene: Any,
        plate: Plate,
        box: Box,
        flat: Byte,
        behind: bool,
        next_tick: Callable[[], Tick],
    ) -> Byte:
        """The picture's colours in the light that its plate stands in."""
        around = self._apart(scene, ("plate",), box, next_tick)
        around = around.smoothed(self._open(box, flat, behind), _EVEN * self._tracer.stage.short)
        alone = self._tracer.scene({"plate": self._tracer.shape(plate.sheet(), self._paint)})
        clear = self._apart(alone, ("plate",), _middle(box, _OPEN), next_tick)
        normals = np.broadcast_to(plate.normal.astype(np.float32), (*flat.shape[:2], 3))
        alpha = to_float(flat[..., 3])
        edge = _EDGE * self._tracer.stage.short
        tilt = brand_light.relief(alpha, edge, _EDGE_SLOPE) + _dome(alpha)
        bent = brand_light.tilted(normals, tilt + self._grain(box))
        smooth = brand_light.tilted(normals, tilt)
        open_light = np.maximum(clear.matt.mean((0, 1)), 1e-3)
        shade = around.matt / open_light * self._sky.matt(bent) / self._sky.straight_on
        # Without what an open plate mirrors all over, or its blacks would turn grey.
        gloss = around.gloss - clear.gloss.mean((0, 1)) + self._glint(normals, smooth, box)
        strength = np.float32(2 * self._blend.light)
        light = to_linear(to_float(flat[..., :3])) * shade**strength
        light += np.maximum(gloss, 0) * strength * np.float32(self._exposure)
        return _encoded(light, flat[..., 3])

    def _open(self, box: Box, flat: Byte, behind: bool) -> npt.NDArray[np.bool_]:
        """Where a plate, and nothing else, is seen."""
        own = np.ascontiguousarray(flat[..., 3]) >= _SOLID
        if behind:
            own &= self._alpha[_part(box)] == 0
        inner = cv2.erode(own.astype(np.uint8), np.ones((3, 3), np.uint8)) > 0
        return np.asarray(inner if inner.any() else own, np.bool_)

    def _print(
        self,
        asset: PlacedAsset,
        picture: Byte,
        taken: Sequence[Room],
        next_tick: Callable[[], Tick],
    ) -> Print | None:
        found = brand_print.find(self._tracer, asset, picture, taken, next_tick)
        if found is None:
            return None
        face = brand_print.face(self._tracer, found, next_tick)
        return brand_print.laid_on(picture, asset, face, found.place)

    def _printed(self, printed: Print, next_tick: Callable[[], Tick]) -> dict[str, Byte]:
        """The print in the light of the face, and the groove that its edges press into it."""
        face, flat = printed.face, printed.flat
        box, part = face.box, _part(face.box)
        inked = brand_tone.surface(self._look, self._relief)
        shapes = {
            name: self._tracer.shape(brand_print.body_of(self._tracer, name), inked)
            for name in face.names
        }
        scene = self._tracer.scene({**self._tracer.bodies, **shapes})
        guides = np.repeat(face.seen[..., None], 3, -1), face.normals
        around = self._apart(scene, face.names, box, next_tick, guides, _PRINT_SPP)
        alpha = to_float(flat[..., 3])
        width = _PRESS * self._tracer.stage.short
        tilt = brand_light.relief(alpha, width, -_PRESS_SLOPE * self._blend.emboss)
        bent = brand_light.tilted(face.normals, tilt)
        shade = self._sky.matt(bent) / self._sky.matt(face.normals)
        # A face mirrors a little everywhere, which would turn blacks grey: what it mirrors more
        # than that is what makes it shine.
        veil = np.percentile(around.gloss[flat[..., 3] > 0], 50, axis=0)
        glint = self._glint(face.normals, bent, box)
        gloss = np.maximum(around.gloss - veil.astype(np.float32) + glint, 0)
        light = to_linear(to_float(flat[..., :3])) * around.matt * shade + gloss
        light = develop.tone(light, self._exposure)
        ink = np.float32(self._blend.ink)
        below = to_float(self._rgba[part][..., :3])
        # What is below shines through as through a film: blacks stay black on any colour.
        colour = np.clip(to_srgb(light), 0, 1) * (ink + (1 - ink) * below)
        seen = np.minimum(face.seen, to_float(self._alpha[part]))
        lit = to_bytes(np.dstack([colour, alpha * seen]))
        ring = cv2.GaussianBlur(alpha, (0, 0), max(1.6 * width, 1.0)) * (1 - alpha)
        dark = np.zeros(self._alpha.shape, np.float32)
        dark[part] = _GROOVE * self._blend.emboss * ring * seen
        return {
            "flat": self._framed(flat, box),
            "lit": self._framed(lit, box),
            "shadow": brand_shadow.layer(dark),
        }

    def _shadow(
        self,
        asset: PlacedAsset,
        scene: Any,
        sheet: Body,
        cover: Byte,
        next_tick: Callable[[], Tick],
    ) -> Byte:
        dark = np.zeros(self._alpha.shape, np.float32)
        floor = brand_shadow.on_floor(self._request.shadow, self._tracer, sheet, cover)
        if floor is not None:
            dark += np.minimum(self._blend.drop / 0.35, 1.6) * floor
        if asset.stand != "behind":
            solid = to_float(self._alpha)
            dark *= 1 - solid
            near = brand_shadow.on_objects(
                self._tracer, scene, sheet, cover, self._features, next_tick
            )
            if near is not None:
                part = _part(near[0])
                strength = min(self._blend.contact / 0.6, 1.6)
                if isinstance(self._look.material, Metal):
                    strength *= 0.6  # what is polished shows little shadow
                dark[part] += near[1] * np.float32(strength) * solid[part]
        return brand_shadow.layer(np.clip(dark, 0, 1))

    def _apart(
        self,
        scene: Any,
        names: Sequence[str],
        box: Box,
        next_tick: Callable[[], Tick],
        guides: tuple[Float32, Float32] | None = None,
        spp: int = _PLATE_SPP,
    ) -> brand_tone.Lit:
        """The light on the shapes of these names, seen white and seen black."""
        seen = []
        for grey in (1.0, 0.0):
            self._tracer.recolour(scene, dict.fromkeys(names, grey))
            light = self._tracer.window(scene, box, _PATH, spp, next_tick())
            seen.append(develop.straight(light[..., :3], light[..., 3]))
        return brand_tone.apart(seen[0], seen[1], guides)

    def _glint(self, normals: Float32, bent: Float32, box: Box) -> Float32:
        """What the edges of a relief mirror more, or less, than the surface around."""
        x, y, width, height = box
        columns, rows = np.meshgrid(np.arange(width) + x + 0.5, np.arange(height) + y + 0.5)
        spots = np.stack([columns.ravel(), rows.ravel()], 1)
        stage = self._tracer.stage
        towards = stage.view.towards(stage.at_depth(spots, 0.0))
        viewer = towards.astype(np.float32).reshape(height, width, 3)
        rough = brand_tone.varnish(self._look)
        glint = self._sky.mirrored(bent, viewer, rough)
        return np.asarray(glint - self._sky.mirrored(normals, viewer, rough), np.float32)

    def _grain(self, box: Box) -> Float32:
        """The look's own relief on a plate, as tilt (h, w, 2)."""
        x, y, width, height = box
        tilt = np.zeros((height, width, 2), np.float32)
        if self._relief is None:
            return tilt
        span = max(round(_GRAIN_SPAN * self._tracer.stage.short), 8)
        tile = cv2.resize(self._relief, (span, span), interpolation=cv2.INTER_AREA) * (
            span * _GRAIN
        )
        rows, columns = np.arange(y, y + height) % span, np.arange(x, x + width) % span
        down, across = np.gradient(tile)
        tilt[..., 0] = -across[np.ix_(rows, columns)]
        tilt[..., 1] = down[np.ix_(rows, columns)]
        return tilt

    def _framed(self, patch: Byte, box: Box) -> Byte:
        frame = np.zeros_like(self._rgba)
        frame[_part(box)] = patch
        return frame


class _Counter:
    """The renders of all pictures as one stage that only grows."""

    def __init__(self, tick: Tick, total: int) -> None:
        self._tick, self._total, self.done = tick, total, 0

    def next(self) -> Tick:
        before, self.done = self.done, self.done + 1

        def report(_: str, step: int, steps: int) -> None:
            at = 100 * (before + step / max(steps, 1))
            self._tick("brand", min(round(at), 100 * self._total), 100 * self._total)

        return report

    def end(self) -> None:
        self._tick("brand", 1, 1)


def _kept_clear(place: Room, more: int) -> Room:
    """The box of another picture, wider where that one wants more room than ours does."""
    more = max(more, 0)
    wide, high = place.width + 2 * more, place.height + 2 * more
    return Room.model_construct(x=place.x - more, y=place.y - more, width=wide, height=high)


def _renders(asset: PlacedAsset) -> int:
    return _PLATE_RENDERS + (_PRINT_RENDERS if asset.blend == "imprint" else 0)


def _in_place(picture: Byte, asset: PlacedAsset, width: int, height: int) -> tuple[Box, Byte]:
    """The picture's own pixels where it stands, as far as the frame goes."""
    place = asset.placement
    flat = picture
    if not place.keeps_bytes:
        corners = quad_in_frame(asset.width, asset.height, place)
        flat = warped(picture, corners, (place.x, place.y, place.width, place.height))
    left, top = max(place.x, 0), max(place.y, 0)
    right, bottom = min(place.x + flat.shape[1], width), min(place.y + flat.shape[0], height)
    bottom, right = max(bottom, top), max(right, left)
    seen = flat[top - place.y : bottom - place.y, left - place.x : right - place.x]
    return (left, top, right - left, bottom - top), seen


def _encoded(light: Float32, alpha: Byte) -> Byte:
    lit = np.empty((*alpha.shape, 4), np.uint8)
    lit[..., :3] = to_bytes(np.clip(to_srgb(light), 0, 1))
    lit[..., 3] = alpha
    lit[alpha == 0] = 0
    return lit


def _dome(alpha: Float32) -> Float32:
    """A slight bulge: (h, w, 2), right and up."""
    height, width = alpha.shape
    across = np.linspace(-1, 1, width, dtype=np.float32) * np.float32(_DOME)
    up = np.linspace(1, -1, height, dtype=np.float32) * np.float32(_DOME)
    return np.stack(np.broadcast_arrays(across[None], up[:, None]), -1).astype(np.float32)


def _middle(box: Box, side: int) -> Box:
    x, y, width, height = box
    across, down = min(width, side), min(height, side)
    return x + (width - across) // 2, y + (height - down) // 2, across, down


def _part(box: Box) -> tuple[slice, slice]:
    x, y, width, height = box
    return slice(y, y + height), slice(x, x + width)
