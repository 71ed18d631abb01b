"""The Brief: what a person typed, normalised, nothing looked up yet."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from pydantic import BeforeValidator, Field

from nukki.brief import asset_use, fields, sizes
from nukki.brief.asked import Asked
from nukki.brief.asset_use import AssetUse
from nukki.brief.sizes import Size

PackIds = Annotated[tuple[str, ...], BeforeValidator(fields.listing(fields.kebab, 4))]
Uses = Annotated[
    tuple[AssetUse, ...],
    BeforeValidator(fields.listing(asset_use.parse_use, asset_use.MAX_USES, lambda use: use.asset)),
]
Pictures = Annotated[
    tuple[str, ...], BeforeValidator(fields.listing(fields.picture, 2, fields.same_file))
]
Note = Annotated[str, BeforeValidator(fields.text(0, 500))]


class Style(Asked):
    """How it should look: packs, words, up to two mood pictures, and what to leave out."""

    style_packs: PackIds = ()
    free_text: Note = ""
    reference_images: Pictures = ()
    negative: Note = ""


class Brief(Asked):
    """One request for a graphic object. `campaign_text` is context and is never drawn."""

    campaign_text: Note = ""
    object_concept: Annotated[str, BeforeValidator(fields.text(1, 300))]
    model: Annotated[str | None, BeforeValidator(fields.kebab)] = None
    assets: Uses = ()
    size_preset: Annotated[Size, BeforeValidator(sizes.parse_size)] = sizes.PRESETS["1:1"]
    style: Style = Style()
    candidate_count: Annotated[int, BeforeValidator(fields.whole(1, 8))] = 4
    seed: Annotated[int | Literal["random"], BeforeValidator(fields.seed)] = "random"
    shapes: Annotated[dict[str, str], BeforeValidator(fields.shapes)] = Field(default_factory=dict)
    unmatched: Annotated[
        Literal["refuse", "skip"], BeforeValidator(fields.choice("refuse", "skip"))
    ] = "refuse"

    def as_typed(self) -> dict[str, Any]:
        """Plain values for brief.yaml; loading them gives the same Brief."""
        typed = self.model_dump(mode="json")
        return typed | {"size_preset": sizes.as_typed(self.size_preset)}

    def as_json(self) -> dict[str, Any]:
        """The same for programs: what is not set is left out, a preset has its name alone."""
        typed = self.as_typed() | {"size_preset": sizes.as_json(self.size_preset)}
        return {key: value for key, value in typed.items() if value is not None}


STYLE_KEYS = tuple(Style.model_fields)
BRIEF_KEYS = tuple(Brief.model_fields)
