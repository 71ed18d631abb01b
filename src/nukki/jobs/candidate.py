"""The recipe of one candidate, draw → alpha → finish → check, each step timed and kept apart."""

from __future__ import annotations

import io
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import asdict, dataclass, field
from typing import TYPE_CHECKING, Any

from nukki import __version__
from nukki.alpha import router
from nukki.alpha.result import AlphaResult
from nukki.alpha.source import Source
from nukki.core import clock, png
from nukki.engines.engine import Candidate
from nukki.errors import EngineError
from nukki.finishing.finish import Finished, finish
from nukki.jobs.payload import Payload
from nukki.jobs.status import CandidateStatus
from nukki.jobs.store import JobFolder
from nukki.qa import rules
from nukki.qa.report import QaReport

if TYPE_CHECKING:
    import numpy as np
    import numpy.typing as npt

    Byte = npt.NDArray[np.uint8]

THUMB_PX = 320
# A die-cut border is a ring of one colour around everything, which is what halo looks for;
# pigment pools at the wet edge of a wash, which is what fringe and tint look for.
BY_DESIGN = {"sticker": ("halo",), "watercolor": ("fringe", "tint")}


@dataclass
class Timings:
    """Seconds per named step; `draw` is broken down as the engine reported it."""

    seconds: dict[str, float] = field(default_factory=dict)

    @contextmanager
    def step(self, name: str) -> Iterator[None]:
        """Time the body under `name`."""
        since = clock.seconds()
        try:
            yield
        finally:
            self.seconds[name] = round(clock.seconds() - since, 4)


def make(job: JobFolder, payload: Payload, drawn: Candidate, brief_text: str) -> CandidateStatus:
    """Turn one drawing into files of the job, and say how it went.

    Raises NukkiError when the candidate cannot be finished; what was saved before stays.
    """
    timings = Timings({f"draw.{name}": round(s, 4) for name, s in drawn.timings.items()})
    name = file_name(drawn)
    with timings.step("draw.keep"):
        keep_drawing(job, payload, drawn, name)
    with timings.step("alpha"):
        cutout = router.cut(source_of(payload, drawn), payload.matting)
    rgba, layers = _drawn_bytes(cutout, drawn)
    with timings.step("finish"):
        finished = finish(rgba, layers, payload.request.shadow)
    with timings.step("check"):
        report = check(payload, drawn, cutout, rgba, layers.get("shadow"), finished)
    with timings.step("save"):
        marks = keep_marks(job, report, name)
        keep_finished(job, finished, name, settings(payload, drawn, cutout, brief_text))
    return CandidateStatus(
        index=drawn.index,
        seed=drawn.seed,
        candidate=f"candidates/{name}.png",
        final=f"final/{name}.png",
        strategy=cutout.strategy_id,
        confidence=round(cutout.confidence, 4),
        tried=[asdict(attempt) for attempt in cutout.tried],
        remarks=[asdict(remark) for remark in cutout.remarks],
        passed=report.passed,
        checks=report.as_json()["checks"],
        timings=timings.seconds,
        facts={
            **drawn.facts,
            **cutout.facts,
            "offset": list(finished.offset),
            "finishing": finished.recipe(),
        },
        marks=marks,
    )


def file_name(drawn: Candidate) -> str:
    """`<index>_<seed>`, as every file of this candidate begins."""
    return f"{drawn.index}_{drawn.seed}"


def keep_drawing(job: JobFolder, payload: Payload, drawn: Candidate, name: str) -> None:
    """Save the picture as harvested; raises EngineError when it is not what was asked for."""
    wanted = (payload.request.height, payload.request.width)
    if drawn.rgba.shape[:2] != wanted:
        raise EngineError(
            "candidate-size",
            found=f"{drawn.rgba.shape[1]}x{drawn.rgba.shape[0]}",
            allowed=f"{wanted[1]}x{wanted[0]}",
        )
    job.save(f"candidates/{name}.png", png.encode(drawn.rgba))


