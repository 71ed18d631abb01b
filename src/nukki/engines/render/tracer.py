"""A stage through Mitsuba: light, features for the denoiser, exact coverage, glass over two
backdrops. Pictures are linear float32 of the stage's box, not of the whole frame."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import astuple, dataclass
from functools import cached_property
from typing import Any

import numpy as np
import numpy.typing as npt

from nukki.catalog.look import Glass, Mood, TraceLook
from nukki.engines.render import looks
from nukki.engines.render.mesh import Body
from nukki.engines.render.stage import Stage

Float32 = npt.NDArray[np.float32]
Tick = Callable[[str, int, int], None]
Box = tuple[int, int, int, int]

# Rays in flight at once: bounds the memory of a pass to about 0.6 GB in the vectorised variant.
_RAYS = 3_000_000
_COVERAGE = 128  # samples a pixel for coverage
_OWN_COLOUR = ("base_color.value", "reflectance.value")
_BACKDROP_DISTANCE = 2.5
# Shading normals that point away from the viewer though the face is seen render black. Those
# within this much of the horizon are lifted just above it.
_HORIZON = 0.35
_LIFTED = 0.05


@dataclass(frozen=True)
class Features:
    """What a first hit tells without light, premultiplied by coverage: albedo and world normal
    (h, w, 3), and `mark` (h, w), the first texture coordinate."""

    albedo: Float32
    normal: Float32
    mark: Float32

    def within(self, x: int, y: int, width: int, height: int) -> Features:
        """Those of a part of the picture."""
        part = slice(y, y + height), slice(x, x + width)
        return Features(*(np.ascontiguousarray(one[part]) for one in astuple(self)))


def _spots(count: int) -> npt.NDArray[np.float64]:
    """Points in the unit square (count, 2), no two in a row or column: the R2 sequence.

    A regular grid gives an edge along the axes as few levels as it has rows.
    """
    # The plastic number's powers (Roberts 2018).
    steps = np.arange(1, count + 1)[:, None] * np.array([0.7548776662466927, 0.5698402909980532])
    spots: npt.NDArray[np.float64] = (0.5 + steps) % 1.0
    return spots


def in_passes(spp: int) -> tuple[int, int]:
    """Samples a pixel of each pass, and how many passes make `spp`.

    A power of four, so that a square grid spreads a pixel's samples evenly. And the vectorised
    variant hands out rays to its threads in blocks of a power of two: of other counts two threads
    would add to one pixel in either order, which gives other bytes.
    """
    each = 1
    while spp % (4 * each) == 0:
        each *= 4
    return each, spp // each


class Tracer:
    """One stage in one look, ready to be sampled as often as wanted."""

    def __init__(self, stage: Stage, look: TraceLook, mood: Mood, seed: int, room: int = 3) -> None:
        """`room` is how many pixels around the objects belong to the picture."""
        import mitsuba as mi

        self._mi = mi
        self._look = look
        self._mood = mood
        self._seed = seed & 0x7FFFFFFF
        self.stage = stage
        self.box = stage.box(room)
        relief = looks.relief(look.texture, seed & 0xFFFF)
        glass = isinstance(look.material, Glass)
        self._meshes = {
            f"body_{i}_{k}": self._mesh(body, looks.surface(look, body.colour, relief), glass)
            for i, bodies in enumerate(stage.objects)
            for k, body in enumerate(bodies)
        }

    def light(self, spp: int, depth: int, tick: Tick) -> Float32:
        """Radiance and alpha (h, w, 4), premultiplied, light from the look's sky."""
        path = {"type": "path", "max_depth": depth, "hide_emitters": True}
        return self._render(self.lit, path, spp, "light", tick)

    def features(self, spp: int, tick: Tick) -> Features:
        """Guides for the denoiser, and all that light tubes need."""
        scene = self._scene({})
        aov = {
            "type": "aov",
            "aovs": "albedo:albedo,normal:sh_normal,mark:uv",
            "first": {"type": "depth"},
        }
        picture = self._render(scene, aov, spp, "features", tick)
        channels = (picture[..., -8:-5], picture[..., -5:-2], picture[..., -2])
        return Features(*(np.ascontiguousarray(channel) for channel in channels))

    def coverage(self, alpha: Float32, tick: Tick) -> Float32:
        """Exact coverage (h, w): `alpha` from few samples, refined at every partial pixel."""
        if str(self._mi.variant()).startswith("scalar"):
            scene = self._scene({})
            fine = self._render(scene, {"type": "depth"}, _COVERAGE, "coverage", tick)
            return np.ascontiguousarray(fine[..., -1] if fine.shape[-1] < 4 else fine[..., 3])
        return self._refined(alpha)

    @cached_property
    def lit(self) -> Any:
        """The objects in the light of the look's sky."""
        return self._scene({"sky": self._sky()})

    @property
    def bodies(self) -> Mapping[str, Any]:
        """The objects as shapes of a scene, by name: `body_<object>_<part>`."""
        return self._meshes

    def shape(self, body: Body, bsdf: Mapping[str, Any]) -> Any:
        """One more shape for a scene."""
        return self._mesh(body, dict(bsdf), glass=False)

    def scene(self, shapes: Mapping[str, Any], *, lit: bool = True) -> Any:
        """Any shapes before the same camera; building one takes longer than a look at it."""
        light = {"sky": self._sky()} if lit else {}
        camera = self._camera(self.box)
        return self._mi.load_dict({"type": "scene", "camera": camera, **shapes, **light})

    def recolour(self, scene: Any, colours: Mapping[str, float]) -> None:
        """Give shapes of a scene, by name, another grey as their own colour."""
        parameters = self._mi.traverse(scene)
        for key in parameters.keys():  # noqa: SIM118 - it is no mapping
            name = key.split(".")[0]
            if name in colours and key.endswith(_OWN_COLOUR):
                parameters[key] = self._mi.Color3f(colours[name])
        parameters.update()

    def window(
        self, scene: Any, box: Box, integrator: Mapping[str, Any], spp: int, tick: Tick
    ) -> Float32:
        """What of a scene lies in a box (x, y, width, height) of the frame: all channels that the
        integrator gives, (h, w, C). Equal calls take equal samples, so that two pictures which
        differ in one shape differ only by what it does."""
        return self._render(scene, integrator, spp, "brand", tick, box)

    def transmission(self, spp: int, depth: int, tick: Tick) -> Float32:
        """Light that arrives from a white backdrop and nothing else, (h, w, 3): 1 where empty."""
        scene = self._scene({"backdrop": self._backdrop(1.0)})
        picture = self._render(scene, {"type": "path", "max_depth": depth}, spp, "white", tick)
        return np.ascontiguousarray(picture[..., :3])

    def over_black(self, spp: int, depth: int, tick: Tick) -> Float32:
        """The look's light over a black backdrop, (h, w, 3)."""
        scene = self._scene({"sky": self._sky(), "backdrop": self._backdrop(0.0)})
        picture = self._render(scene, {"type": "path", "max_depth": depth}, spp, "black", tick)
        return np.ascontiguousarray(picture[..., :3])

    def over_picture(self, backdrop: Float32, spp: int, depth: int, tick: Tick) -> Float32:
        """The look's light over a picture (rows, columns, 3), linear: a check on the glass."""
        emitter = self._backdrop(1.0)
        emitter["emitter"]["radiance"] = {
            "type": "bitmap",
            "bitmap": self._mi.Bitmap(backdrop),
            "raw": True,
        }
        scene = self._scene({"sky": self._sky(), "backdrop": emitter})
        picture = self._render(scene, {"type": "path", "max_depth": depth}, spp, "picture", tick)
        return np.ascontiguousarray(picture[..., :3])

    def _render(
        self,
        scene: Any,
        integrator: Mapping[str, Any],
        spp: int,
        stage: str,
        tick: Tick,
        box: Box | None = None,
    ) -> Float32:
        """Bands of rows, each with all samples of a pass, so that a pixel's are spread evenly;
        `tick` after every band may raise to stop."""
        mi = self._mi
        method = mi.load_dict(dict(integrator))
        x, y, width, height = box or self.box
        each, passes = in_passes(spp)
        rows = max(1, min(height, _RAYS // (width * each)))
        starts = range(0, height, rows)
        total: Float32 | float = 0.0
        for index in range(passes):
            bands = []
            for place, start in enumerate(starts, index * len(starts)):
                window = (x, y + start, width, min(rows, height - start))
                sensor = mi.load_dict(self._camera(window))
                seed = (self._seed * 4099 + place * 7919) & 0xFFFFFFFF
                picture = mi.render(scene, sensor=sensor, integrator=method, spp=each, seed=seed)
                bands.append(np.array(picture, np.float32))
                tick(stage, place + 1, passes * len(starts))
            total = total + np.concatenate(bands)
        return np.asarray(total / np.float32(passes), np.float32)

    def _refined(self, alpha: Float32) -> Float32:
        import cv2

        mi = self._mi
        partial = ((alpha > 0) & (alpha < 1)).astype(np.uint8)
        solid = (alpha >= 1).astype(np.uint8)
        kernel = np.ones((3, 3), np.uint8)
        # A pixel that few samples call full or empty may be partial when its neighbour is not.
        border = cv2.subtract(cv2.dilate(solid, kernel), cv2.erode(solid, kernel))
        rows, columns = np.nonzero(cv2.bitwise_or(cv2.dilate(partial, kernel), border))
        refined = np.array(alpha, np.float32)
        if not rows.size:
            return refined
        scene = self._scene({})
        sensor = scene.sensors()[0]
        offsets = _spots(_COVERAGE)
        chunk = max(1, _RAYS // len(offsets))
        width, height = self.box[2], self.box[3]
        for start in range(0, rows.size, chunk):
            part = slice(start, start + chunk)
            x = (columns[part, None] + offsets[None, :, 0]).ravel() / width
            y = (rows[part, None] + offsets[None, :, 1]).ravel() / height
            spots = mi.Point2f(mi.Float(x.astype(np.float32)), mi.Float(y.astype(np.float32)))
            ray, _ = sensor.sample_ray(0.0, 0.5, spots, mi.Point2f(0.5))
            hits = np.array(scene.ray_test(ray)).reshape(-1, len(offsets))
            refined[rows[part], columns[part]] = hits.mean(1)
        return refined

    def _scene(self, extra: Mapping[str, Any]) -> Any:
        return self._mi.load_dict(
            {"type": "scene", "camera": self._camera(self.box), **self._meshes, **extra}
        )

    def _camera(self, window: Box) -> dict[str, Any]:
        mi = self._mi
        stage, (x, y, width, height) = self.stage, window
        transform = mi.ScalarTransform4f()
        wide, high, left, top = stage.film
        film = {
            "type": "hdrfilm",
            "width": wide,
            "height": high,
            "crop_offset_x": x + left,
            "crop_offset_y": y + top,
            "crop_width": width,
            "crop_height": height,
            "rfilter": {"type": "box"},
            "pixel_format": "rgba",
            "component_format": "float32",
        }
        described = {"film": film, "sampler": {"type": "multijitter"}, "near_clip": 0.01}
        view = stage.view
        if np.isinf(view.distance):
            at = transform.look_at(origin=[0, 0, 8], target=[0, 0, 0], up=[0, 1, 0])
            half = view.half * wide / stage.short
            scaled = at @ transform.scale([half, half, 1])
            return {"type": "orthographic", "to_world": scaled, **described}
        at = transform.look_at(origin=[0, 0, view.distance], target=[0, 0, 0], up=[0, 1, 0])
        half = view.half * (min(wide, high) / stage.short)
        angle = 2 * np.degrees(np.arctan(half / view.distance))
        return {
            "type": "perspective",
            "fov": float(angle),
            "fov_axis": "smaller",
            "to_world": at,
            **described,
        }

    def _sky(self) -> dict[str, Any]:
        bitmap = self._mi.Bitmap(looks.sky(self._look.lighting, self._mood))
        return {"type": "envmap", "bitmap": bitmap}

    def _backdrop(self, radiance: float) -> dict[str, Any]:
        transform = self._mi.ScalarTransform4f()
        black = {"type": "diffuse", "reflectance": {"type": "rgb", "value": 0.0}}
        plane: dict[str, Any] = {
            "type": "rectangle",
            "to_world": transform.translate([0, 0, -_BACKDROP_DISTANCE]) @ transform.scale(40),
            "bsdf": black,
        }
        if radiance:
            plane["emitter"] = {"type": "area", "radiance": {"type": "rgb", "value": radiance}}
        return plane

    def _mesh(self, body: Body, bsdf: dict[str, Any], glass: bool) -> Any:
        mi = self._mi
        properties = mi.Properties()
        properties["bsdf"] = mi.load_dict(bsdf)
        mesh = mi.Mesh(
            "body",
            vertex_count=len(body.points),
            face_count=len(body.faces),
            has_vertex_normals=True,
            has_vertex_texcoords=True,
            props=properties,
        )
        normals = body.normals if glass else self._above_horizon(body)
        parameters = mi.traverse(mesh)
        parameters["vertex_positions"] = body.points.ravel()
        parameters["vertex_normals"] = normals.ravel()
        parameters["vertex_texcoords"] = body.uv.ravel()
        parameters["faces"] = body.faces.ravel()
        parameters.update()
        return mesh

    def _above_horizon(self, body: Body) -> Float32:
        view = self.stage.view.towards(body.points.astype(np.float64)).astype(np.float32)
        facing = np.einsum("ni,ni->n", body.normals, view)
        low = (facing > -_HORIZON) & (facing < _LIFTED)
        wanted = _LIFTED * (facing + _HORIZON) / (_LIFTED + _HORIZON)
        lifted = body.normals + np.where(low, wanted - facing, 0)[:, None] * view
        unit: Float32 = lifted / np.linalg.norm(lifted, axis=1, keepdims=True)
        return unit.astype(np.float32)
