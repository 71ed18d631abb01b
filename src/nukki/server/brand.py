"""Brand pictures of a candidate as its page shows them: where each stands, and how it was given."""

from __future__ import annotations

from typing import Literal

from pydantic import BaseModel

from nukki.catalog.placement import Given, Mode, PlacedAsset, Stand, Tilt
from nukki.jobs import given, naming
from nukki.jobs.given import Outcome
from nukki.jobs.status import CandidateStatus, Failure
from nukki.jobs.store import JobFolder
from nukki.server import cards, pictures
from nukki.server.cards import Told
from nukki.server.pictures import Layer


class Figures(BaseModel):
    """How far a blended picture is from its own shape and colors, or how far it may be: overlap of
    the shapes 0 to 1, mean ΔE2000, and turn of the hue in degrees."""

    shape_iou: float
    delta_e: float
    hue: float


class AssetShown(BaseModel):
    """One brand picture in a candidate; `index` counts in the brief's order as it is stacked.

    `x`, `y`, `width` and `height` are its box in the frame of `drawing`, `moved` how far it was
    moved from where it was planned. `core_px` of its pixels are fully opaque, `visible_px` of them
    are not covered, and `matched` is whether those are in the saved picture what `given` says.
    `deviation` and `limits` are told of what was blended, or should have been: `downgraded` says
    why it was given exactly instead. `route` is where light and shadow come from: the engine's
    scene, or the picture. `label` is the state in a word, `state` as a sentence.
    `picture` is the designer's file, small; `layers` are this one's own.
    """

    index: int
    asset: str
    variant: str
    asked: Mode
    given: Given
    route: Literal["scene", "picture"]
    label: str
    state: Told
    downgraded: Told | None
    x: int
    y: int
    width: int
    height: int
    scale: float
    rotate: float
    tilt: Tilt
    stand: Stand
    moved: list[int]
    core_px: int
    visible_px: int
    core_sha256: str
    matched: bool
    deviation: Figures | None
    limits: Figures | None
    picture: str
    layers: list[Layer]


def shown(
    job: JobFolder, item: CandidateStatus, placed: tuple[PlacedAsset, ...], language: str
) -> list[AssetShown]:
    """The brand pictures of a candidate whose job was planned with those of `placed`."""
    return [
        _one(job, item, index, placed[index], outcome, language)
        for index, outcome in enumerate(given.of(item)[: len(placed)])
    ]


def _one(
    job: JobFolder,
    item: CandidateStatus,
    index: int,
    placed: PlacedAsset,
    outcome: Outcome,
    language: str,
) -> AssetShown:
    why = outcome["downgraded"]
    said = why and cards.told(Failure(why["code"], why.get("context", {})), language)
    files = pictures.layers(item, naming.asset_layers(index))
    layers = ((name, pictures.shown(job, file)) for name, file in files.items())
    return AssetShown(
        **{**outcome, "downgraded": said},
        index=index,
        label=given.label(outcome, language),
        state=Told(
            code=given.code(outcome),
            message=given.message(outcome, language),
            hint=given.hint(outcome, language),
        ),
        picture=f"/api/jobs/{job.id}/inputs/{placed.sha256}.webp",
        layers=[Layer(name=name, **shown.model_dump()) for name, shown in layers if shown],
    )