def source_of(payload: Payload, drawn: Candidate) -> Source:
    """What the matting strategies may know of a drawing.

    Alpha of 255 everywhere from an engine that named its background is no claim of alpha.
    """
    alpha: Byte | None = drawn.rgba[..., 3]
    if drawn.background is not None and int(drawn.rgba[..., 3].min()) == 255:
        alpha = None
    return Source(
        drawn.rgba[..., :3],
        payload.material_class,
        alpha,
        drawn.background,
        prior=drawn.mask,
        shadow=payload.request.shadow,
    )


def check(
    payload: Payload,
    drawn: Candidate,
    cutout: AlphaResult,
    rgba: Byte,
    shadow: Byte | None,
    finished: Finished,
) -> QaReport:
    """The verdict of the rules on the delivered picture.

    Where it was cut from a solid background, it is held against that background.
    """
    keyed = cutout.background is not None
    return rules.check(
        rgba,
        finished.rgba,
        payload.material_class,
        cutout=finished.layers["object"],
        shadow=shadow if payload.request.shadow != "none" else None,
        waived=BY_DESIGN.get(payload.request.look.renderer, ()),
        background=cutout.background,
        source_rgb=drawn.rgba[..., :3] if keyed else None,
        offset=finished.offset,
    )


def keep_marks(job: JobFolder, report: QaReport, name: str) -> str | None:
    """Save the picture that marks where rules on the edge failed; its path, None without one."""
    if report.marks is None:
        return None
    path = f"marks/{name}.png"
    job.save(path, png.encode(report.marks))
    return path


def keep_finished(job: JobFolder, finished: Finished, name: str, facts: dict[str, Any]) -> None:
    """Save layers and thumbnail, and the final picture last: where it is, all is."""
    for layer, pixels in finished.layers.items():
        job.save(f"layers/{name}_{layer}.png", png.encode(_as_rgba(pixels)))
    job.save(f"thumbs/{name}.webp", thumbnail(finished.rgba))
    job.save(f"final/{name}.png", png.encode(finished.rgba, facts))


def settings(
    payload: Payload, drawn: Candidate, cutout: AlphaResult, brief_text: str
) -> dict[str, Any]:
    """What the PNG says of itself: nothing of time or place, so that a re-run gives equal bytes."""
    return {
        "nukki": __version__,
        "payload": payload.identity(),
        "engine": payload.engine,
        "model": payload.model,
        "index": drawn.index,
        "seed": drawn.seed,
        "packs": [f"{pack.id}@{pack.version}" for pack in payload.packs],
        "strategy": cutout.strategy_id,
        "brief": brief_text,
    }


def thumbnail(rgba: Byte) -> bytes:
    """(H, W, 4) uint8 straight as a small WebP with alpha, at most 320 px a side."""
    from PIL import Image

    small = Image.fromarray(rgba, "RGBA")
    small.thumbnail((THUMB_PX, THUMB_PX), Image.Resampling.LANCZOS)
    buffer = io.BytesIO()
    small.save(buffer, "WEBP", quality=85, method=4)
    return buffer.getvalue()


def _drawn_bytes(cutout: AlphaResult, drawn: Candidate) -> tuple[Byte, dict[str, Byte]]:
    """The cutout and all layers; what the engine drew wins over what was keyed from its picture."""
    import numpy as np

    keyed = {name: np.asarray(layer, np.uint8) for name, layer in cutout.layers.items()}
    return np.asarray(cutout.rgba, np.uint8), {**keyed, **drawn.layers}


def _as_rgba(pixels: Byte) -> Byte:
    import numpy as np

    if pixels.shape[2] == 4:
        return pixels
    opaque = np.full((*pixels.shape[:2], 1), 255, np.uint8)
    return np.concatenate([pixels, opaque], axis=2)
