"""An engine that draws a soft ellipse with Pillow: real, quick, and slow or failing when asked."""

import threading
from dataclasses import dataclass, field

import numpy as np
from PIL import Image, ImageDraw

from nukki.catalog import style
from nukki.catalog.concept import Subject
from nukki.catalog.look import Mood
from nukki.core import hashing
from nukki.engines import parcel
from nukki.engines.engine import Candidate, DrawRequest, Progress
from nukki.errors import EngineError
from nukki.jobs import payload

PINS = {"pencil": "1"}
BRIEF = "object_concept: 컵\nseed: 7\n"


def request(seeds=(7, 8, 9), size=(300, 280), **changes):
    """A small request that the pencil can draw."""
    fields = {
        "width": size[0],
        "height": size[1],
        "seeds": seeds,
        "prompt": "a cup",
        "negative": "",
        "subjects": (Subject(word="컵", source="icon", ref="teacup"),),
        "look": style.combine([]).look,
        "palette": ("#ff5a5f",),
        "mood": Mood(),
        "shadow": "soft_floor",
        "pins": PINS,
    }
    return DrawRequest(**{**fields, **changes})


def planned(**changes):
    """A payload for the pencil."""
    fields = {
        "engine": "render",
        "model": "render",
        "request": request(),
        "material_class": "opaque",
        "matting": ("native_alpha",),
        "packs": (),
        "workflow": payload.Workflow(id="render", sha256="0" * 64),
        "brief_sha256": hashing.of_bytes(BRIEF.encode()),
        "versions": payload.versions(),
    }
    return payload.Payload(**{**fields, **changes})


def draw(request, index):
    """(H, W, 4) straight: an ellipse whose place and colour follow the seed; and its shadow."""
    rng = np.random.default_rng(request.seeds[index])
    wide, high = request.width * 4, request.height * 4
    mask = Image.new("L", (wide, high), 0)
    left, top = (rng.uniform(0.12, 0.2, 2) * (wide, high)).astype(int)
    ImageDraw.Draw(mask).ellipse((left, top, left + wide * 0.6, top + high * 0.6), fill=255)
    alpha = np.asarray(mask.resize((request.width, request.height), Image.Resampling.LANCZOS))
    rgba = np.zeros((request.height, request.width, 4), np.uint8)
    rgba[..., :3] = rng.integers(40, 220, 3, np.uint8)
    rgba[..., 3] = alpha
    rgba[alpha == 0] = 0
    shadow = np.zeros_like(rgba)
    shadow[..., 3] = np.roll(alpha, 8, axis=0) // 4
    return rgba, shadow


def on_backing(rgba, backing):
    """The picture over a solid colour, with the noise of a decoder; alpha 255 everywhere."""
    alpha = rgba[..., 3:] / 255
    whole = rgba[..., :3] * alpha + np.asarray(backing) * 255 * (1 - alpha)
    noise = np.random.default_rng(1).normal(0, 1.5, whole.shape)
    flat = np.full_like(rgba, 255)
    flat[..., :3] = np.clip(np.rint(whole + noise), 0, 255)
    return flat


@dataclass
class _Sheet:
    request: DrawRequest
    progress: Progress
    finished: list = field(default_factory=list)
    stop: threading.Event = field(default_factory=threading.Event)


class Pencil:
    """Obeys `nukki.engines.engine.Engine`. `seconds` a candidate; what else goes wrong is named.

    With `backing` (a colour, 0..1) it draws as a generator does: on that colour, without alpha.
    """

    name = "render"
    costs = False
    cold_start_s = 5.0

    def __init__(
        self, seconds=0.0, break_at=None, wrong_size_at=None, opaque_at=None, refuse="",
        backing=None, bare_at=None,
    ):  # fmt: skip
        self.bare_at = bare_at
        self.seconds, self.break_at, self.backing = seconds, break_at, backing
        self.wrong_size_at, self.opaque_at, self.refuse = wrong_size_at, opaque_at, refuse
        self.sheets = {}

    def pins(self):
        return PINS

    def slot(self):
        return "render@desk"

    def family(self, model):
        return model

    def attach(self, handle):
        return False

    def submit(self, request, inputs, ticket=""):
        if self.refuse:
            raise EngineError("engine-failed", reason=self.refuse)
        assert inputs.is_dir()
        handle = f"sheet-{len(self.sheets)}"
        sheet = _Sheet(request, Progress("drawing", total=len(request.seeds), stage="start"))
        self.sheets[handle] = sheet
        threading.Thread(target=self._work, args=(sheet,), daemon=True).start()
        return handle

    def poll(self, handle):
        return self.sheets[handle].progress

    def fetch(self, handle):
        finished = self.sheets[handle].finished
        return [parcel.pack(finished.pop(0)) for _ in range(len(finished))]

    def cancel(self, handle):
        self.sheets[handle].stop.set()

    def _work(self, sheet):
        total = len(sheet.request.seeds)
        for index, seed in enumerate(sheet.request.seeds):
            for step in range(5):
                sheet.progress = Progress("drawing", index, total, "paint", step, 5)
                if sheet.stop.wait(self.seconds / 5):
                    sheet.progress = Progress("cancelled", index, total)
                    return
            if index == self.break_at:
                sheet.progress = Progress("failed", index, total, error="the pencil broke")
                return
            rgba, shadow = draw(sheet.request, index)
            if index == self.wrong_size_at:
                rgba = rgba[:-1]
            if index == self.bare_at:
                rgba[...] = 0
            if index == self.opaque_at:
                rgba[..., 3] = 255
            timings = {"paint": self.seconds}
            if self.backing is None:
                drawn = Candidate(index, seed, rgba, {"shadow": shadow}, timings)
            else:
                flat = on_backing(rgba, self.backing)
                drawn = Candidate(index, seed, flat, {}, timings, background=self.backing)
            sheet.finished.append(drawn)
        sheet.progress = Progress("done", total, total)
