"""The recipe of one picture that a person brings: alpha → finish → check."""

from __future__ import annotations

from dataclasses import asdict, dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal

import numpy as np

from nukki.alpha import router, vitmatte
from nukki.alpha.native import STRATEGY_ID as NATIVE
from nukki.alpha.result import AlphaResult, Attempt, Remark
from nukki.alpha.source import Colour, Pixels, Saliency, Source
from nukki.core.picture import Frame
from nukki.core.pixels import to_8_bit
from nukki.finishing import shadow as shadows
from nukki.finishing.decontaminate import decontaminate
from nukki.qa import rules
from nukki.qa.report import QaReport

if TYPE_CHECKING:
    from nukki.catalog.materials import Material

# A cut picture keeps its frame, which the object may touch or fill, and a drawing without
# anti-aliasing may be meant.
WAIVED = ("coverage", "edge_contact", "soft_alpha")


@dataclass(frozen=True)
class Options:
    """What a person asked for. `background`: a colour 0..1, or None to find it. `pair`: the same
    object in the same place over another background."""

    material: Material = "opaque"
    background: Colour | None = None
    shadow: Literal["drop", "keep"] = "drop"
    model: str | None = None
    pair: Path | None = None
    apng: bool = False
    again: bool = False


@dataclass(frozen=True)
class FrameCut:
    """One cut frame: `rgba` (H, W, 4), straight, hidden colour bled, dtype of its input."""

    rgba: Pixels
    result: AlphaResult
    report: QaReport
    remarks: tuple[Remark, ...]


def cut_frame(
    frame: Frame, options: Options, saliency: Saliency | None = None, other: Pixels | None = None
) -> FrameCut:
    """The cutout of one picture with its figures; raises AlphaError when nothing could cut it."""
    keep = options.shadow == "keep"
    source = Source(
        frame.rgb,
        options.material,
        frame.alpha,
        options.background,
        other,
        shadow="soft_floor" if keep else "none",
        saliency=saliency,
        matting=vitmatte.if_pulled(),
    )
    if frame.alpha is not None and not frame.alpha.any():
        return _empty(source)
    result = router.cut(source)
    cutout = delivered = decontaminate(result.rgba)[0]
    remarks = list(result.remarks)
    if keep and (layer := result.layers.get("shadow")) is not None:
        delivered = decontaminate(shadows.under(result.rgba, layer)[0])[0]
        remarks.append(Remark("cut-shadow-kept"))
    elif keep:
        remarks.append(Remark("cut-shadow-none"))
    report = rules.check(
        to_8_bit(result.rgba),
        to_8_bit(delivered),
        options.material,
        cutout=to_8_bit(cutout),
        waived=WAIVED,
        background=result.background,
        source_rgb=source.rgb8 if result.background is not None else None,
    )
    return FrameCut(delivered, result, report, tuple(remarks))


def facts_of(made: FrameCut) -> dict[str, Any]:
    """The figures of one frame as JSON holds them."""
    return {
        "strategy": made.result.strategy_id,
        "confidence": round(made.result.confidence, 4),
        "passed": made.report.passed,
        "checks": made.report.as_json()["checks"],
        "tried": [asdict(attempt) for attempt in made.result.tried],
        "remarks": [asdict(remark) for remark in made.remarks],
    }


def _empty(source: Source) -> FrameCut:
    """A picture in which everything is transparent, as an animation may begin: it stays so."""
    rgba = np.zeros((*source.rgb.shape[:2], 4), source.rgb.dtype)
    tried = (Attempt(NATIVE, accepted=True, reason="alpha-accepted"),)
    result = AlphaResult(rgba, NATIVE, 1.0, tried)
    return FrameCut(rgba, result, QaReport(source.material, ()), (Remark("cut-empty"),))
