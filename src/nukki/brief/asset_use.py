"""What a brief asks for a brand picture: its name alone, or how it should stand in the frame."""

from __future__ import annotations

from typing import Annotated, Any, Literal, get_args

from pydantic import BeforeValidator, model_serializer

from nukki.brief import fields
from nukki.brief.asked import Asked
from nukki.brief.faults import shown, wrong_type

Position = Literal[
    "auto",
    "center",
    "left",
    "right",
    "top",
    "bottom",
    "top-left",
    "top-right",
    "bottom-left",
    "bottom-right",
]
Tilt = Literal["none", "slight", "iso", "strong"]
Stand = Literal["auto", "beside", "on", "behind"]
Blend = Literal["exact", "overlay", "imprint"]

MAX_USES = 6
MIN_SCALE = 0.01
MAX_ROTATE = 180
_FORMS = '"…", {asset: …}'
_MAX_KEYS = 16


class AssetUse(Asked):
    """One brand picture of a brief. `scale` auto is as large as its place allows, never above 1;
    `rotate` is in degrees clockwise; `stand` auto is `on` with imprint, else `beside`."""

    asset: Annotated[str, BeforeValidator(fields.asset)]
    position: Annotated[Position, BeforeValidator(fields.choice(*get_args(Position)))] = "auto"
    scale: Annotated[
        float | Literal["auto"], BeforeValidator(fields.number(MIN_SCALE, 1, "auto"))
    ] = "auto"
    rotate: Annotated[float, BeforeValidator(fields.degrees(MAX_ROTATE))] = 0.0
    tilt: Annotated[Tilt, BeforeValidator(fields.choice(*get_args(Tilt)))] = "none"
    stand: Annotated[Stand, BeforeValidator(fields.choice(*get_args(Stand)))] = "auto"
    blend: Annotated[Blend, BeforeValidator(fields.choice(*get_args(Blend)))] = "exact"

    @property
    def stands(self) -> Literal["beside", "on", "behind"]:
        """Where it stands to the objects, `auto` decided."""
        if self.stand == "auto":
            return "on" if self.blend == "imprint" else "beside"
        return self.stand

    @model_serializer
    def _as_typed(self) -> str | dict[str, Any]:
        """The name alone where all else is the default, else what differs from it."""
        told: dict[str, Any] = {"asset": self.asset}
        for name, field in type(self).model_fields.items():
            if name != "asset" and (value := getattr(self, name)) != field.default:
                told[name] = int(value) if isinstance(value, float) and value % 1 == 0 else value
        return self.asset if len(told) == 1 else told


KEYS = tuple(AssetUse.model_fields)


def parse_use(value: object) -> AssetUse:
    """A name, or a mapping with one; raises a flaw or a ValidationError with all of them."""
    if isinstance(value, AssetUse):
        return value
    if isinstance(value, str):
        return AssetUse(asset=fields.asset(value))
    if not isinstance(value, dict):
        raise wrong_type(value, _FORMS)
    return AssetUse.model_validate({str(shown(key)): value[key] for key in list(value)[:_MAX_KEYS]})
