"""Words to shapes: which things a concept names, how many and how large."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import Field

from nukki.catalog.look import Hex, Strict


class Subject(Strict):
    """One thing to draw. `source` says where its art comes from and `ref` names it there:
    an icon's name, the text to set in type, or the sha256 of a user's SVG in the job's inputs.
    `colour` is the main colour asked for in words; None leaves the art's own colours."""

    word: str
    source: Literal["icon", "text", "svg"]
    ref: str
    count: Annotated[int, Field(ge=1, le=12)] = 1
    size: Literal["small", "normal", "large"] = "normal"
    colour: Hex | None = None
