"""The recipe of one candidate: arrange, model, trace or paint, develop."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import replace
from typing import TYPE_CHECKING

import numpy as np
import numpy.typing as npt

from nukki.catalog.art import Art
from nukki.catalog.concept import Subject
from nukki.catalog.look import Glass, Metal, Neon, TraceLook
from nukki.catalog.placement import Placement, Room
from nukki.core import clock, process
from nukki.core.pixels import to_bytes
from nukki.engines.engine import Candidate, DrawRequest
from nukki.engines.render import arrange, mesh, shadow, stage, tubes
from nukki.engines.render.mesh import Body
from nukki.engines.render.placed import Placed
from nukki.engines.render.vector import paint

if TYPE_CHECKING:
    from nukki.engines.render.tracer import Tracer

Byte = npt.NDArray[np.uint8]
Float32 = npt.NDArray[np.float32]
Tick = Callable[[str, int, int], None]
_Drawn = tuple[Byte, dict[str, Byte], dict[str, float | str]]

# Samples per pixel: what 34 dB on the object against 1,024 samples needs after denoising,
# with room to spare (bench noise prints the figures).
SOLID_SPP = 32
METAL_SPP = 64  # mirrors show the soft boxes sharply, and their edges want more samples
GLASS_SPP = 64
FEATURE_SPP = 16
TUBE_SPP = 64
SOLID_DEPTH = 6
GLASS_DEPTH = 12

BRAND_SHARE = 0.3  # what a brand picture adds to a solid look's time
_PAINT_STAGES = 6  # of the look with most of them

# Shares of a candidate's time, for progress; measured at 1024 by bench render.
SHARES = {
    "solid": {"model": 0.12, "features": 0.10, "light": 0.60, "coverage": 0.08, "develop": 0.10},
    "glass": {"model": 0.04, "black": 0.52, "white": 0.38, "develop": 0.06},
    "glow": {"model": 0.45, "features": 0.45, "develop": 0.10},
    "vector": {"paint": 1.0},
}


def shares_of(request: DrawRequest) -> dict[str, float]:
    """The stages of a candidate of this request and their shares of its time."""
    kind = kind_of(request.look)
    shares = SHARES[kind]
    if kind != "solid" or not request.assets:
        return shares
    more = BRAND_SHARE * len(request.assets)
    return {name: share / (1 + more) for name, share in shares.items()} | {
        "brand": more / (1 + more)
    }


def kind_of(look: object) -> str:
    """Which of the four recipes a look takes."""
    if not isinstance(look, TraceLook):
        return "vector"
    if isinstance(look.material, Glass):
        return "glass"
    return "glow" if isinstance(look.material, Neon) else "solid"


class Studio:
    """Draws the candidates of one request; meshes are shared between them."""

    def __init__(
        self,
        request: DrawRequest,
        arts: Sequence[tuple[Subject, Art]],
        pictures: Sequence[Byte] = (),
    ) -> None:
        """`pictures` are those of `request.assets`, (h, w, 4) straight, in their order."""
        self._request = request
        self._pictures = pictures
        self._places: dict[int, Placement] = {}
        self._arts = arts
        self._models: dict[tuple[str, ...], list[Body]] = {}
        self._times: dict[str, float] = {}
        self._spp = int(request.pins.get("spp", 0))
        self._room = request.room or Room(x=0, y=0, width=request.width, height=request.height)

    def draw(self, index: int, seed: int, tick: Tick) -> Candidate:
        """Candidate `index`; `tick(stage, step, steps)` may raise to stop."""
        self._times, self._places = {}, {}
        request, room = self._request, self._room
        with self._timed("arrange"):
            placed = arrange.arrange(
                self._arts,
                request.look,
                request.palette,
                request.mood,
                seed,
                room.width / room.height,
                0.0 if isinstance(request.look, TraceLook) else paint.room(request.look),
            )
        draw = {
            "solid": self._solid,
            "glass": self._glass,
            "glow": self._glow,
            "vector": self._vector,
        }[kind_of(request.look)]
        rgba, layers, facts = draw(placed, seed, tick)
        facts["peak_mb"] = round(process.peak_mb(), 1)
        times, places = dict(self._times), dict(self._places)
        return Candidate(index, seed, rgba, layers, times, facts, places=places)

    def _solid(self, placed: Sequence[Placed], seed: int, tick: Tick) -> _Drawn:
        from nukki.engines.render import brand, develop

        tracer = self._tracer(placed, seed, tick)
        with self._timed("features"):
            features = tracer.features(FEATURE_SPP, tick)
        metal = isinstance(self._look().material, Metal)
        spp = self._spp or (METAL_SPP if metal else SOLID_SPP)
        with self._timed("light"):
            light = tracer.light(spp, SOLID_DEPTH, tick)
        with self._timed("coverage"):
            alpha = tracer.coverage(light[..., 3], tick)
        tick("develop", 0, 1)
        with self._timed("develop"):
            colour = develop.straight(light[..., :3], light[..., 3])
            clean = develop.denoise(colour, features, alpha)
            picture = develop.encoded(develop.tone(clean, self._exposure()), alpha)
            rgba = self._framed(picture, tracer.box)
            layers = self._shadow(tracer.stage, rgba)
        if self._pictures:
            with self._timed("brand"):
                painter = brand.Painter(self._request, tracer, features, rgba, seed)
                brands = painter.paint(self._pictures, tick)
            layers |= brands.layers
            self._places = brands.places
        return rgba, layers, {"spp": spp}

    def _glass(self, placed: Sequence[Placed], seed: int, tick: Tick) -> _Drawn:
        from nukki.engines.render import develop, glass

        tracer = self._tracer(placed, seed, tick)
        spp = self._spp or GLASS_SPP
        with self._timed("black"):
            black = tracer.over_black(spp, GLASS_DEPTH, tick)
        with self._timed("white"):
            through = tracer.transmission(spp, GLASS_DEPTH, tick)
        tick("develop", 0, 1)
        with self._timed("develop"):
            black, through = develop.denoise_pair(black, through)
            solved = glass.solve(develop.tone(black, self._exposure()), through)
            rgba = self._framed(solved.rgba, tracer.box)
            layers = self._shadow(tracer.stage, rgba)
            layers["linear"] = self._framed(solved.linear, tracer.box)
            layers["body"] = self._framed(solved.body, tracer.box)
            layers["tint"] = self._framed(solved.tint, tracer.box, empty=255)
        facts: dict[str, float | str] = {
            "spp": spp,
            "residual": round(solved.residual, 3),
            "residual_with_tint": round(solved.residual_with_tint, 3),
            "residual_linear": round(solved.residual_linear, 3),
        }
        return rgba, layers, facts

    def _glow(self, placed: Sequence[Placed], seed: int, tick: Tick) -> _Drawn:
        from nukki.engines.render import glow

        look = self._look()
        neon = look.material
        assert isinstance(neon, Neon)
        size = min(self._room.width, self._room.height)
        tracer = self._tracer(placed, seed, tick, glow.room(neon, size))
        with self._timed("features"):
            features = tracer.features(self._spp or TUBE_SPP, tick)
        tick("develop", 0, 1)
        with self._timed("develop"):
            facing = features.normal[..., 2] * (features.mark > 0)
            picture = glow.develop(features.albedo, facing, features.mark, neon, size)
            rgba = self._framed(picture, tracer.box)
        return rgba, self._shadow(tracer.stage, rgba), {"spp": self._spp or TUBE_SPP}

    def _vector(self, placed: Sequence[Placed], seed: int, tick: Tick) -> _Drawn:
        request = self._request
        assert not isinstance(request.look, TraceLook)
        with self._timed("paint"):
            picture = paint.paint(
                placed,
                request.look,
                request.palette,
                seed,
                self._room.width,
                self._room.height,
                _in_one_go(tick),
            )
        layers: dict[str, Byte] = {}
        if picture.shadow is not None:
            layers["shadow"] = self._laid_in(picture.shadow)
        return self._laid_in(picture.rgba), layers, {}

    def _laid_in(self, picture: Byte) -> Byte:
        """A picture of the room's size in the frame, cut where the room reaches out of it."""
        request, room = self._request, self._room
        if picture.shape[:2] == (request.height, request.width):
            return picture
        frame = np.zeros((request.height, request.width, 4), np.uint8)
        left, top = max(room.x, 0), max(room.y, 0)
        seen = picture[
            top - room.y : request.height - room.y, left - room.x : request.width - room.x
        ]
        frame[top : top + seen.shape[0], left : left + seen.shape[1]] = seen
        return frame

    def _tracer(self, placed: Sequence[Placed], seed: int, tick: Tick, room: int = 3) -> Tracer:
        """`room` is how many pixels around the objects the picture needs."""
        from nukki.engines.render.tracer import Tracer

        look, request = self._look(), self._request
        tick("model", 0, 1)
        with self._timed("model"):
            built = stage.build(
                placed,
                self._model,
                look.camera,
                seed,
                request.width,
                request.height,
                floor=request.shadow == "soft_floor",
                reach=(room - 3) / min(self._room.width, self._room.height),
                room=request.room,
            )
            tracer = Tracer(built, look, request.mood, seed, room)
        tick("model", 1, 1)
        return tracer

    def _model(self, art: Art) -> list[Body]:
        look = self._look()
        key = tuple(part.path for part in art.parts)
        if key not in self._models:
            neon = look.material
            self._models[key] = (
                tubes.model(art, neon) if isinstance(neon, Neon) else mesh.model(art, look.bevel)
            )
        bodies = self._models[key]
        return [replace(body, colour=self._colour(art, body.part)) for body in bodies]

    def _colour(self, art: Art, part: int) -> tuple[float, float, float]:
        if part < 0:
            return (0.0, 0.0, 0.0)
        colour = art.parts[part].colour
        if isinstance(self._look().material, Neon):
            from nukki.engines.render import glow

            return glow.vivid(colour)
        return colour

    def _shadow(self, built: stage.Stage, rgba: Byte) -> dict[str, Byte]:
        alpha = rgba[..., 3].astype(np.float32) / np.float32(255)
        layer = shadow.cast(self._request.shadow, built, alpha)
        return {} if layer is None else {"shadow": layer}

    def _framed(self, picture: Float32, box: tuple[int, int, int, int], empty: int = 0) -> Byte:
        x, y, width, height = box
        shape = (self._request.height, self._request.width, picture.shape[2])
        frame = np.full(shape, empty, np.uint8)
        frame[y : y + height, x : x + width] = to_bytes(picture)
        return frame

    def _look(self) -> TraceLook:
        assert isinstance(self._request.look, TraceLook)
        return self._request.look

    def _exposure(self) -> float:
        return self._look().lighting.exposure * (1 + 0.25 * self._request.mood.brightness)

    @contextmanager
    def _timed(self, stage_name: str) -> Iterator[None]:
        start = clock.seconds()
        yield
        self._times[stage_name] = round(clock.seconds() - start, 3)


def _in_one_go(tick: Tick) -> Tick:
    """The stages of a painted look, each counting from 1, as one count that only grows."""
    seen: list[str] = []

    def report(name: str, step: int, steps: int) -> None:
        if name not in seen:
            seen.append(name)
        share = (len(seen) - 1 + step / max(steps, 1)) / _PAINT_STAGES
        tick("paint", min(round(100 * share), 100), 100)

    return report
